"""Imports point one way, as pyproject.toml declares it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def test_the_declared_contracts_are_kept() -> None:
    command = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


def test_our_own_lints_find_neither_cycles_nor_broken_layers() -> None:
    codes = "import-cycle,import-cycle-typing,import-layers"
    command = [sys.executable, "-m", "tftypes", "lint", "--quiet", "--select", codes]
    run = subprocess.run(
        [*command, "tftypes", "mypy_plugin", "lint"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout) == (0, "")


@pytest.mark.parametrize("module", ["tftypes_mypy.hooks", "tftypes_lint", "tftypes.cli"])
def test_checking_never_imports_tensorflow(module: str) -> None:
    program = f"import sys, {module}; print('tensorflow' in sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout == "False\n"


def test_that_test_would_notice() -> None:
    program = "import sys, tftypes.runtime; print('tensorflow' in sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout == "True\n"
