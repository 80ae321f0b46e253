"""What TensorFlow makes may stand where anything else does, unless somebody has annotated what stands there.

To mypy alone it is Any. By the stubs it is a layer, an optimizer or a module, and mypy takes a name, a list or an attribute for
what came first. Each error that is left is one that mypy tells of objects of any class.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.checks import CONFIG, Case, check
from tests.plugin.test_incremental import mypy, written

GIVEN_AGAIN = """\
import tensorflow as tf

class Block(tf.keras.layers.Layer):
    def __init__(self, activation="relu", pool=False):
        super().__init__()
        self.conv = tf.keras.layers.Conv2D(3, 3)
        if activation == "relu":
            self.activation = tf.keras.layers.ReLU()
        else:
            self.activation = tf.nn.relu
        if pool:
            self.pool = tf.keras.layers.MaxPool2D()
        else:
            self.pool = tf.keras.layers.AveragePooling2D(4)
        self.loss = "mse"
        if pool:
            self.loss = tf.keras.losses.MeanAbsoluteError()
        self.out: tf.keras.layers.Dense = tf.keras.layers.Conv2D(3, 3)  # error: [assignment] "Conv2D"

    def call(self, x):
        return self.pool(self.activation(self.conv(x)))

reveal_type(Block()(tf.zeros([1, 10, 10, 2])))  # revealed: Tensor[float32, Shape[1, 2, 2, 3]]
reveal_type(Block(pool=True)(tf.zeros([1, 10, 10, 2])))  # revealed: Tensor[float32, Shape[1, 4, 4, 3]]

class Base:
    kind = tf.keras.layers.Dense
    layer = tf.keras.layers.Dense(2)

class Derived(Base):
    kind = tf.keras.layers.LSTM
    layer = tf.keras.layers.LSTM(2)

class Own(tf.keras.layers.Layer): ...
class Other(tf.keras.layers.Layer): ...
class Plain: ...

def chosen(number: int):
    made = Own()
    if number == 1:
        made = Other()
    elif number == 2:
        made = Plain()
    return made

class Holder:
    def __init__(self) -> None:
        self.plain = Plain()

    def change(self) -> None:
        self.plain = "plain"  # error: [assignment] "Plain"
"""

PUT_IN = """\
import tensorflow as tf

def layers(sizes: list[int], normalize: bool):
    found = []
    if normalize:
        found.append(tf.keras.layers.BatchNormalization())
    for size in sizes:
        found.append(tf.keras.layers.Dense(size))
    found += [tf.nn.relu]
    return found

callbacks = [tf.keras.callbacks.ModelCheckpoint("a.keras")]
callbacks.append(tf.keras.callbacks.EarlyStopping())
metrics = ["accuracy"]
metrics.append(tf.keras.metrics.Mean())
features = {"a": tf.io.FixedLenFeature([], tf.int64)}
features["b"] = tf.io.VarLenFeature(tf.int64)
settings = {"units": 3}
settings["activation"] = tf.nn.relu
settings["layer"] = tf.keras.layers.Dense(3)

for layer in [tf.keras.layers.Dense(3), tf.identity, lambda x: x]:
    layer(tf.zeros([2, 3]))
named = {"dense": tf.keras.layers.Dense(3), "none": None, "units": 3}
named["dense"](tf.zeros([2, 3]))

dense: list[tf.keras.layers.Dense] = []
dense.append(tf.keras.layers.Flatten())  # error: [arg-type] "Flatten"
numbers = [1]
numbers.append("a")  # error: [arg-type] "str"
"""

MODULES = """\
import tensorflow as tf
from tensorflow.keras.layers import *
from tensorflow.keras.optimizers import *
from case4 import *
from typing import Optional

def logged(value):
    summary = tf.summary
    if not tf.executing_eagerly():
        summary = tf.compat.v1.summary
    summary.scalar("value", value)

