"""The calls of layers: what Keras refuses of the arguments before it runs a layer."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.graphs import STEPS
from tftypes.inference.interpreter.binding import bind, misfit
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.function_code import Code
from tftypes.inference.interpreter.op_calls import is_of_layer
from tftypes.inference.interpreter.open_modules import has_other_backend
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.keras.config import (
    CONFIG,
    DTYPES,
    KERAS,
    config_of,
    is_known,
    is_legacy,
    short_name,
)
from tftypes.inference.models.keras.inputs import INPUTS, OUTPUTS
from tftypes.inference.models.keras.layer_state import BUILT_FOR, RECURRENT, RUN_FAULT
from tftypes.inference.models.keras.symbols import BATCH
from tftypes.inference.models.tensorflow.ops import (
    OpError,
    Unsure,
    completed,
    keras_lookups,
    keras_operands,
    keras_ranks,
    keras_statistics,
)
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.ops.values import is_number
from tftypes.inference.models.tensorflow.structures import leaves
from tftypes.inference.objects import (
    OPEN,
    TOP,
    Class,
    Container,
    Function,
    Instance,
    Value,
    python_type,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import is_symbol, unlisted
from tftypes.inference.widening import soften


def check_made(interpreter: Interpreter, value: Instance, what: str) -> None:
    """The constructor of the program's class calls that of Keras'. Raises OpError where it does not for sure."""
    cls = value.cls
    if not isinstance(cls, Class) or cls.is_open or value.birth <= interpreter.escaped:
        return
    own, is_plain = cls.find("__init__"), len(cls.externals) > 0 and cls.externals[0] in _ROOTS
    told = any(value.read(each) is not ABSENT for each in (DTYPES, CONFIG, OPEN))
    if own is None or not is_plain or told or cls.find("__new__") is not None:
        return
    if isinstance(resolve(own[0]), Function) and not is_legacy(interpreter):
        words = f"{cls.name}.__init__() has not called super().__init__(), which makes the {what}"
        lacking = "AttributeError" if what == "loss" else "RuntimeError"
        hint = "super().__init__() comes first"
        interpreter.write(value, OPEN, True)  # one cause, one finding
        raise OpError("tf-state", words, hint=hint, exception=f"builtins.{lacking}")


#: What Keras gives the methods that a class of the program's may have of its own.
_GIVEN: Final = {
    "train_step": "data",
    "test_step": "data",
    "predict_step": "data",
    "compute_loss": "x=None, y=None, y_pred=None, sample_weight=None, training=True",
    "compute_metrics": "x, y, y_pred, sample_weight=None",
    "update_state": "y_true, y_pred, sample_weight=None",
    "compute_mask": "inputs, mask=None",
    **{f"on_epoch_{each}": "epoch, logs=None" for each in ("begin", "end")},
    **{
        f"on_{kind}_{each}": "batch, logs=None"
        for kind in ("batch", "train_batch", "test_batch", "predict_batch")
        for each in ("begin", "end")
    },
    **{f"on_{kind}_{each}": "logs=None" for kind in ("train", "test", "predict") for each in ("begin", "end")},
}  # fmt: skip


def own_method(value: Instance, name: str) -> Function | None:
    """A method of the program's class."""
    found = value.cls.find(name) if isinstance(value.cls, Class) else None
    function = None if found is None else resolve(found[0])
    return function if isinstance(function, Function) else None


def check_override(interpreter: Interpreter, value: Instance, name: str, call: Call) -> None:
    """Raises OpError for a method of the program's that does not take what Keras gives it."""
    function, args = own_method(value, name), [value, *call.args]
    if has_other_backend(interpreter):
        raise Unsure  # it gives other arguments
    if function is not None and bind(interpreter, function, replace(call, args=args)) is None:
        words = misfit(function, args, call.kwargs)
        hint = f"def {name}(self, {_GIVEN[name]}) does"
        raise OpError("tf-call", words, hint=hint, exception="builtins.TypeError")


def check_call(layer: Instance, hint: str | None = None) -> None:
    """What is called has a `call`. Raises OpError for a class that has none for sure."""
    cls = layer.cls
    if not isinstance(cls, Class) or cls.is_open or layer.read(OPEN) is not ABSENT:
        return
    if is_plain(layer) and cls.find("__call__") is None:
        check_defined(layer, "call", hint)


def is_plain(layer: Instance) -> bool:
    """Whether Keras leaves `call` to the class of a layer, or of a model that is none of symbols."""
    is_graph = any(layer.read(each) is not ABSENT for each in (INPUTS, OUTPUTS))
    externals = layer.cls.externals if isinstance(layer.cls, Class) else ()
    return len(externals) > 0 and externals[0] in _ROOTS[:2] and not is_graph


