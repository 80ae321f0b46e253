"""The program that mypy checks, as the engine sees it: which of its modules have tensors, and what is said of each."""

from __future__ import annotations

import ast
import gc
import hashlib
import os
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from mypy.nodes import Import, ImportAll, ImportBase, ImportFrom

from tftypes.inference.digest import files
from tftypes.inference.modules import UNREADABLE
from tftypes.inference.program import Program
from tftypes.inference.reach import Reach
from tftypes_mypy.import_index import ImportIndex, is_program
from tftypes_mypy.indexed_reach import IndexedReach

# The rest is imported where it is used: a program without tensors needs none of it.
if TYPE_CHECKING:
    from tftypes.inference.messages import Report
    from tftypes_mypy.outline import Outline

#: What registers conversions to tensors, and handlers of ops.
_REGISTERS: Final = (b"register_tensor_conversion_function", b"dispatch_for_")


class Checked(Program):
    """The program that mypy checks. Installed packages are none of it."""

    def __init__(self, folders: Sequence[str], index: ImportIndex) -> None:
        super().__init__(folders)
        self._index = index
        self._outlines: dict[str, Outline] = {}
        self._annotated: dict[str, bool] = {}
        self._registers: dict[str, bool] = {}

    def forget(self) -> None:
        super().forget()
        self._outlines.clear()
        self._annotated.clear()
        self._registers.clear()

    def _over(self, roots: Iterable[str]) -> Reach:
        return IndexedReach(roots, self._names, self._index)

    def tell(self, name: str, path: str) -> None:
        """A file is the module of a name, as mypy sees it."""
        if is_program(path):
            super().tell(name, path)

    def has_tensors(self, path: str) -> bool:
        """Whether a module of the program reaches TensorFlow, Keras or tftypes."""
        return is_program(path) and super().has_tensors(path)

    def report(self, path: str) -> Report:
        """What is said of a module."""
        _load_engine()
        return super().report(path)

    def outline(self, path: str) -> Outline:
        """What the text of a module says."""
        from tftypes_mypy.outline import outline, outline_of_unread

        if path not in self._outlines:
            tree = self._tree(path)
            self._outlines[path] = outline(tree) if tree else outline_of_unread(self.source(path))
        return self._outlines[path]

    def is_unread(self, path: str) -> bool:
        """Whether the Python that runs cannot parse a module. mypy has a parser of its own."""
        return self._tree(path) is None

    def is_annotated(self, path: str) -> bool:
        """Whether somebody has annotated anything in a module."""
        from tftypes_mypy.outline import is_annotated

        if path not in self._annotated:
            tree = self._tree(path)
            self._annotated[path] = tree is not None and is_annotated(tree)
        return self._annotated[path]

    def registers(self, path: str) -> bool:
        """Whether a module, or one that it reaches, registers classes with TensorFlow: what ops take is not all declared."""
        if path not in self._registers:
            reached = self.reach(path).reached(os.path.abspath(path))
            self._registers[path] = any(
                word in self.source(each) for each in reached for word in _REGISTERS
            )
        return self._registers[path]

    def _tree(self, path: str) -> ast.Module | None:
        try:
            return self.reach(path).sources.parse(os.path.abspath(path))
        except UNREADABLE:
            return None

    def source(self, path: str) -> bytes:
        """The text of a module; none where it cannot be read."""
        try:
            return self.reach(path).sources.read(os.path.abspath(path))
        except UNREADABLE:
            return b""


@cache
def _load_engine() -> None:
    """What mypy and the engine have made up to now stays to the end: the collector need not go through it again."""
    from tftypes.inference.assembly import tables

    tables()
    gc.freeze()
    gc.unfreeze()


@cache
def adapter_digest() -> str:
    """One word for the adapter itself. mypy looks at the plugin's entry file only."""
    found = hashlib.sha256()
    for path in files(os.path.dirname(__file__)):
        with open(path, "rb") as stream:
            found.update(stream.read())
    return found.hexdigest()


def imported(statement: ImportBase) -> list[str]:
    """The packages that a statement imports from."""
    if isinstance(statement, Import):
        return [name.partition(".")[0] for name, _ in statement.ids]
    if isinstance(statement, (ImportFrom, ImportAll)):
        return [statement.id.partition(".")[0]]
    return []
