"""`rearrange`, `reduce` and `repeat`: a pattern names the axes before and after, and groups of them that are one dim."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Final

from tftypes.algebra import UNKNOWN, Dim, Shape, TensorType, Unknown
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import from_rule, to_rule
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.tensorflow.ops.values import BOOL
from tftypes.inference.objects import TOP, Container, Value, resolve

#: The axes of one dim, which may be none.
Group = tuple[str, ...]

_TOKEN: Final = re.compile(r"\(([^()]*)\)|(\.\.\.|\w+)")
#: Any number of dims, outside of a group.
_ELLIPSIS: Final[Group] = (".", ".", ".")
#: What reduces to the dtype of what it is given, as NumPy does where the other two are not used: sums may be wider.
_REDUCTIONS: Final = ("min", "max", "mean", "sum", "prod")


def groups(side: str) -> list[Group] | None:
    """One side of a pattern; None where it is not well formed.

    >>> groups("b (h d) ... 1")
    [('b',), ('h', 'd'), ('.', '.', '.'), ('1',)]
    """
    if _TOKEN.sub("", side).strip():
        return None
    found = _TOKEN.finditer(side)
    return [
        tuple(each[1].split()) if each[2] is None else _ELLIPSIS if each[2] == "..." else (each[2],)
        for each in found
    ]


def rearranged(x: Shape, pattern: str, given: dict[str, Dim]) -> Shape | None:
    """The shape after a pattern, where `given` has sizes of axes; None where it is not known.

    >>> rearranged(Shape.of(4, 6, 8), "b n (h d) -> (b h) n d", {"h": 2})
    [8, 6, 4]
    >>> rearranged(Shape.of(4, 6), "b n -> b r n", {"r": 3})
    [4, 3, 6]
    """
    sides = [groups(each) for each in pattern.split("->")]
    if len(sides) != 2 or sides[0] is None or sides[1] is None or x.dims is None:
        return None
    before, after = sides[0], sides[1]
    sizes, dims = dict(given), list(x.dims)
    rest: tuple[Dim, ...] = ()
    if _ELLIPSIS in before:
        place = before.index(_ELLIPSIS)
        extra = len(dims) - len(before) + 1
        rest, dims[place : place + extra] = tuple(dims[place : place + extra]), []
        before = [each for each in before if each != _ELLIPSIS]
    if len(before) != len(dims):
        return None
    for group, dim in zip(before, dims):
        _solve(group, dim, sizes)
    made: list[Dim] = []
    for group in after:
        if group == _ELLIPSIS:
            made += rest
        elif "..." in group:
            made.append(_product([*rest, *(_size(each, sizes) for each in group if each != "...")]))
        else:
            made.append(_product([_size(each, sizes) for each in group]))
    return Shape.of(*made)


def _solve(group: Group, dim: Dim, sizes: dict[str, Dim]) -> None:
    """Learn the sizes of the axes of one dim: all but one of them are known."""
    open_axes = [each for each in group if not each.isdigit() and each not in sizes]
    if len(open_axes) != 1:
        return
    others = _product([_size(each, sizes) for each in group if each != open_axes[0]])
    is_known = not isinstance(others, Unknown) and not isinstance(dim, Unknown)
    sizes[open_axes[0]] = dim if others == 1 else dim // others if is_known and others else UNKNOWN


def _size(axis: str, sizes: dict[str, Dim]) -> Dim:
    return int(axis) if axis.isdigit() else sizes.get(axis, UNKNOWN)


def _product(sizes: Sequence[Dim]) -> Dim:
    return UNKNOWN if any(isinstance(each, Unknown) for each in sizes) else math.prod(sizes)


def _run(interpreter: Interpreter, call: Call, axes: dict[str, Value]) -> Value:
    x, pattern = _whole(interpreter, call.get(0, "tensor")), resolve(call.get(1, "pattern"))
    if x is None or not isinstance(pattern, str):
        return TOP
    given: dict[str, Dim] = {}
    for name, value in axes.items():
        size = to_rule(value)
        given[name] = size if isinstance(size, int) and not isinstance(size, bool) else UNKNOWN
    shape = rearranged(x.shape, pattern, given)
    if shape is None:
        shape = Shape.unknown()
    made = TensorType(x.dtype, shape, "array" if x.kind == "array" else "tensor")
    return from_rule(interpreter, made, [x])


def _whole(interpreter: Interpreter, value: Value) -> TensorType | None:
    """A tensor, or a list of some of one shape, which are stacked."""
    value = resolve(value)
    if isinstance(value, (tuple, Container)):
        items = [resolve(each) for each in interpreter.known_items(value) or ()]
        first = items[0] if items else None
        alike = isinstance(first, TensorType) and all(
            isinstance(each, TensorType) and each.shape == first.shape and each.dtype == first.dtype
            for each in items
        )
        if not alike or not isinstance(first, TensorType):
            return None
        value = TensorType(first.dtype, Shape.of(len(items)) + first.shape, first.kind)
    is_dense = isinstance(value, TensorType) and value.kind in ("tensor", "variable", "array")
    return value if is_dense else None


def _rearrange(interpreter: Interpreter, call: Call) -> Value:
    axes = {name: each for name, each in call.kwargs.items() if name not in ("tensor", "pattern")}
    return _run(interpreter, call, axes)


def _reduce(interpreter: Interpreter, call: Call) -> Value:
    """`reduce(tensor, pattern, reduction, **axes)`: the axes that are not named after it are gone."""
    reduction = resolve(call.get(2, "reduction"))
    own = ("tensor", "pattern", "reduction")
    axes = {name: each for name, each in call.kwargs.items() if name not in own}
    made = _run(interpreter, call, axes)
    if isinstance(made, TensorType) and reduction in ("any", "all"):
        return from_rule(interpreter, TensorType(BOOL, made.shape, made.kind), [made])
    is_array = isinstance(made, TensorType) and made.kind == "array"
    return made if reduction in _REDUCTIONS[: 3 if is_array else None] else TOP


FUNCTIONS: Final = {
    "einops.rearrange": _rearrange,
    "einops.repeat": _rearrange,
    "einops.reduce": _reduce,
}
