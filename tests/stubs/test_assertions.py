"""`typed/assertions.py` under mypy, with and without the plugin, and under pyright."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from mypy import api

from tests.stubs.conftest import HERE

PROGRAM = HERE / "typed" / "assertions.py"
#: pyright with all that it needs in its wheel; the wrapper on PyPI downloads the rest when it is first run.
PYRIGHT = "basedpyright"


def mypy(config: str, folder: Path) -> list[str]:
    (folder / "mypy.ini").write_text(config)
    options = ["--config-file", str(folder / "mypy.ini"), "--cache-dir", str(folder / "cache")]
    output, errors, _ = api.run([*options, "--no-error-summary", "--strict", str(PROGRAM)])
    assert not errors
    return output.splitlines()


def test_mypy(tmp_path: Path) -> None:
    assert mypy("[mypy]\n", tmp_path) == []


def test_mypy_with_the_plugin(tmp_path: Path) -> None:
    """Dtypes and shapes are the engine's then, which refutes none of them."""
    assert mypy("[mypy]\nplugins = tftypes_mypy\n", tmp_path) == []


@pytest.mark.skipif(find_spec(PYRIGHT) is None, reason=f"{PYRIGHT} is not installed")
def test_pyright(tmp_path: Path) -> None:
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "standard"}')
    (tmp_path / PROGRAM.name).write_text(PROGRAM.read_text())
    run = subprocess.run(
        [sys.executable, "-m", PYRIGHT, "--pythonpath", sys.executable, "--project", "."],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
    assert "0 errors" in run.stdout
