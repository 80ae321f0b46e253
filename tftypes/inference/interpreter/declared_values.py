"""What a declaration promises: the annotation of a stub as a value."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from tftypes.algebra import DType, Shape, TensorType
from tftypes.algebra.tensors import Kind
from tftypes.inference import declarations as declared
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.library_classes import TENSOR_CLASSES
from tftypes.inference.lattice import join_all
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import OPEN, TOP, Container, Instance, Value
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Dataset, Mapped, Native, OneOf, Seq

_TENSORS: Final[Mapping[str, Kind]] = {
    **{name: kind for name, kind in TENSOR_CLASSES.items() if kind != "spec"},
    "tensorflow.compat.v1.Variable": "variable",
}
_PYTHON: Final = {
    f"builtins.{name}": PyValue(name)
    for name in ("int", "float", "bool", "str", "bytes", "complex")
}
_SEQUENCES: Final = {
    "builtins.list": "list",
    "typing.List": "list",
    "builtins.set": "set",
    "collections.abc.Iterator": "iterator",
    "typing.Iterator": "iterator",
}
_DATASETS: Final = ("tensorflow.data.Dataset", "tensorflow.compat.v1.data.Dataset")
_DICTS: Final = ("builtins.dict", "typing.Dict")


@lru_cache(maxsize=4096)
def _parsed(text: str) -> ast.expr | None:
    try:
        return ast.parse(text, mode="eval").body
    except SyntaxError:
        return None


_written = lru_cache(maxsize=4096)(ast.unparse)


def declared_value(
    interpreter: Interpreter, annotation: str | None, receiver: Value = None
) -> Value:
    """Some value of an annotation in which all names are canonical; TOP where that says nothing."""
    node = None if annotation is None else _parsed(annotation)
    return TOP if node is None else _value(interpreter, node, receiver)


def returned(
    interpreter: Interpreter, function: declared.Function, receiver: Value = None
) -> Value:
    """What a function gives by its declaration, whichever overload the call takes."""
    return join_all(
        declared_value(interpreter, each.returns, receiver) for each in function.overloads
    )


def _value(interpreter: Interpreter, node: ast.expr, receiver: Value) -> Value:
    match node:
        case ast.Constant(value=None):
            return None
        case ast.Constant(value=str(text)):
            return declared_value(interpreter, text, receiver)
        case ast.BinOp(op=ast.BitOr(), left=left, right=right):
            return _one_of(
                [_value(interpreter, left, receiver), _value(interpreter, right, receiver)]
            )
        case ast.Subscript(value=origin, slice=argument):
            parts = argument.elts if isinstance(argument, ast.Tuple) else [argument]
            return _generic(interpreter, _written(origin), parts, receiver)
        case ast.Name() | ast.Attribute():
            return _generic(interpreter, _written(node), [], receiver)
    return TOP


def _generic(interpreter: Interpreter, name: str, parts: list[ast.expr], receiver: Value) -> Value:
    def part(i: int) -> Value:
        return _value(interpreter, parts[i], receiver) if i < len(parts) else TOP

    if name in _TENSORS:
        return TensorType(DType.any(), Shape.unknown(), _TENSORS[name])
    if name in _PYTHON:
        return _PYTHON[name]
    if name in ("typing.Self", "typing_extensions.Self"):
        return receiver
    if name in _SEQUENCES:
        return Container(interpreter.trail, _SEQUENCES[name], Seq((), part(0)))
    if name in _DICTS:
        return Container(interpreter.trail, "dict", Mapped({}, frozenset(), part(1)))
    if name in ("builtins.tuple", "typing.Tuple") and parts:
        if isinstance(parts[-1], ast.Constant) and parts[-1].value is Ellipsis:
            return Seq((), part(0))
        return tuple(part(i) for i in range(len(parts)))
    if name == "collections.abc.Callable" and _is_decorator(parts):
        return Native("decorator", lambda _, call: call.args[0] if call.args else TOP)
    if name in ("typing.Optional", "typing.Union"):
        return _one_of(
            [part(i) for i in range(len(parts))] + ([None] if name == "typing.Optional" else [])
        )
    if name == "tensorflow.TensorShape":
        return Shape.unknown()
    if name == "tensorflow.DType":
        return DType.any()
    if name in _DATASETS:
        return Dataset(TOP)
    if isinstance(interpreter.declared.find(name), declared.Class) and not name.startswith(
        ("typing.", "builtins.")
    ):
        return instance_like(interpreter, name)
    return TOP


def _is_decorator(parts: list[ast.expr]) -> bool:
    """Whether a callable gives back what it is given: its one parameter and its result are of one type variable."""
    match parts:
        case [ast.List(elts=[ast.Name(id=given)]), ast.Name(id=made)]:
            return given == made
    return False


def instance_like(interpreter: Interpreter, name: str) -> Instance:
    """Some instance of a library's class, or of a subclass."""
    return interpreter.instance(name, {OPEN: True})


def _one_of(values: list[Value]) -> Value:
    joined: Value = ABSENT
    for each in values:
        if each is TOP:
            return TOP
        joined = each if joined is ABSENT else _both(joined, each)
    return joined


def _both(first: Value, second: Value) -> Value:
    values = first.values if isinstance(first, OneOf) else (first,)
    return OneOf((*values, second)) if len(values) < 4 else TOP


def instance_of(interpreter: Interpreter, name: str, instance: Instance) -> Value:
    """What a call of a class makes where no model says it: tensors and datasets are values, the rest objects."""
    made = _generic(interpreter, name, [], None)
    return instance if made is TOP or isinstance(made, Instance) else made
