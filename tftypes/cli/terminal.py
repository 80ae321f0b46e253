"""Lines for people, in which nothing of the program under check can pass for anything else."""

from __future__ import annotations

import shutil
import sys
from textwrap import fill
from typing import Final

import click

#: By how much what does not fit a line of the terminal is indented.
INDENT: Final = 4


def say(line: str, *, err: bool = False) -> None:
    """Prints one line. A path may begin it; what would drive the terminal is escaped.

    On a terminal a long line ends between words.
    """
    from tftypes_lint.escaping import visible_path

    text = visible_path(line)
    if (sys.stderr if err else sys.stdout).isatty():
        width = max(shutil.get_terminal_size().columns, 2 * INDENT)
        text = fill(text, width, subsequent_indent=" " * INDENT, break_on_hyphens=False)
    click.echo(text, err=err)
