"""The program that mypy checks, as the engine sees it: which of its modules have tensors, and what is said of each."""

from __future__ import annotations

import ast
import hashlib
import os
from collections.abc import Iterator
from functools import cache
from typing import Final

import tftypes
from tftypes.inference.digest import files
from tftypes.inference.modules import UNREADABLE
from tftypes.inference.program import PACKAGES, Program

#: Where installed packages are: their code is not the program's.
_INSTALLED: Final = frozenset({"site-packages", "dist-packages", "typeshed"})
#: Our own package, which may be installed in place.
_OURS: Final = os.path.join(os.path.dirname(tftypes.__file__), "")


class Checked(Program):
    """The program that mypy checks. Installed packages are none of it."""

    def has_tensors(self, path: str) -> bool:
        """Whether a module of the program reaches TensorFlow, Keras or tftypes."""
        return is_program(path) and super().has_tensors(path)

    def is_annotated(self, path: str) -> bool:
        """Whether somebody has annotated anything in a module."""
        tree = self._tree(path)
        return tree is None or any(map(_is_annotated, ast.walk(tree)))

    def arguments(self, path: str) -> frozenset[tuple[int, int]]:
        """Where the arguments of tensors and shapes stand, by line and column: numbers there are no types to mypy."""
        tree = self._tree(path)
        return frozenset() if tree is None else frozenset(_arguments(tree))

    def source(self, path: str) -> bytes:
        """The text of a module; none where it cannot be read."""
        try:
            return self.reach(path).sources.read(os.path.abspath(path))
        except UNREADABLE:
            return b""

    def _tree(self, path: str) -> ast.Module | None:
        try:
            return self.reach(path).sources.parse(os.path.abspath(path))
        except UNREADABLE:
            return None


def _is_annotated(node: ast.AST) -> bool:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return node.returns is not None
    return isinstance(node, ast.AnnAssign) or isinstance(node, ast.arg) and bool(node.annotation)


def _arguments(tree: ast.Module) -> Iterator[tuple[int, int]]:
    """The places of all that stands in brackets behind a name of tftypes' or TensorFlow's."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            ours = [each for each in node.names if each.name.partition(".")[0] in PACKAGES]
            names.update(each.asname or each.name.partition(".")[0] for each in ours)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(PACKAGES):
            names.update(each.asname or each.name for each in node.names)
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and _first_name(node.value) in names:
            yield from (
                (each.lineno, each.col_offset)
                for each in ast.walk(node.slice)
                if isinstance(each, ast.expr)
            )


def _first_name(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def is_program(path: str) -> bool:
    """Whether a file is of the program and not of an installed package.

    >>> is_program("/home/me/project/net.py"), is_program("/usr/lib/python3/site-packages/keras/net.py")
    (True, False)
    """
    if not path.endswith(".py") or path.startswith(_OURS):
        return False
    return _INSTALLED.isdisjoint(path.replace(os.sep, "/").split("/"))


@cache
def adapter_digest() -> str:
    """One word for the adapter itself. mypy looks at the plugin's entry file only."""
    found = hashlib.sha256()
    for path in files(os.path.dirname(__file__)):
        with open(path, "rb") as stream:
            found.update(stream.read())
    return found.hexdigest()
