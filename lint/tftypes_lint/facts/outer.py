"""What code outside of a trace goes on to see: containers, counters and results that are kept there."""

from __future__ import annotations

import ast
from typing import Final

from tftypes_lint.facts.module import Facts
from tftypes_lint.facts.scopes import Function, Scope

Assignment = ast.Assign | ast.AugAssign

_CONTAINERS: Final = frozenset(
    {
        "builtins.dict",
        "builtins.list",
        "builtins.set",
        "collections.Counter",
        "collections.OrderedDict",
        "collections.defaultdict",
        "collections.deque",
    }
)


def is_outer_container(facts: Facts, expr: ast.expr) -> bool:
    """Whether an expression is a list, dict or set that was made outside the function around it."""
    if isinstance(expr, ast.Name):
        owner = facts.scopes.scope(expr).owner(expr.id)
        inside = owner is None or _is_local(facts, expr, owner)
    elif isinstance(expr, ast.Attribute):
        inside = False
    else:
        return False
    if inside or "trac" in ast.unparse(expr).lower():
        return False
    if isinstance(expr, ast.Attribute):
        bindings = facts.names.members(expr)
    else:
        bindings = facts.names.bindings(expr)
    return bool(bindings) and all(_is_container(facts, each.value) for each in bindings)


def _is_container(facts: Facts, value: ast.expr | None) -> bool:
    """Whether an expression makes a list, dict or set."""
    if isinstance(value, ast.Call):
        return facts.names.full_name(value.func) in _CONTAINERS
    return isinstance(value, (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp))


def _is_local(facts: Facts, name: ast.Name, owner: Scope) -> bool:
    """Whether a name belongs to the trace: to the function around it, or to a traced one around that."""
    function: Function | None = facts.scopes.function_around(name)
    while function:
        if owner.node is function or facts.scopes.scope(name).function.node is owner.node:
            return True
        outer = facts.scopes.function_around(function)
        if outer is None or outer not in facts.traced:
            return False
        function = outer
    return False


def _outer(facts: Facts, target: ast.expr) -> Scope | None:
    """The scope outside of the trace that `global` or `nonlocal` says a name is of."""
    if not isinstance(target, ast.Name):
        return None
    scope = facts.scopes.scope(target)
    owner = scope.owner(target.id) if target.id in scope.elsewhere else None
    return None if owner is None or _is_local(facts, target, owner) else owner


def is_outer_result(facts: Facts, target: ast.expr, assignment: Assignment) -> bool:
    """Whether a `global` or `nonlocal` is set to a tensor, or to what parameters give."""
    return _outer(facts, target) is not None and (
        facts.kinds.is_tensor(assignment.value) or _is_computed(facts, assignment.value)
    )


def _is_computed(facts: Facts, value: ast.expr) -> bool:
    """Whether an expression is a parameter, or is worked out from one by operators."""
    if isinstance(value, ast.BinOp):
        return _is_computed(facts, value.left) or _is_computed(facts, value.right)
    if isinstance(value, ast.UnaryOp):
        return _is_computed(facts, value.operand)
    if isinstance(value, ast.Subscript):
        return _is_computed(facts, value.value)
    binding = facts.names.only(value) if isinstance(value, ast.Name) else None
    function = facts.scopes.function_around(value)
    return (
        binding is not None
        and binding.kind == "parameter"
        and facts.scopes.scope(binding.node).node is function
    )


def is_outer_number(facts: Facts, target: ast.expr, assignment: Assignment) -> bool:
    """Whether a `global`, `nonlocal` or attribute counts: it holds numbers of Python only."""
    if not _is_change(assignment):
        return False
    owner = _outer(facts, target)
    if isinstance(target, ast.Name) and owner:
        bindings = owner.bindings[target.id]
    elif isinstance(target, ast.Attribute):
        bindings = facts.names.members(target)
    else:
        return False
    values = [binding.value for binding in bindings if binding.kind == "value"]
    changes = [binding.node for binding in bindings if binding.kind != "value"]
    return (
        bool(values)
        and all(isinstance(value, ast.Constant) and _is_number(value.value) for value in values)
        and all(map(_is_change, changes))
    )


def _is_change(node: ast.AST) -> bool:
    """Whether this is `n += ...`, or `n = n + ...`."""
    if not isinstance(node, ast.Assign):
        return isinstance(node, ast.AugAssign)
    value = node.value
    return isinstance(value, ast.BinOp) and ast.unparse(node.targets[0]) == ast.unparse(value.left)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
