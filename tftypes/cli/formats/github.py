"""GitHub's workflow commands, which become annotations of a pull request's lines."""

from __future__ import annotations

from typing import Final

from tftypes.cli.check import Report
from tftypes_lint import Finding

_COMMANDS: Final = {"error": "error", "warning": "warning", "note": "notice"}
#: `%` comes first, or the escapes would be escaped.
_DATA: Final = (("%", "%25"), ("\r", "%0D"), ("\n", "%0A"))
_PROPERTY: Final = (*_DATA, (":", "%3A"), (",", "%2C"))


def to_github(report: Report) -> str:
    """One command a finding."""
    return "".join(f"{_command(finding)}\n" for finding in report.findings)


def _command(finding: Finding) -> str:
    properties = {
        "file": finding.path.replace("\\", "/"),
        "line": str(finding.line),
        "col": str(finding.column),
        "endLine": str(finding.end_line),
        "title": f"tftypes {finding.code}",
    }
    listed = ",".join(f"{key}={_escape(value, _PROPERTY)}" for key, value in properties.items())
    message = "\n".join(filter(None, [finding.message, finding.hint]))
    return f"::{_COMMANDS[finding.severity]} {listed}::{_escape(message, _DATA)}"


def _escape(text: str, escapes: tuple[tuple[str, str], ...]) -> str:
    for character, escape in escapes:
        text = text.replace(character, escape)
    return text
