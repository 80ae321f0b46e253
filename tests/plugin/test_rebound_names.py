"""Names that stand for one thing after another, and containers filled in several places: nothing is refuted.

mypy keeps the type of what came first, or of all that came; a program is wrong only where
every one of them is.
"""

from __future__ import annotations

from pathlib import Path

from tests.checks import CONFIG, Case, check

DATASETS = """\
import tensorflow as tf

def batches(encoded):
    data = tf.data.Dataset.from_tensor_slices(tf.range(9))
    data = data.window(3, drop_remainder=True)
    data = data.flat_map(lambda window: window.batch(3))
    data = data.batch(2)
    data = data.map(lambda rows: (rows[:, :-1], rows[:, 1:]))
    return data.map(lambda rows, following: (tf.one_hot(rows, 7), following))

def images(data, prepare=None):
    data = data.repeat()
    if prepare is not None:
        data = data.map(prepare)
    return data.map(lambda example: example["image"])

images(tf.data.Dataset.list_files("*.png"), lambda path: {"image": tf.io.read_file(path)})

def records(pattern, reader, few: bool):
    data = tf.data.Dataset.list_files(pattern)
    if few:
        data = data.interleave(lambda name: reader(name))
    if tf.compat.v1.data.get_output_types(data) == (tf.string, tf.string):
        data = data.map(lambda _, value: value)
    return data

def one_of_several(split, kept, load):
    if kept and split == "train":
        data = tf.data.Dataset.from_tensor_slices((load(), load(), tf.range(10)))
    else:
        data = load()
    if not kept:
        def prepared(image, label):
            return image
        data.map(prepared)
        for image, label in data:
            print(image)
        data = data.shuffle(4).repeat()
        data.map(prepared)
        image, label = next(iter(data))
        for image, label in data:
            print(image)
    return data

def levels(named: dict[str, tf.Tensor]):
    for level in range(3, 5):
        boxes = named[str(level)]
        batch = tf.shape(boxes)[0]
        first, rows, columns, count = boxes.get_shape().as_list()
        boxes = tf.reshape(boxes, [batch, rows * columns, 4])
        first, rows, columns, count = boxes.get_shape().as_list()  # error: [misc] "unpack"

def maybe_named(named: bool):
    data = tf.data.Dataset.range(3)
    if named:
        data = data.map(lambda number: {"number": number})
    data = data.map(lambda element: element["number"] + 1)
    for element in data:
        tf.reshape(element, [1])

def parsed(keyed: bool):
    if keyed:
        parse = lambda key, value: value
    else:
        parse = lambda value: value
    return tf.data.Dataset.range(3).map(parse)

tf.data.Dataset.range(3).map(lambda a, b: a)  # error: [tf-signature] "takes 2 arguments, is called with 1"
"""

CONTAINERS = """\
import tensorflow as tf

def labels(levels, targets):
    found = {}
    found["mean"] = tf.zeros([2, 1])
    for level in levels:
        found["level%d" % level] = targets[level]
        tf.transpose(found["level%d" % level], [0, 3, 1, 2])
    return found

def parts(image):
    kept = []
    kept.append(tf.zeros([2, 1]))
    kept.append(image)
    for part in kept:
        tf.transpose(part, [0, 3, 1, 2])
    return tf.transpose(kept[-1], [0, 3, 1, 2])

def grown(levels):
    boxes = {"box%d" % level: tf.zeros([1, 4]) for level in levels}
    boxes.update({"class": tf.zeros([1], tf.int32)})
    boxes.update({"mask%d" % level: tf.ones([2], tf.int32) for level in levels})
    boxes.setdefault("scale", tf.zeros([]))
    boxes |= {"mask": tf.zeros([2, 2, 2])}
    layers = [tf.zeros([1]) for _ in levels]
    layers.extend([tf.zeros([2, 2])])
    layers.extend(tf.zeros([3]) for _ in levels)
    layers.extend([tf.zeros([3, 3]) for _ in levels])

def alike(levels):
    rows = []
    for _ in levels:
        rows.append(tf.zeros([2, 3]))
    reveal_type(rows[0])  # revealed: Tensor[float32, Shape[2, 3]]
    tf.transpose(rows[0], [0, 2, 1])  # error: [tf-rank] "perm has 3 items for rank 2"
"""

TENSORS = """\
import tensorflow as tf

def scalar_then_vector(size):
    x = tf.zeros([])
    x = tf.zeros([size, size])
    reveal_type(x + 1.0)  # revealed: Tensor[float32, Shape[None, None]]
    tf.matmul(x, x)
    tf.transpose(x, [0, 2, 1])  # error: [tf-rank] "perm has 3 items for rank 2"
"""


PIXELS = """\
import numpy as np
import tensorflow as tf

(images, labels), (others, rest) = tf.keras.datasets.mnist.load_data()
images, others = np.array(images, np.float32), np.array(others, np.float32)
images, others = images.reshape([-1, 784]), others.reshape([-1, 784])
images, others = images / 255.0, others / 255.0
reveal_type(tf.convert_to_tensor(images))  # revealed: Tensor[float32, Shape[60000, 784]]
data = tf.data.Dataset.from_tensor_slices((images, labels)).batch(16, drop_remainder=True)
for x, y in data.take(1):
    reveal_type(x)  # revealed: Tensor[float32, Shape[16, 784]]
"""


def test_data_that_is_bound_again_as_it_is_prepared(tmp_path: Path) -> None:
    case = Case("pixels", PIXELS, 1)
    check([case], tmp_path, CONFIG + "allow_redefinition = True\n")
    assert not case.problems(), "\n".join(case.problems())


