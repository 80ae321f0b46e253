"""Objects of Python's own classes that never change, such as a match or a fraction: kept, and asked for what they give.

A function or a method that depends on its arguments alone is called where all of them are known. What it gives is a value
again, or another such object.
"""

from __future__ import annotations

import ast
import decimal
import fractions
import json
import math
import pathlib
import posixpath
import re
import statistics
import string
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter import symbols
from tftypes.inference.interpreter.arguments import written_argument
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.library_names import rebound
from tftypes.inference.interpreter.sequences import LONGEST
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model, Raised, giving
from tftypes.inference.interpreter.texts import as_python
from tftypes.inference.models.tensorflow.ops import PyValue, Unsure
from tftypes.inference.objects import TOP, External, Instance, Value, plain, resolve
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Mapped, Seq, contents_of, is_symbol

#: The slot of an instance with the object of Python's that it stands for.
_OBJECT: Final = "<object>"
#: The kinds of tensors that are no numbers of Python's.
_TENSORS: Final = ("tensor", "variable", "symbol", "ragged", "sparse")
#: What else `json.dumps` is given that says nothing of the classes of values.
_LAYOUT: Final = frozenset(
    {"obj", "fp", "indent", "sort_keys", "separators", "ensure_ascii", "allow_nan"}
)
_LARGEST: Final = 1 << 64
#: As many digits may stand before or behind the point.
_DIGITS: Final = 64
#: As many repetitions may a pattern have that is looked for, and as many letters what it is looked for in.
_REPEATS: Final = 3
_LETTERS: Final = 100
#: The classes whose objects are kept, by their canonical names.
_CLASSES: Final[dict[str, type]] = {
    "re.Match": re.Match,
    "re.Pattern": re.Pattern,
    "fractions.Fraction": fractions.Fraction,
    "decimal.Decimal": decimal.Decimal,
    "pathlib.PurePosixPath": pathlib.PurePosixPath,
}
_NAMES: Final = {cls: name for name, cls in _CLASSES.items()}
#: Functions that depend on their arguments alone.
_FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    **{
        f"re.{name}": getattr(re, name)
        for name in ("match", "search", "fullmatch", "findall", "finditer", "split", "sub", "subn", "compile", "escape")
    },
    **{f"struct.{name}": getattr(struct, name) for name in ("calcsize", "pack", "unpack")},
    "json.dumps": json.dumps,
    **{
        f"os.path.{name}": getattr(posixpath, name)
        for name in ("basename", "dirname", "normpath", "split", "splitext", "isabs")
    },
    "fractions.Fraction": fractions.Fraction,
    "decimal.Decimal": decimal.Decimal,
    "pathlib.PurePosixPath": pathlib.PurePosixPath,
    "string.capwords": string.capwords,
    "ast.literal_eval": ast.literal_eval,
    **{
        f"statistics.{name}": getattr(statistics, name)
        for name in ("mean", "fmean", "median", "median_low", "median_high", "mode")
    },
    "builtins.int.from_bytes": int.from_bytes,
    "builtins.str.maketrans": str.maketrans,
    **{
        f"math.{name}": getattr(math, name)
        for name in ("dist", "modf", "frexp", "ldexp", "remainder")
    },
}  # fmt: skip
#: Those that look for a pattern.
_MATCHING: Final = frozenset(
    _FUNCTIONS[f"re.{name}"]
    for name in ("match", "search", "fullmatch", "findall", "finditer", "split", "sub", "subn")
)
_STR: Final = PyValue("str")
#: What they give where their arguments are not known.
_UNKNOWN: Final[dict[str, Value]] = {
    **dict.fromkeys(
        ("json.dumps", "os.path.basename", "os.path.dirname", "os.path.normpath"), _STR
    ),
    **dict.fromkeys(("os.path.split", "os.path.splitext"), (_STR, _STR)),
}


def python_of(value: Value) -> Any:
    """The object of Python's that a value is. Raises Unsure where that is not known."""
    value = resolve(value)
    if isinstance(value, Instance) and (kept := value.read(_OBJECT)) is not ABSENT:
        return kept
    return as_python(plain(value))


