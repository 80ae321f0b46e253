"""tf.experimental.numpy: the dtypes that its functions make, and what they read of their operands.

They promote dtypes as NumPy does: a Python float beside an int32 tensor makes float64. What exactly is for
`experimental_enable_numpy_behavior` to say, which a program calls once, or not at all. A rule is asked with what may be
in force (`assumed`), and says what all of it has in common; outside of a program it is what TensorFlow starts with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import Enum
from functools import reduce, wraps
from typing import Any, Final, TypeVar, cast

from tftypes.algebra import UNKNOWN, DType, DTypeMismatch, Expr, Shape, TensorType, Unknown, dtypes
from tftypes.algebra.promotion import promote, promote_python

from .arguments import axis_argument, dtype_argument, shape_argument
from .conversion import measured
from .groups import FLOATS, INEXACT
from .rule import OpError, Unsure, names_of, rule
from .values import (
    BOOL,
    DENSE,
    FLOAT32,
    FLOAT64,
    INT64,
    STRING,
    ListOf,
    PyType,
    PyValue,
    is_dim,
    is_number,
)

F = TypeVar("F", bound=Callable[..., Any])


class Behavior(Enum):
    """What `experimental_enable_numpy_behavior` has been called with."""

    #: It has not been called: tensors have no methods of NumPy's, and their operators want one dtype.
    OFF = "off"
    LEGACY = "legacy"
    #: With `prefer_float32=True`: Python's floats are float32, and no weaker than a tensor of that.
    LEGACY32 = "legacy, prefer_float32"
    #: With the mode "safe" or "all": dtypes of 32 bits, and tensors that are weaker than others.
    CONVERTING = "safe or all"


ALL: Final = frozenset(Behavior)
_POSSIBLE: ContextVar[frozenset[Behavior]] = ContextVar(
    "possible", default=frozenset({Behavior.OFF})
)


@contextmanager
def assumed(behaviors: Iterable[Behavior]) -> Iterator[None]:
    """Within, the rules say what holds whichever of these is in force."""
    token = _POSSIBLE.set(frozenset(behaviors))
    try:
        yield
    finally:
        _POSSIBLE.reset(token)


def is_assumed(behavior: Behavior) -> bool:
    """Whether the rules say what holds where this is in force."""
    return _POSSIBLE.get() == {behavior}


def whichever(made: Callable[[Behavior], DType]) -> DType:
    """The dtypes that there may be.

    >>> with assumed([Behavior.OFF, Behavior.CONVERTING]):
    ...     whichever(lambda behavior: of_python("float", behavior))
    float32 | float64
    """
    found = {made(behavior) for behavior in _POSSIBLE.get()}
    return found.pop() if len(found) == 1 else dtypes.join_all(found)


#: The parameters for one int; some functions take it from whatever there is, a float, a bool.
_INTS: Final = frozenset({"axis", "axis1", "axis2", "N", "M", "n"})


def numpy_rule(op: str, *calls: str) -> Callable[[F], F]:
    """A rule of this module's; the examples begin behind the opening bracket."""
    name = f"experimental.numpy.{op}"
    register = rule(f"tensorflow.{name}", *(f"tf.{name}({call}" for call in calls))
    return lambda function: register(_with_loose_ints(function))


def _with_loose_ints(function: F) -> F:
    places = [place for place, name in enumerate(names_of(function)) if name in _INTS]
    if not places:
        return function

    @wraps(function)
    def loosened(*args: Any, **kwargs: Any) -> Any:
        given = [_int_or_unknown(arg) if at in places else arg for at, arg in enumerate(args)]
        named = {
            name: _int_or_unknown(value) if name in _INTS else value
            for name, value in kwargs.items()
        }
        return function(*given, **named)

    return cast(F, loosened)


def _int_or_unknown(value: Any) -> Any:
    if isinstance(value, TensorType):
        return value if value.dtype.is_integer else UNKNOWN
    is_some_float = isinstance(value, PyValue) and value.type == "float"
    return UNKNOWN if is_some_float or isinstance(value, (float, bool)) else value


@contextmanager
def naming(**names: str) -> Iterator[None]:
    """Within, errors of another op's rule name the arguments as this function does, and give no advice for the other."""
    try:
        yield
    except OpError as error:
        argument = names.get(error.argument or "", error.argument)
        renamed = OpError(error.code, error.message, argument)
        renamed.in_graph = error.in_graph
        raise renamed from None


