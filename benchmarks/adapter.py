"""mypy with the adapter against mypy without it, with the same stubs; and the command without mypy against mypy.

Also over programs without TensorFlow, which are mypy's alone: one file, a hundred modules of 20,000 lines, and pytest.
"""

from __future__ import annotations

import os
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

import _pytest

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
                options: list[str | Path] = [
                    "--config-file",
                    config,
                    "--cache-dir",
                    folder / f".{way}{run}",
                ]
                command: list[str | Path] = [
                    sys.executable,
                    "-m",
                    "mypy",
                    *options,
                    *_programs(folder),
                ]
                for kind in ("cold", "warm"):
                    seconds.setdefault((way, kind), []).append(timed(command, folder)[0])
            shutil.rmtree(folder / ".tftypes_cache", ignore_errors=True)
            command = [sys.executable, "-m", "tftypes", "check", "--no-mypy", "-q", folder]
            for kind in ("cold", "warm"):
                seconds.setdefault(("alone", kind), []).append(timed(command, folder)[0])
    median = {key: statistics.median(values) for key, values in seconds.items()}
    return _without_tensors() + [
        (f"{what}, {kind}", median[way, kind], median["plain", kind], "s")
        for way, what in (("adapter", "mypy with the adapter"), ("alone", "check --no-mypy"))
        for kind in ("cold", "warm")
    ]


def _without_tensors() -> list[tuple[str, float, float, str]]:
    """Medians over alternating runs: what the adapter adds there is less than what runs differ by."""
    found = []
    for what, write in (
        ("1 module", lambda folder: _write_plain(folder, 1)),
        ("100 modules", lambda folder: _write_plain(folder, 100)),
        ("pytest's modules", _copy_pytest),
    ):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            write(folder)
            for way, plugins in WAYS.items():
                (folder / f"{way}.ini").write_text(CONFIG + plugins)
            for kind, runs in (("cold", 3), ("warm", 40)):
                seconds: dict[str, list[float]] = {way: [] for way in WAYS}
                for run in range(runs):
                    for way in WAYS:
                        cache = f".{way}{run if kind == 'cold' else 0}"
                        options = ["--config-file", f"{way}.ini", "--cache-dir", cache]
                        command = [sys.executable, "-m", "mypy", *options, "."]
                        seconds[way].append(timed(command, folder)[0])
                ours, theirs = (statistics.median(seconds[way]) for way in ("adapter", "plain"))
                found.append((f"{what} without TensorFlow, {kind}", ours, theirs, "s"))
    return found


def _write_plain(folder: Path, number: int) -> None:
    for module in range(number):
        path = folder / f"m{module}.py"
        path.write_text(_plain_module(module))
        os.utime(path, (1, 1))  # as sources that nobody edits just now


def _copy_pytest(folder: Path) -> None:
    """Modules as people write them, which import one another more than those above."""
    shutil.copytree(
        Path(_pytest.__file__).parent,
        folder / "testing",
        ignore=shutil.ignore_patterns("__pycache__"),
    )


def _plain_module(number: int) -> str:
    """About 200 lines of Python that use the four modules before this one."""
    lines = ["import json, os, re", "from dataclasses import dataclass, field"]
    lines += [f"from m{each} import run{each}" for each in range(max(0, number - 4), number)]
    lines += [
        "@dataclass",
        f"class Thing{number}:",
        "    parts: list[str] = field(default_factory=list)",
    ]
    for step in range(31):
        lines += [
            f"def step{step}(items: list[str], limit: int = {step}) -> dict[str, int]:",
            "    found: dict[str, int] = {}",
            "    for at, each in enumerate(items):",
            "        if re.match('a', each) and at < limit:",
            "            found[os.path.basename(each)] = len(each) * at",
            "    return {**found, json.dumps(found): limit}",
        ]
    lines += [
        f"def run{number}() -> int:",
        f"    return sum(step1(Thing{number}().parts).values())",
    ]
    return "\n".join(lines) + "\n"


def _programs(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.py"))


if __name__ == "__main__":
    print(sum(len(path.read_text().splitlines()) for path in PROGRAMS), "lines")
    for what, ours, theirs, unit in rows():
        print(f"{what}: {ours:.2f} {unit}, mypy alone {theirs:.2f}, {ours / theirs:.2f}")
