"""What a tensor comes from: the graph that it belongs to, and what it was differentiably computed from.

A tensor of a graph may be used in that graph and in those made within it. Outside of it there is no such tensor:
eagerly and in the graph around, the use is refused at once; another graph captures it, and the call of the outermost
function is what fails.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import Any, Final, Protocol

from tftypes.algebra import DType, Expr, Shape, TensorType
from tftypes.inference.models.tensorflow.ops import ListOf, PyValue
from tftypes.inference.state import Heap
from tftypes.inference.values import Container, Mapped, Seq, Tensor, Trace, Value, resolve

#: The slot of a trace with the first tensor of another graph that it has captured.
FOREIGN: Final = "foreign"
#: The slot of a tape with the objects that it was told to watch.
WATCHED: Final = "watched"

_MESSAGE: Final = "a symbolic tensor of {0} is used outside of it, where it has no value: {1}"


class _Running(Protocol):
    """What is asked of the interpreter."""

    trace: Trace | None

    def refuse(self, node: ast.AST, code: str, message: str, exception: str = ...) -> None: ...

    def write(self, target: Heap, key: Any, value: Value) -> None: ...


def check_scope(interpreter: _Running, args: Iterable[Value], node: ast.AST) -> None:
    """Refuse tensors of graphs that are not around the present place."""
    for each in args:
        if isinstance(each, (list, tuple)):
            check_scope(interpreter, each, node)
        elif (
            type(each) is Tensor and each.trace is not None and each.trace is not interpreter.trace
        ):
            _check(interpreter, each, each.trace, node)


def _check(interpreter: _Running, tensor: Tensor, trace: Trace, node: ast.AST) -> None:
    here = interpreter.trace
    if here is not None and trace.encloses(here):
        return
    message = out_of_scope(tensor)
    if here is None or here.encloses(trace):
        interpreter.refuse(node, "tf-trace", message, "builtins.TypeError")
    else:
        interpreter.write(here.root, FOREIGN, message)


def out_of_scope(tensor: Tensor) -> str:
    """What is wrong with a tensor of a graph outside of it."""
    kind = tensor.trace.kind if tensor.trace is not None else "a graph"
    return _MESSAGE.format(kind, TensorType(tensor.dtype, tensor.shape))


# -- gradients ----------------------------------------------------------------------------------------------------------

Sources = frozenset[tuple[int, int]]

_NONE: Final[Sources] = frozenset()
#: Ops of floats through which no gradient flows, by the last part of their names.
_CONSTANT: Final = frozenset(
    [
        "zeros",
        "ones",
        "zeros_like",
        "ones_like",
        "fill_like",
        "stop_gradient",
        "floor",
        "ceil",
        "round",
        "rint",
        "floordiv",
        "//",
        "trunc",
        "histogram_fixed_width",
        "nextafter",
        "eye",
        "linspace",
        "one_hot",
        "hamming_window",
        "hann_window",
        "shape",
        "size",
        "rank",
    ]
)


def derived(
    tapes: Sequence[Heap], op: str, tensor: TensorType, args: Sequence[Value]
) -> Sources | None:
    """What a result of an op was differentiably computed from, for the tapes that record; None where that is unknown."""
    names = tensor.dtype.names
    if not any(each.startswith(("float", "complex", "bfloat", "half")) for each in names):
        return _NONE
    if op.rpartition(".")[2] in _CONSTANT:
        return _NONE
    found: set[tuple[int, int]] = set()
    for each in args:
        part = sources_of(tapes, each)
        if part is None:
            return None
        found |= part
    return frozenset(found)


def sources_of(tapes: Sequence[Heap], value: Value) -> Sources | None:
    """What a value was computed from, itself included where a tape watches it."""
    value = resolve(value)
    if isinstance(value, TensorType):
        return _of_tensor(tapes, value)
    if isinstance(value, (tuple, list)):
        return _all(tapes, value)
    if isinstance(value, Seq):
        return _all(tapes, (*value.prefix, value.rest))
    if isinstance(value, Container):
        contents = value.contents
        if isinstance(contents, Mapped):
            return _all(tapes, contents.known.values()) if not contents.optional else None
        return sources_of(tapes, contents)
    if value is None or isinstance(
        value,
        (
            bool,
            int,
            float,
            complex,
            str,
            bytes,
            Expr,
            DType,
            Shape,
            PyValue,
            ListOf,
            slice,
            type(...),
        ),
    ):
        return _NONE
    return None


def _all(tapes: Sequence[Heap], values: Iterable[Value]) -> Sources | None:
    found: set[tuple[int, int]] = set()
    for each in values:
        part = sources_of(tapes, each)
        if part is None:
            return None
        found |= part
    return frozenset(found)


def _of_tensor(tapes: Sequence[Heap], value: TensorType) -> Sources | None:
    if value.kind == "array":
        return _NONE
    if not isinstance(value, Tensor):
        return None
    if value.kind == "variable":
        if value.identity is None:
            return None
        own = {(tape.birth, value.identity) for tape in tapes if watches(tape, value)}
        return frozenset(own)
    if value.sources is None:
        return None
    active = {tape.birth for tape in tapes}
    kept = {pair for pair in value.sources if pair[0] in active}
    kept |= {(tape.birth, id(value)) for tape in tapes if watches(tape, value)}
    return frozenset(kept)


def watches(tape: Heap, value: Tensor) -> bool:
    """Whether a tape was told to watch a tensor, or watches a variable because it is trainable."""
    if any(each is value for each in tape.read(WATCHED, ())):
        return True
    if value.kind != "variable":
        return False
    if any(
        isinstance(each, Tensor) and each.identity == value.identity is not None
        for each in tape.read(WATCHED, ())
    ):
        return True
    return tape.read("accessed", True) is True and getattr(value.history, "trainable", True) is True


__all__ = ["FOREIGN", "WATCHED", "check_scope", "derived", "out_of_scope", "sources_of", "watches"]
