"""Keras' models in the engine: graphs of symbols, weights in Keras' order, names, policies and applications."""

from __future__ import annotations

from pathlib import Path

from .reports import check


def test_weights_of_a_graph_are_in_the_order_of_its_depths(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from tensorflow.keras import Input, Model, layers

        left, right = Input([3]), Input([4])
        deep = layers.Dense(7)(layers.Dense(5)(left))
        joined = layers.concatenate([deep, layers.Dense(6)(right)])
        model = Model([left, right], layers.Dense(1)(joined))
        reveal_type(model.trainable_weights[0])  # revealed: Variable[float32, Shape[3, 5]]
        reveal_type(model.trainable_weights[2])  # revealed: Variable[float32, Shape[5, 7]]
        reveal_type(model.trainable_weights[4])  # revealed: Variable[float32, Shape[4, 6]]
        reveal_type(model.trainable_weights[6])  # revealed: Variable[float32, Shape[13, 1]]
        """,
        tmp_path,
    )


def test_inputs_and_outputs_have_names(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from tensorflow import keras
        from tensorflow.keras import layers

        words = keras.Input([7], name="words")
        size = keras.Input([2], name="size")
        both = layers.Concatenate(name="both")([words, size])
        model = keras.Model([words, size], {"both": both, "one": layers.Dense(1)(both)})
        made = model({"words": tf.ones([3, 7]), "size": tf.ones([3, 2])})
        reveal_type(made["both"])  # revealed: Tensor[float32, Shape[3, 9]]
        part = keras.Model(model.inputs, model.get_layer("both").output)
        reveal_type(part([tf.ones([4, 7]), tf.ones([4, 2])]))  # revealed: Tensor[float32, Shape[4, 9]]
        part(tf.ones([4, 7]))  # error: [tf-value] part(): expected 2 inputs, got 1
        """,
        tmp_path,
    )


def test_policies_are_state_of_the_program(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from tensorflow import keras

        x = tf.ones([2, 3])
        keras.mixed_precision.set_global_policy("mixed_float16")
        dense = keras.layers.Dense(4)
        reveal_type(dense(x))  # revealed: Tensor[float16, Shape[2, 4]]
        reveal_type(dense.kernel)  # revealed: Variable[float32, Shape[3, 4]]
        reveal_type(keras.layers.Dense(4, dtype="float32")(x))  # revealed: Tensor[float32, Shape[2, 4]]
        keras.mixed_precision.set_global_policy("float32")
        reveal_type(keras.layers.Dense(4)(x))  # revealed: Tensor[float32, Shape[2, 4]]
        """,
        tmp_path,
    )


def test_models_that_are_downloaded_have_inputs_and_features(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from tensorflow import keras

        base = keras.applications.MobileNetV2(input_shape=(96, 160, 3), include_top=False)
        base.trainable = False
        reveal_type(base(tf.ones([2, 96, 160, 3])))  # revealed: Tensor[float32, Shape[2, 3, 5, 1280]]
        pooled = keras.layers.GlobalAveragePooling2D()(base.output)
        model = keras.Model(base.input, keras.layers.Dense(2)(pooled))
        reveal_type(model(tf.ones([4, 96, 160, 3])))  # revealed: Tensor[float32, Shape[4, 2]]
        base(tf.ones([2, 96, 96, 3]))  # error: [tf-shape] base(): its Input takes [batch, 96, 160, 3], and dim 2 is 96
        """,
        tmp_path,
    )


