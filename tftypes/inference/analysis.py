"""Analyses files: runs each as the main program, then what nobody calls."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import Final

from tftypes.inference.assembly import tables
from tftypes.inference.declarations import Declarations
from tftypes.inference.findings import Analysis, Finding
from tftypes.inference.interpreter.engine import Interpreter, Observe
from tftypes.inference.interpreter.imports import import_module, run_module
from tftypes.inference.interpreter.tables import Limits
from tftypes.inference.interpreter.uncalled import run_uncalled
from tftypes.inference.modules import UNREADABLE, Sources, imported, module_name
from tftypes.inference.state import Heap

#: Frames of Python that nested calls of the program's may need.
_FRAMES: Final = 12_000
#: New objects between two runs of Python's garbage collector.
_OBJECTS: Final = 200_000


def analyze(
    paths: Sequence[str],
    texts: Mapping[str, bytes] | None = None,
    limits: Limits | None = None,
    observe: Observe | None = None,
) -> Analysis:
    """What the engine knows of some files, each of them run as the main program.

    `texts` are sources by path that stand before what is on the disk. `observe` sees the value of each expression.
    The order of the files does not matter.
    """
    interpreter = interpreter_for(Sources(paths, texts), limits)
    interpreter.mains = interpreter.scripts = frozenset(paths)
    interpreter.observe = observe
    with deep():
        _run(interpreter, {module_name(path)[0]: path for path in sorted(paths)})
    return analysis_of(interpreter)


def interpreter_for(sources: Sources, limits: Limits | None = None) -> Interpreter:
    """An interpreter that has run nothing."""
    return Interpreter(tables(), sources, _declarations(), limits)


@cache
def _declarations() -> Declarations:
    """What the stubs declare: read once in a process."""
    return Declarations()


def _run(interpreter: Interpreter, modules: Mapping[str, str]) -> None:
    """Run the modules that others import, then each of the other ones as if it were alone."""
    for name in _imported(interpreter, modules):
        interpreter.switches = Heap(interpreter.trail)
        import_module(interpreter, name)
    trail = interpreter.trail
    for name, path in modules.items():
        trail.mark()
        interpreter.switches = Heap(trail)
        module = interpreter.modules.get(name)
        if module is None:
            module = run_module(interpreter, name, path)
        run_uncalled(interpreter, module)
        trail.undo()


def _imported(interpreter: Interpreter, modules: Mapping[str, str]) -> list[str]:
    """The modules of the program that some module imports, wherever in its text, in the order of their names."""
    found: set[str] = set()
    asked = list(modules.items())
    while asked:
        name, path = asked.pop()
        with suppress(*UNREADABLE):
            tree = interpreter.sources.parse(path)
            for other in imported(tree, name, path) - found - {name}:
                place = interpreter.sources.locate(other)
                if place is not None:
                    found.add(other)
                    asked.append((other, place))
    return sorted(found)


def analysis_of(interpreter: Interpreter) -> Analysis:
    """What a run has found."""
    every = sorted(interpreter.findings.values(), key=lambda each: (each.place, each.code))
    once: dict[tuple[object, ...], Finding] = {}
    by_root: dict[str, list[Finding]] = {}
    for finding in every:
        once.setdefault(finding.identity, finding)
        by_root.setdefault(finding.root, []).append(finding)
    return Analysis(
        [*once.values()],
        by_root,
        interpreter.revealed,
        interpreter.failures,
        interpreter.asserted,
    )


@contextmanager
def deep() -> Iterator[None]:
    """Room for the interpreter's recursion, and few runs of the collector: nearly all that is made is kept."""
    limit, threshold = sys.getrecursionlimit(), gc.get_threshold()
    sys.setrecursionlimit(max(limit, _FRAMES))
    gc.set_threshold(max(threshold[0], _OBJECTS), *threshold[1:])
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
        gc.set_threshold(*threshold)
