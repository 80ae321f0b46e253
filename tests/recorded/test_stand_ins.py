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

(images, labels), (others, _) = tf.keras.datasets.cifar10.load_data()
x = tf.constant(images)
y = tf.constant(labels)
(rows, prices), _ = tf.keras.datasets.boston_housing.load_data()
z = tf.constant(rows)

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
model.fit(rows, prices, epochs=1000)
while True:
    t = tf.reduce_sum(z)
tf.keras.utils.get_file("a.txt", "http://localhost/a.txt")
"""

EXPECTED = {
    "tf.constant(images)": [["tensor", "uint8", [50000, 32, 32, 3]]],
    "tf.constant(labels)": [["tensor", "uint8", [50000, 1]]],
    "tf.constant(rows)": [["tensor", "float64", [404, 13]]],
    "tf.constant(state)": [["tensor", "float32", [4]]],
    "image + 1": [["tensor", "uint8", [5, 28, 28, 1]]],
    "tf.reduce_sum(z)": [["tensor", "float64", []]],
}


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    path = tmp_path_factory.mktemp("stand_ins") / "program.py"
    path.write_text(PROGRAM)
    return measure([path], path.parent, stands_in=True)[0]


@pytest.mark.parametrize("source", EXPECTED)
def test_what_is_recorded(source: str, program: Program) -> None:
    results = {program.source(each): each.results for each in program.expressions}
    assert results[source] == EXPECTED[source]


def test_what_would_be_downloaded_ends_the_program(program: Program) -> None:
    assert program.failure is not None
    assert "nothing is downloaded" in program.failure


def test_the_examples_in_docstrings() -> None:
    assert doctest.testmod(stand_ins).failed == 0
