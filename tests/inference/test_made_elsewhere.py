"""Objects of TensorFlow's that a function is given: no model relies on what a constructor of the program has left."""

from __future__ import annotations

from pathlib import Path

import pytest

from tftypes.inference.analysis import analyze
from tftypes.inference.assembly import tables
from tftypes.inference.interpreter.tables import LibraryClass

#: What methods are called with: right, wrong and missing.
ARGUMENTS = ("", "x", "x, y", "[x]")
CLASSES = {
    name: cls
    for name, cls in tables().classes.items()
    if name.startswith("tensorflow.") and "._" not in name and name.isascii() and "[" not in name
}


def program(name: str, cls: LibraryClass) -> str:
    """Functions that take an instance, and each use an attribute or call a method of it."""
    lines = ["import tensorflow as tf, tensorflow", f"import {name.rpartition('.')[0]}"]
    uses = [each for each in cls.attributes if each.isidentifier()]
    uses += [f"{each}({given})" for each in cls.methods for given in ARGUMENTS]
    for place, use in enumerate(uses):
        for decorator in ("", "@tf.function\n"):
            lines.append(f"{decorator}def f{place}(given: {name}):")
            lines.append("    x, y = tf.zeros([2, 3]), tf.ones([2], tf.int32)")
            lines.append(f"    return given.{use}")
    return "\n".join(lines)


@pytest.mark.parametrize("name", sorted(CLASSES))
def test_nothing_fails_inside(name: str, tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(program(name, CLASSES[name]))
    lines = path.read_text().splitlines()

    failures = analyze([str(path)]).failures

    assert {lines[each.place.line - 1]: each.error for each in failures} == {}
