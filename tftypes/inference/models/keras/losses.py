"""Losses: Keras' objects, functions and names, and those of the program."""

from __future__ import annotations

import ast
from functools import partial
from typing import Final

from tftypes.algebra import Shape, TensorType
from tftypes.inference.interpreter import provenance
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.op_calls import other_than_tensor
from tftypes.inference.interpreter.rules import from_rule, tensor_of, to_rule
from tftypes.inference.interpreter.tables import Call, LibraryClass
from tftypes.inference.models.keras import call_checks, running
from tftypes.inference.models.keras.config import (
    KERAS,
    check_object,
    config_of,
    configure,
    dtype_or_floatx,
    floatx,
    has_masks,
    is_known,
    is_legacy,
    short_name,
)
from tftypes.inference.models.keras.own_scores import remedy_of
from tftypes.inference.models.keras.symbols import is_symbol
from tftypes.inference.models.tensorflow.missing_gradients import SMOOTH
from tftypes.inference.models.tensorflow.ops import OpError, Unsure, completed, keras_losses
from tftypes.inference.models.tensorflow.ops.accepted import SYMBOL_IN_LOSS
from tftypes.inference.models.tensorflow.ops.conversion import as_tensor
from tftypes.inference.models.tensorflow.ops.values import numbers_in
from tftypes.inference.models.tensorflow.structures import map_leaves
from tftypes.inference.objects import TOP, Class, External, Function, Instance, Value, resolve
from tftypes.inference.scopes import walk
from tftypes.inference.values import Bound, Partial, Tensor


def _construct(interpreter: Interpreter, call: Call) -> None:
    configure(interpreter, call)
    check_object(interpreter, "Loss", call.receiver)


def _call(interpreter: Interpreter, call: Call) -> Value:
    """`loss(y_true, y_pred)` of an object."""
    y_true, y_pred = call.get(0, "y_true"), call.get(1, "y_pred")
    weights = call.get(2, "sample_weight")
    return lose(interpreter, call.receiver, y_true, y_pred, call.node, weights)


def lose(
    interpreter: Interpreter,
    loss: Value,
    y_true: Value,
    y_pred: Value,
    node: ast.AST,
    weights: Value = None,
) -> Value:
    """What a loss makes of labels and predictions, however it is given: a number, where it reduces them."""
    loss = resolve(loss)
    name = class_of(interpreter, loss)
    if name is not None:
        config = config_of(loss) if isinstance(loss, Instance) else {}
        return _library(interpreter, name, config, (y_true, y_pred, weights), node)
    if isinstance(loss, (Instance, Function, Bound, Partial)):
        run = partial(_own, interpreter, loss, y_true, y_pred, node)
        return running.mended(interpreter, run, remedy_of(y_true, y_pred, node))
    return TOP


def _own(
    interpreter: Interpreter, loss: Value, y_true: Value, y_pred: Value, node: ast.AST
) -> Value:
    if isinstance(loss, Instance):
        return _program(interpreter, loss, y_true, y_pred, node)
    if isinstance(loss, (Function, Bound, Partial)):
        y_true, y_pred = _inputs(interpreter, y_true, y_pred, floatx(interpreter))
        check_parameters(loss, "loss")
        made = interpreter.call(loss, list(_squeezed(y_true, y_pred)), {}, node)
        check_result(made, "loss")
        is_outer = is_symbol(made) and not any(map(is_symbol, (y_true, y_pred)))
        if is_outer and not is_legacy(interpreter):
            words = "the loss uses a symbol of the model, which has no value while it is trained"
            raise OpError("tf-value", words, hint=SYMBOL_IN_LOSS)
        made = TensorType(floatx(interpreter), Shape.scalar())
        return from_rule(interpreter, made, [y_true, y_pred])
    return TOP


def has_gradient(
    interpreter: Interpreter, loss: Value, true: Value, pred: Value, node: ast.AST
) -> bool:
    """Whether a loss of the program's may have a gradient: it is computed of the output by ops that have one."""
    loss, pred = resolve(loss), resolve(pred)
    is_function = isinstance(loss, (Function, Bound, Partial))
    is_own = isinstance(loss, Instance) and isinstance(loss.cls, Class)
    if not (is_function or is_own) or not isinstance(pred, TensorType):
        return True
    tape = interpreter.instance("tensorflow.GradientTape")
    output = Tensor.of(TensorType(floatx(interpreter), pred.shape), sources=frozenset())
    true = _inputs(interpreter, true, None, floatx(interpreter))[0]
    with interpreter.quietly(), interpreter.recording((tape,)):
        interpreter.note(tape, provenance.WATCHED, output)
        if is_function:
            made = interpreter.call(loss, list(_squeezed(true, output)), {}, node)
        else:
            made = interpreter.method(loss, "call", [true, output], node)
        made = resolve(made)
        is_plain = isinstance(made, (TensorType, float, int))
        ways = provenance.sources_of((tape,), made)
        return not is_plain or ways is None or bool(provenance.leading(ways))


