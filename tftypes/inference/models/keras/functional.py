"""Models that are put together from symbols: `Model(inputs, outputs)`, their calls and what is asked of them.

A call runs nothing again: the sizes of the inputs take the places of their names in the shapes of the outputs.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, TensorType
from tftypes.inference.interpreter import provenance
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import from_rule, to_rule
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.lattice import all_items, join_all
from tftypes.inference.models.keras import (
    batch_sizes,
    compiling,
    graphs,
    layer_state,
    naming,
    running,
    tracking,
)
from tftypes.inference.models.keras.config import (
    DTYPES,
    KERAS,
    called,
    class_of,
    config_of,
    dtypes,
    is_a,
    is_layer,
    is_legacy,
)
from tftypes.inference.models.keras.inputs import (
    INPUTS,
    OUTPUT,
    OUTPUTS,
    called_first,
    check_told,
    is_connected,
)
from tftypes.inference.models.keras.symbols import BATCH, is_exact, is_symbol, maker, sizes
from tftypes.inference.models.keras.tracking import LAYERS, Untold
from tftypes.inference.models.tensorflow.ops import (
    OpError,
    PyValue,
    completed,
    keras_keywords,
    keras_ranks,
)
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.ops.values import DENSE
from tftypes.inference.models.tensorflow.structures import all_told, leaves, map_leaves, map_tensors
from tftypes.inference.objects import (
    EXPLAINED,
    INDEXED,
    OPEN,
    TOP,
    Class,
    Container,
    External,
    Instance,
    Value,
    python_type,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Mapped, Seq, Tensor, contents_of, is_one

#: Whose constructor it is, unless a class of Keras' own has one; nobody declares that of Keras 2.
_ROOTS: Final = (f"{KERAS}Model", "builtins.object")


def construct(interpreter: Interpreter, call: Call) -> None:
    """`Model(inputs, outputs)`, or `super().__init__()` of a class that has a `call` of its own."""
    constructor = interpreter.declared.member(class_of(interpreter, call.receiver), "__init__")
    if constructor is not None and constructor.owner not in _ROOTS:  # as a Distiller has
        interpreter.write(call.receiver, OUTPUTS, TOP)
        return
    _check_arguments(interpreter, call)
    config = {**dict(zip(("inputs", "outputs", "name"), call.args)), **call.kwargs}
    interpreter.write(call.receiver, "keras config", config)
    interpreter.write(call.receiver, DTYPES, dtypes(interpreter, config.get("dtype")))
    interpreter.write(call.receiver, tracking.LOCKED, False)
    if "inputs" in config and "outputs" in config:
        _connect(interpreter, call.receiver, config["inputs"], config["outputs"])
    elif "**" in config:
        interpreter.write(call.receiver, OUTPUTS, TOP)


def _check_arguments(interpreter: Interpreter, call: Call) -> None:
    """Keras takes inputs and outputs together, and else what any layer takes, by name.

    Raises OpError for anything else.
    """
    if call.is_open or is_legacy(interpreter):
        return
    given = [*("inputs", "outputs")[: len(call.args)], *call.kwargs]
    both = {"inputs", "outputs"}
    with completed("tf.keras.Model()"):
        if not both <= set(given):
            keras_keywords.check("Layer", "Model", call.kwargs, both)
        if len(call.args) > 2 or "outputs" not in given and call.args:
            words = f"takes inputs and outputs by position, or nothing, got {len(call.args)}"
            name = resolve(call.args[-1]) if len(call.args) in (1, 3) else None
            hint = f"name={name!r}" if isinstance(name, str) else "inputs=..., outputs=... are both"
            if name is call.receiver:
                hint = "leave out self"
            raise OpError("tf-call", words, hint=hint)
        if len(lone := both & set(given)) == 1:
            raise OpError("tf-call", f"got {min(lone)} without {min(both - lone)}")
        for name, value in zip(given, call.values):
            if name in ("inputs", "outputs"):
                _check_symbols(interpreter, name, value)


def _check_symbols(interpreter: Interpreter, name: str, value: Value) -> None:
    for each in leaves(interpreter, value, sure=True):
        is_tensor = is_one(each) and each.kind in DENSE and each.shape.dims is not None
        if is_layer(interpreter, each):
            hint = called_first(each)
            raise OpError("tf-value", "expected KerasTensors, got a layer", name, hint)
        if is_tensor or each is None or python_type(each) is not None:
            words = f"expected KerasTensors, got {describe(to_rule(each))}"
            hint = "layer(x) of a keras.Input x is one"
            if is_tensor and name == "inputs":
                hint = f"keras.Input({keras_ranks.written(each.shape.dims[1:])}) is one"
            raise OpError("tf-value", words, name, hint)


def _connect(interpreter: Interpreter, model: Instance, inputs: Value, outputs: Value) -> None:
    """Keep what a model is put together from."""
    interpreter.write(model, INPUTS, resolve(inputs))
    interpreter.write(model, OUTPUTS, resolve(outputs))
    interpreter.write(model, tracking.BUILT, True)
    try:
        flat = [_symbol(each) for each in leaves(interpreter, inputs)]
        ends = [_symbol(each) for each in leaves(interpreter, outputs)]
        found: Value = graphs.layers(flat, ends)
        naming.check_ends(interpreter, found, flat, ends)
        interpreter.write(model, running.RUN, graphs.run(flat, ends))
    except Untold:
        found = Seq((), TOP)
    interpreter.write(model, LAYERS, found)


def _symbol(value: Value) -> Tensor:
    if not is_symbol(value) or not isinstance(value, Tensor):
        raise Untold
    return value


def call_model(interpreter: Interpreter, call: Call) -> Value:
    """`model(x)` of a model that was put together."""
    if not is_connected(call.receiver) or not call.args:
        return TOP
    if is_legacy(interpreter) and single_of(call.receiver.read(OUTPUTS)) is not None:
        return TOP  # Keras 2 gives the one output of a list as such, Keras 3 a list of it
    return substituted(interpreter, call.receiver, call.args[0], call.node)


def unpacked(model: Instance, made: Value) -> Value:
    """What a model gives for tensors: the one output of a list as such, which it is not for symbols."""
    single = single_of(made) if is_connected(model) else None
    return made if single is None else single


def substituted(interpreter: Interpreter, model: Instance, given: Value, node: ast.AST) -> Value:
    """The outputs of a model for such inputs."""
    wanted, outputs = model.read(INPUTS), model.read(OUTPUTS)
    pairs = _pairs(interpreter, wanted, given, node)
    if pairs is None:
        return TOP
    bindings: dict[Any, Dim] = {}
    refused = False
    for symbol, value in pairs:
        if isinstance(value, TensorType) and is_symbol(symbol):
            if running.is_let_through(interpreter, model, symbol, value, node):
                return map_tensors(interpreter, running.of_any_shape, outputs)
            check = partial(running.check_input, interpreter, model, symbol, value, node)
            refused |= interpreter.attempted(check)[1]
            batch_sizes.bind(symbol.shape, value.shape, bindings)
    running.check(interpreter, model, pairs, node)
    fixed = {size for symbol, value in pairs for size in batch_sizes.other_batch(symbol, value)}
    if interpreter.is_eager and not any(is_symbol(value) for _, value in pairs):
        layer_state.check_parts(interpreter, model)
        sizes = [
            value.shape[0]
            for _, value in pairs
            if isinstance(value, TensorType) and value.shape.rank
        ]
        layer_state.check_batches(interpreter, model, *sizes)
    flat = [each for each in leaves(interpreter, given) if isinstance(each, TensorType)]
    if not flat and interpreter.trace is None and not interpreter.tapes:
        return TOP  # what is given may be a symbol, and so what comes of it
    used = [*flat, *tracking.sources(interpreter, model)]

    def put(each: Value) -> Value:
        if not is_symbol(each):
            return TOP
        if not is_exact(each):
            return TensorType.unknown()
        shape = batch_sizes.with_sizes(each.shape, bindings)
        if shape.rank and shape[0] in fixed:
            shape = shape.replace(0, UNKNOWN)
        made = from_rule(interpreter, TensorType(each.dtype, shape), used)
        return Tensor.of(made, history=maker(each)) if isinstance(made, TensorType) else made

    if not refused and running.is_lost(interpreter, model, bindings.get(BATCH.key), put, node):
        return TOP
    made = map_leaves(interpreter, put, outputs)
    return provenance.marked(interpreter.tapes, made, interpreter.trail.tick())


def _pairs(
    interpreter: Interpreter, wanted: Value, given: Value, node: ast.AST
) -> list[tuple[Any, Value]] | None:
    """The inputs with what is given for them; None where that is not known."""
    wanted, given = resolve(wanted), resolve(given)
    if isinstance(given, Container) and isinstance(given.contents, Mapped):
        keys = _names(wanted)
        contents = given.contents
        if keys is None:
            _check_unnamed(interpreter, wanted, contents, node)
        if keys is None or contents.optional:
            return None
        missing = [key for key in keys if key not in contents.known]
        if missing and contents.rest is ABSENT and not is_legacy(interpreter):
            told = ", ".join(map(repr, contents.known))
            words = f"{called(node)}: there is no input {missing[0]!r} among {told}"
            other = [each for each in contents.known if each not in keys]
            hint = f"{{{', '.join(f'{key!r}: ...' for key in keys)}}} has them by their names"
            if len(missing) == len(other) == 1:
                hint = f"{missing[0]!r} in place of {other[0]!r} gives it"
            interpreter.refuse(node, "tf-value", f"{words}; {hint}", "builtins.ValueError")
        if missing:
            return None
        return [(each, resolve(contents.known[key])) for key, each in keys.items()]
    symbols_, values = leaves(interpreter, wanted), leaves(interpreter, given)
    items = contents_of(given)
    if isinstance(items, Seq):  # one Input takes the first of any number of arrays
        item = resolve(join_all(all_items(items)))
        return [(symbols_[0], item)] if len(symbols_) == 1 and is_one(item) else None
    if len(symbols_) != len(values):
        if all(map(is_symbol, symbols_)) and all(map(is_one, values)):
            words = f"{called(node)}: expected {len(symbols_)} inputs, got {len(values)}"
            names = ", ".join(f"x{i}" for i in range(1, len(symbols_) + 1))
            hint = f"({names}) has one for each Input" if len(symbols_) > 1 else None
            is_made = not any(is_symbol(each) or each.kind == "tensor" for each in values)
            hint = hint or (
                "np.array(x) makes one of a list of arrays" if is_made else "x[0] is one of them"
            )
            interpreter.refuse(node, "tf-value", f"{words}; {hint}")
        return None
    return list(zip(symbols_, values))


def _check_unnamed(interpreter: Interpreter, wanted: Value, given: Mapped, node: ast.AST) -> None:
    """A dict gives inputs by their names, which Keras makes up for those that have none."""
    layers = [graphs.operation(each) for each in parts_or_self(wanted)]
    names = [None if each is None else config_of(each).get("name", None) for each in layers]
    told = [each for each in given.known if isinstance(each, str)]
    is_made_up = any(each.startswith(("input", "keras_tensor")) for each in told)
    if None in layers or None not in names or is_legacy(interpreter):
        return
    if told and not is_made_up and given.rest is ABSENT:
        one = "its Input has no name" if len(names) == 1 else "an Input of it has no name"
        words = f"{called(node)}: {one}, got a dict with {', '.join(map(repr, told))}"
        free = next((each for each in told if each not in names), told[0])
        hint = f"keras.Input(..., name={free!r}) has it"
        if names.count(None) > 1:
            hint = "keras.Input(..., name=key) has the name of its key"
        interpreter.refuse(node, "tf-value", f"{words}; {hint}", "builtins.ValueError")


def _names(wanted: Value) -> dict[str, Value] | None:
    """The inputs by the names that a dict gives them."""
    if isinstance(wanted, Container) and isinstance(wanted.contents, Mapped):
        return {str(key): resolve(each) for key, each in wanted.contents.known.items()}
    found = {}
    for each in parts_or_self(wanted):
        operation = graphs.operation(each)
        name = None if operation is None else config_of(operation).get("name")
        if not isinstance(name, str):
            return None
        found[name] = resolve(each)
    return found


def parts_or_self(value: Value) -> Sequence[Value]:
    found = contents_of(value)
    return found if isinstance(found, tuple) else (value,)


# -- what is asked of models ------------------------------------------------------------------------------------------


def _layers(interpreter: Interpreter, model: Value) -> Value:
    found = tracking.told(tracking.parts, interpreter, model)
    if found is None:
        return interpreter.list(Seq((), naming.some_layer(interpreter, model)))
    made = interpreter.list(tuple(found))
    interpreter.write(made, EXPLAINED, f"expected the number of one of {len(found)} layers")
    return made


def _structure(slot: str) -> Any:
    def read(interpreter: Interpreter, model: Value) -> Value:
        found = model.read(slot)
        if found is ABSENT:  # or it was called on some
            return _without_symbols(interpreter, model) if model.read(OUTPUT) is ABSENT else TOP
        is_sequential = class_of(interpreter, model).endswith(".Sequential")
        single = single_of(found) if is_sequential or is_legacy(interpreter) else None
        return found if single is None else single

    return read


def _without_symbols(interpreter: Interpreter, model: Instance) -> Value:
    """ABSENT for a model of the program's that was made of no symbols for sure."""
    is_known = isinstance(model.cls, Class) and model.read(OPEN) is ABSENT
    is_told = is_known and model.birth > interpreter.escaped and not is_legacy(interpreter)
    return ABSENT if is_told else TOP


