"""docs/struct.md names all that there is: functions, classes and ops."""

from __future__ import annotations

import types
from pathlib import Path

import pytest

from tftypes import struct
from tftypes.runtime.dispatch.names import op_name
from tftypes.struct.dispatching import OPS

TEXT = (Path(__file__).parents[3] / "docs" / "struct.md").read_text()
PUBLIC = [
    name
    for name in dir(struct)
    if not name.startswith("_") and not isinstance(getattr(struct, name), types.ModuleType)
]


@pytest.mark.parametrize("name", PUBLIC)
def test_it_is_named(name: str) -> None:
    assert any(f"`{prefix}{name}{end}" in TEXT for prefix in ("", "struct.") for end in ("`", "("))


@pytest.mark.parametrize("op", sorted(map(op_name, OPS)))
def test_the_op_is_in_the_table(op: str) -> None:
    rows = [line for line in TEXT.splitlines() if line.startswith("| `tf.")]
    assert any(f"`{op}`" in row for row in rows)
