"""What earlier runs found, by the content of the files."""

from __future__ import annotations

import hashlib
import os
import pickle
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

from tftypes_lint.analysis import FileResult
from tftypes_lint.findings import Finding
from tftypes_lint.generated import is_marked
from tftypes_lint.packed import read_pickle
from tftypes_lint.settings import Settings
from tftypes_lint.source import INTERNAL, module_name
from tftypes_lint.writing import read_regular, replace_file

#: The folder at the top of a project that holds its cache, where the project names no other.
FOLDER: Final = ".tftypes_cache"
_FILE: Final = "lint"
#: What cache folders say about themselves, so that backups and git leave them out.
_TAG: Final = "Signature: 8a477f597d28d172789f06886806bc55\n"
#: The length of the stamp, and of the checksum behind it.
_DIGEST: Final = 16


class Cache:
    """Results of files by path, content and settings, and of the project by those of all files.

    Every cache that cannot be used, however broken, is an empty one. What is stored is what the
    last run looked at; anything else is forgotten. A folder or a file that is a link, or belongs
    to another user, may lead anywhere: it is neither read nor written, and `problem` says so.
    """

    def __init__(self, folder: Path | None, stamp: bytes) -> None:
        #: Why the cache is not used: a path, and what is wrong with it.
        self.problem = unusable([folder], folder / _FILE) if folder else None
        self._file = folder / _FILE if folder and not self.problem else None
        self._stamp = stamp
        self._old_files, self._old_projects = _load(self._file, stamp) if self._file else ({}, {})
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
    def at(cls, root: Path, settings: Settings, folder: str = FOLDER) -> Cache:
        """The cache of the project in `root`, as far as it was made with these settings.

        `folder` is where it lies, relative to the project.
        """
        return cls(root / folder, stamp(settings))

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
            make_folder(self._file.parent)
            replace_file(self._file, self._stamp + _checksum(content) + content)
        except OSError:
            return


def _is_failure(findings: Iterable[Finding]) -> bool:
    return any(finding.code == INTERNAL for finding in findings)


def stamp(settings: Settings) -> bytes:
    """What the results depend on besides the files: these sources, this Python, the settings."""
    digest = hashlib.blake2b(_sources_digest(), digest_size=_DIGEST)
    digest.update(repr((sys.version_info, settings)).encode())
    return digest.digest()


@cache
def _sources_digest() -> bytes:
    digest = hashlib.blake2b(digest_size=_DIGEST)
    for file in _sources(Path(__file__).parent):
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
        digest.update(read_regular(path))
    except OSError as error:
        digest.update(str(error).encode(errors="replace"))
    return digest.digest()


def _load(file: Path, stamp: bytes) -> tuple[dict[bytes, bytes], dict[bytes, bytes]]:
    try:
        content = read_regular(file, links=False)
    except OSError:
        return {}, {}
    start = len(stamp) + _DIGEST
    checksum, stored = content[len(stamp) : start], None
    if content.startswith(stamp) and checksum == _checksum(content[start:]):
        stored = _read(content[start:])
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


def _checksum(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=_DIGEST).digest()


def unusable(folders: Sequence[Path], file: Path | None = None) -> tuple[Path, str] | None:
    """What of a cache is to be left alone, and why: folders, each in the one before it, and a file in the last."""
    kinds = [(folder, stat.S_ISDIR, "folder") for folder in folders]
    if file:
        kinds.append((file, stat.S_ISREG, "file"))
    for path, is_kind, kind in kinds:
        try:
            found = os.lstat(path)
        except FileNotFoundError:
            return None
        except OSError as error:
            return path, f"cannot be read: {error.strerror or error}"
        if stat.S_ISLNK(found.st_mode):
            return path, "is a link"
        if not is_kind(found.st_mode):
            return path, f"is not a {kind}"
        if hasattr(os, "getuid") and found.st_uid != os.getuid():
            return path, "belongs to another user"
    return None


def make_folder(folder: Path) -> None:
    """Makes a folder for caches that says of itself that it is one.

    Raises:
        OSError: it cannot be made.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in ((".gitignore", "*\n"), ("CACHEDIR.TAG", _TAG)):
        # Made anew only: an entry of that name, link or not, is left as it is.
        with suppress(FileExistsError), (folder / name).open("x") as file:
            file.write(text)
