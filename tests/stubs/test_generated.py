"""What is checked in is what the generator writes, and stubtest agrees with it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.stubs.conftest import KERAS_STUBS, QUIET, ROOT, SAME_KERAS, SAME_TENSORFLOW, STUBS

STUBTEST_CONFIG = "[mypy]\ndisable_error_code = override\n"


def files(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*.pyi")}


@pytest.mark.long
@pytest.mark.skipif(not SAME_TENSORFLOW, reason="the stubs were written from another TensorFlow")
@pytest.mark.skipif(not SAME_KERAS, reason="the stubs were written from another Keras")
def test_the_generator_writes_what_is_checked_in(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "generator", str(tmp_path / "tensorflow-stubs")],
        cwd=ROOT / "stubs",
        env=QUIET,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    for folder in (STUBS, KERAS_STUBS):
        written, checked_in = files(tmp_path / folder.name), files(folder)
        assert written.keys() == checked_in.keys()
        changed = [name for name in written if written[name] != checked_in[name]]
        assert changed == [], "run `make stubs`"


@pytest.mark.skipif(not SAME_TENSORFLOW, reason="the stubs were written from another TensorFlow")
def test_stubtest_finds_nothing_but_what_is_allowed(tmp_path: Path) -> None:
    (tmp_path / "mypy.ini").write_text(STUBTEST_CONFIG)
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy.stubtest",
            "tensorflow",
            "--concise",
            "--ignore-missing-stub",
            "--ignore-unused-allowlist",
            "--mypy-config-file",
            "mypy.ini",
            "--allowlist",
            str(ROOT / "stubs" / "allowlists" / "stubtest.txt"),
        ],
        cwd=tmp_path,
        env=QUIET,
        capture_output=True,
        text=True,
        check=False,
    )
    found = [line for line in run.stdout.splitlines() if line.startswith("tensorflow")]
    assert [line for line in found if SAME_KERAS or not line.startswith("tensorflow.keras")] == []
    assert run.returncode == 0 or found, run.stdout + run.stderr
