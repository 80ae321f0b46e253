"""mypy with the plugin against mypy without it, on the same programs, cold and warm."""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

from benchmarks import timed

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.py"))
#: What both runs are told.
CONFIG = "[mypy]\n"
RUNS = 5


def _seconds(config: Path, cache: str) -> float:
    command = [sys.executable, "-m", "mypy", "--config-file", str(config), "--cache-dir", cache]
    return timed([*command, *map(str, EXAMPLES)])[0]


def rows() -> list[tuple[str, float, float, str]]:
    """Medians over alternating runs: cold is an empty cache, warm is one edit of nothing."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        plain, plugin = folder / "plain.ini", folder / "plugin.ini"
        plain.write_text(CONFIG)
        plugin.write_text(CONFIG + "plugins = tftypes_mypy\n")
        seconds: dict[tuple[str, str], list[float]] = {}
        for run in range(RUNS):
            for config in (plain, plugin):
                cache = str(folder / f"{config.stem}{run}")
                for kind in ("cold", "warm"):
                    seconds.setdefault((config.stem, kind), []).append(_seconds(config, cache))
    median = {key: statistics.median(values) for key, values in seconds.items()}
    return [
        (f"mypy on the examples, {kind}", median["plugin", kind], median["plain", kind], "s")
        for kind in ("cold", "warm")
    ]


if __name__ == "__main__":
    for what, ours, theirs, unit in rows():
        print(
            f"{what}: {ours:.2f} {unit} with the plugin, {theirs:.2f} without, {ours / theirs:.2f}"
        )
