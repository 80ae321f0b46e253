"""tf.keras.ops: the dtypes that Keras promotes to, and what its functions read of their operands.

Keras promotes dtypes in a way of its own: an int32 beside a float32 is a float32, and a Python number takes the dtype of
the tensor beside it wherever that can hold it. What an int becomes where floats are needed is the default float
(`keras.config.floatx()`), which a program may set. A rule is asked with those that may be in force (`assumed`).

An operand may be one of Keras' symbols. A rule gets what the symbols stand for, and is told that there are some
(`has_symbols`): Keras then computes dtypes and shapes by other functions, which mostly say the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from itertools import product
from math import prod
from typing import Any, Final, TypeVar

from tftypes.algebra import DType, Expr, Shape, TensorType, Unknown

from .conversion import as_tensor
from .groups import COMPLEX, FLOATS, INTS, PARTS
from .rule import OpError, Unsure, rule
from .values import ANY, BOOL, FLOAT32, ListOf, PyType, PyValue

F = TypeVar("F", bound=Callable[..., Any])

#: What an operand brings to a promotion: the dtypes that it may have, or "int" or "float" for a Python number.
Given = frozenset[str]
#: From a dtype, and the default float, to another dtype.
Made = Callable[[str, str], str]

_FLOATX: ContextVar[Given] = ContextVar("floatx", default=frozenset({"float32"}))
_SYMBOLS: ContextVar[bool] = ContextVar("symbols", default=False)
_FORMAT: ContextVar[Any] = ContextVar("data_format", default="channels_last")


@contextmanager
def assumed(
    floatx: DType = FLOAT32, symbols: bool = False, data_format: Any = "channels_last"
) -> Iterator[None]:
    """Within, the rules say what holds whichever of these is the default float; of symbols, if there are some."""
    tokens = _FLOATX.set(floatx.names & FLOATS), _SYMBOLS.set(symbols), _FORMAT.set(data_format)
    try:
        yield
    finally:
        _FLOATX.reset(tokens[0])
        _SYMBOLS.reset(tokens[1])
        _FORMAT.reset(tokens[2])


def has_symbols() -> bool:
    """Whether the operands stand for tensors that are not there yet."""
    return _SYMBOLS.get()


def without_symbols() -> None:
    """Raises Unsure for symbols, of which Keras says something else than what is made of tensors."""
    if has_symbols():
        raise Unsure


#: Functions that take symbols of shapes that no tensors may have, of which only a run of the model tells.
LAX: Final[set[str]] = set()


def keras_rule(op: str, *calls: str, package: str = "ops", lax: bool = False) -> Callable[[F], F]:
    """A rule of one of these modules; the examples begin behind the opening bracket."""
    name = f"keras.{package}.{op}"
    if lax:
        LAX.add(f"tensorflow.{name}")
    if not any(" !! " in call for call in calls):
        calls = (*calls, _refused(calls[0]))
    return rule(f"tensorflow.{name}", *(f"tf.{name}({call}" for call in calls))


def _refused(call: str) -> str:
    """The example of a function that refuses nothing but what becomes no tensor.

    >>> _refused("f32[2, N], 1.0) -> f32[2, N]")
    '[[1.5], [2.5, 3.5]], 1.0) !! nested lists of different shapes'
    """
    given = call.partition(" -> ")[0]
    changed = re.sub(r"\w+\[[^\]]*\]", "[[1.5], [2.5, 3.5]]", given, count=1)
    return f"{changed} !! nested lists of different shapes"


# --- promotion --------------------------------------------------------------------------------------------------------

#: Python's numbers, which are weaker than tensors.
WEAK: Final[Given] = frozenset({"int", "float"})

#: The next larger dtypes of each.
_NEXT: Final[Mapping[str, tuple[str, ...]]] = {
    "bool": ("int",),
    "int": ("uint8", "int8", "complex64"),
    "uint8": ("int16", "uint16"),
    "uint16": ("int32", "uint32"),
    "uint32": ("int64", "uint64"),
    "uint64": ("float",),
    "int8": ("int16",),
    "int16": ("int32",),
    "int32": ("int64",),
    "int64": ("float",),
    "float": ("bfloat16", "float16"),
    "bfloat16": ("float32",),
    "float16": ("float32",),
    "float32": ("float64", "complex64"),
    "float64": ("complex128",),
    "complex64": ("complex128",),
    "complex128": (),
}

#: Two dtypes of 64 bits that no promotion ends with.
_NARROWED: Final = {"uint64": "uint32", "complex128": "complex64"}


@cache
def _above(name: str) -> Given:
    """The dtypes that hold what one holds, with itself."""
    return frozenset({name}).union(*map(_above, _NEXT[name]))


@cache
def _least(names: Given) -> str:
    """The smallest dtype that holds what all of them do."""
    common = frozenset.intersection(*map(_above, names))
    return next(name for name in common if common <= _above(name))


@cache
def _promoted(names: Given, floatx: str, narrows: bool) -> str | None:
    """The dtype that some are promoted to; None where that is not known."""
    if len(names) == 1 and not names <= WEAK:
        made = next(iter(names))
        if not narrows:
            return made
    elif names <= _NEXT.keys():
        # Python's numbers alone are what a float and an int are: the default ones.
        made = ("float" if "float" in names else "int") if names <= WEAK else _least(names)
    else:
        return None
    if made in WEAK:
        made = f"{made}{floatx[-2:]}"  # and float16 where that is bfloat16
    return _NARROWED.get(made, made)


#: So many combinations are gone through.
_MOST: Final = 256


def promoted(*given: Given, narrows: bool = True) -> DType:
    """The dtype of operands together; those of one dtype may not be promoted at all, which `narrows` none.

    >>> str(promoted(frozenset({"int32"}), frozenset({"float"})))
    'float32'
    """
    if not given or prod(map(len, given)) > _MOST:
        return ANY
    found = {
        _promoted(frozenset(names), floatx, narrows)
        for names in product(*given)
        for floatx in _FLOATX.get()
    }
    if None in found:
        return ANY
    names = {name for name in found if name}
    # Complex numbers of 128 bits stay what they are in some versions.
    is_wide = "complex64" in names and any("complex128" in each for each in given)
    return DType(frozenset(names | {"complex128"} if is_wide else names))


def each(dtype: DType, made: Made) -> DType:
    """What becomes of a dtype, by a function of its name and the default float."""
    if dtype == ANY:
        return ANY
    return DType(frozenset(made(name, floatx) for name in dtype.names for floatx in _FLOATX.get()))


def default_float() -> DType:
    """The dtype of floats where none is asked for."""
    return DType(_FLOATX.get())


def default_format() -> Any:
    """Where images have their channels where a call does not say it."""
    return _FORMAT.get()


def same(name: str, floatx: str) -> str:
    return name


def parts(name: str, floatx: str) -> str:
    """The real dtype of the parts of a complex one."""
    if name in PARTS:
        without_symbols()
    return PARTS.get(name, name)


def truth(name: str, floatx: str) -> str:
    return "bool"


def inexact(name: str, floatx: str) -> str:
    """What a function on real numbers makes of ints and bools."""
    return floatx if name in INTS or name == "bool" else name


def with_float(name: str, floatx: str) -> str:
    """What is promoted with a Python float: complex numbers of 128 bits become smaller in some versions."""
    if name == "complex128":
        raise Unsure
    return inexact(name, floatx)


def counted(name: str, floatx: str) -> str:
    """What sums are of: small ints and bools become those of 32 bits."""
    return _COUNTED.get(name, name)


_COUNTED: Final = {
    **dict.fromkeys(("bool", "int8", "int16"), "int32"),
    **dict.fromkeys(("uint8", "uint16"), "uint32"),
}


# --- operands ---------------------------------------------------------------------------------------------------------


def operand(value: Any, argument: str) -> TensorType:
    """The tensor that an operand becomes by itself.

    Raises Unsure for what may be no dense tensor, OpError for what never becomes one.
    """
    if isinstance(value, (list, tuple, ListOf)) and (has_symbols() or _is_untold(value)):
        raise Unsure  # lists have no dtype beside a symbol, and may hold one
    if isinstance(value, (Unknown, Shape, DType, PyType)):
        raise Unsure
    made = as_tensor(value, argument=argument)
    if has_symbols() and made.dtype.is_string:
        raise Unsure  # which no op of TensorFlow's is asked for
    return made


def _is_untold(value: Any) -> bool:
    if isinstance(value, ListOf):
        return _is_untold(value.item)
    if isinstance(value, (list, tuple)):
        return any(map(_is_untold, value))
    return isinstance(value, Unknown)


def places(value: Any, argument: str) -> Shape:
    """The shape of an operand of places, which may be a list beside a symbol too."""
    if isinstance(value, (list, tuple)) and not _is_untold(value):
        try:
            return as_tensor(value, argument=argument).shape
        except OpError:
            without_symbols()
            raise
    return operand(value, argument).shape


def changed(value: Any, argument: str) -> TensorType:
    """The operand of what gives a tensor back as it is where nothing is to be done: a variable stays one then."""
    if isinstance(value, TensorType) and value.kind == "variable":
        raise Unsure
    return operand(value, argument)


def given(value: Any, argument: str) -> Given:
    """What an operand brings to a promotion, where a Python number is weaker than a tensor."""
    if isinstance(value, bool) or value == PyValue("bool"):
        return BOOL.names
    if isinstance(value, (int, Expr)):
        return frozenset({"int"})
    if isinstance(value, float):
        return frozenset({"float"})
    if isinstance(value, PyValue) and value.type in WEAK:
        return frozenset({value.type}) if value.sure else WEAK
    return operand(value, argument).dtype.names


def strongly(value: Any, argument: str) -> Given:
    """What an operand brings to a promotion that makes a tensor of it first."""
    return operand(value, argument).dtype.names


def together(values: Iterable[Any], argument: str) -> DType:
    """The dtype of a list of operands that are made tensors of first, and promoted where they have several."""
    given = [strongly(value, argument) for value in values]
    made = promoted(*given, narrows=False)
    return DType(made.names | promoted(*given).names) if has_symbols() else made


def told(dtype: DType) -> DType:
    """The dtype of a result, which Keras may promote by itself where it is a symbol's."""
    return DType(dtype.names | promoted(dtype.names).names) if has_symbols() else dtype


# --- arguments --------------------------------------------------------------------------------------------------------

#: The names of dtypes that Keras and TensorFlow both take for the same.
_NAMED: Final = FLOATS | INTS | COMPLEX | {"bool"}


def asked(value: Any, default: DType | None = None) -> DType:
    """The dtype that an argument asks for; without one, the default float or another default."""
    if value is None:
        return default_float() if default is None else default
    if isinstance(value, str):
        return DType.of(value) if value in _NAMED else ANY
    return value if isinstance(value, DType) else ANY
