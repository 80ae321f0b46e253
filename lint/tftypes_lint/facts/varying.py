"""Calls of a tf.function in a loop, and the Python numbers that differ from round to round."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from tftypes_lint.facts.loops import loop_around
from tftypes_lint.facts.module import Facts
from tftypes_lint.facts.scopes import DEFINITIONS, Binding, Function

#: As many traces as TensorFlow makes before it warns.
FEW: Final = 4
_DEPTH: Final = 10
#: Options of tf.function by which other arguments need not make other traces.
_RELAXED: Final = frozenset({"input_signature", "reduce_retracing", "experimental_relax_shapes"})
_NUMBERS: Final = frozenset({"builtins.float", "builtins.int", "builtins.len", "builtins.round"})


class LoopCall(NamedTuple):
    """A call of a tf.function in a loop."""

    call: ast.Call
    loop: ast.AST
    #: The function that is traced, where it is in this file.
    function: Function | None


def loop_calls(facts: Facts) -> Iterator[LoopCall]:
    """Each call, in a loop, of a tf.function that traces again for another argument."""
    for call in facts.scopes.each(ast.Call):
        binding = facts.names.only(call.func) if facts.kinds.kind(call.func) == "function" else None
        loop = loop_around(facts.names, call) if binding else None
        if binding and loop and _is_plain(facts, binding):
            yield LoopCall(call, loop, _traced(facts, binding))


def loop_arguments(facts: Facts) -> Iterator[tuple[LoopCall, ast.expr]]:
    """Each argument of such a call, those by keyword as well."""
    for call in loop_calls(facts):
        for argument in (*call.call.args, *(each.value for each in call.call.keywords)):
            yield call, argument


def rounds(facts: Facts, node: ast.AST) -> Iterator[ast.AST]:
    """The loops around a node, the innermost first."""
    loop = loop_around(facts.names, node)
    while loop:
        yield loop
        loop = loop_around(facts.names, loop)


def varies(facts: Facts, expr: ast.expr, node: ast.AST) -> bool:
    """Whether an expression is a Python number that differs between rounds around the node."""
    return _number(facts, expr, node, _DEPTH) == "varies"


def _number(
    facts: Facts, expr: ast.expr, node: ast.AST, depth: int
) -> Literal["varies", "same"] | None:
    """Whether an expression is a Python number, and the same in each round."""
    if not depth:
        return None
    if isinstance(expr, ast.Constant):
        return "same" if type(expr.value) in (int, float) else None
    if isinstance(expr, ast.Name):
        if _counts(facts, expr, node):
            return "varies"
        binding = facts.names.only(expr)
        value = binding.value if binding and binding.kind == "value" else None
        return _number(facts, value, node, depth - 1) if value else None
    if isinstance(expr, ast.BinOp):
        sides = {_number(facts, side, node, depth - 1) for side in (expr.left, expr.right)}
        return None if None in sides else "varies" if "varies" in sides else "same"
    if isinstance(expr, ast.Call) and len(expr.args) == 1:
        if facts.names.full_name(expr.func) in _NUMBERS:
            return "varies" if _depends(facts, expr.args[0], node) else "same"
    return None


def _counts(facts: Facts, name: ast.Name, node: ast.AST) -> bool:
    """Whether a name counts the rounds of a loop around the node."""
    bindings = facts.names.bindings(name)
    loops = set(rounds(facts, node))
    if len(bindings) == 1 and isinstance(bindings[0].node, ast.AST):
        return bindings[0].node in _headers(loops) and _counter_of(facts, bindings[0], name.id)
    started = [each.value.value for each in bindings if isinstance(each.value, ast.Constant)]
    moved = [each.node for each in bindings if isinstance(each.node, ast.AugAssign)]
    return (
        len(started) + len(moved) == len(bindings)
        and bool(started)
        and all(type(each) in (int, float) for each in started)
        and any(loops & set(facts.scopes.around(each)) for each in moved)
        and all(isinstance(each.value, ast.Constant) for each in moved)
    )


def _headers(loops: set[ast.AST]) -> set[ast.AST]:
    """The nodes that bind the targets of loops."""
    found = set(loops)
    for loop in loops:
        found.update(getattr(loop, "generators", ()))
    return found


def _counter_of(facts: Facts, binding: Binding, name: str) -> bool:
    target, iterated = getattr(binding.node, "target", None), getattr(binding.node, "iter", None)
    if not isinstance(iterated, ast.Call):
        return False
    function = facts.names.full_name(iterated.func)
    if function == "builtins.enumerate":
        first = target.elts[0] if isinstance(target, ast.Tuple) and target.elts else None
        return isinstance(first, ast.Name) and first.id == name and not _is_short(iterated.args[:1])
    if function != "builtins.range" or not isinstance(target, ast.Name):
        return False
    limits = [each.value for each in iterated.args if isinstance(each, ast.Constant)]
    if len(limits) == len(iterated.args) and all(isinstance(each, int) for each in limits):
        try:
            return len(range(*limits)) > FEW  # type: ignore[arg-type]
        except (TypeError, ValueError):
            return False
    return True


def _is_short(arguments: list[ast.expr]) -> bool:
    return bool(arguments) and isinstance(arguments[0], (ast.List, ast.Tuple))


def _depends(facts: Facts, expr: ast.expr, node: ast.AST) -> bool:
    loops = set(rounds(facts, node))
    names = [each for each in ast.walk(expr) if isinstance(each, ast.Name)]
    nodes = {binding.node for name in names for binding in facts.names.bindings(name)}
    return any(
        each in _headers(loops) or loops & set(facts.scopes.ancestors(each)) for each in nodes
    )


def _is_plain(facts: Facts, binding: Binding) -> bool:
    """Whether a tf.function has no option that keeps it from tracing for each argument."""
    if isinstance(binding.node, DEFINITIONS):
        makers: list[ast.expr] = list(binding.node.decorator_list)
    else:
        makers = [binding.value] if binding.value else []
    if len(makers) != 1:
        return False
    maker = makers[0]
    name = facts.names.full_name(maker.func if isinstance(maker, ast.Call) else maker)
    options = {each.arg for each in maker.keywords} if isinstance(maker, ast.Call) else set()
    return name == "tensorflow.function" and not options & {*_RELAXED, None}


def _traced(facts: Facts, binding: Binding) -> Function | None:
    if isinstance(binding.node, DEFINITIONS):
        return binding.node
    value = binding.value
    return (
        facts.names.function(value.args[0]) if isinstance(value, ast.Call) and value.args else None
    )


def parameter(call: LoopCall, argument: ast.expr) -> str | None:
    """The name of the parameter that an argument of the call is for."""
    function = call.function
    if function is None:
        return None
    for keyword in call.call.keywords:
        if keyword.value is argument:
            return keyword.arg
    names = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
    if isinstance(call.call.func, ast.Attribute) and names[:1] == ["self"]:
        names = names[1:]
    place = call.call.args.index(argument)
    return names[place] if place < len(names) else None
