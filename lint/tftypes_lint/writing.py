"""Reads and writes files without surprises: regular ones are read, whole ones are written."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

#: What keeps `open` from waiting for the other end of a pipe, where the system has it.
_AT_ONCE: Final = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_NOT_LINKS: Final = getattr(os, "O_NOFOLLOW", 0)


def read_regular(file: Path | str, *, links: bool = True) -> bytes:
    """The content of a regular file.

    A pipe or a socket has no end, and a device may have none either, so they are refused.

    Args:
        file: The file.
        links: Whether a symbolic link stands for the file that it leads to.

    Raises:
        OSError: it cannot be read, is no regular file, or is a link where links do not count.
    """
    descriptor = os.open(file, os.O_RDONLY | _AT_ONCE | (0 if links else _NOT_LINKS))
    with open(descriptor, "rb") as stream:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "not a regular file", str(file))
        return stream.read()


def write_whole(file: Path, content: bytes) -> None:
    """Puts the content in the place of the file, or leaves the file as it was.

    A symbolic link stays one: what it leads to is replaced. A device or a pipe is written to.

    Raises:
        OSError: it cannot be written.
    """
    target = Path(os.path.realpath(file))
    if target.exists() and not target.is_file():
        target.write_bytes(content)
    else:
        replace_file(target, content)


def replace_file(file: Path, content: bytes) -> None:
    """Puts a new file with the content and the permissions of the old one under this name.

    The new file is made in a folder beside it that nobody else can look into, so no name can be
    foreseen. Where a symbolic link has the name, the link is replaced.

    Raises:
        OSError: it cannot be written; what was there is then still there.
    """
    with _interrupts_wait(), TemporaryDirectory(prefix=".", dir=file.parent) as folder:
        temporary = Path(folder, "new")
        temporary.write_bytes(content)
        if os.path.lexists(file) and not file.is_symlink():
            shutil.copymode(file, temporary)
        os.replace(temporary, file)


@contextmanager
def _interrupts_wait() -> Iterator[None]:
    """Control-C takes effect at the end: between two lines that make a folder and know of it, it would leave the folder."""
    before: Any = signal.getsignal(signal.SIGINT)
    if not callable(before) or threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[Any] = []
    signal.signal(signal.SIGINT, lambda *given: waiting.append(given))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if waiting:
            before(*waiting[0])
