"""What modules reach, where earlier runs have looked at most of them."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping
from typing import Any

from tftypes.inference.modules import Sources
from tftypes.inference.reach import Reach
from tftypes_mypy.import_index import ImportIndex, Imports, checksum, is_settled, stamp


class IndexedReach(Reach):
    """Reads only files that have changed, and keeps what it has read."""

    def __init__(self, roots: Iterable[str], names: Mapping[str, str], index: ImportIndex) -> None:
        self._listed = _Listed((), roots=roots, names=names)
        super().__init__(self._listed)
        self._index = index
        self._imports = index.imports(self._listed.roots)
        #: What this run has found and not written, the identifier of its lines, and how many folders they have.
        self._found: dict[str, Imports] = {}
        self._run_id = f"{os.getpid():x}.{time.time_ns():x}"
        self._folders = 0

    def has_tensors(self, path: str) -> bool:
        found = super().has_tensors(path)
        if self._found:
            self._write()
        return found

    def _look_inside(self, path: str) -> frozenset[str]:
        module, now = self.sources.name_of(path), stamp(path)
        known = self._imports.get(path)
        if known is None or known.module != module or known.stamp != now:
            inside = super()._look_inside(path)
            if is_settled(now[0]):
                self._found[path] = Imports(
                    module, *now, path in self._with_tensors, sorted(inside)
                )
            return inside
        if known.has_tensors:
            self._with_tensors.add(path)
        return frozenset(known.files)

    def _write(self) -> None:
        listed = list(self._listed.times.items())
        new = {
            folder: (time_ns, checksum(self._listed.entries(folder)))
            for folder, time_ns in listed[self._folders :]
        }
        self._index.append(self._run_id, self._listed.roots, self._folders, new, self._found)
        self._folders = len(listed)
        self._found = {}


class _Listed(Sources):
    """Notes the time of each folder before it is listed: -1 where it may change again at the same time."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.times: dict[str, int] = {}

    def entries(self, folder: str) -> frozenset[str]:
        if folder not in self.times:
            time_ns = stamp(folder)[0]
            self.times[folder] = time_ns if is_settled(time_ns) else -1
        return super().entries(folder)
