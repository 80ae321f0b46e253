"""Annotations are expressions: what they say, read by the interpreter itself."""

from __future__ import annotations

import ast
from typing import Final

from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.names import target
from tftypes.inference.interpreter.tables import Execute
from tftypes.inference.values import Annotation, Frame, Value


def generic(interpreter: Interpreter, origin: Value, node: ast.Subscript, frame: Frame) -> Value:
    """`origin[...]` in the text, of a class of the program's or of a library's."""
    return Annotation("alias", (origin,))


def _annotated(compiler: Compiler, node: ast.AnnAssign) -> Execute:
    if node.value is None:
        return lambda frame: None
    value, assign = compiler.expression(node.value), target(compiler, node.target)
    return lambda frame: assign(frame, value(frame))


STATEMENTS: Final = {ast.AnnAssign: _annotated}
