"""Annotated names and attributes: what is assigned to them is held against what they declare."""

from __future__ import annotations

import ast
from typing import Final

from tftypes.inference.annotations.classes import declared_attribute
from tftypes.inference.annotations.reading import reader
from tftypes.inference.contracts.bindings import Bindings
from tftypes.inference.contracts.functions import bindings_in, bindings_of
from tftypes.inference.contracts.holding import hold
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.names import DECLARED, target
from tftypes.inference.interpreter.tables import Execute
from tftypes.inference.objects import Frame, Instance, Value, resolve
from tftypes.inference.values import Annotation


def _annotated(compiler: Compiler, node: ast.AnnAssign) -> Execute:
    is_run = compiler.level.kind != "function"
    interpreter, read = compiler.interpreter, reader(compiler, node.annotation, is_run)
    value = None if node.value is None else compiler.expression(node.value)
    assign, place = target(compiler, node.target), node.value or node.target
    name = node.target.id if isinstance(node.target, ast.Name) else None
    holds = name is None or compiler.level.kind == "class"
    owner = attribute = None
    if isinstance(node.target, ast.Attribute) and isinstance(node.target.value, ast.Name):
        owner, attribute = compiler.expression(node.target.value), node.target.attr

    def run(frame: Frame) -> None:
        annotation = read(frame)
        if name is not None:
            interpreter.write(frame, DECLARED + name, annotation)
        instance = None if owner is None else resolve(owner(frame))
        if isinstance(instance, Instance):
            interpreter.write(instance, f"{DECLARED}{attribute}", annotation)
        if value is not None:
            new = value(frame)
            if holds:
                new = _assigned(interpreter, annotation, new, bindings_in(frame), place)
            assign(frame, new)

    return run


def hold_name(
    interpreter: Interpreter, frame: Frame, name: str, value: Value, node: ast.AST
) -> Value:
    """What an annotated name gets; the frame keeps what was declared of it."""
    annotation = frame.read(DECLARED + name, None)
    if not isinstance(annotation, Annotation):  # the name is annotated on some ways only
        return value
    return _assigned(interpreter, annotation, value, bindings_in(frame), node)


def hold_attribute(
    interpreter: Interpreter, instance: Instance, name: str, value: Value, node: ast.AST
) -> Value:
    """What an attribute gets that the class of the program's declares."""
    annotation = declared_attribute(interpreter, instance, name)
    if annotation is None:
        return value
    return _assigned(interpreter, annotation, value, bindings_of(instance), node)


def _assigned(
    interpreter: Interpreter,
    annotation: Annotation,
    value: Value,
    bindings: Bindings,
    node: ast.AST,
) -> Value:
    result, problem = hold(interpreter, annotation, value, bindings, "the name")
    if problem is not None:
        interpreter.report(node, problem.code, f"assignment: {problem.words}")
    return result


STATEMENTS: Final = {ast.AnnAssign: _annotated}
