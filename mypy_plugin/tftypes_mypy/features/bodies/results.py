"""Types that leave a body: what is known for sure of tensors, and of the program's own objects.

The rest stays Any, as mypy has it: a type that nobody wrote must not make errors of
mypy's own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from mypy.erasetype import remove_instance_last_known_values
from mypy.types import (
    AnyType,
    ExtraAttrs,
    Instance,
    LiteralType,
    NoneType,
    TupleType,
    Type,
    UnionType,
    get_proper_type,
)

from tftypes.algebra import DType, Shape, TensorType
from tftypes_mypy import convert, names, numpy_types
from tftypes_mypy.features.calls.ops import join
from tftypes_mypy.features.structures import nests
from tftypes_mypy.features.structures.items import items_of

#: Marks an object whose class is known for sure, and not only one that it derives from.
_EXACT: Final = "(exact)"
_OF_PYTHON: Final = frozenset({"builtins.bool", "builtins.int", "builtins.float"})
#: What holds no tensor.
_PLAIN: Final = frozenset({"builtins.int", "builtins.float", "builtins.str", "builtins.bytes"})
_CONTAINERS: Final = frozenset(
    {"builtins.list", "builtins.dict", "builtins.tuple", "builtins.set", "typing.Sequence"}
)
_PACKAGES: Final = ("tensorflow.", "tftypes.")


def exact(typ: Instance, attributes: Mapping[str, Type]) -> Instance:
    """An object of this class and no other, with the types of its attributes."""
    known = typ.extra_attrs.attrs if typ.extra_attrs is not None else {}
    result = typ.copy_modified()
    result.extra_attrs = ExtraAttrs({_EXACT: NoneType(), **known, **attributes}, set(), None)
    return result


def is_exact(typ: Type) -> bool:
    """Whether the class of the object is known for sure."""
    typ = get_proper_type(typ)
    return (
        isinstance(typ, Instance)
        and typ.extra_attrs is not None
        and _EXACT in typ.extra_attrs.attrs
    )


def attributes_of(typ: Type) -> Mapping[str, Type]:
    """The types of the attributes of this very object, as far as they are known."""
    typ = get_proper_type(typ)
    if not isinstance(typ, Instance) or typ.extra_attrs is None:
        return {}
    return {name: item for name, item in typ.extra_attrs.attrs.items() if name != _EXACT}


def _is_array(typ: Instance) -> bool:
    """Whether it is an array of NumPy of which something is known."""
    array = numpy_types.array_of(typ) if typ.type.fullname == names.ARRAY else None
    return array is not None and array.shape != Shape.unknown()


def is_telling(typ: Type) -> bool:
    """Whether there is a tensor in the type, or an object that may hold one."""
    if convert.is_endless(typ):
        return False
    typ = get_proper_type(typ)
    if isinstance(typ, Instance):
        if typ.type.fullname.startswith(_PACKAGES) or is_exact(typ) or _is_array(typ):
            return True
        return typ.type.fullname in _CONTAINERS and any(map(is_telling, typ.args))
    if isinstance(typ, (TupleType, UnionType)):
        return any(map(is_telling, typ.items))
    return False


def is_informative(typ: Type) -> bool:
    """Whether something is known of a tensor in the type."""
    if convert.is_endless(typ):
        return False
    typ = get_proper_type(typ)
    if isinstance(typ, (TupleType, UnionType)):
        return any(map(is_informative, typ.items))
    if not isinstance(typ, Instance):
        return False
    tensor = convert.tensor_of(typ)
    if tensor is not None:
        return tensor.dtype != DType.any() or tensor.shape != Shape.unknown()
    if typ.type.fullname in names.STRUCTS or typ.type.fullname == names.SYMBOL:
        return not all(isinstance(get_proper_type(arg), AnyType) for arg in typ.args)
    if is_exact(typ):
        return any(map(is_informative, attributes_of(typ).values()))
    if typ.type.fullname == names.ARRAY:
        return _is_array(typ)
    return any(map(is_informative, [*typ.args, *(items_of(typ) or {}).values()]))


def is_model(typ: Type) -> bool:
    """Whether it is an object of which the attributes are known: of a class of TensorFlow's or derived from one, or with such."""
    proper = get_proper_type(typ)
    if not isinstance(proper, Instance) or convert.tensor_of(proper) is not None:
        return False
    known = attributes_of(proper)
    if not known:
        return False
    return any(base.fullname.startswith("tensorflow.") for base in proper.type.mro) or any(
        map(is_model, known.values())
    )


def settled(typ: Type | None, types: convert.Types) -> Type | None:
    """The type with Any for all that is not told; None where nothing is."""
    if convert.is_endless(typ):
        return None
    proper = get_proper_type(typ)
    if isinstance(proper, Instance):
        if proper.type.fullname in _CONTAINERS:
            args = [settled(arg, types) for arg in proper.args]
            if not any(args):
                return None
            return proper.copy_modified(args=[arg or convert.unknown() for arg in args])
        return proper if is_telling(proper) else None
    if isinstance(proper, TupleType):
        items = [settled(item, types) for item in proper.items]
        if not any(items):
            return None
        return proper.copy_modified(items=[item or convert.unknown() for item in items])
    if isinstance(proper, UnionType):
        members = [settled(item, types) for item in proper.items]
        return join_all(members, types)
    return None


