"""Analyses files: runs each as the main program, then what nobody calls."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final, TypeVar

from tftypes.inference.assembly import tables
from tftypes.inference.declarations import Declarations
from tftypes.inference.findings import Analysis, Finding, Place
from tftypes.inference.interpreter.engine import Interpreter, Observe
from tftypes.inference.interpreter.imports import run_module
from tftypes.inference.interpreter.tables import Limits
from tftypes.inference.interpreter.uncalled import run_uncalled
from tftypes.inference.modules import Sources

T = TypeVar("T")

#: Frames of Python that nested calls of the program's may need.
_FRAMES: Final = 12_000
#: The slots of a stack beside which as many are left for other frames: nobody touches their memory before it is used.
_SLOTS: Final = 2**20 + 1
#: New objects between two runs of Python's garbage collector.
_OBJECTS: Final = 5_000_000


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
    sources, told = Sources(paths, texts), frozenset(paths)
    return analysis_of(
        [_run(path, interpreter_for(sources, limits), told, observe) for path in sorted(paths)]
    )


def interpreter_for(sources: Sources, limits: Limits | None = None) -> Interpreter:
    """An interpreter that has run nothing."""
    return Interpreter(tables(), sources, _declarations(), limits)


@cache
def _declarations() -> Declarations:
    """What the stubs declare: read once in a process."""
    return Declarations()


def _run(
    path: str, interpreter: Interpreter, told: frozenset[str], observe: Observe | None
) -> Interpreter:
    """Run a file as the main program, then what nobody calls in it. What is found in the files of `told` is kept."""
    interpreter.main, interpreter.mains, interpreter.observe = path, told, observe
    name = interpreter.sources.name_of(path)
    deep(lambda: run_uncalled(interpreter, run_module(interpreter, name, path)))
    return interpreter


def analysis_of(runs: Sequence[Interpreter]) -> Analysis:
    """What several runs have found, each of it once."""
    kept = {key: each for run in runs for key, each in run.findings.items()}
    every = sorted(kept.values(), key=lambda each: (each.place, each.code))
    once: dict[tuple[object, ...], Finding] = {}
    by_root: dict[str, list[Finding]] = {}
    for finding in every:
        once.setdefault(finding.identity, finding)
        by_root.setdefault(finding.root, []).append(finding)
    revealed: dict[Place, list[str]] = {}
    for run in runs:
        for place, shown in run.revealed.items():
            texts = revealed.setdefault(place, [])
            texts += [each for each in shown if each not in texts]
    failures = dict.fromkeys(each for run in runs for each in run.failures)
    asserted = {call: argument for run in runs for call, argument in run.asserted.items()}
    return Analysis([*once.values()], by_root, revealed, [*failures], asserted)


def deep(run: Callable[[], T]) -> T:
    """Run with room for the interpreter's recursion, and few runs of the collector: nearly all that is made is kept."""
    limit, threshold = sys.getrecursionlimit(), gc.get_threshold()
    sys.setrecursionlimit(max(limit, _FRAMES))
    gc.set_threshold(max(threshold[0], _OBJECTS), *threshold[1:])
    try:
        return _in_one_piece(run)
    finally:
        sys.setrecursionlimit(limit)
        gc.set_threshold(*threshold)


def _in_one_piece(run: Callable[[], T]) -> T:
    return run()


# CPython keeps the frames of Python's functions in pieces of 16 kB. It maps and unmaps one whenever calls go over the end
# of another, which took a sixth of the time. A frame with a large stack gets a piece that has room for all after it.
_in_one_piece.__code__ = _in_one_piece.__code__.replace(co_stacksize=_SLOTS)
