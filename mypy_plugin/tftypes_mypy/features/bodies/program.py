"""The modules of the program as they are written, for the checker that asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mypy.checker import TypeChecker
from mypy.nodes import ClassDef, Expression, MypyFile, TypeInfo
from mypy.options import Options
from mypy.plugin import Plugin

from tftypes_mypy.features.bodies.checks import OPTIONS
from tftypes_mypy.features.bodies.model import derives_from_tensorflow
from tftypes_mypy.features.bodies.sources import Source, Sources
from tftypes_mypy.syntax import may_have, per_tree


class Program:
    """Finds what the program's modules, and no others, define and bind."""

    def __init__(self, plugin: Plugin) -> None:
        self.sources = Sources(plugin)
        self._options: dict[int, tuple[Options, Options]] = {}
        #: What the methods of a class assign to, in it and its bases.
        self._assigned: dict[TypeInfo, Mapping[str, frozenset[str]]] = {}

    def clear(self) -> None:
        """Forgets all: some module was read anew."""
        self.sources.clear()
        self._assigned.clear()

    def options_of(self, checker: TypeChecker) -> Options:
        """The options under which bodies are checked, whatever those of the module are."""
        known = self._options.get(id(checker.options))
        if known is None or known[0] is not checker.options:
            known = checker.options, checker.options.apply_changes(OPTIONS)
            self._options[id(checker.options)] = known
        return known[1]

    def constants(self, checker: TypeChecker) -> Any:
        """Finds what a name of a module of the program is bound to."""

        def constant(fullname: str) -> Expression | None:
            module, _, name = fullname.rpartition(".")
            source = self._source(module, checker)
            return None if source is None else source.constant(name)

        return constant

    def _reads(self, fullname: str, checker: TypeChecker) -> bool:
        module, _, name = fullname.rpartition(".")
        source = self._source(module, checker)
        return source is not None and name in source.only_read.names

    def source_of(self, checker: TypeChecker) -> Source | None:
        """The module that is being checked, if it is the program's."""
        return self._source(checker.tree.fullname, checker)

    def _source(self, module: str, checker: TypeChecker) -> Source | None:
        """A module of the program; None for any other."""
        if self.sources.was_asked(module):
            return self.sources.known(module)
        return self.sources.source(module, checker.modules, self.options_of(checker))

    def is_program(self, module: str, checker: TypeChecker) -> bool:
        """Whether a module is of the program, and can be read."""
        return self._source(module, checker) is not None

    def class_of(self, info: TypeInfo, checker: TypeChecker) -> ClassDef | None:
        """A class of the program as it is written."""
        source = self._source(info.module_name, checker)
        return None if source is None else source.class_of(info)

    def defined_again(self, module: str, name: str, checker: TypeChecker) -> Sequence[int] | None:
        """Where a module of the program defines a function or class that it defines again."""
        source = self._source(module, checker)
        return None if source is None else source.defined_again(name)

    def assigned_in(self, info: TypeInfo, checker: TypeChecker) -> Mapping[str, frozenset[str]]:
        """The methods that assign to each attribute of a class, in it and its bases."""
        if info not in self._assigned:
            result: dict[str, frozenset[str]] = {}
            for base in info.mro:
                for name, methods in self.assigned_by(base, checker).items():
                    result[name] = result.get(name, frozenset()) | methods
            self._assigned[info] = result
        return self._assigned[info]

    def assigned_by(self, info: TypeInfo, checker: TypeChecker) -> Mapping[str, frozenset[str]]:
        """The methods that assign to each attribute, in this class alone."""
        source = self._source(info.module_name, checker)
        return {} if source is None else source.assigned_in(info)

    def is_assigned_below(self, name: str, info: TypeInfo, checker: TypeChecker) -> bool:
        """Whether a class assigns to an attribute that one of its bases has, of which mypy goes by the base alone."""
        for base in info.mro:
            if name in base.names:
                return False
            if name in self.assigned_by(base, checker):
                return True
        return False

    def may_hold_tensors(self, info: TypeInfo, checker: TypeChecker) -> bool:
        """Whether a class of the program, or one that it derives from, has to do with TensorFlow."""
        return derives_from_tensorflow(info) or any(
            self.is_program(base.module_name, checker)
            and base.module_name in checker.modules
            and _names_tensorflow(checker.modules[base.module_name])
            for base in info.mro
        )

    def mentions(self, source: Source, words: Sequence[str]) -> bool:
        """Whether the text of a module has one of the words."""
        return any(word in source.text for word in words)


@per_tree
def _names_tensorflow(tree: MypyFile) -> bool:
    return may_have(tree, "tensorflow", "keras")
