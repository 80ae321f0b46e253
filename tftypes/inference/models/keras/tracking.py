"""What a layer holds: its variables and the layers within, in the order in which Keras tracks them.

A layer has a slot with its own variables, and one with what was assigned to its attributes. A list or dict that grows
later is followed when it is asked.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar

from tftypes.algebra import DType, Shape
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.keras.config import is_a, is_layer, is_legacy, short_name
from tftypes.inference.models.keras.variables import Weight, weight
from tftypes.inference.models.tensorflow.ops.keras_weights import PREPARING, WITHOUT
from tftypes.inference.models.tensorflow.replicas import ENTERED, SCOPED_WEIGHTS
from tftypes.inference.models.tensorflow.structures import leaves
from tftypes.inference.objects import (
    EXPLAINED,
    OPEN,
    TOP,
    Class,
    Container,
    Instance,
    Value,
    is_unknown,
    resolve,
)
from tftypes.inference.state import ABSENT, Definite
from tftypes.inference.values import Mapped, OneOf, Seq, Tensor, contents_of

#: The slots: the variables of the layer itself, what was put on it, whether it was called, whether it is trained.
WEIGHTS: Final = "keras weights"
PARTS: Final = "keras parts"
BUILT: Final = "built"
LOCKED: Final = Definite("keras locked")
TRAINABLE: Final = "keras trainable"
#: Whether `add_loss` was called.
LOST: Final = "keras added losses"
#: What a model puts together from a graph or a list has its layers here, in Keras' order.
LAYERS: Final = "keras layers"
#: More variables than a layer has of its own.
_MOST: Final = 1000
T = TypeVar("T")


class Untold(Exception):
    """What a layer holds is not known."""


def variable(dtype: DType, shape: Shape, layer: Instance, trainable: bool = True) -> Tensor:
    """A new variable of a layer: the same one on every way on which the layer is built."""
    known = layer.read(WEIGHTS, ())
    place = len(known) if isinstance(known, tuple) else 0
    identity = -(layer.birth * _MOST + place + 1)
    return weight(dtype, shape, identity, trainable)


def birth_of(identity: int) -> int:
    """When a variable was made, or the layer that a variable of Keras' is of, by its identity."""
    return identity if identity > 0 else -identity // _MOST


def own_weights(layer: Instance) -> tuple[Tensor, ...]:
    """The variables of the layer itself, those first that training changes.

    Raises Untold where they are not known.
    """
    found = layer.read(WEIGHTS, ())
    if not isinstance(found, tuple) or not all(map(_is_keras_variable, found)):
        raise Untold
    return tuple(sorted(found, key=lambda each: not each.history.trainable))


def add(interpreter: Interpreter, layer: Instance, made: Tensor) -> Tensor:
    """Track a variable of the layer's own."""
    known = layer.read(WEIGHTS, ())
    if isinstance(known, tuple) and all(each.identity != made.identity for each in known):
        interpreter.write(layer, WEIGHTS, (*known, made))
        if interpreter.switches.read(ENTERED) is not ABSENT:
            interpreter.note(interpreter.switches, SCOPED_WEIGHTS, made.identity)
    return made


def has_code(interpreter: Interpreter, model: Instance) -> bool:
    """Whether a call of a model runs code of the program, its own or that of a layer right in it."""
    found = (model, *(told(parts, interpreter, model) or ()))
    return any(is_code(interpreter, each) for each in found)


def is_code(interpreter: Interpreter, layer: Instance) -> bool:
    """Whether a call of a layer itself runs code of the program."""
    return isinstance(layer.cls, Class) or short_name(interpreter, layer) == "Lambda"


def told(read: Callable[..., Iterable[T]], *args: Any) -> list[T] | None:
    """What a question about a layer gives; None where it is not known."""
    try:
        return list(read(*args))
    except Untold:
        return None


# -- parts ------------------------------------------------------------------------------------------------------------


