"""Functions that nobody calls: who will call them, after what, and in which graph is not known."""

from __future__ import annotations

from pathlib import Path

from tests.inference.reports import check


def test_a_method_that_does_nothing_is_for_subclasses_to_fill(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        class Base(tf.keras.layers.Layer):
            def location(self, inputs):
                \"\"\"A tensor of shape [batch, classes].\"\"\"
                return

            def call(self, inputs):
                return tf.expand_dims(self.location(inputs), 1)
        """,
        tmp_path,
    )


def test_a_global_that_another_function_assigns(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        TABLE = None
        SIZES = None

        def fill():
            global TABLE
            TABLE = tf.zeros([5])

        def look_up(data):
            return data.map(lambda e: tf.gather(TABLE, tf.constant([0, 1])))

        def wrong():
            return tf.gather(SIZES, tf.constant(0))  # error: [tf-value] tf.gather(): argument 'params'
        """,
        tmp_path,
    )


def test_objects_that_an_instance_holds_may_have_been_used(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        class Inner:
            def build(self):
                self.matrix = tf.zeros([3, 3])

            def reset(self):
                return self.matrix * 0.0

        class Outer:
            def __init__(self):
                self.inner = Inner()

            def reset(self):
                return self.inner.reset()
        """,
        tmp_path,
    )


def test_a_graph_that_the_program_makes_itself(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        def gradients(loss, parameters):
            return tf.gradients(loss, parameters)

        with tf.Graph().as_default():
            x = tf.zeros([2])
            reveal_type(tf.gradients(x, x))  # revealed: list[Tensor[float32, Shape[2]]]

        tf.gradients(tf.zeros([2]), tf.zeros([2]))  # error: [tf-trace] tf.gradients works in a tf.function only
        """,
        tmp_path,
    )


def test_an_argument_that_may_be_left_out_of_a_dict(tmp_path: Path) -> None:
    check(
        """
        import inspect

        import tensorflow as tf

        def model():
            return tf.zeros([2])

        def run(function, **kwargs):
            wanted = inspect.getfullargspec(function).args
            return function(**{key: value for key, value in kwargs.items() if key in wanted})

        def loop(function, **kwargs):
            wanted, given = inspect.getfullargspec(function).args, {}
            for key, value in kwargs.items():
                if key in wanted:
                    given[key] = value
            return function(**given)

        run(model, scale=1)
        loop(model, scale=1)
        """,
        tmp_path,
    )


def test_a_placeholder_of_a_class_with_an_unknown_base(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from other_library import Parameters

        class Sizes(Parameters):
            words = None
            layers = 3

        tf.zeros([Sizes(words=4).words + 1])
        reveal_type(tf.zeros([Sizes().layers]))  # revealed: Tensor[float32, Shape[None]]
        """,
        tmp_path,
    )


def test_a_model_gets_its_layers_in_another_method(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        class Network(tf.keras.layers.Layer):
            def __init__(self):
                super().__init__()
                self.network = tf.keras.Sequential([])
                self.lookup = tf.keras.layers.StringLookup()

            def build(self, input_shape):
                self.network.add(tf.keras.layers.Dense(3))
                self.lookup.adapt(["a", "b"])

            def call(self, inputs):
                return self.network(inputs), self.lookup(inputs)

        empty = tf.keras.Sequential([])
        empty(tf.zeros([2, 3]))  # error: [tf-state] empty(): it has no layers yet
        """,
        tmp_path,
    )
