"""Where a trace means something else than elsewhere, and who makes the first call."""

import threading

import keras
import numpy as np
import pytest
import tensorflow as tf

from tftypes import Shape, Tensor, float32
from tftypes.runtime import function

Rows = Tensor[float32, Shape[None, 3]]


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(2)

    @function
    def call(self, x: Rows) -> Tensor[float32, Shape[None, 2]]:
        return self.dense(x)


class Calling(keras.Model):
    """The function is called from `call`."""

    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(2)
        self.apply = function(self.applied)

    def applied(self, x: Rows):
        return self.dense(x)

    def call(self, x):
        return self.apply(x)


@pytest.mark.parametrize("model", [Net, Calling])
def test_what_keras_traces_while_it_builds_a_model_is_not_kept(model):
    net = model()
    net(tf.ones([2, 3]))
    net.set_weights([tf.zeros([3, 2]), tf.zeros([2])])
    for size in (2, 5):
        assert np.abs(net(tf.ones([size, 3]))).sum() == 0.0
    net.compile("sgd", "mse")
    net.fit(tf.ones([4, 3]), tf.ones([4, 2]), verbose=0)
    assert np.abs(net(tf.ones([2, 3]))).sum() > 0.0


def test_a_symbolic_model():
    dense = keras.layers.Dense(2)

    @function
    def apply(x: Rows):
        return dense(x)

    inputs = keras.Input([3])
    model = keras.Model(inputs, keras.layers.Lambda(lambda x: apply(x), output_shape=(2,))(inputs))
    model(tf.ones([1, 3]))
    dense.set_weights([np.zeros([3, 2]), np.zeros([2])])
    assert np.abs(model(tf.ones([4, 3]))).sum() == 0.0


def test_values_given_for_variables_are_those_of_one_call():
    variable = keras.Variable(1.0)

    @function
    def scaled(x: Rows):
        return x * variable.value

    def called(value):
        with keras.StatelessScope([(variable, value)]):
            return float(scaled(tf.ones([1, 3]))[0, 0])

    assert [called(2.0), called(3.0), float(scaled(tf.ones([1, 3]))[0, 0]), called(4.0)] == [
        2.0, 3.0, 1.0, 4.0,
    ]  # fmt: skip
    assert scaled.experimental_get_tracing_count() == 1


def test_a_graph_that_no_function_is_traced_into():
    @function
    def double(x: Rows):
        return 2 * x

    with tf.__internal__.FuncGraph("scratch").as_default():
        double(tf.ones([1, 3]))
        tf.function(lambda: double(tf.ones([1, 3])))()
    assert double.experimental_get_tracing_count() == 0


@pytest.mark.parametrize("repeat", range(3))
def test_the_first_call_comes_from_many_threads(repeat):
    """TensorFlow lets other threads in before the variables of the first call have values."""

    class Model(tf.Module):
        def __init__(self):
            super().__init__()
            self.scale = None

        @function
        def __call__(self, x: Rows):
            if self.scale is None:
                self.scale = tf.Variable(2.0)
            return x * self.scale

    model, results = Model(), {}
    start = threading.Barrier(8)

    def work(size):
        start.wait()
        results[size] = float(tf.reduce_sum(model(tf.ones([size, 3]))))

    threads = [threading.Thread(target=work, args=(size,)) for size in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {size: 6.0 * size for size in range(1, 9)}
