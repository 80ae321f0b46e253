"""What Python may go through in the place of a tensor that has no value yet, as code."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from tftypes.algebra import UNKNOWN, Symbol
from tftypes.inference.objects import Value
from tftypes.inference.values import Tensor, has_no_value


def rounds(value: Tensor, iterated: ast.expr) -> str:
    """What Python goes through in the place of a symbol of which the graph knows the size."""
    if not value.shape.rank or not isinstance(value.shape[0], int):
        return ""
    inside = [each for each in ast.walk(iterated) if isinstance(each, ast.Call)]
    if isinstance(iterated, ast.Call) and ast.unparse(iterated.func).endswith(".range"):
        if inside == [iterated] and not iterated.keywords:
            given = ", ".join(map(ast.unparse, iterated.args))
            # a name or an item may be a symbol, too, and Python's range of a symbol is one
            is_number = all(map(_is_written_number, iterated.args))
            return f"range({given})" if is_number else f"tf.unstack({ast.unparse(iterated)})"
    return f"{'keras.ops' if value.kind == 'symbol' else 'tf'}.unstack(x)"


def _is_written_number(node: ast.expr) -> bool:
    """Whether the code alone says that something is a number of Python's: a constant, or a size of a static shape."""
    owner = node.value if isinstance(node, ast.Subscript) else None
    is_size = isinstance(owner, ast.Attribute) and owner.attr == "shape"
    return is_size or isinstance(node, ast.Constant)


def unstacked_all(name: str, given: Sequence[Value], node: ast.AST) -> str:
    """A call that goes through tensors, with the parts of those of which the graph knows the size."""
    written = node.args if isinstance(node, ast.Call) else []
    made = []
    for value, each in zip(given, written):
        is_one = has_no_value(value) and value.kind == "tensor"
        if is_one and not (value.shape.rank and isinstance(value.shape[0], int)):
            return ""
        made.append(f"tf.unstack({ast.unparse(each)})" if is_one else ast.unparse(each))
    return f"{name}({', '.join(made)})" if len(made) == len(written) else ""


def unstacked(value: Tensor, targets: Sequence[ast.expr], iterated: ast.expr | None) -> str:
    """What takes a symbol apart: along the axis that has so many parts, or may have them, which no batch is."""
    package = "keras.ops" if value.kind == "symbol" else "tf"
    x = "x" if iterated is None else ast.unparse(iterated)
    if any(isinstance(each, ast.Starred) for each in targets):
        return f"{package}.unstack({x})"
    count, shape = len(targets), value.shape
    ends = [(0, shape[0]), (-1, shape[-1])] if shape.rank else [(0, UNKNOWN)]
    fits = [each for each in ends if each[1] == count]
    open_ends = [each for each in ends if not isinstance(each[1], int)]
    if not fits and any(isinstance(each, Symbol) for _, each in ends):
        return ""
    axis, size = next(iter(fits or open_ends), ends[-1])
    number = "" if isinstance(size, int) else f", num={count}"
    return f"{package}.unstack({x}{number}{', axis=-1' if axis and shape.rank != 1 else ''})"
