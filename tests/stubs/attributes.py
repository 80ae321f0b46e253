"""Prints a program that reads every public attribute of one object of each class that programs hold most.

The objects stand in the program as the expressions that make them, so that a type checker sees what a program does.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import tensorflow as tf

#: Deprecated since TensorFlow 2.0 in favour of tf.compat.v1.data's functions, and not public on today's iterators;
#: internals of functions.
LEFT_OUT = {
    "Iterator": {"output_classes", "output_shapes", "output_types"},
    "ConcreteFunction": {"from_func_graph"},
}
DOUBLE = "tf.function(lambda x: x * 2).get_concrete_function(tf.TensorSpec([]))"
TABLE = 'tf.lookup.KeyValueTensorInitializer(["a"], tf.constant([1], tf.int64))'
LAYERS = """
    Activation("relu") Add() Attention() BatchNormalization() Bidirectional(K.layers.LSTM(2)) CategoryEncoding(2)
    Concatenate() Conv2D(1,1) Conv2DTranspose(1,1) Dense(2) DepthwiseConv2D(1) Discretization([1.0]) Dropout(0.1)
    Embedding(2,2) Flatten() GRU(2) GlobalAveragePooling2D() Hashing(2) InputLayer([1]) InputSpec(ndim=1)
    IntegerLookup(vocabulary=[1]) LSTM(2) LSTMCell(2) Lambda(abs) Layer() LayerNormalization() LeakyReLU() Masking()
    MaxPooling2D() MultiHeadAttention(1,1) Normalization() PReLU() RNN(K.layers.LSTMCell(2)) RandomFlip() Rescaling(1.0)
    Reshape([1]) Resizing(1,1) SeparableConv2D(1,1) Softmax() StringLookup(vocabulary=["a"]) TextVectorization()
    TimeDistributed(K.layers.Dense(2)) UpSampling2D() ZeroPadding2D()
"""
CALLBACKS = """
    BackupAndRestore("x") CSVLogger("x") Callback() CallbackList([]) EarlyStopping() History() LambdaCallback()
    LearningRateScheduler(abs) ModelCheckpoint("x.keras") ProgbarLogger() ReduceLROnPlateau() TensorBoard()
    TerminateOnNaN()
"""
MODELS = """
    losses.BinaryCrossentropy() losses.MeanSquaredError() losses.SparseCategoricalCrossentropy()
    metrics.AUC() metrics.Mean() metrics.MeanIoU(2) metrics.MeanMetricWrapper(abs) metrics.MeanSquaredError()
    metrics.Precision() metrics.SparseCategoricalAccuracy()
    mixed_precision.LossScaleOptimizer(K.optimizers.SGD()) optimizers.Adam() optimizers.AdamW() optimizers.RMSprop()
    optimizers.SGD() optimizers.schedules.CosineDecay(0.1,1) optimizers.schedules.ExponentialDecay(0.1,1,0.9)
    DTypePolicy("float32") Input([1]) Sequential([K.Input([1])]) Variable(1.0) constraints.MaxNorm()
    export.ExportArchive() initializers.Constant(1) initializers.GlorotUniform() random.SeedGenerator(1)
    preprocessing.image.ImageDataGenerator() preprocessing.text.Tokenizer() regularizers.L2() utils.Progbar(3)
"""
OBJECTS = [
    "tf.constant([1.0])",
    "tf.Variable([1.0])",
    "tf.ragged.constant([[1], [2, 3]])",
    "tf.sparse.from_dense([[1, 0]])",
    "tf.IndexedSlices(tf.constant([1.0]), tf.constant([0]))",
    "tf.TensorArray(tf.float32, 2)",
    "tf.TensorShape([1, 2])",
    "tf.float32",
    "tf.TensorSpec([1])",
    "tf.RaggedTensorSpec([None, None])",
    "tf.SparseTensorSpec([1])",
    "tf.data.Dataset.range(3)",
    'tf.data.TextLineDataset("x")',
    "iter(tf.data.Dataset.range(3))",
    "tf.data.Options()",
    "tf.compat.v1.data.Dataset.range(3)",
    "tf.experimental.Optional.from_value(1)",
    "tf.experimental.DynamicRaggedShape.from_lengths([1, 2])",
    "tf.GradientTape()",
    "tf.Graph()",
    "tf.function(lambda x: x * 2)",
    DOUBLE,
    f"{DOUBLE}.graph",
    f"{DOUBLE}.graph.get_operations()[0]",
    "tf.Module()",
    "tf.random.Generator.from_seed(1)",
    "tf.distribute.get_strategy()",
    "tf.distribute.get_strategy().extended",
    "tf.distribute.get_replica_context()",
    'tf.distribute.OneDeviceStrategy("cpu:0")',
    "tf.distribute.InputContext()",
    "tf.train.Checkpoint()",
    'tf.train.CheckpointManager(tf.train.Checkpoint(), "checkpoints", 1)',
    "tf.train.ExponentialMovingAverage(0.9)",
    "tf.train.Coordinator()",
    'tf.train.ClusterSpec({"worker": ["a"]})',
    'tf.summary.create_file_writer("summaries")',
    "tf.io.FixedLenFeature([], tf.int64)",
    'tf.io.gfile.GFile("x")',
    f"tf.lookup.StaticHashTable({TABLE}, -1)",
    f"tf.lookup.StaticVocabularyTable({TABLE}, 1)",
    "tf.lookup.experimental.DenseHashTable(tf.int64, tf.int64, -1, 0, -2)",
    "tf.linalg.LinearOperatorDiag([1.0])",
    "tf.linalg.LinearOperatorFullMatrix([[1.0]])",
    "tf.saved_model.SaveOptions()",
    "tf.train.CheckpointOptions()",
    "tf.test.TestCase()",
    "tf.test.Benchmark()",
    "tf.config.list_physical_devices()[0]",
    f"tf.lite.TFLiteConverter.from_concrete_functions([{DOUBLE}])",
    "tf.queue.FIFOQueue(3, tf.int32)",
    'tf.name_scope("x")',
    'tf.errors.NotFoundError(None, None, "x")',
    "tf.compat.v1.Session(graph=tf.Graph())",
    "tf.compat.v1.train.Saver([tf.Variable(1.0)])",
    "tf.compat.v1.train.AdamOptimizer()",
    "tf.compat.v1.train.Checkpoint()",
    "tf.compat.v1.get_variable_scope()",
    *(f"K.layers.{layer}" for layer in LAYERS.split()),
    *(f"K.callbacks.{callback}" for callback in CALLBACKS.split()),
    *(f"K.{rest}" for rest in MODELS.split()),
]


def attributes(value: Any) -> Iterator[str]:
    """The public attributes that the object has; what raises is not there."""
    left_out = {name for c in type(value).__mro__ for name in LEFT_OUT.get(c.__name__, ())}
    for name in dir(value):
        if not name.startswith("_") and name not in left_out:
            try:
                getattr(value, name)
            except Exception:
                continue
            yield name


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    names = {"tf": tf, "K": tf.keras}
    print("import tensorflow as tf\n\nK = tf.keras")
    for number, made in enumerate(OBJECTS):
        print(f"v{number} = {made}")
        for name in attributes(eval(made, names)):
            print(f"v{number}.{name}")
