"""mypy's own errors, of types that it knows by the plugin alone: code that runs gets none that it did not have.

Each snippet is free of errors but for those in its comments; what is annotated is held to its annotation.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.checks import CONFIG, Case, check
from tests.plugin.test_incremental import mypy

STRUCTURES = """\
from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any
import numpy as np
import tensorflow as tf

def scaled(by: tf.Tensor, weights: tf.Tensor | Iterable[tf.Tensor] | dict[str, tf.Tensor]):
    return tf.nest.map_structure(lambda weight: by * weight, weights)

def sums(levels: Collection[tf.Tensor]):
    return tf.nest.map_structure(lambda level: tf.reduce_sum(level, axis=0), levels)

def sizes(sources: tf.Tensor | tuple[Any, ...] | list[Any] | dict[str, Any]):
    return [source.shape[0] for source in tf.nest.flatten(sources)]

def of_leaves(anything, named: dict[str, tf.Tensor]):
    reveal_type(tf.nest.flatten(anything))  # revealed: list[Any]
    reveal_type(tf.nest.flatten(named))  # revealed: list[Tensor[Any, Any]]
    reveal_type(tf.nest.flatten((tf.zeros([2]), np.zeros([2]), "a"))[0])  # revealed: Tensor[float32, Shape[2]]
    reveal_type(tf.nest.flatten([tf.zeros([2]), anything]))  # revealed: list[Any]

def by_layer(tape: tf.GradientTape, loss, layers):
    kept = defaultdict(list)
    for layer in layers:
        kept[layer.name].append(layer.kernel)
    gradients = tape.gradient(loss, kept)
    return gradients

def penalty(real, made, judge):
    with tf.GradientTape() as tape:
        if isinstance(real, tf.Tensor):
            between = 0.5 * real + 0.5 * made
        else:
            between = [0.5 * a + 0.5 * b for a, b in zip(real, made)]
        judged = judge(between)
    gradient = tape.gradient(judged, between)
    return gradient.shape if isinstance(real, tf.Tensor) else len(gradient)

pairs = (np.zeros((3, 2)), np.zeros((3, 1)))
tensors = tuple(map(tf.convert_to_tensor, pairs))
rows = []  # error: [var-annotated]
"""

CONTAINERS = """\
import numpy as np
import tensorflow as tf

def limits(points, sizes: tf.Tensor):
    limit = [100, -100]
    for point in points:
        if sizes[0] < limit[0]:
            limit[0] = sizes[0]
    written: list[int] = [100]
    written[0] = sizes[0]  # error: [call-overload]
    return tf.reduce_mean(limit)

class Grid:
    def __init__(self, shape, overlap: bool) -> None:
        if overlap:
            self.cells = (np.array(shape) - 1) / 2.0
        else:
            self.cells = np.array(shape) - 1
        self.cells = self.cells.astype(np.int32)
        self.written: np.ndarray[tuple[int], np.dtype[np.float32]] = np.zeros(3)  # error: [assignment]

def joined(x: tf.Tensor, sizes, first: bool):
    parts = []
    if first:
        for size in sizes:
            parts.append(tf.reshape(x, [-1, 1]))
        parts = tf.concat(parts, axis=1)
    else:
        for size in sizes:
            parts.append(tf.reshape(x, [1, -1]))
        parts = tf.concat(parts, axis=0)
    return parts

data = (np.zeros((5, 2)), np.zeros(5)), (np.zeros((5, 2)), np.zeros(5))
poisoned = {"data": data}
poisoned["first"] = (data[0][0][0], data[0][1][0])
"""

JOINED = """\
import sys
import numpy as np
import tensorflow as tf

if sys.version_info < (3, 0):
    class Old:
        rows = ()

class Cells:
    def __init__(self) -> None:
        self.rows = [[tf.zeros([2])], [tf.zeros([3])]]
        self.named = {"a": [tf.zeros([2])], "b": [tf.zeros([3])]}
        self.written: list[object] = []

    def first(self):
        print(self.written[0].shape)  # error: [attr-defined] "no attribute"
        return self.rows[0][0], self.named["a"][0]

def taken(named: dict[str, dict[str, tf.Tensor]], rows: list[list[tf.Tensor]]) -> None: ...

