"""Calls of Keras' layers and of their constructors: what is bound, built and refused before anything is computed."""

from __future__ import annotations

from pathlib import Path

import pytest

from .reports import check, said


def test_build_gets_none_for_sizes_that_are_none_and_nothing_certain_for_unknown_ones(
    tmp_path: Path,
) -> None:
    check(
        """
        from tensorflow import keras

        class Project(keras.layers.Layer):
            def build(self, input_shape):
                width = input_shape[0][-1]
                if width is None:
                    raise ValueError("the width must be known")
                self.kernel = self.add_weight(shape=(width * 4,))

            def call(self, inputs):
                return inputs[0]

        class Doubled(keras.layers.Layer):
            def build(self, input_shape):
                self.kernel = self.add_weight(shape=(2 * input_shape[1],))  # error: [tf-value] int * None

            def call(self, x):
                return x

        def model(width):
            return Project()([keras.Input((width.size,)), keras.Input((width,))])

        Doubled()(keras.Input((None,)))
        """,
        tmp_path,
    )


def test_a_layer_of_which_it_is_not_known_whether_it_is_built_is_not_built_again(
    tmp_path: Path,
) -> None:
    check(
        """
        import unknown
        from tensorflow import keras

        class Scale(keras.layers.Layer):
            def build(self, input_shape):
                self.kernel = self.add_weight(shape=(input_shape[-1],))
                self.built = True

            def call(self, x):
                return x * self.kernel

        scale = Scale()
        scale(keras.Input((3,)))
        unknown.change(scale)
        scale(keras.Input((3,)))
        """,
        tmp_path,
    )


def test_names_that_a_dict_may_have_or_not_are_not_held_against_a_layer(tmp_path: Path) -> None:
    check(
        """
        import unknown
        from tensorflow import keras

        keras.layers.Dense(3, activatoin="relu")  # error: [tf-call] tf.keras.layers.Dense(): has no parameter 'activatoin'; did you mean 'activation'?

        def make(options):
            given = {}
            for name in ["training", "name"]:
                if options.get(name):
                    given[name] = options.pop(name)
            return keras.layers.Dense(3, **given)
        """,
        tmp_path,
    )


