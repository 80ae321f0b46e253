"""`st.schema`: the fields of a struct as a tree.

Source: StructTensor RFC, "A `StructTensor`'s schema constrains the type for each field".
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from tftypes.struct import display
from tftypes.struct.dispatching import method
from tftypes.struct.fields import missing
from tftypes.struct.invariants import shown
from tftypes.struct.schemas import Type, inner, placed, type_of
from tftypes.struct.specs import StructTensorSpec


class Schema:
    """The fields of a struct with their types, for reading; and a schema for other data.

    The size of the collection is no part of it. Printed, it is a tree: the shape of a field is
    that in one structure, with `*` for a size that each has for itself.

    >>> from tftypes import struct
    >>> rows = struct.constant([{"title": "soup", "tags": ["hot"], "time": [1.0, 2.0]}])
    >>> print(rows.schema)
    StructTensor[None]
    ├── title: string
    ├── tags: string[1]
    └── time: float32[2]
    """

    def __init__(self, spec: StructTensorSpec) -> None:
        self.spec = spec

    @classmethod
    def of(cls, spec: StructTensorSpec) -> Schema:
        """The schema of a struct of this spec: as it is, with a collection of any size."""
        if not spec.rank:
            return cls(spec)
        kind = type_of(spec)
        dims = (None,) * len(kind.dims)
        fixed = dataclasses.replace(kind, dims=dims, ragged=kind.ragged or 0)
        return cls(placed(fixed, ()))

    def field_names(self) -> tuple[str, ...]:
        """The names of the fields, in their order."""
        return self.spec.field_names()

    def __getitem__(self, name: str) -> Any:
        """The spec of a field; of a field that is a struct, its schema."""
        specs = self.spec.field_specs
        if name not in specs:
            raise missing(name, specs)
        found = specs[name]
        return Schema(found) if isinstance(found, StructTensorSpec) else found

    def __iter__(self) -> Iterator[str]:
        return iter(self.field_names())

    def __len__(self) -> int:
        return len(self.field_names())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Schema) and self.spec == other.spec

    def __hash__(self) -> int:
        return hash(self.spec)

    def __repr__(self) -> str:
        shape = shown(self.spec.shape)
        return "\n".join([f"StructTensor{shape if self.spec.rank else ''}", *_tree(self.spec)])

    def _repr_html_(self) -> str:
        return display.preformatted(repr(self))


@method("schema")
def schema_of(st: Any) -> Schema:
    """The schema of a struct."""
    return Schema.of(st.__tf_type_spec__())


def _tree(spec: StructTensorSpec) -> list[str]:
    """A line for each field, and below a struct one for each of its own."""
    lines: list[str] = []
    fields = spec.field_specs
    for number, (name, field) in enumerate(fields.items(), 1):
        branch, below = ("└── ", "    ") if number == len(fields) else ("├── ", "│   ")
        kind = inner(type_of(field), spec.rank)
        lines.append(f"{branch}{name if name.isidentifier() else repr(name)}{_own(kind, field)}")
        if isinstance(field, StructTensorSpec):
            lines += [below + line for line in _tree(field)]
    return lines


def _own(kind: Type, spec: Any) -> str:
    dims = [
        "*" if dim is None and i < (kind.ragged or 0) else "?" if dim is None else str(dim)
        for i, dim in enumerate(kind.dims)
    ]
    text = f"[{', '.join(dims)}]" if dims else ""
    if isinstance(spec, StructTensorSpec):
        return text
    return f": {spec!r}" if kind.dtype is None else f": {kind.dtype.name}{text}"
