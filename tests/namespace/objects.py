"""One object of each kind that TensorFlow makes, by name."""

from types import ModuleType
from typing import Any


def make(tf: ModuleType) -> dict[str, Any]:
    """Builds them all; those that exist only while tracing are taken out of a trace."""
    import keras
    from tensorflow.core.function import trace_type
    from tensorflow.python.framework.weak_tensor import EagerWeakTensor

    variable = tf.Variable(1.0)
    dataset = tf.data.Dataset.range(3)
    ragged = tf.ragged.constant([[1], [2, 3]])
    strategy = tf.distribute.MirroredStrategy(["CPU:0"])
    distributed = strategy.experimental_distribute_dataset(dataset)
    from_function = strategy.distribute_datasets_from_function(lambda context: dataset)
    with strategy.scope():
        mirrored = tf.Variable(1.0)
    with tf.Graph().as_default() as graph:
        placeholder = tf.compat.v1.placeholder(tf.int32)
        ref_variable = tf.compat.v1.Variable(1, use_resource=False)

    traced: dict[str, Any] = {}

    def body(x: Any) -> list[Any]:
        traced["loop's graph"] = tf.compat.v1.get_default_graph()
        traced["loop's tensor"] = x + 1.0
        return [x + 1.0]

    @tf.function(autograph=False)
    def function(x: Any) -> Any:
        traced["traced argument"] = x
        traced["traced result"] = x + variable
        traced["traced ragged tensor"] = tf.RaggedTensor.from_row_splits(x, [0, 1])
        tf.while_loop(lambda x: x[0] < 2.0, body, [x])
        return x

    class Model(tf.Module):
        @tf.function(autograph=False)
        def method(self, x: Any) -> Any:
            return x

    class Extension(tf.experimental.ExtensionType):
        x: tf.Tensor  # TensorFlow reads the class, not text: no future import here

    def error() -> Exception:
        try:
            tf.constant([1, 2, 3]) + tf.constant([1, 2])
        except tf.errors.OpError as raised:
            return raised
        raise AssertionError

    concrete = function.get_concrete_function(tf.constant([1.0]))
    return {
        "eager tensor": tf.constant(1),
        "string tensor": tf.constant("a"),
        "NumPy-like tensor": tf.experimental.numpy.array([1]),
        "weak tensor": EagerWeakTensor(tf.constant(1)),
        "placeholder": placeholder,
        "variable": variable,
        "mirrored variable": mirrored,
        "reference variable": ref_variable,
        "ragged tensor": ragged,
        "sparse tensor": tf.sparse.from_dense([1]),
        "indexed slices": tf.IndexedSlices(tf.constant([1.0]), tf.constant([0]), tf.constant([3])),
        "extension type": Extension(tf.constant(1)),
        "dataset": dataset.batch(2),
        "v1 dataset": tf.compat.v1.data.Dataset.range(3),
        "iterator": iter(dataset),
        "optional": tf.experimental.Optional.from_value(1),
        "no value": tf.experimental.Optional.empty(tf.TensorSpec([])),
        "tensor array": tf.TensorArray(tf.int32, size=1),
        "queue": tf.queue.FIFOQueue(1, [tf.int32]),
        "module": Model(),
        "function": function,
        "bound method": Model().method,
        "concrete function": concrete,
        "function's graph": concrete.graph,
        "error": error(),
        "graph": graph,
        **traced,
        "distributed dataset": distributed,
        "distributed dataset from function": from_function,
        "distributed iterator": iter(distributed),
        "tensor spec": tf.TensorSpec([1]),
        "ragged tensor spec": tf.RaggedTensorSpec([1, None]),
        "sparse tensor spec": tf.SparseTensorSpec([1]),
        "dataset spec": tf.data.DatasetSpec(tf.TensorSpec([])),
        "trace type of a number": trace_type.from_value(1),
        "trace type of a tuple": trace_type.from_value((1,)),
        "placeholder context": trace_type.InternalPlaceholderContext(),
        "cast context": trace_type.InternalCastContext(),
        "dtype": tf.int32,
        "shape": tf.TensorShape([1, None]),
        # Not of TensorFlow's interfaces, whatever they are called.
        "NumPy array": tf.constant([1]).numpy(),
        "NumPy dtype": tf.int32.as_numpy_dtype,
        "Keras tensor": keras.KerasTensor((1,)),
        "Keras variable": keras.Variable(1.0),
        "Keras layer": keras.layers.Dense(1),
        "NumPy iterator": dataset.as_numpy_iterator(),
        "Python function": make,
        "Python error": ValueError(),
        "list": [1],
    }
