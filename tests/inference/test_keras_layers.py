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

        data = json.loads(input())
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
    """Of a list there is a list of them, and none is given where there are several inputs."""
    tensor, other = "Tensor[float32, Shape[2, 3]]", "Tensor[float32, Shape[1]]"
    check(_MASKED.format(one=tensor, two=tensor, listed=other, more=""), tmp_path)
    masking, any_of_both = "tf.keras.layers.Embedding(3, 4, mask_zero=True)", "Tensor[float32, Any]"
    check(_MASKED.format(one=any_of_both, two=tensor, listed=any_of_both, more=masking), tmp_path)


def test_layers_are_initialized_through_their_class(tmp_path: Path) -> None:
    check(
        """
        import keras
        import tensorflow as tf

        class Part:
            def __init__(self):
                self.scale = self.add_weight(shape=(), trainable=False)

        class Scaled(keras.Layer, Part):
            def __init__(self, *args, **kwargs):
                keras.Layer.__init__(self, *args, **kwargs)
                Part.__init__(self)

            def call(self, x):
                return x * self.scale

        reveal_type(Scaled(name="scaled")(tf.ones((2, 3))))  # revealed: Tensor[float32, Shape[2, 3]]
        """,
        tmp_path,
    )


def test_a_method_that_is_called_through_its_class_needs_its_instance(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        class Net(tf.keras.layers.Layer):
            def __init__(self):
                tf.keras.layers.Layer.__init__()  # error: [tf-call] tf.keras.layers.Layer.__init__(): argument 'self' is missing

        Net()
        """,
        tmp_path,
    )


def test_a_layer_hands_its_policy_to_the_layers_within(tmp_path: Path) -> None:
    check(
        """
        import keras
        import tensorflow as tf
        from keras import layers

        class Block(layers.Layer):
            def __init__(self, **kwargs):
                super().__init__(**kwargs)
                self.dense = layers.Dense(5, dtype=self.dtype_policy)

            def call(self, x):
                return self.dense(x)

        x = tf.ones((2, 3))
        reveal_type(Block()(x))  # revealed: Tensor[float32, Shape[2, 5]]
        reveal_type(Block(dtype="float64")(x))  # revealed: Tensor[float64, Shape[2, 5]]
        half = keras.DTypePolicy("mixed_float16")
        reveal_type(tf.zeros(1, half.compute_dtype))  # revealed: Tensor[float16, Shape[1]]
        reveal_type(tf.zeros(1, half.variable_dtype))  # revealed: Tensor[float32, Shape[1]]
        block = Block(dtype=half)
        reveal_type(block(x))  # revealed: Tensor[float16, Shape[2, 5]]
        reveal_type(block.dense.kernel.dtype == "float32")  # revealed: bool
        keras.config.set_dtype_policy("mixed_bfloat16")
        reveal_type(layers.Dense(1, dtype=keras.config.dtype_policy())(x))  # revealed: Tensor[bfloat16, Shape[2, 1]]
        """,
        tmp_path,
    )


def test_initializers_of_the_program_are_run(tmp_path: Path) -> None:
    check(
        """
        import keras
        import tensorflow as tf
        from keras import layers

        def of_kernel(shape, dtype=None):
            reveal_type(tf.zeros(shape, dtype))  # revealed: Tensor[float32, Shape[3, 5]]
            return tf.zeros(shape, dtype)

        class Second(keras.initializers.Initializer):
            def __call__(self, shape, dtype=None):
                reveal_type(tf.ones(shape, dtype))  # revealed: Tensor[float32, Shape[3, 2]]
                return tf.ones(shape, dtype)

        def wrong(shape, dtype=None):
            return tf.matmul(tf.zeros(shape), tf.zeros(shape))  # error: [tf-rank] tf.matmul(): argument 'a': expected rank 2 or more, got rank 1: a is float32[7]

        class Net(layers.Layer):
            def build(self, shape):
                self.dense = layers.Dense(5, kernel_initializer=of_kernel)
                self.w = self.add_weight(shape=(shape[-1], 2), initializer=Second)
                self.v = self.add_weight(shape=[7], initializer=wrong)

            def call(self, x):
                return self.dense(x)

        Net()(tf.zeros((2, 3)))
        """,
        tmp_path,
    )


def test_a_cell_says_itself_what_it_begins_with(tmp_path: Path) -> None:
    check(
        """
        import keras
        import tensorflow as tf

        class Cell(keras.layers.Layer):
            def __init__(self, units):
                super().__init__()
                self.units = self.state_size = units

            def get_initial_state(self, batch_size=None):
                return tf.zeros((batch_size, 2, self.units))

            def call(self, x, states):
                reveal_type(states[0])  # revealed: Tensor[float32, Shape[4, 2, 3]]
                first, second = tf.split(states[0], 2, axis=1)
                return tf.squeeze(first, 1), states

        x = tf.zeros((4, 5, 3))
        reveal_type(keras.layers.RNN(Cell(3))(x))  # revealed: Tensor[float32, Shape[4, 3]]
        reveal_type(keras.layers.RNN([Cell(3), Cell(3)])(x))  # revealed: Tensor[float32, Shape[4, 3]]
        last, state = keras.layers.RNN(Cell(3), return_state=True)(x)
        reveal_type(state)  # revealed: Tensor[float32, Shape[4, 2, 3]]
        """,
        tmp_path,
    )


def test_a_class_above_rnn_has_a_loop_and_states_of_its_own(tmp_path: Path) -> None:
    check(
        """
        import keras
        import tensorflow as tf

        class Plain(keras.layers.Layer):
            state_size = 3

            def call(self, x, states):
                reveal_type(states[0])  # revealed: Tensor[float32, Shape[4, 7]]
                return x, states

        class Own(keras.layers.RNN):
            def get_initial_state(self, batch_size):
                return [tf.zeros((batch_size, 7))]

            def inner_loop(self, sequences, initial_state, mask, training=False):
                reveal_type(initial_state)  # revealed: list[Tensor[float32, Shape[4, 7]]]
                last, outputs, states = super().inner_loop(sequences, initial_state, mask=mask, training=training)
                return last[:, :2], outputs, states

        x = tf.zeros((4, 5, 3))
        reveal_type(Own(Plain())(x))  # revealed: Tensor[float32, Shape[4, 2]]
        reveal_type(keras.layers.RNN(Plain())(x, initial_state=[tf.zeros((4, 7))]))  # revealed: Tensor[float32, Shape[4, 3]]
        """,
        tmp_path,
    )


def test_what_keras_finds_under_a_name_where_the_program_has_registered_others(
    tmp_path: Path,
) -> None:
    check(
        """
        import keras
        import tensorflow as tf

        @keras.saving.register_keras_serializable()
        def relu(x):
            return x[0]

        x = tf.zeros((2, 3))
        reveal_type(keras.activations.get("relu")(x))  # revealed: Tensor[float32, Shape[2, 3]]
        reveal_type(keras.activations.get(None)(x))  # revealed: Tensor[float32, Shape[2, 3]]
        reveal_type(keras.activations.get("Custom>relu"))  # revealed: Any
        """,
        tmp_path,
    )


def test_variables_and_values_of_the_backend(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from tensorflow.keras import backend as K

        x = tf.ones((2, 3))
        reveal_type(K.variable(0.5))  # revealed: Variable[float32, Shape[()]]
        reveal_type(K.variable([[1, 2]], dtype="int32"))  # revealed: Variable[int32, Shape[1, 2]]
        reveal_type(K.zeros((2, 3)))  # revealed: Variable[float32, Shape[2, 3]]
        reveal_type(K.eye(3))  # revealed: Variable[float32, Shape[3, 3]]
        reveal_type(K.random_normal_variable((2, 3), 0, 1, "float64"))  # revealed: Variable[float64, Shape[2, 3]]
        reveal_type(K.get_value(x))  # revealed: ndarray[float32, Shape[2, 3]]
        reveal_type(K.arange(1, 5, 2))  # revealed: Tensor[int32, Shape[2]]
        K.set_floatx("float64")
        reveal_type(K.ones([4]))  # revealed: Variable[float64, Shape[4]]
        """,
        tmp_path,
    )


