"""Patterns that are compiled late find what `re.compile` finds."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tftypes_mypy.patterns import Pattern, begins

PATTERNS = (
    r'Argument (?P<what>\S+) has incompatible type "(?P<got>[^"]*)"; expected "(?P<expected>[^"]*)"',
    r'Value of type "[^"]*" is not indexable',
    r"(?i)version|v?[12]",
    r"No|Not",
    r"colou?r",
    r"ab*c",
    r"ab{2,3}c",
    r"a+|b",
    r"(?:a|b)c",
    r"\(got \"(?P<got>.*)\"\)$",
    r"\bTensor\[",
    r"\[[^][|]*\]|x",
    r"[]|]a",
)


@pytest.mark.parametrize("pattern", PATTERNS)
@given(data=st.data())
def test_the_same_is_found(pattern: str, data: st.DataObject) -> None:
    text = data.draw(st.from_regex(pattern) | st.text("abcx[]|12 vV(") | st.sampled_from(PATTERNS))
    late, at_once = Pattern(pattern), re.compile(pattern)
    for found, expected in (
        (late.match(text), at_once.match(text)),
        (late.search(text), at_once.search(text)),
    ):
        assert (found and found.span()) == (expected and expected.span())
    assert late.findall(text) == at_once.findall(text)
    assert late.sub("-", text) == at_once.sub("-", text)


@pytest.mark.parametrize(
    ("pattern", "beginning"),
    [
        (r'Value of type "(?P<got>.*)"', 'Value of type "'),
        (r"\(got", "(got"),
        (r"colou?r", "colo"),
        (r"ab+", "ab"),
        (r"ab{0,2}", "a"),
        (r"No|Not", ""),
        (r"\w+", ""),
    ],
)
def test_how_all_that_matches_begins(pattern: str, beginning: str) -> None:
    assert begins(pattern) == beginning
