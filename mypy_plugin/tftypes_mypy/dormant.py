"""The plugin until mypy comes to a module with tensors."""

from __future__ import annotations

import gc
from typing import Any

from mypy.nodes import MypyFile
from mypy.options import Options

from tftypes_mypy.watching import Watching


class Dormant(Watching):
    """Becomes the adapter with the first module that has tensors: a program without any is mypy's alone."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        if options.fine_grained_incremental:
            self._wake()  # the daemon does modules one by one, those with tensors at any time

    def enter(self, tree: MypyFile, has_tensors: bool, semantic: Any) -> None:
        if has_tensors:
            self._wake()
            self.enter(tree, has_tensors, semantic)  # the adapter's

    def _wake(self) -> None:
        is_collecting = gc.isenabled()
        gc.disable()  # what is loaded stays: to look for garbage takes as long as to load it
        try:
            from tftypes_mypy.hooks import Adapter
        finally:
            if is_collecting:
                gc.enable()
        self.__class__ = Adapter  # type: ignore[assignment]  # it is no subclass
