"""Every place where TensorFlow takes an extension type: a program that uses one there, and what
comes of it. The table in the documentation is made of these."""

import tempfile

import numpy as np
import tensorflow as tf

from tests.runtime.extension.masked import Masked, MaskedSpec


def value():
    return Masked([1.0, 2.0, 3.0])


def double(x):
    return Masked(2 * x.values, x.mask)


def slices():
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

    return run(value()).values.numpy().tolist()


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


def autograph():
    @tf.function
    def run(x, n):
        while n > 0:
            x = Masked(2 * x.values, x.mask)
            n -= 1
        return x

    return run(value(), tf.constant(1))


def dataset_slices():
    return numbers(slices())


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


def dataset_flat_map():
    return numbers(slices().flat_map(tf.data.Dataset.from_tensors))


def dataset_reduce():
    return slices().reduce(Masked(0.0), lambda state, x: Masked(state.values + x.values))


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


def strategy():
    mirrored = tf.distribute.MirroredStrategy(["CPU:0"])
    return tf.function(lambda x: mirrored.run(double, args=(x,)))(value())


def jit_compile():
    return tf.function(double, jit_compile=True)(value())


def optional():
    return tf.experimental.Optional.from_value(value()).get_value()


def keras_call():
    import keras

    class Model(keras.Model):
        def call(self, x):
            return tf.where(x.mask, x.values, 0.0)

    return Model()(value()).numpy().tolist()


def keras_predict():
    import keras

    class Model(keras.Model):
        def call(self, x):
            return tf.where(x.mask, x.values, 0.0)

    return Model().predict(tf.data.Dataset.from_tensors(value()), verbose=0).tolist()


def padded_batch():
    return list(slices().padded_batch(2))


def as_numpy_iterator():
    return list(slices().as_numpy_iterator())


def window():
    return list(slices().window(2))


def scan():
    return list(slices().scan(Masked(0.0), lambda state, x: (x, state)))


def variable():
    return tf.Variable(value())


def tensor_array():
    return tf.TensorArray(tf.float32, 1).write(0, value())


def checkpoint():
    return tf.train.Checkpoint(x=value())


DOUBLED = [2.0, 4.0, 6.0]
ITSELF = [1.0, 2.0, 3.0]

#: By what the documentation calls it: the program, and what it gives.
WORKS = {
    "tf.function: argument and result": (function_argument, DOUBLED),
    "tf.function: input_signature": (input_signature, DOUBLED),
    "tf.function: get_concrete_function": (concrete_function, DOUBLED),
    "tf.function: method": (method, DOUBLED),
    "tf.function: jit_compile": (jit_compile, DOUBLED),
    "autograph": (autograph, DOUBLED),
    "tf.while_loop": (while_loop, DOUBLED),
    "tf.while_loop: spec as invariant": (shape_invariants, ITSELF * 2),
    "tf.while_loop: shape as invariant": (shape_as_invariant, DOUBLED),
    "tf.cond": (cond, DOUBLED),
    "tf.case": (case, DOUBLED),
    "tf.switch_case": (switch_case, DOUBLED),
    "tf.data: from_tensor_slices": (dataset_slices, ITSELF),
    "tf.data: from_generator": (dataset_generator, [ITSELF]),
    "tf.data: map": (dataset_map, DOUBLED),
    "tf.data: flat_map": (dataset_flat_map, ITSELF),
    "tf.data: batch": (dataset_batch, [[1.0, 2.0], [3.0]]),
    "tf.data: element_spec": (dataset_batch_spec, MaskedSpec([2])),
    "tf.data: unbatch": (dataset_unbatch, ITSELF),
    "tf.data: rebatch": (dataset_rebatch, [ITSELF]),
    "tf.data: zip": (dataset_zip, ITSELF),
    "tf.data: group_by_window": (dataset_group_by_window, [[1.0, 3.0], [2.0]]),
    "tf.data: reduce": (dataset_reduce, 6.0),
    "tf.data: save and load": (dataset_save_and_load, ITSELF),
    "tf.saved_model": (saved_model, DOUBLED),
    "tf.nest, expand_composites": (nest, ITSELF),
    "tf.map_fn": (map_fn, DOUBLED),
    "tf.vectorized_map": (vectorized_map, DOUBLED),
    "tf.py_function": (py_function, DOUBLED),
    "gradient with respect to": (gradient_with_respect_to, DOUBLED),
    "gradient of": (gradient_of, DOUBLED),
    "MirroredStrategy.run": (strategy, DOUBLED),
    "tf.experimental.Optional": (optional, ITSELF),
    "Keras: call of a model": (keras_call, ITSELF),
    "Keras: predict": (keras_predict, ITSELF),
}

#: What TensorFlow does not let a library add, and what the user is told.
REFUSED = {
    "tf.data: padded_batch": (padded_batch, "only supported for datasets that produce tensor"),
    "tf.data: as_numpy_iterator": (as_numpy_iterator, "is not supported for datasets that produce"),
    "tf.data: window": (window, "Could not build a structure for output class Masked"),
    "tf.data: scan": (scan, "Could not build a structure for output class Masked"),
    "tf.Variable": (variable, "unsupported type"),
    "tf.TensorArray": (tensor_array, "unsupported type"),
    "tf.train.Checkpoint": (checkpoint, "was expecting x to be a trackable object"),
}


def plain(result):
    """What a program gave, without tensors, to compare."""
    if isinstance(result, Masked):
        result = result.values
    if isinstance(result, (tf.Tensor, np.ndarray)):
        return np.asarray(result).tolist()
    return result
