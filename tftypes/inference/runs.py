"""Runs the modules of a program, each by itself; the modules that they import are run once for all of them."""

from __future__ import annotations

import os
from collections.abc import Collection
from typing import Final

from tftypes.inference.analysis import analysis_of, deep, interpreter_for
from tftypes.inference.attempts import Attempts
from tftypes.inference.findings import Analysis, Failure, Finding, Place
from tftypes.inference.interpreter import loaded
from tftypes.inference.interpreter.imports import import_module, run_module
from tftypes.inference.interpreter.tables import Limits
from tftypes.inference.interpreter.uncalled import run_uncalled
from tftypes.inference.modules import UNREADABLE
from tftypes.inference.objects import Module
from tftypes.inference.reach import Reach, close

#: What a module mentions that does something else where it is the main program.
_MAIN: Final = b"__main__"


class Runs:
    """The modules that look for each other in the same folders.

    What is found in one depends on the sources of the modules that it reaches and on nothing else: neither on the
    others nor on the order in which they are asked for.
    """

    def __init__(self, reach: Reach, limits: Limits | None = None) -> None:
        self._reach = reach
        self._interpreter = interpreter_for(reach.sources, limits)
        self._tried: set[str] = set()
        #: By file, all that its import runs.
        self._closed: dict[str, frozenset[str]] = {}
        #: What was found in modules while they were imported, by their paths.
        self._findings: dict[str, dict[tuple[object, ...], Finding]] = {}
        self._revealed: dict[str, dict[Place, list[str]]] = {}
        self._asserted: dict[str, dict[Place, Place]] = {}
        self._failures: dict[str, list[Failure]] = {}

    def analyze(self, path: str) -> Analysis:
        """What the engine knows of one file that is run as the main program, and of what it calls elsewhere.

        A module that those it imports import in turn is run as they do, unless it mentions `__main__`.
        """
        return deep(lambda: self._analyze(path))

    def _analyze(self, path: str) -> Analysis:
        as_import = self._is_in_cycle(path) and not self._mentions_main(path)
        reached = self._reach.reached(path)
        wanted = reached.union(*map(self._reach.folders, reached))
        wanted -= self._tried | (set() if as_import else {path})
        for each in self._in_order(wanted):
            cycle = self._cycle(each) - self._tried
            self._tried |= cycle
            for member in self._in_order(cycle):
                if not self._load(member):
                    break  # the others of the cycle run the same
        return self._run(path, as_import)

    def attempts(self, path: str) -> Attempts:
        """Runs of a file that was analyzed, with edits. Nothing else is run before they are closed."""
        return Attempts(self._interpreter, self._reach.sources, path)

    # -- what is imported -------------------------------------------------------------------------------------------------

    def _in_order(self, paths: Collection[str]) -> list[str]:
        """Files, each after those that its import runs; in a cycle, packages first."""

        def rank(each: str) -> tuple[object, ...]:
            close(each, self._run_by, self._closed)
            is_module = each.endswith(".py") and os.path.basename(each) != "__init__.py"
            return len(self._closed[each]), is_module, len(each), each

        return sorted(paths, key=rank)

    def _cycle(self, path: str) -> set[str]:
        """A file, and those whose imports run each other and it. All are loaded at once, whoever asks for one."""
        closed = self._closed[path]
        return {each for each in closed if self._closed[each] is closed}

    def _run_by(self, path: str) -> frozenset[str]:
        """The files that the import of a file runs before it or in it: its packages, and what it imports."""
        name = self._name(path) or ""
        packages = [name[:end] for end in range(len(name)) if name[end] == "."]
        located = map(self._reach.sources.locate, packages)
        imported = self._reach.inside(path) | self._reach.folders(path)
        return imported | {each for each in located if each is not None}

    def _is_in_cycle(self, path: str) -> bool:
        return any(
            path in self._reach.reached(each) for each in self._reach.reached(path) if each != path
        )

    def _mentions_main(self, path: str) -> bool:
        try:
            return _MAIN in self._reach.sources.read(path)
        except UNREADABLE:
            return False

    def _load(self, path: str) -> bool:
        """Import a file, and keep what that leaves where others may begin with it: whether they may."""
        interpreter, name = self._interpreter, self._name(path)
        if name is None or name in interpreter.loaded:
            return True
        cycle = self._cycle(path)
        self._begin(self._closed[path])
        trail = interpreter.trail
        trail.mark()
        depth = trail.depth
        found = None
        try:
            import_module(interpreter, name)
            trail.unwind(depth)
            found = loaded.load(interpreter, name, len(cycle) > 1)
        finally:
            trail.unwind(depth)
            if found is None:
                trail.undo()
            else:
                trail.commit()
        if found is not None:
            interpreter.loaded[name] = found
            self._keep_findings()
            if found.unsettled.isdisjoint(cycle):  # the first stands for all that it has run
                for each in map(self._name, cycle):
                    if each is not None and found.modules.get(each) is not None:
                        interpreter.loaded[each] = found
        return found is not None

    def _keep_findings(self) -> None:
        interpreter = self._interpreter
        for key, finding in interpreter.findings.items():
            self._findings.setdefault(finding.root, {})[key] = finding
        for place, shown in interpreter.revealed.items():
            self._revealed.setdefault(place.path, {})[place] = shown
        for place, argument in interpreter.asserted.items():
            self._asserted.setdefault(place.path, {})[place] = argument
        for failure in interpreter.failures:
            self._failures.setdefault(failure.place.path, []).append(failure)

    def _name(self, path: str) -> str | None:
        """The name under which a file is imported; None where that is another file."""
        sources = self._reach.sources
        names = [sources.name_of(path)] if path.endswith(".py") else []
        place = path.removesuffix(".py").removesuffix(f"{os.sep}__init__")
        for each in sources.roots:  # it may be below a package without `__init__.py`
            if place.startswith(each + os.sep):
                names.append(place[len(each) + 1 :].replace(os.sep, "."))
        return next((each for each in names if sources.locate(each) == path), None)

    # -- the main program -------------------------------------------------------------------------------------------------

    def _run(self, path: str, as_import: bool) -> Analysis:
        interpreter = self._interpreter
        trail = interpreter.trail
        self._begin((path,), "" if as_import else path)
        trail.mark()
        depth = trail.depth
        try:
            run_uncalled(interpreter, self._module(path, as_import))
            return analysis_of([interpreter])
        finally:
            trail.unwind(depth)
            trail.undo()

    def _module(self, path: str, as_import: bool) -> Module:
        interpreter = self._interpreter
        name = self._name(path) if as_import else None
        module = import_module(interpreter, name) if name is not None else None
        if not isinstance(module, Module):
            return run_module(interpreter, self._reach.sources.name_of(path), path)
        was_run_before = interpreter.begun is not None and module.birth <= interpreter.begun[1]
        if was_run_before:
            interpreter.findings |= self._findings.get(path, {})
            interpreter.revealed |= self._revealed.get(path, {})
            interpreter.asserted |= self._asserted.get(path, {})
            interpreter.failures += self._failures.get(path, [])
        return module

    def _begin(self, mains: Collection[str], main: str = "") -> None:
        """A program begins."""
        self._interpreter.begin(mains, main)
        loaded.begin(self._interpreter)
