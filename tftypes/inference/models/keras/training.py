"""`compile`, `fit`, `evaluate`, `predict` and their kin: one step is traced for a batch of the data."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, Shape, TensorType
from tftypes.inference.interpreter.arguments import bound, written_argument
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.provenance import UNRECORDED
from tftypes.inference.interpreter.rules import tensor_of, to_rule
from tftypes.inference.interpreter.tables import Call, Model, giving
from tftypes.inference.models.keras import callbacks, compiling, regrouping, steps
from tftypes.inference.models.keras.array_checks import check_batch
from tftypes.inference.models.keras.batches import (
    Data,
    as_tuples,
    check_options,
    data,
    unpacked,
    weights_of_classes,
)
from tftypes.inference.models.keras.compiling import OPTIMIZER
from tftypes.inference.models.keras.config import KERAS, check_names, is_legacy
from tftypes.inference.models.keras.logs import names_of, numbers_of
from tftypes.inference.models.keras.optimizers import optimized
from tftypes.inference.models.keras.symbols import BATCH
from tftypes.inference.models.tensorflow.ops import OpError, PyValue, Unsure
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.ops.values import with_numbers
from tftypes.inference.models.tensorflow.replicas import REPLICA
from tftypes.inference.models.tensorflow.specs import as_run
from tftypes.inference.models.tensorflow.structures import leaves, map_leaves, map_tensors
from tftypes.inference.objects import (
    EXPLAINED,
    TOP,
    Class,
    External,
    Instance,
    Value,
    is_unknown,
    resolve,
)
from tftypes.inference.values import Mapped, as_array

# -- loops ------------------------------------------------------------------------------------------------------------


def _check_options(interpreter: Interpreter, call: Call) -> None:
    given = bound(interpreter, call)
    check_options(interpreter, given)
    callbacks_ = given.get("callbacks")
    for each in () if callbacks_ is None else leaves(interpreter, callbacks_):
        if each is None and not is_legacy(interpreter):
            raise OpError("tf-value", "expected callbacks, got None", "callbacks")
        names = each.externals if isinstance(each, Class) else (getattr(each, "name", ""),)
        is_class = isinstance(each, (Class, External))
        if is_class and any(name.startswith(f"{KERAS}callbacks.") for name in names):
            short = each.name.rpartition(".")[2]
            words = f"expected objects, got the class {short}"
            raise OpError("tf-value", words, "callbacks", f"{short}() is one")


def _labelled(interpreter: Interpreter, call: Call, weights: Value, is_whole: bool) -> Data:
    """What `fit` and `evaluate` are given, of a compiled model. Raises OpError or Unsure."""
    compiling.check_compiled(interpreter, call.receiver)
    if "**" in call.kwargs:
        raise Unsure
    _check_options(interpreter, call)
    if resolve(call.get(0, "x")) is None and not is_legacy(interpreter):
        raise OpError("tf-value", "expected arrays, a dataset or a generator, got None", "x")
    return data(interpreter, call.get(0, "x"), call.get(1, "y"), weights, BATCH, is_whole)


def _fit(interpreter: Interpreter, call: Call) -> Value:
    model, node = call.receiver, call.node
    interpreter.write(model, "history", TOP)
    is_whole = resolve(call.get(12, "steps_per_epoch")) is None
    weights, of_classes = call.get(10, "sample_weight"), None
    if resolve(weights) is None:
        of_classes = weights_of_classes(call.get(1, "y"), call.get(9, "class_weight"))
    given = _labelled(interpreter, call, weights if of_classes is None else of_classes, is_whole)
    if of_classes is not None:
        given = replace(given, giver="class_weight")
    share = resolve(call.get(6, "validation_split", 0.0))
    size = call.get(2, "batch_size")
    _check_split(given.rows, share)
    rows = given.rows if share == 0 and is_whole else UNKNOWN
    sizes = given.sizes  # the last batch may be beyond the steps of an epoch
    sizes = sizes if is_whole or sizes and sizes[0] == sizes[1] else None

    def train() -> Value:
        with steps.first_batch(interpreter, model, rows, size, sizes):
            logs = regrouping.run_step(interpreter, model, "train_step", given, node)
            steps.check_logs(interpreter, model, "train_step", logs)
        optimized(interpreter, model, model.read(OPTIMIZER, None), node)
        return logs

    logs, errors = interpreter.with_errors(train)
    validation = resolve(call.get(7, "validation_data"))
    tested: Value = None
    if validation is not None:
        several = as_tuples(interpreter, validation)
        x, y, weights = (
            unpacked(several) if isinstance(several, tuple) else (validation, None, None)
        )
        size = call.kwargs.get("validation_batch_size") or size
        is_told = not errors and not is_unknown(given.element)
        trained = describe(to_rule(given.element)) if is_told else ""
        tested = _validated(interpreter, model, (x, y, weights), trained, size, node)
    elif share != 0:
        tested = logs
    names = callbacks.logged(names_of(logs), () if tested is None else names_of(tested))
    is_split = isinstance(share, float) and share > 0 and validation is None
    is_tested = validation is not None and not is_unknown(validation) or is_split
    callbacks.call_back(interpreter, model, call, names, is_tested)
    made = callbacks.history(interpreter, model, call, names)
    interpreter.write(model, "history", made)
    return made


def _validated(
    interpreter: Interpreter,
    model: Instance,
    several: tuple[Value, Value, Value],
    trained: str,
    size: Value,
    node: ast.AST,
) -> Value:
    """The logs of validation data: `fit` gives them to `evaluate`, which a class of the program's may have.

    `trained` is what the model takes in training.
    """
    if isinstance(model.cls, Class) and model.cls.find("evaluate") is not None:
        given = dict(zip(("x", "y", "sample_weight"), several), batch_size=size, return_dict=True)
        options = {"steps": TOP, "callbacks": TOP, "_use_cached_eval_dataset": True}
        return interpreter.method(model, "evaluate", [], node, {**given, **options})
    given = replace(data(interpreter, *several, BATCH, False), trained=trained)
    with steps.first_batch(interpreter, model, given.rows, size):
        return regrouping.run_step(interpreter, model, "test_step", given, node)


def _check_split(rows: Dim, share: Value) -> None:
    """Both parts of a split have a row. Raises OpError where one has none."""
    if isinstance(rows, int) and isinstance(share, (int, float)) and share:
        kept = math.floor(rows * (1.0 - share))
        if kept in (0, rows):
            words = f"{rows} rows leave no row for {'training' if kept == 0 else 'validation'}"
            raise OpError("tf-value", words, "validation_split")


def _evaluate(interpreter: Interpreter, call: Call) -> Value:
    model = call.receiver
    if isinstance(model.cls, External):
        check_names(interpreter, call)
    is_whole = resolve(call.get(5, "steps")) is None
    given = _labelled(interpreter, call, call.get(4, "sample_weight"), is_whole)
    rows = given.rows if is_whole else UNKNOWN
    with steps.first_batch(interpreter, model, rows, call.get(2, "batch_size")):
        logs = regrouping.run_step(interpreter, model, "test_step", given, call.node)
    callbacks.call_back_once(interpreter, model, call.get(6, "callbacks"), "test", call.node)
    return _numbers(interpreter, model, logs, resolve(call.get(7, "return_dict", False)))


_ALONE: Final = "it is the loss alone; metrics=['accuracy'] in compile() gives a second number"


def _numbers(interpreter: Interpreter, model: Instance, logs: Value, as_dict: Value) -> Value:
    """What is returned for the logs of a step: a number for each, or the one number."""
    names = names_of(logs) if as_dict else numbers_of(model, logs)
    if names is None or not isinstance(as_dict, bool):
        return TOP
    number = PyValue("float")
    if as_dict:
        made = interpreter.list(Mapped(dict.fromkeys(names, number)), "dict")
        interpreter.write(made, EXPLAINED, f"the logs are {', '.join(map(repr, names))}")
        return made
    if len(names) == 1:
        return PyValue("float", told=_ALONE)
    several = interpreter.list((number,) * len(names))
    interpreter.write(several, EXPLAINED, f"the numbers are {', '.join(names)}")
    return several


def _predict(interpreter: Interpreter, call: Call) -> Value:
    """`predict(x)`: arrays with a row for each of the input's, where the step is Keras' own."""
    model = call.receiver
    if "**" in call.kwargs:
        return TOP
    _check_options(interpreter, call)
    is_whole = resolve(call.get(3, "steps")) is None
    given = data(interpreter, call.get(0, "x"), None, None, BATCH, is_whole)
    # each batch is taken out of the data set before the step is traced
    given = replace(given, element=map_leaves(interpreter, as_run, given.element))
    counted = given.rows if is_whole else UNKNOWN
    with steps.first_batch(interpreter, model, counted, call.get(1, "batch_size"), taken=True):
        run = partial(regrouping.run_step, interpreter, model, "predict_step", given, call.node)
        made, is_refused = interpreter.attempted(run)
    callbacks.call_back_once(interpreter, model, call.get(4, "callbacks"), "predict", call.node)
    own = isinstance(model.cls, Class) and model.cls.find("predict_step") is not None
    rows = UNKNOWN if own or is_refused else given.rows
    return map_leaves(interpreter, lambda each: _rows(each, rows), made)


def _rows(value: Value, rows: Dim) -> Value:
    """What all batches of a result are together."""
    if not isinstance(value, TensorType) or not value.shape.rank or value.kind != "tensor":
        return TOP
    is_batch = value.shape[0] == BATCH
    shape = Shape.of(rows if is_batch else UNKNOWN) + value.shape.slice(1, None)
    return TensorType(value.dtype, shape, "array")


def _on_batch(step: str) -> Callable[[Interpreter, Call], Value]:
    """`train_on_batch(x, y)`: a step on all that is given."""

    def run(interpreter: Interpreter, call: Call) -> Value:
        if step != "predict_step":
            compiling.check_compiled(interpreter, call.receiver)
            _check_options(interpreter, call)

        def tensor(value: Value) -> Value:
            made = tensor_of(value) if isinstance(value, TensorType) else None
            return TOP if made is None else with_numbers(made.dtype, made.shape, made.value)

        names = ("x",) if step == "predict_step" else ("x", "y", "sample_weight")
        parts = [call.get(i, name) for i, name in enumerate(names)]
        if not is_legacy(interpreter):
            check_batch(interpreter, *parts[:2])
        given = [as_tuples(interpreter, each) for each in parts]
        element = tuple(
            each if each is None else map_leaves(interpreter, tensor, each) for each in given
        )
        made = steps.run_step(interpreter, call.receiver, step, element, call.node)
        if step == "train_step":
            optimized(interpreter, call.receiver, call.receiver.read(OPTIMIZER, None), call.node)
        if step != "predict_step":
            place = 4 if step == "train_step" else 3
            return _numbers(
                interpreter, call.receiver, made, resolve(call.get(place, "return_dict", False))
            )
        return map_tensors(interpreter, as_array, made, TOP)

    return run


def _eagerly(run: Model, instead: str) -> Model:
    """A method that takes numbers out of what it runs, which no graph has. Raises OpError where a function is traced."""

    def checked(interpreter: Interpreter, call: Call) -> Value:
        if interpreter.trace is not None and not is_legacy(interpreter):
            hint = instead.format(_as_call(call) or "model(x)")
            raise OpError("tf-trace", "a traced function cannot run it", hint=hint)
        return run(interpreter, call)

    return checked


def _off_tape(run: Model) -> Model:
    """A method that gives arrays: tapes do not record it, but the call of the model."""

    def noted(interpreter: Interpreter, call: Call) -> Value:
        if written := _as_call(call):
            for tape in interpreter.tapes:
                interpreter.note(tape, UNRECORDED, written)
        return run(interpreter, call)

    return noted


def _as_call(call: Call) -> str | None:
    """A call of the model itself on what its method is given, as it is written."""
    given, node = written_argument(call.node, 0, "x"), call.node
    if not given or not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return None
    return f"{ast.unparse(node.func.value)}({given})"


def _outside(name: str, run: Model) -> Model:
    """A method that hands batches to replicas itself. Raises OpError in one of them."""

    def checked(interpreter: Interpreter, call: Call) -> Value:
        if isinstance(interpreter.switches.read(REPLICA, None), Instance):
            if not is_legacy(interpreter):
                words = f"{name}() hands batches to all replicas, and is called in one"
                hint = "model.fit(x, y) alone trains in each"
                raise OpError("tf-state", words, hint=hint)
        return run(interpreter, call)

    return checked


_LOOPS: Final[dict[str, Model]] = {
    "fit": _eagerly(_fit, "train_on_batch() can be traced"),
    "evaluate": _eagerly(_evaluate, "test_on_batch() can be traced"),
    "predict": _eagerly(_off_tape(_predict), "call the model itself: {}"),
    "train_on_batch": _on_batch("train_step"),
    "test_on_batch": _on_batch("test_step"),
    "predict_on_batch": _eagerly(_off_tape(_on_batch("predict_step")), "call the model itself: {}"),
}
METHODS: Final[dict[str, Any]] = {
    "compile": compiling.compile_model,
    **steps.METHODS,
    **{name: _outside(name, run) for name, run in _LOOPS.items()},
    **dict.fromkeys(("summary", "reset_metrics"), giving(None)),
}
