"""Calls through unannotated bodies: the same answers however mypy comes by the modules."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.plugin.test_incremental import mypy, written

LAYERS = """\
import tensorflow as tf

def dense(x, w):
    return tf.matmul(x, w)

class Dense(tf.Module):
    def __init__(self, n):
        super().__init__()
        self.w = tf.Variable(tf.zeros([3, n]))

    def __call__(self, x):
        return dense(x, self.w)
"""
NETS = """\
import layers

def net(x, w1, w2):
    return layers.dense(layers.dense(x, w1), w2)
"""
PROGRAM = """\
import tensorflow as tf
from layers import Dense
from nets import net
from tftypes import Shape, Tensor, float32

x = tf.zeros([2, 3])
y: Tensor[float32, Shape[2, 5]] = net(x, tf.zeros([3, 4]), tf.zeros([4, 5]))
net(x, tf.zeros([3, 4]), tf.zeros([5, 5]))
z: Tensor[float32, Shape[2, 8]] = Dense(7)(x)
"""
ERRORS = [
    "program.py:8: error: tf.matmul(): argument 'b': inner dims 4 and 5 differ: "
    "a is float32[2, 4], b is float32[5, 5]  [tf-shape]",
    "program.py:9: error: assignment: expected float32[2, 8], got float32[2, 7]: "
    "dim 1 is 7, expected 8  [tf-shape]",
]
#: What `dense` is edited to, and what is wrong then.
TRANSPOSED = LAYERS.replace("matmul(x, w)", "matmul(x, w, transpose_b=True)")
EDITED = [
    "program.py:7: error: tf.matmul(): argument 'b': inner dims 3 and 4 differ: "
    "a is float32[2, 3], b is float32[3, 4]; did you mean transpose_b=False?  [tf-shape]",
    "program.py:8: error: tf.matmul(): argument 'b': inner dims 3 and 4 differ: "
    "a is float32[2, 3], b is float32[3, 4]; did you mean transpose_b=False?  [tf-shape]",
]


@pytest.fixture
def program(tmp_path: Path) -> Path:
    return written(tmp_path, layers=LAYERS, nets=NETS, program=PROGRAM)


def test_cold_and_warm(program: Path) -> None:
    assert mypy(program, "program.py") == ERRORS
    assert mypy(program, "program.py") == ERRORS


def test_an_edit_of_the_caller_finds_the_bodies_that_come_from_the_cache(program: Path) -> None:
    assert mypy(program, "program.py") == ERRORS
    (program / "program.py").write_text(PROGRAM + "\n")
    assert mypy(program, "program.py") == ERRORS


def test_an_edit_of_a_body_is_seen_by_its_callers(program: Path) -> None:
    assert mypy(program, "program.py") == ERRORS
    (program / "layers.py").write_text(TRANSPOSED)
    edited = mypy(program, "program.py")
    assert edited != ERRORS
    assert edited == mypy(program, "program.py", "--cache-dir=/dev/null")
    (program / "layers.py").write_text(LAYERS)
    assert mypy(program, "program.py") == ERRORS


def test_a_default_that_decides_a_condition_is_known_in_parallel_workers(program: Path) -> None:
    (program / "layers.py").write_text(
        "import tensorflow as tf\n\ndef weights(wide=True):\n    return tf.zeros([9 if wide else 3])\n"
    )
    (program / "nets.py").write_text(
        "import tensorflow as tf\nfrom layers import weights\n\ntf.reshape(weights(), [2])\n"
    )
    cold = mypy(program, "nets.py")
    assert len(cold) == 1 and "9" in cold[0]
    assert mypy(program, "--num-workers", "2", "--cache-dir=workers", "nets.py") == cold


def test_parallel_workers(program: Path) -> None:
    files = ("program.py", "nets.py", "layers.py")
    assert mypy(program, "--num-workers", "2", *files) == ERRORS
    assert mypy(program, "--num-workers", "2", *files) == ERRORS


def test_the_daemon(program: Path) -> None:
    def run() -> list[str]:
        return mypy(program, "run", "--", "program.py", "nets.py", "layers.py", module="mypy.dmypy")

    try:
        assert run() == ERRORS
        (program / "layers.py").write_text(TRANSPOSED)
        edited = run()
        assert edited == mypy(program, "program.py", "--cache-dir=/dev/null")
        (program / "layers.py").write_text(LAYERS)
        assert run() == ERRORS
    finally:
        mypy(program, "kill", module="mypy.dmypy")


TRAINING = """\
import tensorflow as tf
from freezing import freeze

model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
model(tf.zeros([2, 5]))
print(freeze)
tf.matmul(tf.zeros([2, 4]), model.trainable_variables[0])
"""
FREEZING = "def freeze(model):\n    for layer in model.layers:\n        layer.trainable = False\n"


def test_whether_an_imported_module_freezes_layers(program: Path) -> None:
    (program / "training.py").write_text(TRAINING)
    (program / "freezing.py").write_text(FREEZING.replace("False", "True"))
    (error,) = mypy(program, "training.py")
    assert "inner dims 4 and 5 differ" in error
    (program / "freezing.py").write_text(FREEZING)
    assert mypy(program, "training.py") == []
    assert mypy(program, "training.py", "--cache-dir=/dev/null") == []
    (program / "training.py").write_text(TRAINING + "\n")
    assert mypy(program, "training.py") == []


def test_the_daemon_where_a_body_comes_to_make_tensors(program: Path) -> None:
    """A call that was not followed is checked again when there is something to follow."""
    sizes = "import layers\n\ndef filled(n):\n    return layers.size(n)\n"
    plain = "import tensorflow as tf\n\ndef size(n):\n    return n\n"
    (program / "nets.py").write_text(sizes)
    (program / "program.py").write_text(
        "from nets import filled\nfrom tftypes import Shape, Tensor, float32\n\n"
        "y: Tensor[float32, Shape[4]] = filled(3)\n"
    )

    def run(text: str) -> list[str]:
        (program / "layers.py").write_text(text)
        return mypy(program, "run", "--", "program.py", "nets.py", "layers.py", module="mypy.dmypy")

    try:
        assert run(plain) == []
        (error,) = run(plain.replace("return n", "return tf.zeros([n])"))
        assert error.startswith(
            "program.py:4: error: assignment: expected float32[4], got float32[3]"
        )
        assert run(plain) == []
    finally:
        mypy(program, "kill", module="mypy.dmypy")