def value_of(interpreter: Interpreter, found: Any, depth: int = 8) -> Value:
    """The value that an object of Python's is; TOP for one that is too large, or of another class."""
    if found is None or isinstance(found, (bool, float, complex)):
        return found
    if isinstance(found, int):
        return found if abs(found) < _LARGEST else TOP
    if isinstance(found, (str, bytes)):
        return found if len(found) <= LONGEST else TOP
    if type(found) in _NAMES and _is_small(found):
        return interpreter.instance(_NAMES[type(found)], {_OBJECT: found})
    if not depth or not isinstance(found, (tuple, list, dict)) or len(found) > LONGEST:
        return TOP
    if isinstance(found, dict):
        known = {key: value_of(interpreter, each, depth - 1) for key, each in found.items()}
        return interpreter.list(Mapped(known), "dict")
    items = tuple(value_of(interpreter, each, depth - 1) for each in found)
    return items if isinstance(found, tuple) else interpreter.list(items)


def _called(
    interpreter: Interpreter, function: Callable[..., Any], call: Call, unknown: Value = TOP
) -> Value:
    try:
        args = [python_of(each) for each in call.args]
        named: Mapping[str, Any] = {name: python_of(each) for name, each in call.kwargs.items()}
    except Unsure:
        return unknown
    if not _is_quick(function, args, named):
        return unknown
    try:
        found = function(*args, **named)
    except (
        *(ArithmeticError, LookupError, TypeError, ValueError, SyntaxError),
        *(re.error, struct.error, statistics.StatisticsError),
    ) as error:
        cls = type(error)
        name = cls.__name__ if cls.__module__ == "builtins" else "Exception"
        raise Raised(f"builtins.{name}") from None
    if hasattr(found, "__next__"):
        return interpreter.list(value_of(interpreter, tuple(found)), "iterator")
    return value_of(interpreter, found)


def _is_small(found: Any) -> bool:
    """Whether what is computed of a number takes no long time."""
    if isinstance(found, fractions.Fraction):
        return max(abs(found.numerator), found.denominator) < _LARGEST
    return not isinstance(found, decimal.Decimal) or (
        found.is_finite() and abs(found.adjusted()) < _DIGITS
    )


def _is_quick(function: Callable[..., Any], args: Sequence[Any], named: Mapping[str, Any]) -> bool:
    """Whether Python is done with a call in no time, whatever a program has written into it."""
    owner = getattr(function, "__self__", None)
    if function in _MATCHING or isinstance(owner, re.Pattern):
        given = args if function in _MATCHING else (owner, *args)
        if not given or not named.keys() <= {"flags", "count", "maxsplit"}:
            return False
        pattern, *texts = given
        written = pattern.pattern if isinstance(pattern, re.Pattern) else pattern
        return isinstance(written, str) and _matches_soon(written, texts)
    if function is ast.literal_eval:
        return isinstance(args[0], str) and len(args[0]) <= _LETTERS
    if function in (struct.pack, struct.unpack):
        return bool(args) and re.search(r"\d{4}", str(args[0])) is None
    is_text = any(isinstance(each, str) and "e" in each.lower() for each in args)
    return function is not fractions.Fraction or not is_text  # "1e999999999" is a long number


def _matches_soon(pattern: str, texts: Sequence[Any]) -> bool:
    """Whether a pattern cannot try too many ways: few repetitions, none of a group, of texts that are short."""
    count = sum(map(pattern.count, "*+{"))
    is_nested = any(f"){sign}" in pattern for sign in "*+{")
    return count <= _REPEATS and not is_nested and all(len(str(each)) <= _LETTERS for each in texts)


