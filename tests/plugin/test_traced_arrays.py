"""Arrays that traced functions are called with come in as tensors, and come out as such."""

from __future__ import annotations

from pathlib import Path

from tests.checks import Case, check

PROGRAM = """\
import numpy as np
import tensorflow as tf

@tf.function
def total(a, b):
    return a + b

@tf.function
def same(x):
    return x

@tf.function
def spread(*args, **named):
    return args[0], named["scale"]

class Step(tf.Module):
    @tf.function
    def __call__(self, x, count):
        return x, count

def plain(x):
    return x

def around(y):
    @tf.function
    def inner():
        return {"y": y}
    return inner()

ones, zeros = np.ones([2, 3], np.float32), np.zeros([2, 3], np.float32)
reveal_type(total(ones, zeros))  # revealed: Tensor[float32, Shape[2, 3]]
total(ones, zeros).numpy()
reveal_type(total(ones, 1))  # revealed: Tensor[float32, Shape[2, 3]]
reveal_type(same(np.float32(2)))  # revealed: Tensor[float32, Any]
reveal_type(same((ones, 2.0)))  # revealed: tuple[Tensor[float32, Shape[2, 3]], Tensor[float32, Shape[()]]]
reveal_type(spread(ones, scale=ones))  # revealed: tuple[Tensor[float32, Shape[2, 3]], Any]
reveal_type(Step()(ones, 2))  # revealed: tuple[Tensor[float32, Shape[2, 3]], Tensor[int32, Shape[()]]]
reveal_type(tf.function(plain)(ones))  # revealed: Tensor[float32, Shape[2, 3]]
reveal_type(around(ones)["y"])  # revealed: Tensor[float32, Shape[2, 3]]
tf.matmul(same(ones), same(ones))  # error: [tf-shape] "inner dims 3 and 2 differ"
reveal_type(plain(ones).dtype)  # revealed: numpy.dtype[numpy.floating[numpy._typing._nbit_base._32Bit]]
"""

UNTRACED = """\
import numpy as np
import tensorflow as tf

tf.config.run_functions_eagerly(True)

@tf.function
def mean(x):
    return x.mean()

mean(np.ones([2, 3])) + 1
"""


def test_arrays_are_tensors_in_a_traced_function(tmp_path: Path) -> None:
    case = Case("traced", PROGRAM, 1)
    check([case], tmp_path)
    assert not case.problems(), "\n".join(case.problems())


def test_arrays_may_stay_arrays_where_functions_run_untraced(tmp_path: Path) -> None:
    case = Case("untraced", UNTRACED, 1)
    check([case], tmp_path)
    assert not case.problems(), "\n".join(case.problems())
