"""Where TensorFlow code runs: under a tape, inside another trace, in tf.data, with strategies."""

import gc
import threading
import weakref
from typing import NamedTuple, TypeVar

import numpy as np
import pytest
import tensorflow as tf

from tftypes import Floating, RaggedTensor, Shape, SparseTensor, Tensor, Variable, float32
from tftypes.runtime import function

N = TypeVar("N")
DT = TypeVar("DT", bound=Floating)


class Pair(NamedTuple):
    x: Tensor[float32, Shape[N]]
    y: Tensor[float32, Shape[N]]


def ones(*shape):
    return tf.ones(shape)


@function
def square(x: Tensor[float32, Shape[N]]) -> Tensor[float32, Shape[N]]:
    return x * x


@function
def product(pair: Pair) -> Tensor[float32, Shape[()]]:
    return tf.reduce_sum(pair.x * pair.y)


@pytest.fixture(autouse=True, params=["first call", "later call"])
def traced_before(request):
    """The first call goes through tf.function, later ones to the concrete function."""
    if request.param == "later call":
        square(ones(7))
        product(Pair(ones(7), ones(7)))


def test_gradients_flow():
    x = tf.Variable([1.0, 2.0])
    with tf.GradientTape(persistent=True) as tape:
        y = square(x)
        z = product(Pair(x, y))
    assert tape.gradient(y, x).numpy().tolist() == [2.0, 4.0]
    assert tape.gradient(z, x).numpy().tolist() == [3.0, 12.0]


def test_gradients_of_gradients_and_forward_mode():
    x = tf.constant([3.0])
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = square(x)
        first = inner.gradient(y, x)
    assert outer.gradient(first, x).numpy().tolist() == [2.0]
    with tf.autodiff.ForwardAccumulator(x, tf.constant([1.0])) as accumulator:
        assert accumulator.jvp(square(x)).numpy().tolist() == [6.0]


def test_gradients_to_captured_variables_and_lists():
    w = tf.Variable(2.0)

    @function
    def scaled(x: Tensor[float32, Shape[N]]):
        return w * x

    for _ in range(2):
        with tf.GradientTape() as tape:
            y = scaled([1.0, 2.0])
        assert tape.gradient(y, w).numpy() == 3.0


@pytest.mark.parametrize("outer", [tf.function, function], ids=["tf.function", "function"])
def test_nested(outer):
    @outer
    def f(x: Tensor[float32, Shape[N]]):
        total = tf.zeros([])
        for i in tf.range(3):  # AutoGraph
            if i > 0:
                total += tf.reduce_sum(square(x)) + product(Pair(x, x))
        return total

    assert f(ones(2)).numpy() == 8.0
    assert f(tf.ones([3])).numpy() == 12.0


def test_control_flow_and_mapping():
    assert tf.cond(tf.constant(True), lambda: square(ones(2)), lambda: ones(2)).shape == [2]
    assert tf.while_loop(lambda x: x[0] < 100, lambda x: [square(x)], [2 * ones(1)])[0].numpy() == [
        256.0
    ]
    rows = tf.constant([[1.0], [2.0]])
    assert tf.map_fn(square, rows).numpy().tolist() == [[1.0], [4.0]]
    assert tf.vectorized_map(square, rows).numpy().tolist() == [[1.0], [4.0]]
    assert tf.py_function(square, [rows[0]], tf.float32).numpy().tolist() == [1.0]


def test_in_a_dataset():
    rows = tf.data.Dataset.from_tensor_slices([[1.0, 2.0], [3.0, 4.0]])
    assert [row.tolist() for row in rows.map(square).as_numpy_iterator()] == [[1, 4], [9, 16]]
    pairs = tf.data.Dataset.zip((rows, rows)).map(lambda a, b: product(Pair(a, b)))
    assert list(pairs.as_numpy_iterator()) == [5.0, 25.0]
    batches = rows.batch(2)
    with pytest.raises(
        TypeError, match=r"square\(\) argument 'x': expected float32\[N\], got float32\[\?, 2\]"
    ):
        batches.map(square)


