"""What names and attributes mean: through imports, aliases and `self`, or nothing certain."""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cached_property
from typing import Final

from tftypes_lint.facts.scopes import DEFINITIONS, Binding, Function, Scopes

#: Prefixes that name the same thing as another.
_SAME: Final = (
    ("tensorflow.compat.v2.", "tensorflow."),
    ("tensorflow.keras.", "keras."),
)
_WHOLE: Final = {"tensorflow.compat.v2": "tensorflow", "tensorflow.keras": "keras"}
#: Decorators below which a function is still itself, called with the arguments of the call.
_TRANSPARENT: Final = frozenset(
    {
        "builtins.staticmethod",
        "builtins.classmethod",
        "tensorflow.function",
        "tensorflow.autograph.experimental.do_not_convert",
        "tensorflow.Module.with_name_scope",
        "tftypes.runtime.function",
    }
)
_DEPTH: Final = 20


class Names:
    """Full names of expressions, as `tensorflow.data.Dataset.map` or `builtins.print`."""

    def __init__(self, scopes: Scopes) -> None:
        self.scopes = scopes
        self._memo: dict[ast.expr, str | None] = {}
        self._stars = any(
            alias.name == "*" for node in scopes.each(ast.ImportFrom) for alias in node.names
        )

    def full_name(self, expr: ast.expr | None, depth: int = _DEPTH) -> str | None:
        """The full name of what an expression refers to; None when that is not certain."""
        if not isinstance(expr, (ast.Name, ast.Attribute)) or not depth:
            return None
        if expr not in self._memo:
            self._memo[expr] = self._find(expr, depth)
        return self._memo[expr]

    def alias(self, module: str) -> str | None:
        """The name under which the whole file knows a module: `tf`."""
        for name, bindings in self.scopes.module.bindings.items():
            if {each.kind for each in bindings} == {"import"}:
                if {canonical(each.name or "") for each in bindings} == {module}:
                    return name
        return None

    def bindings(self, name: ast.Name) -> list[Binding]:
        """What the name may have been bound by; empty for a builtin or an unknown name."""
        owner = self.scopes.scope(name).owner(name.id)
        return owner.bindings[name.id] if owner else []

    def only(self, expr: ast.expr) -> Binding | None:
        """The one place that binds a name, or an attribute of `self`."""
        found: list[Binding] = []
        if isinstance(expr, ast.Name):
            found = self.bindings(expr)
        elif isinstance(expr, ast.Attribute):
            found = self.members(expr)
        return found[0] if len(found) == 1 else None

    def members(self, attribute: ast.Attribute) -> list[Binding]:
        """What binds `self.x` in the class that it stands in: methods, assignments."""
        owner = self.class_of_self(attribute.value)
        if owner is None:
            return []
        inside = self.scopes.own_scope(owner).bindings.get(attribute.attr, [])
        return [*inside, *self._assigned[owner][attribute.attr]]

    def class_of_self(self, expr: ast.expr) -> ast.ClassDef | None:
        """The class whose method's first parameter an expression is."""
        if not isinstance(expr, ast.Name):
            return None
        scope = self.scopes.scope(expr).owner(expr.id)
        if scope is None or scope.parent is None or not isinstance(scope.node, DEFINITIONS):
            return None
        arguments = scope.node.args
        first = [*arguments.posonlyargs, *arguments.args][:1]
        is_self = bool(first) and first[0].arg == expr.id and len(scope.bindings[expr.id]) == 1
        return (
            scope.parent.node if is_self and isinstance(scope.parent.node, ast.ClassDef) else None
        )

    def function(self, expr: ast.expr | None, depth: int = _DEPTH) -> Function | None:
        """The function of this module that a call of the expression runs, with its arguments."""
        if isinstance(expr, ast.Lambda):
            return expr
        if expr is None or not depth:
            return None
        binding = self.only(expr)
        if binding is None:
            return None
        if isinstance(binding.node, DEFINITIONS):
            plain = all(self._transparent(each) for each in binding.node.decorator_list)
            return binding.node if plain else None
        return self.function(binding.value, depth - 1) if binding.kind == "value" else None

    def _transparent(self, decorator: ast.expr) -> bool:
        name = decorator.func if isinstance(decorator, ast.Call) else decorator
        return self.full_name(name) in _TRANSPARENT

    def _find(self, expr: ast.Name | ast.Attribute, depth: int) -> str | None:
        if isinstance(expr, ast.Attribute):
            base = self.full_name(expr.value, depth - 1)
            return base and canonical(f"{base}.{expr.attr}")
        owner = self.scopes.scope(expr).owner(expr.id)
        if owner is None:
            return None if self._stars else f"builtins.{expr.id}"
        meanings = {self._meaning(binding, depth) for binding in owner.bindings[expr.id]}
        return meanings.pop() if len(meanings) == 1 else None

    def _meaning(self, binding: Binding, depth: int) -> str | None:
        if binding.kind == "import" and binding.name:
            return canonical(binding.name)
        return self.full_name(binding.value, depth - 1) if binding.kind == "value" else None

    @cached_property
    def _assigned(self) -> dict[ast.ClassDef, dict[str, list[Binding]]]:
        """What is assigned to attributes of `self`, by class and name."""
        found: dict[ast.ClassDef, dict[str, list[Binding]]] = defaultdict(lambda: defaultdict(list))
        for node in self.scopes.each(ast.Attribute):
            owner = None if isinstance(node.ctx, ast.Load) else self.class_of_self(node.value)
            if owner:
                parent = self.scopes.parents[node]
                plain = isinstance(parent, (ast.Assign, ast.AnnAssign)) and parent.value
                binding = Binding("value", parent, plain) if plain else Binding("other", parent)
                found[owner][node.attr].append(binding)
        return found


def canonical(name: str) -> str:
    """The name under which the tables know what has several.

    >>> canonical("tensorflow.compat.v2.function"), canonical("tensorflow.keras.Model")
    ('tensorflow.function', 'keras.Model')
    """
    for prefix, plain in _SAME:
        if name.startswith(prefix):
            name = plain + name[len(prefix) :]
    return _WHOLE.get(name, name)
