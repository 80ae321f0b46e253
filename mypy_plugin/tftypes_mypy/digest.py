"""What mypy's cache must know of the plugin: change it, and modules are checked again."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path


def _sources() -> list[Path]:
    # The algebra is found, not imported: this runs before anything else is needed.
    spec = find_spec("tftypes")
    assert spec is not None and spec.origin is not None
    folders = (Path(__file__).parent, Path(spec.origin).parent / "algebra")
    return sorted(
        path
        for folder in folders
        for path in folder.glob("**/*")
        if path.suffix in (".py", ".json")
    )


@cache
def digest() -> str:
    """One word for all sources of the plugin and the algebra.

    mypy itself looks at the plugin's entry file only, so that a stale result
    would survive an upgrade.
    """
    content = hashlib.sha256()
    for path in _sources():
        content.update(path.name.encode())
        content.update(path.read_bytes())
    return content.hexdigest()
