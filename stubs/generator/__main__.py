"""`python -m generator`: writes the stubs, and the index of what they declare.

`python -m generator FOLDER` writes the stubs into FOLDER, and no index.
"""

from __future__ import annotations

import sys
from pathlib import Path

from . import declarations, write

if __name__ == "__main__":
    if len(sys.argv) > 1:
        write.everything(Path(sys.argv[1]))
    else:
        write.everything(write.STUBS)
        declarations.main(declarations.INDEX)
