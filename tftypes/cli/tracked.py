"""What the engine knows of each expression that gives a tensor, and why it is not more."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from tftypes.algebra import TensorType
from tftypes.inference.analysis import analyze
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.models.tensorflow.ops import RULES
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.objects import Container, External, Function, Value, is_unknown, resolve
from tftypes.inference.values import Seq

EXACT, PARTLY, UNKNOWN = "exact", "partly", "unknown"
#: From the best that may be known of a tensor to the worst.
ORDER: Final = (EXACT, PARTLY, UNKNOWN)
#: What has a dtype and a shape and is no tensor of TensorFlow's or Keras'.
_NO_TENSORS: Final = frozenset({"array", "spec"})


class Place(NamedTuple):
    """Where an expression stands. Lines count from 1, columns from 0, in bytes of UTF-8."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Tracked:
    """What is known of one expression: how much, of which call or operation, what, and why no more."""

    known: str
    what: str
    type: str
    why: str

    @property
    def rank(self) -> int:
        return ORDER.index(self.known)


def track(path: str) -> dict[Place, Tracked]:
    """The calls and operations of a file that give tensors, the file run alone.

    An expression that is evaluated several times counts as the best that is known of it.
    """
    found: dict[Place, Tracked] = {}
    values: dict[ast.expr, Value] = {}

    def observe(interpreter: Interpreter, node: ast.expr, value: Value) -> None:
        if interpreter.path != path or not hasattr(node, "lineno"):
            return
        values[node] = value
        tracked = _tracked(node, value, values)
        if tracked is not None:
            end = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
            place = Place(node.lineno, node.col_offset, *end)
            found[place] = min(found.get(place, tracked), tracked, key=lambda each: each.rank)

    analyze([path], observe=observe)
    return found


def _tracked(node: ast.expr, value: Value, values: dict[ast.expr, Value]) -> Tracked | None:
    """What is known of a call or an operation that gives a tensor, where the values of its operands are known."""
    what = _shown(node)
    if what is None:
        return None
    operands = {each: values[each] for each in _operands(node) if each in values}
    tensors = [*_tensors(value)]
    if not tensors and not (is_unknown(value) and _gives_tensor(node, operands, values)):
        return None
    known = max((_of_tensor(each) for each in tensors), key=ORDER.index, default=UNKNOWN)
    text = ", ".join(describe(TensorType(each.dtype, each.shape)) for each in tensors)
    why = "" if known == EXACT else _why(node, operands, values)
    return Tracked(known, what, text, why)


def _shown(node: ast.expr) -> str | None:
    """How a call or an operation is called; None for what is neither."""
    if isinstance(node, ast.Call):
        return f"{ast.unparse(node.func)}()"
    if isinstance(node, ast.Subscript):
        return "indexing"
    if isinstance(node, (ast.BinOp, ast.UnaryOp, ast.Compare)):
        return "an operation"
    return None


def _operands(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute):
            yield node.func.value
        yield from node.args
        yield from (each.value for each in node.keywords)
    elif isinstance(node, ast.Subscript):
        yield from (node.value, node.slice)
    elif isinstance(node, ast.BinOp):
        yield from (node.left, node.right)
    elif isinstance(node, ast.Compare):
        yield from (node.left, *node.comparators)
    elif isinstance(node, ast.UnaryOp):
        yield node.operand


def _tensors(value: Value) -> Iterator[TensorType]:
    """The tensors that a value is or holds."""
    value = resolve(value)
    if isinstance(value, TensorType):
        if value.kind not in _NO_TENSORS:
            yield value
        return
    for item in _items(value):
        yield from _tensors(item)


def _items(value: Value) -> Iterable[Value]:
    """What a list or a tuple holds."""
    if isinstance(value, Container) and value.kind == "list":
        value = value.contents
    if isinstance(value, Seq):
        return (*value.prefix, value.rest)
    return value if isinstance(value, tuple) else ()


def _gives_tensor(
    node: ast.expr, operands: dict[ast.expr, Value], values: dict[ast.expr, Value]
) -> bool:
    """Whether what nobody knows is likely to be a tensor: an op makes it, or it is made of one."""
    if isinstance(node, ast.Call) and _library_name(node.func, values) in RULES:
        return True
    return any(True for value in operands.values() for _ in _tensors(value))


def _of_tensor(tensor: TensorType) -> str:
    if tensor.dtype.is_known and tensor.shape.is_known:
        return EXACT
    if tensor.dtype.is_known or tensor.shape.min_rank or tensor.shape.rank is not None:
        return PARTLY
    return UNKNOWN


def _library_name(node: ast.expr, values: dict[ast.expr, Value]) -> str | None:
    """The full name of what an expression stands for, as far as it is a library's."""
    value = values.get(node)
    if value is None and isinstance(node, ast.Attribute):
        owner = _library_name(node.value, values)
        return owner and f"{owner}.{node.attr}"
    return value.name if isinstance(value, External) else None


def _why(node: ast.expr, operands: dict[ast.expr, Value], values: dict[ast.expr, Value]) -> str:
    """The first reason for which something is not known."""
    for operand, value in operands.items():
        reason = _lost(value)
        if reason:
            return f"{ast.unparse(operand)} {reason}"
    if isinstance(node, ast.Call) and isinstance(resolve(values.get(node.func)), Function):
        return f"the body of {ast.unparse(node.func)}() does not determine the result"
    return "it depends on run-time values"


def _lost(value: Value) -> str:
    """What is not known of an operand."""
    value = resolve(value)
    if is_unknown(value):
        return "is not known"
    if any(is_unknown(resolve(item)) for item in _items(value)):
        return "holds what is not known"
    for tensor in _tensors(value):
        if tensor.shape.rank is None:
            return f"has an unknown rank: {describe(tensor)}"
        if not tensor.dtype.is_known:
            return f"has an unknown dtype: {describe(tensor)}"
        if not tensor.shape.is_known:
            return f"has unknown dims: {describe(tensor)}"
    return ""
