"""mypy with the plugin against mypy without it on ten thousand lines of TensorFlow code, and the cost of one call in it."""

from __future__ import annotations

import re
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from benchmarks import timed
from tests.packaging.wheels import compiled

ROOT = Path(__file__).parents[1]
PROGRAMS = [
    *sorted((ROOT / "tests" / "recorded" / "programs").glob("*.py")),
    *(ROOT / "examples" / f"{name}.py" for name in ("autoencoder", "mlp", "text", "transformer")),
]
LINES = 10_000
RUNS = 5
#: What is measured of a call, as in `_cost`.
COSTS = (
    "a call in the plugin",
    "with mypy's part, which reads and checks bodies",
    "a call that has no body checked",
)
#: Microseconds that a call is to take at most.
GOAL = 100.0
CONFIG = "[mypy]\nallow_redefinition = True\ncheck_untyped_defs = True\n"

#: Checks a folder in this process and prints how many functions and methods mypy asked the plugin about, and how long it
#: took to answer: with what mypy did for it, which parses, analyzes and checks the bodies that are called; mypy's part of
#: that; and the answers for which no body was checked. The watch stands where mypy and the plugin meet, as nobody sees
#: the calls inside of what is compiled.
PROFILE = """\
import sys, time
from mypy import api
from mypy.checker import TypeChecker
from mypy.semanal import SemanticAnalyzer
from tftypes_mypy.features.bodies import sources
from tftypes_mypy.lookups import TensorFlowPlugin

calls = alone = bodies = 0
spent = spent_alone = spent_by_mypy = 0.0
around = []  # how long each call that is going on has waited for what is in it

def timed(function, *args, **kwargs):
    start = time.perf_counter()
    around.append(0.0)
    try:
        return function(*args, **kwargs)
    finally:
        timed.whole = time.perf_counter() - start
        timed.own = timed.whole - around.pop()
        if around:
            around[-1] += timed.whole

def answer(hook, context):
    global calls, alone, spent, spent_alone
    calls, before = calls + 1, bodies
    try:
        return timed(hook, context)
    finally:
        if not around:
            spent += timed.whole
        if bodies == before:
            alone, spent_alone = alone + 1, spent_alone + timed.own

def of_plugin(name):
    find = getattr(TensorFlowPlugin, name)

    def found(self, fullname):
        hook = find(self, fullname)
        return hook and (lambda context: answer(hook, context))

    setattr(TensorFlowPlugin, name, found)

def of_mypy(owner, name):  # mypy itself, which is compiled, goes on calling the method that was there
    function = getattr(owner, name)

    def asked(*args, **kwargs):
        global bodies, spent_by_mypy
        bodies += name == "check_func_item"
        try:
            return timed(function, *args, **kwargs)
        finally:
            spent_by_mypy += timed.own

    setattr(owner, name, asked)

of_plugin("get_function_hook")
of_plugin("get_method_hook")
of_mypy(TypeChecker, "check_func_item")
of_mypy(SemanticAnalyzer, "refresh_partial")
of_mypy(sources, "parse")
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


def _run(arguments: list[str], first: Path | None) -> tuple[float, str]:
    """The processor time of a run without a cache, and what it prints."""
    with tempfile.TemporaryDirectory() as cache:
        seconds, run = timed([sys.executable, *arguments, "--cache-dir", cache], first=first)
    return seconds, run.stdout


def rows() -> list[tuple[str, float, float, str]]:
    """The least of alternating runs without a cache: what disturbs a run adds to it."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        folder = root / "large"
        folder.mkdir()
        lines = write(folder)
        (root / "plain.ini").write_text(CONFIG)
        (root / "plugin.ini").write_text(CONFIG + "plugins = tftypes_mypy\n")
        plain = [f"--config-file={root / 'plain.ini'}", str(folder)]
        plugin = [f"--config-file={root / 'plugin.ini'}", str(folder)]
        kinds = {
            "the compiled wheel": compiled(root / "wheel"),
            "a wheel that is not compiled": None,
        }
        seconds = defaultdict[str, list[float]](list)
        costs = defaultdict[str, list[tuple[float, ...]]](list)
        for _ in range(RUNS):
            seconds[""].append(_run(["-m", "mypy", *plain], None)[0])
            for kind, first in kinds.items():
                seconds[kind].append(_run(["-m", "mypy", *plugin], first)[0])
                costs[kind].append(_cost(_run(["-c", PROFILE, *plugin], first)[1]))
    table = []
    for kind in kinds:
        what = f"mypy on {lines:,} lines, cold, by {kind}"
        table.append((what, min(seconds[kind]), min(seconds[""]), "s"))
        table += [(what, min(spent), GOAL, "µs") for what, *spent in zip(COSTS, *costs[kind])]
    return table


def _cost(printed: str) -> tuple[float, ...]:
    """What a call costs without mypy's part, with it, and where no body is checked, in microseconds."""
    found = re.search(r"^(\d+) (\S+) (\S+) (\d+) (\S+)$", printed, re.M)
    assert found is not None, printed
    calls, spent, by_mypy, alone, spent_alone = map(float, found.groups())
    return tuple(
        1e6 * cost for cost in ((spent - by_mypy) / calls, spent / calls, spent_alone / alone)
    )


if __name__ == "__main__":
    for what, ours, theirs, unit in rows():
        print(f"{what}: {ours:.2f} against {theirs:.2f} {unit}, {ours / theirs:.2f}")
