"""Types as mypy writes them in its messages, read back.

mypy tells a plugin of an error after it has turned the types into text. What
matters here is only the part about tensors: `Tensor[float32, Shape[Literal[3]]]`.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from tftypes.algebra import (
    UNKNOWN,
    Dim,
    DType,
    NamedInt,
    Shape,
    Symbol,
    TensorType,
    Unknown,
    Variadic,
)
from tftypes.algebra.tensors import Kind
from tftypes_mypy import names

_TOKEN: Final = re.compile(r"\s*(?:(\(\)|[\[\],|*(){}])|('(?:[^'\\]|\\.)*')|([^\s\[\],|*'(){}]+))")

#: Collections that mypy takes for one another, the narrower first.
_WIDER: Final = {
    "list": {"Sequence", "MutableSequence", "Iterable", "Collection", "Reversible"},
    "tuple": {"Sequence", "Iterable", "Collection", "Reversible"},
    "dict": {"Mapping", "MutableMapping"},
    "set": {"AbstractSet", "Iterable", "Collection"},
    "Generator": {"Iterator", "Iterable"},
    "Iterator": {"Iterable"},
    "Sequence": {"Iterable", "Collection", "Reversible"},
}
#: Holds the number of fields of a struct's schema, see `features.structs`.
_COUNT: Final = "\0"
#: What a TypedDict without a name is called; its fields are its arguments.
TYPED_DICT: Final = "TypedDict"
_KINDS: Final[dict[str, Kind]] = {
    name.rpartition(".")[2]: kind for name, kind in names.KINDS.items()
}
#: Classes of the stubs alone, by what they are to people.
_SHOWN: Final = {names.VARIABLE_SLICE.rpartition(".")[2]: names.TENSOR}
#: The short names of specs that are generic in dtype and shape.
SPECS: Final = frozenset(name.rpartition(".")[2] for name in names.SPECS)
_ARITHMETIC: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "Add": operator.add,
    "Sub": operator.sub,
    "Mul": operator.mul,
    "FloorDiv": operator.floordiv,
}

#: Says of the name of a Dimension: its value, None where it has none, or UNKNOWN.
DimensionValue = Callable[[str], int | None | Unknown]


@dataclass(frozen=True)
class Text:
    """A type in a message: a name with arguments, or a union of those (name "|")."""

    name: str
    args: tuple[Text, ...] = ()

    @property
    def short(self) -> str:
        return self.name.rpartition(".")[2]


class Unreadable(ValueError):
    """Text that is no type of the simple kind: a callable, an abbreviation."""


def read(text: str) -> Text:
    """The type that the text means.

    Raises:
      Unreadable: it is not made of names, brackets and bars.
    """
    tokens: list[str] = []
    position = 0
    text = text.rstrip()
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise Unreadable(text)
        tokens.append(match[1] or match[2] or match[3])
        position = match.end()
    found, rest = _union(tokens, 0)
    if rest != len(tokens):
        raise Unreadable(text)
    return found


def _union(tokens: list[str], at: int) -> tuple[Text, int]:
    item, at = _item(tokens, at)
    items = [item]
    while at < len(tokens) and tokens[at] == "|":
        item, at = _item(tokens, at + 1)
        items.append(item)
    return (items[0] if len(items) == 1 else Text("|", tuple(items))), at


def _item(tokens: list[str], at: int) -> tuple[Text, int]:
    if at >= len(tokens):
        raise Unreadable("ends too early")
    name = tokens[at]
    if name == "*":
        inner, at = _item(tokens, at + 1)
        return Text("Unpack", (inner,)), at
    if name == TYPED_DICT and tokens[at + 1 : at + 2] == ["("]:
        return _typed_dict(tokens, at + 2)
    if name in "[],|(){}" or not re.match(r"[\w.'-]", name):
        raise Unreadable(name)
    name = _SHOWN.get(name.rpartition(".")[2].rstrip("?"), name.rstrip("?"))
    at += 1
    args: list[Text] = []
    if at < len(tokens) and tokens[at] == "[":
        at += 1
        if tokens[at : at + 1] == ["()"]:
            at += 1
        while at < len(tokens) and tokens[at] != "]":
            arg, at = _union(tokens, at)
            args.append(arg)
            if at < len(tokens) and tokens[at] == ",":
                at += 1
        if at >= len(tokens):
            raise Unreadable("an open bracket")
        at += 1
        if at < len(tokens) and tokens[at] == "?":
            at += 1
    if name == "Literal" and args:
        return Text("Literal", tuple(args)), at
    return Text(name, tuple(args)), at


def _typed_dict(tokens: list[str], at: int) -> tuple[Text, int]:
    """`TypedDict({'x': int, 'y'?: str})`, and `TypedDict(module.Name, {...})`, which is its name."""
    named = tokens[at + 1 : at + 2] == [","]
    name = tokens[at].strip("'")
    at += 2 if named else 0
    if tokens[at : at + 1] != ["{"]:
        raise Unreadable("a schema without fields")
    at += 1
    fields: list[Text] = []
    while tokens[at : at + 1] not in (["}"], []):
        key = tokens[at]
        if tokens[at + 1 : at + 2] not in ([":"], ["?:"], ["=:"], ["?=:"]):
            raise Unreadable(key)
        typ, at = _union(tokens, at + 2)
        fields.append(Text(key, (typ,)))
        at += tokens[at : at + 1] == [","]
    if tokens[at : at + 2] != ["}", ")"]:
        raise Unreadable("an open brace")
    return (Text(name) if named else Text(TYPED_DICT, tuple(fields))), at + 2


def key(text: Text) -> str:
    """The name of a field of a TypedDict."""
    return str(ast.literal_eval(text.name))


# --- to the algebra ------------------------------------------------------------------


def tensor(text: Text, value_of: DimensionValue) -> TensorType | None:
    """The tensor that the text means, or None where it means none."""
    kind = _KINDS.get(text.short)
    return None if kind is None else of_arguments(text, kind, value_of)


def of_arguments(text: Text, kind: Kind, value_of: DimensionValue) -> TensorType:
    """The tensor of a dtype and a shape that stand in brackets."""
    if len(text.args) != 2:
        return TensorType(DType.any(), Shape.unknown(), kind)
    return TensorType(_dtype(text.args[0]), shape(text.args[1], value_of), kind)


def _dtype(text: Text) -> DType:
    items = text.args if text.name == "|" else (text,)
    found: frozenset[str] = frozenset()
    for item in items:
        for make in (DType.of, DType.group):
            try:
                found |= make(item.short).names
                break
            except ValueError:
                continue
        else:
            return DType.any()
    return DType(found)


def shape(text: Text, value_of: DimensionValue) -> Shape:
    """The shape that the text means."""
    if text.short != "Shape":
        return Shape.unknown()
    prefix: list[Dim] = []
    for index, arg in enumerate(text.args):
        if arg.name == "Unpack":
            inner = arg.args[0]
            middle: Any = UNKNOWN if inner.short == "tuple" else Variadic(inner.name)
            suffix = tuple(_dim(rest, value_of) for rest in text.args[index + 1 :])
            return Shape(tuple(prefix), middle, suffix)
        prefix.append(_dim(arg, value_of))
    return Shape.of(*prefix)


def _dim(text: Text, value_of: DimensionValue) -> Dim:
    if text.name == "Literal":
        return int(text.args[0].name) if text.args[0].name.isdigit() else UNKNOWN
    if text.short in _ARITHMETIC and len(text.args) == 2:
        left, right = (_dim(arg, value_of) for arg in text.args)
        if text.short == "FloorDiv" and right == 0:
            return UNKNOWN
        result: Dim = _ARITHMETIC[text.short](left, right)
        return result
    if text.args or text.short in {"Any", "int", "object", "Never", "|"}:
        return UNKNOWN
    value = value_of(text.short)
    if value is None:
        return Symbol(text.short)
    return NamedInt(value, text.short) if isinstance(value, int) else UNKNOWN


def takes(narrow: str, wide: str) -> bool:
    """Whether a collection of the one name passes for one of the other."""
    return narrow == wide or wide in _WIDER.get(narrow, ())


# --- for people ----------------------------------------------------------------------

_START: Final = re.compile(
    r"[\w.]*\b(?:(?:Ragged|Sparse|Keras|(?:Dense|Ragged)?Struct)?Tensor|(?:Ragged|Sparse)?TensorSpec|LinearOperator\w*|Variable|_VariableSlice|IndexedSlices|Shape)\["
)


def pretty(message: str) -> str:
    """The message with its tensors written as in an annotation.

    Examples:
      >>> pretty('Revealed type is "tensorflow.Tensor[float32, Shape[Literal[2], Any]]"')
      'Revealed type is "Tensor[float32, Shape[2, None]]"'
    """
    parts: list[str] = []
    position = 0
    while match := _START.search(message, position):
        end = _closing(message, match.end() - 1)
        try:
            text = read(message[match.start() : end])
        except Unreadable:
            end = match.end()
            parts.append(message[position:end])
        else:
            parts += [message[position : match.start()], _annotation(text)]
        position = end
    return "".join([*parts, message[position:]])


def _closing(message: str, opening: int) -> int:
    depth = 0
    for index in range(opening, len(message)):
        depth += {"[": 1, "]": -1}.get(message[index], 0)
        if depth == 0:
            return index + 1
    return len(message)


def _annotation(text: Text) -> str:
    if text.short == "Shape":
        return f"Shape[{_dims(text) or '()'}]"
    if text.name == "|":
        return " | ".join(map(_annotation, text.args))
    if text.name == TYPED_DICT:
        fields = [f for f in text.args if key(f) != _COUNT]
        shown = [f"{f.name}: {_annotation(f.args[0])}" for f in fields]
        count = Text("Literal", (Text(str(len(fields))),))
        is_whole = any(f.args[0] == count for f in text.args if key(f) == _COUNT)
        return "{" + ", ".join(shown if is_whole else [*shown, "..."]) + "}"
    if not text.args:
        return text.short
    return f"{text.short}[{', '.join(map(_annotation, text.args))}]"


def _dims(text: Text) -> str:
    def name(short: str) -> None:
        return None

    dims = []
    for arg in text.args:
        if arg.name == "...":
            dims.append("...")  # it was made pretty already
            continue
        if arg.name == "Unpack":
            inner = arg.args[0]
            dims.append("..." if inner.short == "tuple" else f"*{inner.short}")
            continue
        dim = _dim(arg, name)
        dims.append("None" if dim is UNKNOWN else str(dim))
    return ", ".join(dims)
