"""mypy on `import tensorflow as tf` alone, beside types-tensorflow in a venv of its own, and beside `import os`.

The last is what mypy costs itself: its start, and the standard library that everything needs. Where valgrind is
installed, instructions are counted too: they are the same on a busy machine, and take a minute a run.
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

from benchmarks import timed

PROGRAM = "import tensorflow as tf\n"
NOTHING = "import os\n"
ROUNDS = 5
OURS = Path(__file__).parents[1] / "stubs" / "tensorflow-stubs"
Row = tuple[str, float, float, str]


def _install(folder: Path) -> Path:
    """Makes a venv with mypy and types-tensorflow; its interpreter."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = folder / "bin" / "python"
    wanted = [f"mypy=={version('mypy')}", "types-tensorflow"]
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wanted]
    subprocess.run(pip, check=True)
    return python


def _command(python: Path, program: str, cache: Path) -> list[str | Path]:
    return [python, "-m", "mypy", "--config-file=", f"--cache-dir={cache}", "-c", program]


def _seconds(python: Path, program: str, cache: Path) -> float:
    return timed(_command(python, program, cache), cache.parent)[0]


def _instructions(python: Path, program: str, cache: Path) -> float:
    """The instructions of a run, in thousands of millions."""
    counter = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    command = [*counter, *_command(python, program, cache)]
    run = subprocess.run(command, capture_output=True, check=False, cwd=cache.parent, text=True)
    counted = re.search(r"Collected : (\d+)", run.stderr)
    assert counted, run.stderr
    return int(counted[1]) / 1e9


def _counted(ours: Path, theirs: Path, rival: Path, folder: Path) -> list[Row]:
    """The rows in instructions, of cold runs."""
    tensorflow, other, nothing = (
        _instructions(python, program, folder / f"counted{i}")
        for i, (python, program) in enumerate([(ours, PROGRAM), (theirs, PROGRAM), (ours, NOTHING)])
    )
    return [
        ("instructions on `import tensorflow`; types-tensorflow", tensorflow, other, "G"),
        ("instructions on `import tensorflow`; on `import os`", tensorflow, nothing, "G"),
        (
            "instructions that one symbol adds to `import os`; types-tensorflow",
            1e6 * (tensorflow - nothing) / _symbols(OURS),
            1e6 * (other - nothing) / _symbols(rival),
            "k",
        ),
    ]


def _symbols(stubs: Path) -> int:
    """The functions, classes, constants and members that a package of stubs declares."""
    kinds = (ast.FunctionDef, ast.ClassDef, ast.AnnAssign)
    trees = (ast.parse(path.read_text("utf-8")) for path in stubs.rglob("*.pyi"))
    return sum(isinstance(node, kinds) for tree in trees for node in ast.walk(tree))


def rows() -> list[Row]:
    """The least of several rounds: cold is an empty cache, warm the same program again."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ours, theirs = Path(sys.executable), _install(folder / "venv")
        found: dict[tuple[Path, str, str], list[float]] = {}
        for run in range(ROUNDS):
            for python in (ours, theirs):
                for program in (PROGRAM, NOTHING):
                    cache = folder / f"cache{run}{python == theirs}{program == PROGRAM}"
                    for state in ("cold", "warm"):
                        seconds = _seconds(python, program, cache)
                        found.setdefault((python, program, state), []).append(seconds)
        rival = next((folder / "venv").glob("lib/*/site-packages/tensorflow-stubs"))
        table = _table({key: min(values) for key, values in found.items()}, ours, theirs, rival)
        if shutil.which("valgrind"):
            table += _counted(ours, theirs, rival, folder)
        return table


def _table(
    least: dict[tuple[Path, str, str], float], ours: Path, theirs: Path, rival: Path
) -> list[Row]:
    def stubs_alone(python: Path) -> float:
        return least[python, PROGRAM, "cold"] - least[python, NOTHING, "cold"]

    return [
        *(
            (
                f"mypy on `import tensorflow`, {state}; types-tensorflow",
                least[ours, PROGRAM, state],
                least[theirs, PROGRAM, state],
                "s",
            )
            for state in ("cold", "warm")
        ),
        *(
            (
                f"mypy on `import tensorflow`, {state}; on `import os`",
                least[ours, PROGRAM, state],
                least[ours, NOTHING, state],
                "s",
            )
            for state in ("cold", "warm")
        ),
        (
            "what one symbol adds to `import os`, cold; types-tensorflow",
            1e6 * stubs_alone(ours) / _symbols(OURS),
            1e6 * stubs_alone(theirs) / _symbols(rival),
            "µs",
        ),
    ]


if __name__ == "__main__":
    for what, ours, against, unit in rows():
        print(f"{what}: {ours:.2f} against {against:.2f} {unit}; ratio {ours / against:.2f}")
