"""The bodies of the program's functions, each read anew from its source.

mypy frees the bodies of a finished module, has none for a module that comes from
its cache, and keeps in those it has what it inferred last. So a body is parsed and
analyzed here, once a run and only where a call needs it: the answer is the same
cold, warm, in the daemon and in a parallel worker.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import redirect_stderr
from dataclasses import dataclass
from io import StringIO
from typing import Final, NamedTuple

from mypy import nodes
from mypy.errors import Errors
from mypy.nodes import (
    AssignmentStmt,
    ClassDef,
    Decorator,
    Expression,
    FuncDef,
    MypyFile,
    NameExpr,
    Node,
    SymbolTable,
    TypeInfo,
)
from mypy.options import Options
from mypy.parse import parse
from mypy.plugin import Plugin
from mypy.semanal import SemanticAnalyzer
from mypy.semanal_pass1 import SemanticAnalyzerPreAnalysis
from mypy_extensions import mypyc_attr

from tftypes_mypy import reach
from tftypes_mypy.features.bodies import module_containers as body_globals
from tftypes_mypy.features.bodies import scopes
from tftypes_mypy.lazy import lazy
from tftypes_mypy.ranges import Ranges
from tftypes_mypy.syntax import nodes_of, those_of, walk
from tftypes_mypy.unpacking import taken_apart

_INNER: Final = re.compile(r"\n[ \t]+class\b")


@dataclass(frozen=True, eq=False)
class Definition:
    """One function of the program, ready to be checked."""

    function: FuncDef
    source: Source
    info: TypeInfo | None
    decorators: tuple[Expression, ...] = ()


class _Parts(NamedTuple):
    """The classes and functions of a module, also those in classes, by their path."""

    classes: dict[tuple[str, ...], ClassDef]
    written: dict[tuple[str, ...], Node]


@mypyc_attr(native_class=False)
class Source:
    """One module of the program; it is parsed, and its functions are analyzed, as they are asked for."""

    def __init__(
        self,
        live: MypyFile,
        text: str,
        options: Options,
        plugin: Plugin,
        modules: dict[str, MypyFile],
    ) -> None:
        self.options = options
        self.name, self.path = live.fullname, live.path
        self.text = text
        self._live, self._plugin, self._modules = live, plugin, modules
        # mypy drops the statements of a module that it is through with.
        statements = live.defs or self.tree.defs
        bound = Counter(scopes.bound(statements))
        self._defined_again = scopes.defined_again(statements, bound)
        bound.update(scopes.bound_around(statements))
        #: The names that the module binds more than once.
        self._several = {name for name, count in bound.items() if count > 1}
        self._resolved: set[str] = set()
        self._assigned: dict[tuple[str, ...], Mapping[str, frozenset[str]]] = {}
        self._definitions: dict[tuple[str, ...], Definition | None] = {}

    @lazy
    def tree(self) -> MypyFile:
        """The module as it is written."""
        live, options = self._live, self.options
        tree = parse(self.text, live.path, self.name, Errors(options), options, eager=True)
        tree._fullname = self.name
        tree.path = live.path
        SemanticAnalyzerPreAnalysis().visit_file(tree, live.path, self.name, options)
        tree.names = SymbolTable(live.names)
        if "builtins" in self._modules:  # which mypy's cache leaves out
            builtins = nodes.SymbolTableNode(nodes.GDEF, self._modules["builtins"])
            tree.names["__builtins__"] = builtins
        return tree

    @lazy
    def _analyzer(self) -> SemanticAnalyzer:
        modules, errors = self._modules, Errors(self.options)
        errors.ignored_files.add(self._live.path)  # mypy looks for names like a missing one else
        visible = {self.name: set(modules)}
        analyzer = SemanticAnalyzer(modules, {}, set(), errors, self._plugin, visible)
        analyzer.global_decls = [set()]
        analyzer.nonlocal_decls = [set()]
        return analyzer

    @lazy
    def _parts(self) -> _Parts:
        parts = _Parts({}, {})
        self._read(self.tree.defs, (), Counter(scopes.bound(self.tree.defs)), parts)
        return parts

    def _read(
        self,
        statements: Iterable[Node],
        scope: tuple[str, ...],
        bound: Mapping[str, int],
        parts: _Parts,
    ) -> None:
        """Notes the functions and methods whose name is bound once, or that of a module again, and all classes."""
        for statement in statements:
            if not isinstance(statement, (ClassDef, FuncDef, Decorator)):
                continue
            is_again = bound[statement.name] > 1
            name = (
                _again(statement.name, scopes.line_of(statement))
                if is_again and not scope
                else statement.name
            )
            path = (*scope, name)
            if isinstance(statement, ClassDef):
                parts.classes[path] = statement
            if is_again and scope:
                continue
            if isinstance(statement, ClassDef):
                body = statement.defs.body
                self._read(body, path, Counter(scopes.bound(body)), parts)
            else:
                parts.written[path] = statement

    def definition(self, path: tuple[str, ...], known: FuncDef) -> Definition | None:
        """The function of this path in the module, `("Net", "call")`.

        None where its name is bound to something else too, or a class is defined in it. What
        mypy knows of it is `known`, which may have no body.
        """
        if path not in self._definitions:
            written = self._parts.written.get(path)
            function = written.func if isinstance(written, Decorator) else written
            found = None
            if isinstance(function, FuncDef) and self._is_plain(function, known.info):
                decorators = written.decorators if isinstance(written, Decorator) else []
                found = self._analyze(function, tuple(decorators), known)
            self._definitions[path] = found
        return self._definitions[path]

    def _is_plain(self, function: FuncDef, info: TypeInfo) -> bool:
        if info and function.name in self._outside.union(self.assigned_in(info)):
            return False
        # What such a body does to names outside cannot be undone; of globals the types are kept.
        unfit = (ClassDef, nodes.NonlocalDecl)
        return not self._has_inner or not any(isinstance(n, unfit) for n in walk(function.body))

    @lazy
    def _has_inner(self) -> bool:
        """Whether the text has a word for a class in something, or for a name of a function around."""
        return "nonlocal" in self.text or _INNER.search(self.text) is not None

    @lazy
    def reveals(self) -> bool:
        """Whether somebody asks for types in it."""
        return "reveal_type" in self.text

    @lazy
    def sets_by_name(self) -> bool:
        """Whether the text has a word for what sets attributes by their names."""
        return any(word in self.text for word in ("__dict__", "setattr(", "vars("))

    def _analyze(
        self, function: FuncDef, decorators: tuple[Expression, ...], known: FuncDef
    ) -> Definition:
        info = known.info or None
        function.is_static = known.is_static
        function.is_class = known.is_class
        function.is_property = known.is_property
        if info is not None:
            function.info = info
            info.defn.info = info  # which mypy's cache leaves out
        self._analyzer.refresh_partial(function, [], True, self.tree, self.options, info)
        if info is not None:
            _name_local(function)
        if decorators:
            with self._analyzer.file_context(self.tree, self.options, info):
                for decorator in decorators:
                    decorator.accept(self._analyzer)
        return Definition(function, self, info, decorators)

    def defined_again(self, name: str) -> Sequence[int] | None:
        """The lines on which a module defines a function or class, where it does so again.

        None where its name is bound once; none where what it is bound to depends on a condition.
        """
        return self._defined_again.get(name)

    @property
    def defines_again(self) -> bool:
        """Whether there is any such name."""
        return bool(self._defined_again)

    def defined_before(self, line: int) -> int:
        """How many of those definitions stand above a line."""
        return sum(each < line for lines in self._defined_again.values() for each in lines)

    def path_of(self, info: TypeInfo) -> tuple[str, ...]:
        """The path of a class, with the line where its name is bound again."""
        first, *rest = info.fullname[len(self.name) + 1 :].split(".")
        lines = self._defined_again.get(first)
        if lines is None or rest:
            return first, *rest
        return (_again(first, info.defn.line),)

    def class_of(self, info: TypeInfo) -> ClassDef | None:
        """A class as it is written."""
        return self._parts.classes.get(self.path_of(info))

    def assigned_in(self, info: TypeInfo) -> Mapping[str, frozenset[str]]:
        """The methods that assign to each attribute of a class, `""` for what is not a method."""
        path = self.path_of(info)
        if path not in self._assigned:
            written = self.class_of(info)
            found: dict[str, set[str]] = defaultdict(set)
            for method in written.defs.body if written is not None else ():
                name = method.name if isinstance(method, (FuncDef, Decorator)) else ""
                for target in scopes.targets(walk(method)):
                    found[target.name].add(name)
            for name in self._outside.intersection(found):
                found[name].add("")
            self._assigned[path] = {name: frozenset(methods) for name, methods in found.items()}
        return self._assigned[path]

    @lazy
    def _outside(self) -> frozenset[str]:
        """The attributes that are assigned to on anything but `self`."""
        return frozenset(
            target.name
            for target in scopes.targets(nodes_of(self.tree))
            if not (isinstance(target.expr, NameExpr) and target.expr.name == "self")
        )

    def constant(self, name: str) -> Expression | None:
        """What a name of the module is bound to, where it is bound once and to a literal."""
        value = self._constants.get(name)
        if value is not None and name not in self._resolved:
            self._resolved.add(name)
            with self._analyzer.file_context(self.tree, self.options, None):
                value.accept(self._analyzer)  # then the names in it are known
        return value

    @lazy
    def only_read(self) -> body_globals.OnlyRead:
        """The names and attributes of containers that the module does not change."""
        return body_globals.only_read(self.tree)

    @lazy
    def bound_again(self) -> frozenset[str]:
        """The names that the module binds more than once, and that are read in functions."""
        if not self._several:
            return frozenset()
        tree = self._live if self._live.defs else self.tree
        kinds = nodes.FuncDef, nodes.LambdaExpr
        functions = Ranges.of((each for kind in kinds for each in those_of(tree, kind)), kinds)
        read = (each for each in those_of(tree, NameExpr) if each.name in self._several)
        return frozenset(each.name for each in read if functions.around(each))

    @lazy
    def _constants(self) -> dict[str, Expression]:
        bound = Counter(scopes.bound(self.tree.defs))
        bound.update(name for node in those_of(self.tree, nodes.GlobalDecl) for name in node.names)
        return {
            target.name: value
            for statement in self.tree.defs
            if isinstance(statement, AssignmentStmt) and len(statement.lvalues) == 1
            for target, value in taken_apart(statement.lvalues[0], statement.rvalue)
            if isinstance(target, NameExpr) and bound[target.name] == 1
        }


class Sources:
    """The modules of the program that some body was read of."""

    def __init__(self, plugin: Plugin) -> None:
        self._plugin = plugin
        self._sources: dict[str, Source | None] = {}
        #: Whether a body is being analyzed right now, and not by mypy itself.
        self.is_reading = False

    def clear(self) -> None:
        """Forgets all: the daemon has read something anew."""
        self._sources.clear()

    def find(
        self, function: FuncDef, modules: dict[str, MypyFile], options: Options
    ) -> Definition | None:
        """The body of a function that mypy knows by name; None where it is not the program's."""
        if function.fullname.startswith("tensorflow."):
            return None
        owner = function.info.fullname if function.info else ""
        module = function.info.module_name if owner else function.fullname.rpartition(".")[0]
        source = self.source(module, modules, options)
        if source is None:
            return None
        scope = source.path_of(function.info) if owner else ()
        name = function.name
        if not owner and source.defined_again(name) is not None:
            name = _again(name, function.line)
        self.is_reading = True
        try:
            with redirect_stderr(StringIO()):  # where mypy writes before it raises
                return source.definition((*scope, name), function)
        finally:
            self.is_reading = False

    def was_asked(self, module: str) -> bool:
        """Whether it is known whether a module is of the program."""
        return module in self._sources

    def known(self, module: str) -> Source | None:
        """A module of the program that was asked for before."""
        return self._sources.get(module)

    def source(self, module: str, modules: dict[str, MypyFile], options: Options) -> Source | None:
        """A module of the program; None for any other."""
        if module not in self._sources:
            live = modules.get(module)
            self._sources[module] = (
                None if live is None or not is_program(live) else self._read(live, options, modules)
            )
        return self._sources[module]

    def _read(
        self, live: MypyFile, options: Options, modules: dict[str, MypyFile]
    ) -> Source | None:
        try:
            with open(live.path, encoding="utf-8") as stream:
                text = stream.read()
        except (OSError, UnicodeDecodeError):
            return None
        return Source(live, text, options, self._plugin, modules)


def is_program(tree: MypyFile) -> bool:
    """Whether a module is of the program and not of an installed package."""
    return not tree.is_stub and reach.is_program(tree.path)


def _name_local(method: FuncDef) -> None:
    """Lets functions in a method have names as in any function: mypy takes them for the class's own."""
    for node in walk(method.body):
        if isinstance(node, FuncDef) and not node.info:
            node._fullname = node.name
        elif isinstance(node, Decorator) and not node.func.info:
            node.var._fullname = node.func.name


def _again(name: str, line: int) -> str:
    """What stands in a path for a definition of a name that has several."""
    return f"{name}:{line}"
