"""What the rule of an op is given for the arguments of a call: shapes and sizes are read otherwise than tensors."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from tftypes.algebra import UNKNOWN, Expr, Shape
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import as_read, to_rule, to_size
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.tensorflow.ops import Rule
from tftypes.inference.objects import Value
from tftypes.inference.values import is_static

#: Parameters of ops that take shapes and sizes.
_SHAPES: Final = frozenset(
    ("shape", "dims", "size", "output_shape", "dense_shape", "target_shape", "multiples", "begin", "num_or_size_splits")
)  # fmt: skip
#: What makes a tensor of a `TensorShape`, which is refused where a size is open until the graph runs.
_OF_WHOLE_SHAPES: Final = frozenset(
    f"tensorflow.{name}"
    for name in (
        "zeros", "ones", "fill", "reshape", "broadcast_to", "random.normal", "random.uniform",
        "random.truncated_normal", "random.stateless_normal", "random.stateless_uniform",
    )
)  # fmt: skip
#: What casts the numbers of a shape in a graph, and refuses those that are no ints eagerly.
_CAST_IN_GRAPHS: Final = frozenset({"tensorflow.zeros", "tensorflow.ones"})


def operands(
    interpreter: Interpreter, rule: Rule, call: Call
) -> tuple[list[Value], dict[str, Value]]:
    """The arguments as the rule takes them: those by position, and those by name."""
    given = [as_read(interpreter, to_rule(each)) for each in call.args]
    named = {name: as_read(interpreter, to_rule(each)) for name, each in call.kwargs.items()}
    for place, name in _shape_parameters(rule):
        if place < len(given):
            given[place] = to_size(call.args[place])
        elif name in named:
            named[name] = to_size(call.kwargs[name])
    if rule.fullname in _CAST_IN_GRAPHS and not interpreter.is_eager:
        given, named = list(map(_cast, given)), {name: _cast(each) for name, each in named.items()}
    if rule.fullname in _OF_WHOLE_SHAPES and interpreter.trace is not None:
        given = list(map(_with_nones, given))
        named = {name: _with_nones(each) for name, each in named.items()}
    return given, named


@lru_cache(maxsize=2048)
def _shape_parameters(rule: Rule) -> tuple[tuple[int, str], ...]:
    """The parameters of an op that take shapes and sizes, by their place and name."""
    names = [name for name in rule.signature.parameters if name != "cls"]
    return tuple((i, name) for i, name in enumerate(names) if name in _SHAPES)


def _cast(value: Value) -> Value:
    """A list of sizes whose floats are cast; any other value as it is."""
    if not isinstance(value, list):
        return value
    return [UNKNOWN if isinstance(each, float) else each for each in value]


def _with_nones(value: Value) -> Value:
    """A shape as Python sees it, where it has open sizes: these are None."""
    dims = value.dims if isinstance(value, Shape) else None
    if dims is None or all(not isinstance(each, Expr) or is_static(each) for each in dims):
        return value
    return [None if isinstance(each, Expr) and not is_static(each) else each for each in dims]
