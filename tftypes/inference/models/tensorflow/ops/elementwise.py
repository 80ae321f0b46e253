"""tf.math, tf.bitwise, tf.nn: ops on each element of one or two tensors. One name in a table is one rule."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, DType, Shape, TensorType, Unknown

from .arguments import allow, preferred, taken
from .broadcasting import broadcast_shapes, mapped, matched, one_dtype, result
from .conversion import as_tensor, is_told
from .folding import folded
from .groups import (
    BOOLS,
    FLOATS,
    INEXACT,
    INTS,
    NUMBERS,
    PARTS,
    QUANTIZED,
    QUOTIENTS,
    REALS,
    SIGNED,
    STRINGS,
    Names,
)
from .rule import OpError, rule, with_parameters
from .values import is_number, is_ragged, row_lengths, tensor

#: From the dtype of the operands to that of the result; those that it does not name stay.
Result = Mapping[str, str]
SAME: Final[Result] = {}
TRUTH: Final[Result] = dict.fromkeys(DType.any().names, "bool")

#: The parameter's name, the dtypes taken, the dtypes made, the ops.
UNARY: Final[list[tuple[str, Names, Result, str]]] = [
    (
        "x",
        INEXACT,
        SAME,
        "math.acos math.acosh math.asin math.asinh math.atan math.atanh math.cos math.cosh",
    ),
    (
        "x",
        INEXACT,
        SAME,
        "math.exp math.expm1 math.log math.log1p math.sin math.sinh math.tan math.tanh",
    ),
    ("x", INEXACT, SAME, "math.reciprocal_no_nan math.rsqrt math.sigmoid math.sqrt"),
    (
        "x",
        FLOATS,
        SAME,
        "math.ceil math.floor math.rint math.digamma math.lgamma math.log_sigmoid math.ndtri",
    ),
    ("x", FLOATS, SAME, "math.erf math.erfc math.erfcinv math.erfinv"),
    ("x", FLOATS, SAME, "math.bessel_i0 math.bessel_i0e math.bessel_i1 math.bessel_i1e"),
    (
        "x",
        FLOATS,
        SAME,
        "math.special.bessel_j0 math.special.bessel_j1 math.special.bessel_k0 math.special.bessel_k0e",
    ),
    (
        "x",
        FLOATS,
        SAME,
        "math.special.bessel_k1 math.special.bessel_k1e math.special.bessel_y0 math.special.bessel_y1",
    ),
    (
        "x",
        FLOATS,
        SAME,
        "math.special.dawsn math.special.expint math.special.fresnel_cos math.special.fresnel_sin",
    ),
    ("x", FLOATS, SAME, "math.special.spence"),
    ("features", FLOATS, SAME, "math.softplus nn.elu nn.selu nn.softsign"),
    ("features", REALS | QUANTIZED, SAME, "nn.relu nn.relu6"),
    ("x", FLOATS, TRUTH, "math.is_finite math.is_inf math.is_nan"),
    ("x", SIGNED | INEXACT, PARTS, "math.abs"),
    ("x", SIGNED | INEXACT, SAME, "math.negative math.reciprocal math.sign"),
    ("x", NUMBERS, SAME, "math.conj math.round math.square"),
    ("input", INEXACT, PARTS, "math.angle"),
    ("input", NUMBERS | QUANTIZED, PARTS, "math.real"),
    ("input", NUMBERS | QUANTIZED | BOOLS | STRINGS, PARTS, "math.imag"),
    ("x", BOOLS, SAME, "math.logical_not"),
    ("x", INTS, SAME, "bitwise.invert"),
]

#: The parameters' names, the dtypes taken, the dtypes made, the ops. A name with a star converts its first operand by
#: itself, see `matched`.
BINARY: Final[list[tuple[str, Names, Result, str]]] = [
    ("x y", NUMBERS | STRINGS, SAME, "math.add*"),
    ("x y", NUMBERS, SAME, "math.subtract math.multiply math.floordiv truncatediv realdiv"),
    ("x y", NUMBERS, QUOTIENTS, "math.truediv* math.divide math.divide_no_nan"),
    ("x y", REALS, SAME, "math.floormod truncatemod math.maximum math.minimum"),
    ("x y", SIGNED | INEXACT, SAME, "math.pow"),
    ("x y", INEXACT | {"int32", "int64"}, SAME, "math.squared_difference"),
    ("x y", INEXACT, SAME, "math.multiply_no_nan math.xdivy math.xlogy math.xlog1py"),
    ("y x", FLOATS, SAME, "math.atan2"),
    ("a x", FLOATS, SAME, "math.igamma math.igammac"),
    ("a x", FLOATS, SAME, "math.polygamma"),
    ("x q", FLOATS, SAME, "math.zeta"),
    ("x1 x2", FLOATS, SAME, "math.nextafter"),
    ("x y", NUMBERS | STRINGS | BOOLS | QUANTIZED, TRUTH, "math.equal math.not_equal"),
    ("x y", REALS, TRUTH, "math.less math.less_equal math.greater math.greater_equal"),
    ("x y", BOOLS, SAME, "math.logical_and math.logical_or math.logical_xor"),
    ("x y", INTS, SAME, "bitwise.bitwise_and bitwise.bitwise_or bitwise.bitwise_xor"),
    ("x y", INTS, SAME, "bitwise.left_shift bitwise.right_shift"),
]

#: Ops whose examples show ragged operands; the others with two do the same.
RAGGED: Final = frozenset({"math.add", "math.subtract", "math.multiply", "math.equal", "math.less"})

#: Ops with a dtype of their own for Python's ints, or that let NumPy divide its arrays.
PREFERRING: Final = frozenset({"math.nextafter", "math.divide"})


def _chosen(choose: Callable[[int, int], int], x: Any, y: Any) -> Any:
    """One of two numbers; which of two sizes is the smaller one is not told where one has a name."""
    return choose(x, y) if type(x) is type(y) in (int, float) else x if x == y else UNKNOWN


def _decided(compare: Callable[[Any, Any], bool], x: Any, y: Any) -> Any:
    """A truth of two numbers or bools; that of sizes with names is not told."""
    return compare(x, y) if type(x) is type(y) in (int, float, bool) else UNKNOWN


def _whole(compute: Callable[[Any, Any], Any], x: Any, y: Any) -> Any:
    """A number of two sizes. Python divides floats in another way."""
    return UNKNOWN if isinstance(x, float) else compute(x, y)


#: Comparisons of the contents of tensors.
COMPARE: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "equal": partial(_decided, operator.eq),
    "not_equal": partial(_decided, operator.ne),
    "less": partial(_decided, operator.lt),
    "less_equal": partial(_decided, operator.le),
    "greater": partial(_decided, operator.gt),
    "greater_equal": partial(_decided, operator.ge),
}

#: What these ops do to the contents of tensors, as in `tf.shape(x)[0] * 2`.
COMPUTE: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "math.add": operator.add,
    "math.subtract": operator.sub,
    "math.multiply": operator.mul,
    "math.floordiv": partial(_whole, operator.floordiv),
    "math.floormod": partial(_whole, operator.mod),
    "math.maximum": partial(_chosen, max),
    "math.minimum": partial(_chosen, min),
    **{f"math.{name}": compare for name, compare in COMPARE.items()},
    "math.logical_and": partial(_decided, operator.and_),
    "math.logical_or": partial(_decided, operator.or_),
    "math.logical_xor": partial(_decided, operator.xor),
}
#: Ops on one tensor by those on a number and a tensor.
_CHANGE: Final = {
    "math.negative": ("math.subtract", 0),
    "math.logical_not": ("math.logical_xor", True),
}


def unary(value: Any, argument: str, allowed: Names, made: Result, op: str = "") -> TensorType:
    """An op on each element. The rows of a ragged tensor keep their lengths."""
    if isinstance(value, TensorType) and value.kind == "ragged":
        dtype = mapped(allow(value, allowed, argument).dtype, made)
        return TensorType(dtype, value.shape, "ragged", value.value)
    x = taken(value, allowed, argument)
    value = None
    if op in _CHANGE:
        compute, one = _CHANGE[op]
        value = folded(COMPUTE[compute], tensor(x.dtype, Shape.scalar(), one), x)
    return tensor(mapped(x.dtype, made), x.shape, value)


def binary(
    x: Any,
    y: Any,
    names: tuple[str, str],
    allowed: Names,
    made: Result,
    op: str = "",
    first: bool = False,
) -> TensorType:
    """An op on each pair of elements, with broadcasting."""
    ragged = _ragged(x, y, names, allowed, made, op)
    if ragged is not None:
        return ragged
    if len(allowed) == 1:
        x, y = (
            value if is_told(value) else taken(value, allowed, name)
            for value, name in zip((x, y), names)
        )
    a, b, dtype = matched(x, y, names, first)
    allow(a, allowed, names[0])
    allow(b, allowed, names[1])
    value = folded(COMPUTE[op], a, b) if op in COMPUTE else None
    return result(mapped(dtype, made), a, b, names[1], value, names)


def _ragged(
    x: Any, y: Any, names: tuple[str, str], allowed: Names, made: Result, op: str
) -> TensorType | None:
    """With a ragged operand the result is ragged."""
    if not (is_ragged(x) or is_ragged(y)):
        return None
    like = (x if is_ragged(x) else y).dtype
    a, b = (
        value if is_ragged(value) else as_tensor(value, like=like, argument=name)
        for value, name in zip((x, y), names)
    )
    dtype = one_dtype(a, b, names)
    allow(a, allowed, names[0])
    allow(b, allowed, names[1])
    shape = _ragged_shape(a, b, names[1])
    if op not in ("math.equal", "math.not_equal"):  # rows of other lengths may be unequal
        _check_rows(a, b, names)
        _check_rows(b, a, (names[1], names[0]))
    rows = a.value if row_lengths(a) else b.value if row_lengths(b) else None
    return TensorType(mapped(dtype, made), shape, "ragged", rows)


def _check_rows(a: TensorType, b: TensorType, names: tuple[str, str]) -> None:
    """Raises OpError where the rows of the one are not as long as those of the other, which are not broadcast."""
    one, other = row_lengths(a), row_lengths(b)
    if one is None or not b.shape.rank or b.shape.rank > 2:
        return
    x, y = names
    is_one_row = other is not None and 1 in (len(one), len(other))  # the others get its values
    if other is not None and (one != other if not is_one_row else {*one} != {*other}):
        words = f"rows of the lengths {list(one)} and {list(other)} differ"
        hint = "RaggedTensor.to_tensor of both fills them up"
        raise OpError("tf-shape", words, y, hint if max(one) == max(other) else None)
    size = b.shape[-1]
    if is_ragged(b) or not is_number(size) or size == 1 or all(each == size for each in one):
        return
    words = f"rows of the lengths {list(one)} do not go with rows of {size}"
    dense = f"{x}.to_tensor(shape=[None, {size}])"
    alike = f"tf.RaggedTensor.from_tensor({y}, lengths={x}.row_lengths())"
    hint = dense if b.shape.rank == 1 else alike if b.shape[0] == len(one) else None
    raise OpError("tf-shape", words, y, hint if max(one) <= size else None)


def _ragged_shape(a: TensorType, b: TensorType, argument: str) -> Shape:
    """The rows of one have the lengths of the other's, or one length; other sizes broadcast where they are known."""
    if b.shape.rank == 0:
        return a.shape
    if a.shape.rank == 0:
        return b.shape
    if a.shape.rank is None or b.shape.rank is None:
        return Shape.unknown()
    rank = max(a.shape.rank, b.shape.rank)
    return Shape.of(
        *(_ragged_dim(_size(a, place), _size(b, place), argument) for place in range(-rank, 0))
    )


