"""Wheels of the sources."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[2]


def built(folder: Path, projects: Iterable[str], **settings: str) -> Path:
    """The folder, with a wheel of each project in it."""
    sources = [str(ROOT / project) for project in projects]
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder]
    subprocess.run([*command, *sources], check=True, env={**os.environ, **settings})
    return folder


def compiled(folder: Path, **settings: str) -> Path:
    """The folder, with what the wheel for this platform installs: some of the plugin's modules are compiled."""
    [wheel] = built(folder, ["."], HATCH_BUILD_HOOKS_ENABLE="1", **settings).glob("*.whl")
    ZipFile(wheel).extractall(folder)
    return folder
