"""Annotations, bases and values as text that means the same in every module: each name in full."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from functools import reduce

from .sources import Module, Sources, dotted

#: What a default or a value may be made of, to be shown; anything else is `...`.
SHOWN = (
    ast.Constant, ast.Name, ast.Attribute, ast.Tuple, ast.List, ast.Dict, ast.Set, ast.UnaryOp, ast.unaryop,
    ast.expr_context,
)  # fmt: skip
LITERAL, ANNOTATED = "typing.Literal", "typing.Annotated"
OPTIONAL, UNION = "typing.Optional", "typing.Union"


@dataclass(frozen=True)
class Scope:
    """Where a text stands: the module, and the classes around it, the outermost first."""

    sources: Sources
    module: Module
    inside: tuple[ast.ClassDef, ...] = ()

    def within(self, node: ast.ClassDef) -> Scope:
        return replace(self, inside=(*self.inside, node))

    def full(self, name: str) -> str:
        """The full name of what a dotted name means here; of a type variable its bare name."""
        found = self.sources.full(name, self.module, self.inside)
        owner, _, last = found.rpartition(".")
        if self.sources.is_type_variable(found):
            return last
        if owner and self.sources.is_type_variable(owner):  # P.args
            return f"{owner.rpartition('.')[2]}.{last}"
        return found

    def type_variables(self, node: ast.expr) -> list[str]:
        """The bare names of the type variables in an annotation, as they come."""
        used = (dotted(each) for each in ast.walk(node))
        full = (self.sources.full(each, self.module, self.inside) for each in used if each)
        return [each.rpartition(".")[2] for each in full if self.sources.is_type_variable(each)]

    def annotation(self, node: ast.expr | None) -> str | None:
        """The text of an annotation, a base or an alias; None for none."""
        return (
            None if node is None else ast.unparse(_Qualifier(self, quoted=True).visit(_copy(node)))
        )

    def value(self, node: ast.expr | None) -> str | None:
        """The text of a default or a value; `...` for one that is no plain value."""
        if node is None:
            return None
        if not all(isinstance(each, SHOWN) for each in ast.walk(node)):
            return "..."
        return ast.unparse(_Qualifier(self, quoted=False).visit(_copy(node)))

    def call(self, node: ast.expr) -> str:
        """The text of a call that makes a type variable, with its bound and its default."""
        return ast.unparse(_Qualifier(self, quoted=False).visit(_copy(node)))


def _copy(node: ast.expr) -> ast.expr:
    return ast.parse(ast.unparse(node), mode="eval").body


class _Qualifier(ast.NodeTransformer):
    """Puts the full name in the place of each name; where text stands for a type, reads it."""

    def __init__(self, scope: Scope, quoted: bool) -> None:
        self.scope = scope
        self.quoted = quoted

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Name(self.scope.full(node.id))

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        name = dotted(node)
        if name is None:
            raise ValueError(f"{self.scope.module.name}: no name in {ast.unparse(node)!r}")
        return ast.Name(self.scope.full(name))

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        base = self.visit(node.value)
        form = dotted(base)
        if form == LITERAL:  # its strings are no types
            reader = _Qualifier(self.scope, quoted=False)
            return ast.Subscript(base, reader.visit(node.slice))
        if form == ANNOTATED and isinstance(node.slice, ast.Tuple):
            first, *rest = node.slice.elts
            return ast.Subscript(base, ast.Tuple([self.visit(first), *rest]))
        if form in (OPTIONAL, UNION):  # one spelling for each type
            parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            types = [self.visit(each) for each in parts]
            types += [ast.Constant(None)] if form == OPTIONAL else []
            return reduce(lambda left, right: ast.BinOp(left, ast.BitOr(), right), types)
        return ast.Subscript(base, self.visit(node.slice))

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if self.quoted and isinstance(node.value, str):
            visited: ast.expr = self.visit(ast.parse(node.value, mode="eval").body)
            return visited
        return node
