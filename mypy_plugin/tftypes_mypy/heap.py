"""What the garbage collector has to look at."""

from __future__ import annotations

import gc
import sys
from typing import Final

#: Bytes of memory, up to which a run keeps for the sake of time what it could give back.
ENOUGH: Final = 3 << 29

#: Bytes of memory at which what was taken as there to stay is looked through as well.
_all_at = 2 * ENOUGH


def settle() -> None:
    """Takes what is in memory as there to stay.

    Nearly all is, to the end of a run: the syntax trees and types that mypy keeps. Going through
    them takes the collector a tenth of the time, for little that it finds. A large run has what
    is new looked through once, and all of it each time that it has doubled: a daemon drops the
    old tree of each file that is edited.
    """
    global _all_at
    peak = _peak()
    if peak >= _all_at:
        _all_at = 2 * peak
        gc.unfreeze()
    if peak >= ENOUGH:
        gc.collect()
    gc.freeze()


def _peak() -> int:
    """The most memory that the process has had, in bytes; where that is not told, no end of it."""
    if sys.platform == "win32":
        return sys.maxsize
    from resource import RUSAGE_SELF, getrusage

    unit = 1 if sys.platform == "darwin" else 1024
    return getrusage(RUSAGE_SELF).ru_maxrss * unit
