"""Contracts: calls, returns and assignments held against annotations and signatures."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.values import TOP, Frame, Function, Value


def hold_arguments(
    interpreter: Interpreter, function: Function, given: dict[str, Value], node: ast.AST
) -> Any:
    """Hold the arguments of a call against the annotations; `given` is narrowed by them. What it says is kept in the frame."""
    return None


def hold_return(interpreter: Interpreter, frame: Frame, value: Value, node: ast.Return) -> Value:
    """Hold a returned value against the annotation of the function that is running."""
    return value


def hold_result(
    interpreter: Interpreter, function: Function, value: Value, held: Any, node: ast.AST
) -> Value:
    """What the caller gets."""
    return value


def declared_result(interpreter: Interpreter, function: Function, held: Any) -> Value:
    """What the annotation says of the result, where the body does not."""
    return TOP


def free_arguments(interpreter: Interpreter, function: Function) -> Mapping[str, Value]:
    """Arguments for a function that nobody calls: what the annotations say, and named unknowns."""
    from tftypes.inference.values import Unknown

    code = function.code
    return {
        name: Unknown(interpreter.trail, name) for name in (*code.positional, *code.keyword_only)
    }
