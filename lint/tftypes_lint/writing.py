"""Writes files whole or not at all."""

from __future__ import annotations

import os
import shutil
from pathlib import Path


def write_whole(file: Path, content: bytes) -> None:
    """Puts the content in the place of the file, or leaves the file as it was.

    A symbolic link stays one: what it points to is replaced, and keeps its permissions. A device
    or a pipe is written to.

    Raises:
        OSError: it cannot be written.
    """
    target = Path(os.path.realpath(file))
    if target.exists() and not target.is_file():
        target.write_bytes(content)
        return
    temporary = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        temporary.write_bytes(content)
        if target.exists():
            shutil.copymode(target, temporary)
        os.replace(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
