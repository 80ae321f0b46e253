"""Names and source of a program under check are shown, and never take part in what shows them."""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tftypes_lint.escaping import (
    for_dot,
    for_github,
    for_github_property,
    for_mermaid,
    for_xml,
    visible,
    visible_path,
)
from tftypes_lint.imports.analysis import Analysis
from tftypes_lint.imports.collect import collect
from tftypes_lint.imports.draw import FORMS
from tftypes_lint.imports.draw.picture import picture
from tftypes_lint.imports.layers import parse_layers
from tftypes_lint.source import Source

#: What may stand in the name of a file on Linux, or in a line of source.
TEXT = st.text() | st.text(
    st.sampled_from('"<>&#;\\`%:,[](){}|\n\r\x1b\x00\u202e\u2028\udcff-/ab ')
)
HOSTILE = [
    'a"]; click m0 "javascript:alert(1)" %%',
    "<script>alert(1)</script>",
    "</title><img src=x onerror=alert(1)>",
    "x\n::error file=a.py::injected",
    "::error::injected",
    "##[error]injected",
    "\x1b]0;title\x07\x1b[2J",
    "\u202egnp.exe",
    "\udcff\udcfe",
    "a\\",
    "#quot;&lt;%0A",
    "\u2028line\x85line",
]


def test_nothing_unseen_is_left_in_any_character() -> None:
    unseen = {"Cc", "Cf", "Cs", "Zl", "Zp"}
    left = [
        hex(code)
        for code in range(sys.maxunicode + 1)
        if unicodedata.category(chr(code)) in unseen and visible(chr(code)) == chr(code)
    ]
    assert left == []


@given(TEXT)
def test_what_is_shown_fits_on_one_line_and_says_which_text_it_was(text: str) -> None:
    shown = visible(text)

    assert len(f"{shown}.".splitlines()) == 1
    shown.encode()
    assert visible(shown) == shown


@given(TEXT)
def test_a_line_that_begins_with_a_path_is_no_command_of_a_server(text: str) -> None:
    for command in ("::", "##[", "##teamcity[", "##vso["):
        assert not visible_path(f"{command}{text}").startswith(("::", "##"))
    assert not visible_path(text).startswith(("::", "##["))


@given(TEXT)
def test_xml_reads_back_what_is_shown(text: str) -> None:
    element = ElementTree.fromstring(f'<a b="{for_xml(text)}">{for_xml(text)}</a>')

    assert element.text in (visible(text), None)
    assert element.get("b") == visible(text)


@given(TEXT)
def test_a_string_of_graphviz_ends_where_it_should(text: str) -> None:
    assert re.fullmatch(r'"(?:[^"\\\n]|\\.)*"', for_dot(text, lines=True))


@given(TEXT)
def test_a_label_of_mermaid_is_words_and_numbers(text: str) -> None:
    assert re.fullmatch(r'"(?:[\w .,()/\-]|#\d+;)*"', for_mermaid(text))


@given(TEXT)
def test_a_command_of_github_is_one_line_of_one_value(text: str) -> None:
    assert "\n" not in for_github(text)
    assert not set("\n:,") & set(for_github_property(text))


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("form", sorted(FORMS))
def test_a_drawing_is_well_formed_whatever_the_files_are_called(form: str, name: str) -> None:
    path, source = f"{name}.py", "import other  # <b>\x1b[31m\u202e\n"
    facts = {
        path: collect(Source(path, source.encode())),
        "other.py": collect(Source("other.py", b"")),
    }
    drawn = FORMS[form](picture(Analysis.of(facts), parse_layers({})))

    drawn.encode()
    if form == "json":
        assert {each["path"] for each in json.loads(drawn)["modules"]} == {path, "other.py"}
        return
    assert visible(drawn, lines=True) == drawn
    assert "\n::error" not in drawn
    assert form == "dot" or not re.search("<script>alert|<img", drawn)  # DOT has them in strings
    if form == "svg":
        ElementTree.fromstring(drawn)
