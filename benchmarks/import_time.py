"""`import tftypes` against `import typing_extensions`, the one package that it needs; and what
`import tftypes.runtime` adds to `import tensorflow`."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

RUNS, TENSORFLOW_RUNS = 20, 3
PROGRAM = """
import time
{before}
start = time.process_time()  # of this process alone, however busy the machine is
import {module}
print(time.process_time() - start)
"""


def _milliseconds(module: str, environment: dict[str, str], before: str = "") -> float:
    """One import in a new process."""
    run = [sys.executable, "-c", PROGRAM.format(module=module, before=before)]
    output = subprocess.run(run, capture_output=True, text=True, check=True, env=environment)
    return 1e3 * float(output.stdout)


def rows() -> list[tuple[str, float, float, str]]:
    """The fastest of alternating runs, from compiled modules as after an installation."""
    ours, theirs = [], []
    with tempfile.TemporaryDirectory() as compiled:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": compiled}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        _milliseconds("tftypes", environment)  # compiles
        for _ in range(RUNS):
            ours.append(_milliseconds("tftypes", environment))
            theirs.append(_milliseconds("typing_extensions", environment))
        added, tensorflow = [], []
        for _ in range(TENSORFLOW_RUNS):
            added.append(_milliseconds("tftypes.runtime", environment, "import tensorflow"))
            tensorflow.append(_milliseconds("tensorflow", environment))
    return [
        ("import tftypes, typing_extensions included", min(ours), min(theirs), "ms"),
        ("import tftypes.runtime, against tensorflow", min(added), min(tensorflow), "ms"),
    ]


if __name__ == "__main__":
    for what, ours, theirs, unit in rows():
        print(f"{what}: {ours:.1f} {unit}; against: {theirs:.1f} {unit}; ratio {ours / theirs:.2f}")
