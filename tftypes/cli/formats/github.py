"""GitHub's workflow commands, which become annotations of a pull request's lines."""

from __future__ import annotations

from typing import Final

from tftypes.cli.check import Report
from tftypes.cli.config import from_top
from tftypes_lint import Finding
from tftypes_lint.escaping import for_github, for_github_property

_COMMANDS: Final = {"error": "error", "warning": "warning", "note": "notice"}


def to_github(report: Report) -> str:
    """One command a finding."""
    return "".join(f"{_command(finding)}\n" for finding in report.findings)


def _command(finding: Finding) -> str:
    properties = {
        "file": from_top(finding.path).replace("\\", "/"),
        "line": str(finding.line),
        "col": str(finding.column),
        "endLine": str(finding.end_line),
        "title": f"tftypes {finding.code}",
    }
    listed = ",".join(f"{key}={for_github_property(value)}" for key, value in properties.items())
    message = "\n".join(filter(None, [finding.message, finding.hint]))
    return f"::{_COMMANDS[finding.severity]} {listed}::{for_github(message)}"
