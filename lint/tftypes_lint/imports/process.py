"""The state of one process that imports modules: what is loaded, running, bound, and not there yet."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from tftypes_lint.imports import facts as f
from tftypes_lint.imports.bindings import Bindings
from tftypes_lint.imports.facts import Import, Program
from tftypes_lint.imports.names import Scope, bound_at
from tftypes_lint.imports.outcome import Hit, Outcome, State, Step, Unbound
from tftypes_lint.imports.project import Project

#: Deeper than imports can nest in Python itself, whose limit is 1000 frames at seven an import.
_DEEPEST: Final = 200


class Failure(Exception):
    """The import that is being followed raises this kind of error, for this reason."""

    def __init__(self, kinds: frozenset[str], reason: Unbound) -> None:
        self.kinds = kinds
        self.reason = reason


class Process(ABC):
    """Loads modules and carries out imports; what their bodies do is up to `run` and `follow`."""

    def __init__(self, project: Project, outcome: Outcome, *, thorough: bool) -> None:
        self.project = project
        self.thorough = thorough
        self.outcome = outcome
        self.states = outcome.states
        #: The imports that are running, each with the module that its module waits for.
        self.steps: list[Step] = []
        #: The modules being initialised and how many steps there were when they began.
        self.running: dict[str, int] = {}
        #: The functions that were followed to their end: what they import is there.
        self.followed: set[tuple[str, str]] = set()
        #: How many blocks around this one may be skipped, or may swallow an error.
        self.doubts = 0
        self.guards = 0
        #: How often something may have failed, and how many `try` would catch it.
        self.suspicions = 0
        self.tries = 0

    @abstractmethod
    def run(self, state: State, program: Program) -> None:
        """Carries out the body of a module."""

    @abstractmethod
    def follow(self, module: str, name: str) -> None:
        """Calls a function of a module."""

    def load_with_parents(self, name: str) -> None:
        for each in self.project.chain(name):
            if each in self.project and each not in self.states:
                self._load(each)

    def _load(self, name: str) -> None:
        module = self.project.modules[name]
        if len(self.running) > _DEEPEST:
            return
        state = self.states[name] = State(module, self.project.origins(module))
        self.running[name] = len(self.steps)
        try:
            if module.facts.stub:
                state.open = True
            else:
                self.run(state, module.facts.program)
        except Failure:
            del self.states[name]
            self.followed = {each for each in self.followed if each[0] != name}
            raise
        finally:
            del self.running[name]
        state.done = True
        parent, _, child = name.rpartition(".")
        if parent in self.states:
            self.states[parent].names[child] = name

    def import_(self, state: State, number: int, scope: Scope) -> None:
        record = state.module.facts.imports[number]
        if record.context == "type-only":
            return
        if record.scope.startswith("<"):
            if record.asname:
                state.lazy[record.asname] = number
            return
        origin = state.origins[number]
        if origin is None:
            for name in record.bound:
                if name == "*":
                    state.open = True
                else:
                    scope[name] = None
            return
        self.steps.append(Step(state.module.name, number))
        try:
            self._require(state, number, origin)
            self._bind(state, number, record, origin, scope)
        finally:
            self.steps.pop()

    def _require(self, state: State, number: int, name: str) -> None:
        """Loads a module with its parents, and takes down which of them are still running."""
        for each in self.project.chain(name):
            wanted = self.states.get(each)
            if wanted is None:
                if each in self.project:
                    self._load(each)
            elif not wanted.done and each not in self.project.chain(state.module.name):
                self._hit(state.module.name, number, each, implicit=each != name)

    def _hit(self, own: str, number: int, target: str, *, implicit: bool) -> None:
        self.outcome.hits.append(Hit(own, number, target, self._chain(target), implicit))

    def _chain(self, running: str) -> tuple[Step, ...]:
        """The imports that a running module waits for."""
        return tuple(self.steps[self.running[running] :])

    def _bind(self, state: State, number: int, record: Import, origin: str, scope: Scope) -> None:
        if record.names is None:
            for name in record.bound:
                scope[name] = origin if record.asname else origin.removesuffix(record.module) + name
            return
        for name, asname in record.names:
            if name == "*":
                self._star(state, number, origin, scope)
            else:
                scope[asname or name] = self._from(state, number, origin, name)

    def _star(self, state: State, number: int, module: str, scope: Scope) -> None:
        source = self.states.get(module)
        if source is None:
            state.open = True
            return
        state.open = state.open or source.open
        exported = source.module.facts.exported
        if exported is None and isinstance(scope, Bindings):
            scope.star(source.names)
        for name in exported or ():
            if name in source.names:
                scope[name] = source.names[name]
            elif f"{module}.{name}" in self.project:
                self._require(state, number, f"{module}.{name}")
                scope[name] = f"{module}.{name}"
            elif not name.startswith("_"):
                scope[name] = None

    def _from(self, state: State, number: int, module: str, name: str) -> str | None:
        """What `from module import name` gives."""
        source = self.states.get(module)
        if source is not None and name in source.names:
            found = source.names[name]
            if found in self.running and found == f"{module}.{name}":
                self._require(state, number, found)
            return found
        submodule = f"{module}.{name}"
        if submodule in self.project or submodule in self.project.packages:
            self._require(state, number, submodule)
            return submodule
        if source is None:
            return None
        if "__getattr__" in source.names:
            self.follow(module, "__getattr__")
            return None
        if module in self.running:
            span = state.module.facts.imports[number].span
            place = (span.line, span.column, span.end_column)
            self._unbound(state, number, place, source, name, f.IMPORT_ERRORS)
        return None

    def use(self, state: State, event: f.Event, scope: Scope) -> None:
        """An attribute of a module that is still running may not be there yet."""
        _, dotted, line, column, end_column = event
        root, *rest = dotted.split(".")
        if root in state.lazy:
            self._load_lazy(state, root)
        current = scope.get(root, state.names.get(root))
        for attribute in rest:
            source = self.states.get(current or "")
            if source is None:
                return
            if attribute not in source.names:
                place = (line, column, end_column)
                self._unbound(state, None, place, source, attribute, f.ATTRIBUTE_ERRORS)
                return
            current = source.names[attribute]

    def _load_lazy(self, state: State, name: str) -> None:
        """The first use of a lazily loaded module imports it."""
        number = state.lazy.pop(name)
        self.outcome.called.add((state.module.name, f"<{name}>"))
        origin = state.origins[number]
        if origin is None:
            return
        self.steps.append(Step(state.module.name, number))
        try:
            self._require(state, number, origin)
            state.names[name] = origin
        finally:
            self.steps.pop()

    def _unbound(
        self,
        state: State,
        number: int | None,
        place: tuple[int, int, int],
        source: State,
        name: str,
        kinds: frozenset[str],
    ) -> None:
        target = source.module.name
        submodule = f"{target}.{name}"
        line_bound = bound_at(self.project, source.module, name)
        if submodule in self.running:
            waited_for, line_bound = submodule, None
        elif target in self.running and line_bound is not None:
            waited_for = target
        else:
            return self.suspect()  # never bound, as far as can be seen: another matter
        hidden = source.open or source.module.facts.dynamic or "__getattr__" in source.names
        if hidden or self.doubts or self.guards:
            return self.suspect()
        chain = self._chain(waited_for)
        own = state.module.name
        entry = self.outcome.entry
        reason = Unbound(own, number, place, target, name, line_bound, chain, entry)
        raise Failure(kinds, reason)

    def suspect(self) -> None:
        """Something may fail here. If so, the rest of a `try` around it does not run."""
        self.suspicions += 1
        if self.tries:
            self.doubts += 1