def symbol(path):
    found = tf
    for name in path.split("."):
        found = getattr(found, name, None)
    return found

Reduction = tf.compat.v1.losses.Reduction

def loss(
    reduction: tf.compat.v1.losses.Reduction = tf.compat.v1.losses.Reduction.SUM,
    other: Optional[tf.compat.v1.losses.Reduction] = tf.compat.v1.losses.Reduction.MEAN,
) -> None: ...

def method(wide: bool) -> tf.image.ResizeMethod:
    return tf.image.ResizeMethod.AREA if wide else tf.image.ResizeMethod.BICUBIC

def nearest() -> tf.image.ResizeMethod:
    return tf.image.ResizeMethod.NEAREST_NEIGHBOR

tf.compat.v1.image.resize(tf.zeros([1, 2, 2, 3]), [4, 4], method=nearest())

loss(tf.compat.v1.losses.Reduction.NONE)
loss("sum")  # error: [arg-type] "Reduction"
tf.Variable(1.0, aggregation=tf.compat.v1.VariableAggregation.MEAN)
tf.Variable(1.0, aggregation="mean")  # error: [arg-type] "str"
"""

OTHER = """\
import tensorflow.compat.v1 as tf

ACTIVATIONS = {"gelu": tf.keras.layers.Activation("gelu"), "relu": tf.nn.relu, "none": None}
"""

APART = """\
import missing  # type: ignore[import-not-found]
import tensorflow as tf

def pair(x):
    if isinstance(x, tf.RaggedTensor):
        x, lengths = x.to_tensor(), x.row_lengths()
        return x, lengths

def flagged(weight: tf.Tensor, flag: bool = False) -> tf.Tensor:
    return weight

def spread(weights: tuple[tf.Tensor, ...], x):
    flagged(*weights)
    settings = {"num_bits": 8, "narrow_range": 1}
    return tf.quantization.fake_quant_with_min_max_vars(x, -1.0, 1.0, **settings)

def products(rows, x):
    tf.multiply(*rows, x), tf.reshape(*x, 3), tf.add(*[1, 2], 3)
    tf.add(*(1, 2), "name", 4)  # error: [call-arg] "Too many arguments"
    return (lambda inputs: tf.math.multiply(*inputs, x))(rows)

Field = tf.Tensor | tf.RaggedTensor

class Graph(missing.Piece): ...

def batched(x: Field, sparse: tf.Tensor | tf.SparseTensor, graph: Graph) -> Graph:
    reveal_type(tf.identity(x))  # revealed: Tensor[Any, Any] | RaggedTensor[Any, Any]
    reveal_type(tf.cumsum(1 - x % 2) - 1)  # revealed: Tensor[Any, Any] | RaggedTensor[Any, Any]
    reveal_type(tf.abs(sparse))  # revealed: Tensor[Any, Any] | SparseTensor[Any, Any]
    return tf.identity(graph)

def joined(weights: dict[str, tf.types.experimental.TensorLike]) -> None: ...

def differing():
    rows = {"a": [[1.0], [2.0]], "b": [1.0]}
    joined(rows)
"""

CONVERTED = """\
from typing import IO
import numpy as np
import tensorflow as tf
from missing import Meta  # type: ignore[import-not-found]

n = tf.constant(3)
np.arange(n), np.eye(n), np.identity(n), np.random.randn(n, n), np.zeros(n)
np.testing.assert_allclose(tf.zeros([3]), 0.0, rtol=tf.constant(1e-3))
np.eye("a")  # error: [call-overload] "eye"

class Rows:
    def __len__(self) -> tf.Tensor:
        return tf.constant(3)

def sized(x: tf.Tensor | tf.Variable, rows: Rows):
    return len(x), len(rows)

len(tf.zeros([3]))
len(tf.Variable([1.0]))  # error: [arg-type] "Sized"

def opened(image: IO[bytes]) -> None: ...

