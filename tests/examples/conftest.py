"""The tests of examples/ import its modules by their file names, as the demo does."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples"))
