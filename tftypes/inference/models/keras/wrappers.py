"""Layers that run others, or a function: Lambda, TimeDistributed, Bidirectional, RNN; and attention."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, Shape, TensorType, Unknown
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.op_calls import is_of_layer
from tftypes.inference.interpreter.rules import from_rule, to_rule
from tftypes.inference.interpreter.tables import Call, LibraryClass, writing
from tftypes.inference.models.keras import call_checks, constructors, layers, running, tracking
from tftypes.inference.models.keras.config import KERAS, class_of, config_of, dtypes_of, short_name
from tftypes.inference.models.keras.layer_state import RNN
from tftypes.inference.models.keras.symbols import made_by, maker, shape_of
from tftypes.inference.models.tensorflow.ops import OpError, completed, keras_operands, keras_ranks
from tftypes.inference.models.tensorflow.ops.conversion import as_tensor
from tftypes.inference.models.tensorflow.structures import map_leaves
from tftypes.inference.objects import OPEN, TOP, Class, Container, Instance, Value, resolve
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Mapped, Seq

#: What a wrapper hands to the layer within, where that takes it.
_PASSED: Final = {"training": TOP}
_CELLS: Final = {"LSTMCell": 2, "GRUCell": 1, "SimpleRNNCell": 1}


def _lambda(interpreter: Interpreter, call: Call) -> Value:
    """`Lambda(function)`: what the function makes."""
    config = config_of(call.receiver)
    arguments = resolve(config.get("arguments"))
    kwargs: dict[str, Value] = {}
    if isinstance(arguments, Container) and isinstance(arguments.contents, Mapped):
        kwargs = {
            key: each for key, each in arguments.contents.known.items() if isinstance(key, str)
        }
    elif arguments is not None:
        call_checks.check_arguments(config)
        return TOP
    return interpreter.call(config.get("function", TOP), call.args, kwargs, call.node)


# -- time -------------------------------------------------------------------------------------------------------------


def _one_step(x: TensorType) -> TensorType | None:
    """What a layer gets of a sequence at one step."""
    if not x.shape.rank or x.shape.rank < 3:
        return None
    return TensorType(x.dtype, x.shape.slice(0, 1) + x.shape.slice(2, None))


def _with_time(interpreter: Interpreter, made: Value, x: TensorType) -> Value:
    time = x.shape[1]

    def put(each: Value) -> Value:
        if not isinstance(each, TensorType) or not each.shape.rank:
            return TOP
        shape = each.shape.slice(0, 1) + Shape.of(time) + each.shape.slice(1, None)
        return from_rule(interpreter, TensorType(each.dtype, shape), [each])

    return map_leaves(interpreter, put, made)


def _time_distributed(interpreter: Interpreter, call: Call) -> Value:
    """`TimeDistributed(layer)`: the layer on each step."""
    x = resolve(call.get(0, "inputs"))
    layer = config_of(call.receiver).get("layer")
    step = _one_step(x) if isinstance(x, TensorType) else None
    if isinstance(x, TensorType) and x.shape.rank is not None and x.shape.rank < 3:
        words = f"expected rank 3 or more [batch, steps, ...], got rank {x.shape.rank}"
        takes = isinstance(layer, Instance) and short_name(interpreter, layer) == "Dense"
        hint = "the Dense alone takes it" if takes and x.shape.rank == 2 else None
        if (source := maker(x)) is not None and source.name in keras_ranks.RECURRENT:
            kept = f"return_sequences=True in the {source.name} before it keeps the steps"
            hint = f"{kept}, and {hint}" if hint else kept
        error = OpError("tf-rank", words, hint=hint)
        raise error.complete("tf.keras.layers.TimeDistributed()", {"input": x})
    if step is None or not isinstance(layer, Instance) or _is_put_off(interpreter, layer, step):
        return TOP
    step = made_by(keras_ranks.STEP, step, x)
    return _with_time(interpreter, interpreter.call(layer, [step], _PASSED, call.node), x)


#: What asks for the last dims of steps to tell its shape.
_SHAPED: Final = ("LSTM", "GRU", "SimpleRNN", "Bidirectional", "UpSampling", "Cropping", "Permute")


def _is_put_off(interpreter: Interpreter, layer: Instance, step: TensorType) -> bool:
    """Whether a layer refuses a step where the model runs alone: of symbols it tells a shape."""
    name, dims = short_name(interpreter, layer), resolve(config_of(layer).get("dims"))
    if not is_of_layer(interpreter.trace) or isinstance(layer.cls, Class):
        return False
    if running.is_put_off(interpreter, layer):
        return True
    if "Conv" in name and not name.endswith("Transpose"):
        return False
    wanted = 3 if name == "Bidirectional" else keras_ranks.RANKS.get(name, (None,))[0]
    if name == "Permute" and isinstance(dims, tuple):
        wanted = len(dims) + 1
    rank = step.shape.rank
    if wanted is None or rank is None or rank < wanted and name.startswith(_SHAPED):
        return False
    return rank != wanted


# -- recurrence -------------------------------------------------------------------------------------------------------


def _make_bidirectional(interpreter: Interpreter, call: Call) -> None:
    """Keras makes two layers anew from the configuration of the one that it is given."""
    constructors.construct(interpreter, call)
    config = config_of(call.receiver)
    inner = config.get("layer")
    backward = config.get("backward_layer")
    for name, each in (("forward_layer", inner), ("backward_layer", backward or inner)):
        copy = tracking.copied(interpreter, each) if isinstance(each, Instance) else TOP
        interpreter.write(call.receiver, name, copy)
    interpreter.write(call.receiver, tracking.PARTS, ())
    for name in ("forward_layer", "backward_layer"):
        tracking.track(interpreter, call.receiver, call.receiver.read(name))


def _bidirectional(interpreter: Interpreter, call: Call) -> Value:
    layer, config = call.receiver, config_of(call.receiver)
    states = _halves(interpreter, call.get(1, "initial_state"))
    x = call.get(0, "sequences", TOP)
    both = [
        interpreter.call(layer.read(name, TOP), [x], given, call.node)
        for name, given in zip(("forward_layer", "backward_layer"), states)
    ]
    forward, backward = map(resolve, both)
    mode = config.get("merge_mode", "concat")
    if isinstance(forward, tuple) and isinstance(backward, tuple):
        merged = _merged(interpreter, forward[0], backward[0], mode)
        if mode is None:
            return (forward[0], backward[0], *forward[1:], *backward[1:])
        return (merged, *forward[1:], *backward[1:])
    return _merged(interpreter, forward, backward, mode)


def _halves(interpreter: Interpreter, states: Value) -> tuple[dict[str, Value], dict[str, Value]]:
    """The states that each direction begins with, where they are given one by one."""
    items = () if states is None else interpreter.items(states)
    if not isinstance(items, tuple) or not items:
        return {}, {}
    half = len(items) // 2
    made = [interpreter.list(each) for each in (items[:half], items[half:])]
    return {"initial_state": made[0]}, {"initial_state": made[1]}


def _merged(interpreter: Interpreter, first: Value, second: Value, mode: Value) -> Value:
    if not isinstance(first, TensorType) or not isinstance(second, TensorType):
        return TOP
    if mode is None:
        return interpreter.list((first, second))
    if mode in ("sum", "mul", "ave"):
        return first
    if mode != "concat" or not first.shape.rank:
        return TOP
    one, other = first.shape[-1], second.shape[-1] if second.shape.rank else UNKNOWN
    unknown = isinstance(one, Unknown) or isinstance(other, Unknown)
    width: Dim = UNKNOWN if unknown else one + other
    return from_rule(
        interpreter, TensorType(first.dtype, first.shape.replace(-1, width)), [first, second]
    )


def _wrapped(interpreter: Interpreter, call: Call) -> Value:
    """A wrapper that changes the weights of a layer and nothing else."""
    inner, given = config_of(call.receiver).get("layer", TOP), resolve(call.get(0, "inputs", TOP))
    made = resolve(interpreter.call(inner, [given], _PASSED, call.node))
    if isinstance(made, TensorType) and isinstance(given, TensorType):  # it casts what it gives
        return made if made.dtype == given.dtype else TensorType(given.dtype, made.shape)
    return made


def _rnn(interpreter: Interpreter, call: Call) -> Value:
    """`RNN(cell)`: the loop over the steps, which a class of the program's may put another around."""
    layer, config = call.receiver, config_of(call.receiver)
    if short_name(interpreter, layer) != "RNN":
        return layers.call_library(interpreter, call)
    flags = [config.get(name, False) for name in ("return_sequences", "return_state")]
    if not all(isinstance(each, bool) for each in flags):
        return TOP
    given = {"sequences": call.get(0, "sequences"), "mask": call.get(2, "mask")}
    given |= {"initial_state": _begin(interpreter, call), **_PASSED}
    made = _overridden(interpreter, layer, "inner_loop", given, call.node)
    if made is ABSENT:
        made = _inner_loop(interpreter, Call((), given, call.node, receiver=layer))
    items = None if isinstance(made, TensorType) else interpreter.known_items(made)
    if items is None or len(items) != 3:
        return TOP
    last, outputs, states = items
    output = outputs if flags[0] else last
    if not flags[1]:
        return output
    new = interpreter.known_items(states)
    return TOP if new is None else (output, *new)