def test_call_needs_training_and_mask_where_they_have_no_default(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from tensorflow import keras
        from tensorflow.keras import layers

        class Noisy(layers.Layer):
            def call(self, inputs, training):
                return inputs

        class Outer(layers.Layer):
            def __init__(self):
                super().__init__()
                self.noisy = Noisy()

            def call(self, inputs, training=False):
                return self.noisy(inputs)  # error: [tf-signature] Noisy.call(): argument 'training' is missing

        x = tf.zeros([2, 5, 3])
        Noisy()(x)  # error: [tf-signature] Noisy.call(): argument 'training' is missing
        Noisy()(x, training=True)
        Outer()(x)
        layers.TimeDistributed(Noisy())(x)
        """,
        tmp_path,
    )


def test_a_constructor_of_keras_takes_what_the_layers_above_take(tmp_path: Path) -> None:
    check(
        """
        from tensorflow import keras

        class Named(keras.layers.Layer):
            def __init__(self, **options):
                super().__init__(**options)

        class ByPosition(keras.layers.Layer):
            def __init__(self, name):
                super().__init__(name)  # error: [tf-call] tf.keras.layers.Layer(): takes no argument by position, got 1

        class Itself(keras.Model):
            def __init__(self):
                super().__init__(self)  # error: [tf-call] tf.keras.Model(): takes inputs and outputs by position, or nothing, got 1

        Named(name="a", dtype="float64")
        ByPosition("a")
        Itself()
        """,
        tmp_path,
    )


def test_values_of_keras_tensors(tmp_path: Path) -> None:
    check(
        """
        import keras
        from keras import ops

        x = ops.ones((2, 3))
        reveal_type(ops.convert_to_numpy(ops.clip(x, 0, 1)))  # revealed: ndarray[float32, Shape[2, 3]]
        inputs = keras.Input((3,))
        reveal_type(ops.clip(inputs, 0.0, 1.0))  # revealed: KerasTensor[float32, Shape[batch, 3]]
        """,
        tmp_path,
    )


def test_a_data_set_is_as_large_as_its_arguments_say(tmp_path: Path) -> None:
    check(
        """
        from keras.datasets import boston_housing

        (x, _), _ = boston_housing.load_data(path="a.npz", test_split=0.2, seed=113)
        reveal_type(x)  # revealed: ndarray[float64, Shape[404, 13]]
        (y, _), _ = boston_housing.load_data(test_split=0.5)
        reveal_type(y)  # revealed: Any
        """,
        tmp_path,
    )


def test_images_have_their_channels_last_until_a_program_says_otherwise(tmp_path: Path) -> None:
    check(
        """
        import keras

        x = keras.Input((32, 32, 3))
        axis = 1 if keras.backend.image_data_format() == "channels_first" else 3
        reveal_type(keras.layers.Dense(x.shape[axis])(x))  # revealed: KerasTensor[float32, Shape[batch, 32, 32, 3]]
        """,
        tmp_path,
    )


_MADE_IN_CALL = """
import numpy as np
import tensorflow as tf
from tensorflow import keras

class Neck(keras.layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.norm = keras.layers.BatchNormalization()
        self.dense = keras.layers.Dense(units)

    def call(self, x, training=None):
        return self.dense(tf.nn.relu(self.norm(x, training=training)))

class Own(keras.layers.Layer):
    def __init__(self):
        super().__init__()

    def build(self, shape):
        self.w = self.add_weight(shape=(4, 4))

    def call(self, x):
        return x @ self.w

class Block(keras.layers.Layer):
    def call(self, x, training=None):
        return {call}

class Often(keras.layers.Layer):
    def __init__(self, count):
        super().__init__()
        self.count = count

    def call(self, x, training=None):
        for _ in range(self.count):
            x = Neck(4)(x, training=training)
        return x

class Net(keras.Model):
    def __init__(self, block):
        super().__init__()
        self.block, self.head = block, keras.layers.Dense(1)

    def call(self, x, training=None):
        return self.head(self.block(x, training=training))

def fit(model):
    model.compile("sgd", "mse")
    model.fit(np.zeros((4, 4)), np.zeros((4, 1)), verbose=0)

{run}
"""


@pytest.mark.parametrize(
    ("call", "run", "told"),
    [
        ("keras.layers.Dense(4)(x)", "fit(Net(Block()))", "as `self.v = keras.layers.Dense(4)`"),
        ("Own()(x)", "Net(Block()).predict(np.zeros((4, 4)))", "as `self.v = Own()`"),
        ("Neck(4)(x, training=training)", "fit(Net(Block()))", "as `self.v = Neck(4)` in __init__"),
        ("x", "fit(Net(Often(2)))", "as `self.v = [Neck(4) for _ in range(self.count)]`"),
        ("Neck(4)(x)", "fit(Net(Block()))", ""),
        ("Neck(4)(x, training=False)", "fit(Net(Block()))", ""),
        ("Neck(4)(x, training=training)", "Net(Block()).predict(np.zeros((4, 4)))", ""),
        ("Neck(4)(x, training=training)", "Net(Block())(np.zeros((4, 4)), training=True)", ""),
        ("keras.layers.ReLU()(x)", "fit(Net(Block()))", ""),
    ],
)
def test_a_layer_that_call_makes_is_told_where_it_is_made(
    call: str, run: str, told: str, tmp_path: Path
) -> None:
    """Keras runs a layer without `build` once, so that its parts have variables, but no values to assign."""
    found = said(_MADE_IN_CALL.replace("{call}", call).replace("{run}", run), tmp_path)
    assert len(found) == bool(told)
    assert all("make it once" in each and told in each for each in found)
