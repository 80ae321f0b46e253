"""Wheels of the sources."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import typing_extensions

ROOT = Path(__file__).parents[2]
#: Where what the wheels depend on is installed: not always the environment's own folder, which may name another one.
AROUND = Path(typing_extensions.__file__).parent


def built(folder: Path, projects: Iterable[str]) -> Path:
    """The folder, with a wheel of each project in it."""
    sources = [str(ROOT / project) for project in projects]
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder]
    subprocess.run([*command, *sources], check=True)
    return folder
