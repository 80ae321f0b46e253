"""What the expressions of a body do while modules are imported."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from tftypes_lint.facts.scopes import children
from tftypes_lint.findings import Span
from tftypes_lint.imports import facts as f
from tftypes_lint.imports.annotations import is_literal, names_in_annotation
from tftypes_lint.imports.conditions import dotted
from tftypes_lint.imports.facts import Context, Event, Import, Name
from tftypes_lint.imports.standard import STANDARD
from tftypes_lint.source import Source

#: What no project is called.
_STANDARD: Final = frozenset({*STANDARD, "typing_extensions", "numpy"})
_BUILTINS: Final = frozenset(dir(builtins))
#: Calls whose constant argument is a module: the function's last name.
_BY_NAME: Final = frozenset({"import_module", "__import__"})
#: A lazy loader, whoever wrote it: `LazyLoader("ops", globals(), "package.ops")`.
_LAZY: Final = re.compile(r"lazy_?(?:loader|import|module)", re.I)
_MODULE: Final = re.compile(r"\.*[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
#: Calls that may bind names in ways that cannot be followed.
_DYNAMIC: Final = frozenset({"globals", "vars", "exec", "eval", "setattr", "locals"})


class Expressions:
    """Takes down what expressions import, use, call and bind, in the order of evaluation."""

    def __init__(self, source: Source, *, postponed: bool) -> None:
        self.source = source
        self._ascii = source.content.isascii()
        self.postponed = postponed
        self.imports: list[Import] = []
        self.classes: dict[str, tuple[str, ...]] = {}
        #: Functions and classes that were passed by, by dotted name, with the class they are in.
        self.definitions: dict[str, tuple[ast.FunctionDef | ast.AsyncFunctionDef, str]] = {}
        self.used_at_import: set[str] = set()
        self.annotation_names: set[str] = set()
        self.dynamic = False
        #: What the module's own imports bind, and what imports of the standard library do.
        self.imported: set[str] = set()
        self.standard: set[str] = set()
        # Of the body at hand.
        self._scope = ""
        self._class = ""
        self._owner = ""
        self._self: str | None = None
        #: What imports are in a branch that is not taken while modules are imported.
        self._branch: Context | None = None
        self._local: set[str] = set()
        self._here: set[str] = set()
        self._assigned: str | None = None
        self._out: list[Event] = []
        self._seen: set[Event] = set()

    def _span(self, node: ast.stmt | ast.expr | ast.alias) -> Span:
        if self._ascii:  # bytes are characters, and the lines need not be looked at
            end_line, end = node.end_lineno or node.lineno, node.end_col_offset or 0
            return Span(node.lineno, node.col_offset + 1, end_line, end + 1)
        return self.source.span(node)

    def _record(
        self,
        span: Span,
        level: int,
        module: str,
        names: tuple[Name, ...] | None,
        asname: str | None,
        by_call: bool = False,
    ) -> None:
        context: Context = self._branch or ("deferred" if self._scope else "eager")
        record = Import(span, level, module, names, asname, context, self._scope, by_call)
        bound = record.bound
        (self._here if self._scope else self.imported).update(bound)
        if not level and module.partition(".")[0] in _STANDARD:
            self.standard.update(bound)
        self._local.difference_update(bound)
        self._out.append((f.IMPORT, len(self.imports)))
        self.imports.append(record)

    def _target(self, target: ast.expr, value: ast.expr | None = None) -> None:
        if isinstance(target, ast.Name):
            self._bind(target.id, target.lineno, value)
        elif isinstance(target, (ast.Tuple, ast.List)):
            for element in target.elts:
                self._target(element)
        elif isinstance(target, ast.Starred):
            self._target(target.value)
        else:
            self._expression(target)
            if (dotted(getattr(target, "value", target)) or "") == "sys.modules":
                self.dynamic = True

    def _bind(self, name: str, line: int, value: ast.expr | None = None) -> None:
        if self._scope or self._class:
            self._local.add(name)
            return
        called = isinstance(value, ast.Call)
        origin = dotted(value.func if isinstance(value, ast.Call) else value) if value else None
        followed = origin if origin and self._is_followed(origin) else None
        self._out.append((f.BIND, name, line, followed, called))

    def _annotation(self, node: ast.expr, *, evaluated: bool = True) -> None:
        if isinstance(node, ast.Name):  # most are, and to evaluate them does nothing
            self.annotation_names.add(node.id)
        elif isinstance(node, ast.Tuple):
            for element in node.elts:
                self._annotation(element, evaluated=evaluated)
        elif isinstance(node, ast.Subscript) and not is_literal(node):
            self._annotation(node.value, evaluated=evaluated)
            self._annotation(node.slice, evaluated=evaluated)
        else:
            if not self.postponed and evaluated and not self._scope:
                outside, self.used_at_import = self.used_at_import, set()
                self._expression(node)
                self.used_at_import = outside
            self.annotation_names.update(names_in_annotation(node))

    def _expressions(self, nodes: Iterable[ast.AST]) -> None:
        for node in nodes:
            if type(node) is not ast.Constant:
                self._expression(node)

    def _expression(self, node: ast.AST) -> None:
        """What evaluating this does: names used, functions called, in the order of evaluation."""
        method = _EXPRESSIONS.get(type(node))
        if method:
            method(self, node)
        else:
            self._expressions(children(node))

    def _named_expression(self, node: ast.NamedExpr) -> None:
        self._expression(node.value)
        self._target(node.target, node.value)

    def _lambda(self, node: ast.Lambda) -> None:
        self._expressions(node.args.defaults)

    def _comprehension(
        self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
    ) -> None:
        bound = {
            each.id
            for generator in node.generators
            for each in ast.walk(generator.target)
            if isinstance(each, ast.Name)
        }
        outside, self._local = self._local, self._local | bound
        self._expressions(children(node))
        self._local = outside

    def _use(self, name: str) -> None:
        if not self._scope and name not in self._local:
            self.used_at_import.add(name)

    def _name(self, node: ast.Name) -> None:
        self._use(node.id)

    def _attribute(self, node: ast.Attribute) -> None:
        name = dotted(node)
        if name is None:
            self._expression(node.value)
            return
        root = name.partition(".")[0]
        self._use(root)
        if root in self._local or not (root in self.imported or root in self._here):
            return
        if (f.USE, name) not in self._seen:
            self._seen.add((f.USE, name))
            span = self._span(node)
            self._out.append((f.USE, name, span.line, span.column, span.end_column))

    def _call_expression(self, node: ast.Call) -> None:
        self._expression(node.func)
        self._expressions(node.args)
        self._expressions([keyword.value for keyword in node.keywords])
        name = dotted(node.func)
        if name is None:
            inner = node.func
            if isinstance(inner, ast.Call):
                name = dotted(inner.func)
                if name:
                    self._call(name, node.lineno, code=f.RESULT)
            return
        last = name.rpartition(".")[2]
        if name in _DYNAMIC and not self._scope:
            self.dynamic = True
        if last in _BY_NAME:
            self._by_name(node)
        elif _LAZY.search(last):
            self._lazy(node)
        self._call(name, node.lineno)

    def _by_name(self, node: ast.Call) -> None:
        first = node.args[0] if node.args else None
        if isinstance(first, ast.Constant) and isinstance(first.value, str) and first.value:
            module = first.value.lstrip(".")
            level = len(first.value) - len(module)
            self._record(self._span(node), level, module, None, None, by_call=True)

    def _lazy(self, node: ast.Call) -> None:
        for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                if _MODULE.fullmatch(argument.value):
                    module = argument.value.lstrip(".")
                    level = len(argument.value) - len(module)
                    self._record_lazy(self._span(node), level, module)

    def _record_lazy(self, span: Span, level: int, module: str) -> None:
        """A module that is imported when the name is used that the loader is bound to."""
        name = None if self._scope or self._class else self._assigned
        scope = self._scope or f"<{name}>"
        record = Import(span, level, module, None, name, "deferred", scope, by_call=True)
        if name:
            self.imported.add(name)
        self._out.append((f.IMPORT, len(self.imports)))
        self.imports.append(record)

    def _call(self, name: str, line: int, code: str = f.CALL) -> None:
        if self._self and name.startswith(f"{self._self}."):
            name = self._owner + name[len(self._self) :]
        elif not self._is_followed(name):
            return
        elif self._scope and f"{self._scope}.{name}" in self.definitions:
            name = f"{self._scope}.{name}"
        if (code, name) not in self._seen:
            self._seen.add((code, name))
            self._out.append((code, name, line))

    def _is_followed(self, name: str) -> bool:
        """Whether a name may lead to a function or a class of the project."""
        root = name.partition(".")[0]
        if root in self._local:
            return f"{self._scope}.{root}" in self.definitions
        return root not in self.standard and root not in _BUILTINS


_EXPRESSIONS: Final[Mapping[type[ast.AST], Callable[[Expressions, Any], None]]] = {
    ast.Name: Expressions._name,
    ast.Attribute: Expressions._attribute,
    ast.Call: Expressions._call_expression,
    ast.NamedExpr: Expressions._named_expression,
    ast.Lambda: Expressions._lambda,
    ast.ListComp: Expressions._comprehension,
    ast.SetComp: Expressions._comprehension,
    ast.DictComp: Expressions._comprehension,
    ast.GeneratorExp: Expressions._comprehension,
}
