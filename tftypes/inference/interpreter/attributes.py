"""Attribute reads in the text."""

from __future__ import annotations

import ast
from typing import Final

from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Evaluate
from tftypes.inference.objects import TOP, Unknown, Value
from tftypes.inference.values import OneOf, ShapeOf


def _attribute(compiler: Compiler, node: ast.Attribute) -> Evaluate:
    value, name, read = compiler.expression(node.value), node.attr, compiler.interpreter.attribute
    return lambda frame: read(value(frame), name, node)


def _of_one(interpreter: Interpreter, value: OneOf, name: str, node: ast.AST) -> Value:
    """None has no attributes: where the program reads one, the value is another."""
    others = tuple(each for each in value.values if each is not None)
    if len(others) < len(value.values):
        return interpreter.attribute(others[0] if len(others) == 1 else OneOf(others), name, node)
    return interpreter.each(lambda each: interpreter.attribute(each, name, node), value)


def _set_on_each(
    interpreter: Interpreter, value: OneOf, name: str, new: Value, node: ast.AST
) -> None:
    """One of them gets it, and nobody knows which."""
    interpreter.each(lambda each: interpreter.set_attribute(each, name, new, node), value)


def _of_unknown(interpreter: Interpreter, value: Unknown, name: str, node: ast.AST) -> Value:
    return ShapeOf(value) if name == "shape" and value.cls is None else TOP


EXPRESSIONS: Final = {ast.Attribute: _attribute}
ATTRIBUTES: Final = {OneOf: _of_one, Unknown: _of_unknown}
ATTRIBUTE_WRITES: Final = {OneOf: _set_on_each}
