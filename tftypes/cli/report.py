"""The ways in which a report is written; one module for each."""

from __future__ import annotations

from importlib import import_module
from typing import TextIO

from tftypes.cli.check import Report


def write(report: Report, form: str, stream: TextIO, *, quiet: bool = False) -> None:
    """Writes the report in one of `config.FORMATS`. `quiet` leaves all but the findings away."""
    if form == "text":
        from tftypes.cli.formats.text import write_text

        write_text(report, stream, quiet=quiet)
        return
    module = import_module(f"tftypes.cli.formats.{form}")
    stream.write(getattr(module, f"to_{form}")(report))
