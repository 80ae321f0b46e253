"""SARIF 2.1.0, which code scanning services and editors read."""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from tftypes.cli.check import Report
from tftypes.cli.codes import explain, known_codes, summary
from tftypes.cli.config import from_top, top
from tftypes_lint import Finding, all_rules

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
        "results": _results(report.findings, codes),
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


def _results(findings: list[Finding], codes: list[str]) -> list[dict[str, Any]]:
    seen: Counter[str] = Counter()
    results = []
    for finding in findings:
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
            }
        )
    return results


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