def left_open(root: str, name: str) -> Callable[[Interpreter, Call], Value]:
    """A method that a class of Keras' leaves to those of the program. Raises OpError where one lacks it for sure."""

    def run(interpreter: Interpreter, call: Call) -> Value:
        if short_name(interpreter, call.receiver) == root and not is_legacy(interpreter):
            check_defined(call.receiver, name)
        return TOP

    return run


def check_defined(made: Instance, name: str, hint: str | None = None) -> None:
    """Raises OpError for an object of the program's whose class lacks a method that Keras calls."""
    cls = made.cls
    if isinstance(cls, Class) and not cls.is_open and made.read(OPEN) is ABSENT:
        if cls.find(name) is None:
            words, hint = f"{cls.name} has no {name}()", hint or _DEFINED.get(name)
            raise OpError("tf-state", words, hint=hint, exception="builtins.NotImplementedError")


#: How the methods are defined that Keras calls.
_DEFINED: Final = {
    "call": "def call(self, ...): it computes the output",
    "update_state": "def update_state(self, y_true, y_pred, sample_weight=None)",
    "result": "def result(self): it returns the number",
    "__len__": "def __len__(self): the number of batches",
    "__getitem__": "def __getitem__(self, index): it returns (x, y)",
}


_ROOTS: Final = tuple(f"{KERAS}{each}" for each in ("Layer", "Model", "Metric", "Loss"))


def check_shapes(interpreter: Interpreter, layer: Instance, build: Code, call: Code | None) -> None:
    """`build` takes one shape, or one for each argument of `call`, by its name. Raises OpError for other parameters."""
    names = [*build.positional[1:], *build.keyword_only]
    if len(names) < 2 or is_legacy(interpreter) or call is None or call.kwarg is not None:
        return
    known = {f"{each}_shape" for each in (*call.positional[1:], *call.keyword_only)}
    other = next((each for each in names if each not in known), None)
    if other is not None:
        taken = ", ".join(f"{each}_shape" for each in call.positional[1:])
        words = (
            f"{layer.cls.name}.build() takes {other!r}, and gets the shapes of what call() takes"
        )
        raise OpError("tf-signature", words, hint=f"def build(self, {taken})")


def check_sizes(interpreter: Interpreter, name: str, told: Value) -> None:
    """A class tells the shape of its results. Raises OpError for what is none, and where a size is a shape again."""
    if told is None or python_type(resolve(told)) is not None:
        words = f"{name}.compute_output_shape() gives {describe(to_rule(told))}, expected a shape"
        hint = "return (*input_shape[:-1], size) gives a tuple of sizes"
        raise OpError("tf-value", words, hint=hint)
    found = interpreter.items(told)
    sizes = [resolve(each) for each in found] if isinstance(found, tuple) else []
    inside = [each for each in sizes if isinstance(each, (tuple, Container))]
    if inside and any(each is None or is_number(each) for each in sizes):
        words = f"{name}.compute_output_shape() has {describe(to_rule(inside[0]))} among its sizes"
        raise OpError("tf-value", words, hint="(batch, *shape) has the sizes of a shape")


def check_recurrent(interpreter: Interpreter, layer: Instance, name: str, call: Call) -> None:
    """A recurrent layer that keeps its state is built for batches of one size. Raises OpError where that is open."""
    config, x = config_of(layer), resolve(call.args[0]) if call.args else None
    if name not in RECURRENT or not isinstance(x, TensorType) or not x.shape.rank:
        return
    if config.get("stateful") is True and x.shape[0] == BATCH and not _is_in_step(interpreter):
        words = "stateful=True needs the size of the batches"
        hint = "Input(batch_shape=(size, ...)) tells it"
        raise OpError("tf-shape", words, hint=hint).complete(f"tf.keras.layers.{name}()", {})


def put_off(interpreter: Interpreter, layer: Instance, name: str, call: Call) -> OpError | None:
    """What is wrong with a call on symbols that Keras refuses when a model runs it."""
    if isinstance(layer.cls, Class) or is_legacy(interpreter) or not call.args:
        return None
    try:
        x = to_rule(call.args[0])
        with completed(f"tf.keras.{name}()", {"input": x}):
            _check_model(interpreter, layer, x, call.node)
        if is_known(config_of(layer)):
            with completed(f"tf.keras.layers.{name}()"):
                _check_run(name, config_of(layer), x, call, layer.read(BUILT_FOR))
    except OpError as error:
        return error
    return None


