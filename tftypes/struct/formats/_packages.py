"""The packages that formats need, imported when they are used."""

from __future__ import annotations

import importlib
from typing import Any


def need(package: str, function: str) -> Any:
    """The package, imported.

    Raises:
      ImportError: if it is not installed; the message names the function and the extra.
    """
    try:
        return importlib.import_module(package)
    except ModuleNotFoundError as error:
        if error.name != package.partition(".")[0]:
            raise
        raise ImportError(
            f"{function}() needs {error.name}: pip install 'tftypes[struct]'", name=error.name
        ) from error
