"""What real programs do that is no mistake, or none that is proven: nothing is said of it.

Each snippet is free of errors but for those in its comments.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.checks import CONFIG, Case, check
from tests.plugin.test_incremental import mypy

#: mypy takes a list for one of what is put in first.
PUT_IN = """\
import tensorflow as tf

def framed(rows, start=None):
    parts = []
    if start is not None:
        parts.append(tf.fill([2, 1], start))
    parts.append(rows)
    return tf.concat(parts, axis=-1)

def both(rows, start):
    def column(value):
        found = [tf.fill([2, 1], value)]
        found.append(rows)
        return found
    return column(start)

ragged = tf.RaggedTensor.from_row_lengths([1, 2, 3], [1, 2])
framed(ragged, 0).to_list()
reveal_type(framed(ragged, 0))  # revealed: Any
reveal_type(framed(tf.zeros([2, 3]), 0.0))  # revealed: Tensor[float32, Shape[2, None]]
reveal_type(both(ragged, 0))  # revealed: Any
reveal_type(both(tf.zeros([2, 3]), 0.0))  # revealed: list[Tensor[Any, Any]]
"""

#: What is known of these objects is known by the plugin alone: mypy says nothing of what it takes for Any.
OBJECTS = """\
import tensorflow as tf

class Weaver:
    def __init__(self, ops):
        self.zeros, self.out = tf.zeros([2]), None
        for op in ops:
            setattr(self, op, tf.zeros([2]))

    def reset(self):
        self.out = None

    def build(self):
        self.out = tf.keras.layers.Dense(2)

class Loom:
    def weaver(self):
        return Weaver(["add"])

class Base:
    zeros = tf.zeros([2])

class Derived(Base):
    def __init__(self):
        self.ones = tf.ones([2])

class Holder:
    def __init__(self, items: list[Base | int]):
        self.items = items

def holder():
    return Holder([Derived(), Derived()])

def tests(weaving, given):
    weaver = Loom().weaver()
    weaver.reset = lambda: None
    given.weaver.out.kernel
    weaver.build()
    holder().items[-1].ones
    Summed() + tf.zeros([2])
    return weaver.add + weaver.reset()

def known(base: Base, several: Base | int):
    several.zeros  # error: [union-attr] "no attribute"
    weaver = Weaver(["add"])
    base.ones  # error: [attr-defined] "no attribute"
    return weaver.add  # error: [attr-defined] "no attribute"

class Operators(type):
    def __init__(cls, name, bases, namespace):
        super().__init__(name, bases, namespace)
        setattr(cls, "__add__", lambda self, other: other)

class Summed(metaclass=Operators):
    def __array__(self):
        return [1.0, 2.0]

class Tagged:
    def __init__(self):
        self.tagged = None

    def tag(self):
        self.tagged = tags(len, 3)

def tags(function, count: int = 0):
    def tagged(x):
        return function(x)
    return tagged
"""

#: Of what mypy joins to `object`, or is of several types, nothing is proven.
MIXED = """\
import functools
import numpy as np
import tensorflow as tf

def optional(function):
    def wrapped(*args, **kwargs):
        return function(*args, **kwargs)
    return wrapped

@optional
def shown(image, norm=False):
    return image

def plots(inputs):
    rows = [("image", shown, False), ("mask", functools.partial(shown, norm=True), True)]
    for name, function, is_mask in rows:
        function(inputs[name], norm=is_mask)

class Loss:
    def __init__(self):
        self.options = dict(name="elbo", beta=2.0)

    def __call__(self, x):
        return self.options["beta"] * tf.reduce_sum(x)

class Data:
    def item(self, index: int) -> dict[str, tf.Tensor] | list[tf.Tensor]:
        return {"a": tf.zeros([index])}

class Boxes(Data):
    def _item(self, index):
        return super().item(index)

    def first(self):
        return self._item(0)["a"]

def assembled(graphs):
    graph = [None] * 4
    for number in range(4):
        graph[number] = joined(graphs)
    return graph

def joined(graphs):
    return np.concatenate(graphs)

class Keys:
    def __init__(self, debug):
        self.data = {"a": tf.zeros([2])}
        self.keys = debug.names() if debug else []
        self.keys += self.data.keys()

class Names:
    def names(self) -> list[str]:
        return ["a"]