def test_a_built_layer_takes_no_new_state(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from tensorflow import keras

        class Late(keras.layers.Layer):
            def call(self, x):
                self.dense = keras.layers.Dense(3)  # error: [tf-state] this layer is built
                return self.dense(x)

        Late()(tf.ones([2, 3]))
        """,
        tmp_path,
    )


def test_calls_of_layers_take_tensors_and_all_arguments(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from tensorflow import keras

        class Both(keras.layers.Layer):
            def call(self, a, b, scale=1.0):
                return (a + b) * scale

        both = Both()
        x = tf.ones([2, 3])
        reveal_type(both(x, x, scale=2.0))  # revealed: Tensor[float32, Shape[2, 3]]
        both([x, x])  # error: [tf-signature] Both.call(): argument 'b' is missing
        both(x, x, 2.0)  # error: [tf-signature] a layer takes tensors by position, got 2.0
        """,
        tmp_path,
    )


def test_what_a_symbol_says_and_what_the_model_makes_may_differ(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from tensorflow import keras

        x = keras.Input([4])
        best = keras.layers.Lambda(lambda v: tf.argmax(v, axis=-1))(x)
        reveal_type(best)  # revealed: KerasTensor[float32, Shape[batch]]
        reveal_type(keras.Model(x, best)(tf.ones([3, 4])))  # revealed: Tensor[Any, Any]
        """,
        tmp_path,
    )


def test_inputs_are_given_in_any_structure_of_as_many_tensors(tmp_path: Path) -> None:
    check(
        """
        import numpy as np
        from tensorflow import keras
        from tensorflow.keras import layers

        a, b, c = (keras.Input((size,)) for size in (2, 3, 4))
        both = layers.Concatenate()([a, b, c])
        x, y, z = np.ones([5, 2]), np.ones([5, 3]), np.ones([5, 4])

        flat = keras.Model([a, b, c], both)
        reveal_type(flat([x, y, z]))  # revealed: Tensor[float32, Shape[5, 9]]
        reveal_type(flat((x, (y, z))))  # revealed: Tensor[float32, Shape[5, 9]]
        reveal_type(flat.predict([x, y, z]))  # revealed: ndarray[float32, Shape[5, 9]]
        flat([x, y])  # error: [tf-value] flat(): expected 3 inputs, got 2
        flat(x)  # error: [tf-value] flat(): expected 3 inputs, got 1

        nested = keras.Model([a, (b, c)], both)
        reveal_type(nested([x, y, z]))  # revealed: Tensor[float32, Shape[5, 9]]
        reveal_type(nested([x, [y, z]]))  # revealed: Tensor[float32, Shape[5, 9]]

        def call(inputs, outputs, x):
            keras.Model(inputs, outputs)([x, y, z])
            flat(x)
            print(x.shape)
            flat(x)
        """,
        tmp_path,
    )


def test_what_may_be_a_symbol_is_taken_for_an_output(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from tensorflow import keras

        class Both(keras.layers.Layer):
            def call(self, inputs):
                x, links = inputs
                return x, tf.sparse.reorder(links)

        x, links = keras.Input((3,)), keras.Input((None,), sparse=True)
        made = Both()([x, links])
        keras.Model([x, links], list(made))
        keras.Model(x, tf.zeros([2, 3]))  # error: [tf-value] tf.keras.Model(): argument 'outputs': expected KerasTensors, got float32[2, 3]
        """,
        tmp_path,
    )


def test_the_one_output_of_a_list_comes_alone_for_tensors_and_in_a_list_for_symbols(
    tmp_path: Path,
) -> None:
    check(
        """
        import numpy as np
        from tensorflow import keras

        x = keras.Input((3,))
        model = keras.Model([x], [keras.layers.Dense(2)(x)])
        reveal_type(model(np.zeros([4, 3])))  # revealed: Tensor[float32, Shape[4, 2]]
        reveal_type(model(x))  # revealed: list[KerasTensor[float32, Shape[batch, 2]]]
        model(x).shape  # error: [tf-attribute] a value of type 'list' has no attribute 'shape'
        reveal_type(model.output)  # revealed: list[KerasTensor[float32, Shape[batch, 2]]]
        reveal_type(model.output_shape)  # revealed: tuple[None, int]
        """,
        tmp_path,
    )
