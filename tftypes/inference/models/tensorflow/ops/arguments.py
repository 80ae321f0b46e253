"""Reading the arguments that are not operands: dtypes, shapes, axes, lists of ints, names of choices."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, DType, Shape, TensorType, Unknown
from tftypes.inference.spelling import nearest

from .conversion import as_tensor, is_told
from .describe import describe, meant
from .groups import COMPLEX, FLOATS, INEXACT, INTS, NUMBERS, QUANTIZED, REALS, SIGNED
from .rule import OpError, Unsure
from .values import ListOf, PyType, PyValue, contents, is_dim, is_number, known_int

# --- dtypes -----------------------------------------------------------------------------------------------------------


def dtype_argument(value: Any, default: DType | None = None) -> DType:
    """A dtype given as `tf.float32`, "float32" or not at all; any dtype when it is not known."""
    if isinstance(value, DType):
        return value
    if value is None:
        return default or DType.any()
    if isinstance(value, PyType):
        return _of_type(value)
    if isinstance(value, str):
        try:
            return DType.of({"float": "float32"}.get(value, value.removesuffix("_ref")))
        except ValueError:
            raise OpError("tf-dtype", f"{value!r} is not a dtype", "dtype", meant(value)) from None
    if isinstance(value, (list, tuple)):
        first = value[0] if value else None
        hint = f"tf.{first} is one" if isinstance(first, (DType, str)) else None
        raise OpError("tf-dtype", "expected one dtype, got a list", "dtype", hint)
    if isinstance(value, int) and value in _NUMBERED:
        return DType.of(_NUMBERED[value])
    if isinstance(value, TensorType) and value.kind not in ("array", "spec"):
        raise OpError("tf-dtype", f"{value} is not a dtype", "dtype", "did you mean its dtype?")
    return DType.any()


def _of_type(value: PyType) -> DType:
    """The dtype of Python's bool or float; there is none of its int."""
    if value.name not in _TYPES:
        hint = "did you mean tf.int32?" if value.name == "int" else None
        raise OpError("tf-dtype", f"{value} is not a dtype", "dtype", hint)
    return DType.of(_TYPES[value.name])


#: The dtypes by the numbers that TensorFlow's graphs have for them, which stand for dtypes everywhere.
_NUMBERED: Final = {
    **dict(enumerate(("float32", "float64", "int32", "uint8", "int16", "int8", "string"), 1)),
    **dict(enumerate(("complex64", "int64", "bool"), 8)),
    **{14: "bfloat16", 17: "uint16", 18: "complex128", 19: "float16", 22: "uint32", 23: "uint64"},
}
_TYPES: Final = {"bool": "bool", "float": "float32"}


def made_dtype(
    value: Any, allowed: frozenset[str], default: DType | None = None, argument: str = "dtype"
) -> DType:
    """A dtype asked for, of those that the op makes."""
    dtype = dtype_argument(value, default)
    if dtype.names.isdisjoint(allowed):
        raise OpError("tf-dtype", f"{dtype} is not supported, only {named(allowed)}", argument)
    return dtype


def allow(
    value: TensorType, allowed: frozenset[str], argument: str | None, hint: str | None = None
) -> TensorType:
    """The operand itself, when it can have one of the dtypes that the op takes."""
    if value.dtype.names.isdisjoint(allowed):
        if value.dtype.name == "string":
            hint = "tf.strings.to_number() reads numbers, keras.layers.StringLookup() numbers words"
        raise OpError(
            "tf-dtype",
            f"{value.dtype} is not supported, only {named(allowed)}",
            argument,
            hint or cast_hint(value.dtype, allowed, argument or "x"),
        )
    return value


def taken(
    value: Any, allowed: frozenset[str], argument: str, hint: str | None = None
) -> TensorType:
    """The tensor that an op makes of an operand, which can have one of the dtypes that it takes.

    Where that is one alone, what has no dtype of its own gets it: arrays, and lists, those of nothing too.
    """
    if len(allowed) == 1 and not is_told(value):
        return as_tensor(value, DType(allowed), argument=argument)
    return allow(as_tensor(value, argument=argument), allowed, argument, hint)


