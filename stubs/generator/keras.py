"""What Keras returns where that is certain: it says nothing of it itself.

What users override with results of their own stays open, and so does what is a tensor, an array or symbolic as the
argument is. `Any` stands for variables and layers: programs use what only some of them have.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

#: Attributes that instances have, or the class of a function that is made of inputs and outputs, which is not public;
#: `loss` is a method that users replace. Those with an underscore are what programs use although they are private.
MODEL = "tensorflow.keras.Model"
ATTRIBUTES = {
    MODEL: (
        *("input_shape", "inputs", "loss", "operations"),
        *("output_names", "output_shape", "outputs"),
    ),
    "tensorflow.keras.Layer": (
        *("_flatten_layers", "_metrics", "_trackable_children", "_track_trackable", "_trainable"),
    ),
    "tensorflow.keras.Metric": ("_dtype",),
    "tensorflow.keras.Optimizer": ("_iterations", "_track_trackable", "_var_key"),
    "tensorflow.keras.callbacks.ModelCheckpoint": ("_save_model",),
    "tensorflow.keras.export.ExportArchive": (
        *("non_trainable_variables", "tensorflow_version", "trainable_variables", "variables"),
    ),
}
#: The types of attributes and of what methods return, by the class that has them first.
MEMBERS: dict[str, dict[str, str]] = {
    "tensorflow.keras.Initializer": {"clone": "Self | Any"},
    "tensorflow.keras.KerasTensor": {
        "dtype": "builtins.str",
        "name": "builtins.str",
        "ragged": "builtins.bool",
        "reshape": "tf.keras.KerasTensor",
        "shape": "builtins.tuple[Any, ...]",
        "sparse": "builtins.bool",
        "squeeze": "tf.keras.KerasTensor",
    },
    "tensorflow.keras.Operation": {"name": "builtins.str"},
    "tensorflow.keras.Layer": {
        "autocast": "builtins.bool",
        "built": "builtins.bool",
        "compute_dtype": "builtins.str",
        "count_params": "builtins.int",
        "dtype": "builtins.str",
        "dtype_policy": "tf.keras.DTypePolicy | Any",
        "get_weights": "builtins.list[Any]",
        "input_dtype": "builtins.str",
        "losses": "builtins.list[Any]",
        "metrics": "builtins.list[Any]",
        "metrics_variables": "builtins.list[Any]",
        "non_trainable_variables": "builtins.list[Any]",
        "non_trainable_weights": "builtins.list[Any]",
        "path": "builtins.str",
        "quantization_mode": "builtins.str | Any",
        "set_weights": "None",
        "supports_jit": "builtins.bool",
        "supports_masking": "builtins.bool",
        "trainable": "builtins.bool",
        "trainable_variables": "builtins.list[Any]",
        "trainable_weights": "builtins.list[Any]",
        "variable_dtype": "builtins.str",
        "variables": "builtins.list[Any]",
        "weights": "builtins.list[Any]",
    },
    MODEL: {
        "compile": "None",
        "compiled": "builtins.bool",
        "distribute_strategy": "tf.distribute.Strategy | Any",
        "fit": "tf.keras.callbacks.History",
        "get_compile_config": "builtins.dict[builtins.str, Any] | Any",
        "get_metrics_result": "builtins.dict[builtins.str, Any] | Any",
        "get_state_tree": "builtins.dict[builtins.str, Any] | Any",
        "jit_compile": "builtins.bool | Any",
        "layers": "builtins.list[Any]",
        "load_weights": "None",
        "metrics_names": "builtins.list[builtins.str]",
        "output_names": "builtins.list[builtins.str]",
        "reset_metrics": "None",
        "run_eagerly": "builtins.bool | Any",
        "save": "None",
        "save_weights": "None",
        "steps_per_execution": "builtins.int | Any",
        "stop_evaluating": "builtins.bool",
        "stop_predicting": "builtins.bool",
        "stop_training": "builtins.bool",
        "summary": "None",
        "to_json": "builtins.str",
    },
    "tensorflow.keras.Sequential": {"add": "None"},
    "tensorflow.keras.Metric": {
        "dtype": "builtins.str",
        "name": "builtins.str",
        "non_trainable_variables": "builtins.list[Any]",
        "reset_state": "None",
        "trainable_variables": "builtins.list[Any]",
        "variables": "builtins.list[Any]",
    },
    "tensorflow.keras.Loss": {
        "dtype": "builtins.str",
        "name": "builtins.str",
        "reduction": "builtins.str | Any",
    },
    "tensorflow.keras.Optimizer": {
        "build": "None",
        "built": "builtins.bool",
        "name": "builtins.str",
        "trainable_variables": "builtins.list[Any]",
        "variables": "builtins.list[Any]",
    },
    "tensorflow.keras.Variable": {
        "name": "builtins.str",
        "ndim": "builtins.int",
        "path": "builtins.str",
        "trainable": "builtins.bool",
    },
    "tensorflow.keras.callbacks.Callback": {"set_model": "None", "set_params": "None"},
    "tensorflow.keras.callbacks.EarlyStopping": {
        "best_epoch": "builtins.int",
        "stopped_epoch": "builtins.int",
        "wait": "builtins.int",
    },
    "tensorflow.keras.callbacks.History": {
        "epoch": "builtins.list[builtins.int]",
        "history": "builtins.dict[builtins.str, builtins.list[Any]]",
    },
    # Strings, which programs annotate with the class.
    "tensorflow.keras.losses.Reduction": dict.fromkeys(
        ("AUTO", "NONE", "SUM", "SUM_OVER_BATCH_SIZE"), "Any"
    ),
    "tensorflow.keras.callbacks.ReduceLROnPlateau": {
        "cooldown_counter": "builtins.int",
        "in_cooldown": "builtins.bool",
        "wait": "builtins.int",
    },
    **{
        f"tensorflow.keras.layers.{name}": {
            "get_vocabulary": "builtins.list[Any]",
            "update_state": "None",
            "vocabulary_size": "builtins.int",
        }
        for name in ("IntegerLookup", "StringLookup", "TextVectorization")
    },
    "tensorflow.keras.preprocessing.image.ImageDataGenerator": {
        "flow": "tf.keras.preprocessing.image.NumpyArrayIterator",
        "flow_from_directory": "tf.keras.preprocessing.image.DirectoryIterator",
        "get_random_transform": "builtins.dict[builtins.str, Any]",
    },
    "tensorflow.keras.preprocessing.text.Tokenizer": {
        "get_config": "builtins.dict[builtins.str, Any]",
        "to_json": "builtins.str",
    },
    "tensorflow.keras.utils.PyDataset": {"on_epoch_begin": "None", "on_epoch_end": "None"},
}
#: Keras calls these with whatever the user's override takes. `X | Any` lets it return what it likes too.
OVERRIDDEN = {
    "call": "Any",
    "compile": "Any",
    "build": "Any",
    "compute_mask": "Any",
    "compute_output_shape": "Any",
    "compute_output_spec": "Any",
    "update_state": "Any",
    "result": "Any",
    "train_step": "Any",
    "test_step": "Any",
    "predict_step": "Any",
    "compute_loss": "Any",
    "compute_metrics": "builtins.dict[builtins.str, Any] | Any",
    "get_config": "builtins.dict[builtins.str, Any] | Any",
    "from_config": "Self | Any",
} | {
    f"on_{phase}_{when}": "None"
    for phase in (
        *("batch", "epoch", "predict", "test", "train"),
        *("predict_batch", "test_batch", "train_batch"),
    )
    for when in ("begin", "end")
}
#: The results of functions, by their paths.
RESULTS = {
    r"applications\.\w+\.[A-Z]\w*": "tf.keras.Model",
    r"(backend|utils)\.clear_session": "None",
    r"config\.epsilon": "builtins.float",
    r"config\.(backend|floatx|image_data_format)": "builtins.str",
    r"config\.(set|enable|disable)_\w+": "None",
    r"config\.is_(interactive_logging|traceback_filtering)_enabled": "builtins.bool",
    r"datasets\.\w+\.load_data": "builtins.tuple[builtins.tuple[Any, Any], builtins.tuple[Any, Any]]",
    r"((models|saving)\.save_model|utils\.set_random_seed)": "None",
    r"models\.(clone_model|model_from_json)": "tf.keras.Model",
    r"utils\.get_file": "builtins.str",
}


def members(path: str | None) -> Iterable[tuple[str, str]]:
    """The types of a class's attributes and of what its methods return."""
    return MEMBERS.get(path or "", {}).items()


def result(path: str) -> str | None:
    """What a function returns."""
    name = path.removeprefix("tensorflow.keras.")
    return next((typ for wanted, typ in RESULTS.items() if re.fullmatch(wanted, name)), None)