def some(which: int):
    rows = [[tf.zeros([2])], [tf.zeros([3])]]
    reveal_type(rows[0])  # revealed: list[Tensor[float32, Shape[2]]]
    reveal_type(rows[which])  # revealed: Any
    named = {"a": {"b": tf.zeros([2])}, "c": {"d": tf.zeros([2, 3])}}
    reveal_type(named["a"]["b"])  # revealed: Tensor[float32, Shape[2]]
    taken(named, rows)
    for row in rows:
        for part in row:
            print(part.shape, row[0])
    for key, inner in named.items():
        print(inner.values(), inner["b"])
    pairs = [(tf.zeros([2]), [tf.zeros([3])]), (tf.zeros([3]), [tf.zeros([4])])]
    for one, several in pairs:
        print(several[0])
    lists = {"a": [tf.zeros([2])], "b": [tf.zeros([3])]}
    lists["a"].append(tf.zeros([4]))
    mixed = [np.zeros((2,)), [tf.zeros([3])]]
    return lists["a"][0], mixed[1][0], Cells().rows[0][0]

annotated: dict[str, object] = {"a": [tf.zeros([3])]}
print(annotated["a"][0])  # error: [index] "not indexable"

def anything(value: object):
    return value[0]  # error: [index] "not indexable"
"""

SYMBOLS = """\
import tensorflow as tf
from tensorflow import keras

def inputs(sizes: list[int]) -> list[tf.Tensor]:
    made = [keras.Input((size,)) for size in sizes]
    return made

def added(parts: list[tf.Tensor], named: dict[str, tf.Tensor]) -> tf.Tensor:
    return keras.layers.add(parts)

image = keras.Input((3,))
parts = [image, image]
named = {"image": image}
added(parts, named)
"""

HUNG = """\
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
model.threshold = 0.5
print(model.threshold)
print(model.treshold)  # error: [attr-defined] "no attribute"

@tf.function
def step(x):
    return x

step.runs = 0
step.runs += 1

def summarized(values: tf.Tensor):
    def drawn(values):
        return values.numpy()
    drawn = tf.numpy_function(drawn, [values], tf.uint8)
    return drawn, values._rank()
"""

PLAIN = """\
import numpy as np
import tensorflow as tf

class Primitive:
    def __init__(self, function, count):
        self.function, self.count = function, count

def plus(a, b):
    return a + b

def made(count):
    return Primitive(plus, count)

def primitives():
    found = {}
    found["none"] = None
    found["add"] = made(2)
    written: dict[str, int] = {}
    written["add"] = made(2)  # error: [assignment] "Incompatible types"
    return found

def first(boxes):
    boxes = np.array(boxes)
    best = np.argmax(boxes[:, 4], axis=0)
    boxes[[0, best], :] = boxes[[best, 0], :]
    return boxes
"""

LOADED = """\
import tensorflow as tf

(images, labels), (rest, others) = tf.keras.datasets.mnist.load_data()
labels = tf.one_hot(labels, 10)

def shown():
    return labels.numpy(), rest.reshape(-1, 784)

rest = tf.constant(rest)
shown
"""

OVERLOADS = """\
from typing import overload
import tensorflow as tf

@overload
def shown(value: int) -> int: ...
@overload
def shown(value: str) -> str: ...
def shown(value): return value

def first(unknown):
    parts = tf.nest.map_structure(lambda part: unknown, [tf.zeros([2])])
    reveal_type(parts)  # revealed: list[Any]
    reveal_type(shown(parts[0]))  # revealed: Any
"""

LONG = """\
import numpy as np
import tensorflow as tf

Integer = np.int8 | np.int16 | np.int32 | np.int64 | np.uint8 | np.uint16 | np.uint32 | np.uint64
Like = Integer | int | float | str | bytes | list[int] | np.ndarray | tf.Tensor | tf.Variable

def draw(attributes: dict[str, Like]) -> None: ...

def attributes(names):
    found = {}
    for name in names:
        found[name] = tf.zeros([3])
    return found

draw(attributes(["position"]))
"""

NAMES = """\
import tensorflow as tf

as_tensor = tf.convert_to_tensor
reveal_type(as_tensor([], tf.bool))  # revealed: Tensor[bool, Shape[0]]
reveal_type(as_tensor([1], dtype=tf.int64))  # revealed: Tensor[int64, Shape[1]]
as_tensor([0, 1], tf.bool)  # error: [tf-dtype] "bool cannot hold the int"
"""

MAPPINGS = """\
from collections.abc import Mapping
import tensorflow as tf

