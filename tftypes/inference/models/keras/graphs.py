"""The graph of symbols behind a functional model: its layers in the order in which Keras keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tftypes.inference.models.keras.config import KERAS, config_of
from tftypes.inference.models.keras.inputs import INPUTS
from tftypes.inference.models.keras.layer_state import RUN_FAULT
from tftypes.inference.models.keras.symbols import Node, Origin, origin
from tftypes.inference.models.keras.tracking import LAYERS, Untold
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.objects import External, Instance, Value
from tftypes.inference.values import Seq, Tensor

#: Deeper graphs are not followed.
_DEEPEST: Final = 5000


def operation(symbol: Value) -> Instance | None:
    """The layer that made a symbol."""
    found = origin(symbol)
    return None if found is None else found.node.operation


def layers(inputs: Sequence[Tensor], outputs: Sequence[Tensor]) -> tuple[Instance, ...]:
    """The layers from some symbols to others, from what is furthest from the outputs to what is nearest.

    Raises Untold where it is not known how a symbol was made, OpError where an output depends on another input.

    Source: `keras.src.ops.function.map_graph`.
    """
    nodes, order = _in_order(inputs, outputs)
    if any(map(_is_of_model, nodes)):
        raise Untold
    depths: dict[int, int] = {}
    of_operations: dict[int, int] = {}
    operations: dict[int, object] = {}
    for node in reversed(nodes):
        identity = node.identity
        depth = max(depths.get(id(node), 0), of_operations.get(id(identity), 0))
        depths[id(node)] = of_operations[id(identity)] = depth
        operations[id(identity)] = identity
        for parent in [_origin(each).node for each in node.inputs]:
            depths[id(parent)] = max(depth + 1, depths.get(id(parent), 0))
    for each in inputs:
        identity = _origin(each).node.identity
        if id(identity) not in of_operations:
            of_operations[id(identity)], order[id(identity)] = 0, -1
            operations[id(identity)] = identity
    ranked = sorted(operations, key=lambda each: (-of_operations[each], order[each]))
    return tuple(each for key in ranked if isinstance(each := operations[key], Instance))


def run(inputs: Sequence[Tensor], outputs: Sequence[Tensor]) -> tuple[Node, ...]:
    """The calls from some symbols to others of which a run of the model tells more than its symbols do."""
    given = {id(_origin(each).node) for each in inputs}
    nodes = calls(inputs, outputs)
    return tuple(each for each in nodes if is_told_more(each) and id(each) not in given)


def calls(inputs: Sequence[Tensor], outputs: Sequence[Tensor]) -> list[Node]:
    """The calls from some symbols to others, each after those that it needs."""
    return _in_order(inputs, outputs)[0]


def sources(call: Node) -> list[Node]:
    """The calls whose results a call gets."""
    return [_origin(each).node for each in call.inputs]


def _is_of_model(node: Node) -> bool:
    """Whether a node stands for the layers of a model that are not known, from its own inputs to its outputs."""
    model = node.operation
    if model is None or not isinstance(model.read(LAYERS), Seq):
        return False
    own = model.read(INPUTS)
    return origin(own) is not None and key(own) in map(key, node.inputs)


def is_told_more(node: Node) -> bool:
    """Whether a run of a model tells more of a call than its symbols do."""
    if node.fault or node.call:
        return True
    layer = node.operation
    return layer is not None and (is_embedding(layer) or layer.read(RUN_FAULT, None) is not None)


def is_embedding(layer: Instance) -> bool:
    return layer.cls == External(f"{KERAS}layers.Embedding")


def _origin(symbol: Tensor) -> Origin:
    found = origin(symbol)
    if found is None:
        raise Untold
    return found


def _in_order(
    inputs: Sequence[Tensor], outputs: Sequence[Tensor]
) -> tuple[list[Node], dict[int, int]]:
    """The calls, each after those that it needs, and a number for each operation in the order of their discovery."""
    ends = {key(each) for each in inputs}
    order: dict[int, int] = {}
    found: list[Node] = []
    finished: set[int] = set()

    def visit(symbol: Tensor, depth: int) -> None:
        node = _origin(symbol).node
        if id(node) in finished:
            return
        if depth > _DEEPEST or node.others:
            raise Untold
        order.setdefault(id(node.identity), len(order))
        if key(symbol) not in ends:
            if not node.inputs and node.operation is not None:
                raise OpError("tf-value", _unconnected(node.operation, symbol))
            for each in node.inputs:
                visit(each, depth + 1)
        if id(node) not in finished:
            finished.add(id(node))
            found.append(node)

    for each in outputs:
        visit(each, 0)
    return found, order


def _unconnected(layer: Instance, symbol: Tensor) -> str:
    name = config_of(layer).get("name")
    shown = f"the Input {name!r}" if isinstance(name, str) else "an Input"
    return f"an output depends on {shown} of shape {symbol.shape} that is not among the inputs; they take that Input itself, the input of its model"


def key(symbol: Tensor) -> tuple[int, int]:
    """What tells one symbol from another."""
    made = _origin(symbol)
    return id(made.node), made.index