def test_in_a_graph():
    with tf.Graph().as_default():
        y = square(tf.constant([3.0]))
        with tf.compat.v1.Session() as session:
            assert session.run(y).tolist() == [9.0]


@pytest.mark.parametrize(
    "strategy",
    [
        lambda: tf.distribute.MirroredStrategy(["CPU:0"]),
        lambda: tf.distribute.OneDeviceStrategy("CPU:0"),
        tf.distribute.get_strategy,
    ],
    ids=["mirrored", "one device", "default"],
)
def test_with_a_strategy(strategy):
    strategy = strategy()
    with strategy.scope():
        w = tf.Variable([2.0])
        assert square(w).numpy().tolist() == [4.0]

    @function
    def step(x: Tensor[float32, Shape[N]]) -> Tensor[float32, Shape[N]]:
        w.assign_add([1.0])
        return square(x) * w

    results = strategy.run(step, (tf.constant([2.0]),))
    assert strategy.experimental_local_results(results)[0].numpy().tolist() == [12.0]
    results = tf.function(lambda: strategy.run(step, (tf.constant([2.0]),)))()
    assert strategy.experimental_local_results(results)[0].numpy().tolist() == [16.0]
    assert step([2.0]).numpy().tolist() == [20.0]


def test_run_eagerly():
    seen = []

    @function
    def f(
        x: Tensor[float32, Shape[N]], k: int, pair: Pair | None = None
    ) -> Tensor[float32, Shape[N]]:
        seen.append(type(x))
        return k * x if pair is None else pair.x + x

    f([1.0], 2)
    tf.config.run_functions_eagerly(True)
    try:
        assert f([1.0, 2.0], 2).numpy().tolist() == [2.0, 4.0]
        assert f([1.0], 2, Pair([2], [3])).numpy().tolist() == [3.0]
        assert seen[-1] is type(tf.constant(0))
        with pytest.raises(TypeError, match="argument 'x': expected"):
            f(1.0, 2)
    finally:
        tf.config.run_functions_eagerly(False)
    count = len(seen)
    assert f([1.0, 2.0], 2).numpy().tolist() == [2.0, 4.0]
    assert len(seen) == count


def test_eagerly_the_result_is_compared_with_the_sizes_of_the_call():
    @function
    def f(x: Tensor[float32, Shape[N]]) -> Tensor[float32, Shape[N]]:
        return x[1:]

    tf.config.run_functions_eagerly(True)
    try:
        with pytest.raises(
            TypeError,
            match=r"f\(\) returns: expected float32\[N\], got float32\[1\]: N is 2 in argument 'x', 1 here",
        ):
            f([1.0, 2.0])
    finally:
        tf.config.run_functions_eagerly(False)


def test_compiled_by_xla():
    @function(jit_compile=True)
    def f(x: Tensor[float32, Shape[N]]) -> Tensor[float32, Shape[N]]:
        return tf.reduce_sum(x) * x

    for _ in range(2):
        x = tf.Variable([1.0, 2.0])
        with tf.GradientTape() as tape:
            y = f(x)
        assert y.numpy().tolist() == [3.0, 6.0]
        assert tape.gradient(y, x).numpy().tolist() == [6.0, 6.0]
    assert f.experimental_get_tracing_count() == 1
    assert "f32[2]" in f.experimental_get_compiler_ir(tf.ones([2]))(stage="hlo")


def test_variables_pass_through_and_may_be_the_same():
    @function
    def swap(
        a: Variable[float32, Shape[N]], b: Variable[float32, Shape[N]], x: Tensor[float32, Shape[N]]
    ):
        a.assign(b + x)
        return a + b

    v, w = tf.Variable([1.0]), tf.Variable([2.0])
    for _ in range(2):
        v.assign([1.0])
        w.assign([2.0])
        assert swap(v, w, [1.0]).numpy().tolist() == [5.0]
        assert swap(v, v, [1.0]).numpy().tolist() == [8.0]
        assert swap(w, v, [1.0]).numpy().tolist() == [9.0]
    with tf.GradientTape() as tape:
        y = swap(v, w, [0.0])
    assert tape.gradient(y, w).numpy().tolist() == [1.0]


