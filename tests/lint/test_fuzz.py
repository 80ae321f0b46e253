"""Whatever a file holds: no rule crashes, and a fix changes no line that it has no business with."""

from __future__ import annotations

import ast
import difflib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.lint.examples import files_of
from tftypes_lint import Settings, all_rules, lint
from tftypes_lint.analysis import analyse
from tftypes_lint.engine import lint_source
from tftypes_lint.fixes import find_fixes, fix_source
from tftypes_lint.rule import is_project
from tftypes_lint.source import SYNTAX, Source

RULES = all_rules()
EXAMPLES = [
    text
    for rule in RULES.values()
    for example in (*rule.VALID.values(), *rule.INVALID.values())
    for text in files_of(example).values()
]
LINES = sorted({line for text in EXAMPLES for line in text.splitlines() if line.strip()})


#: What ends lines, begins files, and says how a file is written, wherever it stands.
BYTES = [
    b"\r", b"\r\n", b"\x0c", b"\x00", b"\xef\xbb\xbf", b"\xff\xfe", b"\\\n", b"\t", b"\xe2\x80\xa8",
    b"# coding: latin-1\n", b"# coding: no-such\n", b"# coding: utf-16\n", b'"""', b"# @generated\n",
]  # fmt: skip


def check(text: str | bytes) -> Source:
    """Runs every rule over a source, as far as it can be done file by file."""
    content = text if isinstance(text, bytes) else text.encode(errors="surrogatepass")
    source = Source("fuzzed.py", content)
    result = analyse(Settings(), source)
    for finding in result.findings:
        assert 1 <= finding.line <= finding.end_line <= len(source.lines)
        assert 1 <= finding.column <= len(source.lines[finding.line - 1]) + 1
    return source


@given(st.sampled_from(EXAMPLES), st.data())
@settings(max_examples=150, deadline=None)
def test_sources_with_pieces_missing_crash_nothing(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 60)))
    check(text[:start] + text[end:])


@given(
    st.sampled_from(EXAMPLES),
    st.lists(
        st.tuples(st.floats(0, 1), st.sampled_from(BYTES) | st.binary(max_size=3)), max_size=4
    ),
)
@settings(max_examples=150, deadline=None)
def test_bytes_that_are_no_text_crash_nothing(
    text: str, inserted: list[tuple[float, bytes]]
) -> None:
    content = text.encode()
    for place, piece in inserted:
        offset = int(place * len(content))
        content = content[:offset] + piece + content[offset:]
    check(content)


@given(st.lists(st.sampled_from(LINES), max_size=12))
@settings(max_examples=200, deadline=None)
def test_lines_in_any_order_crash_nothing(lines: list[str]) -> None:
    check("\n".join(line.strip() if number % 3 else line for number, line in enumerate(lines)))


@given(st.lists(st.sampled_from(LINES).map(str.strip), max_size=12), st.data())
@settings(max_examples=200, deadline=None)
def test_statements_in_any_place_crash_nothing(lines: list[str], data: st.DataObject) -> None:
    """Only those lines that are statements, or that begin a block, so that most of it parses."""
    indent, program = "", []
    for line in lines:
        if line.startswith("#") or not (_parses(line) or _parses(f"{line}\n pass")):
            continue
        program.append(indent + line)
        if not _parses(line):
            indent += " "
        elif indent and data.draw(st.booleans()):
            indent = indent[1:]
    source = check("\n".join([*program, f"{indent}pass"]))
    assert _parses(source.text)


def _parses(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("code", [code for code in RULES if hasattr(RULES[code], "fix")])
def test_a_fix_leaves_the_lines_around_it_alone(code: str, tmp_path: Path) -> None:
    """Lines that no rule knows, put between all top-level statements, are all there afterwards."""
    for number, example in enumerate(RULES[code].INVALID.values()):
        folder = tmp_path / str(number)
        for path, text in files_of(example).items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(_with_marks(text))
        fixes = find_fixes(sorted(folder.rglob("*.py")), Settings(select=(code,)), unsafe=True)
        for change in fixes.files:
            before = change.before.decode().splitlines()
            after = change.after.decode().splitlines()
            assert [each for each in after if "mark" in each] == [
                each for each in before if "mark" in each
            ]
            gone = [line for line in difflib.ndiff(before, after) if line.startswith("- ")]
            assert len(gone) < len(before) / 2 + 4


def _with_marks(text: str) -> str:
    """The text with an odd but harmless line above each top-level statement that can have one."""
    lines = text.splitlines(keepends=True)
    places = [
        min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", []))])
        for node in ast.parse(text).body
        if not (isinstance(node, ast.ImportFrom) and node.module == "__future__")
    ]
    for place in sorted(set(places), reverse=True):
        lines.insert(place - 1, f"mark_{place}  =  'é'  ;  mark = [ 1,2 ]  # mark\n")
    return "".join(lines)


@given(st.sampled_from(EXAMPLES), st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_fixing_twice_changes_nothing_and_what_comes_out_parses(
    text: str, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    source = Source("fuzzed.py", (text[:start] + text[end:]).encode())

    fixed = fix_source(source, Settings(), unsafe=True)

    assert fix_source(fixed, Settings(), unsafe=True).content == fixed.content
    if fixed.content != source.content:
        assert not [each for each in lint_source(fixed, Settings()) if each.code == SYNTAX]


def test_the_projects_rules_take_any_files(tmp_path: Path) -> None:
    """All examples at once, in one folder, half of them broken."""
    files = []
    for number, text in enumerate(EXAMPLES):
        file = tmp_path / f"m{number}.py"
        file.write_text(text if number % 2 else text[: len(text) // 2])
        files.append(file)

    project = tuple(code for code in RULES if is_project(RULES[code]))

    assert lint(files, Settings(select=project)) is not None
