"""`st["recipe", "ingredients", :, "name"]`: names of fields and positions, mixed.

A name selects a field of the structs that the positions before it leave; the positions after it
go on with the next dim. What positions do to a struct is what they do to a tensor of its shape.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mypy.nodes import IndexExpr
from mypy.plugin import MethodContext
from mypy.types import Instance, Type, UnionType, get_proper_type

from tftypes.algebra import UNKNOWN, Shape, TensorType
from tftypes.algebra import shapes as algebra
from tftypes.algebra.tensors import Kind
from tftypes.inference.models.tensorflow.ops import ListOf, OpError, PyValue, getitem
from tftypes.inference.models.tensorflow.ops.indexing import shown_key
from tftypes_mypy import convert
from tftypes_mypy.features.calls import ops as op_calls
from tftypes_mypy.features.structs import ranks as structs_ranks
from tftypes_mypy.features.structs import types as structs
from tftypes_mypy.features.structs.types import STRUCT_DTYPE, Layout, Struct
from tftypes_mypy.values import Values

Reshape = Callable[[Struct, Shape, Layout, convert.Types], Struct]


def proxies(struct: Struct) -> list[TensorType]:
    """The tensors that a struct is to a rule: two, where it may be dense or ragged."""
    kinds: Sequence[Kind] = ("tensor", "ragged")
    if struct.layout is not None:
        kinds = ("ragged",) if struct.layout == "ragged" else ("tensor",)
    return [TensorType(STRUCT_DTYPE, struct.shape, kind) for kind in kinds]


def of_proxies(
    struct: Struct,
    made: Sequence[TensorType],
    types: convert.Types,
    reshape: Reshape = structs_ranks.reshaped,
) -> Struct:
    """The struct with the shape that a rule has given to its proxies."""
    shape = made[0].shape
    for other in made[1:]:
        shape = algebra.join(shape, other.shape)
    kinds = {tensor.kind for tensor in made}
    layout: Layout = None
    if len(kinds) == 1:
        layout = "ragged" if kinds == {"ragged"} else "dense"
    if shape.rank in (0, 1):
        layout = "dense"
    return reshape(struct, shape, layout, types)


def is_proxy(value: object) -> bool:
    """Whether a rule has made this of a struct."""
    return isinstance(value, TensorType) and value.dtype.symbol == STRUCT_DTYPE.symbol


def index(context: MethodContext, values: Values) -> Type:
    """The hook of `StructTensor.__getitem__`."""
    node = context.context
    if not isinstance(node, IndexExpr):
        return context.default_return_type
    key = values.of(node.index, context.arg_types[0][0])
    items = key if isinstance(key, tuple) else (key,)
    if not all(map(_is_told, items)):
        return convert.unknown()
    try:
        return selected(context.type, items, values.types)
    except OpError as error:
        if not isinstance(get_proper_type(values.type_of(node.base)), UnionType):
            op_calls.fail(context, error.complete(f"index [{shown_key(key)}]", {}), node, values)
        return convert.unknown()


def _is_told(item: object) -> bool:
    """Whether it is known to be the name of a field that is known, or a position."""
    if isinstance(item, PyValue):
        return item.type in ("int", "bool")
    return item is not UNKNOWN and not isinstance(item, ListOf)


def selected(typ: Type, items: Sequence[Any], types: convert.Types) -> Type:
    """The type of what names and positions select.

    Raises OpError for a field or a position that there is not.
    """
    pending: list[Any] = []
    for item in items:
        if not isinstance(item, str):
            pending.append(item)
            continue
        struct = structs.struct_of(typ)
        if struct is None:
            tensor = convert.tensor_of(typ)
            if tensor is None:
                return convert.unknown()
            raise OpError("tf-field", f"no field {item!r}: {tensor} has no fields")
        taken = _spelled_out(pending, struct.shape.rank)
        if taken is None:
            return convert.unknown()
        pending = taken
        typ = structs.field(struct, item, types)
    if not pending:
        return typ
    struct = structs.struct_of(typ)
    if struct is not None:
        made = [_at(proxy, pending) for proxy in proxies(struct)]
        if not all(map(is_proxy, made)):
            return convert.unknown()
        return structs.type_of(of_proxies(struct, made, types), types)
    tensor = convert.tensor_of(typ)
    return (
        convert.unknown()
        if tensor is None
        else op_calls.to_type(_at(tensor, pending), convert.unknown(), types)
    )


def _at(tensor: TensorType, positions: list[Any]) -> Any:
    try:
        return getitem(tensor, tuple(positions))
    except OpError as error:  # of the whole key, not of its positions alone
        raise OpError(error.code, f"{error.message}: {tensor}", hint=error.hint) from None


def _spelled_out(items: list[Any], rank: int | None) -> list[Any] | None:
    """Positions among which `...` stands for as many `:` as the struct has dims left."""
    if Ellipsis not in items:
        return items
    if rank is None:
        return None
    at = items.index(Ellipsis)
    taken = sum(item is not None and item is not Ellipsis for item in items)
    return [*items[:at], *[slice(None)] * (rank - taken), *items[at + 1 :]]


def iterate(context: MethodContext, values: Values) -> Type:
    """The hook of `StructTensor.__iter__`: the elements along the first dim."""
    try:
        element = selected(context.type, [PyValue("int")], values.types)
    except OpError:
        return context.default_return_type  # a single structure: the run says it
    proper = get_proper_type(context.default_return_type)
    if structs.struct_of(element) is None or not isinstance(proper, Instance) or not proper.args:
        return context.default_return_type
    return proper.copy_modified(args=[element])