class Encoders:
    def __init__(self, columns):
        self.encoders = []
        for column in columns:
            self.encoders.append(None if column is None else column)

    def config(self):
        rows = []
        for encoder in self.encoders:
            if encoder is None:
                rows.append({"kind": None, "of": None})
            else:
                rows.append({"kind": "label", "of": 1})
        return rows

def classes(train):
    box = [None]
    if train:
        box[0] = Names().names()  # error: [call-overload]
    return len(box[0])

def kinds(training):
    types = {"a": np.int32}
    if training:
        types["b"] = bool  # error: [assignment]
        types = (types, bool)
    else:
        types["c"] = bool
    return types

def loss(batch) -> tuple[float, int]:
    total = 0.0
    for each in batch:
        total += each.numpy() if tf.executing_eagerly() else tf.reduce_sum(each)
    return total / len(batch), len(batch)
"""

#: Arrays and numbers, where NumPy's stubs and mypy's leave less than there is.
ARRAYS = """\
from typing import TypeVar
import numpy as np
import tensorflow as tf

(images, _), _ = tf.keras.datasets.mnist.load_data()
rows = np.vstack([np.hstack(row) for row in images.reshape((4, 5, 28, 84))])

def summed(sizes):
    made = [tf.zeros([2]) for size in sizes]
    return all(2.0 == np.sum(made, axis=1)), (2 == tf.zeros([3])).shape

reveal_type(2.0 == tf.zeros([2]))  # revealed: Tensor[bool, Shape[2]]
reveal_type(2 != 3)  # revealed: bool

Value = TypeVar("Value", tf.Tensor, np.ndarray)

def sign(x: Value) -> Value:
    if tf.is_tensor(x):
        return tf.sign(x)
    if isinstance(x, np.ndarray):
        return np.sign(x)
    raise ValueError

def total(x: Value) -> float:
    return tf.reduce_sum(x)  # error: [return-value]

class Slices:
    def apply(self, x: tf.Tensor) -> tf.Tensor:
        return sliced(x)  # error: [return-value]

@tf.function
def sliced(x: tf.Tensor) -> list[tf.Tensor]:
    return tf.map_fn(lambda part: part, x)  # error: [return-value]

def halves(x: tf.Tensor):
    return Slices().apply(x) / 2.0

class Speech:
    def chunk(self, x, mask):
        return x

    def trace(self):
        self.chunk = tf.function(self.chunk, input_signature=[tf.TensorSpec([3]), tf.TensorSpec([3])])  # error: [method-assign]
"""

#: An error in a list is one of what is in it, and none of the list.
LISTS = """\
from typing import Optional
import tensorflow as tf

def sizes(x: tf.Tensor, first: int, last: Optional[int]):
    size = tf.shape(x)
    return tf.concat([
        size[:first], [3],
        size[last + 1:],  # error: [operator] "Unsupported operand"
    ], 0)

def repeated(x: tf.Tensor, last: Optional[int]):
    return tf.concat([[1] * 2, [x[0]], [1] * (2 - last)], axis=0)  # error: [operator] "Unsupported operand"
"""

#: What a program waits for is no error, and what it puts into a list says nothing of what else may be there.
NETWORKS = """\
import pytest
import numpy as np
import tensorflow as tf

class Base:
    tensor = tf.zeros([2])

class Node(Base):
    def __mul__(self, number: float) -> "Node":
        return Node()

    def edge(self) -> "Edge":
        return Edge()

class Edge:
    tensor = tf.zeros([2])

def to_text(nodes: list[Base], named: dict[str, Base | Edge]) -> str:
    return ""

def network():
    return Node(), Node()

def serialized():
    a, b = network()
    named = {}
    named["a"] = a.edge()
    for name in ("b", "c"):
        named[name] = named.get(name, ()) + (b,)
    found = [a, b]
    return to_text(found, named)

def refused():
    a, b = network()
    with pytest.raises(TypeError):
        return a * np.array([1, 2])

def known(a: Node, nodes: list[Node]):
    to_text(nodes, {})  # error: [arg-type] "list[Node]"
    with pytest.raises(TypeError):
        a * "2"  # error: [operator]
    with pytest.raises(ValueError):
        tf.estimator.RunConfig(network())  # error: [attr-defined] "Module has no attribute "estimator""
    with pytest.raises(ValueError):
        a.edges(network())  # error: [attr-defined] "has no attribute "edges""
    with pytest.raises(ValueError):
        to_text(network())  # error: [call-arg] "Missing positional argument "named""
    with pytest.raises(ValueError):
        networks(network())  # error: [name-defined] "networks"
    with pytest.raises(AttributeError):
        network()[0].edges()

