"""Runs of one module with edits. The statements before the first one that an edit changes are run once for many edits."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from contextlib import suppress
from itertools import takewhile
from typing import Any, NamedTuple

from tftypes.inference.analysis import deep
from tftypes.inference.interpreter import loaded
from tftypes.inference.interpreter.compiler import Compiler, Level
from tftypes.inference.interpreter.engine import Interpreter, Observe
from tftypes.inference.interpreter.exits import Stopped
from tftypes.inference.interpreter.imports import new_module, run_statement
from tftypes.inference.interpreter.open_modules import RUNNING
from tftypes.inference.interpreter.tables import Execute
from tftypes.inference.interpreter.uncalled import run_uncalled
from tftypes.inference.modules import Sources
from tftypes.inference.objects import Module
from tftypes.inference.scopes import Scope, scope_of
from tftypes.inference.state import ABSENT, Key


class _Point(NamedTuple):
    """The process between two statements at the top of the module. A mark of the trail keeps the heap."""

    saved: Mapping[str, Any]
    reads: frozenset[Key]
    #: Whether words that were looked for are in the text of the module.
    mentioned: Mapping[str, bool]
    is_over: bool


class Attempts:
    """Runs a file as the main program that has been analyzed, as if it had other trees.

    Trees share the statements that no edit changes. A run goes on behind those that it has in common with the last
    one. What a run leaves stays until the next one; `close` takes it back.
    """

    def __init__(self, interpreter: Interpreter, sources: Sources, path: str) -> None:
        self._interpreter = interpreter
        self._sources = sources
        self._path = path
        self._depth = interpreter.trail.depth
        self._module: Module | None = None
        #: The statements that have been run, and the points before and behind them.
        self._statements: list[ast.stmt] = []
        self._points: list[_Point] = []
        self._annotated: set[str] = set()
        self._compiled: dict[ast.stmt, Execute] = {}
        #: How many steps the last run has taken.
        self.steps = 0

    def run(self, tree: ast.Module, observe: Observe, is_kept: bool = True) -> Interpreter:
        """Run the file with a tree: the process afterwards.

        `observe` sees the values of the expressions that are run, and ends the run by Stopped. The next run changes the
        objects of one that is kept.
        """
        interpreter = self._interpreter
        with self._sources.instead(self._path, tree):
            interpreter.observe = observe
            try:
                with suppress(Stopped):
                    deep(lambda: self._run(tree, is_kept))
            finally:
                interpreter.observe = None
        return interpreter

    def close(self) -> None:
        """Take back what the last run has left."""
        trail = self._interpreter.trail
        begun = len(trail.undone)
        trail.unwind(self._depth)
        del trail.undone[begun:]
        self._module, self._statements, self._points = None, [], []

    def _run(self, tree: ast.Module, is_kept: bool) -> None:
        interpreter, scope = self._interpreter, scope_of(tree)
        if scope.annotated != self._annotated:
            self.close()
            self._annotated, self._compiled = scope.annotated, {}
        module = (self._resumed(tree, scope) if is_kept else None) or self._begun(tree, scope)
        if is_kept and not self._points:
            self._keep(is_over=False)
        before = sum(interpreter.spent.values())
        compiler = Compiler(interpreter, (Level(scope, "module"),))
        try:
            self._run_statements(tree.body[len(self._statements) :], module, compiler, is_kept)
            run_uncalled(interpreter, module)
        finally:
            self.steps = sum(interpreter.spent.values()) - before + interpreter.steps

    def _run_statements(
        self, body: list[ast.stmt], module: Module, compiler: Compiler, is_kept: bool
    ) -> None:
        interpreter = self._interpreter
        is_over = bool(self._points) and self._points[-1].is_over
        with interpreter.afresh(self._path):
            for each in body:
                if is_over:
                    break  # what stands behind never runs
                if each not in self._compiled:
                    self._compiled[each] = compiler.block([each])
                is_over = run_statement(interpreter, self._compiled[each], module, each)
                if is_kept:
                    self._statements.append(each)
                    self._keep(is_over)
        interpreter.write(module, RUNNING, ABSENT)

    def _begun(self, tree: ast.Module, scope: Scope) -> Module:
        """The module before all of its statements."""
        self.close()
        interpreter, path = self._interpreter, self._path
        interpreter.begin((path,), path)
        loaded.begin(interpreter)
        interpreter.trail.mark()
        module = new_module(interpreter, self._sources.name_of(path), path, tree, scope)
        interpreter.write(module, RUNNING, True)
        self._module = module
        return module

    def _resumed(self, tree: ast.Module, scope: Scope) -> Module | None:
        """The module behind the statements that the last run has in common with a tree; None where it must run anew."""
        interpreter, module, trail = self._interpreter, self._module, self._interpreter.trail
        if module is None or not self._points:
            return None
        pairs = zip(self._statements, tree.body)
        shared = len([*takewhile(lambda pair: pair[0] is pair[1], pairs)])
        point = self._points[shared]
        if point.mentioned != self._mentioned(point.saved["mentioned"]):
            return None
        begun = len(trail.undone)
        trail.unwind(self._depth + 1 + shared)
        del trail.undone[begun:], self._statements[shared:], self._points[shared + 1 :]
        trail.mark()
        interpreter.restore(point.saved)
        interpreter.switches.reads = {*point.reads}
        module.tree, module.scope = tree, scope
        return module

    def _keep(self, is_over: bool) -> None:
        interpreter = self._interpreter
        saved, reads = interpreter.saved(), frozenset(interpreter.switches.reads)
        mentioned = self._mentioned(saved["mentioned"])
        self._points.append(_Point(saved, reads, mentioned, is_over))
        interpreter.trail.mark()

    def _mentioned(self, words: Mapping[str, Any]) -> Mapping[str, bool]:
        paths = (self._path,)
        return {word: self._sources.mention(paths, word.encode()) for word in words}