def on_write(interpreter: Interpreter, call: Call) -> None:
    """An attribute of a layer is assigned: what it holds is tracked."""
    layer, (name, value) = call.receiver, call.args
    value = resolve(value)
    if name == "trainable":
        set_trainable(interpreter, layer, value)
        return
    if name == "call":  # whatever runs in its place may keep what it likes on the layer
        interpreter.write(layer, OPEN, True)
    if name == BUILT or isinstance(layer.cls, Class) and layer.cls.find(name) is not None:
        return
    if _is_read_only(interpreter, layer, name):
        free = f"{name}_layer" if is_layer(interpreter, value) else f"own_{name}"
        owner = ast.unparse(call.node.value) if isinstance(call.node, ast.Attribute) else "self"
        hint = f"write {owner}.{free} for {owner}.{name} everywhere"
        words = f"{name!r} is a property of Keras', and cannot be assigned; {hint}"
        interpreter.refuse(call.node, "tf-attribute", words, "builtins.AttributeError")
        return
    if _is_keras_variable(value):
        add(interpreter, layer, value)
    elif _may_hold(interpreter, value):
        known = layer.read(PARTS, ())
        is_new = isinstance(known, tuple) and all(value is not each[0] for each in known)
        if is_new and is_layer(interpreter, value):
            check_open(interpreter, layer, call.node)
        track(interpreter, layer, value)


#: What Keras makes of a layer and of a model as it is asked for it.
_OF_LAYERS: Final = frozenset(
    (
        "compute_dtype", "dtype", "input", "input_dtype", "losses", "metrics", "metrics_variables",
        "non_trainable_variables", "non_trainable_weights", "output", "path", "quantization_mode",
        "trainable_variables", "trainable_weights", "variable_dtype", "variables", "weights",
    )
)  # fmt: skip
_OF_MODELS: Final = frozenset(
    ("layers", "metrics_names", "compiled_metrics", "distribute_strategy")
)


def _is_read_only(interpreter: Interpreter, layer: Instance, name: str) -> bool:
    if name not in _OF_LAYERS | _OF_MODELS or is_legacy(interpreter):
        return False
    is_model = is_a(interpreter, layer, "Model")
    return is_layer(interpreter, layer) and (name in _OF_LAYERS or is_model)


def check_open(interpreter: Interpreter, layer: Instance, node: ast.AST) -> None:
    """A layer that was called takes no new variables and layers."""
    if layer.read(LOCKED) is True:
        words = "this layer is built: it makes its variables and layers in __init__() or build()"
        interpreter.refuse(node, "tf-state", words)


def track(interpreter: Interpreter, layer: Instance, value: Value) -> None:
    """Keep what is put on a layer, with the layers in it by now; None where they are not known."""
    tracked = layer.read(PARTS, ())
    if not isinstance(tracked, tuple) or any(value is each[0] for each in tracked):
        return
    found = told(_layers_in, interpreter, value)
    before = None if found is None else tuple(found)
    interpreter.write(layer, PARTS, (*tracked, (value, before)))


def _is_keras_variable(value: Value) -> bool:
    return (
        isinstance(value, Tensor) and value.kind == "variable" and isinstance(value.history, Weight)
    )


def _may_hold(interpreter: Interpreter, value: Value) -> bool:
    """Whether a value is a layer, may be one, or may have some in it."""
    if isinstance(value, OneOf):
        return any(_may_hold(interpreter, resolve(each)) for each in value.values)
    return (
        isinstance(value, (Container, tuple, Seq))
        or is_unknown(value)
        or is_layer(interpreter, value)
    )


def _layers_in(interpreter: Interpreter, value: Value) -> Iterator[Instance]:
    """The layers in a value, however deep in lists and dicts.

    Raises Untold where something in it may be a layer or not.
    """
    for leaf in leaves(interpreter, value):
        if is_layer(interpreter, leaf):
            yield leaf
        elif _may_hold(interpreter, leaf):
            raise Untold


def _is_open(value: Value) -> bool:
    """Whether it holds more than is known one by one."""
    contents = contents_of(resolve(value))
    if isinstance(contents, Mapped):
        return not contents.is_whole or any(map(_is_open, contents.known.values()))
    if isinstance(contents, tuple):
        return any(map(_is_open, contents))
    return isinstance(contents, Seq)


def parts(interpreter: Interpreter, layer: Instance) -> list[Instance]:
    """The layers that a layer holds directly.

    Raises Untold where they, or their order, are not known.
    """
    known = layer.read(LAYERS)
    if known is ABSENT:
        if layer.read(PARTS) is ABSENT and layer.read(OPEN) is not ABSENT:
            raise Untold  # it was made elsewhere
        known = ()
    elif not isinstance(known, tuple) or not all(isinstance(each, Instance) for each in known):
        raise Untold
    found: list[Instance] = list(known)
    tracked = layer.read(PARTS, ())
    if not isinstance(tracked, tuple):
        raise Untold
    for place, (value, before) in enumerate(tracked):
        if not isinstance(before, tuple):
            raise Untold
        now = tuple(_layers_in(interpreter, value))
        has_grown = len(now) != len(before) or any(a is not b for a, b in zip(now, before))
        if _is_open(value) or has_grown and place < len(tracked) - 1:
            raise Untold
        found += now
    return list(dict.fromkeys(found))


