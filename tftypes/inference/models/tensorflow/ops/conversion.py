"""`tf.convert_to_tensor` on abstract values: what Python values become when an op takes them for tensors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tftypes.algebra import (
    UNKNOWN,
    DType,
    Expr,
    Shape,
    ShapeMismatch,
    TensorType,
    Unknown,
    meet,
    merge,
    same,
)

from .describe import describe
from .rule import OpError, Unsure
from .values import (
    BOOL,
    CARRIED,
    FLOAT32,
    INT,
    INT32,
    INT64,
    STRING,
    ListOf,
    PyValue,
    contents,
    tensor,
)

_NUMERIC: Final = DType.group("Numeric").names | {"bfloat16"}
_INEXACT: Final = DType.group("Floating").names | DType.group("Complex").names

#: The dtypes that can be asked for, by the type of a Python value.
HOLDS: Final[dict[str, frozenset[str]]] = {
    "bool": _NUMERIC | {"bool"},
    "int": _NUMERIC,
    "float": frozenset(_INEXACT),
    "complex": DType.group("Complex").names,
    "str": frozenset({"string"}),
}

#: The dtype a Python value has by itself. A list takes the last of its items' kinds in this order.
NATURAL: Final[dict[str, DType]] = {
    "bool": BOOL,
    "int": INT32,
    "some int": INT,
    "long int": INT64,
    "float": FLOAT32,
    "complex": DType.of("complex128"),
    "str": STRING,
}
_ORDER: Final = list(NATURAL)


_CARRYING: Final = ("int32", "int64", "float32", "float64", "bool", "string")


#: Dtypes of NumPy's whose numbers int32 holds.
_SMALL: Final = frozenset({"int8", "int16", "int32", "uint8", "uint16"})


class _Leaves:
    """What the innermost items of a nested list are."""

    def __init__(self) -> None:
        self.kinds: set[str] = set()
        self.dtypes: list[DType] = []
        self.arrays: list[DType] = []
        self.unsure = False


def as_tensor(
    value: Any,
    dtype: DType | None = None,
    *,
    like: DType | None = None,
    argument: str | None = None,
) -> TensorType:
    """The tensor that an op makes of an argument.

    `dtype` is a dtype the op insists on; `like` one that Python values take when they can, as a scalar operand takes
    the dtype of the tensor beside it. Raises OpError when TensorFlow cannot convert the value, Unsure for values that
    are no dense tensor.

    >>> str(as_tensor([[1, 2], [3, 4]])), str(as_tensor([1, 2.5])), str(as_tensor(2, like=FLOAT32))
    ('int32[2, 2]', 'float32[2]', 'float32[]')
    """
    if isinstance(value, TensorType):
        return (
            _given(value, dtype, argument) if value.kind != "array" else _array(value, dtype, like)
        )
    if isinstance(value, Unknown):
        return TensorType(dtype or DType.any(), Shape.unknown())
    leaves = _Leaves()
    shape = _measure(value, leaves, argument)
    result = _dtype(value, leaves, dtype, like, argument)
    return tensor(result, shape, _carried(value, shape, leaves, result))


def refuse_composite(value: Any, argument: str) -> None:
    """A ragged or sparse tensor is converted to no dense one. Raises OpError."""
    kind = value.kind if isinstance(value, TensorType) else ""
    if kind in ("ragged", "sparse"):
        code = f"{argument}.to_tensor()" if kind == "ragged" else f"tf.sparse.to_dense({argument})"
        words = f"a {kind} tensor is not supported"
        raise OpError("tf-value", words, argument, f"{code} is dense")


def measured(value: Any, argument: str | None = None) -> Shape:
    """The shape of the tensor that Python values become, whatever the dtypes in them.

    >>> str(measured([[1, 2.5], [True, 4]]))
    '[2, 2]'
    """
    return _measure(value, _Leaves(), argument)


def _given(value: TensorType, dtype: DType | None, argument: str | None) -> TensorType:
    if value.kind not in ("tensor", "variable"):
        raise Unsure
    if dtype is not None:
        if same(value.dtype, dtype) is False:
            raise OpError(
                "tf-dtype",
                f"expected {dtype}, got {value.dtype}",
                argument,
                f"tf.cast({argument or '...'}, tf.{dtype})",
            )
        if value.dtype != dtype:
            return TensorType(meet(value.dtype, dtype), value.shape)
    if value.kind == "variable":
        return TensorType(value.dtype, value.shape)
    return value


def _array(value: TensorType, dtype: DType | None, like: DType | None) -> TensorType:
    """What a NumPy array becomes: it takes another dtype where one is asked for, as Python values do."""
    if dtype is not None:
        return TensorType(dtype, value.shape)
    if like is None or like == value.dtype:
        return tensor(value.dtype, value.shape, value.value)
    return TensorType(DType(value.dtype.names | like.names), value.shape)


def is_told(value: Any) -> bool:
    """Whether a value has a dtype of its own, which those beside it take: it is a tensor, and no array."""
    return isinstance(value, TensorType) and value.kind != "array"


def _carried(value: Any, shape: Shape, leaves: _Leaves, dtype: DType) -> Any:
    """The contents of a Python value, when they are worth carrying and stay what they are in this dtype."""
    if isinstance(value, (PyValue, ListOf)) or dtype.names.isdisjoint(_CARRYING):
        return None
    if "long int" in leaves.kinds and dtype != INT64:
        return None
    if (shape.rank or 0) > 3 or (isinstance(value, (list, tuple)) and len(value) > CARRIED):
        return None
    return contents(value)


def _measure(value: Any, leaves: _Leaves, argument: str | None) -> Shape:
    """The shape of a nested list, noting its innermost items."""
    if isinstance(value, (list, tuple)):
        types = set(map(type, value))
        if types <= _SCALARS and types:
            for item in value if int in types else [value[0]] if len(types) == 1 else value:
                leaves.kinds.add(_kind(item))
            return Shape.of(len(value))
        inner = [_measure(item, leaves, argument) for item in value]
        return Shape.of(len(value)) + _rectangular(value, inner, argument)
    if isinstance(value, ListOf):
        return Shape.of(UNKNOWN if value.count is None else value.count) + _measure(
            value.item, leaves, argument
        )
    if isinstance(value, TensorType):
        (leaves.dtypes if is_told(value) else leaves.arrays).append(as_tensor(value).dtype)
        return value.shape
    if isinstance(value, Shape):
        leaves.kinds.add("int")
        return Shape.of(UNKNOWN if value.rank is None else value.rank)
    if isinstance(value, Unknown):
        leaves.unsure = True
        return Shape.unknown()
    if isinstance(value, PyValue) and not value.sure:
        leaves.unsure = True
        return Shape.scalar()
    leaves.kinds.add(_kind(value, argument))
    return Shape.scalar()


_SCALARS: Final = {int, float, bool, str, bytes, complex}


def _kind(value: Any, argument: str | None = None) -> str:
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int):
        return "int" if -(2**31) <= value < 2**31 else "long int"
    if isinstance(value, Expr):
        return "int"
    if isinstance(value, (str, bytes)):
        return "str"
    if isinstance(value, PyValue):
        return {"int": "some int", "bytes": "str"}.get(value.type, value.type)
    if isinstance(value, (float, complex)):
        return type(value).__name__
    if value is None:
        hint = "tf.shape(x)[i] is the size of x while a graph is traced"
        raise OpError(
            "tf-value", "None is no tensor", argument, hint if argument in _SIZES else None
        )
    raise Unsure


#: The arguments that are sizes.
_SIZES: Final = ("depth", "limit", "multiples", "num", "num_rows", "repeats", "size", "start")


def _joining(shapes: list[Shape], argument: str | None) -> str | None:
    """What makes one tensor of some that differ along one axis."""
    if argument is None or len({shape.rank for shape in shapes}) > 1:
        return None
    sizes = [set(each) for each in zip(*(shape.dims or () for shape in shapes))]
    axes = [i for i, each in enumerate(sizes) if len(each) > 1]
    if axes and len({shape[axes[0]] for shape in shapes[:-1]}) > 1:
        return None  # rows of any lengths are no batches, of which the last alone is shorter
    return f"tf.concat({argument}, {axes[0]}) joins them" if len(axes) == 1 else None


def _rectangular(value: Any, shapes: list[Shape], argument: str | None) -> Shape:
    """The shape that all items of a list have."""
    result = shapes[0] if shapes else Shape.scalar()
    for shape in shapes[1:]:
        try:
            result = merge(result, shape)
        except ShapeMismatch:
            # Eagerly, [[], [1]] becomes a float32[2, 0]; nobody means it, but it is no error.
            if any(0 in (each.dims or ()) for each in shapes):
                return Shape.unknown()
            tensors = any(isinstance(item, TensorType) for item in value)
            what = "items" if tensors else "nested lists"
            is_ragged = result.rank == shape.rank
            hint = "tf.ragged.constant(x) takes rows of different lengths" if is_ragged else None
            words = f"{what} of different shapes {result} and {shape}"
            hint = _joining(shapes, argument) if tensors else hint
            raise OpError("tf-shape", words, argument, hint) from None
    return result


def _dtype(
    value: Any, leaves: _Leaves, dtype: DType | None, like: DType | None, argument: str | None
) -> DType:
    """The dtype of the tensor that Python values become."""
    if leaves.dtypes:
        wanted = dtype or like
        if wanted is not None and _is_cast(leaves, wanted):
            return wanted
        packed = _packed(leaves, argument)
        return dtype or packed
    if leaves.arrays:
        return dtype or _of_arrays(leaves)
    if dtype is not None:
        _check_holds(value, leaves, dtype, argument)
        return dtype
    if like is not None and _can_hold(leaves, like):
        return like
    if leaves.unsure:
        return DType.any()
    return _natural(value, leaves, argument)


def _is_cast(leaves: _Leaves, wanted: DType) -> bool:
    """Whether the tensors in a list become another dtype: all of them do, where the first has not the one wanted."""
    first = leaves.dtypes[0]
    return same(first, wanted) is not True and not (first.is_string or wanted.is_string)


def check_dtypes(dtypes: Mapping[int, DType], argument: str | None, what: str = "tensors") -> None:
    """Refuses tensors in a list whose dtypes, by their places, differ. To blame is what is no float, or NumPy's default.

    Raises OpError for it.
    """
    start, first = next(iter(dtypes.items()), (0, DType.any()))
    for place, other in dtypes.items():
        if same(first, other) is not False:
            continue
        is_first = (
            first.name == "float64" and other.is_floating or other.is_floating and first.is_integer
        )
        wanted, item = (other, start) if is_first else (first, place)
        words = f"{what} of different dtypes {first} and {other}"
        numbers = wanted.name is not None and not (first.is_string or other.is_string)
        hint = f"tf.cast({argument}[{item}], tf.{wanted})" if argument and numbers else None
        if argument and first.is_string != other.is_string:
            item = place if first.is_string else start
            hint = f"tf.strings.as_string({argument}[{item}]) makes texts of numbers"
        raise OpError("tf-dtype", words, argument, hint)


def _packed(leaves: _Leaves, argument: str | None) -> DType:
    """A list with tensors in it: all have the dtype of the first, which Python values beside them take."""
    first = leaves.dtypes[0]
    result = first
    check_dtypes(dict(enumerate(leaves.dtypes)), argument, "a list of tensors")
    for other in leaves.dtypes[1:]:
        result = meet(result, other) if same(result, other) is not False else result
    bad = _unheld(leaves, result)
    if bad:
        raise OpError("tf-dtype", f"a list of {result} tensors cannot hold a {bad}", argument)
    return result


def _of_arrays(leaves: _Leaves) -> DType:
    """A list of arrays of floats or bools has their dtype; ints become int32 where that holds them all."""
    first = leaves.arrays[0]
    if leaves.kinds or leaves.unsure or any(other != first for other in leaves.arrays):
        return DType.any()
    if first.names <= _SMALL:
        return INT32
    return first if first.is_floating or first.is_bool else DType.any()


def _can_hold(leaves: _Leaves, dtype: DType) -> bool:
    return _unheld(leaves, dtype) is None


def _unheld(leaves: _Leaves, dtype: DType) -> str | None:
    """A kind of Python value that no such dtype can hold, or None."""
    for kind in leaves.kinds:
        kind = kind.split()[-1]
        if HOLDS[kind].isdisjoint(dtype.names):
            return kind
    return None


def _check_holds(value: Any, leaves: _Leaves, dtype: DType, argument: str | None) -> None:
    bad = _unheld(leaves, dtype)
    if bad:
        is_list = isinstance(value, (list, tuple))
        words = f"{dtype} cannot hold the {bad} {'in ' if is_list else ''}{describe(value)}"
        hint = str(int(value)) if isinstance(value, float) and value.is_integer() else None
        if dtype.names == {"string"} and argument and not is_list:
            hint = f"str({argument}) is its text"
        raise OpError("tf-dtype", words, argument, hint)


def _natural(value: Any, leaves: _Leaves, argument: str | None) -> DType:
    if not leaves.kinds:
        return FLOAT32  # an empty list
    if "str" in leaves.kinds and len(leaves.kinds) > 1:
        raise OpError("tf-dtype", f"strings and numbers in one list {describe(value)}", argument)
    return NATURAL[max(leaves.kinds, key=_ORDER.index)]
