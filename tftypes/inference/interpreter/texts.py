"""Text made of values: formatted strings, `%`, `str` and `repr`."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from tftypes.algebra import Shape
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.sequences import LONGEST
from tftypes.inference.models.tensorflow.ops import PyValue, Unsure
from tftypes.inference.objects import Class, Container, Instance, Value, plain, resolve
from tftypes.inference.values import Mapped

_TEXT: Final = PyValue("str", given=True)
_CONVERSIONS: Final[dict[str, Callable[[Any], str]]] = {"str": str, "repr": repr, "ascii": ascii}
#: How many of the last letters of a text are kept: names of files end in fewer.
_LETTERS: Final = 40
#: A width or precision that would make a long text.
_WIDE: Final = re.compile(r"\d{4}|\*")
#: Where the text of a value goes, up to the letter that says how.
_CONVERSION: Final = re.compile(r"%[^a-zA-Z%]*(?:\([^)]*\)[^a-zA-Z%]*)?[hlL]?[a-zA-Z%]")


def as_python(value: Value, depth: int = 4) -> Any:
    """The Python object that a value is, through and through. Raises Unsure where not all of it is known."""
    value = resolve(value)
    if value is None or isinstance(value, (bool, int, float, str, bytes, complex)):
        return value
    if depth and isinstance(value, tuple):
        return tuple(as_python(each, depth - 1) for each in value)
    if depth and isinstance(value, Container):
        contents = value.contents
        if value.kind == "list" and isinstance(contents, tuple):
            return [as_python(each, depth - 1) for each in contents]
        if isinstance(contents, Mapped) and contents.is_whole:
            if not any(slot != "contents" for slot in value.written()):
                return {
                    as_python(key, depth - 1): as_python(each, depth - 1)
                    for key, each in contents.known.items()
                }
    raise Unsure


def text_of(interpreter: Interpreter, value: Value, conversion: str, node: ast.AST) -> Value:
    """`str(value)` or `repr(value)`, by the name of the function."""
    value = resolve(value)
    if isinstance(value, Instance):
        args = value.read("args")
        own = isinstance(value.cls, Class) and value.cls.find("__str__") is not None
        if conversion == "str" and isinstance(args, tuple) and not own:  # an exception
            value = args[0] if len(args) == 1 else args or ""
            return text_of(interpreter, value, conversion, node)
        for name in ("__str__", "__repr__") if conversion == "str" else ("__repr__",):
            if interpreter.has_method(value, name):
                found = resolve(interpreter.method(value, name, [], node))
                return found if isinstance(found, str) else _TEXT
        return _TEXT
    if isinstance(value, Shape) and (sizes := value.dims) is not None:
        known = all(isinstance(each, int) for each in sizes)
        shown = str(tuple(sizes)) if conversion == "str" else f"TensorShape({list(sizes)})"
        return shown if known else _TEXT
    try:
        made = _CONVERSIONS[conversion](as_python(value))
    except (Unsure, ValueError):
        return _TEXT
    return made if len(made) <= LONGEST else _TEXT


def formatted(value: Value, spec: str) -> Value:
    """`format(value, spec)`."""
    if _WIDE.search(spec):
        return _TEXT
    try:
        return format(as_python(plain(value)), spec)
    except (Unsure, ValueError, TypeError):
        return _TEXT


def percent(text: str, values: Value) -> Value:
    """`text % values`."""
    if _WIDE.search(text):
        return _TEXT
    try:
        made = text % as_python(values)
    except (Unsure, ValueError, TypeError, KeyError):
        return _ending(_CONVERSION.split(text)[-1])
    return made if len(made) <= LONGEST else _TEXT


def joined(parts: Sequence[Value]) -> Value:
    """Texts one after the other; of a text that is not known, what it ends in.

    >>> joined(["a", "b"]), joined([_TEXT, "/", "b"]).end, joined(["a", _TEXT]).end
    ('ab', '/b', '')
    """
    end = ""
    for each in reversed(parts):
        if not isinstance(each, str):
            return _ending((each.end if isinstance(each, PyValue) else "") + end)
        end = each + end
    return end if len(end) <= LONGEST else _ending(end)


def _ending(text: str) -> Value:
    """A text of which the last letters are known."""
    return PyValue("str", end=text[-_LETTERS:])


def filled(text: str, values: Sequence[Value], named: Mapping[str, Value]) -> Value:
    """`text.format(*values, **named)`."""
    if _WIDE.search(text):
        return _TEXT
    try:
        made = text.format(
            *(as_python(plain(each)) for each in values),
            **{name: as_python(plain(each)) for name, each in named.items()},
        )
    except (Unsure, ValueError, TypeError, LookupError, AttributeError):
        return _ending(text.rpartition("}")[2])
    return made if len(made) <= LONGEST else _TEXT