def kept(named: Mapping[str, tf.RaggedTensor]) -> Mapping[str, tf.RaggedTensor]:
    def gather(x: tf.RaggedTensor) -> tf.Tensor | tf.RaggedTensor:
        return tf.gather(x, [0, 1])
    made = tf.nest.map_structure(gather, named)
    reveal_type(made)  # revealed: dict[str, Any]
    made.pop("first")
    return made

def composites(specs: dict[str, tf.RaggedTensorSpec]):
    made = tf.nest.map_structure(lambda spec: tf.zeros([2]), specs, expand_composites=True)
    reveal_type(made["a"])  # revealed: Any

def packed(structure, unknown):
    reveal_type(tf.nest.pack_sequence_as(structure, [tf.zeros([2])]))  # revealed: Any
    reveal_type(tf.nest.pack_sequence_as({"a": unknown, "b": 1}, [tf.zeros([2])] * 3))  # revealed: dict[str, Any]
    reveal_type(tf.nest.pack_sequence_as({"a": 1}, [tf.zeros([2])]))  # revealed: dict[str, Tensor[float32, Shape[2]]]
"""

DATASETS = """\
import numpy as np
import tensorflow as tf

def sums(unknown):
    data = tf.data.Dataset.from_tensor_slices(np.zeros([8, 4]))
    data = data.map(lambda x: {"x": x})
    reveal_type(data)  # revealed: tensorflow.data.Dataset[dict[str, Tensor[float64, Shape[4]]]]
    data = data.map(unknown).batch(4)
    for row in data.take(1):
        reveal_type(row)  # revealed: Any
    for row in data:
        print(row["x"])
    reveal_type(next(iter(data)))  # revealed: Any

def trained(model, x, y, mask=None):
    if mask is None:
        data = tf.data.Dataset.from_tensor_slices((x, y)).batch(2)
    else:
        data = tf.data.Dataset.from_tensor_slices((x, y, mask)).batch(2)
    if mask is None:
        for images, labels in data:
            model(images, labels)
    else:
        for images, labels, kept in data:
            model(images, labels, kept)

def records(files, decoded):
    data = tf.data.TFRecordDataset(files)
    if decoded:
        data = data.map(lambda text: tf.strings.length(text))
    for row in data.batch(2):
        reveal_type(row)  # revealed: Any

def best(scores, which):
    if which:
        found = np.argmax(np.atleast_2d(scores), axis=1)
    else:
        found = []
    return found

def dtypes(count):
    made = []
    made += [tf.float64] * count
    return made

def takes_logits(loss):
    return isinstance(loss, tf.keras.losses.Loss) and loss.from_logits

print(tf.keras.losses.MeanSquaredError().from_logits)  # error: [attr-defined] "no attribute"

def reset(metric: tf.keras.metrics.Metric, optimizer: tf.keras.optimizers.Optimizer):
    metric.reset_states()  # error: [attr-defined] "maybe "reset_state"?"
    print(optimizer.lr)  # error: [attr-defined] "no attribute "lr""
    print(optimizer.beta_1)
"""

#: Attributes whose names nobody wrote, and a function where another call has a layer.
LAYERS = """\
import tensorflow as tf
from tensorflow.keras import Model, Sequential, layers

class Pair(Model):
    def __init__(self, **parts):
        super().__init__()
        self.__dict__.update(parts)

    def call(self, x):
        return self.second(self.first(x)) * self.scale

class Block(Model):
    def __init__(self, filters, strides=1):
        super().__init__()
        if strides != 1:
            self.shortcut = Sequential([layers.Conv2D(filters, 1, strides)])
        else:
            self.shortcut = lambda x: x
        self.units: layers.Dense = layers.Dense(filters)
        self.units = lambda x: x  # error: [assignment] "Incompatible types"

    def call(self, x):
        return self.shortcut(x)

pair = Pair(first=layers.Dense(3), second=layers.Dense(4), scale=2.0)
pair(tf.zeros([2, 3]))
images = tf.zeros([2, 8, 8, 3])
reveal_type(Block(5, 2)(images))  # revealed: Tensor[float32, Shape[2, 4, 4, 5]]
reveal_type(Block(3)(images))  # revealed: Tensor[float32, Shape[2, 8, 8, 3]]
"""

LAMBDAS = """\
import tensorflow as tf

