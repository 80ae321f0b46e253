"""Keras' layers in the engine: made, built by the first input, called with tensors and symbols."""

from __future__ import annotations

from pathlib import Path

from .reports import check


def test_layers_compute_in_the_default_float(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from tensorflow.keras import layers

        steps = tf.zeros([4, 7, 8], tf.float64)
        reveal_type(layers.Dense(10)(steps))  # revealed: Tensor[float32, Shape[4, 7, 10]]
        tf.keras.backend.set_floatx("float64")
        reveal_type(layers.Dense(10)(steps))  # revealed: Tensor[float64, Shape[4, 7, 10]]
        """,
        tmp_path,
    )


def test_a_layer_of_the_program_is_built_once_by_its_first_input(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from tensorflow.keras import layers

        class Scale(layers.Layer):
            def __init__(self, units):
                super().__init__()
                self.units = units

            def build(self, input_shape):
                reveal_type(input_shape)  # revealed: tuple[int, int]
                self.kernel = self.add_weight(shape=[input_shape[-1], self.units])
                self.count = self.add_weight(dtype="int32", trainable=False)

            def call(self, x, training=None):
                return x @ self.kernel

        scale = Scale(10)
        reveal_type(scale(tf.zeros([5, 3])))  # revealed: Tensor[float32, Shape[5, 10]]
        reveal_type(scale(tf.zeros([7, 3]), training=True))  # revealed: Tensor[float32, Shape[7, 10]]
        reveal_type(scale.weights[1])  # revealed: Variable[int32, Shape[()]]
        reveal_type(len(scale.trainable_variables))  # revealed: int
        reveal_type(scale.trainable_variables[0])  # revealed: Variable[float32, Shape[3, 10]]
        """,
        tmp_path,
    )


def test_weights_are_tracked_through_attributes_lists_and_dicts(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from tensorflow.keras import layers

        class Net(layers.Layer):
            def __init__(self):
                super().__init__()
                self.first = layers.Dense(2)
                self.others = [layers.Dense(3)]
                self.named = {"last": layers.BatchNormalization()}
                self.others[0].trainable = False

            def call(self, x):
                for each in self.others:
                    x = each(self.first(x))
                return self.named["last"](x)

        net = Net()
        net(tf.zeros([5, 4]))
        reveal_type(net.weights[2])  # revealed: Variable[float32, Shape[2, 3]]
        reveal_type(net.weights[7])  # revealed: Variable[float32, Shape[3]]
        reveal_type(net.trainable_weights[0])  # revealed: Variable[float32, Shape[4, 2]]
        reveal_type(net.trainable_weights[2])  # revealed: Variable[float32, Shape[3]]
        """,
        tmp_path,
    )


def test_ranks_and_widths_that_a_layer_does_not_take(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from tensorflow.keras import layers

        layers.Conv2D(8, 3)(tf.zeros([32, 28, 28]))  # error: [tf-rank] tf.keras.layers.Conv2D(): expected rank 4
        dense = layers.Dense(3)
        dense(tf.zeros([8, 4]))
        dense(tf.zeros([8, 5]))  # error: [tf-shape] tf.keras.layers.Dense(): built for inputs with a last dim of 4, got 5
        """,
        tmp_path,
    )


def test_a_model_is_called_by_what_its_symbols_say(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from tensorflow import keras
        from tensorflow.keras import layers

        inputs = keras.Input([None, 8])
        x = layers.LSTM(4, return_sequences=True)(inputs)
        reveal_type(x)  # revealed: KerasTensor[float32, Shape[batch, size1, 4]]
        model = keras.Model(inputs, [x, layers.Dense(2)(x[:, -1])])
        steps, last = model(tf.zeros([5, 7, 8]))
        reveal_type(steps)  # revealed: Tensor[float32, Shape[5, 7, 4]]
        reveal_type(last)  # revealed: Tensor[float32, Shape[5, 2]]
        model(tf.zeros([5, 7, 9]))  # error: [tf-shape] model(): its Input takes [batch, size1, 8], and dim 2 is 9
        """,
        tmp_path,
    )


def test_sequential_knows_its_layers(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from tensorflow.keras import Input, Sequential, layers

        model = Sequential([Input([4])])
        for size in (8, 16):
            model.add(layers.Dense(size, "relu"))
        reveal_type(model.outputs[0])  # revealed: KerasTensor[float32, Shape[batch, 16]]
        reveal_type(model(tf.zeros([2, 4])))  # revealed: Tensor[float32, Shape[2, 16]]
        model.pop()
        reveal_type(model(tf.zeros([2, 4])))  # revealed: Tensor[float32, Shape[2, 8]]
        later = Sequential([layers.Flatten(), model.layers[0]])
        reveal_type(later(tf.zeros([2, 2, 2])))  # revealed: Tensor[float32, Shape[2, 8]]
        """,
        tmp_path,
    )