def test_ragged_tensors():
    @function
    def lengths(x: RaggedTensor[float32, Shape[N, None]], y: Tensor[float32, Shape[N]]):
        return x.row_lengths(), tf.reduce_sum(x * y[:, None])

    for rows in ([[1.0], [2.0, 3.0]], [[1.0, 1.0]], [[], [], []]):
        ragged = tf.ragged.constant(rows, ragged_rank=1, dtype=tf.float32)
        assert lengths(ragged, np.ones(len(rows)))[0].numpy().tolist() == list(map(len, rows))
    assert lengths.experimental_get_tracing_count() == 1
    with pytest.raises(TypeError, match=r"argument 'y': .* N is 1 in argument 'x', 2 here"):
        lengths(tf.ragged.constant([[1.0]]), [1.0, 2.0])


def test_experimental_options():
    @function(experimental_implements="example.scale", experimental_attributes=None)
    def f(x: Tensor[float32, Shape[N]], k: int = 2):
        return x * tf.cast(k, tf.float32)

    for n in (1, 2, 3):
        assert f(tf.ones([n])).numpy().tolist() == [2.0] * n
    assert f([1.0], 3).numpy().tolist() == [3.0]
    assert f.experimental_get_tracing_count() == 1  # k is a tensor too, as in tf.function
    with pytest.raises(TypeError, match="argument 'x': expected float32"):
        f(tf.ones([]))
    with pytest.raises(
        TypeError,
        match=r"function\(\) has no option 'jit'; it has input_signature, autograph, jit_compile",
    ):
        function(jit=True)(lambda x: x)


