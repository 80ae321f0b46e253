"""Names of TensorFlow 1: what has them or does their work in TensorFlow 2, and the texts that constants are."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from tftypes.inference.declarations import Declarations
from tftypes.inference.interpreter.tables import giving

_V1: Final = "tensorflow.compat.v1."
_OF_DTYPES: Final = {"float": "float32", "double": "float64", "int32": "int32", "int64": "int64"}
#: What does the work of names that take the same, whatever else `tf.compat.v1` has.
_TODAY: Final = MappingProxyType(
    {
        **{f"to_{name}": f"tf.cast(x, tf.{dtype})" for name, dtype in _OF_DTYPES.items()},
        "set_random_seed": "tf.random.set_seed",
        "summary.FileWriter": "tf.summary.create_file_writer",
        "contrib.layers.l1_regularizer": "tf.keras.regularizers.L1",
        "contrib.layers.l2_regularizer": "tf.keras.regularizers.L2",
        "contrib.layers.xavier_initializer": "tf.keras.initializers.GlorotUniform",
        "contrib.layers.variance_scaling_initializer": "tf.keras.initializers.VarianceScaling",
        "contrib.data.AUTOTUNE": "tf.data.AUTOTUNE",
        "contrib.framework.nest": "tf.nest",
        "train.AdamOptimizer": "tf.keras.optimizers.Adam",
        "train.AdagradOptimizer": "tf.keras.optimizers.Adagrad",
        "train.AdadeltaOptimizer": "tf.keras.optimizers.Adadelta",
        "train.FtrlOptimizer": "tf.keras.optimizers.Ftrl",
        "train.GradientDescentOptimizer": "tf.keras.optimizers.SGD",
        "train.MomentumOptimizer": "tf.keras.optimizers.SGD",
        "train.RMSPropOptimizer": "tf.keras.optimizers.RMSprop",
    }
)  # fmt: skip


def _of_legacy(declarations: Declarations, path: str) -> str | None:
    """What does the work of a name that `tensorflow` has no more, with the module where that is gone.

    >>> _of_legacy(Declarations(), "log")
    'tf.math.log does its work'
    >>> _of_legacy(Declarations(), "Session")
    'tf.compat.v1.Session does its work'
    >>> _of_legacy(Declarations(), "gfile.GFile")
    'tf.io.gfile does its work'
    """
    if path in _TODAY:
        return f"{_TODAY[path]} does its work"
    full = _V1 + path
    if declarations.find(full) is None:
        return None
    now = declarations.canonical(full)
    module, _, last = path.rpartition(".")
    is_moved = now.rpartition(".")[2] == last and not now.startswith(_V1)
    found = now if is_moved or not module else full
    is_gone = module and declarations.find(f"tensorflow.{module}") is None
    shown = (found.rpartition(".")[0] if is_gone else found).replace("tensorflow", "tf", 1)
    return f"{shown} does its work"


REMEDIES: Final = {"legacy": _of_legacy}


#: How `tf.compat.v1.losses.Reduction` says what becomes of the losses of all elements.
_REDUCTIONS: Final = {
    "NONE": "none",
    "SUM": "weighted_sum",
    "SUM_OVER_BATCH_SIZE": "weighted_sum_over_batch_size",
    "MEAN": "weighted_mean",
    "SUM_BY_NONZERO_WEIGHTS": "weighted_sum_by_nonzero_weights",
    "SUM_OVER_NONZERO_WEIGHTS": "weighted_sum_by_nonzero_weights",
}
CONSTANTS: Final = {
    f"tensorflow.compat.v1.losses.Reduction.{name}": giving(text)
    for name, text in _REDUCTIONS.items()
}


#: What programs ask datasets for that these have not, or had in TensorFlow 1, with what does the work.
INSTEAD: Final = {
    "shape": "dataset.element_spec.shape or dataset.element_spec[0].shape is that of an element",
    "dtype": "dataset.element_spec.dtype or dataset.element_spec[0].dtype is that of an element",
    "numpy": "list(dataset.as_numpy_iterator()) has arrays",
    "size": "dataset.cardinality() is the number of its elements",
    "to_numpy": "list(dataset.as_numpy_iterator()) has arrays",
    **{
        each: f"names = dataset.{each} comes before map(), cache() and the like: what these give has none"
        for each in ("class_names", "file_paths")
    },
    "get_next": "next(iter(dataset)) is the first element",
    **dict.fromkeys(("make_one_shot_iterator", "make_initializable_iterator"), "iter(dataset) is one"),
    **{
        f"output_{what}": f"tf.compat.v1.data.get_output_{what}(dataset) tells it"
        for what in ("shapes", "types", "classes")
    },
}  # fmt: skip
