"""Reports that earlier runs made, by the digests of what they depend on: a folder that machines may share.

Each entry is a file of JSON behind its own checksum. What cannot be read, or does not fit its checksum, is not there.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

from tftypes.inference.codes import Severity
from tftypes.inference.messages import Change, Message, Report, Span

#: Entries that are kept beside those of the last run.
_MOST: Final = 5_000
_MOST_BYTES: Final = 1_000_000
_SEVERITIES: Final[Mapping[str, Severity]] = {
    "error": "error",
    "warning": "warning",
    "note": "note",
}
#: Links are not followed, where the system can be told so.
_READ: Final = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


class Cache:
    """The entries in a folder, which is made when there is something to keep."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._used: set[str] = set()

    def get(self, key: str) -> Report | None:
        """The report that was kept under a key, a digest in hexadecimal."""
        try:
            descriptor = os.open(self._file(key), _READ)
            with open(descriptor, "rb") as stream:
                content = stream.read(_MOST_BYTES)
        except OSError:
            return None
        checksum, _, entry = content.partition(b"\n")
        if hashlib.sha256(entry).hexdigest().encode() != checksum:
            return None
        with suppress(ValueError, TypeError, KeyError, IndexError):
            report = decode(json.loads(entry))
            self._used.add(key)
            return report
        return None

    def keep(self, key: str, report: Report) -> None:
        """Keeps a report, whole or not at all; one with faults is made again. A folder that is a link has no cache."""
        file = self._file(key)
        folder = os.path.dirname(file)
        if report.faults or os.path.islink(self._folder) or os.path.islink(folder):
            return
        entry = json.dumps(encode(report), separators=(",", ":")).encode()
        with suppress(OSError):
            os.makedirs(folder, exist_ok=True)
            _write(file, hashlib.sha256(entry).hexdigest().encode() + b"\n" + entry)
            self._used.add(key)

    def trim(self) -> None:
        """Removes the oldest entries that this run did not use, beyond a number."""
        others = [each for each in self._entries() if each.name not in self._used]
        if len(others) > _MOST:
            others.sort(key=_changed)
            for each in others[:-_MOST]:
                with suppress(OSError):
                    os.remove(each.path)

    def _file(self, key: str) -> str:
        return os.path.join(self._folder, key[:2], key)

    def _entries(self) -> Iterator[os.DirEntry[str]]:
        with suppress(OSError), os.scandir(self._folder) as folders:
            for folder in folders:
                if folder.is_dir(follow_symlinks=False):
                    with os.scandir(folder) as entries:
                        yield from (each for each in entries if each.is_file(follow_symlinks=False))


def _changed(entry: os.DirEntry[str]) -> float:
    """When an entry was written; another run may have removed it by now."""
    with suppress(OSError):
        return entry.stat(follow_symlinks=False).st_mtime
    return 0.0


def _write(file: str, content: bytes) -> None:
    descriptor, temporary = tempfile.mkstemp(dir=os.path.dirname(file))
    try:
        with open(descriptor, "wb") as stream:
            stream.write(content)
        os.replace(temporary, file)
    except BaseException:
        os.remove(temporary)
        raise


def encode(report: Report) -> Any:
    """A report as JSON has it: named tuples are lists."""
    return [report.messages, report.revealed, report.asserted]


def decode(entry: Any) -> Report:
    """The report that `encode` has written.

    Raises ValueError, TypeError, KeyError or IndexError for anything else.

    >>> report = Report((Message(Span(1, 0, 1, 5), "tf-shape", "error", "no", ("in f()",)),))
    >>> decode(json.loads(json.dumps(encode(report)))) == report
    True
    """
    messages, revealed, asserted = entry
    return Report(
        tuple(
            Message(
                Span(*span),
                str(code),
                _SEVERITIES[severity],
                str(text),
                tuple(map(str, notes)),
                tuple((str(path), int(line)) for path, line in calls),
                None if change is None else Change(int(change[0]), int(change[1]), str(change[2])),
            )
            for span, code, severity, text, notes, calls, change in messages
        ),
        tuple((Span(*span), str(text)) for span, text in revealed),
        tuple((Span(*call), Span(*argument)) for call, argument in asserted),
    )