def steps(count: int, c: tf.Tensor):
    pair = (tf.zeros([4]), tf.zeros([2, 4]))
    for step in range(count):
        pair = tf.nest.map_structure(lambda x, step=step: x * tf.one_hot(step, 4), pair)
        reveal_type(pair)  # revealed: tuple[Tensor[float32, Shape[4]], Tensor[float32, Shape[2, 4]]]
        tf.nest.map_structure(lambda x, *, step=step: x * tf.one_hot(step, 4), pair)
        tf.cond(c, lambda step=step: tf.zeros([step]), lambda: tf.zeros([3]))
    sums = [tf.data.Dataset.range(3).map(lambda x, by=by: x + by) for by in range(3)]
    reveal_type(sums)  # revealed: list[tensorflow.data.Dataset[Tensor[int64, Shape[()]]]]
"""

LATE = """\
import tensorflow as tf

class Metadata:
    pass

def read(folder):
    assert tf.io.gfile.exists(folder)
    return Metadata()

def written(folder) -> Metadata:
    return Metadata()

class Output:
    def __init__(self, folder: str):
        self._read = None
        self._written = None

    def read(self) -> None:
        if self._read is None:
            self._read = read("a")

    def write(self) -> None:
        self._written = written("a")  # error: [assignment] "None"

def of(file):
    data = tf.data.Dataset.range(10)
    return data._variant_tensor

class Callback:
    pass

def own(callback: Callback):
    return callback.model  # error: [attr-defined] "no attribute"
"""

COPIES = """\
from typing import Any, Dict, Sequence, Tuple, TypeVar
import numpy as np
import tensorflow as tf

Number = TypeVar("Number", int, float, np.ndarray, tf.Tensor)

def floats(x):
    return tf.cast(x, tf.float32) if tf.is_tensor(x) else tf.convert_to_tensor(x, tf.float32)

def silenced(notes: Number) -> Number:
    notes = floats(notes)
    notes = tf.where(tf.equal(notes, 0.0), 0.0, notes)
    return notes

def sizes(named: Dict[str, tf.Tensor]) -> Dict[str, Sequence[int]]:
    return tf.nest.map_structure(lambda x: list(tf.shape(x).numpy()), named)

def padded(sizes) -> Tuple[Any]:
    return (1,) + tuple(sizes) + (1,)

def filtered(image, kernel, sizes):
    return tf.nn.depthwise_conv2d(image, kernel, strides=padded(sizes), padding="VALID")
"""

TRACED = """\
import tensorflow as tf

SPEC = tf.TensorSpec([None], tf.int32)

class Speaker(tf.Module):
    def __init__(self):
        super().__init__()
        self.set_up()

    def _speak(self, ids, **options):
        return ids

    def set_up(self):
        self.speak = tf.function(self._speak, input_signature=[SPEC])

class Singer(Speaker):
    def _sing(self, ids, notes):
        return ids

    def set_up(self):
        self.speak = tf.function(self._sing, input_signature=[SPEC, SPEC])

ids = tf.zeros([2], tf.int32)
Singer().speak(ids, notes=ids)
Speaker().speak(ids, notes=ids)  # error: [call-arg] "notes"
"""


DECORATED = """\
import functools
import tensorflow as tf

def with_defaults(**defaults):
    def decorate(function):
        @functools.wraps(function)
        def call(*args, **kwargs):
            return function(*args, **{**defaults, **kwargs})
        return call
    return decorate

@with_defaults(units=3)
def make_model(units):
    '''Makes a model of %s units.'''
    return tf.keras.Sequential([tf.keras.layers.Dense(units)])

make_model.__doc__ = make_model.__doc__ % 3

def plain(units: int) -> None:
    '''Makes nothing.'''

print(plain.__doc__.strip())  # error: [union-attr] "None"
"""

LEFT_OPEN = """\
import numpy as np
import numpy.typing as npt
import tensorflow as tf

def evaluate(batches):
    labels, scores = [], []
    for batch, of_batch in batches:
        labels.extend(np.array(of_batch)[:, :3])
        scores.extend(tf.nn.softmax(batch))
    labels, scores = np.array(labels), np.array(scores)
    return np.sum(labels == scores) / labels.shape[0], scores.shape

