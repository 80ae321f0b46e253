"""What every fix keeps: comments, line ends, encoding, final newlines, permissions; and it settles.

The files are the examples of the rules, with a comment put behind every line that takes one, and
files of an installed TensorFlow and Keras, as they are.
"""

from __future__ import annotations

import ast
import io
import os
import re
import stat
import tokenize
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tftypes_lint import Settings, all_rules, discover
from tftypes_lint.fixes import FixedFile, find_fixes
from tftypes_lint.source import decode, encoding
from tftypes_lint.suppressions import comments
from tftypes_lint.trivia import PRAGMA

from .examples import files_of

INSTALLED = Path(str(find_spec("keras").origin)).parents[1]  # type: ignore[union-attr]
#: `make fuzz` takes all of both.
PACKAGES = (
    ["keras", "tensorflow"]
    if "TFTYPES_FUZZ" in os.environ
    else ["keras/src/backend/tensorflow", "tensorflow/python/framework"]
)
RULES = all_rules()
FIXERS = [code for code in RULES if hasattr(RULES[code], "fix")]


def commented(text: str) -> str:
    """The text with a comment behind each line that may have one, and none of its own."""
    lines = text.splitlines()
    places = {}
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.NEWLINE, tokenize.NL):
            places[token.start[0]] = token.line
        elif token.type == tokenize.COMMENT:
            lines[token.start[0] - 1] = lines[token.start[0] - 1][: token.start[1]].rstrip()
    for number in places:
        lines[number - 1] += f"  # c{number}"
    return "\n".join(lines) + "\n"


def require_kept(change: FixedFile) -> None:
    """Holds a fix to what all of them promise."""
    before, after = change.before, change.after
    ast.parse(after)
    assert encoding(after) == encoding(before)
    lost = comments(decode(before)) - comments(decode(after))
    assert [each for each in lost if not PRAGMA.match(each)] == []
    assert b"\n" not in before or _line_ends(after) <= _line_ends(before)
    assert after.endswith(b"\n") == before.endswith(b"\n")


def _line_ends(content: bytes) -> set[bytes]:
    return {*re.findall(rb"\r\n|\n", content)}


@pytest.mark.parametrize("code", FIXERS)
@settings(deadline=None, max_examples=6)
@given(
    newline=st.sampled_from(["\n", "\r\n"]),
    final=st.booleans(),
    codec=st.sampled_from(["utf-8", "utf-8-sig", "latin-1"]),
    marked=st.booleans(),
)
def test_examples(
    code: str,
    newline: str,
    final: bool,
    codec: str,
    marked: bool,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    for caption in vars(RULES[code]).get("FIXED", ()):
        example = RULES[code].INVALID[caption]
        folder = tmp_path_factory.mktemp("project")
        for path, text in files_of(example).items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            text = commented(text) if marked else text
            text = text if final else text.rstrip("\n")
            if codec == "latin-1":
                text = f"# coding: latin-1 \u00e9\n{text}"
            file.write_bytes(text.replace("\n", newline).encode(codec))
            file.chmod(0o750)
        wanted = Settings(select=(code,))
        fixes = find_fixes(discover([folder]), wanted, unsafe=True)
        assert fixes.files, caption
        for change in fixes.files:
            require_kept(change)
            assert change.write()
            assert stat.S_IMODE(change.path.stat().st_mode) == 0o750
        assert find_fixes(discover([folder]), wanted, unsafe=True).files == ()


@pytest.mark.parametrize("package", PACKAGES)
def test_installed_packages(package: str) -> None:
    """Their private imports are all fixed, and what they register."""
    fixes = find_fixes(discover([INSTALLED / package]), unsafe=True)

    assert fixes.files
    for change in fixes.files:
        require_kept(change)