def defaulted(value: Any, allowed: frozenset[str], default: str, argument: str) -> TensorType:
    """The same for an op with a dtype that what has none of its own may become: `tf.image.rgb_to_hsv(an int64 array)`."""
    x = as_tensor(value, argument=argument)
    if is_told(value) or isinstance(value, Unknown):
        return allow(x, allowed, argument)
    return TensorType(DType((x.dtype.names & allowed) | {default}), x.shape)


def preferred(value: Any, allowed: frozenset[str]) -> Any:
    """An operand of an op that has a dtype of its own for Python's ints and NumPy's arrays: `tf.signal.fft([1, 2])` is complex.

    Raises Unsure where it is needed.
    """
    if not is_told(value) and as_tensor(value).dtype.names.isdisjoint(allowed):
        raise Unsure
    return value


#: Those named where there are no others.
_RARE: Final = QUANTIZED | {"variant", "resource"}

#: What sets of dtypes are called, the largest first; what else there is goes by its name.
_GROUPS: Final = (
    ("numbers", NUMBERS),
    ("real numbers", REALS),
    ("floats and complex numbers", INEXACT),
    ("ints", INTS),
    ("signed ints", SIGNED),
    ("floats", FLOATS),
    ("complex numbers", COMPLEX),
)


def named(names: Collection[str]) -> str:
    """A set of dtypes as a user reads it.

    >>> named({"bfloat16", "float16", "float32", "float64", "int32"}), named(["string"])
    ('floats, int32', 'string')
    """
    rest, found = set(names) - _RARE or set(names), []
    for name, group in _GROUPS:
        if group <= rest:
            found.append(name)
            rest -= group
    return ", ".join([*found, *sorted(rest)])


def cast_hint(dtype: DType, allowed: Collection[str], argument: str = "x") -> str | None:
    """The remedy for a dtype that an op does not take, where there is an obvious one."""
    if "float32" in allowed and (dtype.name or "").startswith(("int", "uint", "bool")):
        name = "mask" if dtype.name == "bool" else "x"
        return f"cast it first, as in tf.cast({name}, tf.float32)"
    if dtype.is_string and "int32" in allowed and "float32" not in allowed:
        return "keras.layers.StringLookup() before it numbers texts"
    if allowed == {"bool"}:
        return "compare it first, as in x != 0"
    if allowed == {"string"} and dtype.is_string is False:
        return f"tf.strings.as_string({argument}) makes strings"
    return None


# --- shapes -----------------------------------------------------------------------------------------------------------


def shape_argument(value: Any, argument: str = "shape") -> Shape:
    """The shape that a list, a tensor of ints or a TensorShape describes. -1 is a size as any other here.

    >>> str(shape_argument([2, UNKNOWN])), str(shape_argument(ListOf(PyValue("int"))))
    ('[2, ?]', '[...]')
    """
    if isinstance(value, Shape):
        return value
    if value is None or isinstance(value, (ListOf, Unknown, PyValue, bool)):
        return Shape.unknown()
    if isinstance(value, TensorType):
        return _shape_from_tensor(value, argument)
    if is_dim(value):
        return Shape.of(value)
    if isinstance(value, (list, tuple)):
        return Shape.of(*(_item_argument(item, argument) for item in value))
    raise OpError("tf-value", f"expected a shape, got {describe(value)}", argument)


def sizes_argument(value: Any, argument: str = "shape") -> Shape:
    """The same, of an op that makes a tensor of the list: None is no size there.

    >>> sizes_argument([None, 2])
    Traceback (most recent call last):
    tftypes.inference.models.tensorflow.ops.rule.OpError: None is no size
    """
    if value is None or isinstance(value, (list, tuple)) and None in value:
        hint = "tf.shape(x)[i] is the size of x while a graph is traced"
        raise OpError("tf-value", "None is no size", argument, hint)
    return shape_argument(value, argument)


