"""The lines of keras_mistakes.txt, and what TensorFlow makes of each: printed as JSON, in a process of its own."""

from __future__ import annotations

import ast
import json
import os
import sys
import tempfile
import traceback
from dataclasses import dataclass
from pathlib import Path

TEXT = Path(__file__).with_suffix(".txt")
STATES = ("refused", "open", "runs")
#: What a program is called in tracebacks.
NAME = "<program>"


@dataclass(frozen=True)
class Line:
    kind: str
    state: str
    code: str


def preamble(text: Path = TEXT) -> str:
    """What stands before each line of a text."""
    found = text.read_text().partition("behind these:")[2].partition("\n== ")[0]
    return "".join(f"{line[4:]}\n" for line in found.splitlines() if line.strip())


def lines() -> list[Line]:
    kind, found = "", []
    for text in TEXT.read_text().splitlines():
        state, _, code = text.partition(" ")
        if state == "==":
            kind = code
        elif kind and text:
            assert state in STATES, text
            found.append(Line(kind, state, code.strip().replace("¶", "\n")))
    return found


def raised(before: str, code: str) -> list[int] | None:
    """The lines of a program in the traceback of what it raises; None where it runs to its end."""
    try:
        exec(compile(needed(before, code), NAME, "exec"), {"__name__": "program"})
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        return [each.lineno or 0 for each in frames if each.filename == NAME]
    return None


def needed(before: str, code: str) -> str:
    """A program with those statements alone of what stands before it that it mentions: to make all models takes long.

    Lines of the others are empty.
    """
    text = f"{before}{code}\n"
    tree = ast.parse(text)
    count = len(ast.parse(before).body)
    kept = tree.body[count:]
    wanted = _names(*kept)
    for statement in reversed(tree.body[:count]):
        if not wanted.isdisjoint(_changed(statement)):
            kept.append(statement)
            wanted |= _names(statement)
    lines = {i for each in kept for i in range(each.lineno, (each.end_lineno or 0) + 1)}
    numbered = enumerate(text.split("\n"), 1)
    own = before.count("\n")
    return "\n".join(line if i > own or i in lines else "" for i, line in numbered)


def _names(*trees: ast.AST) -> set[str]:
    return {node.id for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _changed(statement: ast.stmt) -> set[str]:
    """The names that a statement binds, or whose object it calls."""
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        return {statement.name}
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return {each.asname or each.name for each in statement.names}
    if isinstance(statement, ast.Expr):
        return {ast.unparse(statement).partition(".")[0]}
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return _names(*targets)


def raises(before: str, code: str) -> bool:
    return raised(f"{before}\n", code) is not None


def main() -> None:
    before = preamble()
    exec(before, {"__name__": "program"})
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        json.dump([raised(before, each.code) for each in lines()], sys.stdout)


if __name__ == "__main__":
    main()
