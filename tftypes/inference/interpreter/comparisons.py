"""Comparisons: identity, membership, and operators of order."""

from __future__ import annotations

import ast
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter import mixed_texts, symbols
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.hashing import are_plain, compared, is_constant, key_in
from tftypes.inference.interpreter.identity import is_same_object
from tftypes.inference.interpreter.operators import binary, equal
from tftypes.inference.interpreter.signs import SIGNS
from tftypes.inference.interpreter.staging import is_staged, logical
from tftypes.inference.interpreter.tables import Evaluate
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import (
    Class,
    Container,
    External,
    Frame,
    Instance,
    Value,
    plain,
    python_type,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import is_symbol


def _comparison(compiler: Compiler, node: ast.Compare) -> Evaluate:
    interpreter = compiler.interpreter
    first = compiler.expression(node.left)
    parts = [(each, compiler.expression(right)) for each, right in zip(node.ops, node.comparators)]

    def run(frame: Frame) -> Value:
        left, result = first(frame), True
        tensors: list[Value] = []
        for op, evaluate in parts:
            right = evaluate(frame)
            one = interpreter.guarded(lambda: compare(interpreter, op, left, right, node), node)  # noqa: B023
            if len(parts) == 1:
                return one
            if interpreter.converted and is_staged(interpreter, one):
                tensors.append(one)
                left = right
                continue
            truth = interpreter.condition(one, node)
            if truth is False:
                return False
            result = result if truth else PyValue("bool")
            left = right
        for one in tensors:
            result = one if result is True else logical(interpreter, one, lambda: result)  # noqa: B023
        return result

    return run


def compare(
    interpreter: Interpreter, op: ast.cmpop, left: Value, right: Value, node: ast.AST
) -> Value:
    """One comparison: identity, membership or an operator."""
    left, right = resolve(left), resolve(right)
    if isinstance(op, (ast.Is, ast.IsNot)):
        found = is_same_object(left, right)
        if left is None and right is None and interpreter.nones:
            interpreter.expect_none()
        return PyValue("bool") if found is None else found is isinstance(op, ast.Is)
    if isinstance(op, (ast.In, ast.NotIn)):
        found = contains(interpreter, right, left, node)
        return PyValue("bool") if found is None else found is isinstance(op, ast.In)
    sign = SIGNS[type(op)]
    if (
        sign in ("==", "!=")
        and (left is None or right is None)
        and not (isinstance(left, TensorType) or isinstance(right, TensorType))
    ):
        found = is_same_object(left, right)
        return PyValue("bool") if found is None else found is (sign == "==")
    if isinstance(left, External) and isinstance(right, External) and sign in ("==", "!="):
        return (left.name == right.name) is (sign == "==")
    found = binary(interpreter, sign, left, right, node)
    return _of_draws(interpreter, sign, left, right, node) if found == PyValue("bool") else found


#: What is drawn is a float of 0 or more, and less than 1.
_ENDS: Final = (0.0, 1 - 2**-53)


def _of_draws(
    interpreter: Interpreter, sign: str, left: Value, right: Value, node: ast.AST
) -> Value:
    """How numbers compare of which nobody knows one: what is drawn may be on both sides of a number in its range."""
    sides = (left, right)
    drawn = [isinstance(each, PyValue) and each.drawn and each.type == "float" for each in sides]
    if not any(drawn) or sign in ("==", "!="):
        return PyValue("bool")
    if all(isinstance(each, PyValue) for each in sides):
        return PyValue("bool", drawn=True)  # one that is not known is taken to be in the range
    low, high = (
        binary(interpreter, sign, end if drawn[0] else left, end if drawn[1] else right, node)
        for end in _ENDS
    )
    return low if low == high else PyValue("bool", drawn=True)


def contains(interpreter: Interpreter, container: Value, item: Value, node: ast.AST) -> bool | None:
    """`item in container`; None where it is not known."""
    item = resolve(item)
    if isinstance(container, Instance) and not (
        isinstance(container.cls, Class) and container.cls.find("__contains__")
    ):
        container = plain(container)
    if isinstance(container, Container) and container.kind == "dict":
        found = container.contents
        if (item := key_in(found.known, item)) is ABSENT:
            return None
        if item in found.known:
            return None if item in found.optional else True
        if found.rest is not ABSENT:
            return None
        keys = (item, *found.known)
        return False if are_plain(keys) or all(map(_is_told_apart, map(compared, keys))) else None
    item = plain(item)
    mixed_texts.check_member(interpreter, container, item, node)
    if isinstance(container, str) and isinstance(item, str):
        return item in container
    if isinstance(container, Instance) and interpreter.has_method(container, "__contains__"):
        return interpreter.truth(interpreter.method(container, "__contains__", [item], node))
    items = interpreter.known_items(container)
    check_compared(interpreter, items, item, node, "`in`")
    if items is None:
        return None
    answers: set[bool | None] = set()
    for each in map(resolve, items):
        if None not in answers:  # else nobody knows whether it is asked
            _check_truth(interpreter, each, item, node)
        answers.add(equal(interpreter, each, item))
        if True in answers:
            return True
    return None if None in answers else False


def _check_truth(interpreter: Interpreter, left: Value, right: Value, node: ast.AST) -> None:
    """A number beside a tensor of several elements: Python asks for the truth of their comparison."""
    given = [each for each in (left, right) if isinstance(each, TensorType)]
    if given and not any(map(is_symbol, given)):
        if {python_type(left), python_type(right)} & {"int", "float"}:
            interpreter.condition(binary(interpreter, "==", left, right, node), node)


def check_compared(
    interpreter: Interpreter, items: Value, item: Value, node: ast.AST, what: str, instead: str = ""
) -> None:
    """Python looks for a symbol among constants: it takes the truth of each comparison."""
    is_sought = is_symbol(item) and item.kind == "tensor" and isinstance(items, tuple)
    if is_sought and items and all(map(is_constant, items)):
        words = f"{what} takes the truth of comparisons with"
        symbols.refuse(interpreter, item, words, node, instead=instead)


def _is_told_apart(value: Value) -> bool:
    """Whether a value equals no other that is told apart: a constant, a class, a function of a library's, some of them."""
    if isinstance(value, (tuple, frozenset)):
        return all(map(_is_told_apart, value))
    is_class = isinstance(value, Class) and value.metaclass is None
    return is_class or is_constant(value) or isinstance(value, External) and not value.legacy


EXPRESSIONS: Final = {ast.Compare: _comparison}
