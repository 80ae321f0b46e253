"""JSON for programs: `{"version": 1, "files": 2, "findings": [...]}`.

The version changes when a key changes its meaning or goes away. Lines and columns count from 1
and in characters, and `end_column` is one past the last, as in SARIF.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from tftypes.cli.check import Report


def to_json(report: Report) -> str:
    """The report as one JSON object."""
    findings = [
        {**asdict(finding), "related": [each._asdict() for each in finding.related]}
        for finding in report.findings
    ]
    document: dict[str, Any] = {"version": 1, "files": report.files, "findings": findings}
    if report.coverage is not None:
        document["coverage"] = report.coverage.as_dict()
    return json.dumps(document, indent=2) + "\n"
