"""The program that mypy checks, as the engine sees it: which of its modules have tensors, and what is said of each."""

from __future__ import annotations

import ast
import hashlib
import os
from collections.abc import Sequence
from functools import cache
from typing import Final

import tftypes
from tftypes.inference.digest import engine_digest, files
from tftypes.inference.modules import UNREADABLE, Sources, module_name
from tftypes.inference.reach import Reach
from tftypes.inference.reports import PACKAGES, Report, Reports

#: Where installed packages are: their code is not the program's.
_INSTALLED: Final = frozenset({"site-packages", "dist-packages", "typeshed"})
#: Our own package, which may be installed in place.
_OURS: Final = os.path.join(os.path.dirname(tftypes.__file__), "")


class Program:
    """Knows files by their path, and looks at each once until it is told to forget."""

    def __init__(self, folders: Sequence[str]) -> None:
        #: Where modules are looked for that are not in the folder of the module that imports them.
        self._folders = tuple(map(os.path.abspath, folders))
        self._reports: dict[str, Reports] = {}

    def forget(self) -> None:
        """Look at all files anew: some may have changed."""
        self._reports.clear()

    def has_tensors(self, path: str) -> bool:
        """Whether a module of the program reaches TensorFlow, Keras or tftypes."""
        return self.imports(path, *PACKAGES)

    def imports(self, path: str, *packages: str) -> bool:
        """Whether a module of the program imports one of the packages, at any remove."""
        return is_program(path) and self._reach(path).imports(os.path.abspath(path), packages)

    def report(self, path: str) -> Report:
        """What is said of a module."""
        return self._of(path).of(os.path.abspath(path))

    def digest(self, path: str) -> str:
        """One word for all that the report of a module depends on."""
        return f"{adapter_digest()} {self._reach(path).digest(os.path.abspath(path))}"

    def own_digest(self, path: str) -> str:
        """One word for the source of a module."""
        return self._reach(path).own_digest(os.path.abspath(path))

    def reached(self, path: str) -> frozenset[str]:
        """The files that the report of a module depends on."""
        return self._reach(path).reached(os.path.abspath(path))

    def is_annotated(self, path: str) -> bool:
        """Whether somebody has annotated anything in a module."""
        try:
            tree = self._reach(path).sources.parse(os.path.abspath(path))
        except UNREADABLE:
            return True
        return any(map(_is_annotated, ast.walk(tree)))

    def _reach(self, path: str) -> Reach:
        return self._of(path).reach

    def _of(self, path: str) -> Reports:
        root = module_name(path)[1]
        if root not in self._reports:
            sources = Sources((), roots=dict.fromkeys((root, *self._folders)))
            self._reports[root] = Reports(Reach(sources))
        return self._reports[root]


def _is_annotated(node: ast.AST) -> bool:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return node.returns is not None
    return isinstance(node, ast.AnnAssign) or isinstance(node, ast.arg) and bool(node.annotation)


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
    """One word for the engine and the adapter. mypy itself looks at the plugin's entry file only."""
    found = hashlib.sha256(engine_digest().encode())
    for path in files(os.path.dirname(__file__)):
        with open(path, "rb") as stream:
            found.update(stream.read())
    return found.hexdigest()