def cells(boxes: np.ndarray, width: int):
    box = boxes.astype(np.int32)[0, :]
    left, right = min(max(box[0], 0), width), min(max(box[2] + 1, 0), width)
    return np.zeros(width)[left - box[0] : right - box[0]]

def equation(ranks):
    axes, left, right = [], [], []
    for rank in ranks:
        if rank:
            axes = np.arange(rank)
            new = axes[:1]
            right.extend(new)
            left.append(axes)
        else:
            axes = range(3)
            left.append(axes)
    return left, right

def counted(counts: npt.NDArray[np.int_], scales: npt.NDArray[np.float64]) -> None: ...

counted(np.array([1, 2], dtype=np.int32), np.ones([2], dtype=np.float32))
counts: npt.NDArray[np.int_] = np.array([1, 2], dtype=np.int32)
ints = np.array([1, 2], dtype=np.int32)
counted(ints, np.ones([2]))  # error: [arg-type] "signedinteger[_32Bit]"

def mapping(sites):
    kept = []
    for site in sites:
        kept += site.count * [len(kept)]
    reveal_type(kept)  # revealed: list[Any]
    kept = np.array(kept)
    return kept.shape

def kept(images, batch):
    images = np.concatenate([images, batch]).astype(np.float32) / 255
    return np.random.binomial(1, 0.5, images.shape[0]).astype(bool)
"""

MADE = """\
import numpy as np
import tensorflow as tf

class Net:
    def __init__(self, size):
        self.w = tf.zeros([size])

class Holder:
    def __init__(self, net=None):
        if net is not None:
            self.net = net
        else:
            self.net = Net(3)

def build(size):
    tf.debugging.assert_positive(size)
    return Net(size)

net = build(3)
net.extra = 5
print(net.extra)
net.missing  # error: [attr-defined] "missing"
Holder().net.more = 3
own = Net(3)
own.scale = 2  # error: [attr-defined] "scale"

class Template:
    net = None
    size = None

class Small(Template):
    net = build(3)
    size = 3  # error: [assignment] "None"

def metrics(splits, calibration):
    made = {"loss": tf.keras.metrics.Mean(), "accuracy": tf.keras.metrics.BinaryAccuracy()}
    for split in splits:
        made.update({f"{split}/loss": tf.keras.metrics.Mean()})
    made.update({"calibration": calibration()})
    return made

def measure(batches, calibration):
    measured = metrics(["test"], calibration)
    for batch in batches:
        measured["loss"].update_state(batch)
        measured["calibration"].add_batch(batch)