def promoted():
    table, row = np.ones((3, 3)), np.array([2, 3, 1])[None, None]
    return np.tensordot(table, row, 0)
"""

#: What mypy finds out by itself stays an error.
OF_MYPY = """\
import logging
import tensorflow as tf

def text(given):
    if isinstance(given, (str, bytes)):
        return tf.constant([given.encode()])  # error: [union-attr] "bytes"
    return tf.constant(given)

def silenced():
    for handler in tf.get_logger().handlers:
        handler.setStream(None)  # error: [attr-defined] "Handler"
"""

#: A layer that holds a function, of which nothing is known: to call that is not to call the layer.
LAYERS = """\
from typing import Callable
import tensorflow as tf

class Gate(tf.keras.layers.Layer):
    def __init__(self, activation: Callable[[tf.Tensor], tf.Tensor], gated):
        super().__init__()
        self.activation = activation
        self.gated: Callable = gated

    def call(self, x):
        return tf.zeros([2, 3]) + x

def gates(activation: Callable[[tf.Tensor], tf.Tensor], gated):
    gate = Gate(activation, gated)
    gate(tf.zeros([2, 3]))
    gate(tf.zeros([4, 5]))  # error: [tf-shape] "[2, 3] and [4, 5] do not broadcast"
    gate.activation(tf.zeros([4, 5]))
    gate.gated(tf.zeros([4, 5]))
"""

#: Keras' variables are not TensorFlow's, though nearly.
VARIABLES = """\
from tensorflow import keras
import tensorflow as tf

