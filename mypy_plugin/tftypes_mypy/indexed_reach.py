"""What modules reach, where earlier runs have looked at most of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tftypes.inference.modules import Sources
from tftypes.inference.reach import Reach
from tftypes_mypy.import_index import ImportIndex, is_settled, names_of, stamp


class IndexedReach(Reach):
    """Reads only files that have changed, and keeps what it has read."""

    def __init__(self, roots: Iterable[str], names: Mapping[str, str], index: ImportIndex) -> None:
        self._listed = _Listed((), roots=roots, names=names)
        super().__init__(self._listed)
        self._index = index
        self._imports = index.over(self._listed.roots)
        #: The lines that are still to be written; what marks them as those of this run.
        self._lines = [index.begun(self._listed.roots)]
        self._mark: str = self._lines[0][0]
        #: How many folders have lines.
        self._folders = 0

    def _look_inside(self, path: str) -> frozenset[str]:
        module, now = self.sources.name_of(path), stamp(path)
        known = self._imports.get(path)
        if known is None or known.module != module or known.stamp != now:
            inside = super()._look_inside(path)
            if is_settled(now[0]):
                self._keep(path, [module, *now, path in self._with_tensors, sorted(inside)])
            return inside
        if known.has_tensors:
            self._with_tensors.add(path)
        return frozenset(known.files)

    def _keep(self, path: str, imports: list[Any]) -> None:
        for folder, (time_ns, names) in list(self._listed.folders.items())[self._folders :]:
            self._lines.append([self._mark, folder, time_ns, names_of(names)])
        self._folders = len(self._listed.folders)
        self._index.append([*self._lines, [self._mark, self._folders, path, *imports]])
        self._lines = []


class _Listed(Sources):
    """Notes what it looks into: the time of each folder, -1 where it may change again at the same time, and its names."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.folders: dict[str, tuple[int, frozenset[str]]] = {}

    def entries(self, folder: str) -> frozenset[str]:
        if folder not in self.folders:
            time_ns = stamp(folder)[0]
            self.folders[folder] = (
                time_ns if is_settled(time_ns) else -1,
                super().entries(folder),
            )
        return self.folders[folder][1]
