"""Paths: where they part, how they end, and where they meet again."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final

from tftypes.inference.findings import Finding
from tftypes.inference.interpreter.exits import Arrival, Exit, Kind, Target, undecided
from tftypes.inference.interpreter.reporting import Reporter
from tftypes.inference.interpreter.tables import Raised
from tftypes.inference.lattice import any_of, join_slot
from tftypes.inference.objects import TOP, Container, External, Instance, Refused, Value
from tftypes.inference.state import ABSENT
from tftypes.inference.values import OneOf

#: At most so many combinations of alternatives are followed.
_WAYS: Final = 8


class Paths(Reporter):
    """A process that follows each way of a branch."""

    def leave(self, kind: Kind, value: Value = None) -> None:
        """End this path; what it had changed goes to the target that takes it. Always raises Exit."""
        self.left = kind, value
        uncaught = kind == "raise" and not self._may_be_caught(value)
        if uncaught and isinstance(value, Refused) and self.root in self.mains:
            self.keep(value.finding)
        for target in reversed(self.targets):
            takes = _takes(target, kind, value)
            if takes is not False:
                if uncaught:
                    if target.passed:
                        break
                    target.passed = True
                mark = target.round if kind == "continue" and target.round else target.mark
                newest = takes is True and self.trail.is_newest(mark)
                changes = None if newest else self.trail.remember(mark)
                target.arrivals.append(Arrival(kind, value, changes))
                if takes is True:
                    break
                if isinstance(value, Refused) and target.catches is not undecided:
                    value = External(value.name)  # no finding where a handler may have caught it
            elif target.kind == "call" and kind in ("break", "continue"):
                break
        raise Exit

    def throw(self, error: Raised, node: ast.AST) -> Value:
        """Python raises here for sure. Always raises Exit."""
        exception: Value = External(error.exception)
        if error.value is not ABSENT:
            exception = Instance(self.trail, exception)
            self.write(exception, "value", error.value)
        self.leave("raise", exception)

    def is_caught(self, exception: str) -> bool:
        """Whether a handler around may catch an exception of that class."""
        return self._may_be_caught(External(exception))

    def _may_be_caught(self, exception: Value) -> bool:
        return any(
            each.kind == "try" and _takes(each, "raise", exception) is not False
            for each in self.targets
        )

    def fork(
        self, ways: Sequence[Callable[[], None]], unsure: bool = False, test: ast.AST | None = None
    ) -> int:
        """Run each way from the present state and go on from where those that do not end agree; how many these are.

        `unsure` says that nothing is known of the condition: what goes wrong is reported only where it goes wrong on
        every way, or whatever the condition, which is `test`. Raises Exit where every way ends.
        """
        trail, ends, found = self.trail, [], []
        begun = trail.tick()
        outer, self.doubted = self.doubted, []
        doubt, guards_before = self.doubt, self.guards
        for way in ways:
            trail.mark()
            depth = trail.depth
            if unsure:
                self.under(test)
            try:
                way()
                alive = True
            except Exit:
                alive = False
            self.doubt, self.guards = doubt, guards_before
            trail.unwind(depth)
            changes = trail.undo()
            if alive:
                ends.append(changes)
            found.append(self.doubted)
            self.doubted = []
        self.doubted = outer
        if unsure and found:
            self._keep_common(found)
        elif self.doubt:
            for each in found:
                self.doubted += each
        if not ends:
            raise Exit
        trail.merge(ends, partial(join_slot, begun=begun))
        return len(ends)

    @contextmanager
    def doubting(self) -> Iterator[None]:
        """Run what may never be run: nothing is sure in it."""
        self.doubt += 1
        try:
            yield
        finally:
            self.doubt -= 1

    def under(self, test: ast.AST | None) -> None:
        """The path goes on under a condition of which nothing is known."""
        self.doubt += 1
        if test is not None:
            self.guards = (*self.guards, test)

    def _keep_common(self, found: list[list[Finding]]) -> None:
        places = [{(each.place, each.code) for each in way} for way in found] if all(found) else []
        for finding in found[0] if places else ():
            if all((finding.place, finding.code) in way for way in places):
                self.keep(finding)

    def each(self, run: Callable[..., Value], *values: Value) -> Value:
        """The join of what a function makes of each alternative; an error counts where every alternative has it."""
        ways: list[tuple[Value, ...]] = [()]
        for value in values:
            ways = [
                (*way, each)
                for way in ways
                for each in (value.values if isinstance(value, OneOf) else (value,))
            ]
        if len(ways) > _WAYS:
            return TOP
        results: list[Value] = []
        self.fork([lambda way=way: results.append(run(*way)) for way in ways], unsure=True)  # type: ignore[misc]
        made = any_of(tuple(results))
        if made is TOP:  # what is done with it from here on may be done to one of these
            self.tables.forget(self, [each for each in results if isinstance(each, Container)])
        return made


def _takes(target: Target, kind: Kind, value: Value) -> bool | None:
    """Whether a target takes an exit: True, False, or None where an exception may pass."""
    if kind == "unwind" or kind == "suspend":
        owner = target.kind == "generator" and value[0] is target
        return owner or kind == "unwind" and target.kind == "finally"
    if target.kind == "finally":
        return True
    if target.kind == "barrier":
        return kind != "raise"
    if kind == "raise":
        return target.catches(value) if target.kind == "try" and callable(target.catches) else False
    if kind == "return":
        return target.kind == "call"
    return target.kind == "loop"
