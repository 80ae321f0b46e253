"""Methods of text and bytes: done where everything is known, otherwise of the class that they give."""

from __future__ import annotations

import ast
from contextlib import suppress
from functools import partial
from typing import Any, Final

from tftypes.inference.interpreter import formats
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.mixed_texts import are_mixed, decoded
from tftypes.inference.interpreter.python_values import kind_of
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model, Raised
from tftypes.inference.interpreter.texts import as_python, filled
from tftypes.inference.lattice import all_items
from tftypes.inference.models.tensorflow.ops import PyValue, Unsure
from tftypes.inference.objects import TOP, Value, is_iterator, python_type, resolve
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


#: Methods that take texts of the class of their receiver alone.
_ALIKE: Final = (
    "count", "endswith", "find", "index", "join", "lstrip", "partition", "removeprefix", "removesuffix", "replace", "rfind",
    "rindex", "rpartition", "rsplit", "rstrip", "split", "startswith", "strip",
)  # fmt: skip


def _of_one_class(method: Model, interpreter: Interpreter, call: Call) -> Value:
    """A method that refuses bytes where its receiver is text, and text where that is bytes."""
    is_join, given = call.name.endswith(".join"), call.args
    items = interpreter.items(call.args[0]) if is_join and call.args else None
    if items is not None:
        call, given = call.with_values([items]), all_items(items)
    if any(are_mixed(call.receiver, resolve(each)) for each in given):
        kind = kind_of(call.receiver)
        other, name = "str" if kind == "bytes" else "bytes", call.name.rpartition(".")[2]
        words = f".{name}() of {kind} takes {kind}, got {other}"
        told = _decoded(call.node, is_join, kind == "bytes")
        interpreter.refuse(call.node, "tf-value", words + told, "builtins.TypeError")
        return TOP
    return method(interpreter, call)


def _decoded(node: ast.AST, is_join: bool, is_receiver: bool) -> str:
    """The call of text alone, where its parts are written."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not node.args:
        return ""
    of, name = node.func.value, node.func.attr
    args = [*map(ast.unparse, node.args)]
    if is_receiver:
        return f"; {decoded(of)}.{name}({', '.join(args)}) does"
    one = f"[each.decode() for each in {args[0]}]" if is_join else decoded(node.args[0])
    return f"; {ast.unparse(node.func)}({', '.join([one, *args[1:]])}) does"


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
    is_same = result == "str" and name != "decode" and python_type(text) == "bytes"
    return PyValue("bytes" if is_same else result, given=kind_of(text) is not None)


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
    text = call.receiver
    piece = PyValue(str(python_type(text)), given=kind_of(text) is not None)
    return (piece, piece, piece) if "partition" in name else interpreter.list(Seq((), piece))


_METHODS: Final[dict[str, Model]] = {
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
    f"builtins.{cls.__name__}": LibraryClass(
        methods={
            name: partial(_of_one_class, method) if name in _ALIKE else method
            for name, method in _METHODS.items()
            if hasattr(cls, name)
        }
    )
    for cls in (str, bytes)
}
