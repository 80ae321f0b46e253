"""Functions that mypy passes over because nobody has annotated them: their tensors alone are checked."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from tftypes.cli.config import shown
from tftypes.cli.mypy_config import MypyConfig
from tftypes_lint.source import Source, parse_problem
from tftypes_lint.writing import read_regular

#: How many are named.
_NAMED: Final = 3
_SWITCHES: Final = ("check_untyped_defs", "strict")


def told(files: Sequence[Path], mypy: MypyConfig, arguments: Sequence[str]) -> list[str]:
    """One line on the functions that mypy passes over; none where it looks into all of them."""
    if any(str(mypy.main.get(name, "")).lower() == "true" for name in _SWITCHES):
        return []
    if {f"--{name.replace('_', '-')}" for name in _SWITCHES} & set(arguments):
        return []
    found = [place for file in files for place in untyped(file)]
    if not found:
        return []
    number = len(found)
    named = ", ".join(found[:_NAMED]) + (f" and {number - _NAMED} more" * (number > _NAMED))
    functions = "1 function" if number == 1 else f"{number} functions"
    return [
        f"{functions} without annotations, in which only tensors are checked: {named}; "
        "check_untyped_defs = true lets mypy check the rest"
    ]


def untyped(file: Path) -> Iterator[str]:
    """The place and the name of each function of a file that has no annotation."""
    try:
        source = Source(shown(file), read_regular(file))
    except OSError:
        return
    if not source.holds(b"def ") or parse_problem(source):
        return
    for node in source.statements:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and not _is_typed(node):
            yield f"{source.path}:{node.lineno} {node.name}"


def _is_typed(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    arguments = function.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    rest = [each for each in (arguments.vararg, arguments.kwarg) if each]
    return bool(function.returns) or any(each.annotation for each in (*every, *rest))
