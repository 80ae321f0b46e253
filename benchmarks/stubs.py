"""mypy on `import tensorflow as tf` alone, cold: our stubs against types-tensorflow, installed in a venv of its own."""

from __future__ import annotations

import ast
import resource
import statistics
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

PROGRAM = "import tensorflow as tf\n"
RUNS = 5
OURS = Path(__file__).parents[1] / "stubs" / "tensorflow-stubs"


def _install(folder: Path) -> Path:
    """Makes a venv with mypy and types-tensorflow; its interpreter."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = folder / "bin" / "python"
    wanted = [f"mypy=={version('mypy')}", "types-tensorflow"]
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wanted]
    subprocess.run(pip, check=True)
    return python


def _seconds(python: Path, program: str, cache: Path) -> float:
    """Processor time, which other work on the machine disturbs less than the clock."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [python, "-m", "mypy", "--config-file=", f"--cache-dir={cache}", "-c", program]
    subprocess.run(command, capture_output=True, check=False, cwd=cache.parent)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _symbols(stubs: Path) -> int:
    """The functions, classes, constants and members that a package of stubs declares."""
    kinds = (ast.FunctionDef, ast.ClassDef, ast.AnnAssign)
    trees = (ast.parse(path.read_text("utf-8")) for path in stubs.rglob("*.pyi"))
    return sum(isinstance(node, kinds) for tree in trees for node in ast.walk(tree))


def rows() -> list[tuple[str, float, float, str]]:
    """Medians over alternating runs, each with an empty cache; per symbol, an empty program taken off."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rival = _install(folder / "venv")
        theirs = next((folder / "venv").glob("lib/*/site-packages/tensorflow-stubs"))
        found: dict[tuple[Path, str], list[float]] = {}
        for run in range(RUNS):
            for python in (Path(sys.executable), rival):
                for program in (PROGRAM, ""):
                    cache = folder / f"cache{run}{python == rival}{bool(program)}"
                    found.setdefault((python, program), []).append(_seconds(python, program, cache))
        median = {key: statistics.median(values) for key, values in found.items()}
        whole, alone = median[Path(sys.executable), PROGRAM], median[Path(sys.executable), ""]
        their_whole, their_alone = median[rival, PROGRAM], median[rival, ""]
        return [
            ("mypy on `import tensorflow`, cold", whole, their_whole, "s"),
            (
                "the same per symbol",
                1e6 * (whole - alone) / _symbols(OURS),
                1e6 * (their_whole - their_alone) / _symbols(theirs),
                "µs",
            ),
        ]


if __name__ == "__main__":
    for what, ours, against, unit in rows():
        print(
            f"{what}: {ours:.2f} {unit}; types-tensorflow: {against:.2f} {unit}; ratio {ours / against:.2f}"
        )
