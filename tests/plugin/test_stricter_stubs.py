"""Types are stricter than the functions they are of: what TensorFlow and NumPy take is no error, unless it is annotated away."""

from __future__ import annotations

from pathlib import Path

from tests.checks import Case, assert_all

TAKEN_APART = """\
import tensorflow as tf

SETTINGS = {"autograph": False, "reduce_retracing": True}

class Wrapper:
    def __init__(self, function, **more):
        self.function, self.more = function, more

    def traced(self):
        settings = SETTINGS.copy()
        settings.update(self.more)
        return tf.function(**settings)(self.function)

def grid(limits, pair: tuple[float, float], rows, count):
    tf.linspace(*pair, num=count)
    tf.linspace(*limits, num=count)
    tf.linspace(*list(rows), num=count)
    tf.linspace(0.0, 1.0, 3, num=count)  # error: [misc] "multiple values"
    tf.linspace(0.0, 1.0, 3, nums=count)  # error: [call-arg] "nums"

def gradients(tape: tf.GradientTape, loss, sources, x: tf.Tensor):
    found = tape.gradient(loss, *sources, unconnected_gradients=tf.UnconnectedGradients.ZERO)
    tape.gradient(*(loss, x), sources=x)  # error: [misc] "multiple values"
    return found
"""

TESTED = """\
import unittest
import tensorflow as tf

def run(test: unittest.TestCase, x: int): ...

class Tests(tf.test.TestCase):
    run_with = run

    def test(self):
        run(self, 3)
        self.run_with(3)
        run(3, self)  # error: [arg-type] "int"  # error: [arg-type] "Tests"

tests: list[type[unittest.TestCase]] = [Tests]

def sized(data: tf.data.Dataset, size: int | str): ...

class SizedTests(tf.test.TestCase):
    def test(self):
        with self.assertRaises(TypeError):
            sized("data", 2)
        with self.assertRaises(TypeError):
            sized(tf.data.Dataset.range(3), self)
        sized("data", self)  # error: [arg-type] "Dataset[Any]"  # error: [arg-type] "SizedTests"
"""

NOTHING = """\
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
print(model.summary())
model = model.summary()  # error: [func-returns-value] "summary"

def step(is_last: bool) -> tf.Operation:
    if is_last:
        return tf.no_op()
    return tf.group(tf.no_op().name)
"""

GUARDED = """\
import tensorflow as tf

class Signals:
    def __init__(self, bases):
        self.bases = bases

    def scatter(self, key, value, rows, mode="update"):
        if isinstance(self.bases[key], tuple):
            shape, var = self.bases[key], None
        else:
            shape, var = self.bases[key].shape, self.bases[key]
        if value.shape != shape:
            value = tf.reshape(value, shape)
        if mode == "add":
            value = var + value
        elif mode == "scatter":
            value = tf.tensor_scatter_nd_add(var, rows, value)
        self.bases[key] = value

def sure(x):
    y = None
    tf.reduce_sum(y)  # error: [tf-value] "None is no tensor"
    return y + tf.ones([2])  # error: [operator] "None"

def read(cache: tf.Variable): ...

class Cached:
    def __init__(self):
        self.cache = None
        self.nothing = None

    def call(self, x):
        if self.cache is None:
            self.make(x)
        with tf.control_dependencies([x]):
            read(self.nothing)  # error: [arg-type] "None"
            return read(self.cache)

    def make(self, x):
        self.cache = tf.Variable(x)
"""

UNKNOWN = """\
import numpy as np
import tensorflow as tf

class Wrapped:
    def __init__(self, model: tf.keras.Model):
        self.model = model

    def predict(self, x: np.ndarray) -> np.ndarray:
        return x

    @property
    def names(self) -> list[str] | None:
        return None

    def activation(self, layer):
        number = None
        if isinstance(layer, str):
            if layer == "first":
                number = 0
        else:
            number = layer
        return self.model.layers[number].output

def wrapped():
    return Wrapped(tf.keras.Sequential()), 3

def shown(x, known: Wrapped):
    model, session = wrapped()
    for number, name in enumerate(model.names):
        print(number, name)
    for number, name in enumerate(known.names):  # error: [arg-type] "None"
        print(number, name)
    known.predict(x).max(axis=1, keepdims=1)  # error: [call-overload] "max"
    return model.predict(x).max(axis=1, keepdims=1)

class Data(tf.test.TestCase):
    def setUp(self):
        self.data = {"values": [0.5 * i for i in range(3)], "bytes": [b"a"], "ints": [1, 2]}

    def test(self):
        return tf.constant(self.data["values"], dtype=tf.float32)

def held(anything: object, rows: dict[str, object]):
    tf.constant(anything)  # error: [arg-type] "object"
    tf.constant(rows["values"])  # error: [arg-type] "object"
"""

