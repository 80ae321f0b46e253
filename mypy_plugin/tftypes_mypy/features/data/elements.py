"""Elements of datasets: what a structure of values becomes in one, and what is in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import repeat
from typing import Any, Final, TypeVar

from mypy.maptype import map_instance_to_supertype
from mypy.nodes import DictExpr, Expression, ListExpr, TupleExpr
from mypy.types import AnyType, Instance, NoneType, ProperType, TupleType, Type, get_proper_type

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType
from tftypes.inference.models.tensorflow.ops import OpError, Unsure
from tftypes.inference.models.tensorflow.ops.conversion import as_tensor
from tftypes_mypy import convert, names
from tftypes_mypy.features.calls.calling import Call
from tftypes_mypy.features.signatures import specs
from tftypes_mypy.features.signatures.specs import Entries, Items, Leaf, Spec
from tftypes_mypy.features.structs import ranks as structs_ranks
from tftypes_mypy.features.structs import types as structs
from tftypes_mypy.features.structs.items import of_proxies, proxies
from tftypes_mypy.features.structs.types import Struct
from tftypes_mypy.features.structures import nests
from tftypes_mypy.features.structures.items import Key
from tftypes_mypy.values import Values, of_type

DATASET: Final = "tensorflow.data.Dataset"

T = TypeVar("T")

#: What one component of an element becomes.
Change = Callable[[TensorType], TensorType]


def dataset_of(element: Type, types: convert.Types) -> Instance:
    return types.make(DATASET, [element])


def element_of(typ: Type | None) -> Type | None:
    """The type of the elements of a dataset; None where it is no dataset, or nothing is known of them."""
    proper = get_proper_type(typ)
    if not isinstance(proper, Instance):
        return None
    base = next((b for b in proper.type.mro if b.fullname == DATASET), None)
    if base is None:
        return None
    if base is not proper.type:
        proper = map_instance_to_supertype(proper, base)
    element = get_proper_type(proper.args[0]) if proper.args else None
    return None if element is None or isinstance(element, AnyType) else element


def normalized(typ: Type, types: convert.Types) -> Type:
    """What a value is as an element: lists and numbers are tensors there, variables too."""
    return nests.mapped(typ, partial(_component, types=types), types, nests.is_list)


def tensor_form(typ: Type, types: convert.Types) -> Type:
    """What a value is in a graph: numbers are tensors, variables too; lists stay lists."""
    return nests.mapped(typ, partial(_component, types=types), types)


def _component(typ: ProperType, types: convert.Types) -> Type:
    tensor = convert.tensor_of(typ)
    if tensor is not None and tensor.kind != "variable":
        return typ
    if isinstance(typ, NoneType) or element_of(typ) is not None:
        return typ
    struct = structs.struct_of(typ)
    if struct is not None:
        return structs.type_of(structs_ranks.settled(struct, types), types)
    value = _value(typ)
    if value is UNKNOWN:
        return convert.unknown()
    try:
        return convert.type_of_tensor(as_tensor(value), types)
    except (OpError, Unsure):
        return convert.unknown()


def _value(typ: Type) -> Any:
    items = nests.children(typ) if nests.is_nested(typ) else None
    return of_type(typ) if items is None else [_value(item) for item in items.values()]


def returned(typ: Type, types: convert.Types) -> Type:
    """The element that a function of the program makes: a list that it returns stands for a tuple."""
    if nests.is_list(typ):
        items = nests.children(typ)
        if items is None:
            return convert.unknown()
        typ = nests.tuple_of(list(items.values()), types)
    return normalized(typ, types)


def arguments(element: Type) -> Sequence[Type] | None:
    """What a function over elements is called with: the parts of a tuple one by one."""
    element = get_proper_type(element)
    if (
        isinstance(element, TupleType)
        and element.partial_fallback.type.fullname == "builtins.tuple"
    ):
        parts = nests.children(element)
        return None if parts is None else list(parts.values())
    if isinstance(element, Instance) and element.type.fullname == "builtins.tuple":
        return None
    return None if isinstance(element, AnyType) else [element]


def changed(element: Type, change: Change, types: convert.Types) -> Type:
    """The element with each tensor in it changed.

    Raises OpError where a component cannot be changed so.
    """

    return changed_each(element, repeat(None), lambda tensor, _: change(tensor), types)


def changed_each(
    element: Type,
    given: Iterable[T],
    change: Callable[[TensorType, T], TensorType],
    types: convert.Types,
) -> Type:
    """The same with something of its own for each component, in the order in which they stand."""
    left = iter(given)

    def component(typ: ProperType) -> Type:
        tensor, own = convert.tensor_of(typ), next(left)
        struct = structs.struct_of(typ)
        if struct is not None:
            return _changed_struct(struct, lambda proxy: change(proxy, own), types)
        if tensor is None:
            return typ if isinstance(typ, NoneType) else convert.unknown()
        try:
            return convert.type_of_tensor(change(tensor, own), types)
        except Unsure:
            return convert.unknown()

    return nests.mapped(element, component, types)


def _changed_struct(struct: Struct, change: Change, types: convert.Types) -> Type:
    """What happens to a tensor of its shape happens to a struct."""
    try:
        made = [change(proxy) for proxy in proxies(struct)]
    except Unsure:
        return convert.unknown()
    return structs.type_of(of_proxies(struct, made, types, structs_ranks.rearranged), types)


def tensors(element: Type) -> list[TensorType]:
    """The tensors in an element, as far as they are known, and what stands for its structs."""
    found: list[TensorType] = []
    for leaf in nests.leaves(element) or ():
        tensor, struct = convert.tensor_of(leaf), structs.struct_of(leaf)
        if tensor is not None:
            found.append(tensor)
        elif struct is not None:
            found.append(proxies(struct)[0])
    return found


def of_spec(spec: Spec, types: convert.Types) -> Type:
    """The element that a structure of specs describes."""
    if isinstance(spec, Leaf):
        return convert.type_of_tensor(spec.tensor, types)
    if isinstance(spec, Items):
        items = [of_spec(item, types) for item in spec.items]
        return nests.tuple_of(items, types) if spec.name == "tuple" else convert.unknown()
    if isinstance(spec, Entries) and spec.entries:
        entries = {key: of_spec(item, types) for key, item in spec.entries.items()}
        if spec.record is None:
            return nests.dict_of(entries, types)
        record = spec.record.tuple_type
        if record is not None and len(record.items) == len(entries):
            return record.copy_modified(items=list(entries.values()))
    return convert.unknown()


def signature_of(expression: Expression, values: Values) -> Type:
    """The structure that dtypes and specs describe, as `fn_output_signature` and `Tout` have them."""

    def inner(item: Expression) -> Type:
        return signature_of(item, values)

    types = values.types
    if isinstance(expression, (TupleExpr, ListExpr)) and expression.items:
        items = [inner(item) for item in expression.items]
        made = nests.tuple_of if isinstance(expression, TupleExpr) else nests.list_of
        return made(items, types)
    if isinstance(expression, DictExpr) and expression.items:
        entries: dict[Key, Type] = {}
        for key, item in expression.items:
            name = values.of(key) if key is not None else None
            if not isinstance(name, str):
                return convert.unknown()
            entries[name] = inner(item)
        return nests.dict_of(entries, types)
    told = _of_dtypes(values.of(expression), types)
    return of_spec(specs.read(expression, values), types) if told is None else told


def _of_dtypes(value: Any, types: convert.Types) -> Type | None:
    """The structure of a dtype, or of a tuple or dict of them that has a name; None for anything else."""
    if isinstance(value, DType):
        return convert.type_of_tensor(TensorType(value, Shape.unknown()), types)
    if isinstance(value, dict) and value:
        entries = {key: _of_dtypes(item, types) for key, item in value.items()}
        known = {key: item for key, item in entries.items() if item is not None}
        return nests.dict_of(known, types) if len(known) == len(entries) else None
    if isinstance(value, tuple) and value:
        items = [_of_dtypes(item, types) for item in value]
        told = [item for item in items if item is not None]
        return nests.tuple_of(told, types) if len(told) == len(items) else None
    return None


def spec_type(element: Type, types: convert.Types) -> Type:
    """The type of `element_spec`."""

    def spec(typ: ProperType) -> Type:
        tensor = convert.tensor_of(typ)
        name = _SPECS.get(tensor.kind) if tensor is not None else None
        info = types.find(name) if name is not None else None
        if tensor is None or info is None or name is None:
            return convert.unknown()
        args = [
            convert.type_of_dtype(tensor.dtype, types),
            convert.type_of_shape(tensor.shape, types),
        ]
        return types.make(name, args[: len(info.type_vars)])

    return nests.mapped(element, spec, types)


_SPECS: Final = {
    "tensor": f"{names.TF}.TensorSpec",
    "ragged": f"{names.TF}.RaggedTensorSpec",
    "sparse": f"{names.TF}.SparseTensorSpec",
}


# --- of a method's object --------------------------------------------------------------


def owner_element(call: Call) -> Type | None:
    """The elements of the dataset whose method is called."""
    return element_of(call.owner)


def parts_of(call: Call) -> Sequence[Type] | None:
    """What a function over the elements is called with."""
    element = owner_element(call)
    return None if element is None else arguments(element)