# --- operands ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Leaf:
    """What decides the dtype of an operand: a dtype, or a Python value of some type, which is weaker."""

    dtype: DType | None = None
    python: str = ""
    #: Whether a small dtype holds the value, whatever the version of NumPy.
    is_small: bool = False


def leaves(value: Any) -> list[Leaf]:
    """Of a tensor its dtype; of lists that of each item.

    Raises Unsure for what is no dense tensor and becomes none.
    """
    if isinstance(value, TensorType):
        return [Leaf(_own_dtype(value))]
    if isinstance(value, (list, tuple)):
        return [leaf for item in value for leaf in leaves(item)]
    if isinstance(value, ListOf):
        return leaves(value.item)
    if isinstance(value, (str, bytes)):
        return [Leaf(STRING)]
    python = _python_type(value)
    if isinstance(value, DType):
        return [Leaf(value)]
    if python is None:
        raise Unsure
    return [Leaf(python=python, is_small=_is_small(value))]


def _own_dtype(value: TensorType) -> DType:
    if value.kind not in DENSE:
        raise Unsure
    # A scalar of NumPy's may be as weak as Python's numbers are, which is for its version to say; texts may be numbers.
    is_array = value.kind == "array"
    is_open = is_array and (not value.shape.min_rank or value.dtype.is_string is not False)
    return DType.any() if is_open else value.dtype


def _python_type(value: Any) -> str | None:
    if isinstance(value, Expr):
        return "int"
    if isinstance(value, PyValue):
        return value.type if value.sure and value.type in _PYTHON else None
    name = type(value).__name__
    return name if name in _PYTHON else None


def _is_small(value: Any) -> bool:
    return isinstance(value, (int, float)) and 0 <= value < 128


#: The types of Python's numbers, the wider the later.
_PYTHON: Final = ("bool", "int", "float", "complex")


def of_python(name: str, behavior: Behavior) -> DType:
    """The dtype of a Python number by itself."""
    if name == "bool":
        return BOOL
    if name == "int":
        return DType.of("int32", "int64") if behavior is Behavior.CONVERTING else INT64
    if name == "complex":
        return {Behavior.LEGACY32: DType.of("complex64"), Behavior.CONVERTING: DType.any()}.get(
            behavior, DType.of("complex128")
        )
    if behavior is Behavior.CONVERTING:
        return DType.of("float32", "float64")
    return FLOAT32 if behavior is Behavior.LEGACY32 else FLOAT64


def of_type(name: str, behavior: Behavior) -> DType:
    """The dtype that a Python type stands for where it is asked for: `dtype=float` is not a float."""
    if behavior is not Behavior.CONVERTING:
        return {"float": FLOAT64, "int": INT64, "bool": BOOL, "complex": DType.of("complex128")}[
            name
        ]
    return {"float": FLOAT32, "int": DType.of("int32"), "bool": BOOL}.get(name, DType.any())


def default_float() -> DType:
    """The dtype of floats where none is asked for, and of what becomes one."""
    return whichever(lambda behavior: of_type("float", behavior))


def together(*values: Any) -> DType:
    """The dtype of operands that are promoted to one.

    >>> together(TensorType.parse("int32[2]"), 1.5), together(TensorType.parse("float32[2]"), [1, 2])
    (float64, float32)
    """
    found = [leaf for value in values for leaf in leaves(value)]
    return whichever(lambda behavior: _together(found, behavior))


def strongly(*given: DType) -> DType:
    """The dtype of tensors that are promoted to one."""
    return whichever(lambda behavior: _strongly(given, behavior))


def alone(value: Any) -> DType:
    """The dtype of the tensor that an operand becomes."""
    return together(value)


def _together(found: list[Leaf], behavior: Behavior) -> DType:
    if not found:
        return FLOAT64 if behavior is not Behavior.CONVERTING else DType.of("float32", "float64")
    strong = [leaf.dtype for leaf in found if leaf.dtype is not None]
    weak = [leaf for leaf in found if leaf.dtype is None]
    if behavior is Behavior.LEGACY32 and strong:
        # Floats are no weaker there than tensors are.
        strong += [of_python(w.python, behavior) for w in weak if w.python in ("float", "complex")]
        weak = [leaf for leaf in weak if leaf.python in ("bool", "int")]
    if not strong:
        widest = max((leaf.python for leaf in weak), key=_PYTHON.index)
        return of_python(widest, behavior)
    dtype = _strongly(strong, behavior)
    return reduce(lambda made, leaf: _beside(made, leaf, behavior), weak, dtype)