STEPS = """\
from collections.abc import Callable
import tensorflow as tf

class Trainer:
    def __init__(self, step: Callable | None = None):
        self.step = step
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(2)])

    def fit(self, x):
        if self.step is None:
            @tf.function
            def step(model, images: tf.Tensor) -> tf.Tensor:
                return model(images)
        else:
            step = self.step
        return step(self.model, x)
"""

DTYPES = """\
import numpy as np
import tensorflow as tf
from tftypes import float32

NARROW = {tf.float32: tf.float16, tf.float64: tf.float32}
OF_NUMPY = {np.dtype("float32"): tf.float32}

class Kept:
    def keep(self, dtype: tf.DType[float32]): ...

def narrowed(x, y):
    dtype = OF_NUMPY[x.dtype] if isinstance(x.dtype, np.dtype) else x.dtype
    x = tf.cast(x, NARROW[dtype]) if dtype in NARROW else x
    y = tf.cast(y, NARROW.get(tf.zeros([2], tf.int32).dtype, tf.int32))
    kinds = [tf.float32, tf.float64]
    NARROW["float32"]  # error: [index] "str"
    Kept().keep(tf.int32)  # error: [arg-type] "DType[int32]"
    return x, y, kinds.index(tf.int32)
"""

SUMS = """\
import numpy as np
import tensorflow as tf

def mean(a, b, count) -> tf.Tensor:
    losses = [tf.reduce_mean(x) for x in (a, b)]
    return sum(losses) / len(losses) + sum([a, tf.zeros([])]) + sum(tf.norm(x) for x in (a, b))

def taken(x: tf.Tensor) -> None: ...

def of_many(tensors: list[tf.Tensor], others: list[tf.Tensor | int], x):
    taken(sum(tensors))
    taken(sum(others))
    sum([tf.constant(True)])  # error: [tf-dtype] "got bool"
    reveal_type(sum(tensors, tf.zeros([2])))  # revealed: Any
    reveal_type(sum([x, tf.ones([2])]))  # revealed: Tensor[float32, Shape[..., 2]]
    reveal_type(sum([tf.ones([2]), np.ones(2)]))  # revealed: Any
    reveal_type(sum([1, 2]))  # revealed: int
    reveal_type(sum(*[tf.ones([2, 3])]))  # revealed: Any
    reveal_type(sum(*[[1, 2]]))  # revealed: int
"""

PATCHED = """\
from unittest import mock
import tensorflow as tf

def watched(layer: tf.keras.layers.Layer, model: tf.keras.Model):
    original = layer.call
    def call(*args):
        return original(*args)
    layer.call = call
    model.train_step = call

with mock.patch.object(tf.compat.v1, "Session"):
    tf.compat.v1.Session.assert_called_once()
    tf.compat.v1.Session.call_counts  # error: [attr-defined] "call_counts"
"""

IN_BRANCHES = """\
import numpy as np
import tensorflow as tf

def predictor(model):
    if isinstance(model, tf.keras.Model):
        predict = model.predict
    else:
        def predict(images: np.ndarray) -> np.ndarray:
            return images
    return predict

def gradient(problem, count):
    if count:
        @tf.custom_gradient
        def loss(objective, constraints):
            return objective, lambda gradient: gradient
        return loss(problem.objective(), 1)
    else:
        @tf.custom_gradient
        def loss(objective):
            return objective, lambda gradient: gradient
        return loss(problem.objective())

class NoContext:
    def __enter__(self): return self
    def __exit__(self, *raised): return False

class Clipped(tf.Module):
    def __init__(self, device=None):
        if device is None:
            self.device = NoContext()
        else:
            self.device = tf.device(device)

    def step(self, deltas: list[tf.Tensor], whole):
        with self.device:
            if whole:
                clipped, norm = tf.clip_by_global_norm(deltas, 1.0)
            else:
                clipped = deltas
                def norm():
                    return tf.linalg.global_norm(deltas)
            return clipped, norm

def own(count):
    if count:
        def loss(objective, constraints): return objective
    else:
        def loss(objective): return objective  # error: [misc] "conditional function variants"
    return loss

def examples(rows):
    found = [None] * len(rows)
    for number, row in enumerate(rows):
        example = tf.train.Example()
        example.features.feature["size"].int64_list.value.append(row.size)
        found[number] = example.SerializeToString()
    return tf.constant(found)
"""

