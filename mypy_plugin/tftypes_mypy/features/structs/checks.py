"""Whether a struct fits where another is expected: its fields by name, whatever their schema is called."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mypy.nodes import MypyFile, TypeInfo
from mypy.types import Instance, Type

from tftypes.algebra import TensorType, dtypes, shapes
from tftypes_mypy import convert, names, typetext
from tftypes_mypy.features.structs import types as structs
from tftypes_mypy.features.structs.types import COUNT, DEPTH, Element, Struct
from tftypes_mypy.typetext import DimensionValue, Text

#: Names of the classes in messages.
SHORT = {name.rpartition(".")[2]: name for name in names.STRUCTS}


def difference(got: Struct, expected: Struct, depth: int = 0) -> tuple[str, str] | None:
    """Code and words for the first field that is refuted; more fields than expected are none."""
    ours, theirs = structs.elements_of(got), structs.elements_of(expected)
    if ours is None or theirs is None or got.schema == expected.schema or depth > DEPTH:
        return None
    is_whole = structs.is_whole(got.schema)
    for name, wanted in theirs.items():
        if name not in ours:
            if is_whole and structs.is_required(expected.schema, name):
                return "tf-field", f"no field {name!r}: the fields are {_shown(ours)}"
            continue
        found = _field(name, ours[name], wanted, depth)
        if found is not None:
            return found
    return None


def _shown(elements: Mapping[str, Element]) -> str:
    return ", ".join(map(repr, elements))


def _field(name: str, got: Element, wanted: Element, depth: int) -> tuple[str, str] | None:
    if got is None or wanted is None:
        return None
    if isinstance(got, Struct) and isinstance(wanted, Struct):
        found = difference(got, wanted, depth + 1)
        if found is not None:
            return found[0], f"field {name!r}: {found[1]}"
    elif isinstance(got, TensorType) and isinstance(wanted, TensorType):
        if "sparse" in (got.kind, wanted.kind):
            return None
        if dtypes.compatible(got.dtype, wanted.dtype) is False:
            return "tf-dtype", f"field {name!r}: expected {wanted}, got {got}"
    else:
        kinds = ["a struct" if isinstance(each, Struct) else str(each) for each in (wanted, got)]
        return "tf-field", f"field {name!r}: expected {kinds[0]}, got {kinds[1]}"
    if shapes.compatible(got.shape, wanted.shape) is False:
        why = shapes.mismatch(got.shape, wanted.shape)
        ranks = got.shape.rank, wanted.shape.rank
        code = "tf-shape" if None in ranks or ranks[0] == ranks[1] else "tf-rank"
        return code, f"field {name!r}: expected {wanted.shape}, got {got.shape}: {why}"
    return None


# --- of messages ----------------------------------------------------------------------


def of_text(
    text: Text, modules: Mapping[str, MypyFile], module: str, value_of: DimensionValue
) -> Struct | None:
    """The struct that a type in a message about a module means."""
    types = convert.Types(modules)
    find = _finder(modules, module)
    typ = _type(text, types, find, value_of)
    return structs.struct_of(typ)


def _finder(modules: Mapping[str, MypyFile], module: str) -> Callable[[str], Type | None]:
    """Looks up a schema by the short name that a message has of it: in the module, else in all."""

    def find(name: str) -> Type | None:
        here = _class(modules[module], name) if module in modules else None
        found = {info for tree in modules.values() if (info := _class(tree, name)) is not None}
        info = here or (found.pop() if len(found) == 1 else None)
        if info is None:
            return None
        return Instance(info, [convert.unknown()] * len(info.type_vars))

    return find


def _class(tree: MypyFile, name: str) -> TypeInfo | None:
    symbol = tree.names.get(name)
    return symbol.node if symbol is not None and isinstance(symbol.node, TypeInfo) else None


def _type(
    text: Text,
    types: convert.Types,
    find: Callable[[str], Type | None],
    value_of: DimensionValue,
) -> Type:
    """The type that text means, as far as it is one of fields."""

    def inner(part: Text) -> Type:
        return _type(part, types, find, value_of)

    tensor = typetext.tensor(text, value_of)
    if tensor is not None:
        return convert.type_of_tensor(tensor, types)
    if text.short in SHORT and len(text.args) == 2:
        shape = typetext.shape(text.args[1], value_of)
        schema = inner(text.args[0])
        return types.make(SHORT[text.short], [schema, convert.type_of_shape(shape, types)])
    if text.name == typetext.TYPED_DICT:
        written = {typetext.key(part): part.args[0] for part in text.args}
        count = written.pop(COUNT, None)
        is_whole = count == Text("Literal", (Text(str(len(written))),))
        fields = {name: inner(part) for name, part in written.items()}
        return structs.schema_of_types(fields, types, is_whole)
    if text.name in ("int", "float", "bool", "str", "bytes", "list", "tuple"):
        return types.make(f"builtins.{text.name}", [inner(arg) for arg in text.args])
    return convert.unknown() if text.args else find(text.short) or convert.unknown()
