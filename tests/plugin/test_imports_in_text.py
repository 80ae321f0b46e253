"""The imports that are found in a text, where the word is: what looking from each character on finds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tftypes_mypy.imports import _IMPORT, _MARKS, statements_in

PARTS = (
    "import a",
    "from . import b, c",
    "from d.e import (\n  f,\n  g)",
    "import h \\\n  as i",
    "from j import \\\n    k",
    "# import l",
    '"""import m"""',
    "important = 1",
    "reimport a",
    "from import",
    "import",
    " ",
    "\t",
    "\n",
    "\n    ",
    "(",
    ")",
    "#",
    "\\\n",
    ";",
)


def test_what_is_found() -> None:
    text = "import a, b as c  # first\nif x:\n    from d import (e,\n        f)\nimportant = 'import g'\n"
    assert [found[0].strip() for found in statements_in(text)] == [
        "import a, b as c",
        "from d import (e,\n        f)",
    ]


@given(st.lists(st.sampled_from(PARTS)).map("".join))
def test_the_same_as_looking_everywhere(text: str) -> None:
    if not any(mark in text for mark in _MARKS):  # statements in a row are looked for everywhere
        assert [found.span() for found in statements_in(text)] == [
            found.span() for found in _IMPORT.finditer(text)
        ]
