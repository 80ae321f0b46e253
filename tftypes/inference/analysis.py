"""Analyses files: runs each as the main program, then what nobody calls."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from tftypes.inference.assembly import tables
from tftypes.inference.declarations import Declarations
from tftypes.inference.findings import Analysis
from tftypes.inference.interpreter.engine import Interpreter, Observe
from tftypes.inference.interpreter.imports import run_module
from tftypes.inference.interpreter.tables import Limits
from tftypes.inference.interpreter.uncalled import run_uncalled
from tftypes.inference.modules import Sources, module_name
from tftypes.inference.state import Heap

#: Frames of Python that nested calls of the program's may need.
_FRAMES: Final = 12_000


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
    interpreter = Interpreter(tables(), Sources(paths, texts), Declarations(), limits)
    interpreter.mains, interpreter.observe = frozenset(paths), observe
    with _deep():
        for path in sorted(paths):
            name, _ = module_name(path)
            if name not in interpreter.modules:
                interpreter.switches = Heap(interpreter.trail)
                run_module(interpreter, name, path)
        for path in sorted(paths):
            module = interpreter.modules.get(module_name(path)[0])
            if module is not None:
                run_uncalled(interpreter, module)
    findings = sorted(interpreter.findings.values(), key=lambda each: (each.place, each.code))
    return Analysis(findings, interpreter.revealed, interpreter.failures)


@contextmanager
def _deep() -> Iterator[None]:
    """Room for the interpreter's recursion."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _FRAMES))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
