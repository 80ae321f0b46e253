"""`python -m generator [FOLDER]`: writes the stubs into FOLDER, by default beside this package."""

from __future__ import annotations

import sys
from pathlib import Path

from . import write

if __name__ == "__main__":
    write.everything(Path(sys.argv[1]) if len(sys.argv) > 1 else write.STUBS)