def _begin(interpreter: Interpreter, call: Call) -> Value:
    """The list of states before the first step; TOP where they are not known."""
    layer, x = call.receiver, resolve(call.get(0, "sequences"))
    cell, given = config_of(layer).get("cell"), resolve(call.get(1, "initial_state"))
    if given is None:
        size = x.shape[0] if isinstance(x, TensorType) and x.shape.rank else UNKNOWN
        given = _overridden(
            interpreter, layer, "get_initial_state", {"batch_size": size}, call.node
        )
    if given is ABSENT:
        step = _one_step(x) if isinstance(x, TensorType) else None
        if not isinstance(cell, Instance) or step is None:
            return TOP
        states = _first_states(interpreter, cell, step, call.node)
    elif isinstance(given, TensorType):
        states = (given,)
    else:
        states = interpreter.known_items(given)
    return TOP if states is None else interpreter.list(tuple(states))


def _batch(x: Value) -> Value:
    size = x.shape[0] if isinstance(x, TensorType) and x.shape.rank else UNKNOWN
    return TOP if isinstance(size, Unknown) else size


def _overridden(
    interpreter: Interpreter, value: Value, name: str, given: dict[str, Value], node: ast.AST
) -> Value:
    """What a method gives that a class of the program has of its own; ABSENT where it has none."""
    cls = value.cls if isinstance(value, Instance) else None
    if not isinstance(cls, Class) or cls.find(name) is None:
        return ABSENT
    return resolve(interpreter.call(interpreter.attribute(value, name, node), [], given, node))


