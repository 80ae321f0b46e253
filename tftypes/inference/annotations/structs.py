"""`StructTensor[Schema, Shape[...]]` as an annotation: the class, what is its schema, and its shape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tftypes.algebra import Shape
from tftypes.inference.annotations.named import as_annotation
from tftypes.inference.annotations.tensors import Argument, as_shape
from tftypes.inference.objects import resolve
from tftypes.inference.structs import Layout
from tftypes.inference.values import Annotation

#: The classes of structs by their canonical names: how their instances are laid out.
STRUCTS: Final[Mapping[str, Layout]] = {
    "tftypes.struct.StructTensor": None,
    "tftypes.struct.DenseStructTensor": "dense",
    "tftypes.struct.RaggedStructTensor": "ragged",
}


def annotation(name: str, arguments: Sequence[Argument]) -> Annotation:
    """`StructTensor[Recipe, Shape[None]]`, of the class of that name; the schema is read where it is asked for."""
    schema = as_annotation(resolve(arguments[0][0]))
    shape = as_shape(resolve(arguments[1][0])) if len(arguments) > 1 else None
    return Annotation("struct", (name, schema, Shape.unknown() if shape is None else shape))
