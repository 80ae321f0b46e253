"""Methods of text and bytes: done where everything is known, otherwise of the class that they give."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any, Final

from tftypes.inference.interpreter import formats
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model, Raised
from tftypes.inference.interpreter.texts import as_python, filled
from tftypes.inference.models.tensorflow.ops import PyValue, Unsure
from tftypes.inference.objects import Value, is_iterator, resolve
from tftypes.inference.values import Mapped, Seq

#: Methods by the class of what they give.
_RESULTS: Final = {
    "str": "capitalize casefold center expandtabs join ljust lower lstrip replace rjust rstrip strip "
    "swapcase title translate upper zfill removeprefix removesuffix decode",
    "bytes": "encode",
    "bool": "endswith isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace "
    "istitle isupper startswith",
    "int": "count find index rfind rindex",
}
_LONGEST: Final = 1000


def _computed(name: str, result: str, interpreter: Interpreter, call: Call) -> Value:
    text = call.receiver
    try:
        args = [_given(interpreter, each) for each in call.args]
        named = {key: _given(interpreter, each) for key, each in call.kwargs.items()}
        known = isinstance(text, (str, bytes))
    except Unsure:
        known = False
    if known:
        try:
            made = getattr(text, name)(*args, **named)
        except (TypeError, ValueError, LookupError) as error:
            raise Raised(f"builtins.{type(error).__name__}") from None
        if not isinstance(made, (str, bytes)) or len(made) <= _LONGEST:
            return made
    return PyValue(
        "bytes" if isinstance(text, bytes) and result == "str" and name != "decode" else result
    )


def _format(interpreter: Interpreter, call: Call) -> Value:
    text = call.receiver
    if not isinstance(text, str):
        return PyValue("str")
    formats.check_format(interpreter, text, call)
    return filled(text, call.args, call.kwargs)


def _format_map(interpreter: Interpreter, call: Call) -> Value:
    text, items = call.receiver, getattr(resolve(call.args[0]), "contents", None)
    if isinstance(text, str) and isinstance(items, Mapped) and items.is_whole:
        return filled(text, (), items.known)
    return PyValue("str")


def _given(interpreter: Interpreter, value: Value) -> Any:
    """An argument where all of it is known, and it makes no long text. Raises Unsure elsewhere."""
    items = interpreter.known_items(value) if is_iterator(resolve(value)) else None
    found = as_python(value if items is None else items)
    if isinstance(found, int) and found > _LONGEST:
        raise Unsure
    return found


def _split(name: str, interpreter: Interpreter, call: Call) -> Value:
    if isinstance(call.receiver, (str, bytes)):
        with suppress(Unsure):
            args = [_given(interpreter, each) for each in call.args]
            named = {key: _given(interpreter, each) for key, each in call.kwargs.items()}
            made = tuple(getattr(call.receiver, name)(*args, **named))
            if len(made) <= 64:
                return made if "partition" in name else interpreter.list(made)
    piece = PyValue("bytes" if isinstance(call.receiver, bytes) else "str")
    return (piece, piece, piece) if "partition" in name else interpreter.list(Seq((), piece))


METHODS: Final[dict[str, Model]] = {
    **{
        name: partial(_computed, name, result)
        for result, names in _RESULTS.items()
        for name in names.split()
    },
    **{
        name: partial(_split, name)
        for name in ("split", "rsplit", "splitlines", "partition", "rpartition")
    },
    "format": _format,
    "format_map": _format_map,
}
CLASSES: Final = {
    "builtins.str": LibraryClass(methods=METHODS),
    "builtins.bytes": LibraryClass(methods=METHODS),
}
