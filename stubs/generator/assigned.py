"""Attributes that objects of a class have, and the class itself has not: its methods assign them on self."""

from __future__ import annotations

import ast
import functools
import inspect
import textwrap


def instance_attributes(cls: type, bases: tuple[type, ...]) -> set[str]:
    """Public names that the methods of the class, or of its private ancestors, assign on self."""
    inherited = {ancestor for base in bases for ancestor in base.__mro__} | {object}
    return {
        name
        for ancestor in cls.__mro__
        if ancestor not in inherited
        for name in assigned_on_self(ancestor)
    }


@functools.cache
def assigned_on_self(cls: type) -> frozenset[str]:
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(cls)))
    except (OSError, TypeError, SyntaxError):
        return frozenset()
    (definition,) = tree.body
    methods = [n for n in getattr(definition, "body", ()) if isinstance(n, ast.FunctionDef)]
    names = frozenset(name for each in methods for name in _stored(each) - _asked(each))
    return frozenset(name for name in names if not name.startswith("_"))


def _stored(method: ast.FunctionDef) -> set[str]:
    """What a method assigns on self."""
    return {
        node.attr
        for node in ast.walk(method)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        if isinstance(node.value, ast.Name) and node.value.id == "self"
    }


def _asked(method: ast.FunctionDef) -> set[str]:
    """What it asks for first, `hasattr(self, "activation")`: the class has none, and those that derive from it may."""
    calls = (node for node in ast.walk(method) if isinstance(node, ast.Call))
    asked = (
        call.args[1]
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id in ("hasattr", "getattr")
        if isinstance(call.args[0], ast.Name) and call.args[0].id == "self"
    )
    return {n.value for n in asked if isinstance(n, ast.Constant) and isinstance(n.value, str)}
