"""What older versions of Keras had and Keras 3 has not, with what does its work now: members, names and arguments."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Final

from tftypes.inference.declarations import Declarations, Function
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.models.keras.config import is_legacy
from tftypes.inference.models.tensorflow.ops import keras_keywords, keras_names
from tftypes.inference.models.tensorflow.ops.accepted import twin

MODEL: Final = {
    "predict_classes": "np.argmax(model.predict(x), axis=-1)",
    "predict_proba": "predict()",
    "fit_generator": "fit() takes generators",
    "evaluate_generator": "evaluate() takes generators",
    "predict_generator": "predict() takes generators",
    "reset_states": "[each.reset_state() for each in model.layers if hasattr(each, 'reset_state')]",
    "to_yaml": "to_json()",
    "input_names": "[each.name for each in model.inputs]",
    "total_loss": "fit() and evaluate() return the loss",
}
#: Of the calls on symbols; those that put the model together are none.
SEQUENTIAL: Final = {"input": "inputs[0]", "output": "outputs[0]"}
#: Functional and Sequential models have these still.
SHAPES: Final = {"input_shape": "input.shape", "output_shape": "output.shape"}
LAYER: Final = {
    **SHAPES,
    "get_input_at": "input, where it is called once",
    "get_output_at": "output, where it is called once",
    "get_input_shape_at": "input.shape, where it is called once",
    "get_output_shape_at": "output.shape, where it is called once",
    "add_update": "assign the variable in call()",
    "get_updates_for": "assign the variables in call()",
    "get_losses_for": "losses",
}
OPTIMIZER: Final = {
    "lr": "learning_rate, and learning_rate.assign(value) sets it",
    "decay": "a schedule of keras.optimizers.schedules as learning_rate",
    "get_weights": "[v.numpy() for v in optimizer.variables]",
    "weights": "variables",
    "get_updates": "apply_gradients()",
    "get_gradients": "tf.GradientTape",
    "minimize": "tf.GradientTape and apply_gradients()",
}
#: What tensors have and symbols have not.
SYMBOL: Final = {
    "get_shape": "shape is a tuple",
    "_keras_shape": "shape is a tuple",
    "_uses_learning_phase": "call() of a layer is told by its argument training",
    "set_shape": "Input(shape) tells it",
    "numpy": "it has no values before the model is called",
    "op": "it is in no graph",
    "graph": "it is in no graph",
    "eval": "it has no values before the model is called",
    "item": "it has no values before the model is called",
    "tolist": "it has no values before the model is called",
    "assign": "it is no variable",
    "astype": "keras.ops.cast(x, dtype) does it",
    "flatten": "keras.layers.Flatten()(x) does it",
    "T": "keras.ops.transpose(x) does it",
    **{
        name: f"keras.ops.{name}(x) does it"
        for name in (
            "all", "any", "argmax", "argmin", "argsort", "clip", "cumsum", "dot", "max", "mean", "min", "prod",
            "repeat", "round", "size", "sort", "std", "sum", "swapaxes", "take", "transpose", "var",
        )
    },
}  # fmt: skip
METRIC: Final = {"reset_states": "reset_state()"}
CALLBACK: Final = {"validation_data": "hand the data to the constructor of the callback"}


def members(table: Mapping[str, str], interpreter: Interpreter, name: str) -> str | None:
    """What does the work of a member that is gone."""
    return None if name not in table or is_legacy(interpreter) else table[name]


of_models, of_sequential, of_layers, of_optimizers, of_metrics, of_callbacks, of_symbols = (
    partial(members, table)
    for table in (MODEL, SEQUENTIAL, LAYER, OPTIMIZER, METRIC, CALLBACK, SYMBOL)
)


# -- names ------------------------------------------------------------------------------------------------------------

#: Where names of Keras are that were in other modules.
_PLACES: Final = (
    "keras.layers", "keras.ops", "keras.utils", "keras.models", "keras.callbacks", "keras.losses", "keras.metrics",
    "keras.optimizers", "keras.optimizers.schedules", "keras.regularizers", "keras.initializers", "keras.random",
    "tensorflow.keras.preprocessing.image", "tensorflow.keras.preprocessing.sequence",
    "tensorflow.keras.preprocessing.text",
)  # fmt: skip
#: Where those are that were in `keras.backend`.
_BACKEND: Final = "tensorflow.keras.backend"
_OF_BACKEND: Final = ("keras.ops", _BACKEND, *_PLACES)
#: What does the work of names of Keras that are gone.
_INSTEAD: Final = {
    "KerasClassifier": "keras.wrappers.SKLearnClassifier",
    "KerasRegressor": "keras.wrappers.SKLearnRegressor",
    "CuDNNGRU": "keras.layers.GRU",
    "CuDNNLSTM": "keras.layers.LSTM",
    **dict.fromkeys(
        ("learning_phase", "set_learning_phase", "in_train_phase", "in_test_phase"),
        "the argument training of call()",
    ),
    "AbstractRNNCell": "keras.layers.Layer",
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
#: Losses that `tensorflow.keras` has by their short names alone.
_SHORT: Final = {
    "mean_squared_error": "mse",
    "mean_absolute_error": "mae",
    "mean_absolute_percentage_error": "mape",
    "mean_squared_logarithmic_error": "msle",
    "kl_divergence": "kld",
    "log_cosh": "logcosh",
}
#: Enumerations whose members are texts now, and the arguments that take them.
_TEXTS: Final = {"Reduction": "reduction"}
#: What Keras did for sessions of TensorFlow 1, and does no more. (The lint `deprecated-symbol` has them, too.)
_LEFT_OUT: Final = (
    "get_session", "set_session", "manual_variable_initialization", "get_uid", "reset_uids",
)  # fmt: skip
#: Functions of `keras.ops` that do something else under these names.
_OTHERS: Final = ("switch", "ctc_decode")
#: The functions of the same names make other things.
_ALIASES: Final = {
    "normal": "keras.initializers.RandomNormal",
    "uniform": "keras.initializers.RandomUniform",
}


def _of_names(
    declarations: Declarations,
    owner: str,
    name: str,
    wanted: Sequence[str],
    used: str | None,
    is_import: bool,
) -> str | None:
    """Where a name is that `owner` lacks, or what does its work, or that of what is `used` of it.

    >>> _of_names(Declarations(), "tensorflow.keras.losses", "mean_squared_error", [], None, False)
    'tf.keras.losses.mse does its work'
    >>> _of_names(Declarations(), "keras.backend", "mean", ["mean"], None, False)
    'it is keras.ops.mean now'
    >>> _of_names(Declarations(), "keras.backend", "set_session", ["set_session"], None, False)
    'leave it out: TensorFlow 2 has no sessions'
    >>> _of_names(Declarations(), "keras.ops", "reduce_mean", ["reduce_mean"], None, False)
    'keras.ops.mean does its work'
    """
    if not owner.removeprefix("tensorflow.").startswith("keras"):
        return None
    short = f"{owner}.{_SHORT.get(name)}"
    if not is_import and declarations.find(short) is not None:
        return f"{short.replace('tensorflow', 'tf', 1)} does its work"
    if (place := _place_of(declarations, owner, wanted)) is not None:
        named = ", ".join(wanted)
        return f"from {place} import {named}" if is_import else f"it is {place}.{named} now"
    if used is not None and (place := _place_of(declarations, owner, [used])) is not None:
        return f"{place}.{used} does its work"
    if used is not None and name in _TEXTS:
        return f"{_TEXTS[name]}={used.lower()!r} names it"
    if owner.endswith("keras.ops") and (other := twin(name)):
        return f"{other} does its work"
    known = _ALIASES if owner.endswith("initializers") else _INSTEAD
    for each in (*filter(None, [used]), *wanted, name):
        if each in known:
            return f"{known[each]} does its work"
    if owner.endswith(".losses") and declarations.find(f"tensorflow.compat.v1.losses.{name}"):
        return f"tf.compat.v1.losses.{name} does its work"
    return "leave it out: TensorFlow 2 has no sessions" if name in _LEFT_OUT else None


def _place_of(declarations: Declarations, owner: str, names: Sequence[str]) -> str | None:
    """The module that has all of some names which `owner` lacks."""
    if owner.endswith("initializers") and any(name in _ALIASES for name in names):
        return None
    of_backend = owner.endswith("keras.backend")
    for place in _OF_BACKEND if of_backend else _PLACES:
        if all(_has(declarations, place, name, of_backend) for name in names):
            return place
    return None


def _has(declarations: Declarations, place: str, name: str, of_backend: bool) -> bool:
    """Whether a module has a name, which as a function takes as much as that of the old backend did."""
    if declarations.find(f"{place}.{name}") is None:
        return False
    if not of_backend or place == _BACKEND:
        return True
    old, new = (_count(declarations, f"{each}.{name}") for each in (_BACKEND, place))
    return new >= old and name not in _OTHERS


def _count(declarations: Declarations, name: str) -> int:
    """How many parameters a function has, its `name` left out; none for what is no function."""
    found = declarations.find(name)
    several = found.overloads if isinstance(found, Function) else ()
    return max((sum(each.name != "name" for each in one.parameters) for one in several), default=0)


# -- arguments and keys -----------------------------------------------------------------------------------------------


def _of_arguments(
    problem: str, name: str, count: int, given: Collection[str], taken: Collection[str]
) -> str:
    """What is wrong with the arguments of a call, by the names of the one that went, or with what makes them fit."""
    short = name.removesuffix(".__init__").rpartition(".")[2]
    gone = next((each for each in given if keras_keywords.instead(short, each)), None)
    if gone is not None:
        problem = f"has no parameter {gone!r}; {keras_keywords.instead(short, gone)}"
    elif (hint := keras_keywords.by_position(short, count)) is not None:
        problem = f"{problem}; {hint}"
    return keras_keywords.renamed(given, taken) or problem


def _undeclared(base: str, name: str) -> Collection[str]:
    """The parameters of a method that the stubs leave open."""
    return keras_keywords.OF_COMPILE if name == "compile" else ()


def _of_key(key: str, logged: Collection[str], near: str | None) -> str | None:
    """What makes `fit` log what its logs lack, or what has what the parameters of callbacks do not."""
    if key == "metrics" and "verbose" in logged:
        return "its methods get logs, which have them"
    if "loss" not in logged or any(each.startswith("val_") for each in logged):
        return None
    if key.startswith("val_"):
        return "validation_split=0.2 or validation_data in fit() logs it"
    is_metric = near is None and key in keras_names.NAMES["metric"]
    return f"metrics=[{key!r}] in compile() logs it" if is_metric else None


REMEDIES: Final = {
    "name": _of_names,
    "key": _of_key,
    "arguments": _of_arguments,
    "undeclared": _undeclared,
}
