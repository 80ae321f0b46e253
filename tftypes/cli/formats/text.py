"""Text for people: the place, the message, the line of source with a caret under it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Final, TextIO

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from tftypes.cli.check import Report
from tftypes.cli.terminal import INDENT
from tftypes_lint import Finding
from tftypes_lint.escaping import visible, visible_path
from tftypes_lint.source import decode, split_lines
from tftypes_lint.writing import read_regular

_STYLES: Final = {"error": "bold red", "warning": "bold yellow", "note": "bold cyan"}
_TAB: Final = 4
#: A longer line (a table of numbers, minified code) is shown around the caret only.
_WIDEST: Final = 160


def write_text(report: Report, stream: TextIO, *, quiet: bool = False) -> None:
    """Writes the findings and a summary, coloured where the stream is a terminal."""
    console = Console(file=stream, soft_wrap=True, highlight=False, emoji=False, markup=False)
    # For a person, lines end between words; for a program they are whole.
    width = console.width if console.is_terminal and not quiet else None
    # Findings are sorted: one file at a time.
    lines_of = lru_cache(maxsize=1)(partial(_lines, report.texts))
    for finding in report.findings:
        lines = [*_wrapped(Text(), _headline(finding), width)]
        if not quiet:
            lines += _excerpt(finding, lines_of(finding.path), width)
        for line in lines:
            console.print(line)
    if report.findings and not quiet:
        console.print()
    for text in _end(report, quiet=quiet):
        for line in _wrapped(Text(), text, width):
            console.print(line)


def _end(report: Report, *, quiet: bool) -> Iterator[Text]:
    if not quiet:
        yield Text(summary_of(report), "bold" if report.failed else "bold green")
    if report.coverage is not None:
        yield Text(str(report.coverage))


def _headline(finding: Finding) -> Text:
    return Text.assemble(
        (visible_path(finding.place), "bold"),
        ": ",
        (finding.severity, _STYLES[finding.severity]),
        f": {visible(finding.message)}  ",
        (f"[{visible(finding.code)}]", "dim"),
    )


def _wrapped(start: Text, text: Text, width: int | None) -> Iterator[Text]:
    """A line, as lines of so many cells; those after the first begin below the text, or indented."""
    if width is None:
        yield start + text
        return
    indent = Text(" " * (start.cell_len or INDENT))
    room = max(width - indent.cell_len, 1)
    for number, line in enumerate(text.wrap(Console(width=width), room)):
        line.rstrip()
        yield (indent if number else start) + line


def _excerpt(finding: Finding, lines: Sequence[str], width: int | None) -> Iterator[Text]:
    """The line of source with a caret under it, and the hint."""
    number = str(finding.line)
    gutter = " " * max(len(number), 4)
    widest = _WIDEST if width is None else min(_WIDEST, width - len(gutter) - 5)
    if finding.line <= len(lines) and lines[finding.line - 1].strip():
        source, start, marked = _marked(lines[finding.line - 1], finding, widest)
        yield Text.assemble((f"{number.rjust(len(gutter))} | ", "blue"), source)
        caret = " " * start + "^" + "~" * (marked - 1)
        yield Text.assemble((f"{gutter} | ", "blue"), (caret, _STYLES[finding.severity]))
    for count, line in enumerate((finding.hint or "").splitlines()):
        sign = Text(f"{gutter} {'=' if count == 0 else ' '} ", "blue")
        yield from _wrapped(sign, Text(visible(line)), width)


def _marked(line: str, finding: Finding, widest: int) -> tuple[str, int, int]:
    """The line as it is shown, the cell at which the caret begins, and how wide it is."""
    first = min(finding.column - 1, len(line))
    last = finding.end_column - 1 if finding.end_line == finding.line else len(line.rstrip())
    last = min(max(last, first + 1), max(len(line), first + 1))
    before, marked, after = line[:first], line[first:last], line[last:]
    if len(line) > widest:
        room = max(widest // 2, 1)
        before = f"…{before[-room:]}" if len(before) > room else before
        marked = marked[:room]
        after = f"{after[: max(room - len(marked), 0)]}…"
    # A tab reaches to the next stop, so what stands before it counts.
    start = cell_len(_shown(before))
    width = cell_len(_shown(before + marked)) - start
    return _shown(before + marked + after), start, max(width, 1)


def _shown(source: str) -> str:
    return visible(source.expandtabs(_TAB))


def summary_of(report: Report) -> str:
    """How much was found, on one line."""
    known = f", {_count(report.known, 'known finding')} left out" if report.known else ""
    if not report.failed:
        return f"no problems found in {_count(report.files, 'file')}{known}"
    severities: Counter[str] = Counter(finding.severity for finding in report.findings)
    found = ", ".join(
        _count(severities[severity], severity) for severity in _STYLES if severities[severity]
    )
    concerned = _count(len({finding.path for finding in report.findings}), "file")
    return f"found {found} in {concerned} ({report.files} checked){known}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _lines(texts: Mapping[str, bytes], path: str) -> list[str]:
    try:
        return split_lines(decode(texts[path] if path in texts else read_regular(path)))
    except OSError:
        return []
