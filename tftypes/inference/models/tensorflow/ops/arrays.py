"""NumPy's functions on abstract values: shapes and dtypes of arrays before they become tensors.

An array is a `TensorType` of kind "array". A function says nothing (`Unsure`) where it is not sure, and refuses nothing:
what is wrong with NumPy is NumPy's to say. Shapes follow the rules of TensorFlow's ops that do the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from tftypes.algebra import UNKNOWN, DType, Expr, Shape, TensorType, Unknown, broadcast, dtypes

from .conversion import as_tensor
from .rule import RULES, OpError, Unsure
from .values import BOOL, FLOAT64, INT64, ListOf, PyValue, is_dim, is_number, plain

_ANY: Final = DType.any()
_PYTHON: Final = {
    "bool": BOOL, "int": INT64, "float": FLOAT64, "str": DType.of("string"), "bytes": DType.of("string"),
}  # fmt: skip
_RANKS: Final = ("bool", "int", "float")


def array(dtype: DType, shape: Shape) -> TensorType:
    return TensorType(dtype, shape, "array")


def shape_by(name: str, *args: Any, **kwargs: Any) -> Shape:
    """The shape that an op of TensorFlow gives."""
    result = RULES[name].function(*args, **kwargs)
    if not isinstance(result, TensorType):
        raise Unsure
    return result.shape


# --- what arguments are ---------------------------------------------------------------------------------------------


def as_array(value: Any) -> TensorType:
    """The array that NumPy makes of an argument."""
    if isinstance(value, TensorType):
        if value.kind not in ("array", "tensor", "variable"):
            raise Unsure
        return array(value.dtype, value.shape)
    return array(natural(value), as_tensor(value).shape)


def natural(value: Any) -> DType:
    """The dtype of what is in lists: text, or the widest of the kinds of numbers."""
    if isinstance(value, TensorType):
        return value.dtype
    if isinstance(value, (list, tuple)):
        found = [natural(item) for item in value]
        if not found:
            return FLOAT64
        result = found[0]
        for other in found[1:]:
            result = promoted(result, other)
        return result
    if isinstance(value, ListOf):
        return natural(value.item)
    return _PYTHON.get(_kind(value), _ANY)


def _kind(value: Any) -> str:
    if isinstance(value, Expr):
        return "int"
    return value.type if isinstance(value, PyValue) else type(value).__name__


def dims(value: Any) -> Shape:
    """A shape that is given as one size or several."""
    if isinstance(value, Shape):
        return value
    if isinstance(value, (list, tuple)):
        return Shape.of(*(_size(each) for each in value))
    if value == PyValue("int"):
        return Shape.of(UNKNOWN)
    if isinstance(value, TensorType) and value.shape.rank == 0:
        return Shape.of(value.value if is_dim(value.value) else UNKNOWN)
    if isinstance(value, (Unknown, ListOf, TensorType)):
        return Shape.unknown()
    if not is_dim(value):
        raise Unsure
    return Shape.of(value)


def _size(value: Any) -> Any:
    inside = value.value if isinstance(value, TensorType) else value
    return inside if is_dim(inside) else UNKNOWN


def dtype_given(dtype: Any, default: DType) -> DType:
    """The dtype that an argument asks for."""
    if dtype is None:
        return default
    if isinstance(dtype, str):
        name = {"float": "float64", "int": "int64", "f4": "float32", "f8": "float64"}.get(
            dtype, dtype
        )
        return DType.of(name)
    return dtype if isinstance(dtype, DType) else _ANY


def promoted(a: DType, b: DType) -> DType:
    """The dtype of two arrays together.

    >>> promoted(DType.of("uint8"), DType.of("float32")), promoted(DType.of("int64"), DType.of("float32"))
    (float32, float64)
    """
    if a == b:
        return a
    if a.name is None or b.name is None or "string" in (a.name, b.name):
        return _ANY
    if "bool" in (a.name, b.name):
        return b if a.name == "bool" else a
    if "complex" in a.name + b.name:
        parts = (_real(each) for each in (a, b))
        return DType.of(
            "complex64" if promoted(*parts).name in ("float16", "float32") else "complex128"
        )
    if a.is_floating and b.is_floating:
        return max(a, b, key=_bits) if "bfloat16" not in (a.name, b.name) else _ANY
    if a.is_floating or b.is_floating:
        real, whole = (a, b) if a.is_floating else (b, a)
        if not whole.is_integer or real.name == "bfloat16":
            return _ANY
        return max(real, DType.of(f"float{min(2 * _bits(whole), 64)}"), key=_bits)
    if a.name.startswith("uint") == b.name.startswith("uint"):
        return max(a, b, key=_bits)
    signed, unsigned = (b, a) if a.name.startswith("uint") else (a, b)
    wide = max(_bits(signed), 2 * _bits(unsigned))
    return DType.of(f"int{wide}") if wide <= 64 else FLOAT64


def _is_inexact(dtype: DType) -> bool:
    return bool(dtype.is_floating or (dtype.name or "").startswith("complex"))


def _real(dtype: DType) -> DType:
    """The floats that a complex dtype is made of; any other dtype as it is."""
    halves = {"complex64": "float32", "complex128": "float64"}
    return DType.of(halves[dtype.name]) if dtype.name in halves else dtype


def _bits(dtype: DType) -> int:
    return 8 * (dtypes.size(dtype) or 0)


# --- elementwise ----------------------------------------------------------------------------------------------------


def _together(x: Any, y: Any) -> DType:
    """The dtype of two operands, where a Python number takes that of the array if it can."""
    scalar = None
    for value, other in ((x, y), (y, x)):
        if not isinstance(value, (TensorType, list, tuple, ListOf)):
            if scalar is not None:
                return promoted(natural(x), natural(y))
            scalar = value, other
    if scalar is None:
        return promoted(as_array(x).dtype, as_array(y).dtype)
    number, dtype = _kind(scalar[0]), as_array(scalar[1]).dtype
    if number not in _RANKS or dtype.name is None:
        return _ANY
    own = 2 if _is_inexact(dtype) else 1 if dtype.is_integer else 0
    return dtype if _RANKS.index(number) <= own else _PYTHON[number]


def binary(x: Any, y: Any, *, symbol: str = "+", **rest: Any) -> TensorType:
    """`x + y` of arrays and what can be one.

    >>> binary(TensorType.parse("array uint8[2]"), 255.0, symbol="/")
    array float64[2]
    """
    if rest:
        raise Unsure
    shape = broadcast(as_array(x).shape, as_array(y).shape)
    dtype = _together(x, y)
    if symbol in ("<", ">", "<=", ">=", "==", "!="):
        dtype = BOOL
    elif symbol == "/" and not _is_inexact(dtype):
        dtype = FLOAT64 if dtype.is_integer and _bits(dtype) >= 32 else _ANY
        weak = [v for v in (x, y) if not isinstance(v, TensorType)]
        if dtype == _ANY and any(_kind(v) == "float" for v in weak):
            dtype = FLOAT64
    elif symbol in ("**", "-") and not (_is_inexact(dtype) or dtype.is_integer):
        dtype = _ANY
    return array(dtype, shape)


def matmul(x: Any, y: Any) -> TensorType:
    """`x @ y`: a vector is a row on the left and a column on the right.

    >>> matmul(TensorType.parse("array float32[2, 3]"), TensorType.parse("array float64[3]"))
    array float64[2]
    """
    a, b = as_array(x), as_array(y)
    if not a.shape.rank or not b.shape.rank:
        raise Unsure
    rows = a.shape if a.shape.rank > 1 else Shape.of(1) + a.shape
    columns = b.shape if b.shape.rank > 1 else b.shape + Shape.of(1)
    one = DType.of("float32")
    shape = shape_by("tensorflow.linalg.matmul", TensorType(one, rows), TensorType(one, columns))
    if shape.dims is None:
        raise Unsure
    *batch, height, width = shape.dims
    kept = [height] * (a.shape.rank > 1) + [width] * (b.shape.rank > 1)
    return array(promoted(a.dtype, b.dtype), Shape.of(*batch, *kept))


def dot(a: Any, b: Any) -> TensorType:
    """Of vectors and matrices what `@` gives; of others all axes but those that are summed over."""
    left, right = as_array(a), as_array(b)
    if left.shape.rank in (1, 2) and right.shape.rank in (1, 2):
        return matmul(left, right)
    if not left.shape.rank or not right.shape.rank:
        raise Unsure
    return tensordot(left, right, [[-1], [-1 if right.shape.rank == 1 else -2]])


def tensordot(a: Any, b: Any, axes: Any = 2) -> TensorType:
    left, right = as_array(a), as_array(b)
    one = DType.of("float32")
    parts = TensorType(one, left.shape), TensorType(one, right.shape)
    return array(promoted(left.dtype, right.dtype), shape_by("tensorflow.tensordot", *parts, axes))


def real(x: Any, dtype: Any = None, **rest: Any) -> TensorType:
    """`np.exp`: floats keep their dtype, ints become floats that hold them.

    >>> real(TensorType.parse("array int16[2]")), real(2.0, dtype="float32")
    (array float32[2], array float32[])
    """
    if rest:
        raise Unsure
    value = as_array(x)
    if dtype is not None:
        dtype = dtype_given(dtype, value.dtype)
    elif value.dtype.is_integer:
        dtype = DType.of(f"float{min(2 * _bits(value.dtype), 64)}")
    else:
        dtype = value.dtype if value.dtype.is_floating else _ANY
    return array(dtype, value.shape)


def same(x: Any, **rest: Any) -> TensorType:
    if rest.keys() - {"order"}:
        raise Unsure
    return as_array(x)


def flat(value: TensorType) -> Shape:
    """The shape of all items in a row."""
    return shape_by("tensorflow.reshape", plain(value), [-1])


def getitem(value: TensorType, key: Any) -> TensorType | None:
    """`x[0, ..., None]` of an array, `x[order, :]` with arrays of ints or bools, as NumPy indexes.

    >>> images = TensorType.parse("array uint8[60000, 28, 28]")
    >>> getitem(images, (..., None)), getitem(images, (TensorType.parse("array int64[32]"), slice(None)))
    (array uint8[60000, 28, 28, 1], array uint8[32, 28, 28])
    >>> getitem(images, TensorType.parse("array bool[60000, 28, 28]"))
    array uint8[?]
    >>> getitem(TensorType.parse("array ?[...]"), TensorType.parse("array int64[32]"))
    array ?[32, ...]
    """
    from .indexing import getitem as index

    keys = key if isinstance(key, tuple) else (key,)
    if any(isinstance(each, (TensorType, list)) for each in keys):
        return _picked(value, keys)
    if not all(
        each is None or each is ... or is_number(each) or isinstance(each, slice) for each in keys
    ):
        return None
    try:
        found = index(plain(value), key)
    except OpError:
        return None
    return array(found.dtype, found.shape) if isinstance(found, TensorType) else None


def _picked(value: TensorType, keys: Sequence[Any]) -> TensorType | None:
    """With arrays: the axes that they pick from become those of all of them together.

    They stand where the first of them is, or in front where something else is between them.
    """
    plainly: list[Any] = []
    picked: list[int] = []
    places: list[int] = []
    shape = Shape.of()
    at = 0
    for place, each in enumerate(keys):
        if isinstance(each, (TensorType, list)) or is_number(each):
            axes, dims = _axes_of(each)
            if axes is None or ... in keys[:place]:
                return None
            shape = broadcast(shape, dims)
            picked += range(at, at + axes)
            places.append(place)
            plainly += [slice(None)] * axes
            at += axes
        elif each is None or each is ... or isinstance(each, slice):
            plainly.append(each)
            at += 1
        else:
            return None
    whole = getitem(value, tuple(plainly))
    if whole is None or shape.rank is None:
        return None
    if whole.shape.dims is None:
        is_first = picked == list(range(len(picked)))
        return array(whole.dtype, shape + whole.shape.slice(at, None)) if is_first else None
    adjacent = places == list(range(places[0], places[-1] + 1))
    before = picked[0] if adjacent else 0
    sizes = [size for axis, size in enumerate(whole.shape.dims) if axis not in picked]
    return array(whole.dtype, Shape.of(*sizes[:before], *(shape.dims or ()), *sizes[before:]))


def contents_of(value: Any) -> list[Any] | None:
    """The numbers of an array, or of nested lists, in a row; None where they are not known."""
    value = value.value if isinstance(value, TensorType) else value
    if not isinstance(value, (tuple, list)):
        return None if value is None or not isinstance(value, (int, float)) else [value]
    parts = [contents_of(each) for each in value]
    return None if None in parts else [item for part in parts for item in part or ()]


def _axes_of(given: Any) -> tuple[int | None, Shape]:
    """How many axes an index takes, and the shape that it gives; None where that is not known."""
    picks = as_array(given)
    rank = picks.shape.rank
    if rank is None:
        return None, picks.shape
    if picks.dtype.is_bool and rank:
        held = contents_of(given)
        return rank, Shape.of(UNKNOWN if held is None else sum(map(bool, held)))
    return (1 if picks.dtype.is_integer else None), picks.shape