def single_of(value: Value) -> Value | None:
    """The one item of a list or tuple."""
    items = contents_of(value)
    return items[0] if isinstance(items, tuple) and len(items) == 1 else None


def _flat(slot: str) -> Any:
    def read(interpreter: Interpreter, model: Value) -> Value:
        found = model.read(slot)
        if found is ABSENT:  # a call on symbols gives it none either
            return _without_symbols(interpreter, model)
        items = all_told(interpreter, found)
        return interpreter.list(Seq((), TOP) if items is None else items)

    return read


def _shapes(slot: str) -> Any:
    def read(interpreter: Interpreter, model: Value) -> Value:
        found = _structure(slot)(interpreter, model)
        if found is ABSENT:
            return ABSENT
        single = single_of(found)
        structure = found if single is None else single
        return map_tensors(interpreter, lambda each: sizes(each.shape), structure, TOP)

    return read


def build(interpreter: Interpreter, call: Call) -> Value:
    """`model.build(input_shape)`: a class of the program's is called with symbols of that shape."""
    model = call.receiver
    if isinstance(model.cls, Class):
        check_told(call)
    if not is_connected(model):
        interpreter.write(model, tracking.BUILT, True)
    return None


def _metrics_names(interpreter: Interpreter, model: Value) -> Value:
    """`model.metrics_names`: of one output that of the loss, and one for all metrics that `compile` was given."""
    given = [model.read(slot, TOP) for slot in (compiling.METRICS, compiling.WEIGHTED)]
    layers = tracking.told(tracking.every, interpreter, model)
    is_own = layers is not None and all(isinstance(each.cls, External) for each in layers)
    is_one = isinstance(model.read(OUTPUTS), TensorType) or is_a(interpreter, model, "Sequential")
    if not is_own or not is_one or TOP in given or is_legacy(interpreter):
        return interpreter.list(Seq((), PyValue("str")))
    names = ("loss", "compile_metrics")[: 1 + any(each is not None for each in given)]
    made = interpreter.list(names)
    interpreter.write(made, EXPLAINED, f"the names are {', '.join(map(repr, names))}")
    interpreter.write(made, INDEXED, "list({}.get_metrics_result()).index({})")
    return made


ATTRIBUTES: Final = {
    "layers": _layers,
    "metrics_names": _metrics_names,
    "input": _structure(INPUTS),
    "output": _structure(OUTPUTS),
    "inputs": _flat(INPUTS),
    "outputs": _flat(OUTPUTS),
    "input_shape": _shapes(INPUTS),
    "output_shape": _shapes(OUTPUTS),
}
