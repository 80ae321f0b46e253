"""Whether the stubs of TensorFlow that mypy reads are ours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mypy.nodes import MypyFile

#: How each of our files begins.
WRITTEN: Final = "# Written by stubs/generator"
STUBS: Final = "tftypes-tensorflow-stubs"
RIVAL: Final = "types-tensorflow"


def problem(modules: Mapping[str, MypyFile]) -> str | None:
    """One sentence if other stubs are in the place of ours: both packages fill the folder tensorflow-stubs."""
    module = modules.get("tensorflow")
    if module is None:
        return None
    try:
        with open(module.path, encoding="utf-8") as file:
            if file.readline().startswith(WRITTEN):
                return None
    except OSError:
        return None
    return (
        f"The stubs of TensorFlow at {module.path} are not those of {STUBS}, so dtypes and shapes are not checked: "
        f"pip uninstall -y {RIVAL} && pip install --force-reinstall --no-deps {STUBS}"
    )
