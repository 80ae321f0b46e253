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
    plugin, library = Path(__file__).parent, Path(spec.origin).parent
    return installed(plugin.parent, library.parent) or _written(plugin, library / "algebra")


def installed(*places: Path) -> list[Path]:
    """The list that a wheel was installed with, which has a hash of each file; none for what is worked on in place."""
    if len(set(places)) > 1:
        return []
    found = list(places[0].glob("tftypes-*.dist-info/RECORD"))
    return found if len(found) == 1 else []


def _written(*folders: Path) -> list[Path]:
    return sorted(
        path
        for folder in folders
        for path in folder.glob("**/*")
        if path.suffix in (".py", ".json")
    )


@cache
def digest() -> str:
    """One word for all sources of the plugin and the algebra, read or as they were installed.

    mypy itself looks at the plugin's entry file only, so that a stale result
    would survive an upgrade.
    """
    content = hashlib.sha256()
    for path in _sources():
        content.update(path.name.encode())
        content.update(path.read_bytes())
    return content.hexdigest()