def _strongly(given: Iterable[DType], behavior: Behavior) -> DType:
    """Of more than two dtypes it depends on the version of NumPy what they make, and in what order."""
    different = list(dict.fromkeys(given))
    if len(different) == 1:
        return different[0]
    if len(different) > 2 or behavior is Behavior.CONVERTING:
        return DType.any()
    try:
        return promote(different[0], different[1], "legacy")
    except DTypeMismatch:
        return DType.any()


#: Those of which all versions of NumPy say the same beside a Python number.
_SURE: Final = frozenset(
    {"bool", "int32", "int64", "float32", "float64", "complex64", "complex128"}
)


def _beside(dtype: DType, leaf: Leaf, behavior: Behavior) -> DType:
    """The dtype of a tensor beside a Python number."""
    if behavior is Behavior.CONVERTING:
        holds = {"int": {"int32", "int64"} | FLOATS, "float": {"float32", "float64"}}
        return dtype if dtype.names <= holds.get(leaf.python, set()) else DType.any()
    is_plain = leaf.is_small and "bfloat16" not in dtype.names
    if not (dtype.names <= _SURE or is_plain):
        return DType.any()
    try:
        return promote_python(dtype, _TYPES[leaf.python], "legacy")
    except DTypeMismatch:
        return DType.any()


_TYPES: Final = {"bool": bool, "int": int, "float": float, "complex": complex}


# --- arguments --------------------------------------------------------------------------------------------------------


def shape_of(value: Any, argument: str) -> Shape:
    """The shape of the tensor that an operand becomes.

    Raises Unsure for what is no dense tensor, OpError for what never becomes one.
    """
    if isinstance(value, Unknown):
        raise Unsure  # it may be ragged
    if isinstance(value, TensorType):
        if value.kind not in DENSE:
            raise Unsure
        return value.shape
    if isinstance(value, (Shape, DType, PyType)):
        raise Unsure
    return measured(value, argument)


def array(value: Any, argument: str, dtype: DType | None = None) -> TensorType:
    """The tensor that an operand becomes, by itself."""
    shape = shape_of(value, argument)
    return TensorType(alone(value) if dtype is None else dtype, shape)


def axis_of(value: Any, rank: int | None, argument: str = "axis") -> int | None:
    """An axis of a function that adds the rank to a negative one, and leaves the rest to an op that does so too."""
    if rank and is_number(value) and -2 * rank <= value < -rank:
        return value % rank
    return axis_argument(value, rank, argument)


def sizes_argument(value: Any, argument: str = "shape") -> Shape:
    """A shape; eagerly floats in a list are cut to ints."""
    if isinstance(value, (list, tuple)) and not all(map(is_dim, value)):
        value = [each if is_dim(each) else _size(each) for each in value]
    return shape_argument(value, argument)


def _size(value: Any) -> Any:
    if isinstance(value, float) or (isinstance(value, PyValue) and value.type == "float"):
        return UNKNOWN
    return value


def asked(value: Any) -> DType:
    """The dtype that an argument asks for; None stands for none."""
    if isinstance(value, PyType):
        return whichever(lambda behavior: of_type(value.name, behavior))
    if isinstance(value, str):
        # What converts dtypes takes a name for a string, and its dtype for that of strings.
        return whichever(
            lambda behavior: (
                DType.of(value)
                if value in _NAMED and behavior is not Behavior.CONVERTING
                else DType.any()
            )
        )
    return dtype_argument(value) if isinstance(value, DType) else DType.any()


#: The names that NumPy knows too.
_NAMED: Final = frozenset(
    {
        *("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
        *("float16", "float32", "float64", "complex64", "complex128"),
    }
)

#: Those that NumPy takes for floats: bfloat16 is none to it.
NUMPY_INEXACT: Final = INEXACT - {"bfloat16"}


def inexact(dtype: DType) -> DType:
    """What a function on real numbers makes of a dtype: ints become floats."""
    if dtype.names <= NUMPY_INEXACT:
        return dtype
    return dtypes.join_all(
        DType.of(name) if name in NUMPY_INEXACT else default_float() for name in dtype.names
    )