def _inner_loop(interpreter: Interpreter, call: Call) -> Value:
    """`RNN.inner_loop(sequences, initial_state, mask, training)`: the last output, all of them, and the last states.

    One step of the cell, or of cells on top of each other, stands for all.
    """
    x, cell = resolve(call.get(0, "sequences")), config_of(call.receiver).get("cell")
    step: Value = _one_step(x) if isinstance(x, TensorType) else None
    if isinstance(cell, (Container, tuple)):
        for each in interpreter.known_items(cell) or ():
            if not isinstance(each, Instance) or not isinstance(step, TensorType):
                return TOP
            states = _first_states(interpreter, each, step, call.node)
            step, _ = _cell_step(interpreter, each, step, states, call.node)
        new: Value = TOP
    else:
        begun = resolve(call.get(1, "initial_state"))
        states = (begun,) if isinstance(begun, TensorType) else interpreter.known_items(begun)
        step, new = _cell_step(interpreter, cell, step, states, call.node)
        new = (new,) if isinstance(new, TensorType) else new
        call_checks.check_kept(interpreter, call.receiver, states, new)
    if not isinstance(step, TensorType) or not isinstance(x, TensorType):
        return TOP
    return step, _with_time(interpreter, step, x), new


def _cell_step(
    interpreter: Interpreter,
    cell: Value,
    step: Value,
    states: Sequence[Value] | None,
    node: ast.AST,
) -> tuple[Value, Value]:
    """The output of a cell, and its states, for one step."""
    if not isinstance(cell, Instance) or not isinstance(step, TensorType) or states is None:
        return TOP, TOP
    made = resolve(interpreter.call(cell, [step, interpreter.list(tuple(states))], _PASSED, node))
    if not isinstance(made, tuple) or len(made) != 2:
        return TOP, TOP
    return resolve(made[0]), resolve(made[1])


def _first_states(
    interpreter: Interpreter, cell: Instance, step: TensorType, node: ast.AST
) -> Sequence[Value] | None:
    """What a cell begins with: what its own method makes, or zeros of the sizes that it says; None if not known."""
    batch = {"batch_size": _batch(step)}
    own = _overridden(interpreter, cell, "get_initial_state", batch, node)
    if own is not ABSENT:
        return (own,) if isinstance(own, TensorType) else interpreter.known_items(own)
    name = short_name(interpreter, cell)
    if name in _CELLS:
        wanted: Sequence[Value] = [config_of(cell).get("units")] * _CELLS[name]
    else:
        if _lacks_size(interpreter, cell):
            raise OpError(
                "tf-attribute",
                "the cell has no state_size, the number of units in its state",
                hint="`self.state_size = units` in __init__() tells it",
            )
        size = resolve(interpreter.attribute(cell, "state_size", ast.Constant(0)))
        items = interpreter.items(size) if isinstance(size, (tuple, Seq, Container)) else (size,)
        if not isinstance(items, tuple):
            return None
        wanted = items
    compute = dtypes_of(interpreter, cell)[0]
    shapes = [_state_shape(each) for each in wanted]
    batch = step.shape.slice(0, 1)
    if any(each is None for each in shapes):
        return None
    return [TensorType(compute, batch + each) for each in shapes if each is not None]


