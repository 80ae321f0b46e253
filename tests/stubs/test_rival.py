"""types-tensorflow, or other stubs, in the place of ours: one sentence that says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from mypy import api

RIVAL = """\
from typing import Any
class Tensor: ...
def exp(x: Any) -> Tensor: ...
"""
PROGRAM = """\
import tensorflow as tf
def f(x: tf.Tensor) -> tf.Tensor:
    return tf.exp(x)
f(tf.exp(1.0))
f(tf.exp(2.0))
"""


def said(folder: Path) -> str:
    (folder / "program.py").write_text(PROGRAM)
    (folder / "mypy.ini").write_text("[mypy]\nplugins = tftypes_mypy\n")
    options = ["--config-file", str(folder / "mypy.ini"), "--cache-dir", str(folder / "cache")]
    output, errors, _ = api.run([*options, "--no-error-summary", str(folder / "program.py")])
    assert not errors
    return output


def test_other_stubs_are_named_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "other" / "tensorflow").mkdir(parents=True)
    (tmp_path / "other" / "tensorflow" / "__init__.pyi").write_text(RIVAL)
    monkeypatch.setenv("MYPYPATH", str(tmp_path / "other"))
    assert said(tmp_path).count("are not those of tftypes-tensorflow-stubs") == 1


def test_ours_are_not(tmp_path: Path) -> None:
    assert said(tmp_path) == ""
