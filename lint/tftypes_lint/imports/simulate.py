"""Follows what happens when a module is imported, without importing it.

Statements run in order, parents before children, and functions of the project that are called
on the way are followed. A branch whose condition is unknown counts as run in a module, and not
in a function, which fits most programs. A failure is only believed if it is one as well when
every branch counts as run, so that what is loaded and bound is never underestimated; and what
goes wrong inside such a branch proves nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from tftypes_lint.imports import facts as f
from tftypes_lint.imports.facts import Import, Program
from tftypes_lint.imports.names import Scope, bound_at, callee, resolved
from tftypes_lint.imports.outcome import Hit, Outcome, State, Step, Unbound
from tftypes_lint.imports.project import Project, Target, ancestors, is_ancestor
from tftypes_lint.imports.standard import STANDARD

#: Deeper than imports can nest in Python itself, whose limit is 1000 frames at seven an import.
_DEEPEST: Final = 200
_RECURSION: Final = 20_000


class _Failure(Exception):
    """The import that is being followed raises this kind of error, for this reason."""

    def __init__(self, kinds: frozenset[str], reason: Unbound) -> None:
        self.kinds = kinds
        self.reason = reason


class _Stop(Exception):
    """A function returned, or a branch left its block."""


@contextmanager
def deep_recursion() -> Iterator[None]:
    """With room for imports that nest as deeply as Python allows."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _RECURSION))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def simulate(project: Project, entry: str, before: Outcome | None = None) -> Outcome:
    """Imports `entry` in a fresh process, or in one where `before` was imported."""
    likely = _simulate(project, entry, before, thorough=False)
    if likely.unbound is None:
        return likely
    chain = [] if before is None else [each.entry for each in (*before.earlier, before)]
    thorough: Outcome | None = None
    for each in (*chain, entry):
        thorough = _simulate(project, each, thorough, thorough=True)
    return likely if thorough and thorough.unbound == likely.unbound else thorough or likely


def _simulate(project: Project, entry: str, before: Outcome | None, *, thorough: bool) -> Outcome:
    states = dict(before.states) if before else {}
    earlier = (*before.earlier, before) if before else ()
    run = _Run(project, Outcome(entry, [], set(), states, earlier), thorough=thorough)
    with deep_recursion():
        run.enter()
    return run.outcome