def _lacks_size(interpreter: Interpreter, cell: Instance) -> bool:
    """Whether a cell of the program's, made of a plain layer, says nowhere how many numbers its state has."""
    cls = cell.cls
    if not isinstance(cls, Class) or class_of(interpreter, cell) != f"{KERAS}Layer":
        return False
    is_known = cell.read(OPEN) is ABSENT and cls.find("__getattr__") is None
    return is_known and cell.read("state_size") is ABSENT and cls.find("state_size") is None


def _state_shape(size: Value) -> Shape | None:
    found = shape_of(size)
    if found is not None:
        return found
    value = to_rule(size)
    return Shape.of(value) if isinstance(value, int) else None


# -- attention --------------------------------------------------------------------------------------------------------


def _attention(interpreter: Interpreter, call: Call) -> Value:
    """`MultiHeadAttention(...)(query, value)`: of the shape of the query, and the scores where they are asked for."""
    layer, config = call.receiver, config_of(call.receiver)
    query, value = (to_rule(call.get(i, name)) for i, name in enumerate(("query", "value")))
    if (
        not isinstance(query, TensorType)
        or query.kind not in ("tensor", "variable")
        or "**" in config
    ):
        return TOP
    compute = dtypes_of(interpreter, layer)[0]
    _check_attention(interpreter, call, query, value, config.get("num_heads"))
    width = config.get("output_shape")
    shape = as_tensor(query).shape
    if width is not None:
        size = shape_of(width) or _state_shape(width)
        shape = shape.slice(0, -1) + size if size is not None and shape.rank else Shape.unknown()
    used = [*call.values, *tracking.sources(interpreter, layer)]
    made = from_rule(interpreter, TensorType(compute, shape), used)
    scores = resolve(call.kwargs.get("return_attention_scores", False))
    if scores is False:
        return made
    if scores is not True:
        return TOP
    return made, from_rule(interpreter, TensorType(compute, _scores(config, query, value)), used)


def _check_attention(
    interpreter: Interpreter, call: Call, query: Value, value: Value, heads: Value
) -> None:
    key, mask = (to_rule(call.get(i, name)) for i, name in ((2, "key"), (6, "attention_mask")))

    def check(query: Any, value: Any, key: Any, mask: Any) -> None:
        shown = {"query": query, "value": value}
        with completed("tf.keras.layers.MultiHeadAttention()", shown):
            if interpreter.trace is None:
                keras_operands.check_attention(query, value, key, mask, to_rule(heads))
            else:
                keras_operands.check_keys(value, key)

    interpreter.certain(check, [query, value, key, mask], call.node)


def _scores(config: Any, query: TensorType, value: Any) -> Shape:
    heads = to_rule(config.get("num_heads"))
    is_usual = config.get("attention_axes") is None and isinstance(value, TensorType)
    if not is_usual or query.shape.rank != 3 or value.shape.rank != 3:
        return Shape.unknown()
    batch, steps, _ = query.shape.dims or ()
    return Shape.of(batch, heads if isinstance(heads, int) else UNKNOWN, steps, value.shape[1])


#: The layers within are built when they are called.
_RUNS: Final = {"build": writing(tracking.BUILT, True)}
CLASSES: Final = {
    f"{KERAS}layers.Lambda": LibraryClass(methods={"call": _lambda, **_RUNS}),
    f"{KERAS}layers.TimeDistributed": LibraryClass(methods={"call": _time_distributed, **_RUNS}),
    f"{KERAS}layers.Bidirectional": LibraryClass(
        construct=_make_bidirectional, methods={"call": _bidirectional, **_RUNS}
    ),
    f"{KERAS}layers.SpectralNormalization": LibraryClass(methods={"call": _wrapped}),
    f"{KERAS}layers.RNN": LibraryClass(methods={"call": _rnn, "inner_loop": _inner_loop, **RNN}),
    f"{KERAS}layers.MultiHeadAttention": LibraryClass(methods={"call": _attention}),
}
