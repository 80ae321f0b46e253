"""Turns the body of a module or a function into the steps that matter while it is imported."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from tftypes_lint.imports import facts as f
from tftypes_lint.imports.annotations import annotations_of
from tftypes_lint.imports.conditions import decided, dotted, is_type_checking
from tftypes_lint.imports.expressions import Expressions
from tftypes_lint.imports.facts import Context, Program


class Builder(Expressions):
    """Writes the program of one body after the other, and takes down the imports it meets."""

    def module(self, body: Sequence[ast.stmt]) -> Program:
        """What the body of the module does."""
        return self._block(body)

    def function(self, name: str) -> Program:
        """What a function does that was passed by."""
        node, self._owner = self.definitions[name]
        self._scope, self._class = name, ""
        arguments = node.args
        given = [*arguments.posonlyargs, *arguments.args]
        self._self = given[0].arg if self._owner and given else None
        rest = [argument for argument in (arguments.vararg, arguments.kwarg) if argument]
        parameters = {each.arg for each in (*given, *arguments.kwonlyargs, *rest)}
        self._local, self._here = parameters - {self._self}, set()
        self._branch = None
        return self._block(node.body)

    def _block(self, body: Sequence[ast.stmt]) -> Program:
        outside, self._out = self._out, []
        seen, self._seen = self._seen, set()
        for statement in body:
            self._statement(statement)
        program, self._out, self._seen = tuple(self._out), outside, seen
        return program

    def _statement(self, node: ast.stmt) -> None:
        method = _STATEMENTS.get(type(node))
        if method:
            method(self, node)
        else:
            self._expression(node)

    def _import(self, node: ast.Import) -> None:
        for alias in node.names:
            span = self._span(alias if len(node.names) > 1 else node)
            self._record(span, 0, alias.name, None, alias.asname)

    def _import_from(self, node: ast.ImportFrom) -> None:
        names = tuple([(alias.name, alias.asname) for alias in node.names])
        self._record(self._span(node), node.level, node.module or "", names, None)

    def _definition(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self._expressions(node.decorator_list)
        self._expressions(node.args.defaults)
        self._expressions([default for default in node.args.kw_defaults if default])
        for annotation in annotations_of(node):
            self._annotation(annotation)
        within = self._class or self._scope
        name = f"{within}.{node.name}" if within else node.name
        self.definitions[name] = (node, self._class)
        self._bind(node.name, node.lineno)
        self._decorated(node.decorator_list)

    def _class_definition(self, node: ast.ClassDef) -> None:
        self._expressions(node.decorator_list)
        self._expressions(node.bases)
        self._expressions([keyword.value for keyword in node.keywords])
        bases = tuple(filter(None, (dotted(_generic(base)) for base in node.bases)))
        within = self._class or self._scope
        name = f"{within}.{node.name}" if within else node.name
        self.classes[name] = bases
        outside, outside_local = self._class, self._local
        self._class, self._local = name, set()
        body = self._block(node.body)
        if body:
            self._out.append((f.BODY, body))
        self._class, self._local = outside, outside_local
        if bases:
            self._out.append((f.CLASS, bases))
        self._bind(node.name, node.lineno)
        self._decorated(node.decorator_list)

    def _decorated(self, decorators: Sequence[ast.expr]) -> None:
        for decorator in reversed(decorators):
            called = isinstance(decorator, ast.Call)
            name = dotted(decorator.func if isinstance(decorator, ast.Call) else decorator)
            if name:
                self._call(name, decorator.lineno, code=f.RESULT if called else f.CALL)

    def _if(self, node: ast.If) -> None:
        verdict = decided(node.test)
        self._expression(node.test)
        branches = [(node.body, verdict is not False), (node.orelse, verdict is not True)]
        hidden = is_type_checking(node.test) or (
            isinstance(node.test, ast.UnaryOp) and is_type_checking(node.test.operand)
        )
        skipped: Context = "type-only" if hidden else "deferred"
        for branch, taken in branches:
            outside = self._branch
            self._branch = outside if taken or outside == "type-only" else skipped
            program = self._block(branch)
            self._branch = outside
            if program and taken:
                self._out += program if verdict is not None else [(f.MAYBE, program)]

    def _try(self, node: ast.Try) -> None:
        body = self._block(node.body)
        handlers = [(handler, self._block(handler.body)) for handler in node.handlers]
        caught = frozenset().union(*(_caught(handler) for handler in node.handlers))
        rest = tuple(event for _, program in handlers for event in program)
        orelse, final = self._block(node.orelse), self._block(node.finalbody)
        if body or rest or orelse or final:
            self._out.append((f.TRY, body, caught, rest, orelse, final))

    def _for(self, node: ast.For | ast.AsyncFor) -> None:
        self._expression(node.iter)
        self._target(node.target)
        self._maybe(node.body, f.LOOP)
        self._maybe(node.orelse)

    def _while(self, node: ast.While) -> None:
        self._expression(node.test)
        self._maybe(node.body, f.LOOP)
        self._maybe(node.orelse)

    def _with(self, node: ast.With | ast.AsyncWith) -> None:
        for item in node.items:
            self._expression(item.context_expr)
            if item.optional_vars:
                self._target(item.optional_vars)
        program = self._block(node.body)
        if program:
            self._out.append((f.GUARDED, program))

    def _match(self, node: ast.Match) -> None:
        self._expression(node.subject)
        for case in node.cases:
            for part in ast.walk(case.pattern):
                name = getattr(part, "name", None) or getattr(part, "rest", None)
                if name:
                    self._bind(name, node.lineno)
            self._maybe(case.body)

    def _maybe(self, body: Sequence[ast.stmt], code: str = f.MAYBE) -> None:
        program = self._block(body)
        if program:
            self._out.append((code, program))

    def _assign(self, node: ast.Assign) -> None:
        if isinstance(node.targets[0], ast.Name) and isinstance(node.value, ast.Call):
            self._assigned = node.targets[0].id
        self._expression(node.value)
        self._assigned = None
        for target in node.targets:
            self._target(target, node.value)

    def _annotated_assign(self, node: ast.AnnAssign) -> None:
        if not self._scope:
            self._annotation(node.annotation)
        if node.value:
            self._expression(node.value)
            self._target(node.target, node.value)

    def _augmented_assign(self, node: ast.AugAssign) -> None:
        self._expression(node.value)
        if not isinstance(node.target, ast.Name):
            self._expression(node.target)
        else:
            self._use(node.target.id)

    def _type_alias(self, node: Any) -> None:
        """`type X = ...`, whose value is evaluated when somebody asks for it."""
        self._annotation(node.value, evaluated=False)
        self._bind(node.name.id, node.lineno)

    def _expression_statement(self, node: ast.Expr) -> None:
        self._expression(node.value)

    def _delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Name) and not self._scope and not self._class:
                self._out.append((f.DELETE, target.id))

    def _return(self, node: ast.Return) -> None:
        if node.value:
            self._expression(node.value)
            name = dotted(node.value)
            if name and f"{self._scope}.{name}" in self.definitions:
                self._out.append((f.RETURN, f"{self._scope}.{name}"))
        self._out.append((f.STOP,))

    def _stop(self, node: ast.Raise | ast.Continue | ast.Break) -> None:
        if isinstance(node, ast.Raise):
            self._expression(node)
        self._out.append((f.STOP,))

    def _global(self, node: ast.Global) -> None:
        # Whoever calls the function binds them, and nobody knows when that is.
        self._local.difference_update(node.names)
        self.dynamic = self.dynamic or any(name in self.imported for name in node.names)


def _caught(handler: ast.ExceptHandler) -> frozenset[str]:
    """What an `except` clause catches, by the last part of each name."""
    if handler.type is None:
        return frozenset({"BaseException"})
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return frozenset((dotted(kind) or "BaseException").rpartition(".")[2] for kind in kinds)


def _generic(base: ast.expr) -> ast.expr:
    """`Base` of `Base[int]`."""
    return base.value if isinstance(base, ast.Subscript) else base


_STATEMENTS: Final[Mapping[type[ast.stmt], Callable[[Builder, Any], None]]] = {
    ast.Import: Builder._import,
    ast.ImportFrom: Builder._import_from,
    ast.FunctionDef: Builder._definition,
    ast.AsyncFunctionDef: Builder._definition,
    ast.ClassDef: Builder._class_definition,
    ast.If: Builder._if,
    ast.Try: Builder._try,
    ast.For: Builder._for,
    ast.AsyncFor: Builder._for,
    ast.While: Builder._while,
    ast.With: Builder._with,
    ast.AsyncWith: Builder._with,
    ast.Match: Builder._match,
    ast.Assign: Builder._assign,
    ast.AnnAssign: Builder._annotated_assign,
    ast.AugAssign: Builder._augmented_assign,
    ast.Expr: Builder._expression_statement,
    ast.Delete: Builder._delete,
    ast.Return: Builder._return,
    ast.Raise: Builder._stop,
    ast.Continue: Builder._stop,
    ast.Break: Builder._stop,
    ast.Global: Builder._global,
    # From Python 3.12 on.
    **({ast.TypeAlias: Builder._type_alias} if hasattr(ast, "TypeAlias") else {}),
}
