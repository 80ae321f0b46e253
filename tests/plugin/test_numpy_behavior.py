"""`experimental_enable_numpy_behavior()` in one module lets TensorFlow promote dtypes in all modules of the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.checks import CONFIG
from tests.plugin.test_incremental import mypy

MODEL = """\
import tensorflow as tf

def scaled(x):
    return tf.constant([1, 2]) * x

def typed(x: tf.Tensor):
    return x.T, tf.constant([1, 2]) + tf.constant([1.0, 2.0])
"""
MAIN = """\
import tensorflow as tf
import tensorflow.experimental.numpy as tnp
from net import model

def main():
    print(model.scaled(tf.constant([0.5, 1.0])))

tnp.experimental_enable_numpy_behavior()
"""
OTHER = """\
import tensorflow as tf

tf.constant([1, 2]) * tf.constant([0.5, 1.0])
"""
WORDS = "expected int32 as on the left, got float32: left is int32[2], right is float32[2]"
IN_OTHER = f"other.py:3: error: operator *: {WORDS}; tf.cast(..., tf.float32)  [tf-dtype]"
WITHOUT = [
    'net/model.py:7: error: "Tensor[Any, Any]" has no attribute "T"  [attr-defined]',
    f"net/model.py:7: error: operator +: {WORDS}; tf.cast(..., tf.float32)  [tf-dtype]",
    f"scripts/main.py:6: error: operator *: {WORDS}; tf.cast(..., tf.float32)  [tf-dtype]",
]


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A package, a script that uses it, and a module that has nothing to do with them."""
    (tmp_path / "mypy.ini").write_text(CONFIG)
    (tmp_path / "net").mkdir()
    (tmp_path / "net" / "__init__.py").touch()
    (tmp_path / "net" / "model.py").write_text(MODEL)
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts" / "main.py").write_text(MAIN)
    (tmp_path / "other.py").write_text(OTHER)
    return tmp_path


def test_it_holds_for_all_that_a_program_imports(program: Path) -> None:
    for _ in ("cold", "warm"):
        assert mypy(program, "net", "scripts", "other.py") == [IN_OTHER]
    assert mypy(program, "net") == []


def test_it_is_the_same_in_parallel_workers(program: Path) -> None:
    options = ("--num-workers", "2", "--cache-dir", "parallel")
    assert mypy(program, *options, "net", "scripts", "other.py") == [IN_OTHER]


def test_an_edit_of_the_script_is_seen_in_the_package(program: Path) -> None:
    assert mypy(program, "net", "scripts") == []
    script = program / "scripts" / "main.py"
    script.write_text(MAIN.replace("tnp.experimental", "# tnp.experimental"))
    assert sorted(mypy(program, "net", "scripts")) == WITHOUT
    script.write_text(MAIN)
    assert mypy(program, "net", "scripts") == []
