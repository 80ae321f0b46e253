"""What mypy is told of tensors: their class, never their dtype or shape."""

from __future__ import annotations

from typing import Final

from mypy.nodes import OverloadedFuncDef, TypeInfo
from mypy.types import (
    AnyType,
    Instance,
    Parameters,
    TupleType,
    Type,
    TypeAliasType,
    TypeOfAny,
    UnionType,
    flatten_nested_unions,
    get_proper_type,
)

#: How the stubs and the interfaces call the parameters that stand for dtypes and shapes.
_PARAMETERS: Final = frozenset({"DT", "DT_co", "DU", "DV", "Sh"})
_TRACED: Final = "tensorflow.types.experimental.PolymorphicFunction"
_CONVERTED: Final = "tensorflow._bases.SupportsTensor"
_PACKAGES: Final = ("tensorflow.", "keras.", "tftypes.")


def unknown() -> AnyType:
    return AnyType(TypeOfAny.special_form)


def is_of_tensorflow(fullname: str) -> bool:
    """Whether it is the name of something in the stubs or in our own interfaces."""
    return fullname.startswith(_PACKAGES)


def erased_parameters(info: TypeInfo) -> list[bool]:
    """For each parameter of a class, whether it stands for a dtype or a shape."""
    ours = is_of_tensorflow(info.fullname)
    return [ours and each.name in _PARAMETERS for each in info.defn.type_vars]


def _is_endless(typ: Type) -> bool:
    """Whether a type is an alias that contains itself."""
    return isinstance(typ, TypeAliasType) and typ.is_recursive


def has_tensor(typ: Type) -> bool:
    """Whether a type is one with a dtype or a shape, or a union, tuple or container with one."""
    if _is_endless(typ):
        return False
    proper = get_proper_type(typ)
    if isinstance(proper, Instance):
        return any(erased_parameters(proper.type)) or any(map(has_tensor, proper.args))
    return isinstance(proper, (TupleType, UnionType)) and any(map(has_tensor, proper.items))


def dispatches(typ: Type) -> bool:
    """Whether a type is a class of the program's that makes one thing of one op and another of the next.

    mypy takes one of its overloads for all ops.
    """
    proper = get_proper_type(typ)
    if isinstance(proper, UnionType):
        return any(map(dispatches, proper.items))
    method = proper.type.get("__tf_dispatch__") if isinstance(proper, Instance) else None
    return method is not None and isinstance(method.node, OverloadedFuncDef)


def answers(typ: Type) -> bool:
    """Whether a type is a class that says itself what ops make of it, or a union, tuple or container with one."""
    if _is_endless(typ):
        return False
    proper = get_proper_type(typ)
    if isinstance(proper, Instance):
        return proper.type.get("__tf_dispatch__") is not None or any(map(answers, proper.args))
    return isinstance(proper, (TupleType, UnionType)) and any(map(answers, proper.items))


def converts(typ: Type) -> bool:
    """Whether a parameter takes whatever TensorFlow can make a tensor of."""
    proper = get_proper_type(typ)
    items = flatten_nested_unions(proper.items) if isinstance(proper, UnionType) else [proper]
    return any(
        isinstance(each, Instance) and each.type.fullname == _CONVERTED
        for each in map(get_proper_type, items)
    )


def is_registrable(typ: Type) -> bool:
    """Whether a program may have registered a class with TensorFlow: none of Python's own, nor of TensorFlow's.

    A class with `__tf_dispatch__` says itself what it takes.
    """
    proper = get_proper_type(typ)
    if not isinstance(proper, Instance) or proper.type.get("__tf_dispatch__") is not None:
        return False
    name = proper.type.fullname
    return not (name.startswith("builtins.") or is_of_tensorflow(name))


def is_traced(typ: Type) -> bool:
    """Whether a type is what `tf.function` makes of a function."""
    proper = get_proper_type(typ)
    return isinstance(proper, Instance) and proper.type.fullname == _TRACED


def without_first(typ: Type) -> Type:
    """A traced function that has bound its first argument."""
    proper = get_proper_type(typ)
    assert isinstance(proper, Instance)
    taken, *others = map(get_proper_type, proper.args)
    if not isinstance(taken, Parameters) or not taken.arg_kinds or taken.arg_kinds[0].is_star():
        return typ
    rest = taken.copy_modified(
        arg_types=taken.arg_types[1:], arg_kinds=taken.arg_kinds[1:], arg_names=taken.arg_names[1:]
    )
    return proper.copy_modified(args=[rest, *others])


def erased(typ: Type) -> Type:
    """A type without the dtypes and shapes in it. An alias that contains itself is left alone: it has no end."""
    if _is_endless(typ):
        return typ
    proper = get_proper_type(typ)
    if isinstance(proper, Instance) and proper.args:
        parameters = erased_parameters(proper.type)
        if len(parameters) != len(proper.args):
            return typ
        return proper.copy_modified(
            args=[
                unknown() if hidden else erased(arg) for hidden, arg in zip(parameters, proper.args)
            ]
        )
    if isinstance(proper, UnionType):
        return UnionType.make_union(list(map(erased, proper.items)), proper.line, proper.column)
    if isinstance(proper, TupleType):
        return proper.copy_modified(items=list(map(erased, proper.items)))
    return typ
