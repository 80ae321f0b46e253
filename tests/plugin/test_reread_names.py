"""A name that is assigned anew stands for its new value alone, however little is known of that."""

from __future__ import annotations

from pathlib import Path

from tests.checks import Case, check

SIZES = """\
import tensorflow as tf

def total(x, lengths):
    rows = tf.reshape(x, [tf.shape(x)[0], tf.shape(lengths)[0]])
    mask = tf.sequence_mask(lengths, maxlen=tf.size(lengths), dtype=tf.float32)
    rows = tf.reduce_sum(rows * mask, 1)  # the mask may have any rank
    return rows

def call(unknown):
    return total(tf.zeros([2, 3]), unknown)

reveal_type(call(open))  # revealed: Tensor[float32, Shape[None, ...]]
"""

ARRAYS = """\
import numpy as np
import tensorflow as tf

x = np.zeros([6, 4])
x = x.reshape([-1, 2]).astype(np.float32)
reveal_type(tf.constant(x))  # revealed: Tensor[float32, Shape[12, 2]]
x = x[:3] / 2
reveal_type(tf.constant(x))  # revealed: Tensor[float32, Shape[3, 2]]
"""

#: What is taken out of several has its sizes, also where a name gets an array of another dtype later.
LOADED = """\
import tensorflow as tf
from tensorflow.keras.datasets import mnist

(images, labels), (others, _) = mnist.load_data()
size = images.shape[1]
count = labels.shape[0]
images = images.reshape([-1, size, size, 1])
images = images.astype("float32") / 255
reveal_type(tf.zeros([size, count]))  # revealed: Tensor[float32, Shape[28, 60000]]
reveal_type(tf.constant(images))  # revealed: Tensor[float32, Shape[60000, 28, 28, 1]]
reveal_type(tf.keras.Input([size, size, 1]))  # revealed: KerasTensor[float32, Shape[batch, 28, 28, 1]]
"""

#: In a function a name stands for what it was bound to last, unless a branch, a loop or another function may bind it.
IN_FUNCTIONS = """\
import tensorflow as tf

def run(is_large):
    shape = (2, 3)
    reveal_type(tf.zeros(shape))  # revealed: Tensor[float32, Shape[2, 3]]
    size, shape = shape[0], (5,)
    reveal_type(tf.zeros(shape))  # revealed: Tensor[float32, Shape[5]]
    reveal_type(tf.zeros([size]))  # revealed: Tensor[float32, Shape[2]]
    if is_large:
        shape = (7,)
    reveal_type(tf.zeros(shape))  # revealed: Tensor[float32, Shape[None]]

def repeated():
    size = 3
    for step in range(3):
        reveal_type(tf.zeros([size]))  # revealed: Tensor[float32, Shape[None]]
        size = step

def shared():
    size = 3
    size = 4
    def grow():
        nonlocal size
        size = 5
    grow()
    reveal_type(tf.zeros([size]))  # revealed: Tensor[float32, Shape[None]]

count = 3

def outside(again):
    global count
    count = 4
    again()
    reveal_type(tf.zeros([count]))  # revealed: Tensor[float32, Shape[None]]
    count = 5

def tried(step):
    size = 2
    try:
        size = 3
        step()
        size = 4
    except ValueError:
        reveal_type(tf.zeros([size]))  # revealed: Tensor[float32, Shape[None]]
"""

#: In a notebook one name is a variable, a list and a tensor that grows.
GRADIENTS = """\
import tensorflow as tf

x = tf.Variable(3.0)
with tf.GradientTape() as tape:
    y = x ** 2
reveal_type(tape.gradient(y, x))  # revealed: Tensor[float32, Shape[()]]
x = [[1.0, 2.0, 3.0]]
x = tf.linspace(-10.0, 10.0, 201)
for step in range(2):
    x = x + 1
"""

#: Whichever method was called last has assigned the attribute.
ATTRIBUTES = """\
import numpy as np
import tensorflow as tf

class Data:
    def __init__(self):
        self.rows = np.zeros([2])
        self.kept = np.zeros([2])
        self.batches = tf.data.Dataset.range(9).batch(3)

    def more(self):
        self.rows = np.zeros([3])
        self.batches = tf.data.Dataset.range(9).batch(2)

    @property
    def shown(self):
        return self.rows

data = Data()
data.more()
rows, kept, batches = data.rows, data.kept, data.batches
reveal_type(tf.constant(rows))  # revealed: Tensor[float64, Any]
reveal_type(tf.constant(kept))  # revealed: Tensor[float64, Shape[2]]
reveal_type(tf.constant(data.shown))  # revealed: Tensor[Any, Any]
one = data.rows
reveal_type(tf.constant(one))  # revealed: Tensor[float64, Any]
for a in data.batches:
    reveal_type(a)  # revealed: Tensor[int64, Shape[None]]
for b in batches:
    reveal_type(b)  # revealed: Tensor[int64, Shape[None]]
"""

#: A list that is filled in two places goes by a second name.
LISTS = """\
import tensorflow as tf

class Collection:
    def __init__(self, use_matrices):
        self.matrices = []
        if use_matrices:
            self.matrices.append(tf.Variable(tf.eye(3)))
        else:
            self.matrices.append(tf.Variable(tf.constant([], tf.float32)))

class Agent:
    def __init__(self, collection: Collection):
        self.kept = collection.matrices

    def reset(self, k):
        self.kept[k].assign(tf.constant([], tf.float32))
        for matrix in self.kept:
            matrix.assign(tf.constant([], tf.float32))
"""

#: A traced function, or the function itself.
STEPS = """\
import tensorflow as tf

class Trainer:
    def __init__(self, traced: bool):
        if traced:
            self.step = tf.function(self.plain)
        else:
            self.step = self.plain
        if traced:
            self.other = tf.function(self.plain)
        else:
            self.other = 3

    def plain(self, x: tf.Tensor) -> tf.Tensor:
        return x
"""

#: Each class has an attribute of this name, and assigns it once.
LAYERS = """\
import tensorflow as tf
from tensorflow.keras import Model, layers

class Generator(Model):
    def __init__(self):
        super(Generator, self).__init__()
        self.dense = layers.Dense(7)

    def call(self, x):
        return self.dense(x)

class Discriminator(Model):
    def __init__(self):
        super(Discriminator, self).__init__()
        self.dense = layers.Dense(2)

    def call(self, x):
        return self.dense(x)

generator, discriminator = Generator(), Discriminator()

def loss():
    return discriminator(generator(tf.zeros([6, 3])))

reveal_type(generator(tf.zeros([6, 3])))  # revealed: Tensor[float32, Shape[6, 7]]
reveal_type(loss())  # revealed: Tensor[float32, Shape[6, 2]]
"""


def test_names(tmp_path: Path) -> None:
    texts = {"arrays": ARRAYS, "loaded": LOADED, "sizes": SIZES, "attributes": ATTRIBUTES}
    texts |= {"in functions": IN_FUNCTIONS}
    texts |= {"gradients": GRADIENTS, "lists": LISTS, "steps": STEPS, "layers": LAYERS}
    cases = [Case(name, text, 1) for name, text in texts.items()]
    check(cases, tmp_path)
    assert [case.problems() for case in cases] == [[]] * len(texts)
