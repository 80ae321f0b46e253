"""What earlier runs found, by the content of the files."""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import tftypes_lint
from tftypes_lint.analysis import FileResult
from tftypes_lint.findings import Finding
from tftypes_lint.generated import is_marked
from tftypes_lint.packed import read_pickle
from tftypes_lint.settings import Settings
from tftypes_lint.source import INTERNAL, module_name
from tftypes_lint.writing import write_whole

#: The folder at the top of a project that holds its cache.
FOLDER: Final = ".tftypes_cache"
_FILE: Final = "lint"
#: What cache folders say about themselves, so that backups and git leave them out.
_TAG: Final = "Signature: 8a477f597d28d172789f06886806bc55\n"


class Cache:
    """Results of files by path, content and settings, and of the project by those of all files.

    Every cache that cannot be used, however broken, is an empty one. What is stored is what the
    last run looked at; anything else is forgotten.
    """

    def __init__(self, file: Path | None, stamp: bytes) -> None:
        self._file = file
        self._stamp = stamp
        self._old_files, self._old_projects = _load(file, stamp) if file else ({}, {})
        self._files: dict[bytes, bytes] = {}
        self._projects: dict[bytes, bytes] = {}
        self._changed = False
        #: By path, what the results of the files of this run are stored under.
        self._keys: dict[str, bytes] = {}

    @classmethod
    def empty(cls) -> Cache:
        """A cache that knows nothing and is stored nowhere."""
        return cls(None, b"")

    @classmethod
    def at(cls, root: Path, settings: Settings) -> Cache:
        """The cache of the project in this folder, as far as it was made with these settings."""
        return cls(root / FOLDER / _FILE, stamp(settings))

    def file(self, path: Path) -> FileResult | None:
        """What is known about the file as it is now."""
        if not self._old_files:
            return None  # its key can wait until there is something to keep
        key = self._keys[str(path)] = _key(path)
        blob = self._old_files.get(key)
        result = _read(blob) if blob else None
        if blob is None or not isinstance(result, FileResult):
            return None
        self._files[key] = blob
        return result

    def keep_file(self, path: Path, result: FileResult) -> None:
        """Takes down what was found in a file, unless a rule failed."""
        if not self._file:
            return
        if str(path) not in self._keys:
            self._keys[str(path)] = _key(path)
        if not _is_failure(result.findings):
            self._files[self._keys[str(path)]] = pickle.dumps(result, pickle.HIGHEST_PROTOCOL)
            self._changed = True

    def project(self, files: Iterable[Path]) -> tuple[Finding, ...] | None:
        """What is known about the project that consists of just these files."""
        key = self._project_key(files)
        blob = self._old_projects.get(key)
        found = _read(blob) if blob else None
        if blob is None or not isinstance(found, tuple):
            return None
        self._projects[key] = blob
        return found

    def keep_project(self, files: Iterable[Path], findings: tuple[Finding, ...]) -> None:
        """Takes down what was found in the project, unless a rule failed."""
        if self._file and not _is_failure(findings):
            key = self._project_key(files)
            self._projects[key] = pickle.dumps(findings, pickle.HIGHEST_PROTOCOL)
            self._changed = True

    def _project_key(self, files: Iterable[Path]) -> bytes:
        keys = (self._keys.get(str(file), b"") for file in files)
        return hashlib.blake2b(b"".join(keys), digest_size=16).digest()

    def save(self) -> None:
        """Stores it, whole or not at all. A folder that cannot be written to has no cache."""
        if not self._file or not (self._changed or len(self._files) < len(self._old_files)):
            return
        # Several runs over parts of one project keep each other's results, up to a point.
        files = self._files
        if len(self._old_files) < 4 * len(files) + 1000:
            files = {**self._old_files, **files}
        content = pickle.dumps((files, self._projects), pickle.HIGHEST_PROTOCOL)
        try:
            _make_folder(self._file.parent)
            write_whole(self._file, self._stamp + content)
        except OSError:
            return


def _is_failure(findings: Iterable[Finding]) -> bool:
    return any(finding.code == INTERNAL for finding in findings)


def stamp(settings: Settings) -> bytes:
    """What the results depend on besides the files: these sources, this Python, the settings."""
    digest = hashlib.blake2b(digest_size=16)
    digest.update(repr((sys.version_info, settings)).encode())
    for file in _sources(Path(tftypes_lint.__file__).parent):
        digest.update(file.encode())
        digest.update(Path(file).read_bytes())
    return digest.digest()


def _sources(folder: Path) -> Iterator[str]:
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.is_dir() and entry.name != "__pycache__":
            yield from _sources(Path(entry.path))
        elif entry.is_file():
            yield entry.path


def _key(path: Path) -> bytes:
    place = f"{path}\0{module_name(str(path))}\0{is_marked(str(path))}\0"
    digest = hashlib.blake2b(place.encode(errors="surrogateescape"), digest_size=16)
    try:
        digest.update(path.read_bytes())
    except OSError as error:
        digest.update(str(error).encode(errors="replace"))
    return digest.digest()


def _load(file: Path, stamp: bytes) -> tuple[dict[bytes, bytes], dict[bytes, bytes]]:
    try:
        content = file.read_bytes()
    except OSError:
        return {}, {}
    stored = _read(content[len(stamp) :]) if content.startswith(stamp) else None
    if (
        isinstance(stored, tuple)
        and len(stored) == 2
        and all(isinstance(part, dict) for part in stored)
        and all(
            isinstance(each, bytes) for part in stored for item in part.items() for each in item
        )
    ):
        return stored
    return {}, {}


def _read(blob: bytes) -> Any:
    try:
        return read_pickle(blob)
    except Exception:  # a broken pickle raises whatever it likes
        return None


def _make_folder(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for name, text in ((".gitignore", "*\n"), ("CACHEDIR.TAG", _TAG)):
        if not (folder / name).exists():
            (folder / name).write_text(text)