opened(tf.io.gfile.GFile("a.png", "rb"))
tf.function(lambda x: x)._python_function

class Layer(tf.keras.layers.Layer):
    def build(self, shape):
        self._kernel = self.add_weight()

    def call(self, x):
        self._track_trackable(x, "x")
        return x * self._kernels  # error: [attr-defined] "_kernels"

class Registered(metaclass=Meta): ...
class Plain: ...

tf.convert_to_tensor(Registered())
tf.convert_to_tensor(Plain())  # error: [arg-type] "Plain does not convert to a tensor"
"""

HELD = """\
import tensorflow as tf
from case4 import ACTIVATIONS

def measured(settings, other):
    metrics = {"loss": tf.keras.metrics.Mean()}
    for setting in settings:
        metrics.update({setting: tf.keras.metrics.Mean(), f"{setting}/error": other.Metric()})
    metrics["auc"] = tf.keras.metrics.AUC()
    metrics["auc"].num_thresholds
    for metric in metrics.values():
        metric.add_batch(3)
    def update():
        metrics["loss"].add_batch(3)
    return update

class Trainer:
    def __init__(self, other):
        self.metrics = {"loss": tf.keras.metrics.Mean()}
        self.metrics["error"] = other.Metric()

    def update(self):
        self.metrics["error"].add_batch(3)

class Own(tf.keras.Model): ...

class Model:
    def __init__(self, other, loaded: bool):
        self.embedding = other.Embedding()
        if loaded:
            self.embedding = Own()
            @tf.function
            def called(x):
                return x
            self.model = called
        else:
            self.model = Own()
            self.model.filters = 3
        self.layers = dict()
        self.layers["all"] = dict()
        self.layers["all"]["first"] = tf.keras.layers.Dense(3)
        self.layers["last"] = tf.keras.layers.Dense(3)

    def shown(self, name: str):
        print(self.embedding.strategy, self.model.filters)
        self.layers["all"]["second"] = tf.keras.layers.Dense(3)
        return ACTIVATIONS[name](self.layers["last"](tf.zeros([1, 2])))

def alike():
    layers = [tf.keras.layers.Dense(3), tf.keras.layers.Dense(3)]
    layers[0].missing  # error: [attr-defined] "missing"
    named = {"a": tf.keras.layers.Dense(3)}
    named["a"].missing  # error: [attr-defined] "missing"
    rows = [tf.zeros([2]), tf.zeros([2])]
    for row in rows:
        row.missing  # error: [attr-defined] "missing"
"""

NONES = """\
import tensorflow as tf

def counted(counts: bool):
    if counts:
        step = tf.Variable(0)
    else:
        step = None
    if counts:
        step.assign_add(1)

def sampled(probability=None):
    if probability is not None and probability == 0:
        probability = None
    def draw():
        return tf.less(tf.random.uniform([3]), probability)
    return draw if probability is not None else None

class Clipped:
    def __init__(self, **settings):
        self.limit = settings.pop("limit") if "limit" in settings else None

    def __call__(self, x):
        return tf.minimum(x, self.limit)

def biased(x: tf.Tensor, given, uses: bool):
    if given is None:
        bias = tf.reshape(x, [3]) if uses else None
    else:
        bias = given
    if uses:
        x += bias
    return x

def first(saves: bool):
    file = None
    if saves:
        file = tf.io.gfile.GFile("a", "w")
    if saves:
        file.close()  # error: [union-attr] "None"
"""


FUNCTIONS = """\
import tensorflow as tf

class Head:
    def __init__(self, activation: str, own=None):
        if activation == "relu":
            self.activation = tf.nn.relu
        elif activation == "swish":
            self.activation = tf.nn.swish
        else:
            self.activation = lambda x: x

    def __call__(self, x):
        return self.activation(x)

reveal_type(Head("relu")(tf.ones([2])))  # revealed: Tensor[float32, Shape[2]]

