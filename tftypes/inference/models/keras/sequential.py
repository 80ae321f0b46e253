"""`Sequential`: a list of layers, put together as soon as the shape of the input is known."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import partial
from typing import Final

from tftypes.algebra import DType, Shape, TensorType, equal
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.exceptions import tried
from tftypes.inference.interpreter.tables import Call, LibraryClass
from tftypes.inference.models.keras import (
    functional,
    gone,
    graphs,
    inputs,
    running,
    sequential_layers,
    tracking,
    unbuilt,
)
from tftypes.inference.models.keras.config import (
    CONFIG,
    DTYPES,
    KERAS,
    config_of,
    dtypes,
    dtypes_of,
    is_layer,
    is_legacy,
    short_name,
)
from tftypes.inference.models.keras.inputs import INPUTS, OUTPUTS
from tftypes.inference.models.keras.symbols import BATCH, is_symbol, origin, sizes
from tftypes.inference.models.keras.tracking import LAYERS
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.ops.keras_merging import MERGING
from tftypes.inference.models.tensorflow.ops.values import ANY, DENSE, is_number
from tftypes.inference.models.tensorflow.structures import is_list, leaves, map_tensors
from tftypes.inference.objects import TOP, Container, External, Instance, Value, is_unknown, resolve
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Seq, Tensor

#: The symbol after each layer, while the input is known.
_STEPS: Final = "keras steps"


def construct(interpreter: Interpreter, call: Call) -> None:
    """`Sequential(layers)`."""
    model = call.receiver
    config = {**dict(zip(("layers", "trainable", "name"), call.args)), **call.kwargs}
    interpreter.write(model, CONFIG, config)
    interpreter.write(model, DTYPES, dtypes(interpreter, config.get("dtype")))
    _forget(interpreter, model)  # whose `__init__` may have run before
    interpreter.write(model, LAYERS, ())
    given = resolve(config.get("layers"))
    for each in (given, resolve(config.get("trainable"))):
        if is_layer(interpreter, each) and not is_legacy(interpreter):
            words = "expected a list of layers, got a layer; Sequential([layer, ...]) takes several"
            raise OpError("tf-value", words, "layers").complete("tf.keras.Sequential()", {})
    items = () if given is None else interpreter.items(given)
    if not isinstance(items, tuple) or "**" in config:
        interpreter.write(model, LAYERS, Seq((), TOP))
        return
    for each in items:
        append(interpreter, model, resolve(each), call.node)


def _add(interpreter: Interpreter, call: Call) -> Value:
    append(interpreter, call.receiver, resolve(call.get(0, "layer")), call.node)
    return None


def append(interpreter: Interpreter, model: Instance, layer: Value, node: ast.AST) -> None:
    """Put a layer behind the others, and what the input becomes in it."""
    if is_symbol(layer):
        made: Value = graphs.operation(layer) or TOP
        if made is TOP or short_name(interpreter, made) == "InputLayer":
            append(interpreter, model, made, node)
            return
        words = "expected layers, which a Sequential calls itself, got what one has made"
        _lose(interpreter, model)
        short = short_name(interpreter, made)
        hint = f"the {short}(...) alone is one, and keras.Model(inputs, outputs) takes what it made"
        raise OpError("tf-value", words, hint=hint).complete("tf.keras.Sequential()", {})
    known = model.read(LAYERS, ())
    sequential_layers.check_layer(interpreter, known, layer)
    if not isinstance(known, tuple) or not is_layer(interpreter, layer):
        _lose(interpreter, model)
        return
    if short_name(interpreter, layer) == "InputLayer":
        symbol = layer.read(OUTPUTS)
        if is_symbol(model.read(INPUTS)) and not is_legacy(interpreter):
            words = "a second Input: the model has one"
            raise OpError("tf-value", words).complete("tf.keras.Sequential()", {})
        if model.read(INPUTS) is not ABSENT or not is_symbol(symbol):
            _lose(interpreter, model)
        elif known:  # where it stands it is refused as soon as the model is called
            interpreter.write(model, LAYERS, (*known, layer))
        else:
            _begin(interpreter, model, symbol)
        return
    is_first = not known and model.read(INPUTS) is ABSENT
    first = _told_input(interpreter, layer) if is_first else None
    if first is not None:
        _begin(interpreter, model, first)
    interpreter.write(model, LAYERS, (*known, layer))
    if model.read(INPUTS) is not ABSENT:
        _step(interpreter, model, layer, node)


def _shared(interpreter: Interpreter, model: Instance) -> None:
    """Another function gets a model that has not begun with an Input: it may add layers."""
    if model.read(INPUTS) is ABSENT:
        _forget(interpreter, model)


def _lose(interpreter: Interpreter, model: Instance) -> None:
    """It gets what nobody knows: the input before that, or its own, builds the model."""
    _forget(interpreter, model)
    interpreter.write(model, tracking.BUILT, TOP)


def _forget(interpreter: Interpreter, model: Instance) -> None:
    interpreter.write(model, LAYERS, Seq((), TOP))
    interpreter.write(model, INPUTS, ABSENT)
    interpreter.write(model, OUTPUTS, ABSENT)


def _begin(interpreter: Interpreter, model: Instance, symbol: Tensor) -> None:
    interpreter.write(model, INPUTS, symbol)
    interpreter.write(model, OUTPUTS, symbol)
    interpreter.write(model, _STEPS, ())
    interpreter.write(model, running.RUN, ())


def _step(interpreter: Interpreter, model: Instance, layer: Instance, node: ast.AST) -> None:
    call = partial(interpreter.call, layer, [model.read(OUTPUTS)], {}, node)
    run = partial(tried, interpreter, call, External("builtins.NotImplementedError"))
    (is_put_off, made), is_refused = interpreter.attempted(run)
    if is_put_off is not False or is_refused:  # there is no model, or none yet
        _forget(interpreter, model)
        return
    steps = model.read(_STEPS, ())
    interpreter.write(model, _STEPS, (*steps, made) if isinstance(steps, tuple) else TOP)
    interpreter.write(model, OUTPUTS, made)
    made_by = origin(made)
    if made_by is not None and graphs.is_told_more(made_by.node):
        interpreter.write(model, running.RUN, (*running.calls_of(model), made_by.node))
    interpreter.write(model, tracking.BUILT, True)


#: The layers whose `input_dim` is a number of rows, and no size of the input.
_OF_IDS: Final = ("Embedding", "ReversibleEmbedding")


def _told_input(interpreter: Interpreter, layer: Instance) -> Tensor | None:
    """The input that the first layer tells: by `input_shape`, or as a model with an input of its own."""
    inner, made = layer.read(INPUTS), _input_layer(interpreter)
    if inner is not ABSENT:
        is_one = is_symbol(inner)
        return inputs.new_input(interpreter, made, inner.dtype, inner.shape) if is_one else None
    config, short = config_of(layer), short_name(interpreter, layer)
    size = None if short in _OF_IDS else config.get("input_dim")
    if "input_shape" in config and not is_legacy(interpreter):
        inputs.check_shapes(config, "input_shape", f"layers.{short}")
    told = config.get("input_shape") if size is None else (size,)
    shape = inputs.told_shape(told, inputs.open_sizes(made, first=1))
    if shape is None:
        return None
    dtype = dtypes_of(interpreter, layer)[0]
    return inputs.new_input(interpreter, made, dtype, Shape.of(BATCH) + shape)


def _input_layer(interpreter: Interpreter) -> Instance:
    return interpreter.instance(f"{KERAS}layers.InputLayer")


def _pop(interpreter: Interpreter, call: Call) -> Value:
    model = call.receiver
    known = model.read(LAYERS, ())
    if not isinstance(known, tuple):
        return TOP
    if not known:
        raise OpError("tf-state", "it has no layers", exception="builtins.IndexError")
    interpreter.write(model, LAYERS, known[:-1])
    kept = [each for each in running.calls_of(model) if each.operation is not known[-1]]
    interpreter.write(model, running.RUN, tuple(kept))
    steps = model.read(_STEPS)
    if isinstance(steps, tuple):
        interpreter.write(model, _STEPS, steps[:-1])
        interpreter.write(model, OUTPUTS, steps[-2] if len(steps) > 1 else model.read(INPUTS))
    return known[-1]


#: What takes text, or numbers of any dtype.
_READING: Final = ("TextVectorization", "StringLookup", "IntegerLookup", "Hashing", "Discretization")  # fmt: skip


def _build(interpreter: Interpreter, call: Call) -> Value:
    """`build(input_shape)`: from now on the input is known; of a batch of known size only that it was given."""
    model, made = call.receiver, _input_layer(interpreter)
    told = resolve(call.get(0, "input_shape"))
    given = interpreter.known_items(told) if isinstance(told, (Container, tuple)) else None
    # What may be a shape itself makes them those of several inputs.
    is_open = is_unknown(told) or any(map(is_unknown, map(resolve, given or ())))
    shape = Shape.unknown() if is_open else inputs.told_shape(told, inputs.open_sizes(made))
    known = model.read(LAYERS, ())
    sequential_layers.check_layers(interpreter, model, known)
    _check_shape(interpreter, model, known, shape)
    if shape is not None:
        interpreter.write(model, tracking.BUILT, True)
    if (
        model.read(INPUTS) is not ABSENT
        or shape is None
        or not isinstance(known, tuple)
        or not known
    ):
        return None
    if is_open:
        _through(interpreter, known, TOP, call.node)
    else:
        dtype = _taken(interpreter, known)
        _begin(interpreter, model, inputs.new_input(interpreter, made, dtype, shape))
        for each in known:
            _step(interpreter, model, each, call.node)
    return None


def _check_shape(
    interpreter: Interpreter, model: Instance, known: Value, shape: Shape | None
) -> None:
    """A model that has its Input is built for no other. Raises OpError where that is sure."""
    symbol = model.read(INPUTS)
    if shape is None or not is_symbol(symbol) or is_legacy(interpreter):
        return
    if isinstance(known, tuple) and known and known[0].read(INPUTS) is not ABSENT:
        return
    wanted, got = sizes(symbol.shape), sizes(shape)
    if (
        isinstance(wanted, tuple)
        and isinstance(got, tuple)
        and wanted != got
        and TOP not in (*wanted, *got)
    ):
        words = f"its input has the shape {wanted}, got {got}"
        raise OpError("tf-shape", words, "input_shape", "the model is built for its Input already")


def _call(interpreter: Interpreter, call: Call) -> Value:
    """The layers one after the other, or what the symbols say."""
    model = call.receiver
    if not call.args:
        return TOP
    value, symbol, known = resolve(call.args[0]), model.read(INPUTS), model.read(LAYERS, ())
    sequential_layers.check_layers(interpreter, model, known)
    several = leaves(interpreter, value) if isinstance(value, tuple) or is_list(value) else ()
    if len(several) > 1:
        if symbol is ABSENT:
            # the first layer gets all of them: at the first call, and later if it merges them
            is_told = isinstance(known, tuple) and len(known) > 0
            is_first = is_told and (
                short_name(interpreter, known[0]) in MERGING
                or unbuilt.is_unbuilt(interpreter, known[0])
            )
            return _through(interpreter, known, value, call.node) if is_first else TOP
        value = several[0]
    if symbol is not ABSENT and not is_unknown(symbol):
        if is_symbol(symbol) and isinstance(value, TensorType):
            whole = running.with_last(symbol, value)
            if _is_other(symbol, whole):
                return _on_other(interpreter, model, symbol, whole, call.node)
        is_told = isinstance(value, TensorType) and value.shape.rank and is_number(value.shape[0])
        if is_told and is_symbol(symbol) and value.shape.rank != symbol.shape.rank:
            is_told = False  # Keras adds a last dim of 1, or takes it away
        if is_told and isinstance(known, tuple) and tracking.has_code(interpreter, model):
            return _through(interpreter, known, _cast(value, symbol.dtype), call.node)
        return functional.substituted(interpreter, model, value, call.node)
    if not isinstance(known, tuple) or not known:  # nothing comes of a model without layers
        return TOP
    return _through(interpreter, known, _cast(value, _taken(interpreter, known)), call.node)


def _taken(interpreter: Interpreter, layers: Sequence[Instance]) -> DType:
    """The dtype of the input that a model makes by its first layer."""
    is_open = not layers or short_name(interpreter, layers[0]) in _READING
    return ANY if is_open else dtypes_of(interpreter, layers[0])[0]


def _cast(value: Value, dtype: DType) -> Value:
    """Integers as the input of a model takes them."""
    is_integer = isinstance(value, TensorType) and value.dtype.is_integer is True
    return (
        TensorType(dtype, value.shape, value.kind, value.value)
        if is_integer and value.kind in DENSE
        else value
    )


def _through(
    interpreter: Interpreter, layers: Sequence[Instance], value: Value, node: ast.AST
) -> Value:
    for each in layers:
        value = interpreter.call(each, [value], {}, node)
    return value


def _is_other(symbol: TensorType, value: TensorType) -> bool:
    """Whether some size is not that of the input: `Sequential` leaves it to its layers to refuse that."""
    wanted, got = symbol.shape.dims, value.shape.dims
    if wanted is None or got is None or len(wanted) != len(got):
        return False
    return any(equal(a, b) is False for a, b in zip(wanted[1:], got[1:]))


def _on_other(
    interpreter: Interpreter, model: Instance, symbol: TensorType, value: TensorType, node: ast.AST
) -> Value:
    """The layers on an input of another shape. Where one refuses it, the input is to blame."""
    layers = model.read(LAYERS, ())
    if not isinstance(layers, tuple):
        return TOP
    outer, interpreter.doubted = interpreter.doubted, []
    try:
        with interpreter.doubting():
            made = _through(interpreter, layers, value, node)
    finally:
        refused, interpreter.doubted = interpreter.doubted, outer
    if refused and running.is_passed(interpreter, symbol, value):
        return map_tensors(interpreter, running.of_any_shape, model.read(OUTPUTS))
    if refused:
        running.check_input(interpreter, model, symbol, value, node)
    return made


def _of_node(name: str, interpreter: Interpreter, model: Value) -> Value:
    """`model.output`: of the call on a symbol, which is none of those that put the model together."""
    found = model.read(inputs.OUTPUT)
    if found is ABSENT and model.birth > interpreter.escaped and not is_legacy(interpreter):
        return ABSENT
    return found if name == "output" and found is not ABSENT else TOP


CLASSES: Final = {
    f"{KERAS}Sequential": LibraryClass(
        construct=construct,
        methods={"add": _add, "pop": _pop, "build": _build, "call": _call},
        attributes={
            **functional.ATTRIBUTES,
            **{
                name: unbuilt.attribute(f"it has no {name} yet", functional.ATTRIBUTES[name])
                for name in ("inputs", "outputs", "input_shape", "output_shape")
            },
            **{name: partial(_of_node, name) for name in ("input", "output")},
        },
        gone=gone.of_sequential,
        shared=_shared,
    )
}
