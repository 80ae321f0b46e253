"""Where text comes from: strings, bytes, files by path, open files, and several of these."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

#: How files begin that gzip has written.
_GZIP = b"\x1f\x8b\x08"


def texts(function: str, data: Any) -> Iterator[tuple[str, bytes]]:
    """The name of each source, `""` for what is no file, and its UTF-8 bytes.

    A `str` is text; a file is named by a `pathlib.Path`. A list or tuple holds several sources.

    Raises:
      TypeError: naming the function, if it is none of these.
      ValueError: naming the file and the line, if the text is not UTF-8.
      OSError: if a file cannot be read.
    """
    for source in data if isinstance(data, (list, tuple)) else [data]:
        name = os.fspath(source) if isinstance(source, os.PathLike) else ""
        name = name or str(getattr(source, "name", ""))
        yield name, _utf8(function, name, _bytes(function, source))


def _bytes(function: str, source: Any) -> bytes:
    if isinstance(source, os.PathLike):
        try:
            with open(source, "rb") as file:
                return file.read()
        except OSError as error:
            raise type(error)(
                f"{function}() argument 'data': {os.fspath(source)!r}: {error.strerror}"
            ) from None
    if hasattr(source, "read"):
        source = source.read()
    if isinstance(source, str):
        return source.encode("utf-8", "surrogatepass")
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source)
    raise TypeError(
        f"{function}() argument 'data': expected text, bytes, a pathlib.Path, an open file or a "
        f"list of these, got {type(source).__name__}"
    )


def _utf8(function: str, name: str, data: bytes) -> bytes:
    if data.startswith(_GZIP):
        raise ValueError(f"{function}(): {place(name, 1)}: this is gzip: pass gzip.open(path)")
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ValueError(
            f"{function}(): {place(name, line)}: the text is not UTF-8: {error.reason}"
        ) from None
    return data


def place(name: str, line: int) -> str:
    """A line, for messages.

    >>> place("a.json", 2), place("", 2)
    ('a.json, line 2', 'line 2')
    """
    return f"{name}, line {line}" if name else f"line {line}"