class Kept:
    def __init__(self, other=None):
        self.activation = tf.nn.relu
        if other:
            self.activation = lambda x: x

class Base:
    def step(self, batch_input, training=True) -> tf.Tensor:
        raise NotImplementedError

    def plain(self, batch: int) -> None: ...

class Derived(Base):
    @tf.function
    def step(self, batch, training=True):
        return tf.zeros([2])

    def plain(self, batch: int, more: int) -> None: ...  # error: [override] "plain"

def traced(wrapper):
    @tf.function
    def pair(t):
        return t[0] + t[1]

    pair = wrapper(pair, (tf.int32, tf.int32))
    return pair.type_signature

def scheduled():
    @tf.function
    def pair(t):
        return t[0] + t[1]

    return pair.type_signature  # error: [attr-defined] "type_signature"
"""

CLASSES = """\
import tensorflow as tf

class OwnTest(tf.test.TestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.data = {"a": 1}
        cls.first, cls.count = 1, len(cls.data)

    def setUp(self):
        self.net = tf.keras.Sequential()

    def test_it(self):
        reveal_type(self.data)  # revealed: Any
        self.assertEqual(self.count, self.first)
        self.daat  # error: [attr-defined] "daat"

    def assertAllClose(self, x1, x2, atol=1e-6):
        pass

class Derived(OwnTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.data["b"] = 2
        cls.more = 1

    def test_more(self):
        self.assertEqual(self.more, self.data["b"])
        self.net.missing  # error: [attr-defined] "missing"

class Plain:
    @classmethod
    def make(cls) -> None:
        cls.data = 1  # error: [attr-defined] "data"

module = tf.Module()
module.kernel = tf.ones([2])
print(module.kernel)
print(module.bias)  # error: [attr-defined] "bias"

def by_graph():
    if not hasattr(tf.compat.v1.get_default_graph(), "counts"):
        tf.compat.v1.get_default_graph().counts = {}
    return tf.compat.v1.get_default_graph().counts
"""

SPECS = """\
from collections.abc import Mapping

import tensorflow as tf

Feature = tf.io.FixedLenFeature | tf.io.VarLenFeature | tf.io.SparseFeature
SPEC = {"a": tf.io.FixedLenFeature([], tf.int64), "b": tf.io.VarLenFeature(tf.float32)}
FIXED = {"a": tf.io.FixedLenFeature([], tf.int64)}

def schema_of(features: Mapping[str, Feature]) -> None: ...
def specs_of(features: dict[str, Feature]) -> None: ...
def sizes_of(features: dict[str, float]) -> None: ...

schema_of(SPEC)
specs_of(FIXED)
sizes = {"a": 1}
sizes_of(sizes)  # error: [arg-type] "sizes_of"

def example(values):
    found = list(values) if isinstance(values, map) else values
    if isinstance(found[0], str):
        found = [bytes(x, "utf-8") for x in found]
    return tf.train.Int64List(value=found)

tf.train.Int64List(value=["a"])  # error: [list-item] "str"
"""


GRAPHS = """\
import tensorflow.compat.v1 as tf

def pipeline(parse, shuffles: bool):
    def process(images, labels):
        return images, {"labels": labels}

    def alone(images):
        return images

    dataset = tf.data.Dataset.list_files("a*", shuffle=shuffles)
    dataset.map(process)  # error: [call-arg] "labels"
    if shuffles:
        dataset = dataset.repeat()
    dataset = dataset.apply(tf.data.experimental.map_and_batch(parse, batch_size=3))
    dataset = dataset.map(process)
    return dataset

tf.Variable(0.0, aggregation=tf.VariableAggregation.MEAN)

class Stack(tf.linalg.LinearOperator):
    def rows(self):
        return self.parent.rows_of_all  # error: [attr-defined] "parent"

def stacked(stack: Stack, x: tf.Tensor):
    print(tf.linalg.matmul(stack, x), tf.linalg.matvec(stack, x), stack.parent)  # error: [attr-defined] "parent"
    reveal_type(tf.linalg.cholesky(stack))  # revealed: LinearOperator[Any, Shape[None, None, ...]]
    return tf.add(stack, x)  # error: [arg-type] "Stack does not convert to a tensor"
"""


@pytest.mark.parametrize(
    "options", ["", "allow_redefinition = True\n"], ids=["usual", "redefining"]
)
def test_only_what_is_annotated_refuses_others(options: str, tmp_path: Path) -> None:
    programs = {"given": GIVEN_AGAIN, "put_in": PUT_IN, "modules": MODULES, "apart": APART}
    cases = [Case(name, text, 1) for name, text in programs.items()]
    cases += [
        Case("other", OTHER, 1),
        Case("nones", NONES, 1),
        Case("held", HELD, 1),
        Case("converted", CONVERTED, 1),
        Case("functions", FUNCTIONS, 1),
        Case("classes", CLASSES, 1),
        Case("specs", SPECS, 1),
        Case("graphs", GRAPHS, 1),
        Case("mixed", MIXED, 1),
    ]
    check(cases, tmp_path, CONFIG.replace("[mypy]\n", f"[mypy]\n{options}"))
    problems = [f"{case.name}: {problem}" for case in cases for problem in case.problems()]
    assert not problems, "\n".join(problems)


#: A class, one that derives from it, and what uses both.
BASE = """\
import tensorflow as tf

METRICS = {"loss": tf.keras.metrics.Mean()}

class Base:
    kind = tf.keras.layers.Dense

    def __init__(self, start=None):
        self.head = tf.keras.layers.Dense(3)
        if start is not None:
            self.scale = tf.Variable(start)
        else:
            self.scale = tf.keras.layers.Dense(3)
"""

DERIVED = """\
import tensorflow as tf
from base import Base

class Derived(Base):
    kind = tf.keras.layers.LSTM

    def __init__(self):
        super().__init__()
        self.head = tf.keras.layers.Conv2D(3, 3)
        print(self.head.kernel_size)

    def scaled(self, x):
        return self.scale(x)
"""

USER = """\
from base import METRICS, Base
from derived import Derived

def used(base: Base, derived: Derived):
    METRICS["error"].add_batch(3)
    print(derived.head.kernel_size)
    return base.head.missing
"""


def test_what_other_modules_assign_is_told_cold_and_warm(tmp_path: Path) -> None:
    program = written(tmp_path, base=BASE, derived=DERIVED, user=USER)
    expected = ['user.py:7: error: "Dense" has no attribute "missing"  [attr-defined]']
    assert mypy(program, ".") == expected
    for edited in ("user", "derived", "base"):
        path = program / f"{edited}.py"
        path.write_text(f"{path.read_text()}\nprint()\n")
        assert mypy(program, ".") == expected, edited


MIXED = """\
import functools
from typing import Optional, TypeVar

import tensorflow as tf
from tensorflow import keras

_T = TypeVar("_T")

class Head(tf.keras.layers.Layer):
    def __init__(self, num_convs: int, separable: bool, regularizer: tf.keras.regularizers.Regularizer, heads: list):
        super().__init__()
        self._config = {
            "num_convs": num_convs,
            "regularizer": regularizer,
            "heads": heads,
            "rate": 1.0,
        }
        if separable:
            self._op = functools.partial(tf.keras.layers.SeparableConv2D, depth_multiplier=1)
        else:
            self._op = functools.partial(tf.keras.layers.Conv2D, kernel_size=3)
        self.exclude_from_weight_decay = ["a"]

    def build(self, shape):
        for i in range(self._config["num_convs"]):
            print(i * self._config["num_convs"])
        for each in self._config["heads"]:
            print(each)

class Opt(tf.keras.optimizers.Optimizer):
    def __init__(self, names=None):
        super().__init__(0.1, name="a")
        self.exclude_from_weight_decay = names

    def skips(self, name):
        if self.exclude_from_weight_decay:
            for each in self.exclude_from_weight_decay:
                if each in name:
                    return True
        return False

def made(model: tf.keras.Model):
    model.sumary()  # error: [attr-defined] "summary"
    return tf.train.Checkpoint(backbone=model.backbone, specs=model.output_specs)

class Flags:
    def __setattr__(self, name: str, value: _T) -> _T:
        return value

def flagged(flags: Flags, test: tf.test.TestCase):
    flags.folder = test.get_temp_dir()

def net():
    model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
    return model.backbone  # error: [attr-defined] "backbone"

class Spine:
    def __init__(self, specs: tf.keras.layers.InputSpec, name: str = "") -> None: ...

def test():
    kwargs = dict(specs=None, name="a")
    return Spine(**kwargs)  # error: [arg-type] "Spine"

class Module(tf.Module):
    @tf.function
    def serve(self, a, b, c):
        return {"a": a}

    @tf.function
    def examples(self, a):
        return {"a": a}

    def signatures(self, keys):
        signatures = {}
        for key in keys:
            if key == "a":
                signatures[key] = self.serve.get_concrete_function(*[tf.TensorSpec([], tf.int32)] * 3)
            else:
                signatures[key] = self.examples.get_concrete_function(tf.TensorSpec([None], tf.string))
        return signatures

def kind(layer):
    if hasattr(layer, "data_format"):
        return layer.data_format
    if isinstance(layer, keras.layers.TimeDistributed) and hasattr(layer.layer, "data_format"):
        return layer.layer.data_format
    return type(layer) in [keras.layers.Reshape, keras.layers.Permute] or (
        isinstance(layer, keras.layers.TimeDistributed)
        and type(layer.layer) in [keras.layers.Reshape, keras.layers.Permute]
    )

class Text:
    def __init__(self, path: Optional[str], proto: Optional[str] = None):
        if path:
            self._proto = tf.io.gfile.GFile(path, "rb").read()
        else:
            self._proto = proto

def states(n: int, step):
    made = [None] * n
    for i in range(n):
        step(made, i)
    tf.summary.histogram("a", made[0])
    tf.summary.histogram("a", None)  # error: [arg-type] "None"

class Adjoint(tf.linalg.LinearOperatorAdjoint):
    def _domain_shape(self):
        return self.operator.range_shape

class LinearOperator(tf.linalg.LinearOperator): ...
"""

#: A class that sets attributes by their names, what another module knows of it, and what derives from that.
HPARAMS = """\
import copy

import tensorflow as tf

class HParams:
    def __init__(self, **kwargs):
        for name, value in kwargs.items():
            setattr(self, name, value)

def default_hparams():
    return HParams(size=1)

class Base(tf.keras.layers.Layer):
    def __init__(self, hparams=None):
        super().__init__()
        self.given = copy.copy(hparams or default_hparams())
        self.usual = default_hparams()
"""

NET = """\
import hparams

class Net(hparams.Base):
    def call(self, x):
        return self.given.beam * x + self.usual.size
"""


def test_an_attribute_may_be_set_by_its_name_in_another_module(tmp_path: Path) -> None:
    program = written(tmp_path, hparams=HPARAMS, net=NET)
    assert mypy(program, "net.py") == []
    (program / "net.py").write_text(f"{NET}\nprint()\n")
    assert mypy(program, "net.py") == []


TASKS = """\
import tensorflow as tf

class Task(tf.Module):
    def build_model(self) -> tf.keras.Model:
        'The model.'

    def build_count(self) -> int:
        'How many.'
"""


def test_a_body_that_is_left_empty_for_others_to_fill(tmp_path: Path) -> None:
    program = written(tmp_path, tasks=TASKS)
    assert mypy(program, "tasks.py") == [
        "tasks.py:7: error: Missing return statement  [empty-body]"
    ]