def number(typ: Type | None) -> Type | None:
    """The type of a Python number, whichever it is."""
    proper = get_proper_type(typ)
    is_one = isinstance(proper, Instance) and proper.type.fullname in _OF_PYTHON
    return remove_instance_last_known_values(proper) if proper is not None and is_one else None


def join_returns(returned: Sequence[Type | None], types: convert.Types) -> Type | None:
    """What all returns have in common; None stands for one that returns None."""
    if not returned or None in returned:
        return None
    return join_all([settled(typ, types) for typ in returned], types)


def join_all(members: Sequence[Type | None], types: convert.Types) -> Type | None:
    """What several types have in common."""
    first = get_proper_type(members[0])
    if first is None or None in members:
        return None
    proper = [get_proper_type(member) for member in members if member is not None]
    if all(member == first for member in proper):
        return first
    if all(
        isinstance(m, TupleType)
        and isinstance(first, TupleType)
        and len(m.items) == len(first.items)
        for m in proper
    ):
        assert isinstance(first, TupleType)
        columns = zip(*(m.items for m in proper if isinstance(m, TupleType)))
        items = [join_all([settled(i, types) for i in column], types) for column in columns]
        if not any(items):
            return None
        return first.copy_modified(items=[item or convert.unknown() for item in items])
    joined = get_proper_type(join([*proper], types))
    return None if isinstance(joined, UnionType) else joined


_NUMBERS: Final = {
    "builtins.bool": "bool",
    "builtins.int": "int32",
    "builtins.float": "float32",
    "builtins.str": "string",
}


def traced(typ: Type | None, types: convert.Types) -> Type | None:
    """What a traced function makes of what its body returns: tensors of Python's numbers, and of arrays."""
    if convert.is_endless(typ):
        return convert.unknown()
    typ = get_proper_type(typ)
    if typ is not None and nests.is_nested(typ):
        return nests.replaced(typ, lambda item: traced(item, types) or item, types)
    if isinstance(typ, UnionType):
        return UnionType([traced(item, types) or item for item in typ.items])
    if isinstance(typ, LiteralType):
        typ = typ.fallback
    name = _NUMBERS.get(typ.type.fullname) if isinstance(typ, Instance) else None
    if name is not None:
        return convert.type_of_tensor(TensorType(DType.of(name), Shape.of()), types)
    return (typ and numpy_types.as_tensor(typ, types)) or typ


def is_open(typ: Type) -> bool:
    """Whether a type leaves all open: no annotation, or one of a tensor and no more."""
    typ = get_proper_type(typ)
    if isinstance(typ, AnyType):
        return True
    tensor = convert.tensor_of(typ) if isinstance(typ, Instance) else None
    return (
        tensor is not None
        and isinstance(typ, Instance)
        and typ.type.fullname in names.KINDS
        and not tensor.dtype.is_known
        and tensor.shape == Shape.unknown()
    )


def is_bool(typ: Type | None) -> bool:
    """Whether mypy takes it for a bool. `not x` is one to it, and a tensor in a graph where `x` is a tensor."""
    proper = get_proper_type(typ)
    return isinstance(proper, Instance) and proper.type.fullname == "builtins.bool"


def may_hold_tensor(typ: Type | None) -> bool:
    """Whether a tensor may be in it, as far as mypy's type tells: in a graph, what it takes for a bool may be one."""
    if convert.is_endless(typ):
        return True
    proper = get_proper_type(typ)
    if isinstance(proper, (TupleType, UnionType)):
        return any(map(may_hold_tensor, proper.items))
    if isinstance(proper, Instance) and proper.type.fullname in _CONTAINERS:
        return any(map(may_hold_tensor, proper.args))
    if isinstance(proper, LiteralType):
        return may_hold_tensor(proper.fallback)
    is_plain = isinstance(proper, Instance) and proper.type.fullname in _PLAIN
    return not (is_plain or isinstance(proper, NoneType))


def without_gradient(result: Type | None, types: convert.Types) -> Type:
    """What a function returns that gives a function for the gradient too: the first of two."""
    made = get_proper_type(result)
    if not isinstance(made, TupleType) or len(made.items) != 2:
        return convert.unknown()
    return read(made.items[0], types)


def read(typ: Type, types: convert.Types) -> Type:
    """What a traced function returns: the value of a variable, in the place of the variable."""
    if convert.is_endless(typ):
        return convert.unknown()
    proper = get_proper_type(typ)
    if isinstance(proper, TupleType):
        return proper.copy_modified(items=[read(item, types) for item in proper.items])
    if not isinstance(proper, Instance):
        return typ
    tensor = convert.tensor_of(proper)
    if tensor is not None and tensor.kind == "variable":
        return convert.type_of_tensor(TensorType(tensor.dtype, tensor.shape), types)
    if proper.type.fullname in _CONTAINERS:
        return proper.copy_modified(args=[read(arg, types) for arg in proper.args])
    return typ
