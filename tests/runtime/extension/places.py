"""Every place where TensorFlow takes an extension type: a program that uses one there, and what
comes of it."""

import tempfile

import numpy as np
import tensorflow as tf

from tests.runtime.extension import masked
from tftypes.runtime import datasets, distribution, save, structured_signatures

#: Which of the two kinds of types the programs use: this module is loaded once for each.
KIND = globals().get("KIND", "StackableTypeSpec")
Masked, MaskedSpec = masked.KINDS[KIND]


def value():
    return Masked([1.0, 2.0, 3.0])


def double(x):
    return Masked(2 * x.values, x.mask, x.unit)


def slices():
    if KIND == "TypeSpec":  # it cannot be sliced
        numbers = [Masked(1.0), Masked(2.0), Masked(3.0)]
        return tf.data.Dataset.from_generator(
            lambda: iter(numbers), output_signature=MaskedSpec([])
        )
    return tf.data.Dataset.from_tensor_slices(value())


def numbers(dataset):
    return [x.values.numpy().tolist() for x in dataset]


def function_argument():
    return tf.function(double)(value())


def input_signature():
    return tf.function(double, input_signature=[MaskedSpec([None])])(value())


def concrete_function():
    return tf.function(double).get_concrete_function(MaskedSpec([None]))(value())


def method():
    class Model(tf.Module):
        @tf.function
        def __call__(self, x):
            return double(x)

    return Model()(value())


def while_loop():
    return tf.while_loop(lambda i, x: i < 1, lambda i, x: (i + 1, double(x)), (0, value()))[1]


def shape_invariants():
    def grow(i, x):
        return i + 1, Masked(tf.concat([x.values, x.values], 0))

    @tf.function
    def run(x):
        invariants = (tf.TensorShape([]), MaskedSpec([None]))
        return tf.while_loop(lambda i, x: i < 1, grow, (0, x), invariants)[1]

    return run(value())


def shape_as_invariant():
    @tf.function
    def run(x):
        invariants = (tf.TensorShape([]), tf.TensorShape([None]))
        return tf.while_loop(
            lambda i, x: i < 1, lambda i, x: (i + 1, double(x)), (0, x), invariants
        )[1]

    return run(value())


def cond():
    choose = tf.function(lambda c, x: tf.cond(c, lambda: x, lambda: double(x)))
    return choose(tf.constant(False), value())


def switch_case():
    choose = tf.function(lambda i, x: tf.switch_case(i, [lambda: x, lambda: double(x)]))
    return choose(tf.constant(1), value())


def case():
    choose = tf.function(lambda c, x: tf.case([(c, lambda: x)], default=lambda: double(x)))
    return choose(tf.constant(False), value())


def loop_options():
    @tf.function
    def run(x, n):
        for _ in tf.range(n):
            tf.autograph.experimental.set_loop_options(shape_invariants=[(x, MaskedSpec([None]))])
            x = Masked(tf.concat([x.values, x.values], 0))
        return x

    return run(value(), tf.constant(1))


def autograph():
    @tf.function
    def run(x, n):
        while n > 0:
            x = Masked(2 * x.values, x.mask)
            n -= 1
        return x

    return run(value(), tf.constant(1))


def dataset_slices():
    return numbers(tf.data.Dataset.from_tensor_slices(value()))


def dataset_map():
    return numbers(slices().map(double))


def dataset_batch():
    return numbers(slices().batch(2))


def dataset_batch_spec():
    return slices().batch(2, drop_remainder=True).element_spec


def dataset_unbatch():
    return numbers(slices().batch(2).unbatch())


def dataset_rebatch():
    return numbers(slices().batch(1).rebatch(3))


def dataset_generator():
    return numbers(
        tf.data.Dataset.from_generator(lambda: iter([value()]), output_signature=MaskedSpec([3]))
    )


def dataset_zip():
    return numbers(x for x, _ in tf.data.Dataset.zip((slices(), slices())))


def dataset_group_by_window():
    return numbers(
        slices().group_by_window(
            lambda x: tf.cast(x.values, tf.int64) % 2, lambda key, part: part.batch(2), 2
        )
    )


def dataset_from_tensors():
    return numbers(tf.data.Dataset.from_tensors(value()))


