"""Abstract values: what a rule's arguments and results are.

| value | stands for |
| --- | --- |
| `TensorType` | a tensor-like operand: tensor, variable, ragged, sparse, ... |
| int, float, bool, str, bytes, complex, None | that Python value |
| `Expr` | a symbolic Python int, such as `x.shape[0]` of `float32[N, 3]` |
| `PyValue("int")` | a Python value of known type |
| `PyType("int")` | that Python type, where a dtype is asked for |
| tuple, list | one of known length |
| `ListOf(value)` | a list or tuple with such items, of unknown length where no count is given |
| `DType`, `Shape` | a dtype, a TensorShape |
| `UNKNOWN` | anything |

The `value` of a `TensorType` is what is known of its contents, as for `tf.shape(x)` and `tf.constant([2, 3])`: a dim, a
float, a bool or a str for a scalar, a (nested) tuple of those otherwise, UNKNOWN where an item is not known, and None
where nothing is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final, TypeGuard

from tftypes.algebra import UNKNOWN, Dim, DType, Expr, Shape, TensorType, Unknown, equal

#: Contents are carried up to this many elements in all.
CARRIED: Final = 256


@dataclass(frozen=True, slots=True)
class PyValue:
    """A Python value of which only the type is known: "int", "float", "bool", "str", "bytes" or "complex"."""

    type: str
    #: Whether a "float" is no int: mypy says that a dict of ints and floats holds floats.
    sure: bool = True
    #: What a text ends in, as far as that is known.
    end: str = field(default="", repr=False)
    #: What it is, for messages.
    told: str = field(default="", repr=False, compare=False)
    #: The object that a text describes.
    source: object = field(default=None, repr=False)
    #: Whether a library has given it: what is declared may be another thing.
    given: bool = field(default=False, repr=False)
    #: Whether it is drawn between 0 and 1, or compares what is: then it holds sometimes, whatever else is known.
    drawn: bool = field(default=False, repr=False, compare=False)

    def __str__(self) -> str:
        return self.type


@dataclass(frozen=True, slots=True)
class Among:
    """What is known of the contents of a tensor: these numbers or texts are among them, no others where it is `every` one."""

    numbers: tuple[Any, ...] | range
    every: bool = False


@dataclass(frozen=True, slots=True)
class RowLengths:
    """What is known of a ragged tensor of rank 2: that its rows have no common length, and how long each is, or None."""

    lengths: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Written:
    """What a feature of a record holds: the dtype that reads it, and how many items, None where that is not known."""

    dtype: str
    count: int | None


@dataclass(frozen=True, slots=True)
class Record:
    """The features of a serialized `tf.train.Example` by their keys, None for one of which nothing is known."""

    features: tuple[tuple[str, Written | None], ...]


def row_lengths(value: TensorType) -> tuple[int, ...] | None:
    return value.value.lengths if isinstance(value.value, RowLengths) else None


def every_number(value: Any) -> set[Any] | None:
    """All numbers that the contents of a tensor consist of, or a list; None where they are not known.

    >>> every_number((1, (0, 1))), every_number(Among((2, 0), every=True)), every_number(Among((2, 0)))
    ({0, 1}, {0, 2}, None)
    """
    if isinstance(value, Among):
        return {*value.numbers} if value.every else None
    if isinstance(value, (tuple, list)):
        parts = [every_number(each) for each in value]
        return None if None in parts else set().union(*(each for each in parts if each))
    return {value} if isinstance(value, (int, float)) else None


def numbers_in(value: Any) -> list[int]:
    """The whole numbers among the contents of a tensor that are known, or in a list.

    >>> numbers_in(((0, 3.0), (UNKNOWN, 2))), numbers_in(Among((7,))), numbers_in(None)
    ([0, 3, 2], [7], [])
    """
    if isinstance(value, Among):
        value = value.numbers
    if isinstance(value, range):
        return [value[0], value[-1]] if value else []
    if isinstance(value, (tuple, list)):
        return [each for item in value for each in numbers_in(item)]
    if isinstance(value, float) and value.is_integer():
        return [int(value)]
    return [value] if is_number(value) else []


def texts_in(value: Any) -> list[str]:
    """The texts among the contents of a tensor that are known."""
    value = value.numbers if isinstance(value, Among) else value
    if isinstance(value, tuple):
        return [text for each in value for text in texts_in(each)]
    return [value] if isinstance(value, str) else []


def with_numbers(dtype: DType, shape: Shape, value: Any) -> TensorType:
    """A tensor with the whole numbers of some contents among its own."""
    found = numbers_in(value)
    return TensorType(dtype, shape, value=Among(tuple(found)) if found else None)


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list or tuple whose items are all described by one value, and how many there are where that is known."""

    item: Any
    count: int | None = None

    def __str__(self) -> str:
        return f"[{self.item}, ...]"


