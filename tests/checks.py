"""Checker cases as Markdown: what the checker says of a snippet, written beside the line.

    reveal_type(x)        # revealed: Tensor[float32, Shape[2, None]]
    tf.matmul(x, x)       # error: [tf-shape] "inner dims"

Every error and every `reveal_type` needs its comment, and every comment its error.
"""

from __future__ import annotations

import re
import shutil
import textwrap
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tftypes.inference.messages import Report
from tftypes.inference.program import Program

_BLOCK: Final = re.compile(r"^```python\n(.*?)^```", re.M | re.S)
_HEADING: Final = re.compile(r"^#+ (.*)$", re.M)
_EXPECTED: Final = re.compile(r"# (revealed|error): (.*?)(?=\s*# (?:revealed|error):|$)")
_REPORTED: Final = re.compile(
    r"^(?P<path>[^:]*):(?P<line>\d+): (?P<kind>error|note): (?P<text>.*?)(?:  \[(?P<code>[\w-]+)\])?$"
)
_REVEALED: Final = re.compile(r'Revealed type is "(.*)"$')
_ERROR: Final = re.compile(r'\[([\w-]+)\](?: "(.*)")?$')

CONFIG: Final = """\
[mypy]
plugins = tftypes_mypy
check_untyped_defs = True
disable_error_code = empty-body
"""


@dataclass
class Case:
    """One snippet: the heading it stands under, its text and what it expects."""

    name: str
    text: str
    line: int
    #: What mypy said: (line, kind, code, text).
    reported: list[tuple[int, str, str, str]] = field(default_factory=list)

    def expected(self) -> Iterator[tuple[int, str, str, str]]:
        for number, line in enumerate(self.text.splitlines(), 1):
            for kind, what in _EXPECTED.findall(line):
                if kind == "revealed":
                    yield number, "revealed", "", what.strip()
                else:
                    match = _ERROR.match(what.strip())
                    assert match is not None, f'write # error: [code] "text", not {what!r}'
                    yield number, "error", match[1], match[2] or ""

    def problems(self) -> list[str]:
        """What differs between the comments and mypy's report, in words."""
        left = list(self.reported)
        missing = []
        for line, kind, code, text in self.expected():
            for report in left:
                same = report[3] == text if kind == "revealed" else text in report[3]
                if report[:3] == (line, kind, code) and same:
                    left.remove(report)
                    break
            else:
                missing.append(f"line {line}: expected {kind} {code} {text}")
        return missing + [f"line {n}: unexpected {k} [{c}] {t}" for n, k, c, t in left]


def read(path: Path) -> list[Case]:
    """The cases of one Markdown file, in order."""
    text = path.read_text()
    headings = [(match.start(), match[1]) for match in _HEADING.finditer(text)]
    cases = []
    for match in _BLOCK.finditer(text):
        if "# no-check" in match[1]:
            continue
        above = [title for start, title in headings if start < match.start()]
        line = text.count("\n", 0, match.start()) + 1
        title = above[-1] if above else path.stem
        cases.append(Case(f"{path.stem}: {title} (line {line})", match[1], line))
    return cases


def page(path: Path, keep: Callable[[str], bool] = lambda snippet: True) -> Case:
    """The snippets of a page that are kept, as one program, each at its own line."""
    text = path.read_text()
    lines = [""] * text.count("\n")
    for match in _BLOCK.finditer(text):
        if "# no-check" in match[1] or not keep(match[1]):
            continue
        start = text.count("\n", 0, match.start(1))
        snippet = match[1].splitlines()
        lines[start : start + len(snippet)] = snippet
    return Case(path.name, "\n".join(lines) + "\n", 1)


def _mypy(folder: Path, cases: int, config: str) -> tuple[str, str]:
    from mypy import api

    (folder / "mypy.ini").write_text(config)
    output, errors, _ = api.run(
        [
            "--config-file",
            str(folder / "mypy.ini"),
            "--cache-dir",
            str(folder / ".mypy_cache"),
            "--hide-error-context",
            "--no-pretty",
            "--no-color-output",
            "--no-error-summary",
            "--show-traceback",
            *(str(folder / f"case{number}.py") for number in range(cases)),
        ]
    )
    return output, errors


def _stubs_read(folder: Path, config: str) -> Path:
    """A cache of mypy's in which stubs are: to read them takes ten times as long as to check a single case."""
    program = folder / f"stubs{zlib.crc32(config.encode())}"
    if not program.exists():
        program.mkdir()
        (program / "case0.py").write_text("import numpy as np\nimport tensorflow as tf\n")
        _mypy(program, 1, config)
    return program / ".mypy_cache"


def check(cases: Sequence[Case], folder: Path, config: str = CONFIG) -> str:
    """Runs mypy once over all cases and hands each its own lines; returns the raw output."""
    for number, case in enumerate(cases):
        (folder / f"case{number}.py").write_text(textwrap.dedent(case.text))
    cache = folder / ".mypy_cache"
    if len(cases) == 1 and not cache.exists():
        shutil.copytree(_stubs_read(folder.parent, config), cache)
    output, errors = _mypy(folder, len(cases), config)
    assert not errors, errors
    for row in output.splitlines():
        match = _REPORTED.match(row)
        assert match is not None, output
        case = cases[int(re.sub(r"\D", "", Path(match["path"]).name))]
        revealed = _REVEALED.match(match["text"])
        if revealed is not None:
            case.reported.append((int(match["line"]), "revealed", "", revealed[1]))
        elif match["kind"] == "error":
            case.reported.append((int(match["line"]), "error", match["code"] or "", match["text"]))
    return output


def analyse(cases: Sequence[Case], folder: Path) -> None:
    """Runs the engine over each case by itself, without mypy, and hands the case what is said."""
    for number, case in enumerate(cases):
        path = folder / f"case{number}.py"
        path.write_text(textwrap.dedent(case.text))
        case.reported = _said(Program().report(str(path)))


def _said(report: Report) -> list[tuple[int, str, str, str]]:
    """What the engine says, as `Case.reported` has it; a failure of its own too."""
    return [
        *((each.line, "fault", "", each.text) for each in report.faults),
        *((span.line, "revealed", "", text) for span, text in report.revealed),
        *(
            (each.span.line, "error", each.code, each.text)
            for each in report.messages
            if each.severity == "error"
        ),
    ]
