"""What the type checker is told in `[tool.tftypes]` of pyproject.toml, and by the environment."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

from mypy.errors import CompileError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

#: Set for the project's own tests: mistakes of the plugin are errors of mypy.
DEBUG: Final = bool(os.environ.get("TFTYPES_DEBUG"))
T = TypeVar("T")


def safely(answer: Callable[[], T], otherwise: T) -> T:
    """An answer; a mistake of ours must not end the user's run, and says nothing."""
    try:
        return answer()
    except Exception:
        if DEBUG:
            raise
        return otherwise


def convertible(config_file: str | None) -> frozenset[str]:
    """The classes that `[tool.tftypes] convertible` names, in the nearest pyproject.toml that has
    the table: above mypy's configuration file, or above the current folder.

    Raises:
      CompileError: if it is no list of names.
    """
    here = Path.cwd()
    start = here if config_file is None else here / Path(config_file).parent
    for folder in dict.fromkeys((start, *start.parents, here, *here.parents)):
        table = _table(folder / "pyproject.toml")
        if table is not None:
            return _listed(folder / "pyproject.toml", table)
    return frozenset()


def _table(file: Path) -> dict[str, Any] | None:
    """`[tool.tftypes]`; None where the file has none."""
    try:
        settings: dict[str, Any] = tomllib.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return None  # whoever owns the file says what is wrong with it
    table = settings.get("tool", {}).get("tftypes")
    return table if isinstance(table, dict) else None


def _listed(file: Path, table: dict[str, Any]) -> frozenset[str]:
    names = table.get("convertible", [])
    if not isinstance(names, list) or not all(isinstance(n, str) and "." in n for n in names):
        raise CompileError(
            [f"{file}: [tool.tftypes] convertible: expected full names of classes, got {names!r}"]
        )
    return frozenset(names)