class Layer(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.kernel, self.bias, self.never = None, None, None

    def build(self, input_shape):
        self.kernel = self.made([3, 3])
        self.bias = self.made([3])

    def made(self, shape):
        return self.add_weight(shape=shape)

    def call(self, x):
        print(tf.reshape(x, [-1, 3]) + self.never)  # error: [operator] "None"
        return tf.reshape(x, [-1, 3]) + self.bias
"""

FLOATS = """\
import tensorflow as tf

def crops(boxes: tf.Tensor, size: int = 7, offset: float = 0.5):
    return tf.reshape(boxes + offset, [1, size * 2])

def rows(boxes, size):
    return tf.reshape(boxes, [1, size * 2])

class Aligner(tf.keras.layers.Layer):
    def __init__(self, size: int = 7, offset: float = 0.5):
        super().__init__()
        self.config = {"size": size, "offset": offset}

    def call(self, boxes: tf.Tensor):
        rows(boxes, self.config["size"])
        rows(boxes, 2 * self.config["size"] - 1)
        tf.reshape(boxes, [-1, 2 * self.config["size"]])
        tf.reshape(boxes, [-1, 2.0 * self.config["size"]])  # error: [tf-dtype] "got a float"
        tf.reshape(boxes, [-1, self.config["size"] / 2])  # error: [tf-dtype] "got a float"
        rows(boxes, 0.5)  # error: [tf-dtype] "got 1.0"
        return crops(boxes, size=self.config["size"])  # error: [arg-type] "expected "int""
"""

GRADIENTS = """\
import tensorflow as tf

def back(made, first, second):
    sources = [tf.constant(first), tf.constant(second)]
    results = made(sources)
    loss = tf.reduce_sum(results[0])
    d_first, d_second, d_result = tf.gradients(loss, sources + results)
    d_first, d_second = tf.gradients(loss, sources)
    (d_sources,) = tf.gradients(loss, tf.constant(first))
    a, b = tf.gradients(loss, tf.constant(first))  # error: [misc] "unpack"

def variables(starts):
    scalars = [tf.Variable([start]) for start in starts]
    pairs = [tf.Variable([start, start]) for start in starts]
    both = [scalars, pairs]
    for some in both:
        for variable in some:
            print(variable.name)
    return [variable for some in both for variable in some]

def names(held: object):
    for name in held:  # error: [attr-defined] "__iter__"
        print(name)
"""

CHOICES = """\
from collections.abc import Callable, Iterable
from typing import NamedTuple, Optional, Union
import tensorflow as tf

Nested = Union[tf.Tensor, Iterable[tf.Tensor], dict[str, tf.Tensor]]
Splitter = Optional[Callable[[Nested], Iterable[Nested]]]

class Agent:
    # mypy finds no function for a lambda in an alias that is one of several types.
    def __init__(self, splitter: Optional[Splitter] = None) -> None: ...

Agent(splitter=lambda x: (x[0], x[1]))

class Step(NamedTuple):
    observation: Nested

def trimmed(step: Step):
    batch = tf.nest.map_structure(lambda x: x[tf.newaxis], step)
    del batch.observation["ignored"]
    return batch

def fed(many, labels):
    placeholder = tf.compat.v1.placeholder(labels.dtype, labels.shape)
    if many:
        held = {"a": placeholder, "b": placeholder}
    else:
        held = placeholder
    if many:
        return {held[head]: labels for head in held}
    return {held: labels}
"""


PROGRAMS = {
    "structures": STRUCTURES,
    "containers": CONTAINERS,
    "joined": JOINED,
    "symbols": SYMBOLS,
    "hung": HUNG,
    "layers": LAYERS,
    "plain": PLAIN,
    "loaded": LOADED,
    "overloads": OVERLOADS,
    "long": LONG,
    "names": NAMES,
    "mappings": MAPPINGS,
    "datasets": DATASETS,
    "lambdas": LAMBDAS,
    "late": LATE,
    "copies": COPIES,
    "traced": TRACED,
    "decorated": DECORATED,
    "left open": LEFT_OPEN,
    "gradients": GRADIENTS,
    "made": MADE,
    "floats": FLOATS,
    "choices": CHOICES,
}


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Case]:
    cases = {name: Case(name, program, 1) for name, program in PROGRAMS.items()}
    config = CONFIG.replace("[mypy]\n", "[mypy]\nallow_redefinition = True\n")
    check([*cases.values()], tmp_path_factory.mktemp("ordinary"), config)
    return cases


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_runs_is_no_error(name: str, checked: dict[str, Case]) -> None:
    assert not checked[name].problems(), "\n".join(checked[name].problems())


SHAPES = """\
class Shape:
    pass

class Circle(Shape):
    def __init__(self, radius):
        self.radius = radius
"""

NETS = """\
import tensorflow as tf
from shapes import Shape

class Net(Shape):
    def __init__(self, size):
        self.w = tf.zeros([size])
"""

DRAWN = """\
import tensorflow as tf
from nets import Net
from shapes import Circle, Shape
from tftypes import Tensor, float32
from tftypes import Shape as Dims

def drawn(shapes: list[Shape]) -> None: ...

def circle(radius):
    tf.debugging.assert_positive(radius)
    return Circle(radius)

circles = [circle(2)]
drawn(circles)
wide: Tensor[float32, Dims[4]] = Net(3).w
"""


def test_objects_that_have_nothing_to_do_with_tensors_are_mypys(tmp_path: Path) -> None:
    """What a function without annotations makes of them is told where their module, or that of a base, names TensorFlow."""
    modules = {"shapes.py": SHAPES, "nets.py": NETS, "drawn.py": DRAWN, "mypy.ini": CONFIG}
    for name, text in modules.items():
        (tmp_path / name).write_text(text)
    (error,) = mypy(tmp_path, "drawn.py")
    assert error.startswith("drawn.py:15: error: assignment: expected float32[4], got float32[3]")
