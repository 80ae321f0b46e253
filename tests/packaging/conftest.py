"""The wheels, built once for all tests of them, and the checkers that they are tried with."""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from .wheels import ROOT, built

CHECKERS = ("basedpyright", "pyrefly", "ty")


@pytest.fixture(scope="session")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("wheels"), (".", "stubs"))


@pytest.fixture(scope="session")
def checkers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of their scripts: of this environment, or of one that is made with what is pinned."""
    here = Path(sysconfig.get_paths()["scripts"])
    if all((here / name).exists() for name in CHECKERS):
        return here
    root = tmp_path_factory.mktemp("checkers")
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    wanted = re.findall(rf"^(?:{'|'.join(CHECKERS)})==\S+", lock, re.MULTILINE)
    assert len(wanted) == len(CHECKERS)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", root], check=True)
    pip = [sys.executable, "-m", "pip", "--python", str(root), "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--quiet", *wanted], check=True)
    return root / "bin"
