"""What stays in memory, and what the garbage collector has to look at."""

from __future__ import annotations

import gc
import sys
from typing import Any, Final

#: Bytes of memory, up to which a run keeps for the sake of time what it could give back.
ENOUGH: Final = 3 << 29

#: As many runs of one process leave what they had to the next, which gives all of it back.
RUNS: Final = 8
_runs = 0
_tables: list[dict[Any, Any]] = []


def table() -> dict[Any, Any]:
    """A dict for what is known of the modules of one run: each begins with an empty one."""
    made: dict[Any, Any] = {}
    _tables.append(made)
    return made


def begin() -> None:
    """What earlier runs of the same process knew, and took as there to stay, is not."""
    global _runs
    _runs += 1
    for known in _tables:
        known.clear()
    gc.unfreeze()
    if _runs % RUNS == 0:
        gc.collect()


def settle() -> None:
    """Takes what is in memory as there to stay.

    Nearly all is, to the end of a run: the syntax trees and types that mypy keeps. Going through
    them takes the collector a tenth of the time, for little that it finds. A large run has what
    is new looked through once.
    """
    if _peak() >= ENOUGH:
        gc.collect()
    gc.freeze()


def _peak() -> int:
    """The most memory that the process has had, in bytes; where that is not told, no end of it."""
    if sys.platform == "win32":
        return sys.maxsize
    from resource import RUSAGE_SELF, getrusage

    unit = 1 if sys.platform == "darwin" else 1024
    return getrusage(RUSAGE_SELF).ru_maxrss * unit