#: A loop that adds to a number makes a tensor of it, if it runs at all.
UNTIL = """\
from collections.abc import Sequence
import tensorflow as tf

def taken(x: tf.Tensor) -> None: ...

def total(losses: list[tf.Tensor]) -> tf.Tensor:
    total = 0.0
    for loss in losses:
        total += tf.reduce_sum(loss)
    taken(total)
    return -total / len(losses)

def last(losses: list[tf.Tensor]) -> tuple[tf.Tensor, dict[str, tf.Tensor]]:
    found = None
    for loss in losses:
        found = loss if found is None else found + loss
    whole: tf.Tensor = found
    return found, {"found": found, "whole": whole}

def scaled(x: tf.Tensor, is_on: bool) -> tf.Tensor:
    scale = None
    if is_on:
        scale = tf.ones([2])
    if is_on:
        x += scale
    return x

class Net:
    def __init__(self) -> None:
        self.state = None
        self.other: tf.Tensor | None = None

    def set(self, x: tf.Tensor) -> None:
        self.state = x
        self.other = x

    def get(self) -> tf.Tensor:
        return self.state

    def get_other(self) -> tf.Tensor:
        return self.other  # error: [return-value] "None"

def annotated(x: tf.Tensor | None, y: tf.Tensor | float) -> tf.Tensor:
    z = x
    taken(y)  # error: [arg-type] "float"
    return z  # error: [return-value] "None"

def never(x: tf.Tensor) -> tf.Tensor:
    total = 0.0
    return total  # error: [return-value] "float"

def text(losses: list[tf.Tensor]) -> str:
    total = 0.0
    for loss in losses:
        total += tf.reduce_sum(loss)
    return total  # error: [return-value] "str"

def gradients(tape: tf.GradientTape, loss: tf.Tensor, weights: Sequence[tf.Variable]) -> list[tf.Tensor]:
    made = tape.gradient(loss, weights)
    listed: list[tf.Tensor] = tape.gradient(loss, weights)
    return made or listed

def listed(weights: Sequence[tf.Tensor]) -> list[tf.Tensor]:
    return weights  # error: [return-value] "Sequence"
"""

ASKED = """\
import numpy as np
import tensorflow as tf

def array(x: tf.Tensor | np.ndarray) -> np.ndarray:
    if tf.is_tensor(x):
        x = x.numpy()
    return np.asarray(x)

def tensor(x: tf.Tensor | np.ndarray) -> tf.Tensor:
    if not tf.is_tensor(x):
        return tf.constant(x)
    return x

def chosen(x: tf.Tensor | np.ndarray):
    y = x.numpy() if tf.is_tensor(x) else x
    return tf.is_tensor(y) and y.numpy() > 3

def not_asked(x: tf.Tensor | np.ndarray):
    return x.numpy()  # error: [union-attr] "ndarray"
"""

#: mypy asks again for the type of a list in a list, and that asks for its own.
OF_ITSELF = """\
import tensorflow as tf

def checked(*arguments):
    return tf.convert_to_tensor(arguments[1])

def each_in_a_list():
    proper = [0.9, [[2.2, 3.2], [5.2, 6.2]], [2, 0]]
    for i in range(len(proper)):
        bad = list(proper)
        bad[i] = [bad[i]]
        checked(*bad)
"""


def test_what_runs_is_no_error(tmp_path: Path) -> None:
    cases = [
        Case("taken apart", TAKEN_APART, 1),
        Case("tested", TESTED, 1),
        Case("nothing", NOTHING, 1),
        Case("guarded", GUARDED, 1),
        Case("unknown", UNKNOWN, 1),
        Case("steps", STEPS, 1),
        Case("dtypes", DTYPES, 1),
        Case("sums", SUMS, 1),
        Case("patched", PATCHED, 1),
        Case("in branches", IN_BRANCHES, 1),
        Case("until", UNTIL, 1),
        Case("asked", ASKED, 1),
        Case("of itself", OF_ITSELF, 1),
    ]
    assert_all(cases, tmp_path)
