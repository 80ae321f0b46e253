"""A struct with another shape: what its schema means there.

The dims that a schema leaves open are ragged where there are several structs, and are not in a single
one. So a schema that a person wrote loses its name where one struct becomes several.
"""

from __future__ import annotations

from dataclasses import replace

from mypy.types import ProperType

from tftypes.algebra import UNKNOWN, Shape
from tftypes_mypy import convert
from tftypes_mypy.features.structs import types as structs
from tftypes_mypy.features.structs.types import Layout, Struct


def reshaped(struct: Struct, shape: Shape, layout: Layout, types: convert.Types) -> Struct:
    """The struct with other dims, and the same fields."""
    schema = struct.schema
    if struct.shape.rank == 0 and shape.rank != 0:
        is_free = not _depends_on_rank(struct)
        schema = settled(struct, types).schema if is_free else _settled(struct, types)
    return _with_shape(struct, schema, shape, layout)


def rearranged(struct: Struct, shape: Shape, layout: Layout, types: convert.Types) -> Struct:
    """The struct as tf.data takes it apart into elements, and puts those into batches.

    An element that is a row of a ragged field becomes one again in a batch; one that a function
    has made does not. What is not known of an element is not known of the batch.
    """
    schema = struct.schema
    if (struct.shape.rank == 0) != (shape.rank == 0) and _depends_on_rank(struct):
        schema = _settled(struct, types, is_sure=shape.rank == 0)
    return _with_shape(struct, schema, shape, layout)


def _with_shape(struct: Struct, schema: ProperType, shape: Shape, layout: Layout) -> Struct:
    if layout == "ragged" and shape.rank in (0, 1):
        layout = "dense"
    return replace(struct, schema=schema, shape=shape, layout=layout)


def settled(struct: Struct, types: convert.Types) -> Struct:
    """The struct as a function has it, which does not tell that it was an element of a ragged batch."""
    elements = structs.elements_of(struct)
    if struct.is_named or struct.shape.rank != 0 or elements is None:
        return struct
    return replace(
        struct, schema=structs.schema_of(elements, types, structs.is_whole(struct.schema))
    )


def _depends_on_rank(struct: Struct, depth: int = 0) -> bool:
    """Whether the schema means something else where there are several structs."""
    if not struct.is_named or depth > structs.DEPTH:
        return False
    for element in (structs.elements_of(struct) or {}).values():
        if element is None:
            continue
        if isinstance(element, Struct) and element.shape.rank == 0:
            if _depends_on_rank(element, depth + 1):
                return True
        elif UNKNOWN in (element.shape.dims or ()):
            return True
    return False


def _settled(
    struct: Struct, types: convert.Types, depth: int = 0, is_sure: bool = True
) -> ProperType:
    """The schema as one that means the same for one struct and for several."""
    elements = structs.elements_of(struct)
    if elements is None or depth > structs.DEPTH:
        return convert.unknown()
    for name, element in elements.items():
        if isinstance(element, Struct) and element.shape.rank == 0:
            # Its fields have the dims of the struct that it is in.
            inner = replace(element, shape=struct.shape)
            elements[name] = replace(element, schema=_settled(inner, types, depth + 1, is_sure))
        elif not is_sure and element is not None and UNKNOWN in (element.shape.dims or ()):
            elements[name] = None
    return structs.schema_of(elements, types)
