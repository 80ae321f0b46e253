"""The ways in which a report is written; one module for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO

from tftypes.cli.check import Report


def write(report: Report, form: str, stream: TextIO, *, quiet: bool = False) -> None:
    """Writes the report in one of `config.FORMATS`. `quiet` leaves all but the findings away."""
    if form == "text":
        from tftypes.cli.formats.text import write_text

        write_text(report, stream, quiet=quiet)
        return
    stream.write(_writers()[form](report))


def _writers() -> dict[str, Callable[[Report], str]]:
    from tftypes.cli.formats.github import to_github
    from tftypes.cli.formats.json import to_json
    from tftypes.cli.formats.sarif import to_sarif

    return {"github": to_github, "json": to_json, "sarif": to_sarif}
