"""What a schema says of its fields: a TypedDict, a dataclass or a NamedTuple of the program.

Source: StructTensor RFC, "A `StructTensor`'s schema constrains the type for each field".
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType
from tftypes.inference.annotations.classes import arguments_by_name, fields_of
from tftypes.inference.annotations.named import ANY, SCALARS, as_annotation
from tftypes.inference.annotations.structs import STRUCTS
from tftypes.inference.annotations.substitution import parameters, substitute
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.objects import Class, resolve
from tftypes.inference.structs import (
    ANY_SCHEMA,
    DENSE,
    Field,
    Layout,
    Schema,
    Struct,
    layout_of,
    several,
)
from tftypes.inference.values import Annotation

#: What a number or text of Python's is as a tensor.
_DTYPES: Final = {
    "int": "int32",
    "float": "float32",
    "bool": "bool",
    "str": "string",
    "bytes": "string",
    "complex": "complex128",
}
_LISTS: Final = ("list", "List", "tuple", "Tuple", "Sequence", "Iterable")
_RECORDS: Final = frozenset(
    f"{module}.{name}"
    for module in ("typing", "typing_extensions")
    for name in ("TypedDict", "NamedTuple")
)
#: A schema that holds itself has no end.
_DEPTH: Final = 16


def declared(interpreter: Interpreter, said: Annotation) -> Struct:
    """The struct that an annotation of kind "struct" declares."""
    name, schema, shape = said.args
    layout = layout_of(shape, STRUCTS[name])
    found = schema_of(interpreter, schema, shape.rank)
    return Struct(found, shape, layout, explicit=STRUCTS[name] is not None)


def schema_of(
    interpreter: Interpreter, said: Annotation, rank: int | None, depth: int = 0
) -> Schema:
    """The schema that a class is, in a collection of so many dims; one of which nothing is known for what is none."""
    cls = said.args[0] if said.kind == "class" else None
    if not isinstance(cls, Class) or depth > _DEPTH or not _is_told(cls):
        return ANY_SCHEMA
    arguments = arguments_by_name(cls, said.args[1:]) if len(said.args) > 1 else {}
    fields = {
        name: settled(
            field_of(interpreter, substitute(each, arguments), rank, depth + 1), rank
        )
        for name, each in _annotations(interpreter, cls).items()
    }  # fmt: skip
    return Schema(tuple(fields.items()), cls.name, not cls.is_open, _optional(cls))


def _annotations(interpreter: Interpreter, cls: Class) -> Mapping[str, Annotation]:
    """The annotations of a record's fields: class variables and arguments of `__post_init__` are none."""
    said = fields_of(interpreter, cls)
    fields = cls.fact("fields")
    if fields is None:
        return said
    return {each.name: said.get(each.name, ANY) for each in fields if not each.passing}


def _is_told(cls: Class) -> bool:
    """Whether the fields of a record are those that its annotations declare."""
    return is_record(cls) and (cls.node is not None or "declarations" in cls.facts)


def is_record(cls: Class) -> bool:
    """Whether an instance is what its fields say: a dataclass, a NamedTuple, a TypedDict, an extension type."""
    return cls.fact("fields") is not None or not _RECORDS.isdisjoint(cls.externals)


def field_of(
    interpreter: Interpreter, said: Annotation, rank: int | None, depth: int = 0
) -> Field | None:
    """What an annotation says of a field in one structure; None where it says too little.

    `ragged` counts the dims that the annotation itself makes ragged, whether there are several structures or one.
    """
    kind, args = said.kind, said.args
    if parameters(said) and kind not in ("tensor", "class", "struct"):
        return None
    if kind == "new type":
        return field_of(interpreter, as_annotation(resolve(args[1])), rank, depth)
    if kind == "python":
        return Field(DType.of(_DTYPES[args[0]])) if args[0] in SCALARS else None
    if kind == "tensor":
        return _of_tensor(args[0])
    item = _item(said)
    if item is not None:
        return in_list(field_of(interpreter, item, 1, depth))
    if kind == "class":
        found = schema_of(interpreter, said, rank, depth)
        return None if found is ANY_SCHEMA else Field(found)
    if kind == "struct" and args[2].dims is not None:
        inner = rank if args[2].rank == 0 else 1
        found = schema_of(interpreter, args[1], inner, depth)
        return _as_class(Field(found, args[2]), STRUCTS[args[0]])
    return None


def _of_tensor(said: TensorType) -> Field | None:
    if said.dtype.name is None or said.shape.dims is None:
        return None
    if said.kind == "sparse":
        return Field(said.dtype, said.shape, sparse=True)
    if said.kind not in ("tensor", "ragged"):
        return None
    return _as_class(Field(said.dtype, said.shape), "ragged" if said.kind == "ragged" else None)


def _as_class(field: Field, layout: Layout) -> Field | None:
    """A field that is declared to be of one class is of that class in one structure, too; a dense one cannot tell."""
    if layout == "dense" and UNKNOWN in (field.shape.dims or ()):
        return None
    return several(field) if layout == "ragged" else field


def _item(said: Annotation) -> Annotation | None:
    """The annotation of the items of what is a list to TensorFlow."""
    if said.kind == "tuple" and len(said.args) == 1:
        item: Annotation = said.args[0]
        return item
    if said.kind != "sequence":
        return None
    origin = said.args[0]
    name = "tuple" if origin is None else origin.name.rpartition(".")[2]
    return said.args[2] if name in _LISTS else None


def in_list(field: Field | None) -> Field | None:
    """The field of lists of what a field is."""
    if field is None or field.sparse:
        return None
    least, most = several(field).ragged if field.ragged == DENSE else field.ragged
    return replace(field, shape=Shape.of(UNKNOWN) + field.shape, ragged=(least + 1, most + 1))


def settled(field: Field | None, rank: int | None) -> Field | None:
    """The field in a collection of so many dims, where a dim that is left open is ragged if there are several."""
    if field is None or field.ragged != DENSE or field.sparse or rank == 0:
        return field
    if rank is None:
        return None if UNKNOWN in (field.shape.dims or ()) else field
    return several(field)


def _optional(cls: Class) -> frozenset[str]:
    """The fields that a caller may leave out: `NotRequired[...]`, and all of a TypedDict with `total=False`."""
    found: set[str] = set(cls.facts.get("optional", ()))
    for each in reversed(cls.mro):
        if not isinstance(each, Class) or each.node is None:
            continue
        total = not any(
            keyword.arg == "total" and _is_false(keyword.value) for keyword in each.node.keywords
        )
        for statement in each.node.body:
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                said = _qualifier(statement.annotation)
                leaves_out = said == "NotRequired" or not total and said != "Required"
                (found.add if leaves_out else found.discard)(statement.target.id)
    return frozenset(found)


def _is_false(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is False


def _qualifier(node: ast.expr) -> str | None:
    """`NotRequired` of `NotRequired[int]`, and of `ReadOnly[NotRequired[int]]`."""
    if not isinstance(node, ast.Subscript):
        return None
    name = ast.unparse(node.value).rpartition(".")[2]
    return _qualifier(node.slice) if name == "ReadOnly" else name