class Scale(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.w = self.add_weight(shape=(3, 4))

    def call(self, x):
        print(self.w.path, self.w.ndim)
        return x @ (self.w.value + 1.0)

class Total(keras.metrics.Metric):
    def __init__(self):
        super().__init__()
        self.total = self.add_weight(initializer="zeros")

    def update_state(self, x, sample_weight=None):
        self.total.assign(self.total.value + tf.reduce_sum(x))
        self.total.overwrite_with_gradient = False

    def result(self) -> tf.Tensor:
        return self.total.value

def show(x: tf.Tensor) -> None: ...

scale, dense, total = Scale(), keras.layers.Dense(3), Total()
reveal_type(scale(tf.zeros([2, 3])))  # revealed: Any
dense(tf.zeros([2, 3]))
total.update_state(tf.ones([2]))
print(scale.w.path, dense.kernel.ndim, total.total.path)
scale.w.regularizer, scale.w.trainable = None, False
show(dense.kernel.value)
print(dense.kernel.value + 1.0)
for variable in [dense.kernel, dense.bias]:
    print(variable.path, tf.zeros([2, 3]) @ (variable.value + 1.0))
reveal_type(tf.Variable([1.0]).value())  # revealed: Tensor[float32, Shape[1]]
dense.kernel.size  # error: [attr-defined] "size"
"""

#: What TensorFlow's own guides do, and mypy makes too much of.
GUIDES = """\
import tensorflow as tf
import tensorflow.experimental.numpy as tnp
from typing import Mapping

tnp.experimental_enable_numpy_behavior()
reveal_type(tf.zeros([2, 3]).reshape(3, 2))  # revealed: Any
tf.zeros([2, 3]).T
tf.zeros([2, 3]).reshapes(3, 2)  # error: [attr-defined] "reshapes"

# Of a list it takes each item for each of the parameters, of which the last is a name.
tf.complex(*tf.unstack(tf.zeros([3, 2]), axis=-1))
tf.add(*tf.split(tf.zeros([3, 4]), 2, axis=1))
tf.add(tf.zeros([3]), tf.zeros([3]), tf.zeros([3]))  # error: [arg-type] "expected "str | None""

# A name that is bound again is of two ranks at once.
lines = tf.data.TextLineDataset("lines.txt")
rows = tf.data.Dataset.zip((lines, lines))
rows = rows.batch(20)
first, second = next(iter(rows))
reveal_type(first)  # revealed: Tensor[string, Shape[None]]

def serialized(number):
    return tf.io.serialize_tensor(number)

for number in range(3):
    example = serialized(number)
    print(example.numpy())
for row in lines.take(1):
    example = tf.train.Example()
    example.ParseFromString(row.numpy())
print(example.features)
named = tf.train.Example()
for number in range(3):
    named = 3
    print(named)
print(named.features)  # error: [union-attr] "Item "int""

folder = tf.keras.utils.text_dataset_from_directory("texts")
folder = folder.prefetch(2)
for place, label in enumerate(folder.class_names):
    print(label)
for _, label in lines.map(lambda line: (line, tf.strings.length(line))):
    break
print(label.numpy())

def words(texts):
    texts = tf.strings.lower(texts)
    texts = tf.strings.split(texts)
    return texts.to_tensor()

class Fed:
    def __init__(self, shapes):
        made = {name: tf.compat.v1.placeholder(tf.float32, shape) for name, shape in shapes.items()}
        self.rows = made["rows"]
        self.labels = made.get("labels", None)

    def feed(self, rows, labels):
        fed = {self.rows: rows}
        if labels is not None:
            fed[self.labels] = labels
        return fed

class Pencil(tf.experimental.ExtensionType):
    color: str = "black"
    length: tf.Tensor = 1.0
    marks: Mapping[str, tf.Tensor] = {"start": 1.0}
    lead: int = "soft"  # error: [assignment] "variable has type "int""

    class Spec:
        def longer(self):
            return Pencil.Spec(self.color, self.length, self.marks, self.lead)

class Sharp(Pencil):
    angle: tf.Tensor

def angled(spec: Sharp.Spec) -> tf.TypeSpec:
    reveal_type(spec.longer)  # revealed: def () -> Any
    spec.angel  # error: [attr-defined] "angel"
    return Sharp.Spec("red", spec.length, {}, 1, angle=tf.TensorSpec([]))
"""

PROGRAMS = {
    "guides": GUIDES,
    "of mypy": OF_MYPY,
    "networks": NETWORKS,
    "lists": LISTS,
    "put in": PUT_IN,
    "objects": OBJECTS,
    "layers": LAYERS,
    "variables": VARIABLES,
    "mixed": MIXED,
    "arrays": ARRAYS,
}


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Case]:
    cases = {name: Case(name, program, 1) for name, program in PROGRAMS.items()}
    check([*cases.values()], tmp_path_factory.mktemp("alarms"))
    return cases


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_runs_is_no_error(name: str, checked: dict[str, Case]) -> None:
    assert not checked[name].problems(), "\n".join(checked[name].problems())


NETS = """\
class Dense:
    @staticmethod
    def load(path, device):
        return Dense()
"""

PACKAGE = """\
import os
from tensorflow import keras

if os.environ.get("BACKEND") == "torch":
    from .torches import nets, functional
else:
    from . import tensors as functional  # type: ignore[no-redef]
    from .tensors import nets  # type: ignore[no-redef]
"""

USER = """\
import package
from package import functional
from package.torches import nets

package.nets.Dense.load("a", model=None)
functional.pad(package.keras.ops.zeros([2]), [[1, 1]], "replicate")
nets.Dense.load("a", model=None)
"""


def test_a_module_may_be_chosen_when_the_program_starts(tmp_path: Path) -> None:
    """mypy knows one of those that a name may stand for."""
    package = tmp_path / "package"
    for name, text in {
        "torches/nets.py": NETS,
        "__init__.py": PACKAGE,
        "tensors/nets.py": "",
    }.items():
        (package / name).parent.mkdir(exist_ok=True, parents=True)
        (package / name).write_text(text)
    (package / "torches" / "__init__.py").write_text("import tensorflow as functional\n")
    (package / "tensors" / "__init__.py").write_text("")
    (tmp_path / "user.py").write_text(USER)
    (tmp_path / "mypy.ini").write_text(CONFIG)
    for _ in ("cold", "warm"):
        errors = mypy(tmp_path, "user.py")
        assert [error.partition(" error:")[0] for error in errors] == ["user.py:7:"], errors
        (tmp_path / "user.py").write_text(f"{USER}print()\n")


def test_an_array_is_reshaped_by_a_tuple_of_which_some_items_are_known(tmp_path: Path) -> None:
    text = """\
import numpy as np

def sprite(images: np.ndarray, n: int) -> np.ndarray:
    images = images.reshape((n, n) + images.shape[1:])
    return images.reshape((n * images.shape[1], n * images.shape[3]) + images.shape[4:])
"""
    case = Case("program", text, 1)
    check([case], tmp_path)
    assert case.problems() == []
