"""The mypy plugin of tftypes, the adapter between mypy and the engine: `plugins = ["tftypes_mypy"]`.

mypy checks Python, the engine of `tftypes.inference` what the tensors are. The adapter tells mypy the findings, the
classes of tensors without their dtypes and shapes, and what `reveal_type` shows.
"""

from __future__ import annotations

from mypy.plugin import Plugin


def plugin(version: str) -> type[Plugin]:
    """The entry point that mypy calls with its own version."""
    from tftypes_mypy.dormant import Dormant

    return Dormant
