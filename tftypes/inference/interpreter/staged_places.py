"""What the statements of a branch or loop assign, and whether two values of it go together in a graph."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.liveness import walk_own
from tftypes.inference.interpreter.names import load, target
from tftypes.inference.interpreter.rules import tensor_of
from tftypes.inference.models.tensorflow.composites import is_composite
from tftypes.inference.models.tensorflow.structures import members
from tftypes.inference.objects import (
    TOP,
    Class,
    Container,
    Frame,
    Instance,
    Value,
    is_unknown,
    python_type,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Mapped, OneOf, Tensor

TENSORS: Final = ("tensor", "ragged", "sparse")


@dataclass(frozen=True, slots=True)
class Place:
    """A variable, or an attribute or item of one, that a statement assigns."""

    text: str
    read: Callable[[Frame], Value]
    write: Callable[[Frame, Value], None]
    #: The variable's name, None for an attribute or item.
    name: str | None = None


def places(compiler: Compiler, nodes: Sequence[ast.AST]) -> list[Place]:
    """What the statements of a body assign."""
    found: dict[str, Place] = {}
    for node in walk_own(nodes):
        if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)) and isinstance(
            node.ctx, ast.Store
        ):
            text = ast.unparse(node)
            if text not in found and (place := _place(compiler, node, text)) is not None:
                found[text] = place
    return list(found.values())


def _place(
    compiler: Compiler, node: ast.Name | ast.Attribute | ast.Subscript, text: str
) -> Place | None:
    interpreter = compiler.interpreter
    if isinstance(node, ast.Name):
        if node.id in compiler.level.scope.own:
            return Place(
                text,
                lambda frame: frame.read(node.id),
                lambda frame, value: interpreter.write(frame, node.id, value),
                node.id,
            )
        read = load(compiler, ast.Name(node.id, ast.Load()))
        return Place(text, read, target(compiler, node))
    if not isinstance(node.value, (ast.Name, ast.Attribute)):
        return None
    owner = compiler.expression(node.value)
    if isinstance(node, ast.Attribute):
        name = node.attr
        return Place(
            text,
            lambda frame: _read_attribute(resolve(owner(frame)), name),
            lambda frame, value: _write_attribute(interpreter, resolve(owner(frame)), name, value),
        )
    if not isinstance(node.slice, ast.Constant):
        return None
    key = node.slice.value
    return Place(
        text,
        lambda frame: _read_item(resolve(owner(frame)), key),
        lambda frame, value: interpreter.set_item(owner(frame), key, value, node),
    )


def _read_attribute(owner: Value, name: str) -> Value:
    if not isinstance(owner, Instance):
        return TOP
    found = owner.read(name)
    if found is ABSENT and isinstance(owner.cls, Class):
        inherited = owner.cls.find(name)
        found = ABSENT if inherited is None else inherited[0]
    return found


def _write_attribute(interpreter: Interpreter, owner: Value, name: str, value: Value) -> None:
    if isinstance(owner, Instance):
        interpreter.write(owner, name, value)


def _read_item(owner: Value, key: Any) -> Value:
    contents = owner.contents if isinstance(owner, Container) else None
    if isinstance(contents, Mapped) and contents.rest is ABSENT:
        return TOP if key in contents.optional else contents.known.get(key, ABSENT)
    if isinstance(contents, tuple) and isinstance(key, int):
        return contents[key] if -len(contents) <= key < len(contents) else ABSENT
    return TOP


def leaving(interpreter: Interpreter, value: Value) -> Value:
    """A variable as the graph around has it after a staged statement: a tensor of that graph."""
    if isinstance(value, Tensor) and value.kind in TENSORS:
        return Tensor.of(value, value.shape, trace=interpreter.trace, identity=None)
    made = as_tensor(value)
    return value if made is None else interpreter.made(made, [value], "read")


def as_tensor(value: Value) -> TensorType | None:
    """What Python's numbers, text, arrays and variables become; None for other values."""
    is_read = isinstance(value, TensorType) and value.kind in ("array", "variable")
    if python_type(value) is None and not is_read:
        return None
    made = tensor_of(value)
    return made if made is None else TensorType(made.dtype, made.shape)


def disagreement(name: str, one: Value, other: Value) -> tuple[str, str] | None:
    """What is wrong with two values that a graph must give as one: a code and a message; None where nothing is."""
    one, other = resolve(one), resolve(other)
    for a, b, way in ((one, other, "else"), (other, one, "main")):
        if b is ABSENT and a is not ABSENT:
            words = f"{name!r} is assigned on one way only: the {way} branch must assign it, too"
            return "tf-trace", words
    if _is_vague(one) or _is_vague(other):
        return None
    if (one is None) != (other is None):
        way = "else" if other is None else "main"
        words = f"{name!r} is None at the end of the {way} branch, and not on the other way"
        return "tf-trace", words
    if (parts_differ := _structures(one, other)) is not None:
        if parts_differ:
            words = f"{name!r} has another structure on each way of a condition on a tensor"
            return "tf-trace", words
        return _in_parts(name, one, other)
    a, b = as_tensor(one) or one, as_tensor(other) or other
    if (
        isinstance(a, TensorType)
        and isinstance(b, TensorType)
        and a.dtype.name
        and b.dtype.name
        and a.dtype != b.dtype
    ):
        words = (
            f"{name!r} is {a.dtype} on one way of a condition on a tensor, {b.dtype} on the other"
        )
        return "tf-dtype", words
    return None


def _in_parts(name: str, one: Value, other: Value) -> tuple[str, str] | None:
    """What is wrong with the parts of two structures of one kind."""
    a, b = members(one) or {}, members(other) or {}
    found = (disagreement(name + place, each, b[place]) for place, each in a.items() if place in b)
    return next((each for each in found if each is not None), None)


def _is_vague(value: Value) -> bool:
    return value is ABSENT or is_unknown(value) or isinstance(value, OneOf)


def _structures(one: Value, other: Value) -> bool | None:
    """Whether two structures differ for sure; None where neither is one."""
    kinds = [kind_of(each) for each in (one, other)]
    if kinds == [None, None]:
        return None
    if None in kinds:
        return _is_leaf(one) or _is_leaf(other)
    if kinds[0] != kinds[1]:
        return True
    return None not in (kinds[0][1], kinds[1][1]) and kinds[0][1] != kinds[1][1]  # type: ignore[index]


def kind_of(value: Value) -> tuple[str, Any] | None:
    """The kind of a structure and its keys, or the number of its parts."""
    if isinstance(value, tuple):
        return "tuple", len(value)
    if isinstance(value, Container) and value.kind in ("list", "dict"):
        contents = value.contents
        if isinstance(contents, tuple):
            return "list", len(contents)
        if isinstance(contents, Mapped):
            return "dict", frozenset(contents.known) if contents.is_whole else None
        return "list", None
    return ("value", value.cls) if is_composite(value) else None


def _is_leaf(value: Value) -> bool:
    return isinstance(value, TensorType) or python_type(value) is not None
