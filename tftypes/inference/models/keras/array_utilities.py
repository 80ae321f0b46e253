"""Utilities that read the numbers of an array, which a symbol has not, and what does their work in a graph."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Final

from tftypes.inference.interpreter import symbols
from tftypes.inference.interpreter.arguments import argument_of, bound, written_argument
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.op_calls import other_than_tensor
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.objects import TOP, Value, resolve
from tftypes.inference.values import Tensor, is_symbol


def _padded(symbol: Tensor, given: Mapping[str, Value], node: ast.AST) -> str:
    """The rows of a tensor have one length: what fills them up."""
    rows, length = written_argument(node, 0, "sequences"), written_argument(node, 1, "maxlen")
    if given.get("maxlen") is None or length is None or rows is None or symbol.shape.rank != 2:
        return ""
    package = "keras.ops" if symbol.kind == "symbol" else "tf"
    width = f"{length} - {rows}.shape[1]"
    sides = f"[0, {width}]" if given.get("padding") == "post" else f"[{width}, 0]"
    return f"{package}.pad({rows}, [[0, 0], {sides}])"


def _cast(symbol: Tensor, given: Mapping[str, Value], node: ast.AST) -> str:
    image = written_argument(node, 0, "img")
    dtype = "'float32'" if symbol.kind == "symbol" else "tf.float32"
    package = "keras.ops" if symbol.kind == "symbol" else "tf"
    return f"{package}.cast({image}, {dtype})" if image and given.get("dtype") is None else ""


_INSTEAD: Final[Mapping[str, Callable[[Tensor, Mapping[str, Value], ast.AST], str]]] = {
    "pad_sequences": _padded,
    "img_to_array": _cast,
}


def of_items(model: Model, argument: str, interpreter: Interpreter, call: Call) -> Value:
    """What a model makes of an array or a list; an iterator is refused, which has no items to ask for."""
    other = other_than_tensor(
        interpreter, call.get(0, argument), argument_of(call.node, 0, argument)
    )
    if other is not None and other.kind == "iterator":
        words = f"expected a list or an array, got {other.shown}"
        raise OpError("tf-value", words, argument, other.hint)
    return model(interpreter, call)


def of_arrays(model: Model, argument: str, interpreter: Interpreter, call: Call) -> Value:
    """What a model makes of an array; a symbol is refused."""
    given = resolve(call.get(0, argument))
    if not is_symbol(given):
        return of_items(model, argument, interpreter, call)
    name = call.name.rpartition(".")[2]
    told = _INSTEAD.get(name)
    instead = told(given, bound(interpreter, call), call.node) if told else ""
    symbols.refuse(interpreter, given, f"{name}() reads the numbers of", call.node, instead=instead)
    return TOP
