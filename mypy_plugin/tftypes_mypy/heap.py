"""What the garbage collector has to look at."""

from __future__ import annotations

import gc
import sys
from typing import Final

#: Bytes of memory, up to which a run takes more for the sake of time.
ENOUGH: Final = 1 << 30


def settle() -> None:
    """Takes what is in memory as there to stay.

    Nearly all is, to the end of a run: the syntax trees and types that mypy keeps. Going through
    them takes the collector a tenth of the time, for little that it finds.
    """
    if _peak() < ENOUGH:
        gc.freeze()


def _peak() -> int:
    """The most memory that the process has had, in bytes; where that is not told, no end of it."""
    if sys.platform == "win32":
        return sys.maxsize
    from resource import RUSAGE_SELF, getrusage

    unit = 1 if sys.platform == "darwin" else 1024
    return getrusage(RUSAGE_SELF).ru_maxrss * unit