def test_a_keras_model():
    class Net(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = tf.keras.layers.Dense(4)

        @function
        def call(
            self, x: Tensor[float32, Shape[N, 3]], training: bool = False
        ) -> Tensor[float32, Shape[N, 4]]:
            return self.dense(x)

    net = Net()
    assert net(np.ones([5, 3])).shape == [5, 4]
    net.compile("sgd", "mse")
    assert len(net.fit(np.ones([8, 3]), np.ones([8, 4]), verbose=0).history["loss"]) == 1
    assert net.predict(np.ones([8, 3]), verbose=0).shape == (8, 4)
    with pytest.raises(TypeError, match=r"Net\.call\(\) argument 'x': expected float32\[N, 3\]"):
        net(tf.ones([2, 2]))


def test_a_method_of_an_extension_type():
    class Offset(tf.experimental.ExtensionType):
        value: tf.Tensor

        @function
        def add(self, x: Tensor[float32, Shape[N]]) -> Tensor[float32, Shape[N]]:
            return self.value + x

    assert Offset(1.0).add([1, 2]).numpy().tolist() == [2.0, 3.0]
    assert Offset(2.0).add([1, 2, 3]).numpy().tolist() == [3.0, 4.0, 5.0]
    assert Offset.add.experimental_get_tracing_count() == 1


def test_many_threads():
    @function
    def f(x: Tensor[float32, Shape[N]], k: int) -> Tensor[float32, Shape[N]]:
        return x + float(k)

    results = {}

    def work(k):
        for n in range(1, 20):
            results[k, n] = f(tf.ones([n]), k % 3).numpy().tolist()

    threads = [threading.Thread(target=work, args=(k,)) for k in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {(k, n): [1.0 + k % 3] * n for k in range(6) for n in range(1, 20)}
    assert f.experimental_get_tracing_count() == 3


def test_nothing_of_a_call_is_kept_alive():
    class Payload:
        pass

    @function
    def f(x: Tensor[float32, Shape[N]], extra, nested: dict[str, object]):
        return x

    payload, other = Payload(), Payload()
    x = np.ones(2, np.float32)
    f(x, payload, {"k": other})
    found = [weakref.ref(payload), weakref.ref(other), weakref.ref(x)]
    del payload, other, x
    gc.collect()
    assert [ref() for ref in found] == [None] * 3


def test_concrete_functions():
    concrete = square.get_concrete_function(tf.TensorSpec([3]))
    assert concrete is square.get_concrete_function() is square.get_concrete_function([1.0])
    assert concrete([1.0, 2.0]).numpy().tolist() == [1.0, 4.0]
    assert concrete(x=tf.constant([3.0])).numpy().tolist() == [9.0]
    assert (
        "x (POSITIONAL_OR_KEYWORD): TensorSpec(shape=(None,)"
        in square.pretty_printed_concrete_signatures()
    )
    with pytest.raises(
        TypeError,
        match=r"square\(\) argument 'x': expected float32\[N\], got TensorSpec int32\[3\]",
    ):
        square.get_concrete_function(tf.TensorSpec([3], tf.int32))
    of_pair = product.get_concrete_function()
    assert of_pair(Pair(ones(2), [3.0, 4.0])).numpy() == 7.0


def test_a_concrete_function_for_static_values():
    @function
    def f(x: Tensor[float32, Shape[N]], k: int, flag: bool = False):
        return x * k if flag else x

    three = f.get_concrete_function(k=3, flag=True)
    assert three(tf.ones([1]), 3, True).numpy().tolist() == [3.0]
    with pytest.raises(TypeError, match=r"f\(\) missing a required argument: 'k'"):
        f.get_concrete_function()
    with pytest.raises(TypeError, match="argument 'k': this concrete function was traced for 3"):
        three(tf.ones([1]), 4, True)


def test_an_initialization_function():
    class Model(tf.Module):
        def __init__(self):
            super().__init__()
            self.w = None

        @function
        def __call__(self, x: Tensor[float32, Shape[N]]):
            if self.w is None:
                self.w = tf.Variable(3.0)
            return self.w * x

    model = Model()
    initialize = model.__call__.get_initialization_function()
    initialize()
    assert model([1.0]).numpy().tolist() == [3.0]


def test_arguments_are_converted_once_and_in_their_graph():
    @tf.function
    def outer():
        return square([1.0, 2.0]), square(np.float32([3.0]))

    assert [r.numpy().tolist() for r in outer()] == [[1.0, 4.0], [9.0]]


def test_specs_of_ragged_and_sparse_tensors():
    @function
    def f(x: RaggedTensor[float32, Shape[N, None]], y: SparseTensor[float32, Shape[N, 3]]):
        return tf.reduce_sum(x) + tf.sparse.reduce_sum(y)

    concrete = f.get_concrete_function(
        tf.RaggedTensorSpec([2, None], ragged_rank=1), tf.SparseTensorSpec([None, 3])
    )
    assert concrete is f.get_concrete_function(tf.RaggedTensorSpec([None, None]))
    ragged, sparse = tf.ragged.constant([[1.0], [2.0, 3.0]]), tf.sparse.eye(2, 3)
    assert f(ragged, sparse).numpy() == concrete(ragged, sparse).numpy() == 8.0
    assert tf.function(f)(ragged, sparse).numpy() == 8.0
    assert f.experimental_get_tracing_count() == 1
    with pytest.raises(
        TypeError, match=r"f\(\) argument 'x': expected RaggedTensor float32\[N, \?\]"
    ):
        f.get_concrete_function(tf.RaggedTensorSpec([None, None], tf.int32))


def test_methods_run_eagerly_too():
    class Model:
        @function
        def double(self, x: Tensor[float32, Shape[N]]) -> Tensor[float32, Shape[N]]:
            for _ in tf.range(1):
                x = 2 * x
            return x

    model = Model()
    for eagerly in (True, False, True):
        tf.config.run_functions_eagerly(eagerly)
        try:
            assert model.double([1.0]).numpy().tolist() == [2.0]
        finally:
            tf.config.run_functions_eagerly(False)
