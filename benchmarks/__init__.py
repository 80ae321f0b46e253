"""What tftypes costs, as ratios measured side by side in one run: `make bench`."""

from __future__ import annotations

import os
import resource
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

BATCH, ROUNDS = 20, 20


def timed(
    command: Sequence[str | Path], folder: Path | None = None, first: Path | None = None
) -> tuple[float, subprocess.CompletedProcess[str]]:
    """The processor time of a command, which other work disturbs less than the clock, and its run.

    `first` is a folder that stands before what is installed.
    """
    # Python keeps the plugin's bytecode, as it does where the plugin is installed.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    if first is not None:
        environment["PYTHONPATH"] = str(first)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, env=environment
    )  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, run


def side_by_side(*calls: Callable[[], Any], rounds: int = ROUNDS) -> list[float]:
    """The least time of each, in µs, measured in turns."""
    least = [float("inf")] * len(calls)
    for _ in range(rounds):
        for i, call in enumerate(calls):
            start = time.process_time_ns()  # of this process alone, however busy the machine is
            for _ in range(BATCH):
                call()
            least[i] = min(least[i], (time.process_time_ns() - start) / BATCH / 1e3)
    return least
