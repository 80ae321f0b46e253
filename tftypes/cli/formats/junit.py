"""JUnit's XML, which most servers that run tests show: a test case a file, which fails or passes."""

from __future__ import annotations

from itertools import groupby
from xml.etree import ElementTree

from tftypes.cli.check import Report
from tftypes_lint import Finding
from tftypes_lint.escaping import visible


def to_junit(report: Report) -> str:
    """The report as one test suite. A note is no failure."""
    failures = [each for each in report.findings if each.severity != "note"]
    by_path = [(path, list(found)) for path, found in groupby(failures, lambda each: each.path)]
    suite = ElementTree.Element(
        "testsuite",
        name="tftypes",
        tests=str(len({*report.paths, *(path for path, _ in by_path)})),
        failures=str(len(by_path)),
        errors="0",
        skipped="0",
        time="0",
    )
    for path, findings in by_path:
        case = ElementTree.SubElement(
            suite, "testcase", classname=visible(path), name="tftypes", file=visible(path), time="0"
        )
        message = findings[0].message if len(findings) == 1 else f"{len(findings)} findings"
        failure = ElementTree.SubElement(case, "failure", type="finding", message=visible(message))
        failure.text = "\n".join(map(_line, findings))
    failed = {path for path, _ in by_path}
    for path in report.paths:
        if path not in failed:
            ElementTree.SubElement(
                suite,
                "testcase",
                classname=visible(path),
                name="tftypes",
                file=visible(path),
                time="0",
            )
    suites = ElementTree.Element("testsuites")
    suites.append(suite)
    ElementTree.indent(suites)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(suites, "unicode")}\n'


def _line(finding: Finding) -> str:
    hint = "".join(f"\n    {visible(line)}" for line in (finding.hint or "").splitlines())
    text = f"{finding.place}: {finding.severity}: {finding.message} [{finding.code}]"
    return f"{visible(text)}{hint}"