def refuse_in_json(interpreter: Interpreter, call: Call) -> None:
    """JSON has no tensor, no array and no object of a library's, unless the program says how it is written."""
    is_changed = rebound(interpreter, "json.JSONEncoder.default") is not ABSENT
    if is_changed or not call.kwargs.keys() <= _LAYOUT:
        return
    found = next(_not_in_json(call.get(0, "obj")), None)
    if isinstance(found, Instance):
        short = found.cls.name.rpartition(".")[2]
        words = f"{call.name}(): an object of {short} is not JSON serializable"
        written = written_argument(call.node, 0, "obj")
        is_whole = written and short == "History" and resolve(call.get(0, "obj")) is found
        hint = f"; {written}.history is" if is_whole else ""
        interpreter.refuse(call.node, "tf-value", f"{words}{hint}", "builtins.TypeError")
        return
    if found is not None and is_symbol(found):
        symbols.refuse(interpreter, found, f"{call.name}() takes the value of", call.node)
    elif found is not None:
        shown = TensorType(found.dtype, found.shape)
        what = "an array" if found.kind == "array" else "a tensor"
        values = "x.tolist() is" if found.kind == "array" else "x.numpy().tolist() is"
        if found.kind == "array" and found.shape.rank == 0:
            number = "int" if found.dtype.is_integer else "float"
            what, values = "a scalar of NumPy's", f"{number}(x), or default={number}, is"
        words = f"{call.name}(): {what} is not JSON serializable: {shown}; {values}"
        interpreter.refuse(call.node, "tf-value", words, "builtins.TypeError")


def _not_in_json(value: Value) -> Iterator[TensorType | Instance]:
    """The tensors, arrays and objects of Keras' among the values of a structure that are there for sure.

    A scalar of float64 is a float of Python's.
    """
    value = resolve(value)
    contents = contents_of(value)
    if isinstance(contents, Mapped):
        contents = tuple(v for k, v in contents.known.items() if k not in contents.optional)
    if isinstance(contents, Seq):
        contents = contents.prefix
    if isinstance(contents, tuple):
        for each in contents:
            yield from _not_in_json(each)
    if isinstance(value, Instance) and isinstance(value.cls, External):
        if value.cls.name.startswith("tensorflow.keras."):
            yield value
    is_array = isinstance(value, TensorType) and value.kind == "array" and value.shape.rank
    if isinstance(value, TensorType) and value.kind == "array" and value.shape.rank == 0:
        is_number = value.dtype.is_integer is True or value.dtype.is_floating is True
        is_array = is_number and value.dtype.name not in (None, "float64")
    if is_array or isinstance(value, TensorType) and value.kind in _TENSORS:
        yield value


def _applied(name: str, interpreter: Interpreter, call: Call) -> Value:
    if name == "json.dumps":
        refuse_in_json(interpreter, call)
    return _called(interpreter, _FUNCTIONS[name], call, _UNKNOWN.get(name, TOP))


def _method(name: str, interpreter: Interpreter, call: Call) -> Value:
    kept = call.receiver.read(_OBJECT)
    if kept is ABSENT:
        return TOP
    found = getattr(kept, name)
    return _called(interpreter, found, call)


def _attribute(name: str, interpreter: Interpreter, value: Instance) -> Value:
    kept = value.read(_OBJECT)
    return TOP if kept is ABSENT else value_of(interpreter, getattr(kept, name))


def _class(cls: type) -> LibraryClass:
    hidden = {*dir(type), "__pow__", "__rpow__"} - _SPECIAL  # a power may be a long number
    names = [name for name in dir(cls) if name not in hidden]
    called = {name for name in names if callable(getattr(cls, name))}
    return LibraryClass(
        methods={name: partial(_method, name) for name in called},
        attributes={name: partial(_attribute, name) for name in names if name not in called},
    )


#: What every class has, and these have of their own.
_SPECIAL: Final = {
    "__str__", "__repr__", "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__or__", "__ror__",
}  # fmt: skip
FUNCTIONS: Final[dict[str, Model]] = {name: partial(_applied, name) for name in _FUNCTIONS}
CONSTANTS: Final = {
    f"string.{name}": giving(getattr(string, name))
    for name in ("ascii_letters", "ascii_lowercase", "ascii_uppercase", "digits", "hexdigits", "punctuation", "whitespace")
}  # fmt: skip
CLASSES: Final = {name: _class(cls) for name, cls in _CLASSES.items()}
