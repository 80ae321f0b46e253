"""What `import tftypes.struct` brings in, and what it does not."""

import subprocess
import sys

HEAVY = ("pyarrow", "pandas", "awkward", "keras", "mypy", "tftypes_mypy")


def test_nothing_heavy_is_imported_beyond_tensorflow():
    program = (
        "import sys, tensorflow; before = set(sys.modules); import tftypes.struct; "
        f"print([m for m in {HEAVY} if m in sys.modules and m not in before])"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout == "[]\n"