def _item_argument(value: Any, argument: str) -> Dim:
    """One size in a list: TensorFlow casts the tensors there to ints, be they what they may."""
    if isinstance(value, TensorType) and value.dtype.is_string is not True:
        inside = contents(value)
        return inside if is_dim(inside) else UNKNOWN
    return dim_argument(int(value) if isinstance(value, bool) else value, argument)


def _shape_from_tensor(value: TensorType, argument: str) -> Shape:
    integers(value, argument)
    inside = contents(value)
    if isinstance(inside, tuple):
        return Shape.of(*(item if is_dim(item) else UNKNOWN for item in inside))
    rank = value.shape.rank
    if rank == 0:
        return Shape.of(inside if is_dim(inside) else UNKNOWN)
    if rank == 1 and is_number(value.shape[0]):
        return Shape.of(*[UNKNOWN] * value.shape[0])
    return Shape.unknown()


def integers(value: TensorType, argument: str) -> TensorType:
    """A tensor that has to hold ints, or an array of NumPy's, which is cast."""
    if value.kind != "array" and (
        value.dtype.is_floating or value.dtype.is_bool or value.dtype.name == "string"
    ):
        raise OpError("tf-dtype", f"expected ints, got {value.dtype}", argument)
    return value


def divided(value: Any) -> str | None:
    """How a size becomes an int that is a float as / makes it; None for what may not have come of a division."""
    is_typed = isinstance(value, PyValue) and value.type == "float"
    is_whole = isinstance(value, float) and value.is_integer()
    return "// divides to an int, where / makes a float" if is_typed or is_whole else None


_NO_INTS: Final = ("float", "str", "complex")


def dim_argument(value: Any, argument: str) -> Dim:
    """One size: an int, a symbolic int, a scalar tensor; UNKNOWN when not known (None in a TensorShape means that)."""
    if is_dim(value):
        return value
    if value is None or isinstance(value, (PyValue, bool)):
        if isinstance(value, PyValue) and value.sure and value.type in _NO_INTS:
            words = f"expected ints, got a {value.type}"
            raise OpError("tf-dtype", words, argument, divided(value))
        return UNKNOWN
    if isinstance(value, (float, str, complex)):
        raise OpError("tf-dtype", f"expected ints, got {describe(value)}", argument, divided(value))
    if isinstance(value, TensorType):
        integers(value, argument)
        inside = contents(value)
        return inside if is_dim(inside) else UNKNOWN
    return UNKNOWN


def count_argument(value: Any, argument: str) -> Dim:
    """One size that has to be 0 or more."""
    size = dim_argument(value, argument)
    if is_number(size) and size < 0:
        raise OpError("tf-value", f"negative size {size}", argument)
    return size


def int_argument(value: Any, argument: str) -> int | None:
    """A Python int, or a scalar tensor of known value; None when it is not known."""
    dim = dim_argument(value, argument)
    return dim if is_number(dim) else None


def attribute(value: Any, argument: str) -> int | None:
    """An int that the op does not make a tensor of: it cuts floats. None when not known."""
    if isinstance(value, (str, bytes)):
        raise OpError("tf-value", f"expected an int, got {describe(value)}", argument)
    return int(value) if isinstance(value, float) and abs(value) < 2**31 else known_int(value)


def attributes(value: Any, argument: str) -> tuple[Dim, ...] | None:
    """A list of such ints; None when its length is not known."""
    if isinstance(value, (list, tuple)):
        return tuple(item if is_dim(item) else UNKNOWN for item in value)
    if isinstance(value, (float, bool)):
        return (UNKNOWN,)
    is_cut = isinstance(value, TensorType) and value.dtype.is_integer is not True
    return None if is_cut else ints_argument(value, argument)


def ints_argument(value: Any, argument: str) -> tuple[Dim, ...] | None:
    """A list of ints, such as perm, multiples or the sizes of a split; None when its length is not known."""
    return shape_argument(value, argument).dims