def every(interpreter: Interpreter, layer: Instance) -> Iterator[Instance]:
    """The layer and all within it, each before its parts, each once.

    Raises Untold where they are not known.
    """
    seen: set[int] = set()
    waiting = [layer]
    while waiting:
        each = waiting.pop(0)
        if id(each) in seen:
            continue
        seen.add(id(each))
        yield each
        waiting[:0] = parts(interpreter, each)


def set_trainable(interpreter: Interpreter, layer: Instance, value: Value) -> None:
    """`layer.trainable = False`, for all that it holds."""
    layers = told(every, interpreter, layer)
    is_known = layers is not None and isinstance(value, bool)
    for each in layers or [layer]:
        interpreter.write(each, TRAINABLE, value if is_known else None)


def copied(interpreter: Interpreter, layer: Instance) -> Instance:
    """A layer or model with the same parts and weights."""
    copy = Instance(interpreter.trail, layer.cls)
    for key in layer.written():
        interpreter.write(copy, key, layer.read(key))
    if layer.birth <= interpreter.escaped:
        interpreter.write(copy, BUILT, layer.read(BUILT, TOP))
    return copy


# -- weights ----------------------------------------------------------------------------------------------------------


def weights(interpreter: Interpreter, layer: Instance, trained: bool | None = None) -> list[Tensor]:
    """The variables of a layer and all within it; only those that training changes, or only the others.

    Raises Untold where they are not known, as before the layer is built.
    """
    found: dict[int | None, Tensor] = {}
    for each in every(interpreter, layer):
        if not isinstance(is_trained := each.read(TRAINABLE, True), bool):
            raise Untold
        _check_built(interpreter, each)
        for made in own_weights(each):
            if trained in (None, made.history.trainable and is_trained):
                found.setdefault(made.identity, made)
    return list(found.values())


def sources(interpreter: Interpreter, layer: Instance) -> list[Value]:
    """What a result of a layer is computed from, beside its inputs, where a tape asks for it."""
    if not interpreter.tapes:
        return []
    found: list[Value] | None = told(weights, interpreter, layer)
    return [TOP] if found is None else found


def _check_built(interpreter: Interpreter, layer: Instance) -> None:
    name = short_name(interpreter, layer)
    if name in WITHOUT | PREPARING or name in ("InputLayer", "Model", "Sequential", "Functional"):
        return
    if layer.read(BUILT) is not True:
        raise Untold


def listed(
    interpreter: Interpreter, layer: Value, trained: bool | None = None, exact: bool = True
) -> Value:
    """The list that an attribute such as `weights` gives."""
    found = told(weights, interpreter, layer, trained) if exact else None
    if found is None:
        return interpreter.list(Seq((), weight(DType.any(), Shape.unknown())))
    return explained(interpreter, found)


def of_weights(trained: bool | None = None) -> Callable[[Interpreter, Value], Value]:
    return lambda interpreter, layer: listed(interpreter, layer, trained)


def _variables(trained: bool | None) -> Callable[[Interpreter, Value], Value]:
    """`variables`, which has the states of seeds too."""

    def read(interpreter: Interpreter, layer: Value) -> Value:
        found = told(every, interpreter, layer)
        plain = found is not None and all(_is_plain(interpreter, each) for each in found)
        return listed(interpreter, layer, trained, plain)

    return read


def _is_plain(interpreter: Interpreter, layer: Instance) -> bool:
    name = short_name(interpreter, layer)
    return name not in _SEEDED and not name.startswith(("Random", "SpatialDropout"))


_SEEDED: Final = frozenset(
    {
        "Dropout", "AlphaDropout", "GaussianDropout", "GaussianNoise", "LSTM", "GRU", "SimpleRNN", "RNN",
        "LSTMCell", "GRUCell", "SimpleRNNCell", "MultiHeadAttention", "Attention", "AdditiveAttention",
    }
)  # fmt: skip


def explained(interpreter: Interpreter, found: Sequence[Value]) -> Value:
    made = interpreter.list(tuple(found))
    words = f"expected the number of one of {len(found)} weights"
    interpreter.write(made, EXPLAINED, words if found else "there are no weights")
    return made


ATTRIBUTES: Final = {
    "weights": of_weights(),
    "trainable_weights": of_weights(True),
    "trainable_variables": of_weights(True),
    "non_trainable_weights": of_weights(False),
    "variables": _variables(None),
    "non_trainable_variables": _variables(False),
}