def test_a_layer_whose_weights_the_program_makes_itself(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        class Random:
            def __init__(self, value):
                self.distribution = value

        class Dense(tf.keras.layers.Dense):
            def add_weight(self, **settings):
                return Random(super().add_weight(**settings))

            def call(self, x):
                return Random(x) if isinstance(self.kernel, Random) else super().call(x)

        reveal_type(Dense(3)(tf.zeros([2, 3])).distribution)  # revealed: Any
        """,
        tmp_path,
    )


def test_operators_of_weights_promote_dtypes(tmp_path: Path) -> None:
    """Weights are variables of Keras', which answer for their operators themselves."""
    check(
        """
        import keras
        import numpy as np
        import tensorflow as tf

        layer = keras.layers.Dense(4)
        layer.build((None, 3))
        kernel = layer.kernel
        reveal_type(kernel * np.ones((3, 4)))  # revealed: Tensor[float64, Shape[3, 4]]
        reveal_type(np.ones((3, 4)) * kernel)  # revealed: ndarray[float64, Shape[3, 4]]
        reveal_type(kernel * tf.range(4))  # revealed: Tensor[float32, Shape[3, 4]]
        reveal_type(tf.range(4) * kernel)  # revealed: Tensor[float32, Shape[3, 4]]
        reveal_type(tf.ones([2, 3]) @ kernel + layer.bias)  # revealed: Tensor[float32, Shape[2, 4]]
        tf.range(4) + kernel  # error: [tf-dtype]
        tf.range(4) < kernel  # error: [tf-dtype]

        count = keras.Variable(np.zeros((3,), "int32"))
        reveal_type(count * 2.5)  # revealed: Tensor[float32, Shape[3]]
        reveal_type(count / 2)  # revealed: Tensor[float32, Shape[3]]

        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.ones([2, 3]) @ (kernel * 2) + layer.bias)
        reveal_type(tape.gradient(loss, kernel))  # revealed: Tensor[float32, Shape[3, 4]]
        """,
        tmp_path,
    )


def test_a_layer_that_is_called_with_something_unknown_is_built(tmp_path: Path) -> None:
    check(
        """
        import json
        import tensorflow as tf

        data = json.loads("[1.0]")
        layer = tf.keras.layers.Dense(3)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(layer(data))
        gradients = tape.gradient(loss, layer.trainable_weights)
        tf.keras.optimizers.Adam().apply_gradients(zip(gradients, layer.trainable_weights))
        reveal_type(layer.kernel)  # revealed: Variable[float32, Shape[None, 3]]
        reveal_type(layer.bias)  # revealed: Variable[float32, Shape[3]]
        """,
        tmp_path,
    )


def test_a_layer_of_mixed_precision_reads_its_weights_cast(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        class Inner(tf.keras.layers.Layer):
            def build(self, shape):
                self.scale = self.add_weight(shape=(3,))

            def call(self, x):
                return self.scale * 1.0

        class Scaled(tf.keras.layers.Layer):
            def __init__(self, **settings):
                super().__init__(**settings)
                self.inner = Inner(dtype="float32")

            def build(self, shape):
                self.scale = self.add_weight(shape=(3,))

            def call(self, x, offset):
                reveal_type(self.scale)  # revealed: Variable[float32, Shape[3]]
                reveal_type(self.scale.value)  # revealed: Tensor[float16, Shape[3]]
                reveal_type(self.scale[0])  # revealed: Tensor[float16, Shape[()]]
                reveal_type(-self.scale)  # revealed: Tensor[float16, Shape[3]]
                reveal_type(offset)  # revealed: Tensor[float16, Shape[3]]
                reveal_type(self.inner(x))  # revealed: Tensor[float32, Shape[3]]
                return tf.multiply(x, self.scale) + self.scale

        layer = Scaled(dtype="mixed_float16")
        x, offset = tf.ones([2, 3]), tf.Variable(tf.ones([3], tf.float64))
        reveal_type(layer(x, offset))  # revealed: Tensor[float16, Shape[2, 3]]
        reveal_type(layer.scale + 1)  # revealed: Tensor[float32, Shape[3]]
        """,
        tmp_path,
    )


_MASKED = """
    import tensorflow as tf

    class Layer(tf.keras.layers.Layer):
        def call(self, x, y=None, mask=None):
            if mask is not None:
                return tf.zeros([1])
            return x[0] if isinstance(x, list) else x

    x = tf.zeros([2, 3])
    reveal_type(Layer()(x))  # revealed: {one}
    reveal_type(Layer()(x, x))  # revealed: {two}
    reveal_type(Layer()([x, x]))  # revealed: {listed}
    {more}
"""


def test_a_mask_is_none_where_the_program_makes_none(tmp_path: Path) -> None:
    """Of a list there is a list of them."""
    tensor, other = "Tensor[float32, Shape[2, 3]]", "Tensor[float32, Shape[1]]"
    check(_MASKED.format(one=tensor, two=tensor, listed=other, more=""), tmp_path)
    masking, any_of_both = "tf.keras.layers.Embedding(3, 4, mask_zero=True)", "Tensor[float32, Any]"
    check(
        _MASKED.format(one=any_of_both, two=any_of_both, listed=any_of_both, more=masking), tmp_path
    )
