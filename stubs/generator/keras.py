"""What Keras returns where that is certain: it says nothing of it itself.

What users override with results of their own stays open, and so does what is a tensor, an array or symbolic as the
argument is. `Any` stands for variables and layers: programs use what only some of them have.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

#: The class of all models. One that is made of inputs and outputs has more, and its class is not public; `loss` is a
#: method that users replace.
MODEL = "tensorflow.keras.Model"
MODEL_ATTRIBUTES = (
    "input_shape",
    "inputs",
    "loss",
    "operations",
    "output_names",
    "output_shape",
    "outputs",
)
#: The types of attributes and of what methods return, by the class that has them first.
MEMBERS: dict[str, dict[str, str]] = {
    "tensorflow.keras.Operation": {"name": "builtins.str"},
    "tensorflow.keras.Layer": {
        "autocast": "builtins.bool",
        "built": "builtins.bool",
        "compute_dtype": "builtins.str",
        "count_params": "builtins.int",
        "dtype": "builtins.str",
        "get_weights": "builtins.list[Any]",
        "input_dtype": "builtins.str",
        "losses": "builtins.list[Any]",
        "metrics": "builtins.list[Any]",
        "metrics_variables": "builtins.list[Any]",
        "non_trainable_variables": "builtins.list[Any]",
        "non_trainable_weights": "builtins.list[Any]",
        "path": "builtins.str",
        "set_weights": "None",
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
        "fit": "tf.keras.callbacks.History",
        "layers": "builtins.list[Any]",
        "load_weights": "None",
        "metrics_names": "builtins.list[builtins.str]",
        "reset_metrics": "None",
        "save": "None",
        "save_weights": "None",
        "stop_training": "builtins.bool",
        "summary": "None",
        "to_json": "builtins.str",
    },
    "tensorflow.keras.Sequential": {"add": "None"},
    "tensorflow.keras.Metric": {
        "dtype": "builtins.str",
        "non_trainable_variables": "builtins.list[Any]",
        "reset_state": "None",
        "trainable_variables": "builtins.list[Any]",
        "variables": "builtins.list[Any]",
    },
    "tensorflow.keras.Loss": {"dtype": "builtins.str"},
    "tensorflow.keras.Optimizer": {
        "trainable_variables": "builtins.list[Any]",
        "variables": "builtins.list[Any]",
    },
    "tensorflow.keras.callbacks.Callback": {"set_model": "None", "set_params": "None"},
    "tensorflow.keras.callbacks.History": {
        "epoch": "builtins.list[builtins.int]",
        "history": "builtins.dict[builtins.str, builtins.list[Any]]",
    },
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
    r"utils\.get_file": "builtins.str",
}


def members(path: str | None) -> Iterable[tuple[str, str]]:
    """The types of a class's attributes and of what its methods return."""
    return MEMBERS.get(path or "", {}).items()


def result(path: str) -> str | None:
    """What a function returns."""
    name = path.removeprefix("tensorflow.keras.")
    return next((typ for wanted, typ in RESULTS.items() if re.fullmatch(wanted, name)), None)
