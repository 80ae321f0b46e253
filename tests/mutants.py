"""Changes one thing in a rule or a lint and runs their tests: what survives is not tested, or does not matter.

    python -m tests.mutants --number 200 --seed 1

A change is an operator for its opposite, a condition negated, a constant for another. Half of them are
drawn from the lints, half from the rules of ops. Survivors are printed with their place.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
#: What the tests need, copied, so that a change reaches nobody else.
PARTS: Final = ("tftypes", "lint", "mypy_plugin", "tests", "docs", "examples", "pyproject.toml")


Run = tuple[str, ...]
#: Seconds for the tests of one change.
_LONGEST: Final = 1200


class Group(NamedTuple):
    """Files whose changes the same tests must notice."""

    files: str
    #: The arguments of pytest for a file, run by run: what the first notices need not go through the others.
    runs: Callable[[Path], list[Run]]


def of_a_lint(file: Path) -> list[Run]:
    """The tests of a lint have its name, as a code in theirs or as that of their file."""
    words = f"{file.stem.replace('_', '-')} or {file.stem}"
    return [(each, "-k", words) for each in ("tests/lint/test_rules.py", "tests/lint")]


def of_rules(file: Path) -> list[Run]:
    """The examples of the rules in a file, by the last part of the names of their functions; its own; then all."""
    functions = [
        each
        for each in ast.parse(file.read_text("utf-8")).body
        if isinstance(each, ast.FunctionDef)
    ]
    words = {
        each.value.partition("(")[0].rpartition(".")[2]
        for function in functions
        for decorator in function.decorator_list
        for each in ast.walk(decorator)
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
    }
    known = " or ".join(sorted(each for each in words if each.isidentifier()))
    own = [("tests/ops/test_examples.py", "-k", known)] if known else []
    documented = ("tests/inference/test_doctests.py", "-k", f"ops.{file.stem}")
    return [*own, documented, ("tests/ops",)]


GROUPS: Final = (
    Group("lint/tftypes_lint/rules/*.py", of_a_lint),
    Group("tftypes/inference/models/tensorflow/ops/*.py", of_rules),
)
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
    classes = (node for node in tree.body if isinstance(node, ast.ClassDef))
    bodies = [tree.body, *(node.body for node in classes)]
    functions = (node for body in bodies for node in body if isinstance(node, ast.FunctionDef))
    return [
        node
        for function in functions
        for node in ast.walk(function)
        if node not in _unread_defaults(function)
    ]


@lru_cache(maxsize=1)
def _unread_defaults(function: ast.FunctionDef) -> frozenset[ast.AST]:
    """The defaults of parameters that a function does not read: whatever they are, it does the same."""
    read = {
        each.id
        for statement in function.body
        for each in ast.walk(statement)
        if isinstance(each, ast.Name)
    }
    head = function.args
    positional = (*head.posonlyargs, *head.args)
    pairs = [
        *zip(reversed(positional), reversed(head.defaults)),
        *zip(head.kwonlyargs, head.kw_defaults),
    ]
    unread = (default for arg, default in pairs if default is not None and arg.arg not in read)
    return frozenset(each for default in unread for each in ast.walk(default))


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


def _opposite(operator: ast.AST) -> Any:
    return _OPPOSITES[type(operator)]()


def copy(folder: Path) -> None:
    """Everything that the tests need, in a folder where it can be changed."""
    for name in PARTS:
        if (ROOT / name).is_dir():
            ignored = shutil.ignore_patterns("__pycache__", ".*_cache")
            shutil.copytree(ROOT / name, folder / name, ignore=ignored)
        else:
            shutil.copy(ROOT / name, folder)
    (folder / "stubs").symlink_to(ROOT / "stubs")


def passes(folder: Path, arguments: Run) -> bool:
    """Whether these tests pass on the copy."""
    path = os.pathsep.join(str(folder / part) for part in ("", "lint", "mypy_plugin"))
    try:
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                "-q",
                "-x",
                "-n0",
                "-p",
                "no:cacheprovider",
                *arguments,
            ],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            check=False,
            timeout=_LONGEST,
        )
    except subprocess.TimeoutExpired:
        return False  # a change may leave a loop without an end
    # 5: there is no test of this name
    return done.returncode in (0, 5)


def survives(mutant: Mutant, runs: list[Run], folder: Path) -> bool:
    """Whether the tests of the file pass although it is changed."""
    file = folder / mutant.file.relative_to(ROOT)
    original = file.read_text("utf-8")
    for run in runs:
        if not _passes_unchanged(folder, run):
            sys.exit(f"pytest {' '.join(run)}: fails without a change")
        _write(file, mutant.text)
        passed = passes(folder, run)
        _write(file, original)
        if not passed:
            return False
    return True


@lru_cache
def _passes_unchanged(folder: Path, run: Run) -> bool:
    return passes(folder, run)


def _write(file: Path, text: str) -> None:
    file.write_text(text, "utf-8")
    # Bytecode is told by seconds and sizes, which two texts may share.
    for compiled in (file.parent / "__pycache__").glob(f"{file.stem}.*"):
        compiled.unlink()


def drawn(group: Group, files: list[Path], number: int, random: Random) -> list[Mutant]:
    """So many changes of the files of a group; of those that are named, if some are."""
    chosen = [file for file in sorted(ROOT.glob(group.files)) if not files or file in files]
    every = [mutant for file in chosen for mutant in mutants(file)]
    return random.sample(every, min(number, len(every)))


def main() -> int:
    """Draws mutants, and prints those that survive; 1 when there are some."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    files = [file.resolve() for file in options.files]
    random = Random(options.seed)
    share = options.number // len(GROUPS)
    chosen = [(mutant, group) for group in GROUPS for mutant in drawn(group, files, share, random)]
    survivors = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        copy(folder)
        for number, (mutant, group) in enumerate(chosen, 1):
            if survives(mutant, group.runs(mutant.file), folder):
                survivors += 1
                print(f"survives: {mutant}", flush=True)
            print(f"{number} of {len(chosen)}, {survivors} survive", file=sys.stderr)
    print(f"{survivors} of {len(chosen)} survive")
    return bool(survivors)


if __name__ == "__main__":
    sys.exit(main())