def test_lists_of_unknown_length_are_put_together(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from keras import ops

        rows = []
        for line in open("rows.txt"):
            rows.append(tf.zeros((1, 3)))
        reveal_type(ops.concatenate(rows, axis=0))  # revealed: Tensor[float32, Shape[None, 3]]
        reveal_type(ops.stack(rows, axis=1))  # revealed: Tensor[float32, Shape[1, None, 3]]
        """,
        tmp_path,
    )


def test_layers_that_merge_numbers_keep_their_dtype(tmp_path: Path) -> None:
    """But a symbol says the dtype that the layer computes in, whatever the model will make."""
    check(
        """
        import tensorflow as tf
        from tensorflow.keras import layers

        ids, floats = tf.zeros([2, 3], tf.int64), tf.zeros([2, 3])
        reveal_type(layers.Concatenate()([ids, ids]))  # revealed: Tensor[int64, Shape[2, 6]]
        reveal_type(layers.Add()([ids, ids]))  # revealed: Tensor[int64, Shape[2, 3]]
        reveal_type(layers.Maximum()([ids, floats]))  # revealed: Tensor[float32, Shape[2, 3]]
        reveal_type(layers.Average()([ids, floats]))  # revealed: Tensor[float32, Shape[2, 3]]

        symbol = layers.Input((3,), dtype="int64")
        joined = layers.Concatenate()([symbol, symbol])
        reveal_type(joined)  # revealed: KerasTensor[float32, Shape[batch, 6]]
        tf.keras.Model(symbol, joined)(ids) + ids[:, :1]
        """,
        tmp_path,
    )


def test_layers_keep_their_windows_as_tuples(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from tensorflow.keras import layers

        class Scaled(layers.Conv2D):
            def call(self, x):
                return tf.nn.conv2d(x, self.kernel * 2, self.strides, self.padding.upper(), dilations=self.dilation_rate)

        reveal_type(Scaled(4, 3, padding="same")(tf.zeros([2, 8, 8, 3])))  # revealed: Tensor[float32, Shape[2, 8, 8, 4]]
        reveal_type(Scaled(4, 3, 2)(tf.zeros([2, 8, 8, 3])))  # revealed: Tensor[float32, Shape[2, 3, 3, 4]]
        pool = layers.MaxPooling1D(3)
        reveal_type(tf.ones(pool.pool_size + pool.strides))  # revealed: Tensor[float32, Shape[3, 3]]
        """,
        tmp_path,
    )


