"""Arrays, tensors and numbers that do for one another when a program runs, where an annotation names one of them."""

from __future__ import annotations

from pathlib import Path

from tests.checks import Case, check

PASSED = """\
import numpy as np
import tensorflow as tf

def drawn(count):
    rows = np.random.random((count, 3))
    return rows, tf.constant(count)

def summed(rows):
    return tf.reduce_sum(rows), np.mean(rows)

def explained(rows: tf.Tensor, size: int | None = None) -> float:
    total, mean = summed(rows)
    total = total[...]
    return total

def scored(rows: np.ndarray) -> float:
    return 1.0

rows, size = drawn(4)
explained(rows, size)
scored(tf.nn.relu(rows))
scored(tf.zeros([2]))  # error: [arg-type] "incompatible type "Tensor[float32, Shape[2]]"; expected "ndarray"
explained([[1.0]])  # error: [arg-type] "Argument 1 to "explained" has incompatible type "list[list[float]]"; expected "Tensor"
explained((tf.zeros([1]), rows))  # error: [arg-type] "incompatible type "tuple["
explained("rows")  # error: [arg-type] "Argument 1 to "explained" has incompatible type "str"; expected "Tensor"
scored(None)  # error: [arg-type] "None"

def told(found) -> None:
    low = np.min(drawn(found)[0])
    print("%d rows, %.2f" % (found, low), f"{low:8.4f}")
    print("{:30} {: 8.4f}".format("rows", low))
    print("%d" % np.float32(2.0))
    print("%d" % "two")  # error: [str-format] "str"
told(3)

def weighted(rows: np.ndarray, name: str) -> tuple[np.ndarray, str]:
    return rows, name

data = tf.data.Dataset.from_tensor_slices((tf.zeros([2, 3]), tf.constant(["a", "b"])))
data = data.map(weighted)
data = data.map(lambda rows, name: weighted(rows, name))

def timed(function, rows: np.ndarray) -> None:
    function(rows)

timed(scored, tf.zeros([2]))  # error: [arg-type] "expected "ndarray"

class Noisy(tf.Module):
    def build(self, name=None):
        if hasattr(self, "noise"):
            self.noise = tf.Variable(lambda: tf.constant(self.noise, dtype=tf.float32), name=name, dtype=tf.float32)
"""

ARRAYS = """\
import numpy as np
import tensorflow as tf

rows = np.zeros([2, 3], np.float32)
abs(rows).sum()
reveal_type(tf.constant(abs(rows)))  # revealed: Tensor[float32, Shape[2, 3]]
reveal_type(tf.constant(sum(rows)))  # revealed: Tensor[Any, Any]
reveal_type(tf.constant(sum([1, 2])))  # revealed: Tensor[int32, Shape[()]]

def joined(graphs, sizes):
    found = [None] * len(graphs[0])
    for i in range(2):
        found[i] = joined([graph[i] for graph in graphs], sizes)
    total = np.cumsum(np.concatenate([[0], sizes]))
    found[0] += np.repeat(total, sizes)[:, None]
    return found
"""

CALLED = """\
import tensorflow as tf

def batched(operator) -> tf.Tensor:
    def called(rows):
        return operator(rows)
    return called  # error: [return-value] "expected "Tensor"

whole = batched(tf.exp)

def chosen(size):
    return whole if size else batched(tf.sin)

chosen(3)(tf.zeros([2]))
tf.zeros([2])(3)  # error: [operator] "not callable"
"""

GRADIENTS = """\
import tensorflow as tf

def sign(x: tf.Tensor, most: float = 1.0) -> tf.Tensor:
    @tf.custom_gradient
    def called(x):
        def gradient(upstream):
            return tf.where(tf.abs(x) <= most, upstream, 0.0)
        return tf.sign(x), gradient

    reveal_type(called(tf.zeros([2])))  # revealed: Tensor[float32, Shape[2]]
    return called(x)

def squared(x):
    @tf.custom_gradient
    def called(x):
        return tf.square(x), lambda upstream: 2.0 * x * upstream

    return called

reveal_type(squared(1)(tf.zeros([2, 3])))  # revealed: Tensor[float32, Shape[2, 3]]

@tf.custom_gradient
def halved(x):
    return x / 2.0, lambda upstream: upstream

reveal_type(halved(tf.zeros([3])))  # revealed: Tensor[float32, Shape[3]]
reveal_type(tf.map_fn(halved, tf.zeros([4, 3])))  # revealed: Tensor[float32, Shape[4, 3]]
"""


def test_values_that_do_for_others(tmp_path: Path) -> None:
    programs = {"passed": PASSED, "arrays": ARRAYS, "called": CALLED, "gradients": GRADIENTS}
    cases = [Case(name, text, 1) for name, text in programs.items()]
    check(cases, tmp_path)
    problems = [problem for case in cases for problem in case.problems()]
    assert not problems, "\n".join(problems)
