"""`import keras` without TensorFlow in front: what docs/checks/keras_alone.md says holds for a whole program."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.checks import CONFIG
from tests.plugin.test_incremental import mypy

NET = """\
from tensorflow import keras

class Head(keras.layers.Dense):
    def units_of(self):
        return self.unitz
"""
TRAIN = """\
import keras
import net

head = net.Head(3)
print(head.unknown)
"""
MISSING = 'net.py:5: error: "Head" has no attribute "unitz"  [attr-defined]'
STEP = """\
import keras
from tftypes import Shape, Tensor, float32, int32

def step(x: Tensor[int32, Shape[3]], y: Tensor[float32, Shape[2, 3]], z: Tensor[int32, Shape[4]]):
    keras.activations.relu(y.detach())
    return x * y + 0.5, x + z
"""
FITS_NOT = "step.py:8: error: operator +: [3] and [4] do not broadcast: 3 against 4: left is int32[3], right is int32[4]  [tf-shape]"
OF_TENSORFLOW = [
    'step.py:7: error: "Tensor[float32, Shape[2, 3]]" has no attribute "detach"  [attr-defined]',
    "step.py:8: error: operator *: expected int32 as on the left, got float32: left is int32[3], "
    "right is float32[2, 3]; tf.cast(..., tf.float32)  [tf-dtype]",
]


def write(folder: Path, **modules: str) -> Path:
    (folder / "mypy.ini").write_text(CONFIG)
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(text)
    return folder


def test_it_holds_for_all_that_a_program_imports(tmp_path: Path) -> None:
    """What a private attribute of Keras' own is called is nobody's business in it."""
    write(tmp_path, net=NET, train=TRAIN)
    for _ in ("cold", "warm"):
        assert mypy(tmp_path, "net.py", "train.py") == []
    assert mypy(tmp_path, "net.py") == []
    parallel = ("--num-workers", "2", "--cache-dir", "parallel")
    assert mypy(tmp_path, *parallel, "net.py", "train.py") == []


OLD = """\
import keras
from keras.layers import *

if keras.__version__ < "2.3":

    class Layer(keras.layers.Layer):
        pass
"""


def test_a_class_in_the_place_of_an_imported_one_is_none_in_a_warm_run_either(
    tmp_path: Path,
) -> None:
    (tmp_path / "mypy.ini").write_text(CONFIG)
    for edit in ("", "# another line\n"):
        (tmp_path / "old.py").write_text(OLD + edit)
        assert mypy(tmp_path, "old.py") == []


def test_an_edit_of_the_import_is_seen_in_the_other_module(tmp_path: Path) -> None:
    write(tmp_path, net=NET, train=TRAIN)
    assert mypy(tmp_path, "net.py", "train.py") == []
    write(tmp_path, train=TRAIN.replace("import keras", "from tensorflow import keras"))
    found = mypy(tmp_path, "net.py", "train.py")
    assert [line for line in found if line.startswith("net")] == [MISSING]
    write(tmp_path, train=TRAIN)
    assert mypy(tmp_path, "net.py", "train.py") == []


@pytest.mark.parametrize(
    ("line", "is_silent"),
    [
        ("", False),
        ('os.environ["KERAS_BACKEND"] = "tensorflow"', False),
        ('os.environ["KERAS_BACKEND"] = "jax"', True),
        ('os.environ.setdefault("KERAS_BACKEND", sys.argv[1])', True),
        ("import torch.nn as nn  # type: ignore", True),
        ("from jax import numpy as jnp  # type: ignore", True),
        ("import torch, tensorflow as tf  # type: ignore", False),
    ],
)
def test_dtypes_and_methods_of_another_backend_are_no_errors(
    line: str, is_silent: bool, tmp_path: Path
) -> None:
    write(tmp_path, step=f"import os, sys\n{line}\n{STEP}")
    assert sorted(mypy(tmp_path, "step.py")) == [*(() if is_silent else OF_TENSORFLOW), FITS_NOT]
