"""Reads the overlay: the part of the stubs that is written by hand.

`overlay/<module path>/<topic>.pyi` belongs to the stub of that module. What a file defines replaces what the generator
would write under the same name; a class that says `# and the rest`, or `# and the rest, except a b`, keeps its
generated members that the file leaves out. A function on one line that ends in `# and the rest` has the generated
parameters, with those types that the file gives.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from pathlib import Path

REST = re.compile(r"^    # and the rest(?:, except (.*))?$", re.M)
PARAMETERS_REST = re.compile(r"^( *)(def (\w+)\(.*: \.\.\.)  # and the rest$", re.M)


@dataclass
class Overlay:
    """The hand-written part of one module: imports, and source by name in order of appearance."""

    imports: list[str] = field(default_factory=list)
    blocks: list[tuple[frozenset[str], str]] = field(default_factory=list)

    @property
    def names(self) -> set[str]:
        return {name for names, _ in self.blocks for name in names}


def read(folder: Path) -> dict[str, Overlay]:
    """The overlay of every module that has one."""
    found: dict[str, Overlay] = {}
    for file in sorted(folder.glob("*/*.pyi")):
        add_file(found.setdefault(file.parent.name, Overlay()), file)
    return found


def add_file(overlay: Overlay, file: Path) -> None:
    text = file.read_text()
    lines = text.splitlines()
    end = 0
    for node in ast.parse(text, str(file)).body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            overlay.imports.append("\n".join(lines[node.lineno - 1 : node.end_lineno]))
        elif not is_docstring(node):
            start = leading_comments(lines, first_line(node) - 1, end)
            end = trailing_comments(lines, node.end_lineno or 0)
            overlay.blocks.append((frozenset(defined_names(node)), "\n".join(lines[start:end])))


def is_docstring(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def first_line(node: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(d.lineno for d in decorators)])


def leading_comments(lines: list[str], start: int, end: int) -> int:
    """Where the comment directly above a definition begins."""
    while start > end and lines[start - 1].startswith("#"):
        start -= 1
    return start


def trailing_comments(lines: list[str], end: int) -> int:
    """Where the indented comments end that close a class."""
    while end < len(lines) and lines[end].startswith("    #"):
        end += 1
    return end


def defined_names(node: ast.stmt) -> list[str]:
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [node.name]
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return [node.target.id]
    if isinstance(node, ast.Assign):
        return [target.id for target in node.targets if isinstance(target, ast.Name)]
    return []


def own_members(block: str) -> set[str]:
    """The members that an overlay class defines itself."""
    node = ast.parse(block).body[0]
    return {name for child in getattr(node, "body", []) for name in defined_names(child)}
