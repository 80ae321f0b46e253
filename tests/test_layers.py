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