def test_a_compiled_model_has_the_variables_that_it_had(tmp_path: Path) -> None:
    """Those of its optimizer and its metrics are theirs."""
    check(
        """
        import tensorflow as tf

        model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
        model.compile("adam", "mse", metrics=["mae"])
        model.fit(tf.ones([8, 2]), tf.ones([8, 1]))
        kernel, bias = model.variables
        reveal_type(kernel)  # revealed: Variable[float32, Shape[2, 1]]
        reveal_type(bias[0])  # revealed: Tensor[float32, Shape[()]]
        """,
        tmp_path,
    )


def test_symbols_are_compared_for_difference(tmp_path: Path) -> None:
    """`==` of symbols is whether they are one object."""
    check(
        """
        import keras

        words = keras.Input((4,), dtype="int32")
        mask = words != 0
        reveal_type(mask)  # revealed: KerasTensor[bool, Shape[batch, 4]]
        reveal_type(mask[:, None, :])  # revealed: KerasTensor[bool, Shape[batch, 1, 4]]
        words != None
        words != "text"
        """,
        tmp_path,
    )


def test_an_int_of_python_is_64_bits_wide_to_keras(tmp_path: Path) -> None:
    check(
        """
        import keras
        import tensorflow as tf

        reveal_type(keras.Input((3,), dtype="int"))  # revealed: KerasTensor[int64, Shape[batch, 3]]
        reveal_type(keras.Input((3,), dtype=int))  # revealed: KerasTensor[int64, Shape[batch, 3]]
        layer = keras.layers.Layer()
        reveal_type(layer.add_weight(shape=(2,), dtype=int, initializer="zeros"))  # revealed: Variable[int64, Shape[2]]
        reveal_type(keras.Variable(tf.zeros([3]), dtype="int"))  # revealed: Variable[int64, Shape[3]]
        """,
        tmp_path,
    )
