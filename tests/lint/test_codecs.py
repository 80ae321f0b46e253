"""A coding comment may name any codec of Python: the file is one finding at most, and no other is lost."""

from __future__ import annotations

import ast
from encodings.aliases import aliases
from pathlib import Path

import pytest

from tftypes_lint import lint

CODECS = sorted(
    {*aliases.values(), "idna", "punycode", "undefined", "unicode_escape", "mbcs", "no"}
)
HASHED = b"import tensorflow as tf\nd = {tf.zeros([2]): 1}\n"


@pytest.mark.parametrize("codec", CODECS)
def test_the_run_goes_on(tmp_path: Path, codec: str) -> None:
    odd, plain = tmp_path / "odd.py", tmp_path / "plain.py"
    odd.write_bytes(f"# coding: {codec}\n".encode() + HASHED)
    plain.write_bytes(HASHED)

    found = {
        file: [each.code for each in lint([odd, plain]) if each.path == str(file)]
        for file in (odd, plain)
    }

    assert found[plain] == ["tensor-hash"]
    assert found[odd] == (["tensor-hash"] if parses(odd) else ["syntax"])


def parses(file: Path) -> bool:
    """Whether Python takes the file."""
    try:
        ast.parse(file.read_bytes())
    except (SyntaxError, ValueError, LookupError):
        return False
    return True
