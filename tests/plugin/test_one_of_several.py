"""Names and attributes that hold one of several things, of which mypy knows some by the plugin alone.

A call of such a thing is wrong where all of them refuse it, and an attribute may hold what it is given later.
"""

from __future__ import annotations

from pathlib import Path

from tests.checks import CONFIG, Case, check

MAKERS = """\
import tensorflow as tf

class Scale:
    def __init__(self):
        self.weights = tf.ones([3, 4])
    def __call__(self, x):
        return tf.matmul(x, self.weights)
    def step(self, x):
        return tf.matmul(x, self.weights)

class Same:
    def __call__(self, x):
        return x
    def step(self, x):
        return x

def weighted():
    @tf.function
    def loss(labels, first, second):
        return labels + first + second
    return loss

def scaled():
    return Scale()

def same():
    return Same()
"""

CALLED = """\
def model(kind):
    if kind == "weighted":
        loss = weighted()
        def step(x):
            return loss(x, x, x)
    else:
        loss = tf.keras.losses.BinaryCrossentropy()
        def step(x):
            return loss(x, x)
    loss(kind, kind)
    return step

def conditional(kind, x):
    loss = weighted() if kind else tf.keras.losses.BinaryCrossentropy()
    loss(x, x)
    loss(x)  # error: [call-arg] "Missing positional argument "y_pred" in call to "__call__" of "Loss""

def sure(x):
    loss = weighted()
    return loss(x, x)  # error: [call-arg] "Missing positional argument "second""

def of_two_shapes(kind):
    if kind:
        layer = scaled()
    else:
        layer = same()
    layer(tf.ones([2, 5]))
    layer.step(tf.ones([2, 5]))
    def inner(x):
        return layer.step(x), layer(x)
    return inner(tf.ones([2, 5]))

def of_one_shape(kind):
    layer = scaled()
    layer.step(tf.ones([2, 5]))  # error: [tf-shape] "inner dims 5 and 3 differ"
"""

HELD = """\
class Late:
    def use(self):
        return self.loss.from_logits, self.loss(1, 2), self.loss.step(1, 2)
    def __init__(self):
        self.loss = scaled()
    def set(self):
        self.loss = tf.keras.losses.BinaryCrossentropy()

class Trainer:
    def __init__(self, kind):
        if kind:
            self.loss = weighted()
            self.layer = scaled()
        else:
            self.loss = tf.keras.losses.BinaryCrossentropy()
            self.layer = same()
        self.kind = kind
    def run(self, x):
        if self.kind:
            return self.loss(x, x, x)
        self.layer(tf.ones([2, 5]))
        self.layer.step(tf.ones([2, 5]))
        return self.loss(x, x)
    def close(self):
        self.loss = None
        self.layer = None

class Sure:
    def __init__(self):
        self.layer = scaled()
        self.made: Scale = scaled()
    def run(self):
        self.layer.step(tf.ones([2, 5]))  # error: [tf-shape] "inner dims 5 and 3 differ"
        self.layer.steps()  # error: [attr-defined] "has no attribute "steps""
        self.made = None  # error: [assignment] "expression has type "None", variable has type "Scale""
"""

#: A sparse tensor, and then what nobody knows: it may be dense.
KINDS = """\
import tensorflow as tf
from elsewhere import encoded

class Encoder:
    def __init__(self, x):
        self.rows = tf.sparse.from_dense(x)
        self.columns = tf.sparse.from_dense(x)
        self.sure = tf.sparse.from_dense(x)
        self.rows = encoded(self.rows)
        tf.reshape(self.rows, [-1, 3])
        tf.reshape(self.sure, [-1, 3])  # error: [tf-value] "a sparse tensor is not supported"
    def densify(self):
        self.columns = tf.sparse.to_dense(self.columns)
        tf.reshape(self.columns, [-1, 3])
    def use(self):
        tf.reshape(self.rows, [-1, 3])
        tf.reshape(self.columns, [-1, 3])
        tf.reshape(self.sure, [-1, 3])  # error: [tf-value] "a sparse tensor is not supported"
"""

#: A variable where a flag is set, a layer where it is not.
FLAGGED = """\
import tensorflow as tf

class Actor(tf.keras.Model):
    def __init__(self, fixed):
        super().__init__()
        self.fixed = fixed
        self.mean = tf.Variable([1.0])
        if fixed:
            self.std = tf.Variable([1.0, 2.0])
        else:
            self.std = tf.keras.layers.Dense(2)

    def call(self, x):
        self.mean(x)  # error: [operator] "not callable"
        return tf.expand_dims(self.std, 0) if self.fixed else self.std(x)

class Scaled(Actor):
    def call(self, x):
        return 2 * self.std(x)
"""

#: Modules as values, of which one is TensorFlow.
MODULES = """\
import os

if os.name == "nt":
    import elsewhere.numpy
    ops = elsewhere.numpy
    ones_like = ops.ones_like
else:
    import tensorflow as tf
    ops = tf
    ones_like = ops.ones_like

def ones(given: list[float] | None):
    return ones_like(given)
"""


def test_what_one_of_several_takes_is_no_error(tmp_path: Path) -> None:
    cases = [
        Case("called", MAKERS + CALLED, 1),
        Case("held", MAKERS + HELD, 1),
        Case("kinds", KINDS, 1),
        Case("flagged", FLAGGED, 1),
        Case("modules", MODULES, 1),
    ]
    options = "[mypy]\nallow_redefinition = True\nignore_missing_imports = True\n"
    check(cases, tmp_path, CONFIG.replace("[mypy]\n", options))
    assert not [problem for case in cases for problem in case.problems()]