@dataclass(frozen=True, slots=True)
class RaggedDims:
    """What is known of the contents of a ragged tensor: how many of its dims are ragged, those after the first."""

    count: int


@dataclass(frozen=True, slots=True)
class PyType:
    """A Python type that is passed: "bool", "int", "float" or "complex"."""

    name: str

    def __str__(self) -> str:
        return self.name


#: The kinds of values that have one size along each axis, and all of their elements.
DENSE: Final = ("tensor", "variable", "array")
INT32: Final = DType.of("int32")
INT64: Final = DType.of("int64")
FLOAT32: Final = DType.of("float32")
FLOAT64: Final = DType.of("float64")
BOOL: Final = DType.of("bool")
STRING: Final = DType.of("string")
ANY: Final = DType.any()

#: What a Python int becomes: int32 while it fits. When only its type is known, either.
INT: Final = DType(frozenset({"int32", "int64"}))

UNKNOWN_TENSOR: Final = TensorType.unknown()


def tensor(dtype: DType, shape: Shape, value: Any = None) -> TensorType:
    """A dense result, with contents when there are any."""
    return TensorType(dtype, shape, "tensor", value)


def of(*dims: Dim) -> Shape:
    return Shape.of(*dims)


def is_number(value: object) -> TypeGuard[int]:
    """Whether this is a Python int, bools excepted."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_dim(value: object) -> TypeGuard[Dim]:
    """Whether this can be one size of a shape: an int, a symbolic int or UNKNOWN."""
    return is_number(value) or isinstance(value, (Expr, Unknown))


def contents(value: Any) -> Any:
    """What is known to be inside an argument: a dim, number, bool or str, or nested tuples of those; UNKNOWN otherwise.

    >>> contents([2, PyValue("int")]), contents(Shape.of(2, 3)), contents(UNKNOWN_TENSOR)
    ((2, ?), (2, 3), ?)
    """
    if isinstance(value, TensorType):
        known = value.value is not None and not isinstance(value.value, (Among, RowLengths))
        return value.value if known else UNKNOWN
    if isinstance(value, (list, tuple)):
        return tuple(contents(item) for item in value)
    if isinstance(value, Shape):
        return UNKNOWN if value.dims is None else tuple(value.dims)
    if isinstance(value, (int, float, str, bytes, complex, Expr)):
        return value
    return UNKNOWN


def inserted(value: Any, place: int) -> Any:
    """Nested contents with one more dim of size 1 in a place.

    >>> inserted((1, 2), 0), inserted((1, 2), 1)
    (((1, 2),), ((1,), (2,)))
    """
    return tuple(inserted(each, place - 1) for each in value) if place else (value,)


def columns(rows: tuple[Any, ...], count: int) -> Any:
    """The contents of rows that stand beside each other; None where nothing is known.

    >>> columns((UNKNOWN, (1, 2)), 2)
    ((?, 1), (?, 2))
    """
    unknown = (UNKNOWN,) * count
    if not any(isinstance(each, tuple) for each in rows):
        return None
    return tuple(zip(*(each if isinstance(each, tuple) else unknown for each in rows)))


def known_int(value: Any) -> int | None:
    """The value of an int argument, given as a Python int or as a constant tensor; None when it is not known."""
    inside = contents(value)
    return int(inside) if is_number(inside) else None


def known_bool(value: Any) -> bool | None:
    """The truth of a flag, which Python code may give as an int or None too; None when it is not known."""
    if value is None:
        return False
    inside = contents(value)
    return bool(inside) if isinstance(inside, int) else None


def items(value: Any) -> tuple[Any, ...] | None:
    """The items of a list argument, or None when its length is not known. A tensor is no list."""
    return tuple(value) if isinstance(value, (list, tuple)) else None


def total(sizes: Iterable[Dim]) -> Dim:
    """The sum of sizes."""
    result: Dim = 0
    for size in sizes:
        result = result + size
    return result


def is_ragged(value: Any) -> bool:
    return isinstance(value, TensorType) and value.kind == "ragged"


def is_sparse(value: Any) -> bool:
    return isinstance(value, TensorType) and value.kind == "sparse"


def plain(value: TensorType) -> TensorType:
    """The dtype and the shape of a tensor of any kind."""
    return TensorType(value.dtype, value.shape)


def differ(a: Dim, b: Dim) -> bool:
    """Whether two sizes are not the same for sure."""
    return equal(a, b) is False
