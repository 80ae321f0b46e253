"""One word for the engine itself: what it found before stands as long as this is the same."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from functools import cache
from typing import Final

import tftypes

#: What the findings depend on, beside this file's package.
_PACKAGES: Final = ("algebra", "inference")
#: How the file is called that has the digest of the folder beside it.
_DIGEST: Final = ".sha256"
#: Variables of the environment that the engine asks for.
_VARIABLES: Final = ("TF_USE_LEGACY_KERAS", "KERAS_BACKEND")


@cache
def engine_digest() -> str:
    """A digest of the engine's sources and tables, and of what it sees of the process."""
    outside = sys.version_info[:2], [name for name in _VARIABLES if name in os.environ]
    found = hashlib.sha256(repr(outside).encode())
    home = os.path.join(os.path.dirname(tftypes.__file__), "")
    for package in _PACKAGES:
        for path in files(os.path.join(home, package)):
            found.update(path.removeprefix(home).encode() + b"\0")
            with open(path, "rb") as stream:
                found.update(stream.read())
    return found.hexdigest()


def files(folder: str) -> Iterator[str]:
    """The sources and tables below a folder, in the order of their names.

    A generated folder has its digest in a file beside it, which stands for all that is in it.
    """
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda each: each.name):
            if entry.is_dir(follow_symlinks=False):
                if entry.name != "__pycache__" and not os.path.exists(entry.path + _DIGEST):
                    yield from files(entry.path)
            elif entry.name.endswith((".py", ".json", _DIGEST)):
                yield entry.path
