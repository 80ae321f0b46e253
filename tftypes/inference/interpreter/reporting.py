"""What is reported, and what is kept of it: a finding counts where its path is certain."""

from __future__ import annotations

import ast
import os
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from tftypes.inference.codes import Severity
from tftypes.inference.findings import Failure, Finding, Place, Step
from tftypes.inference.interpreter import guards
from tftypes.inference.interpreter.process import Process
from tftypes.inference.objects import Function, Module, Value

T = TypeVar("T")


class Reporter(Process):
    """A process that tells what goes wrong."""

    def report(
        self,
        node: ast.AST,
        code: str,
        message: str,
        severity: Severity = "error",
        cause: str = "",
        operands: Sequence[Value] = (),
    ) -> None:
        """A mistake that is certain where this path is taken; it is kept where the path is certain, too.

        It is kept, too, where it is one of `operands` or of a name alone, whatever the conditions around.
        """
        self.refused = self.refused or severity == "error"
        if self.root in self.mains:
            anyway = self.doubt > 0 and self._is_wrong_anyway(node, code, operands)
            self.keep(self.finding(node, code, message, severity, cause), anyway)

    def attempted(self, run: Callable[[], T]) -> tuple[T, bool]:
        """What a part of the program makes, and whether something was refused in it."""
        before, self.refused = self.refused, False
        try:
            made = run()
            return made, self.refused
        finally:
            self.refused = self.refused or before

    def with_errors(self, run: Callable[[], T]) -> tuple[T, list[tuple[object, ...]]]:
        """What a part of the program makes, and the keys of the errors that it has added to the findings."""
        before = {*self.findings}
        made = run()
        new = (key for key in self.findings if key not in before)
        return made, [key for key in new if self.findings[key].severity == "error"]

    @contextmanager
    def listening(self) -> Iterator[Mapping[tuple[object, ...], Finding]]:
        """What is certain to go wrong is heard, and not kept."""
        before = self.heard, self.doubted, self.mains, self.revealed, self.asserted
        heard: dict[tuple[object, ...], Finding] = {}
        self.heard, self.doubted, self.mains = heard, [], frozenset({self.root})
        self.revealed, self.asserted = {}, {}
        try:
            yield heard
        finally:
            self.heard, self.doubted, self.mains, self.revealed, self.asserted = before

    @property
    def _kept(self) -> dict[tuple[object, ...], Finding]:
        return self.findings if self.heard is None else self.heard

    def verified(self, run: Callable[[bool], None]) -> None:
        """Run with annotations that nothing holds, and keep what is found without them, too."""
        kept = self._kept
        outer, claims, before = self.believes, self.claims, {*kept}
        self.believes = True
        run(True)
        self.believes = outer
        found = [key for key in kept if key not in before]
        if found and self.claims > claims and not outer:
            with self.listening() as heard:
                run(False)
            for key in found:
                if key not in heard:
                    del kept[key]

    @contextmanager
    def within(self, function: Function, node: ast.AST) -> Iterator[None]:
        """Report in the body of a function that is called here."""
        path = self.path
        self.chain.append((function.code, path, node))
        self.path = function.module.path
        try:
            yield
        finally:
            self.chain.pop()
            self.path = path

    @contextmanager
    def running(self, path: str, chain: Sequence[tuple[Any, str, ast.AST]]) -> Iterator[None]:
        """Report as if these calls were running, and those alone."""
        saved = self.path, self.chain
        self.path, self.chain = path, [*chain]
        try:
            yield
        finally:
            self.path, self.chain = saved

    @property
    def current_module(self) -> Module | None:
        """The module whose code runs, where it is imported by its name."""
        return self.modules.get(self.sources.name_of(self.path))

    @property
    def current_scope(self) -> ast.AST | None:
        """The function or module whose code runs."""
        if self.chain:
            node: ast.AST = self.chain[-1][0].node
            return node
        module = self.current_module
        return None if module is None else module.tree

    def why_nothing(self, node: ast.AST) -> str | None:
        """Why an expression is None: a call that gives nothing, or a name to which such a call alone is assigned."""
        made, scope = node, self.current_scope
        if isinstance(node, ast.Name):
            values = () if scope is None else guards.bound_in(scope).get(node.id, ())
            made = values[0] if len(values) == 1 else node
        led = guards.leading_to(node, scope) if self.nones and scope is not None else ()
        places = {Place.of(self.path, each) for each in led}
        told = (each.remedy for each, _ in reversed(self.nones) if each.place in places)
        remedy = next(told, "")  # of the warning at that place
        return f"a gradient is None; {remedy}" if remedy else self.nothing.get(made)

    def _is_wrong_anyway(self, node: ast.AST, code: str, operands: Sequence[Value]) -> bool:
        """Whether all doubt is about conditions that do not matter to these values, in code that no call has led to."""
        if code not in guards.OF_VALUES | guards.OF_NAMES or self.doubt != len(self.guards):
            return False
        module = self.current_module
        if module is None:
            return False
        if self.chain:
            self.dropped.add(self.chain[-1][0])
            if self.free is None or len(self.chain) > 1 or self.chain[0][0] is not self.free.code:
                return False
        function = self.chain[0][0].node if self.chain else None
        return module.tree is not None and guards.is_wrong_anyway(
            node, code, operands, self.guards, function, module.tree
        )

    def finding(
        self, node: ast.AST, code: str, message: str, severity: Severity = "error", cause: str = ""
    ) -> Finding:
        """What is wrong at a place, to be kept now or later.

        What goes wrong in a text of the engine's own, whose path has brackets, is wrong where the program calls it.
        """
        place, calls = self.path, [*self.chain]
        while place.startswith("<") and calls:
            _, place, node = calls.pop()
        chain = tuple(Step(code.name, Place.of(path, called)) for code, path, called in calls)
        return Finding(Place.of(place, node), code, message, chain, severity, self.root, cause)

    def keep(self, finding: Finding, anyway: bool = False) -> None:
        if self.doubt and not anyway:
            self.doubted.append(finding)
        else:
            self._kept.setdefault(_key(finding), finding)

    def keep_unless_expected(self, finding: Finding) -> None:
        """Keep what gives None, unless the program looks for None near by: here, where it is called, or in what it calls."""
        if self.root in self.mains:
            self.keep(finding)
            self.nones.append((finding, [code for code, _, _ in self.chain]))

    def expect_none(self) -> None:
        """The program looks whether a value is None, and it is: what has given one is no surprise to it."""
        running = [code for code, _, _ in self.chain]
        for finding, before in self.nones:
            near = {*running[-2:]} & {*before} or {*running} & {*before[-1:]}
            if near or not running:
                self.findings.pop(_key(finding), None)

    def fault(self, node: ast.AST, error: BaseException) -> None:
        """The engine itself has failed here: nothing is known of the result."""
        where = traceback.extract_tb(error.__traceback__)[-1]
        text = (
            f"{type(error).__name__}: {error} ({os.path.basename(where.filename)}:{where.lineno})"
        )
        self.failures.append(Failure(Place.of(self.path, node), text))


def _key(finding: Finding) -> tuple[object, ...]:
    """What tells findings apart: the same mistake at the same place is told once, however it is come by."""
    return finding.identity, finding.root if finding.cause else finding.at_root()
