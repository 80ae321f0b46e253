"""Branches: `if`, conditional expressions and `assert`."""

from __future__ import annotations

import ast
from typing import Final

from tftypes.inference.interpreter.booleans import condition
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.narrowing import narrowing
from tftypes.inference.interpreter.staging import Branch, check_condition, either, is_staged
from tftypes.inference.interpreter.tables import Evaluate, Execute
from tftypes.inference.lattice import any_of
from tftypes.inference.objects import External, Frame, Value, resolve

_FAILED: Final = External("builtins.AssertionError")


def _if(compiler: Compiler, node: ast.If) -> Execute:
    interpreter = compiler.interpreter
    test, narrow = condition(compiler, node.test), narrowing(compiler, node.test)
    body, otherwise = compiler.block(node.body), compiler.block(node.orelse)
    staged = Branch(compiler, node)

    def run(frame: Frame) -> None:
        value = resolve(test(frame))
        if interpreter.converted and is_staged(interpreter, value):
            check_condition(interpreter, value, node.test)
            staged.run(frame, [lambda: body(frame), lambda: otherwise(frame)])
            return
        holds = interpreter.condition(value, node.test)
        if holds is not None:
            (body if holds else otherwise)(frame)
            return

        def then() -> None:
            narrow(frame, True)
            body(frame)

        def else_() -> None:
            narrow(frame, False)
            otherwise(frame)

        vague = interpreter.is_vague(value)
        if interpreter.fork([then, else_], vague, node.test) == 1 and vague:
            # The caller may know which way is taken, and that the rest is not reached.
            interpreter.under(node.test)

    return run


def _conditional(compiler: Compiler, node: ast.IfExp) -> Evaluate:
    interpreter = compiler.interpreter
    test, narrow = condition(compiler, node.test), narrowing(compiler, node.test)
    body, otherwise = compiler.expression(node.body), compiler.expression(node.orelse)

    def run(frame: Frame) -> Value:
        value = resolve(test(frame))
        if interpreter.converted and is_staged(interpreter, value):
            check_condition(interpreter, value, node.test)
            return either(interpreter, [lambda: body(frame), lambda: otherwise(frame)], node)
        holds = interpreter.condition(value, node.test)
        if holds is not None:
            return (body if holds else otherwise)(frame)
        results: list[Value] = []

        def way(holds: bool, expression: Evaluate) -> None:
            narrow(frame, holds)
            results.append(expression(frame))

        interpreter.fork(
            [lambda: way(True, body), lambda: way(False, otherwise)],
            interpreter.is_vague(value),
            node.test,
        )
        return any_of(tuple(results))

    return run


def _assert(compiler: Compiler, node: ast.Assert) -> Execute:
    interpreter = compiler.interpreter
    test, narrow = condition(compiler, node.test), narrowing(compiler, node.test)
    message = compiler.optional(node.msg)

    def run(frame: Frame) -> None:
        nones, interpreter.nones = interpreter.nones, []  # to assert it is not to get on with it
        try:
            value = test(frame)
        finally:
            interpreter.nones = nones + interpreter.nones
        if interpreter.condition(value, node.test) is False:
            if interpreter.is_caught(_FAILED.name):
                args = () if node.msg is None else (message(frame),)
                interpreter.leave("raise", interpreter.instance(_FAILED.name, {"args": args}))
            if isinstance(node.test, ast.Constant):
                interpreter.leave("raise")
        # An assertion that fails may stand for what a test expects: its path goes on.
        narrow(frame, True)

    return run


EXPRESSIONS: Final = {ast.IfExp: _conditional}
STATEMENTS: Final = {ast.If: _if, ast.Assert: _assert}
