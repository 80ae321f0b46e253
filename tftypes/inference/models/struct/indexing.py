"""`st["recipe", "ingredients", :, "name"]`: names of fields and positions, mixed.

A name selects a field of the structures that the positions before it leave; the positions after it go on with the next
dim. What positions do to a struct is what they do to a tensor of its shape.
Source: StructTensor RFC, "Indexing".
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import from_rule, to_rule
from tftypes.inference.models.struct.fields import read
from tftypes.inference.models.struct.ops import all_ways
from tftypes.inference.models.tensorflow.ops import ListOf, OpError, PyValue, getitem
from tftypes.inference.models.tensorflow.ops.indexing import shown_key
from tftypes.inference.objects import TOP, Value, resolve
from tftypes.inference.structs import Struct, is_proxy, of_proxies, proxies, reshaped
from tftypes.inference.values import OneOf


class _NoPosition(OpError):
    """There is no such position."""

    exception = "builtins.IndexError"


def _item(interpreter: Interpreter, struct: Struct, key: Value, node: ast.AST) -> Value:
    given = tuple(map(resolve, key)) if isinstance(key, tuple) else (key,)
    if any(type(each) is OneOf for each in given):
        return interpreter.each(
            lambda *ways: _item(
                interpreter, struct, ways if isinstance(key, tuple) else ways[0], node
            ),
            *given,
        )
    items = tuple(map(to_rule, given))
    if not all(map(_is_told, items)):
        return TOP
    try:
        value, positions = _found(struct, items)
    except OpError as error:
        message = f"index [{shown_key(items)}]: {error.message}"
        interpreter.refuse(node, error.code, message, error.exception or "builtins.TypeError")
        return TOP
    if not positions:
        return value
    selected = _select(interpreter, value, shown_key(items), positions, node)
    names = [each for each in items if isinstance(each, str)]
    unknown = selected is TOP or isinstance(selected, Struct) and selected.shape.rank is None
    if unknown and names and Ellipsis not in positions:
        return _structs_first(interpreter, struct, names, positions, node)
    return selected


def _select(
    interpreter: Interpreter, value: Value, shown: str, positions: tuple[Any, ...], node: ast.AST
) -> Value:
    """What positions select of a struct or a tensor."""
    at = partial(_at, shown, positions)
    if isinstance(value, Struct):
        made = interpreter.certain(at, proxies(value), node)
        if made is TOP:
            return TOP
        if all(map(is_proxy, made)):
            return of_proxies(value, made, interpreter.trace)
        return reshaped(value, _left(value.shape, positions), None, interpreter.trace)
    if not isinstance(value, TensorType):
        return TOP
    made = interpreter.certain(at, [value], node)
    return TOP if made is TOP else from_rule(interpreter, made[0], [value])


def _left(shape: Shape, positions: tuple[Any, ...]) -> Shape:
    """The dims that positions leave of rows, as far as they tell: a slice of rows leaves any number of each."""
    if (
        shape.dims is None
        or not all(map(_takes_one, positions))
        or len(positions) > len(shape.dims)
    ):
        return Shape.unknown()
    sliced = (
        dim if position == slice(None) else UNKNOWN
        for dim, position in zip(shape.dims, positions)
        if isinstance(position, slice)
    )
    return Shape.of(*sliced, *shape.dims[len(positions) :])


def _structs_first(
    interpreter: Interpreter,
    struct: Struct,
    names: Sequence[str],
    positions: tuple[Any, ...],
    node: ast.AST,
) -> Value:
    """The same by another way: `st["tags", 0, 1]` is `st[0]["tags"][1]`. A struct knows of its fields which are ragged."""
    rank = struct.shape.rank
    if not rank or not all(map(_takes_one, positions)):
        return TOP
    picked = interpreter.item(struct, positions[:rank], node)
    for name in names:
        picked = interpreter.item(picked, name, node)
    kept = (slice(None),) * sum(isinstance(each, slice) for each in positions[:rank])
    rest = positions[rank:]
    return interpreter.item(picked, (*kept, *rest), node) if rest else picked


def _takes_one(position: Any) -> bool:
    """Whether a position takes one dim for sure."""
    return isinstance(position, (int, slice)) or position == PyValue("int")


def _is_told(item: object) -> bool:
    """Whether it is known to be the name of a field that is known, or a position."""
    if isinstance(item, PyValue):
        return item.type == "int"
    return item is not UNKNOWN and not isinstance(item, ListOf)


def _found(value: Value, items: Sequence[Any]) -> tuple[Value, tuple[Any, ...]]:
    """What the names in a key lead to, and the positions that are left. Raises OpError for a field that there is not."""
    pending: list[Any] = []
    for item in items:
        if not isinstance(item, str):
            pending.append(item)
            continue
        if isinstance(value, TensorType):
            raise OpError("tf-field", f"no field {item!r}: {_plain(value)} has no fields")
        taken = _spelled_out(pending, value.shape.rank) if isinstance(value, Struct) else None
        if taken is None:
            return TOP, ()
        pending, value = taken, read(value, item)
    return value, tuple(pending)


def _at(shown: str, positions: tuple[Any, ...], *tensors: TensorType) -> list[Any]:
    """What positions select of a value that is one of these tensors. Raises OpError where none of them has them."""

    def at(tensor: TensorType) -> Any:
        if tensor.kind == "ragged" and any(map(_is_mask, positions)):
            return UNKNOWN
        try:
            return getitem(tensor, positions)
        except OpError as error:  # of the whole key, not of its positions alone
            message = f"index [{shown}]: {error.message}: {_plain(tensor)}"
            raise _NoPosition(error.code, message) from None

    return all_ways(at, tensors)


def _is_mask(position: Any) -> bool:
    """Whether a position may be a mask, which picks rows."""
    return isinstance(position, (list, TensorType))


def _plain(tensor: TensorType) -> TensorType:
    """The tensor as messages show it."""
    return TensorType(tensor.dtype, tensor.shape, tensor.kind)


def _spelled_out(items: list[Any], rank: int | None) -> list[Any] | None:
    """Positions among which `...` stands for as many `:` as the struct has dims left."""
    if Ellipsis not in items:
        return items
    if rank is None:
        return None
    at = items.index(Ellipsis)
    taken = sum(item is not None and item is not Ellipsis for item in items)
    return [*items[:at], *[slice(None)] * (rank - taken), *items[at + 1 :]]


ITEMS: Final = {Struct: _item}
