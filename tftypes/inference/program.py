"""A program: its modules by their files, whichever folder each looks for the others in."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence

from tftypes.inference.digest import engine_digest
from tftypes.inference.interpreter.tables import Limits
from tftypes.inference.messages import Report
from tftypes.inference.modules import Sources, module_name
from tftypes.inference.reach import Reach
from tftypes.inference.reports import PACKAGES, Reports


class Program:
    """Reports of modules by their path. Each file is looked at once, until the program is told to forget."""

    def __init__(self, folders: Sequence[str] = (), limits: Limits | None = None) -> None:
        #: Where modules are looked for that are not in the folder of the module that imports them.
        self._folders = tuple(map(os.path.abspath, folders))
        self._limits = limits
        self._reports: dict[str, Reports] = {}

    def forget(self) -> None:
        """Look at all files anew: some may have changed."""
        self._reports.clear()

    def reach(self, path: str) -> Reach:
        """What modules reach that look for others where this one does."""
        return self._of(path).reach

    def has_tensors(self, path: str) -> bool:
        """Whether a module reaches TensorFlow, Keras or tftypes."""
        return self.reach(path).imports(os.path.abspath(path), PACKAGES)

    def report(self, path: str) -> Report:
        """What is said of a module."""
        return self._of(path).of(os.path.abspath(path))

    def digest(self, path: str) -> str:
        """One word for all that the report of a module depends on: the same on every machine."""
        absolute = os.path.abspath(path)
        module, root = module_name(absolute)
        place = os.path.relpath(absolute, root)
        parts = (engine_digest(), module, place, self.reach(path).digest(absolute))
        return hashlib.sha256("\0".join(parts).encode(errors="surrogateescape")).hexdigest()

    def _of(self, path: str) -> Reports:
        root = module_name(path)[1]
        if root not in self._reports:
            sources = Sources((), roots=dict.fromkeys((root, *self._folders)))
            self._reports[root] = Reports(Reach(sources), self._limits)
        return self._reports[root]
