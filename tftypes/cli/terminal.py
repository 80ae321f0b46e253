"""Lines for people, in which nothing of the program under check can pass for anything else."""

from __future__ import annotations

import click


def say(line: str, *, err: bool = False) -> None:
    """Prints one line. A path may begin it; what would drive the terminal is escaped."""
    from tftypes_lint.escaping import visible_path

    click.echo(visible_path(line), err=err)