def _size(x: TensorType, place: int) -> Dim:
    """A size counted from the end: 1 before the first dim, not known of what is ragged or may be."""
    index = place + len(x.shape.dims or ())
    if index < 0:
        return 1
    return UNKNOWN if is_ragged(x) and index == 1 else x.shape[index]


def _ragged_dim(x: Dim, y: Dim, argument: str) -> Dim:
    if isinstance(x, Unknown) or isinstance(y, Unknown):
        return UNKNOWN
    return broadcast_shapes(Shape.of(x), Shape.of(y), argument)[0]


# --- the tables become rules ------------------------------------------------------------------------------------------

_SHORT: Final = {
    "float32": "f32",
    "int32": "i32",
    "bool": "b",
    "complex64": "c64",
    "string": "s",
    "float64": "f64",
}


def _examples(op: str, operands: str, allowed: Names, made: Result) -> list[str]:
    """A call for some dtypes that the op takes, and for one that it does not."""
    texts = []
    good = [name for name in _SHORT if name in allowed]
    for name in (good[0], *(other for other in good[1:] if other in made)):
        answer = _SHORT[made.get(name, name)]
        texts.append(f"tf.{op}({operands.format(_SHORT[name])}) -> {answer}[2, None]")
    bad = next(
        (name for name in ("int32", "bool", "string", "float32") if name not in allowed), None
    )
    if bad:
        texts.append(f"tf.{op}({operands.format(_SHORT[bad])}) !! {bad} is not supported")
    return texts


