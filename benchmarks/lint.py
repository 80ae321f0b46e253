"""All lints over TensorFlow's own tree, cold and warm, against parsing the same files, and ruff."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

RUNS = 3
#: What no lint of whole files can do without: read and parse them, in one process.
PARSE = """\
import ast, gc, pathlib, sys, warnings
warnings.simplefilter("ignore")
gc.disable()
for file in pathlib.Path(sys.argv[1]).rglob("*.py"):
    ast.parse(file.read_bytes())
"""


class Cost(NamedTuple):
    """What a command took: by the clock, of the processors, and at most of memory in a process."""

    seconds: float
    processor: float
    megabytes: float


def _cost(command: list[str], folder: Path) -> Cost:
    """Of a process and its children, with Python's compiled modules in reach."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "pyc")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before = time.perf_counter()
    with open(os.devnull, "w") as nowhere:
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=nowhere)
        _, _, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - before
    return Cost(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def _least(costs: list[Cost]) -> Cost:
    """The least of each: other work on the machine only adds."""
    return Cost(*map(min, zip(*costs, strict=True)))


def _tree() -> str:
    spec = importlib.util.find_spec("tensorflow")
    assert spec and spec.origin
    return str(Path(spec.origin).parent)


def rows() -> list[tuple[str, float, float, str]]:
    """The best of alternating runs."""
    tree = _tree()
    lint = [sys.executable, "-m", "tftypes", "lint", "--format", "json", tree]
    commands = {
        "parse": [sys.executable, "-c", PARSE, tree],
        "cold": [*lint, "--no-cache"],
        "warm": lint,
        "ruff": [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "-q", tree],
    }
    if importlib.util.find_spec("ruff") is None:
        del commands["ruff"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _cost(lint, folder)  # fills the cache, and that of Python
        costs = {
            kind: _least([_cost(command, folder) for _ in range(RUNS)])
            for kind, command in commands.items()
        }
    return list(_ratios(costs))


def _ratios(costs: dict[str, Cost]) -> list[tuple[str, float, float, str]]:
    parse = costs["parse"]
    found = [
        ("lint, cold, against parsing", costs["cold"].seconds, parse.seconds, "s"),
        ("... processor time", costs["cold"].processor, parse.processor, "s"),
        ("... memory", costs["cold"].megabytes, parse.megabytes, "MB"),
        ("lint, warm, against parsing", costs["warm"].seconds, parse.seconds, "s"),
        ("... memory", costs["warm"].megabytes, parse.megabytes, "MB"),
    ]
    if "ruff" in costs:
        ruff = costs["ruff"]
        found += [
            ("lint, cold, against ruff, cold", costs["cold"].seconds, ruff.seconds, "s"),
            ("lint, warm, against ruff, cold", costs["warm"].seconds, ruff.seconds, "s"),
        ]
    return found


if __name__ == "__main__":
    for what, ours, theirs, unit in rows():
        print(f"{what:32} {ours:7.2f} {theirs:7.2f} {unit:2}  {ours / theirs:.2f}")
