"""Extension types without an `__init__`: each object holds tensors of what its fields are given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, TypeInfo, Var
from mypy.types import Type

from tftypes.inference.models.tensorflow.ops import OpError, Unsure
from tftypes.inference.models.tensorflow.ops.conversion import as_tensor
from tftypes_mypy import convert
from tftypes_mypy.features.bodies.results import settled
from tftypes_mypy.features.bodies.values import BodyValues
from tftypes_mypy.features.objects.extension_specs import BASE, fields_of
from tftypes_mypy.values import written_arguments

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.inference import Bodies


def held(
    call: CallExpr, info: TypeInfo, values: BodyValues, bodies: Bodies, checker: TypeChecker
) -> dict[str, Type]:
    """The types of the fields, as far as the arguments tell more than the annotations."""
    written = written_arguments(call)
    if not info.has_base(BASE) or written is None:
        return {}
    positional, named = written
    fields = dict(_fields(info, bodies, checker))
    given = dict(zip(fields, positional)) | named
    result = {}
    for name, expression in given.items():
        declared = fields.get(name)
        typ = None if declared is None else _held(expression, declared, values)
        if typ is not None:
            result[name] = typ
    return result


def _held(expression: Expression, declared: Type, values: BodyValues) -> Type | None:
    """What a field of this type makes of an argument: where it is one of a tensor, a tensor."""
    tensor = convert.tensor_of(declared)
    if tensor is None:
        return settled(values.type_of(expression), values.types)
    if tensor.kind != "tensor":
        return None
    dtype = tensor.dtype if tensor.dtype.is_known else None
    try:
        made = as_tensor(values.of(expression), dtype)
    except (OpError, Unsure):
        return None
    return convert.type_of_tensor(made, values.types)


def _fields(info: TypeInfo, bodies: Bodies, checker: TypeChecker) -> Iterator[tuple[str, Type]]:
    """The annotated names of the class and its bases, those of the bases first."""
    for base in reversed(info.mro):
        for name in _annotated(base, bodies, checker):
            symbol = base.names.get(name)
            if symbol is not None and isinstance(symbol.node, Var) and symbol.node.type is not None:
                yield name, symbol.node.type


def _annotated(base: TypeInfo, bodies: Bodies, checker: TypeChecker) -> Sequence[str]:
    written = bodies.class_of(base, checker)
    return [] if written is None else [*fields_of(written.defs.body)]
