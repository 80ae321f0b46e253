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
from tftypes_lint.imports.facts import Program
from tftypes_lint.imports.names import Scope, callee, resolved
from tftypes_lint.imports.outcome import Outcome, State
from tftypes_lint.imports.process import Failure, Process
from tftypes_lint.imports.project import Project
from tftypes_lint.imports.standard import STANDARD

_RECURSION: Final = 20_000


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


class _Run(Process):
    """One process, from the import of the entry on."""

    def enter(self) -> None:
        try:
            self.load_with_parents(self.outcome.entry)
        except Failure as failure:
            self.outcome.unbound = failure.reason

    def run(self, state: State, program: Program) -> None:
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
                self.import_(state, event[1], scope)
            elif code == f.USE:
                self.use(state, event, scope)
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
        with suppress(_Stop, Failure):
            self._program(state, program, scope, function)
        self.doubts -= 1

    def _try(self, state: State, event: f.Event, scope: Scope, function: str) -> None:
        _, body, caught, handlers, orelse, final = event
        doubts, suspicions = self.doubts, self.suspicions
        self.tries += 1
        try:
            self._program(state, body, scope, function)
        except Failure as failure:
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
            if not standard and not state.origins[event[1]]:
                return True
        return False

    # Calls

    def _call(self, state: State, scope: Scope, dotted: str) -> None:
        found = callee(self.project, self.states, state, scope, dotted)
        if found is None:
            return
        module, name = found
        if name in self.project.modules[module].facts.functions:
            self.follow(module, name)
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
                self.follow(module, event[1])

    def _follow_member(self, module: str, cls: str, member: str, depth: int = 0) -> None:
        """Calls a method of a class, or of the first base class that has it."""
        facts = self.project.modules[module].facts
        if f"{cls}.{member}" in facts.functions:
            self.follow(module, f"{cls}.{member}")
            return
        state = self.states.get(module)
        if state is None or depth > 20:
            return
        for base in facts.classes.get(cls, ()):
            found = callee(self.project, self.states, state, state.names, base)
            if found:
                self._follow_member(*found, member, depth + 1)

    def follow(self, module: str, name: str) -> None:
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
        except Failure:
            self.followed.discard((module, name))
            raise
