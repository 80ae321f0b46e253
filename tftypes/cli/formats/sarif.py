"""SARIF 2.1.0, which code scanning services and editors read."""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from difflib import SequenceMatcher
from importlib.metadata import version
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from tftypes.cli.check import Report
from tftypes.cli.codes import explain, known_codes, summary
from tftypes.cli.config import from_top, top
from tftypes_lint import Finding, all_rules
from tftypes_lint.source import decode

if TYPE_CHECKING:
    from tftypes_lint.fixes import FixedFile

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"
_HOME: Final = "https://github.com/tftypes/tftypes"
_LONGEST: Final = 1024
#: What the paths of a report are relative to: the top of the work tree.
_ROOT: Final = "%SRCROOT%"


def to_sarif(report: Report) -> str:
    """The report as one SARIF log with one run."""
    codes = sorted({finding.code for finding in report.findings})
    run = {
        "tool": {
            "driver": {
                "name": "tftypes",
                "version": version("tftypes"),
                "informationUri": _HOME,
                "rules": [_rule(code) for code in codes],
            }
        },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_ROOT: {"uri": f"{top().as_uri().rstrip('/')}/"}},
        "invocations": [{"executionSuccessful": True}],
        "results": _results(report, codes),
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2) + "\n"


def _rule(code: str) -> dict[str, Any]:
    if code not in known_codes():
        return {"id": code}
    text = explain(code)
    # GitHub takes no more than this; the whole text is the help.
    full = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rsplit(' ', 1)[0]}…"
    rule = all_rules().get(code)
    page = f"lint/{code}.md" if rule else "command.md#codes"
    return {
        "id": code,
        "shortDescription": {"text": summary(code)},
        "fullDescription": {"text": full},
        "help": {"text": text, "markdown": text},
        "helpUri": f"{_HOME}/blob/main/docs/{page}",
        "defaultConfiguration": {"level": rule.SEVERITY if rule else "error"},
    }


def _results(report: Report, codes: list[str]) -> list[dict[str, Any]]:
    seen: Counter[str] = Counter()
    results = []
    for finding in report.findings:
        identity = f"{finding.path}\n{finding.code}\n{finding.message}"
        seen[identity] += 1
        results.append(
            {
                "ruleId": finding.code,
                "ruleIndex": codes.index(finding.code),
                "level": finding.severity,
                "message": {"text": "\n".join(filter(None, [finding.message, finding.hint]))},
                "locations": [{"physicalLocation": _location(finding)}],
                # Without the line, so that a finding that moves is still the same one.
                "partialFingerprints": {"tftypes/v1": _digest(f"{identity}\n{seen[identity]}")},
                **_related(finding),
                **_fixes(finding, report.offers.get(finding)),
            }
        )
    return results


def _related(finding: Finding) -> dict[str, Any]:
    locations = [
        {
            "id": number,
            "message": {"text": each.message},
            "physicalLocation": {
                "artifactLocation": _artifact(each.path),
                "region": {"startLine": each.line},
            },
        }
        for number, each in enumerate(finding.related)
    ]
    return {"relatedLocations": locations} if locations else {}


def _fixes(finding: Finding, offer: FixedFile | None) -> dict[str, Any]:
    if offer is None:
        return {}
    [repair] = offer.repairs
    changes = replacements(decode(offer.before), decode(offer.after))
    return {
        "fixes": [
            {
                "description": {"text": f"{repair.fix.title} ({repair.fix.safety})"},
                "artifactChanges": [
                    {"artifactLocation": _artifact(finding.path), "replacements": changes}
                ],
            }
        ]
    }


def replacements(before: str, after: str) -> list[dict[str, Any]]:
    """What turns one text into the other, whole lines at a time."""
    old, new = (StringIO(text, newline="").readlines() for text in (before, after))
    matched = SequenceMatcher(a=old, b=new, autojunk=False).get_opcodes()
    return [
        {
            "deletedRegion": _region(old, first, last),
            "insertedContent": {"text": "".join(new[start:end])},
        }
        for kind, first, last, start, end in matched
        if kind != "equal"
    ]


def _region(lines: list[str], first: int, last: int) -> dict[str, int]:
    """The lines from one up to another, the end of the last where there are no more."""
    places = [
        (number + 1, 1) if number < len(lines) else (len(lines) or 1, len("".join(lines[-1:])) + 1)
        for number in (first, last)
    ]
    (line, column), (end_line, end_column) = places
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def _location(finding: Finding) -> dict[str, Any]:
    return {
        "artifactLocation": _artifact(finding.path),
        "region": {
            "startLine": finding.line,
            "startColumn": finding.column,
            "endLine": finding.end_line,
            "endColumn": finding.end_column,
        },
    }


def _artifact(path: str) -> dict[str, str]:
    path = from_top(path)
    if os.path.isabs(path):
        return {"uri": Path(path).as_uri()}
    return {"uri": quote(path.replace(os.sep, "/"), errors="surrogateescape"), "uriBaseId": _ROOT}


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogateescape")).hexdigest()[:32]
