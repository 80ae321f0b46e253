"""How many findings there are of each code, the most frequent first: text, or JSON.

In JSON it is `{"version": 1, "files": 2, "statistics": [{"code": ..., "count": ...}, ...]}`.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any, Final

from tftypes.cli.check import Report
from tftypes.cli.codes import known_codes, summary
from tftypes.cli.formats.text import summary_of
from tftypes_lint import all_rules

#: The formats that have a place for counts.
FORMS: Final = ("text", "json")


@dataclass(frozen=True)
class Row:
    """One code: how often it was found, whether `tftypes fix` may help, and what it is."""

    code: str
    count: int
    fixable: bool
    summary: str


def to_statistics(report: Report, form: str, *, quiet: bool = False) -> str:
    """The counts in one of `FORMS`."""
    rows = _rows(report)
    if form == "json":
        document: dict[str, Any] = {
            "version": 1,
            "files": report.files,
            "statistics": [asdict(row) for row in rows],
        }
        if report.coverage is not None:
            document["coverage"] = report.coverage.as_dict()
        return json.dumps(document, indent=2) + "\n"
    lines = _lines(rows)
    if not quiet:
        lines += [*([""] if lines else []), summary_of(report)]
    if report.coverage is not None:
        lines.append(str(report.coverage))
    return "".join(f"{line}\n" for line in lines)


def _rows(report: Report) -> list[Row]:
    counts = Counter(finding.code for finding in report.findings)
    rules, known = all_rules(), {*known_codes()}
    return [
        Row(code, count, hasattr(rules.get(code), "fix"), summary(code) if code in known else "")
        for code, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    ]


def _lines(rows: list[Row]) -> list[str]:
    digits = max((len(str(row.count)) for row in rows), default=0)
    width = max((len(row.code) for row in rows), default=0)
    return [
        f"{row.count:{digits}}  {row.code:{width}}  {'fix' if row.fixable else '   '}  {row.summary}".rstrip()
        for row in rows
    ]
