"""docs/messages.md: each message there is the whole message, one line, with one code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.checks import Case, check, page
from tftypes.inference.codes import CODES

PAGE = Path(__file__).parents[2] / "docs" / "messages.md"
CASE = page(PAGE)
#: (line, code, message) as the page has them.
WRITTEN = [(line, code, text) for line, kind, code, text in CASE.expected() if kind == "error"]


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[int, str, str]]:
    case = Case(CASE.name, CASE.text, 1)
    check([case], tmp_path_factory.mktemp("messages"))
    return [(line, code, text) for line, kind, code, text in case.reported if kind == "error"]


@pytest.mark.parametrize(("line", "code", "text"), WRITTEN)
def test_it_is_the_whole_message(
    line: int, code: str, text: str, reported: list[tuple[int, str, str]]
) -> None:
    assert [each[1:] for each in reported if each[0] == line] == [(code, text)]


def test_all_of_them_are_written(reported: list[tuple[int, str, str]]) -> None:
    assert sorted(reported) == sorted(WRITTEN)


#: One line: the op or the place, the argument at fault where there is one, what is wrong, the operands, a remedy.
FORM = re.compile(
    r"""((tf\.)?[\w.]+\(\)( returns)?|operator .{1,2}|index \[.*\]|assignment|a dim|bad dim|expected)"""
)


@pytest.mark.parametrize("text", [text for _, _, text in WRITTEN])
def test_it_begins_with_what_it_is_about(text: str) -> None:
    assert FORM.match(text), text


def test_every_code_is_explained() -> None:
    explained = set(re.findall(r"(?m)^\| `(tf-\w+)` \|", PAGE.read_text()))
    assert explained == set(CODES)
    assert {code for _, code, _ in WRITTEN} <= explained
