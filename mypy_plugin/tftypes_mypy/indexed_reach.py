"""What modules reach, where earlier runs have looked at most of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tftypes.inference.modules import Sources
from tftypes.inference.reach import Reach
from tftypes_mypy.import_index import ImportIndex, checksum, is_settled, stamp


class IndexedReach(Reach):
    """Reads only files that have changed, and keeps what it has read."""

    def __init__(self, roots: Iterable[str], names: Mapping[str, str], index: ImportIndex) -> None:
        self._listed = _Listed((), roots=roots, names=names)
        super().__init__(self._listed)
        self._index = index
        self._imports = index.imports(self._listed.roots)
        #: The lines that are still to be written, and the identifier of this run that they begin with.
        self._lines = [index.header(self._listed.roots)]
        self._run_id: str = self._lines[0][0]
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
        for folder, time_ns in list(self._listed.times.items())[self._folders :]:
            names = checksum(self._listed.entries(folder))
            self._lines.append([self._run_id, folder, time_ns, names])
        self._folders = len(self._listed.times)
        self._index.append([*self._lines, [self._run_id, self._folders, path, *imports]])
        self._lines = []


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
