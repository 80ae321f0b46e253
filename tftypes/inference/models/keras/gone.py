"""What objects of older versions of Keras had and those of Keras 3 have not, with what does its work now."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.models.keras.config import is_legacy

MODEL: Final = {
    "predict_classes": "np.argmax(model.predict(x), axis=-1)",
    "predict_proba": "predict()",
    "fit_generator": "fit() takes generators",
    "evaluate_generator": "evaluate() takes generators",
    "predict_generator": "predict() takes generators",
    "reset_states": "reset_state() of its layers",
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
    "lr": "learning_rate",
    "decay": "a schedule of keras.optimizers.schedules as learning_rate",
    "get_weights": "variables",
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
