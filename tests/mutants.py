"""Changes one thing in a rule or a lint and runs their tests: what survives is not tested, or does not matter.

    python -m tests.mutants --number 200 --seed 1

A change is an operator for its opposite, a condition negated, a constant for another. Survivors are
printed with their place.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
#: Which tests belong to which files.
TESTS: Final = {
    "lint/tftypes_lint/rules/*.py": ("tests/lint/test_rules.py",),
    "tftypes/inference/models/tensorflow/ops/*.py": ("tests/ops",),
}
_OPPOSITES: Final[dict[type[ast.AST], type[ast.AST]]] = {
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
}


class Mutant(NamedTuple):
    """One thing to change in a file: a node within its functions, by number."""

    file: Path
    line: int
    was: str
    number: int

    @property
    def text(self) -> str:
        """The file with the change."""
        tree = ast.parse(self.file.read_text("utf-8"))
        _change(_nodes(tree)[self.number])
        return ast.unparse(tree)

    def __str__(self) -> str:
        return f"{self.file.relative_to(ROOT)}:{self.line}: {self.was}"


def mutants(file: Path) -> Iterator[Mutant]:
    """Every change of one thing within the functions of a file."""
    for number, node in enumerate(_nodes(ast.parse(file.read_text("utf-8")))):
        was = _change(node)
        if was:
            yield Mutant(file, getattr(node, "lineno", 0), was, number)


def _nodes(tree: ast.Module) -> list[ast.AST]:
    functions = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    return [node for function in functions for node in ast.walk(function)]


def _change(node: ast.AST) -> str | None:
    """Changes a node in place; what it was, or None where there is nothing to change."""
    if isinstance(node, ast.BoolOp):
        was, node.op = ast.unparse(node), _opposite(node.op)
        return was
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _OPPOSITES:
        was, node.ops[0] = ast.unparse(node), _opposite(node.ops[0])
        return was
    if isinstance(node, ast.BinOp) and type(node.op) in _OPPOSITES:
        was, node.op = ast.unparse(node), _opposite(node.op)
        return was
    if isinstance(node, ast.If):
        was, node.test = f"if {ast.unparse(node.test)}", ast.UnaryOp(ast.Not(), node.test)
        return was
    if isinstance(node, ast.Constant) and isinstance(node.value, (bool, int)):
        was = ast.unparse(node)
        node.value = not node.value if isinstance(node.value, bool) else node.value + 1
        return f"constant {was}"
    return None


def _opposite(operator: ast.AST) -> ast.AST:
    return _OPPOSITES[type(operator)]()


def survives(mutant: Mutant, folder: Path) -> bool:
    """Whether the tests of the file pass although it is changed."""
    pattern = next(each for each in TESTS if mutant.file.match(each))
    top = pattern.split("/")[0]
    copied = folder / top
    shutil.rmtree(copied, ignore_errors=True)
    shutil.copytree(ROOT / top, copied, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / mutant.file.relative_to(ROOT)).write_text(mutant.text, "utf-8")
    path = copied if top == "lint" else folder
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n0", "-p", "no:cacheprovider"]
    words = mutant.file.stem.replace("_", "-") if top == "lint" else ""
    selected = ["-k", words] if words else []
    done = subprocess.run(
        [*command, *TESTS[pattern], *selected],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(path), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        check=False,
        timeout=600,
    )
    return done.returncode == 0


def main() -> int:
    """Draws mutants, and prints those that survive; 1 when there are some."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    files = options.files or [file for pattern in TESTS for file in sorted(ROOT.glob(pattern))]
    drawn = random.Random(options.seed)
    every = [mutant for file in files for mutant in mutants(file.resolve())]
    survivors = []
    with tempfile.TemporaryDirectory() as folder:
        chosen = drawn.sample(every, min(options.number, len(every)))
        for number, mutant in enumerate(chosen, 1):
            if survives(mutant, Path(folder)):
                survivors.append(mutant)
                print(f"survives: {mutant}", flush=True)
            print(f"{number} of {len(chosen)}, {len(survivors)} survive", file=sys.stderr)
    print(f"{len(survivors)} of {len(chosen)} survive")
    return bool(survivors)


if __name__ == "__main__":
    sys.exit(main())
