"""The ways in which a report is written; one module for each."""

from __future__ import annotations

import io
from importlib import import_module
from pathlib import Path
from typing import TextIO

from tftypes.cli.check import Report
from tftypes.cli.config import shown
from tftypes.cli.failure import Failure
from tftypes_lint.writing import write_whole


def write(
    report: Report, form: str, stream: TextIO, *, quiet: bool = False, statistics: bool = False
) -> None:
    """Writes the report in one of `config.FORMATS`. `quiet` leaves all but the findings away.

    `statistics`: how many findings there are of each code, in place of the findings.
    """
    if statistics:
        from tftypes.cli.formats.statistics import to_statistics

        stream.write(to_statistics(report, form, quiet=quiet))
        return
    if form == "text":
        from tftypes.cli.formats.text import write_text

        write_text(report, stream, quiet=quiet)
        return
    module = import_module(f"tftypes.cli.formats.{form}")
    stream.write(getattr(module, f"to_{form}")(report))


def save(
    report: Report, form: str, file: Path, *, quiet: bool = False, statistics: bool = False
) -> None:
    """As `write`, to a file: whole, or not at all.

    Raises:
        Failure: it cannot be written; what was there is still there.
    """
    stream = io.StringIO()
    write(report, form, stream, quiet=quiet, statistics=statistics)
    content = stream.getvalue().encode(errors="backslashreplace")
    try:
        write_whole(file, content)
    except OSError as error:
        raise Failure(f"{shown(file)}: cannot be written: {error.strerror or error}") from None
