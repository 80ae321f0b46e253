"""Every code that the engine uses has a meaning."""

from __future__ import annotations

import re
from pathlib import Path

import tftypes.inference
from tftypes.inference.codes import CODES, PARENT

SOURCES = sorted(Path(tftypes.inference.__file__).parent.rglob("*.py"))
USED = {code for path in SOURCES for code in re.findall(r'"(tf-[a-z]+)"', path.read_text("utf-8"))}


#: An output mode of Keras' layers, which looks like a code.
NO_CODES = {"tf-idf"}


def test_every_code_that_is_used_has_a_meaning() -> None:
    assert USED - CODES.keys() == NO_CODES


def test_meanings_begin_with_a_summary() -> None:
    for code, meaning in CODES.items():
        first = " ".join(meaning.split()).partition(".")[0]
        assert code != PARENT and 10 < len(first) < 200, code


def test_the_documentation_lists_them() -> None:
    page = (Path(__file__).parents[2] / "docs" / "messages.md").read_text("utf-8")
    assert set(re.findall(r"^\| `(tf-[a-z]+)` \|", page, re.M)) == CODES.keys()