def _check_run(
    name: str, config: Mapping[str, Value], x: Value, call: Call, built_for: Value
) -> None:
    keras_lookups.check(name, config, x)
    if name == "Lambda":
        check_arguments(config)
    elif name in keras_ranks.PUT_OFF:
        keras_ranks.check(name, x)
    elif name in keras_operands.STATES:
        states = to_rule(call.get(1, "initial_state"))
        keras_operands.check_states(name, config.get("units"), x, states)
    elif name == "Normalization":
        keras_statistics.check_normalized(to_rule(config.get("axis", -1)), built_for, x)


def _check_model(interpreter: Interpreter, model: Instance, x: Value, node: ast.AST) -> None:
    """A model on a symbol of another shape. Raises OpError where its layers refuse that when they run."""
    symbol = model.read(INPUTS)
    if not is_symbol(symbol) or not isinstance(x, TensorType):
        return
    try:
        keras_ranks.check_model(symbol.shape, x, symbol.shape)
    except OpError:
        run = partial(interpreter.call, model, [TensorType(x.dtype, x.shape)], {}, node)
        with interpreter.quietly():
            refused = interpreter.attempted(run)[1]
        if refused:
            raise


def check_arguments(config: Mapping[str, Value]) -> None:
    """A Lambda gets its further arguments by their names. Raises OpError for a list of them."""
    given = resolve(config.get("arguments"))
    items = unlisted(given)
    if isinstance(items, tuple) and items:
        words = f"expected a dict of arguments by their names, got {describe(to_rule(given))}"
        raise OpError("tf-value", words, "arguments", "arguments={'name': value}")


def check_inferred(interpreter: Interpreter, function: Value, made: Value) -> None:
    """Keras infers from tensors alone what a Lambda makes of symbols. Raises OpError for anything else."""
    others = [each for each in leaves(interpreter, made) if _is_python(each)]
    if others and not is_legacy(interpreter):
        words = f"the function returns {describe(to_rule(others[0]))}, expected tensors"
        hint = _returned(function) if resolve(made) is None else None
        raise OpError("tf-value", words, hint=hint, exception="builtins.NotImplementedError")


def check_kept(
    interpreter: Interpreter, layer: Instance, states: Sequence[Value] | None, made: Value
) -> None:
    """In a graph, the loop over the steps keeps rank and sizes of each state. Raises OpError for a cell that does not."""
    found = None if isinstance(made, TensorType) else interpreter.known_items(made)
    is_loop = interpreter.trace is not None and config_of(layer).get("unroll", False) is False
    fault = None
    if is_loop and found is not None and states is not None and len(found) == len(states):
        pairs = enumerate(zip(map(resolve, states), map(resolve, found)))
        fault = next((each for place, pair in pairs if (each := _changed(place, *pair))), None)
    interpreter.write(layer, RUN_FAULT, fault)
    if fault is not None and not is_of_layer(interpreter.trace) and not is_legacy(interpreter):
        raise fault


def _changed(place: int, old: Value, new: Value) -> OpError | None:
    if not isinstance(old, TensorType) or not isinstance(new, TensorType):
        return None
    before, after = soften(old).shape.dims, soften(new).shape.dims
    if before is None or after is None:
        return None
    sizes = [each for each in zip(before, after) if all(isinstance(size, int) for size in each)]
    if len(before) == len(after) and all(one == other for one, other in sizes):
        return None
    words = f"the cell makes {new} of its state {old}, expected one of that shape"
    hint = f"the states are a list: states[{place}] is that one"
    error = OpError("tf-shape", words, hint=hint if len(before) < len(after) else None)
    return error.complete("tf.keras.layers.RNN()", {})


def _is_python(value: Value) -> bool:
    return value is None or python_type(value) is not None


def _returned(function: Value) -> str | None:
    """The `return` that a function lacks, of what its last line binds."""
    node = function.code.node if isinstance(function, Function) else None
    last = node.body[-1] if isinstance(node, ast.FunctionDef) else None
    targets = last.targets if isinstance(last, ast.Assign) else [getattr(last, "target", None)]
    names = [each.id for each in targets if isinstance(each, ast.Name)]
    is_loop = isinstance(last, (ast.For, ast.AsyncFor))
    return f"return {names[0]} as its last line gives one" if names and not is_loop else None


def _is_in_step(interpreter: Interpreter) -> bool:
    """Whether a step of a model is traced, which knows the sizes of the first batch."""
    found = interpreter.trace
    while found is not None and found.kind not in STEPS.values():
        found = found.outer
    return found is not None