def known_ints(value: Any, argument: str) -> tuple[int, ...] | None:
    """A list of ints all of which are known, or None."""
    dims = ints_argument(value, argument)
    if dims is None or not all(is_number(dim) for dim in dims):
        return None
    return tuple(int(dim) for dim in dims)  # type: ignore[arg-type]


# --- axes -------------------------------------------------------------------------------------------------------------


def axis_argument(
    value: Any, rank: int | None, argument: str = "axis", of: str = "rank"
) -> int | None:
    """An axis counted from the front, or None when it is not known. An unknown rank leaves it as it was written.

    Raises OpError for one that a tensor of this rank does not have; `of` is what the message calls the rank.
    """
    axis = int_argument(value, argument)
    if axis is None or rank is None:
        return axis
    return checked_axis(axis, rank, argument, of)


def checked_axis(axis: int, rank: int, argument: str = "axis", of: str = "rank") -> int:
    if not -rank <= axis < rank:
        raise OpError(
            "tf-axis", f"axis {axis} is out of range for {of} {rank}", argument, _axis_hint(rank)
        )
    return axis % rank


def _axis_hint(rank: int) -> str | None:
    if rank == 0:
        return "a scalar has no axes"
    return f"axes go from {-rank} to {rank - 1}"


def axes_argument(value: Any, rank: int, argument: str = "axis") -> frozenset[int] | None:
    """The set of axes named by an int, a list or a tensor of ints; None when it is not known. None names all.

    Raises OpError for axes out of range.
    """
    if value is None:
        return frozenset(range(rank))
    dims = (value,) if is_number(value) else ints_argument(value, argument)
    if dims is None:
        return None
    axes = [checked_axis(dim, rank, argument) for dim in dims if is_number(dim)]
    return frozenset(axes) if len(axes) == len(dims) else None


# --- operands ---------------------------------------------------------------------------------------------------------


def choice(value: Any, allowed: Iterable[str], argument: str) -> str | None:
    """A Python string out of a fixed set; None when it is not known.

    Raises OpError for another one, naming those that there are.
    """
    names = list(allowed)
    if isinstance(value, str) and value not in names:
        words = f"{value!r} is none of {', '.join(map(repr, names))}"
        close = nearest(value, names)
        raise OpError("tf-value", words, argument, f"did you mean {close!r}?" if close else None)
    return value if isinstance(value, str) else None


def rank_is(
    value: TensorType, rank: int, argument: str | None, what: str | None = None, axis: int = 0
) -> TensorType:
    """The operand itself, with a shape of this rank. An operand with one dim less lacks this axis.

    Raises OpError when it has another.
    """
    actual = value.shape.rank
    if actual is None:
        if value.shape.min_rank > rank:
            raise OpError("tf-rank", what or f"expected rank {rank}, got {value.shape}", argument)
        return TensorType(value.dtype, _of_rank(value.shape, rank))
    if actual != rank:
        words = what or f"expected rank {rank}, got rank {actual}"
        hint = argument and _reshaped(actual, rank, argument, axis)
        raise OpError("tf-rank", words, argument, hint)
    return value


def _reshaped(actual: int, rank: int, argument: str, axis: int) -> str | None:
    """What gives an operand one dim more, or puts all of it into one."""
    if rank == 1 < actual:
        return f"tf.reshape({argument}, [-1]) is flat"
    return f"tf.expand_dims({argument}, {axis}) has one more" if rank - actual == 1 else None


def _of_rank(shape: Shape, rank: int) -> Shape:
    unknown = [UNKNOWN] * (rank - shape.min_rank)
    return Shape.of(*shape.prefix, *unknown, *shape.suffix)


def rank_at_least(
    value: TensorType, rank: int, argument: str | None, hint: str | None = None
) -> TensorType:
    """The operand itself; `hint` is the remedy.

    Raises OpError when it is sure to have fewer dims.
    """
    actual = value.shape.rank
    if actual is not None and actual < rank:
        raise OpError("tf-rank", f"expected rank {rank} or more, got rank {actual}", argument, hint)
    return value
