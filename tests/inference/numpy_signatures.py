"""Writes `tftypes/inference/declarations/numpy_functions.txt` from the installed NumPy: python -m tests.inference.numpy_signatures"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import numpy as np

from tftypes.inference.declarations import numpy_functions

TABLE = Path(numpy_functions.__file__).with_suffix(".txt")
_MODULES = ("numpy", "numpy.random", "numpy.linalg", "numpy.fft")
#: What one version of NumPy needs and another does not.
_CHANGED = ("numpy.arange", "numpy.reshape", "numpy.clip", "numpy.trapezoid", "numpy.fromstring")
Kind = inspect.Parameter


def rows() -> Iterator[str]:
    """A function or method of arrays each, with its parameters; `=` behind those that may be left out."""
    for owner in _MODULES:
        module = import_module(owner)
        for name in sorted(vars(module)):
            function = getattr(module, name)
            is_public = callable(function) and not name.startswith("_")
            if is_public and not isinstance(function, type) and f"{owner}.{name}" not in _CHANGED:
                yield f"{owner}.{name} {_shown(function)}"
    for name in sorted(vars(np.ndarray)):
        if not name.startswith("_") and callable(method := getattr(np.ndarray, name)):
            yield f"numpy.ndarray.{name} {_shown(method)}"


def _shown(function: object) -> str:
    parameters = inspect.signature(function).parameters.values()  # type: ignore[arg-type]
    marks = {Kind.VAR_POSITIONAL: "*{}", Kind.VAR_KEYWORD: "**{}", Kind.KEYWORD_ONLY: "{}=:"}
    return " ".join(
        marks.get(each.kind, "{}=" if each.default is not each.empty else "{}").format(each.name)
        for each in parameters
    ).strip()


if __name__ == "__main__":
    TABLE.write_text("\n".join(rows()) + "\n")
