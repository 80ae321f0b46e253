"""Calls of which the rules are not told one operand: it is ragged, and they must not take it for dense."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tftypes.inference.models.tensorflow.ops import Rule
from tftypes.inference.models.tensorflow.ops.examples import to_python

from .call_parts import dims, tensors


def cases(rule: Rule) -> Iterator[tuple[str, str]]:
    """Each example of a rule that works, with each of its operands replaced: the parameter, the call."""
    for example in rule.examples:
        if example.error is None:
            yield from _replaced(example.call, rule)


def _replaced(call: str, rule: Rule) -> Iterator[tuple[str, str]]:
    count = len(list(operands(ast.parse(to_python(call), mode="eval"), rule)))
    for number in range(count):
        tree = ast.parse(to_python(call), mode="eval")
        parameter, holder, place = list(operands(tree, rule))[number]
        sizes = [ast.unparse(dim) for dim in dims(holder[place])]  # type: ignore[arg-type]
        if len(sizes) < 2 or "..." in sizes or sizes[0] == "0":
            continue
        text = f"untold(ragged({ast.unparse(holder[place])}))"
        holder[place] = ast.parse(text, mode="eval").body
        yield parameter, ast.unparse(tree)


def operands(tree: ast.Expression, rule: Rule) -> Iterator[tuple[str, list[ast.expr], int]]:
    """The tensors that are passed by position, alone or in a list."""
    if not isinstance(tree.body, ast.Call):
        return
    names = list(rule.signature.parameters)
    for name, argument in zip(names, tree.body.args):
        holder = argument.elts if isinstance(argument, (ast.List, ast.Tuple)) else tree.body.args
        for place, each in enumerate(holder):
            if (each is argument or holder is not tree.body.args) and each in tensors(each):
                yield name, holder, place