def dataset_ragged_batch():
    return numbers(slices().ragged_batch(2))


def dataset_filter():
    return numbers(slices().filter(lambda x: x.values > 1))


def dataset_interleave():
    return numbers(slices().interleave(tf.data.Dataset.from_tensors))


def dataset_in_order():
    whole = slices().cache().shuffle(1).prefetch(1)
    return numbers(whole.take(1).concatenate(whole.skip(1)).repeat(2))


def dataset_choose():
    which = tf.data.Dataset.from_tensor_slices(tf.constant([0, 1], tf.int64))
    return numbers(tf.data.Dataset.choose_from_datasets([slices(), slices()], which))


def dataset_iterator():
    return tf.function(lambda iterator: next(iterator))(iter(slices()))


def dataset_loop():
    @tf.function
    def total(dataset):
        state = Masked(0.0)
        for x in dataset:
            state = Masked(state.values + x.values, state.mask)
        return state

    return total(slices())


def dataset_flat_map():
    return numbers(slices().flat_map(tf.data.Dataset.from_tensors))


def dataset_reduce():
    return slices().reduce(Masked(0.0), lambda state, x: Masked(state.values + x.values))


def append(state, x):
    return Masked(tf.concat([state.values, [x.values]], 0))


def dataset_reduce_growing():
    return datasets.reduce(slices(), Masked(tf.zeros([0])), append)


def dataset_scan():
    return numbers(slices().scan(Masked(0.0), lambda last, x: (x, last)))


def dataset_scan_growing():
    return numbers(
        datasets.scan(slices(), Masked(tf.zeros([0])), lambda last, x: (append(last, x), last))
    )


def dataset_window():
    return [numbers(part) for part in datasets.window(slices(), 2)]


def dataset_save_and_load():
    with tempfile.TemporaryDirectory() as folder:
        slices().save(folder)
        return numbers(tf.data.Dataset.load(folder))


def saved_model():
    class Model(tf.Module):
        @tf.function(input_signature=[MaskedSpec([None])])
        def __call__(self, x):
            return double(x)

    with tempfile.TemporaryDirectory() as folder:
        tf.saved_model.save(Model(), folder)
        return tf.saved_model.load(folder)(value())


def nest():
    return tf.nest.map_structure(lambda t: t, value(), expand_composites=True)


def map_fn():
    return tf.map_fn(double, value(), fn_output_signature=MaskedSpec([]))


def vectorized_map():
    return tf.vectorized_map(double, value())


def py_function():
    return tf.py_function(double, [value()], Tout=MaskedSpec([3]))


def gradient_with_respect_to():
    x = value()
    with tf.GradientTape() as tape:
        tape.watch(x.values)
        y = tf.reduce_sum(x.values**2)
    return tape.gradient(y, x)


def gradient_of():
    v = tf.Variable([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        y = Masked(v * v)
    return tape.gradient(y, v).numpy().tolist()


def unconnected_gradient():
    x = value()
    with tf.GradientTape() as tape:
        tape.watch(x.values)
        y = tf.constant(1.0)
    return tape.gradient(y, x, unconnected_gradients="zero")


def unconnected_gradient_in_a_graph():
    run = tf.function(lambda x: tf.gradients(tf.ones([]), x, unconnected_gradients="zero")[0])
    return run(value())


def gradient_in_a_graph():
    @tf.function
    def run(x):
        return tf.gradients(tf.reduce_sum(x.values**2), x)[0]

    return run(value())


def custom_gradient():
    @tf.custom_gradient
    def same(x):
        return x, lambda upstream: upstream

    return same(value())


def recomputed():
    return tf.recompute_grad(double)(value())


def mirrored():
    """A strategy with two replicas."""
    return tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])


def of_each_replica(strategy, result):
    return [plain(part) for part in strategy.experimental_local_results(result)]


def distributed_dataset():
    strategy = mirrored()
    run = tf.function(lambda x: strategy.run(double, args=(x,)))
    batches = strategy.experimental_distribute_dataset(slices().batch(2))
    return [of_each_replica(strategy, run(x)) for x in batches]


