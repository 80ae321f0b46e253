"""Where names are today that a library has no more, or what does their work: data, for the remedy in a message."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .declarations import Declarations

#: Where names of Keras are that were in other modules.
_PLACES: Final = (
    "keras.layers", "keras.ops", "keras.utils", "keras.models", "keras.callbacks", "keras.losses", "keras.metrics",
    "keras.optimizers", "keras.regularizers", "keras.initializers", "keras.random",
    "tensorflow.keras.preprocessing.image", "tensorflow.keras.preprocessing.sequence",
    "tensorflow.keras.preprocessing.text",
)  # fmt: skip
#: Where those are that were in `keras.backend`.
_OF_BACKEND: Final = ("keras.ops", "tensorflow.keras.backend", *_PLACES)
#: What does the work of names of Keras that are gone.
_INSTEAD: Final = {
    "KerasClassifier": "keras.wrappers.SKLearnClassifier",
    "KerasRegressor": "keras.wrappers.SKLearnRegressor",
    "CuDNNGRU": "keras.layers.GRU",
    "CuDNNLSTM": "keras.layers.LSTM",
    "learning_phase": "the argument training of call()",
    "multi_gpu_model": "tf.distribute.MirroredStrategy()",
    "np_utils": "keras.utils",
    "tensorflow_backend": "keras.backend",
    "merge": "keras.layers.concatenate",
    "Merge": "keras.layers.Concatenate()",
    "image_dim_ordering": "keras.backend.image_data_format",
    "set_image_dim_ordering": "keras.backend.set_image_data_format('channels_last')",
    "mse": "keras.losses.mean_squared_error",
    "mae": "keras.losses.mean_absolute_error",
    "preprocessing": "keras.layers",
    "function": "keras.Model(inputs, outputs)",
    "gradients": "tf.GradientTape()",
    "get_value": "keras.ops.convert_to_numpy(variable)",
    "set_value": "variable.assign(value)",
    "set_policy": "keras.mixed_precision.set_global_policy",
}
#: What Keras did for sessions of TensorFlow 1, and does no more.
_LEFT_OUT: Final = (
    "get_session", "set_session", "manual_variable_initialization", "get_uid", "reset_uids",
)  # fmt: skip
#: The functions of the same names make other things.
_ALIASES: Final = {"normal": "RandomNormal", "uniform": "RandomUniform"}


def place_of(declarations: Declarations, owner: str, names: Sequence[str]) -> str | None:
    """The module that has all of some names which `owner` lacks.

    >>> place_of(Declarations(), "keras.backend", ["mean"])
    'keras.ops'
    """
    if not _is_keras(owner):
        return None
    if owner.endswith("initializers") and any(name in _ALIASES for name in names):
        return None
    places = _OF_BACKEND if owner.endswith("keras.backend") else _PLACES
    return next(
        (
            place
            for place in places
            if all(declarations.find(f"{place}.{name}") is not None for name in names)
        ),
        None,
    )


def instead_of(owner: str, names: Sequence[str]) -> str | None:
    """What does the work of the first of some names of which that is known.

    >>> instead_of("keras.wrappers.scikit_learn", ["KerasClassifier"])
    'keras.wrappers.SKLearnClassifier'
    """
    if owner.endswith("initializers"):
        found = (f"keras.initializers.{_ALIASES[each]}" for each in names if each in _ALIASES)
    else:
        found = (_INSTEAD[each] for each in names if each in _INSTEAD)
    return next(found, None) if _is_keras(owner) else None


def is_left_out(owner: str, name: str) -> bool:
    """Whether programs do without a name that is gone, as TensorFlow 2 has no sessions.

    >>> is_left_out("keras.backend", "set_session")
    True
    """
    return _is_keras(owner) and name in _LEFT_OUT


def _is_keras(owner: str) -> bool:
    return owner.removeprefix("tensorflow.").startswith("keras")
