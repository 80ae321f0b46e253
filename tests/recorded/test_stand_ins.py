"""Programs that would download, draw or train for hours run here, with data of the same shapes and dtypes."""

from __future__ import annotations

import doctest

import pytest

from . import stand_ins
from .measure import Program, measure

PROGRAM = """\
import gym
import matplotlib.pyplot as plt
import tensorflow as tf
import tensorflow_datasets as tfds
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

(images, labels), (others, _) = tf.keras.datasets.cifar10.load_data()
x = tf.constant(images)
y = tf.constant(labels)
(rows, prices), _ = tf.keras.datasets.boston_housing.load_data()
z = tf.constant(rows)

(_, classes), _ = tf.keras.datasets.cifar100.load_data()
c = tf.constant(classes)
rows, others = train_test_split(rows, test_size=0.25)
r = tf.constant(StandardScaler().fit_transform(rows))
for row in tf.data.Dataset.from_tensor_slices(rows).batch(16):
    last = tf.reduce_sum(row, axis=1)

figure, axes = plt.subplots(2, 2)
axes[0, 1].imshow(images[0])
plt.show()

environment = gym.make("CartPole-v1")
state = environment.reset()
state, reward, done, information = environment.step(environment.action_space.sample())
s = tf.constant(state)

for image, label in tfds.load("mnist", split="train", as_supervised=True).batch(5):
    first = image + 1

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.Adam(lr=0.1), "mse")
model.fit(rows, prices[:303], epochs=1000, callbacks=[tf.keras.callbacks.TensorBoard("logs")])
model.save("model.h5", save_format="h5")
with tf.summary.create_file_writer("logs").as_default():
    tf.summary.scalar("loss", 1.0, step=1)
while True:
    t = tf.reduce_sum(z)
tf.keras.utils.get_file("a.txt", "http://localhost/a.txt")
"""

EXPECTED = {
    "tf.constant(images)": [["tensor", "uint8", [50000, 32, 32, 3]]],
    "tf.constant(labels)": [["tensor", "uint8", [50000, 1]]],
    "tf.constant(rows)": [["tensor", "float64", [404, 13]]],
    "tf.constant(classes)": [["tensor", "int64", [50000, 1]]],
    "tf.constant(StandardScaler().fit_transform(rows))": [["tensor", "float64", [303, 13]]],
    "tf.reduce_sum(row, axis=1)": [["tensor", "float64", [16]], ["tensor", "float64", [15]]],
    "tf.constant(state)": [["tensor", "float32", [4]]],
    "image + 1": [["tensor", "uint8", [5, 28, 28, 1]]],
    "tf.reduce_sum(z)": [["tensor", "float64", []]],
}


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    path = tmp_path_factory.mktemp("stand_ins") / "program.py"
    path.write_text(PROGRAM)
    return measure([path], stands_in=True)[0]


@pytest.mark.parametrize("source", EXPECTED)
def test_what_is_recorded(source: str, program: Program) -> None:
    results = {program.source(each): each.results for each in program.expressions}
    assert results[source] == EXPECTED[source]


def test_what_would_be_downloaded_ends_the_program(program: Program) -> None:
    assert program.failure is not None
    assert "nothing is downloaded" in program.failure


def test_the_examples_in_docstrings() -> None:
    assert doctest.testmod(stand_ins).failed == 0