def distributed_dataset_in_a_graph():
    strategy = mirrored()

    @tf.function
    def total(batches):
        state = 0.0
        for x in batches:
            sums = strategy.run(lambda y: tf.reduce_sum(y.values), args=(x,))
            state += strategy.reduce("SUM", sums, axis=None)
        return state

    return float(total(strategy.experimental_distribute_dataset(slices().batch(2))))


def distributed_iterator():
    strategy = mirrored()
    step = tf.function(lambda batches: strategy.run(double, args=(next(batches),)))
    batches = iter(strategy.experimental_distribute_dataset(slices().batch(2)))
    return [of_each_replica(strategy, step(batches)) for _ in range(2)]


def per_replica():
    strategy = mirrored()
    each = strategy.experimental_distribute_values_from_function(lambda _: value())
    run = tf.function(lambda x: strategy.run(double, args=(x,)))
    return of_each_replica(strategy, run(each))


def reduced():
    strategy = mirrored()
    run = tf.function(lambda x: strategy.run(double, args=(x,)))
    return distribution.reduce(strategy, "SUM", run(value()))


def trained_on_replicas():
    strategy = mirrored()
    with strategy.scope():
        weight = tf.Variable(2.0)

    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(double(x).values * weight)
        gradient = tape.gradient(loss, weight)
        return tf.distribute.get_replica_context().all_reduce("SUM", gradient)

    each = strategy.experimental_distribute_values_from_function(lambda _: value())
    return of_each_replica(strategy, tf.function(lambda x: strategy.run(step, (x,)))(each))


def reduced_by_strategy():
    strategy = mirrored()
    run = tf.function(lambda x: strategy.run(double, args=(x,)))
    return strategy.reduce("SUM", run(value()), axis=None)


def retracing():
    traces = []

    @tf.function(reduce_retracing=True)
    def run(x):
        traces.append(x)
        return double(x)

    for size in (1, 2, 3, 4):
        run(Masked(tf.ones([size])))
    return len(traces)


def control_dependencies():
    @tf.function
    def run(x):
        with tf.control_dependencies([x]):
            return double(x)

    return run(value())


def run_by_strategy():
    strategy = mirrored()
    run = tf.function(lambda x: strategy.run(double, args=(x,)))
    return of_each_replica(strategy, run(value()))


def jit_compile():
    return tf.function(double, jit_compile=True)(value())


def optional():
    return tf.experimental.Optional.from_value(value()).get_value()


def keras_call():
    import keras

    class Model(keras.Model):
        def call(self, x):
            return tf.where(x.mask, x.values, 0.0)

    return Model()(value())


def keras_predict():
    import keras

    class Model(keras.Model):
        def call(self, x):
            return tf.where(x.mask, x.values, 0.0)

    return Model().predict(tf.data.Dataset.from_tensors(value()), verbose=0).tolist()


