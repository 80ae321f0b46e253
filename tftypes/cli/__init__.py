"""The `tftypes` command. Everything is imported when it is needed, so that `--help` is quick."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Final

#: The module that has been imported where the engine has run here.
_ENGINE: Final = "tftypes.inference.analysis"


def main() -> None:
    """Runs the command on `sys.argv` and exits: 0 clean, 1 findings, 2 it could not be done."""
    try:
        from tftypes.cli.commands import cli
    except ModuleNotFoundError as error:
        if error.name != "click":
            raise
        sys.stderr.write("tftypes: the command needs its extra: pip install 'tftypes[cli]'\n")
        sys.exit(2)
    _open_streams()
    try:
        cli()
    except SystemExit as end:
        if _ENGINE in sys.modules:
            _leave(end)
        raise


def _leave(end: SystemExit) -> None:
    """End at once where all is said: to take apart what the engine has made takes as long as to make it."""
    if end.code is None or isinstance(end.code, int):
        with suppress(OSError, ValueError):  # Python tells it
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(end.code or 0)


def _open_streams() -> None:
    """What is closed reads as empty and takes everything: `tftypes check - <&-`, jobs without a terminal."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))
