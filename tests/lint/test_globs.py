"""Patterns of paths: what they match, and that they take no time whatever they are."""

from __future__ import annotations

import re
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tftypes_lint.globs import Glob

NAMES = st.text("ab", min_size=1, max_size=3)
PARTS = st.text("ab*?", min_size=1, max_size=3).filter(lambda part: part != "**") | st.just("**")


def regex(pattern: str) -> str:
    """The pattern as one regular expression, which says the same and may take for ever."""
    parts = pattern.split("/")
    text = ""
    for number, part in enumerate(parts):
        last = number == len(parts) - 1
        if part == "**":
            text += "[^/]+(?:/[^/]+)*" if last else "(?:[^/]+/)*"
        else:
            text += re.sub(r"\*+", "[^/]*", part).replace("?", "[^/]") + ("" if last else "/")
    return text


@given(st.lists(PARTS, min_size=2, max_size=4), st.lists(NAMES, min_size=1, max_size=5))
def test_it_matches_what_a_regular_expression_does(parts: list[str], names: list[str]) -> None:
    pattern, path = "/".join(parts), "/".join(names)

    assert Glob.of(pattern).matches(path) == bool(re.fullmatch(regex(pattern), path))
    assert Glob.of(pattern).covers(path) == any(
        re.fullmatch(regex(pattern), "/".join(names[:count])) for count in range(1, len(names) + 1)
    )


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("**/" * 16 + "x.py", "a/" * 40 + "y.py"),
        ("**/a/" * 200 + "x.py", "a/" * 1000 + "y.py"),
        ("*a" * 200 + "b", "a" * 4000),
        ("?*" * 200 + "b", "a" * 4000),
    ],
    ids=["folders", "folders and names", "stars", "stars and question marks"],
)
def test_a_hostile_pattern_takes_no_time(pattern: str, path: str) -> None:
    glob, start = Glob.of(pattern), process_time()

    assert not glob.covers(path)
    assert process_time() - start < 2