def _register_unary(op: str, argument: str, allowed: Names, made: Result) -> None:
    def function(value: Any, name: Any = None) -> TensorType:
        return unary(value, argument, allowed, made, op)

    examples = _examples(op, "{0}[2, None]", allowed, made)
    rule(f"tensorflow.{op}", *examples)(with_parameters(function, **{argument: ..., "name": None}))


def _register_binary(op: str, arguments: str, allowed: Names, made: Result) -> None:
    first, op = op.endswith("*"), op.rstrip("*")
    left, right = arguments.split()

    def function(x: Any, y: Any, name: Any = None) -> TensorType:
        if op in PREFERRING:
            x, y = preferred(x, allowed), preferred(y, allowed)
        return binary(x, y, (left, right), allowed, made, op, first)

    examples = _examples(op, "{0}[2, 1], {0}[None]", allowed, made)
    taken = next(short for name, short in _SHORT.items() if name in allowed)
    examples.append(f"tf.{op}({taken}[2, 3], {taken}[4]) !! 3 against 4")
    if op in PREFERRING:
        examples.append(f"tf.{op}({taken}[2], array(b[2])) -> anything")
    if op == "math.nextafter":
        examples.append(f"tf.{op}(1, 0) -> anything")
    if allowed == BOOLS:
        examples.append(f"tf.{op}([], []) -> b[0]")
    if op in RAGGED:
        answer = _SHORT[made.get("float32", "float32")]
        examples += [
            f"tf.{op}(ragged(f32[2, None]), ragged(f32[2, None])) -> ragged({answer}[2, None])",
            f"tf.{op}(ragged(f32[N, None, 4]), f32[4]) -> ragged({answer}[N, None, 4])",
            f"tf.{op}(f32[5, 2, 1], ragged(f32[2, None])) -> ragged({answer}[5, 2, None])",
            f"tf.{op}(ragged(f32[2, None]), ragged(f32[3, None])) !! 2 against 3",
            f"tf.{op}(ragged(f32[2, None]), ragged(i32[2, None])) !! expected float32 as",
        ]
    rule(f"tensorflow.{op}", *examples)(
        with_parameters(function, **{left: ..., right: ..., "name": None})
    )


for _argument, _allowed, _made, _ops in UNARY:
    for _op in _ops.split():
        _register_unary(_op, _argument, _allowed, _made)
for _argument, _allowed, _made, _ops in BINARY:
    for _op in _ops.split():
        _register_binary(_op, _argument, _allowed, _made)