class _Run:
    """One process."""

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

    def enter(self) -> None:
        try:
            self._load_with_parents(self.outcome.entry)
        except _Failure as failure:
            self.outcome.unbound = failure.reason

    # Modules

    def _load_with_parents(self, name: str) -> None:
        for each in (*reversed(list(ancestors(name))), name):
            if each in self.project and each not in self.states:
                self._load(each)

    def _load(self, name: str) -> None:
        module = self.project.modules[name]
        if len(self.running) > _DEEPEST:
            return
        state = self.states[name] = State(module)
        self.running[name] = len(self.steps)
        try:
            if module.facts.stub:
                state.open = True
            else:
                self._body(state, module.facts.program)
        except _Failure:
            del self.states[name]
            self.followed = {each for each in self.followed if each[0] != name}
            raise
        finally:
            del self.running[name]
        state.done = True
        parent, _, child = name.rpartition(".")
        if parent in self.states:
            self.states[parent].names[child] = name

    def _body(self, state: State, program: Program) -> None:
        with suppress(_Stop):
            self._program(state, program, state.names, "")

    # Programs

    def _program(self, state: State, program: Program, scope: Scope, function: str) -> None:
        for event in program:
            code = event[0]
            if code == f.BIND:
                _, name, _, origin, called = event
                scope[name] = None
                if origin and not called:
                    scope[name] = resolved(self.states, state, scope, origin)
                elif origin:
                    self._call(state, scope, origin)
                    made = resolved(self.states, state, scope, origin)
                    scope[name] = f"{made}()" if made else None
                else:
                    scope[name] = f"{state.module.name}:{name}"
            elif code == f.IMPORT:
                self._import(state, event[1], scope)
            elif code == f.USE:
                self._use(state, event, scope)
            elif code == f.CALL:
                self._call(state, scope, event[1])
            elif code == f.RESULT:
                self._call_result(state, scope, event[1])
            elif code == f.CLASS:
                for base in event[1]:
                    self._call(state, scope, f"{base}.__init_subclass__")
            elif code == f.BODY:
                self._program(state, event[1], {}, function)
            elif code == f.DELETE:
                scope.pop(event[1], None)
            elif code == f.TRY:
                self._try(state, event, scope, function)
            elif code == f.LOOP or (code == f.MAYBE and (self.thorough or not function)):
                self._maybe(state, event[1], scope, function)
            elif code == f.GUARDED:
                self.guards += 1
                try:
                    self._program(state, event[1], scope, function)
                finally:
                    self.guards -= 1
            elif code == f.STOP:
                raise _Stop

    def _maybe(self, state: State, program: Program, scope: Scope, function: str) -> None:
        self.doubts += 1
        with suppress(_Stop, _Failure):
            self._program(state, program, scope, function)
        self.doubts -= 1

    def _try(self, state: State, event: f.Event, scope: Scope, function: str) -> None:
        _, body, caught, handlers, orelse, final = event
        doubts, suspicions = self.doubts, self.suspicions
        self.tries += 1
        try:
            self._program(state, body, scope, function)
        except _Failure as failure:
            if not failure.kinds & caught:
                self._maybe(state, final, scope, function)
                raise
            self.doubts = doubts
            self._maybe(state, handlers, scope, function)
        else:
            suspected = self.suspicions > suspicions
            self.doubts = doubts + suspected
            if handlers and (suspected or self._may_fail(state, body)):
                self._maybe(state, handlers, scope, function)
            self._program(state, orelse, scope, function)
        finally:
            self.doubts = doubts
            self.tries -= 1
        self._program(state, final, scope, function)

    def _may_fail(self, state: State, body: Program) -> bool:
        """Whether a `try` that went well here may go wrong elsewhere: it imports what is not ours."""
        for event in body:
            if event[0] != f.IMPORT:
                return True
            record = state.module.facts.imports[event[1]]
            root = record.module.partition(".")[0]
            standard = not record.level and root in STANDARD
            if not standard and not self.project.targets(state.module, event[1]):
                return True
        return False

    # Imports

    def _import(self, state: State, number: int, scope: Scope) -> None:
        record = state.module.facts.imports[number]
        if record.context == "type-only":
            return
        if record.scope.startswith("<"):
            if record.asname:
                state.lazy[record.asname] = number
            return
        targets = self.project.targets(state.module, number)
        if not targets:
            for name in record.bound:
                if name == "*":
                    state.open = True
                else:
                    scope[name] = None
            return
        self.steps.append(Step(state.module.name, number))
        try:
            for target in targets:
                self._require(state, number, target.module)
                self._bind(state, number, record, target, scope)
        finally:
            self.steps.pop()

    def _require(self, state: State, number: int, name: str) -> None:
        """Loads a module with its parents, and takes down which of them are still running."""
        own = state.module.name
        for each in (*reversed(list(ancestors(name))), name):
            if each in self.running:
                if not is_ancestor(each, own):
                    self._hit(own, number, each, implicit=each != name)
            elif each not in self.states and each in self.project:
                self._load(each)

    def _hit(self, own: str, number: int, target: str, *, implicit: bool) -> None:
        chain = tuple(self.steps[self.running[target] :])
        self.outcome.hits.append(Hit(own, number, target, chain, implicit))

    def _bind(
        self,
        state: State,
        number: int,
        record: Import,
        target: Target,
        scope: Scope,
    ) -> None:
        if target.name is None:
            if target.bound:
                scope[target.bound] = target.module if record.asname else target.bound
        elif target.name == "*":
            self._star(state, number, target.module, scope)
        else:
            assert target.bound
            scope[target.bound] = self._from(state, number, target)

    def _star(self, state: State, number: int, module: str, scope: Scope) -> None:
        source = self.states.get(module)
        if source is None:
            state.open = True
            return
        state.open = state.open or source.open
        exported = source.module.facts.exported
        for name in exported if exported is not None else list(source.names):
            if name in source.names:
                scope[name] = source.names[name]
            elif f"{module}.{name}" in self.project:
                self._require(state, number, f"{module}.{name}")
                scope[name] = f"{module}.{name}"
            elif exported is None or not name.startswith("_"):
                scope[name] = None

    def _from(self, state: State, number: int, target: Target) -> str | None:
        """What `from module import name` gives."""
        name = target.name or ""
        source = self.states.get(target.module)
        submodule = f"{target.module}.{name}"
        if source is not None and name in source.names:
            if submodule in self.running and source.names[name] == submodule:
                self._require(state, number, submodule)
            return source.names[name]
        if submodule in self.project or submodule in self.project.packages:
            self._require(state, number, submodule)
            return submodule
        if source is None:
            return None
        if "__getattr__" in source.names:
            self._follow(target.module, "__getattr__")
            return None
        if target.module in self.running:
            span = state.module.facts.imports[number].span
            place = (span.line, span.column, span.end_column)
            self._unbound(state, number, place, source, name, f.IMPORT_ERRORS)
        return None

    def _use(self, state: State, event: f.Event, scope: Scope) -> None:
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
        self.steps.append(Step(state.module.name, number))
        try:
            for target in self.project.targets(state.module, number):
                self._require(state, number, target.module)
                state.names[name] = target.module
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
            return self._suspect()  # never bound, as far as can be seen: another matter
        hidden = source.open or source.module.facts.dynamic or "__getattr__" in source.names
        if hidden or self.doubts or self.guards:
            return self._suspect()
        chain = tuple(self.steps[self.running[waited_for] :])
        own = state.module.name
        entry = self.outcome.entry
        reason = Unbound(own, number, place, target, name, line_bound, chain, entry)
        raise _Failure(kinds, reason)

    def _suspect(self) -> None:
        """Something may fail here. If so, the rest of a `try` around it does not run."""
        self.suspicions += 1
        if self.tries:
            self.doubts += 1

    # Calls

    def _call(self, state: State, scope: Scope, dotted: str) -> None:
        found = callee(self.project, self.states, state, scope, dotted)
        if found is None:
            return
        module, name = found
        if name in self.project.modules[module].facts.functions:
            self._follow(module, name)
        else:
            for member in ("__new__", "__init__"):
                self._follow_member(module, name, member)

    def _call_result(self, state: State, scope: Scope, dotted: str) -> None:
        found = callee(self.project, self.states, state, scope, dotted)
        if found is None:
            return
        module, name = found
        program = self.project.modules[module].facts.functions.get(name)
        if program is None:
            self._follow_member(module, name, "__call__")
            return
        for event in program:
            if event[0] == f.RETURN:
                self._follow(module, event[1])

    def _follow_member(self, module: str, cls: str, member: str, depth: int = 0) -> None:
        """Calls a method of a class, or of the first base class that has it."""
        facts = self.project.modules[module].facts
        if f"{cls}.{member}" in facts.functions:
            self._follow(module, f"{cls}.{member}")
            return
        state = self.states.get(module)
        if state is None or depth > 20:
            return
        for base in facts.classes.get(cls, ()):
            found = callee(self.project, self.states, state, state.names, base)
            if found:
                self._follow_member(*found, member, depth + 1)

    def _follow(self, module: str, name: str) -> None:
        """Calls a function. A second call does nothing new, unless the first one failed."""
        program = self.project.modules[module].facts.functions.get(name)
        state = self.states.get(module)
        if not program or state is None or (module, name) in self.followed:
            return
        self.outcome.called.add((module, name))
        self.followed.add((module, name))
        try:
            self._program(state, program, {}, name)
        except _Stop:
            pass
        except _Failure:
            self.followed.discard((module, name))
            raise