def without_gradient(loss: Value) -> str | None:
    """What a loss of the program's calls or compares that has no gradient, with what has one."""
    function = _function_of(loss)
    if function is None:
        return None
    for each in walk(function.code.node):
        if isinstance(each, ast.Call):
            hint = SMOOTH.get(ast.unparse(each.func).rpartition(".")[2])
            if hint is not None:
                return hint
        if isinstance(each, ast.Compare) and isinstance(each.ops[0], (ast.Gt, ast.GtE)):
            sides = ast.unparse(each.left), ast.unparse(each.comparators[0])
            return f"tf.sigmoid({sides[0]} - {sides[1]}) has one in place of {ast.unparse(each)}"
    return "compute it of y_pred by ops of TensorFlow's"


def _function_of(loss: Value) -> Function | None:
    """The function that computes a loss of the program's."""
    function = loss = resolve(loss)
    if isinstance(loss, Instance) and isinstance(loss.cls, Class):
        found = loss.cls.find("call")
        function = None if found is None else resolve(found[0])
    return function if isinstance(function, Function) else None


def asks_for_none(loss: Value) -> bool:
    """Whether a function compares something with None, as sizes that a graph leaves open."""
    function = _function_of(loss)
    if function is None:
        return True
    return any(
        isinstance(each, ast.Compare)
        and any(isinstance(one, ast.Constant) and one.value is None for one in each.comparators)
        for each in walk(function.code.node)
    )


def check_result(made: Value, kind: str) -> None:
    """Raises OpError for a function of the program's that returns nothing."""
    if resolve(made) is None:
        words = f"the {kind} returns None, expected a tensor"
        raise OpError("tf-value", words, hint="return what it computes")


def class_of(interpreter: Interpreter, loss: Value) -> str | None:
    """The class of Keras' own loss that is meant."""
    if isinstance(loss, str):
        return keras_losses.class_by_name(loss)
    if isinstance(loss, External):
        return (
            keras_losses.class_by_name(loss.name.rpartition(".")[2])
            if loss.name.startswith(KERAS)
            else None
        )
    if isinstance(loss, Instance) and not isinstance(loss.cls, Class):
        return short_name(interpreter, loss)
    return None


def _library(
    interpreter: Interpreter,
    name: str,
    config: object,
    operands: tuple[Value, Value, Value],
    node: ast.AST,
) -> Value:
    if not isinstance(config, dict) or not is_known(config):
        return TOP
    given = {key: to_rule(each) for key, each in config.items()}
    computed = dtype_or_floatx(interpreter, config.get("dtype"))

    y_true, y_pred, weights = operands
    check_made(interpreter, y_pred)
    weighing = weights is not None and not has_masks(interpreter) and not is_legacy(interpreter)

    def rule(true: Value, pred: Value, weights: Value) -> Value:
        with completed(f"tf.keras.losses.{name}()", {"y_true": true, "y_pred": pred}):
            if isinstance(true, TensorType) and true.dtype.name == "string":
                hint = "np.unique(y, return_inverse=True)[1] are the numbers of the classes"
                raise OpError("tf-dtype", "labels are numbers, got text", "y_true", hint)
            made = keras_losses.loss(name, given, true, pred)
            if weighing and isinstance(weights, TensorType):
                each = keras_losses.loss(name, {**given, "reduction": "none"}, true, pred)
                keras_losses.check_weights(each, weights)
            return made

    given_values = [to_rule(_tensor(each)) for each in (y_true, y_pred, weights)]
    made = interpreter.certain(rule, given_values, node)
    if isinstance(made, TensorType):
        made = TensorType(computed, made.shape)
    return from_rule(interpreter, made, operands)


def check_made(interpreter: Interpreter, pred: Value) -> None:
    """Keras makes a tensor of an output. Raises OpError for a layer, which makes none."""
    other = other_than_tensor(interpreter, pred)
    if other is not None and other.kind == "object":
        words = f"expected a tensor from the model, got {other.shown}"
        raise OpError("tf-value", words, "y_pred", other.hint, "builtins.TypeError")


def check_labels(interpreter: Interpreter, loss: Value, true: Value, pred: Value) -> None:
    """Labels that are numbers of classes have a score each. Raises OpError for one that has none."""
    loss, true, pred = resolve(loss), resolve(true), resolve(pred)
    is_told = isinstance(pred, TensorType) and isinstance(true, TensorType)
    if is_told and class_of(interpreter, loss) == "SparseCategoricalCrossentropy":
        config = config_of(loss) if isinstance(loss, Instance) else {}
        keras_losses.check_classes(numbers_in(true.value), pred.shape, config)


def _tensor(value: Value) -> Value:
    """Labels may be lists of numbers."""
    found = resolve(value)
    if isinstance(found, TensorType):
        return found
    made = tensor_of(found)
    return TOP if made is None else made