def test_rebound_names(tmp_path: Path) -> None:
    cases = [Case("datasets", DATASETS, 1), Case("tensors", TENSORS, 1)]
    output = check(cases, tmp_path, CONFIG + "allow_redefinition = True\n")
    assert not [problem for case in cases for problem in case.problems()], output


def test_containers(tmp_path: Path) -> None:
    case = Case("containers", CONTAINERS, 1)
    output = check([case], tmp_path)
    assert not case.problems(), output


ATTRIBUTES = """\
import tensorflow as tf

class Decoder:
    def __init__(self, values):
        self.values = tf.zeros([1, 7, 1])
        self.states = tf.zeros([2, 3])
        self.kept = tf.zeros([2, 3])
        if values.with_neighbours:
            self.values = tf.broadcast_to(self.values[:, :, tf.newaxis, :], values.shape)

    def step(self, cell):
        output, self.states = cell(self.states)
        self.kept = tf.nn.relu(self.kept)
        return output

    def last(self):
        tf.transpose(self.states, [0, 2, 1])
        reveal_type(self.kept)  # revealed: Tensor[Any, Any]
        reveal_type(self.values + 1.0)  # revealed: Tensor[float32, Any]
        return self.values[:, :, -1, 0]
"""


GROWN = """\
import tensorflow as tf

class Memory(tf.Module):
    def __init__(self):
        self.rows = tf.zeros([0, 3])
        self.total = tf.zeros([])
        self.last = tf.zeros([3])
        self.cache = None
        self.start = tf.zeros([4])

    def add(self, row):
        self.rows = tf.concat([self.rows, row], 0)
        self.total += row
        for self.last in row:
            pass

    def reset(self):
        self.start = tf.ones([5])
        self.cache = tf.zeros([2])

    def fill(self):
        self.cache = tf.zeros([3])

    def read(self):
        for row in [self.rows]:
            reveal_type(row)  # revealed: Tensor[Any, Any]
        if tf.size(rows := self.rows) > 0:
            reveal_type(rows)  # revealed: Tensor[Any, Any]
        reveal_type(self.total)  # revealed: Tensor[Any, Any]
        reveal_type(self.last)  # revealed: Tensor[Any, Any]
        reveal_type(self.start)  # revealed: Tensor[Any, Any]
        if self.cache is not None:
            reveal_type(self.cache)  # revealed: Any
        self.rows = tf.zeros([7, 3])
        reveal_type(self.rows)  # revealed: Tensor[Any, Any] # revealed: Tensor[float32, Shape[7, 3]]
        return tf.identity(rows)

    def emptied(self, row):
        self.rows = tf.zeros([1, 3])
        other = tf.exp(row)
        return tf.identity(self.rows)

    def through(self, row):
        self.add(row)

    def filled(self, row):
        self.rows = tf.zeros([1, 3])
        self.through(row)
        return tf.identity(self.rows)

    def looped(self, row):
        self.rows = tf.zeros([1, 3])
        for _ in range(2):
            before = tf.exp(self.rows)
            self.add(row)
        return before

memory = Memory()
memory.add(tf.ones([2, 3]))
reveal_type(memory.rows)  # revealed: Tensor[Any, Any]
reveal_type(memory.read())  # revealed: Tensor[Any, Any]
reveal_type(memory.emptied(tf.ones([2, 3])))  # revealed: Tensor[float32, Shape[1, 3]]
reveal_type(memory.filled(tf.ones([2, 3])))  # revealed: Tensor[Any, Any]
reveal_type(memory.looped(tf.ones([2, 3])))  # revealed: Tensor[Any, Any]
memory.rows = tf.zeros([4, 3])
memory.add(tf.ones([2, 3]))
reveal_type(memory.rows)  # revealed: Tensor[Any, Any]
"""


def test_attributes_that_are_read_in_other_ways(tmp_path: Path) -> None:
    case = Case("grown", GROWN, 1)
    output = check([case], tmp_path)
    assert not case.problems(), output


def test_attributes_that_are_assigned_again(tmp_path: Path) -> None:
    case = Case("attributes", ATTRIBUTES, 1)
    output = check([case], tmp_path)
    assert not case.problems(), output


COPIES = """\
from typing import Any, TypeVar

import tensorflow as tf

Number = TypeVar("Number", int, float, tf.Tensor)

def silent(notes: Number, as_float: Any) -> None:
    notes = as_float(notes)
    tf.where(tf.equal(notes, 0.0), 0.0, 1.0)
"""


def test_a_parameter_with_a_type_variable_of_several_values(tmp_path: Path) -> None:
    """mypy checks a copy of the function for each value, in which the parameter keeps that type."""
    case = Case("copies", COPIES, 1)
    output = check([case], tmp_path, CONFIG + "allow_redefinition = True\n")
    assert not case.problems(), output


BASE = """\
import tensorflow as tf

class Base:
    def __init__(self):
        self.rows = tf.zeros([5])

    def CHANGE(self):
        self.rows = tf.zeros([7])
"""

TWO_BASES = """\
import case0
import case1
import tensorflow as tf

class First(case0.Base):
    def use(self):
        self.rows = tf.zeros([2])
        self.grow()
        return self.rows

class Second(case1.Base):
    def use(self):
        self.rows = tf.zeros([2])
        self.shrink()
        return self.rows

reveal_type(First().use())  # revealed: Tensor[Any, Any]
reveal_type(Second().use())  # revealed: Tensor[Any, Any]
"""


def test_attributes_of_one_name_in_bases_of_two_modules(tmp_path: Path) -> None:
    bases = [Case(each, BASE.replace("CHANGE", each), 1) for each in ("grow", "shrink")]
    cases = [*bases, Case("bases", TWO_BASES, 1)]
    output = check(cases, tmp_path)
    assert not [problem for case in cases for problem in case.problems()], output
