"""mypy with the adapter against mypy without it, with the same stubs; and the command without mypy against mypy."""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from benchmarks import timed

ROOT = Path(__file__).parents[1]
PROGRAMS = sorted((ROOT / "tests" / "recorded" / "programs").glob("*.py"))[:150]
CONFIG = "[mypy]\ncheck_untyped_defs = True\n"
RUNS = 3
WAYS = {"plain": "", "adapter": "plugins = tftypes_mypy\n"}


def rows() -> list[tuple[str, float, float, str]]:
    """Medians over alternating runs, in processor time; cold is an empty cache."""
    seconds: dict[tuple[str, str], list[float]] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path in PROGRAMS:
            shutil.copy(path, folder)
        for run in range(RUNS):
            for way, plugins in WAYS.items():
                config = folder / f"{way}.ini"
                config.write_text(CONFIG + plugins)
                options = ["--config-file", config, "--cache-dir", folder / f".{way}{run}"]
                command = [sys.executable, "-m", "mypy", *options, *_programs(folder)]
                for kind in ("cold", "warm"):
                    seconds.setdefault((way, kind), []).append(timed(command, folder)[0])
            shutil.rmtree(folder / ".tftypes_cache", ignore_errors=True)
            command = [sys.executable, "-m", "tftypes", "check", "--no-mypy", "-q", folder]
            for kind in ("cold", "warm"):
                seconds.setdefault(("alone", kind), []).append(timed(command, folder)[0])
    median = {key: statistics.median(values) for key, values in seconds.items()}
    return [
        (f"{what}, {kind}", median[way, kind], median["plain", kind], "s")
        for way, what in (("adapter", "mypy with the adapter"), ("alone", "check --no-mypy"))
        for kind in ("cold", "warm")
    ]


def _programs(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.py"))


if __name__ == "__main__":
    print(sum(len(path.read_text().splitlines()) for path in PROGRAMS), "lines")
    for what, ours, theirs, unit in rows():
        print(f"{what}: {ours:.2f} {unit}, mypy alone {theirs:.2f}, {ours / theirs:.2f}")