def check_parameters(function: Value, argument: str) -> None:
    """Keras calls a loss and a metric with two arguments. Raises OpError for a function that takes others."""
    target, bound = resolve(function), 0
    while isinstance(target, Bound) and not isinstance(target.function, str):
        target, bound = resolve(target.function), bound + 1
    if not isinstance(target, Function) or target.code.vararg is not None:
        return
    name, taken = target.code.name, target.code.positional[bound:]
    needed = [each for each in taken if each not in target.defaults]
    words = f"Keras calls {name}() with y_true and y_pred"
    if len(needed) > 2 and not bound:
        words = f"{words}, and it takes {', '.join(needed[2:])}, too"
        rest = ", ".join(f"{each}={_meant(target, each)}" for each in needed[2:])
        hint = f"lambda y, p: {name}(y, p, {rest}) is one"
        raise OpError("tf-call", words, argument, hint, "builtins.TypeError")
    if len(taken) < 2 and name != "<lambda>":
        words = f"{words}, and it takes {', '.join(taken) or 'no arguments'}"
        hint = f"def {name}({'self, ' * bound}y_true, y_pred) takes both"
        if _makes_one(target):
            hint = f"{name}({'...' * bool(needed)}) makes one"
        raise OpError("tf-call", words, argument, hint, "builtins.TypeError")


def _meant(function: Function, parameter: str) -> str:
    """The one global that is called as a parameter is, or by more words, as `CLASS_WEIGHTS` for `weights`."""
    module, end = function.module, f"_{parameter.lower()}"
    found = [
        str(each)
        for each in module.written()
        if f"_{each}".lower().endswith(end)
        and not isinstance(resolve(module.read(each)), (Function, Class, External))
    ]
    return found[0] if len(found) == 1 else "..."


def _makes_one(function: Function) -> bool:
    """Whether a function returns one that it defines."""
    found = list(ast.walk(function.code.node))[1:]
    names = {each.name for each in found if isinstance(each, ast.FunctionDef)}
    returned = (each.value for each in found if isinstance(each, ast.Return))
    return any(isinstance(each, ast.Name) and each.id in names for each in returned)


def _program(
    interpreter: Interpreter, loss: Instance, y_true: Value, y_pred: Value, node: ast.AST
) -> Value:
    """A loss of the program's own: its `call` gets floats, and Keras reduces what it gives."""
    config = config_of(loss)
    computed = dtype_or_floatx(interpreter, config.get("dtype"))
    if isinstance(loss.cls, Class) and loss.cls.find("__call__") is not None:
        interpreter.method(loss, "__call__", [y_true, y_pred, TOP], node)  # and the weights
        return TOP
    call_checks.check_made(interpreter, loss, "loss")
    y_true, y_pred = _inputs(interpreter, y_true, y_pred, computed)
    made = resolve(interpreter.method(loss, "call", [y_true, y_pred], node))
    check_result(made, "loss")
    reduction = resolve(config.get("reduction", "sum_over_batch_size"))
    if reduction in ("sum", "sum_over_batch_size", "mean", "mean_with_sample_weight"):
        return from_rule(interpreter, TensorType(computed, Shape.scalar()), [made])
    if reduction in (None, "none") and isinstance(made, TensorType) and "**" not in config:
        return from_rule(interpreter, TensorType(computed, made.shape), [made])
    return TOP


def _inputs(
    interpreter: Interpreter, y_true: Value, y_pred: Value, dtype: object
) -> tuple[Value, Value]:
    """Labels and predictions as a loss gets them: tensors of its dtype."""

    def convert(value: Value) -> Value:
        made = _tensor(value)
        if not isinstance(made, TensorType) or made.kind not in ("tensor", "variable", "array"):
            return TOP
        return from_rule(interpreter, TensorType(dtype, as_tensor(made).shape), [made])  # type: ignore[arg-type]

    return map_leaves(interpreter, convert, y_true), map_leaves(interpreter, convert, y_pred)


def _squeezed(y_true: Value, y_pred: Value) -> tuple[Value, Value]:
    """Of labels and predictions whose ranks differ by one, a function gets the same ranks where a last dim is 1."""
    if not isinstance(y_true, TensorType) or not isinstance(y_pred, TensorType):
        return y_true, y_pred
    try:
        true, pred = keras_losses.squeezed(y_true.shape, y_pred.shape)
    except Unsure:
        true = pred = Shape.unknown()
    return (
        y_true if true == y_true.shape else TensorType(y_true.dtype, true),
        y_pred if pred == y_pred.shape else TensorType(y_pred.dtype, pred),
    )


CLASSES: Final = {
    f"{KERAS}Loss": LibraryClass(
        construct=_construct,
        methods={"__call__": _call, "call": call_checks.left_open("Loss", "call")},
    )
}
