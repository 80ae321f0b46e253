"""mypy with the plugin against mypy without it on ten thousand lines of TensorFlow code, and the cost of one call in it."""

from __future__ import annotations

import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.packaging.wheels import compiled

ROOT = Path(__file__).parents[1]
PROGRAMS = [
    *sorted((ROOT / "tests" / "recorded" / "programs").glob("*.py")),
    *(ROOT / "examples" / f"{name}.py" for name in ("autoencoder", "mlp", "text", "transformer")),
]
LINES = 10_000
RUNS = 5
CONFIG = "[mypy]\nallow_redefinition = True\ncheck_untyped_defs = True\n"

#: Checks a folder in this process and prints how many calls the hooks had and how long they took: all of them with what
#: mypy did for them, which parses, analyzes and checks the bodies that are called; mypy's part of that; and those of
#: which none had a body checked.
PROFILE = """\
import sys, time
from mypy import api
from tftypes_mypy.features.bodies import inference, sources
from tftypes_mypy.hooks import Hooks

calls = alone = checks = 0
spent = spent_alone = spent_by_mypy = 0.0
around = []  # how long each call that is going on has waited for what is in it

def timed(function, *args, **kwargs):
    global spent
    start = time.process_time()
    around.append(0.0)
    try:
        return function(*args, **kwargs)
    finally:
        passed = time.process_time() - start
        timed.own = passed - around.pop()
        if around:
            around[-1] += passed
        else:
            spent += passed

def call(*args):
    global calls, alone, spent_alone
    calls, before = calls + 1, checks
    try:
        return timed(hooks_call, *args)
    finally:
        if checks == before:
            alone, spent_alone = alone + 1, spent_alone + timed.own

def of_mypy(owner, name):
    function = getattr(owner, name)

    def asked(*args, **kwargs):
        global checks, spent_by_mypy
        checks += name == "check_item"
        try:
            return timed(function, *args, **kwargs)
        finally:
            spent_by_mypy += timed.own

    setattr(owner, name, asked)

hooks_call, Hooks._call = Hooks._call, call
of_mypy(inference, "check_item")
of_mypy(sources, "parse")
of_mypy(sources.Source, "_analyze")
api.run(sys.argv[1:])
print(calls, spent, spent_by_mypy, alone, spent_alone)
"""


def write(folder: Path) -> int:
    """Copies of the programs, as modules of one package, until there are that many lines."""
    lines = copy = 0
    (folder / "__init__.py").touch()
    while lines < LINES:
        for path in PROGRAMS:
            text = path.read_text()
            (folder / f"{path.stem}{copy}.py").write_text(text)
            lines += text.count("\n")
        copy += 1
    return lines


def _seconds(config: Path, folder: Path, cache: Path, first: Path | None) -> float:
    """Processor time, which other work on the machine disturbs less than the clock."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "mypy", "--config-file", str(config)]
    # Python keeps the plugin compiled, as it does where the plugin is installed.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    if first is not None:
        environment["PYTHONPATH"] = str(first)
    subprocess.run(
        [*command, "--cache-dir", str(cache), str(folder)],
        capture_output=True, check=False, env=environment,
    )  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def rows() -> list[tuple[str, float, float, str]]:
    """Medians over alternating runs with an empty cache."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        folder = root / "large"
        folder.mkdir()
        lines = write(folder)
        (root / "plain.ini").write_text(CONFIG)
        (root / "plugin.ini").write_text(CONFIG + "plugins = tftypes_mypy\n")
        # What mypy is run with: its configuration, and a folder that stands before what is installed.
        kinds = [("plain", None), ("plugin", None), ("plugin", compiled(root / "wheel"))]
        seconds: list[list[float]] = [[] for _ in kinds]
        for run in range(RUNS):
            for number, (config, first) in enumerate(kinds):
                cache = root / f"cache{number}-{run}"
                seconds[number].append(_seconds(root / f"{config}.ini", folder, cache, first))
        plain, plugin, compiled_plugin = map(statistics.median, seconds)
        whole, own, alone = _profile(root / "plugin.ini", folder, root / "profile")
    return [
        (f"mypy on {lines:,} lines, cold, by the compiled wheel", compiled_plugin, plain, "s"),
        ("the same by a wheel that is not compiled", plugin, plain, "s"),
        ("a call in the plugin, against 100 µs", own, 100.0, "µs"),
        ("with mypy's part, which reads and checks bodies", whole, 100.0, "µs"),
        ("a call that has no body checked", alone, 100.0, "µs"),
    ]


def _profile(config: Path, folder: Path, cache: Path) -> tuple[float, float, float]:
    """What a call costs with mypy's part, without it, and where no body is checked, in microseconds."""
    run = subprocess.run(
        [sys.executable, "-c", PROFILE, "--config-file", str(config), "--cache-dir", str(cache), str(folder)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    found = re.search(r"^(\d+) (\S+) (\S+) (\d+) (\S+)$", run.stdout, re.M)
    assert found is not None, run.stdout + run.stderr
    calls, spent, by_mypy, alone, spent_alone = map(float, found.groups())
    microseconds = 1e6 / calls
    return spent * microseconds, (spent - by_mypy) * microseconds, spent_alone / alone * 1e6


if __name__ == "__main__":
    for what, ours, theirs, unit in rows():
        print(f"{what}: {ours:.2f} against {theirs:.2f} {unit}, {ours / theirs:.2f}")
