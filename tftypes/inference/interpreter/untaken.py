"""Calls with what they never take: tensors for functions of Python's, a second sequence, arrays of objects for tensors."""

from __future__ import annotations

import ast
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.arguments import argument_of
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.object_arrays import of_objects
from tftypes.inference.interpreter.rules import as_array
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.objects import Container, resolve
from tftypes.inference.values import Dataset, OneOf, is_symbol, may_have_more

_NO_HASH: Final = "a tensor has no hash"
#: From how many rows on, a scalar has none; why; and the call that takes it.
_UNTAKEN: Final[dict[str, tuple[int, str, str]]] = {
    "builtins.round": (0, "a tensor has no __round__()", "round(float({0}){1})"),
    "builtins.set": (1, _NO_HASH, "set({0}.numpy().tolist())"),
    "builtins.frozenset": (1, _NO_HASH, "frozenset({0}.numpy().tolist())"),
    "collections.Counter": (1, _NO_HASH, "collections.Counter({0}.numpy().tolist())"),
    "random.sample": (1, "a tensor is no sequence", "random.sample(list({0}){1})"),
    "random.shuffle": (2, "its items cannot be assigned", "{0} = tf.random.shuffle({0})"),
}

#: What makes tensors of arrays, and what can be one in the place of an array of Python's objects.
_CONVERTING: Final = frozenset(
    f"tensorflow.{name}"
    for name in ("constant", "convert_to_tensor", "Variable", "cast",
                 "data.Dataset.from_tensor_slices", "data.Dataset.from_tensors")
)  # fmt: skip
_RAGGED: Final = "tf.ragged.constant({0}) takes rows of different lengths"
_INSTEAD: Final = {
    "ragged": _RAGGED,
    "ragged floats": _RAGGED,
    "mixed": "",
    "missing": "{0}.astype('float32') has nan for None",
    "asked": "{0}.astype('float32') has numbers",
}


def check(interpreter: Interpreter, name: str, call: Call) -> None:
    """Refuse a tensor that is the first argument of such a function, and a sequence that is the second of `enumerate`."""
    if name == "builtins.enumerate":
        _check_start(interpreter, call)
        return
    if name in _CONVERTING:
        _check_objects(interpreter, name, call)
        return
    value = resolve(call.args[0]) if call.args and name in _UNTAKEN else None
    if not isinstance(value, TensorType) or value.kind not in ("tensor", "variable"):
        return
    if is_symbol(value) or may_have_more(value) or not interpreter.is_eager:
        return
    count, why, instead = _UNTAKEN[name]
    rank, rows = value.shape.rank, value.shape[0] if value.shape.rank else 0
    if rank is None or (rank == 0) is not (count == 0) or not isinstance(rows, int) or rows < count:
        return
    if count == 0 and interpreter.switches.read("numpy_behavior", None) is not None:
        return
    hint = ""
    if isinstance(call.node, ast.Call) and call.node.args:
        first, *others = map(ast.unparse, (*call.node.args, *call.node.keywords))
        hint = f"; {instead.format(first, ''.join(f', {each}' for each in others))}"
    short, shown = name.removeprefix("builtins."), TensorType(value.dtype, value.shape)
    words = f"{short}() takes no {value.kind}, {why}: {shown}{hint}"
    interpreter.refuse(call.node, "tf-value", words, "builtins.TypeError")


def _check_start(interpreter: Interpreter, call: Call) -> None:
    """`enumerate(x, y)` counts from an int on: who goes through two sequences means `zip`."""
    start = resolve(call.get(1, "start"))
    ways = [*map(resolve, start.values if isinstance(start, OneOf) else (start,))]
    if all(isinstance(each, (Container, tuple, Dataset)) for each in ways):
        keywords = (each.value for each in getattr(call.node, "keywords", ()))
        given = map(ast.unparse, (*getattr(call.node, "args", ()), *keywords))
        words = "enumerate() counts from an int on, and takes no second sequence"
        words = f"{words}; zip({', '.join(given)})"
        interpreter.refuse(call.node, "tf-value", words, "builtins.TypeError")


def _check_objects(interpreter: Interpreter, name: str, call: Call) -> None:
    """Refuse an array of Python's objects with numbers among them, alone or beside others, where no dtype says more."""
    value, node = resolve(call.get(0, "value")), argument_of(call.node, 0, "value")
    is_cast = name == "tensorflow.cast"
    if not is_cast and (len(call.args) > 1 or call.kwargs.keys() & {"dtype", "**"}):
        return
    parts = value if isinstance(value, tuple) else (value,)
    codes = node.elts if isinstance(node, ast.Tuple) else [node] * len(parts)
    for each, code in zip(map(as_array, map(resolve, parts)), codes):
        if (kind := of_objects(each)) in _INSTEAD:
            shown, hint = name.replace("tensorflow.", "tf.", 1), _INSTEAD[kind]
            hint = hint and f"; {hint.format('x' if code is None else ast.unparse(code))}"
            words = f"{shown}() takes no array of objects, which have no dtype{hint}"
            interpreter.refuse(call.node, "tf-dtype", words, "builtins.ValueError")
            return