def keras_model():
    import keras

    class Model(keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = keras.layers.Dense(1, kernel_initializer="zeros")

        def call(self, x):
            return self.dense(tf.where(x.mask, x.values, 0.0))

    model = Model()
    model.compile("sgd", "mse")
    return model


def keras_fit():
    data = tf.data.Dataset.from_tensors((Masked([[1.0, 2.0]]), [[1.0]]))
    return keras_model().fit(data, shuffle=False, verbose=0).history["loss"]


def keras_evaluate():
    data = tf.data.Dataset.from_tensors((Masked([[1.0, 2.0]]), [[1.0]]))
    return keras_model().evaluate(data, verbose=0)


def keras_layer():
    import keras

    class Double(keras.layers.Layer):
        def call(self, x):
            return double(x)

    class Model(keras.Model):
        def __init__(self):
            super().__init__()
            self.double = Double()

        def call(self, inputs):
            return self.double(inputs["x"])

    return Model()({"x": value()})


def keras_train_on_batch():
    return float(keras_model().train_on_batch(Masked([[1.0, 2.0]]), tf.constant([[1.0]])))


class Scored:
    """What a Keras model of these values does."""

    def __init__(self, **options):
        import keras

        super().__init__(**options)
        self.dense = keras.layers.Dense(1)

    def call(self, x):
        return self.dense(tf.where(x.mask, x.values, 0.0))


def scored():
    import keras

    @keras.saving.register_keras_serializable(KIND, "Net")
    class Net(Scored, keras.Model):
        pass

    return Net()


ROWS = [[1.0, 2.0]]


def keras_file():
    import keras

    model = scored()
    before = model(Masked(ROWS))
    with tempfile.TemporaryDirectory() as folder:
        model.save(f"{folder}/model.keras")
        loaded = keras.models.load_model(f"{folder}/model.keras")
    return plain(loaded(Masked(ROWS)) - before)


def keras_weights_file():
    model, other = scored(), scored()
    before, _ = model(Masked(ROWS)), other(Masked(ROWS))
    with tempfile.TemporaryDirectory() as folder:
        model.save_weights(f"{folder}/model.weights.h5")
        other.load_weights(f"{folder}/model.weights.h5")
    return plain(other(Masked(ROWS)) - before)


def keras_saved_model():
    model = scored()
    before = model(Masked(ROWS))
    call = tf.function(lambda x: model(x), input_signature=[MaskedSpec([None, 2])])
    with tempfile.TemporaryDirectory() as folder:
        save(model, folder, call)
        loaded = structured_signatures(tf.saved_model.load(folder))["serving_default"]
        return plain(loaded(Masked(ROWS)) - before)


def keras_archive_of_a_function():
    import keras

    model = scored()
    before = model(Masked(ROWS))
    archive = keras.export.ExportArchive()
    archive.track(model)
    archive.add_endpoint("serve", tf.function(model.call, input_signature=[MaskedSpec([None, 2])]))
    with tempfile.TemporaryDirectory() as folder:
        archive.write_out(folder, verbose=False)
        loaded = tf.saved_model.load(folder)
        return plain(loaded.serve(Masked(ROWS)) - before)


def keras_model_with_a_function():
    model = scored()
    before = model(Masked(ROWS))
    model.serve = tf.function(lambda x: model(x), input_signature=[MaskedSpec([None, 2])])
    with tempfile.TemporaryDirectory() as folder:
        tf.saved_model.save(model, folder)
        loaded = tf.saved_model.load(folder)
        return plain(loaded.serve(Masked(ROWS)) - before)


def keras_export():
    model = scored()
    model(Masked(ROWS))
    with tempfile.TemporaryDirectory() as folder:
        model.export(folder)


def keras_archive():
    import keras

    model = scored()
    model(Masked(ROWS))
    archive = keras.export.ExportArchive()
    archive.track(model)
    archive.add_endpoint("serve", model.call, input_signature=[MaskedSpec([None, 2])])


def keras_predict_a_value():
    import keras

    class Model(keras.Model):
        def call(self, x):
            return double(x)

    return Model().predict(tf.data.Dataset.from_tensors(value()), verbose=0)


def keras_fit_without_a_dataset():
    return keras_model().fit(Masked([[1.0, 2.0]]), tf.constant([[1.0]]), verbose=0)


def keras_input():
    import keras

    whole = keras.Input(shape=(2,))
    return keras.Model(whole, keras.layers.Dense(1)(whole))(Masked([[1.0, 2.0]]))


def keras_sequential():
    import keras

    class Filled(keras.layers.Layer):
        def call(self, x):
            return tf.where(x.mask, x.values, 0.0)

    return keras.Sequential([Filled()])(Masked([[1.0, 2.0]]))


def recomputed_gradient():
    x, weight = value(), tf.Variable(2.0)
    with tf.GradientTape() as tape:
        y = tf.recompute_grad(lambda x: x.values * weight)(x)
    return tape.gradient(y, weight)


def jacobian():
    x = value()
    with tf.GradientTape() as tape:
        tape.watch(x.values)
        y = x.values**2
    return tape.jacobian(y, x)


def batch_jacobian():
    x = Masked(ROWS)
    with tf.GradientTape() as tape:
        tape.watch(x.values)
        y = x.values**2
    return tape.batch_jacobian(y, x)


def jacobian_of():
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = Masked(x**2)
    return tape.jacobian(y, x)


def forward_accumulator():
    with tf.autodiff.ForwardAccumulator(value(), value()) as accumulator:
        return accumulator.jvp(value())


def padded_batch():
    return list(slices().padded_batch(2))


def as_numpy_iterator():
    return list(slices().as_numpy_iterator())


def window():
    return list(slices().window(2))


def reduce_growing():
    return slices().reduce(Masked(tf.zeros([0])), append)


def scan_growing():
    return slices().scan(Masked(tf.zeros([0])), lambda last, x: (append(last, x), last))


def numpy_function():
    return tf.numpy_function(double, [value()], tf.float32)


def queue():
    return tf.queue.FIFOQueue(1, [tf.float32]).enqueue(value())


def fold():
    return tf.foldl(append, value(), Masked(tf.zeros([0])))


def variable():
    return tf.Variable(value())


def tensor_array():
    return tf.TensorArray(tf.float32, 1).write(0, value())


def checkpoint():
    return tf.train.Checkpoint(x=value())


UNCONVERTED = "Masked is an extension type and no tensor|not implemented for Masked"
UNSHAPED = "not implemented for Masked|unsupported type .*Masked|Masked' object"
DOUBLED = [2.0, 4.0, 6.0]
ITSELF = [1.0, 2.0, 3.0]

#: By what the documentation calls it: the program, and what it gives.
WORKS = {
    "tf.function: argument and result": (function_argument, DOUBLED),
    "tf.function: input_signature": (input_signature, DOUBLED),
    "tf.function: get_concrete_function": (concrete_function, DOUBLED),
    "tf.function: method": (method, DOUBLED),
    "tf.function: reduce_retracing, two traces for any size": (retracing, 2),
    "tf.function: jit_compile": (jit_compile, DOUBLED),
    "autograph": (autograph, DOUBLED),
    "autograph: set_loop_options, a spec as invariant": (loop_options, ITSELF * 2),
    "tf.while_loop": (while_loop, DOUBLED),
    "tf.while_loop: spec as invariant": (shape_invariants, ITSELF * 2),
    "tf.while_loop: shape as invariant": (shape_as_invariant, DOUBLED),
    "tf.cond": (cond, DOUBLED),
    "tf.case": (case, DOUBLED),
    "tf.switch_case": (switch_case, DOUBLED),
    "tf.data: from_tensor_slices": (dataset_slices, ITSELF),
    "tf.data: from_tensors": (dataset_from_tensors, [ITSELF]),
    "tf.data: from_generator": (dataset_generator, [ITSELF]),
    "tf.data: map": (dataset_map, DOUBLED),
    "tf.data: flat_map": (dataset_flat_map, ITSELF),
    "tf.data: interleave": (dataset_interleave, ITSELF),
    "tf.data: filter": (dataset_filter, [2.0, 3.0]),
    "tf.data: cache, shuffle, prefetch, take, skip, concatenate, repeat": (
        dataset_in_order,
        ITSELF * 2,
    ),
    "tf.data: choose_from_datasets": (dataset_choose, [1.0, 1.0]),
    "tf.data: batch": (dataset_batch, [[1.0, 2.0], [3.0]]),
    "tf.data: element_spec": (dataset_batch_spec, MaskedSpec([2])),
    "tf.data: unbatch": (dataset_unbatch, ITSELF),
    "tf.data: rebatch": (dataset_rebatch, [ITSELF]),
    "tf.data: ragged_batch": (dataset_ragged_batch, [[1.0, 2.0], [3.0]]),
    "tf.data: zip": (dataset_zip, ITSELF),
    "tf.data: group_by_window": (dataset_group_by_window, [[1.0, 3.0], [2.0]]),
    "tf.data: reduce": (dataset_reduce, 6.0),
    "tf.data: scan": (dataset_scan, [0.0, 1.0, 2.0]),
    "`for x in dataset` in a traced function, with a state": (dataset_loop, 6.0),
    "tf.data.Iterator: next in a traced function": (dataset_iterator, 1.0),
    "tftypes.runtime.datasets.reduce: a state that grows": (dataset_reduce_growing, ITSELF),
    "tftypes.runtime.datasets.scan: a state that grows": (
        dataset_scan_growing,
        [[], [1.0], [1.0, 2.0]],
    ),
    "tftypes.runtime.datasets.window": (dataset_window, [[1.0, 2.0], [3.0]]),
    "tf.data: save and load": (dataset_save_and_load, ITSELF),
    "tf.saved_model": (saved_model, DOUBLED),
    "tf.nest, expand_composites": (nest, ITSELF),
    "tf.map_fn": (map_fn, DOUBLED),
    "tf.vectorized_map": (vectorized_map, DOUBLED),
    "tf.py_function": (py_function, DOUBLED),
    "gradient with respect to": (gradient_with_respect_to, DOUBLED),
    "gradient of": (gradient_of, DOUBLED),
    "gradient with respect to, UnconnectedGradients.ZERO": (unconnected_gradient, [0.0] * 3),
    "tf.gradients": (gradient_in_a_graph, DOUBLED),
    "tf.gradients, UnconnectedGradients.ZERO": (unconnected_gradient_in_a_graph, [0.0] * 3),
    "tf.custom_gradient": (custom_gradient, ITSELF),
    "tf.recompute_grad": (recomputed, DOUBLED),
    "tf.control_dependencies": (control_dependencies, DOUBLED),
    "MirroredStrategy.run": (run_by_strategy, [DOUBLED] * 2),
    "MirroredStrategy.run, with gradients": (trained_on_replicas, [24.0] * 2),
    "MirroredStrategy: distributed datasets, with a partial last batch": (
        distributed_dataset,
        [[[2.0], [4.0]], [[6.0], []]],
    ),
    "MirroredStrategy: `for x in dataset` in a traced function": (
        distributed_dataset_in_a_graph,
        6.0,
    ),
    "MirroredStrategy: next of an iterator in a traced function": (
        distributed_iterator,
        [[[2.0], [4.0]], [[6.0], []]],
    ),
    "MirroredStrategy: PerReplica": (per_replica, [DOUBLED] * 2),
    "MirroredStrategy.reduce": (reduced_by_strategy, [4.0, 8.0, 12.0]),
    "tftypes.runtime.distribution.reduce": (reduced, [4.0, 8.0, 12.0]),
    "tf.experimental.Optional": (optional, ITSELF),
    "Keras: call of a model": (keras_call, ITSELF),
    "Keras: fit, from a dataset": (keras_fit, [1.0]),
    "Keras: layers, in a model: argument and result": (keras_layer, DOUBLED),
    "Keras: train_on_batch": (keras_train_on_batch, 1.0),
    "Keras: evaluate": (keras_evaluate, 1.0),
    "Keras: predict": (keras_predict, ITSELF),
    "Keras: .keras files": (keras_file, [[0.0]]),
    "Keras: files of weights, into a model that was called": (keras_weights_file, [[0.0]]),
    "Keras: `runtime.save` with a function": (keras_saved_model, [[0.0]]),
    "Keras: `tf.saved_model.save`, with a function as attribute": (
        keras_model_with_a_function,
        [[0.0]],
    ),
    "Keras: ExportArchive, of a function with a signature": (
        keras_archive_of_a_function,
        [[0.0]],
    ),
}

#: What TensorFlow does not let a library add: the program, what the user is told, and why.
REFUSED = {
    "tf.data: padded_batch": (
        padded_batch,
        "only supported for datasets that produce tensor",
        "TensorFlow pads tensors only",
    ),
    "tf.data: as_numpy_iterator": (
        as_numpy_iterator,
        "is not supported for datasets that produce",
        "TensorFlow knows its own types only; iterate instead",
    ),
    "tf.data: window": (
        window,
        "Number of components does not match: expected 1 types but got 2",
        "TensorFlow makes a window of each tensor; use `tftypes.runtime.datasets.window`",
    ),
    "tf.data: reduce, a state that grows": (
        reduce_growing,
        r"The element classes for the new state must match the initial state. Expected MaskedSpec\("
        r"TensorShape\(\[0\]\), tf.float32, 'm'\) but got MaskedSpec\(TensorShape\(\[1\]\)",
        "TensorFlow widens tensors only; use `tftypes.runtime.datasets.reduce`",
    ),
    "tf.data: scan, a state that grows": (
        scan_growing,
        "The element classes for the new state must match",
        "TensorFlow widens tensors only; use `tftypes.runtime.datasets.scan`",
    ),
    "tf.recompute_grad: gradients": (
        recomputed_gradient,
        UNCONVERTED,
        "TensorFlow takes the identity of tensors only; give it the components",
    ),
    "tape.jacobian with respect to": (
        jacobian,
        UNSHAPED,
        "TensorFlow reshapes tensors only; ask for those of the components",
    ),
    "tape.batch_jacobian with respect to": (
        batch_jacobian,
        UNSHAPED,
        "TensorFlow reshapes tensors only; ask for those of the components",
    ),
    "tape.jacobian of": (
        jacobian_of,
        UNSHAPED,
        "TensorFlow reshapes tensors only; ask for those of the components",
    ),
    "tf.autodiff.ForwardAccumulator": (
        forward_accumulator,
        UNCONVERTED,
        "TensorFlow takes tensors only; give it the components",
    ),
    "tf.foldl, tf.scan": (fold, UNCONVERTED, "they slice tensors; `tf.map_fn` works"),
    "tf.numpy_function": (numpy_function, UNCONVERTED, "it takes arrays; `tf.py_function` works"),
    "tf.queue": (queue, UNCONVERTED, "a queue holds tensors; use `tf.data`"),
    "tf.Variable": (
        variable,
        UNCONVERTED,
        "a variable holds one tensor; keep one for each component",
    ),
    "tf.TensorArray": (tensor_array, UNCONVERTED, "it holds tensors; keep one for each component"),
    "tf.train.Checkpoint": (
        checkpoint,
        "was expecting x to be a trackable object",
        "a value is no variable; it has nothing to restore into",
    ),
    "Keras: predict, with a value as result": (
        keras_predict_a_value,
        "'Masked' object has no attribute 'numpy'",
        "Keras makes arrays of results; call the model instead",
    ),
    "Keras: fit, from a value": (
        keras_fit_without_a_dataset,
        "Unrecognized data type: x=Masked",
        "Keras slices arrays only; `fit` from a dataset works",
    ),
    "Keras: Input and functional models": (
        keras_input,
        UNCONVERTED,
        "`keras.Input` makes a tensor; subclass `keras.Model`",
    ),
    "Keras: export": (
        keras_export,
        r"Net.export\(\): Keras exports models of tensors only, and an input is MaskedSpec.*use "
        "tftypes.runtime.save",
        "Keras exports models of tensors only; use `tftypes.runtime.save` with a function",
    ),
    "Keras: ExportArchive, of a method and a signature": (
        keras_archive,
        "Unsupported x=MaskedSpec",
        "Keras reads specs of tensors only; give it a `tf.function` with the signature",
    ),
    "Keras: a layer of a Sequential": (
        keras_sequential,
        "'SymbolicTensor' object has no attribute 'mask'",
        "Keras tries a layer on a tensor to learn its shapes; subclass `keras.Model`",
    ),
}

#: Where values are stacked or unstacked, so that their spec must say how.
STACKED = {
    "tf.data: from_tensor_slices",
    "tf.data: batch",
    "tf.data: element_spec",
    "tf.data: unbatch",
    "tf.data: rebatch",
    "tf.data: ragged_batch",
    "tf.data: group_by_window",
    "tf.map_fn",
    "tf.vectorized_map",
    "MirroredStrategy: distributed datasets, with a partial last batch",
    "MirroredStrategy: `for x in dataset` in a traced function",
    "MirroredStrategy: next of an iterator in a traced function",
}

#: Where a gradient flows through the value: of a result in twice the value, or in the value itself.
DIFFERENTIABLE = {
    place: 2.0 if result == DOUBLED else 1.0
    for place, (_, result) in WORKS.items()
    if result in (DOUBLED, ITSELF)
    and not place.startswith(("tf.data", "gradient", "tf.gradients", "tftypes", "MirroredS"))
} | {
    "tf.while_loop: spec as invariant": 2.0,
    "autograph: set_loop_options, a spec as invariant": 2.0,
}
#: Among these, what TensorFlow gives as an array, or is refused its gradient in a row of its own.
for _place in ("Keras: predict", "tf.recompute_grad"):
    DIFFERENTIABLE.pop(_place)
UNSTACKABLE = (
    "UnstackableSpec.* cannot be (un)?stacked: it is no tftypes.runtime.StackableTypeSpec"
    "|map_fn can not consume UnstackableSpec|must provide a `BatchableTypeSpec`"
)


def plain(result):
    """What a program gave, without tensors, to compare."""
    if isinstance(result, Masked):
        result = result.values
    if isinstance(result, (tf.Tensor, np.ndarray)):
        return np.asarray(result).tolist()
    return result
