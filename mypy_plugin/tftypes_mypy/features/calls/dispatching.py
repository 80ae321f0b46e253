"""What ops give for operands whose class dispatches: what its `__tf_dispatch__` is annotated to return.

Overloads of it tell ops apart by `dispatch.Op[Literal["tf.matmul"]]`, and by the leading arguments.
An overload answers a call that it is sure to take, if none above it may take the call.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from mypy.meet import is_overlapping_types
from mypy.nodes import MypyFile
from mypy.plugin import FunctionContext, MethodContext
from mypy.subtypes import is_proper_subtype
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    LiteralType,
    Overloaded,
    TupleType,
    Type,
    UnpackType,
    flatten_nested_unions,
    get_proper_type,
)

from tftypes.inference.models.tensorflow.ops import operators
from tftypes_mypy import convert, names

_METHOD: Final = "__tf_dispatch__"

_BINARY: Final = {
    **operators.BINARY,
    "==": "tensorflow.math.equal",
    "!=": "tensorflow.math.not_equal",
}
#: The op behind a method of a tensor. `&`, `|` and `^` are one of two, by its dtype.
_OF_TENSORS: Final = {
    name: _BINARY[symbol]
    for name, symbol in {**operators.DUNDERS, **operators.REFLECTED}.items()
    if symbol in _BINARY
}
#: The op behind a method of `dispatch.Operators`.
OPERATORS: Final = {
    **{name: op for name, op in _OF_TENSORS.items() if name not in ("__eq__", "__ne__")},
    **{
        name: f"tensorflow.math.{op}"
        for op, methods in {
            "logical_and": ("__and__", "__rand__"),
            "logical_or": ("__or__", "__ror__"),
            "logical_xor": ("__xor__", "__rxor__"),
            "logical_not": ("__invert__",),
            "negative": ("__neg__",),
            "abs": ("__abs__",),
        }.items()
        for name in methods
    },
    "__getitem__": "tensorflow.__operators__.getitem",
}


def dispatched(
    context: FunctionContext | MethodContext, op: str | None, arguments: Sequence[Type]
) -> Type | None:
    """What the first operand that dispatches makes of an op; None where no operand does.

    `op` is a full name, or None where the call is not known well enough for overloads.
    """
    operands = list(_dispatching(arguments))
    if not operands:
        return None
    operand = operands[0]
    method = _method(operand)
    if isinstance(method, CallableType):
        return method.ret_type
    if op is None or any(other.type is not operand.type for other in operands):
        return convert.unknown()  # which one answers, annotations do not tell
    return _chosen(_bound(context, operand), op, arguments, context)


def is_overloaded(arguments: Sequence[Type]) -> bool:
    """Whether what the first operand that dispatches gives depends on the op."""
    operand = next(_dispatching(arguments), None)
    return operand is not None and isinstance(_method(operand), Overloaded)


def of_tensor(context: MethodContext, name: str) -> Type | None:
    """`tensor @ b`, by the method: what an operand that dispatches gives; None where none does."""
    return dispatched(context, _OF_TENSORS.get(name), _operands(context, name))


def of_mixin(context: MethodContext, name: str) -> Type | None:
    """`a @ b`, `-a`, `a[b]`, where the method is that of `dispatch.Operators`.

    None where it is not, and for a class without overloads: mypy knows what that gives.
    """
    owner, operands = get_proper_type(context.type), _operands(context, name)
    if not isinstance(owner, Instance) or not is_overloaded(operands):
        return None
    definer = owner.type.get_containing_type_info(name)
    if definer is None or definer.fullname != names.DISPATCH_OPERATORS:
        return None
    return dispatched(context, OPERATORS[name], operands)


def _operands(context: MethodContext, name: str) -> list[Type]:
    operands = [context.type, *(typ for types in context.arg_types for typ in types)]
    return operands[::-1] if name in operators.REFLECTED else operands


def items(typ: Type) -> list[Type]:
    """The types of what a list or tuple holds."""
    if isinstance(typ, TupleType):
        return typ.items
    sequences = ("builtins.list", "builtins.tuple", "typing.Sequence")
    return list(typ.args) if isinstance(typ, Instance) and typ.type.fullname in sequences else []


def _dispatching(types: Iterable[Type]) -> Iterator[Instance]:
    """The operands whose class dispatches; what a list holds comes before what follows the list."""
    for typ in (get_proper_type(each) for each in types if not convert.is_endless(each)):
        yield from _dispatching(items(typ))
        if isinstance(typ, Instance) and dispatches(typ):
            yield typ


def dispatches(typ: Instance) -> bool:
    """Whether a class answers ops itself."""
    return typ.type.get(_METHOD) is not None


def _method(operand: Instance) -> Type | None:
    symbol = operand.type.get(_METHOD)
    return get_proper_type(symbol.type) if symbol is not None else None


def _bound(context: FunctionContext | MethodContext, operand: Instance) -> list[CallableType]:
    """The overloads, as they are of this operand; none where there are none."""
    checker: Any = context.api
    with checker.local_type_map, checker.msg.filter_errors():
        bound = checker.expr_checker.analyze_external_member_access(
            _METHOD, operand, context.context
        )
    bound = get_proper_type(bound)
    return bound.items if isinstance(bound, Overloaded) else []


def _chosen(
    overloads: list[CallableType],
    op: str,
    arguments: Sequence[Type],
    context: FunctionContext | MethodContext,
) -> Type:
    checker: Any = context.api
    for overload in overloads:
        if len(overload.arg_types) != 3 or overload.variables:
            break
        declared, args, _ = overload.arg_types
        fits = _takes_op(declared, op, checker.modules) and _fits(args, arguments)
        if fits:
            return overload.ret_type
        if fits is None:
            break
    return convert.unknown()


def _takes_op(declared: Type, op: str, modules: Mapping[str, MypyFile]) -> bool:
    """Whether an overload is for an op: all ops, unless it names some."""
    for typ in flatten_nested_unions([declared]):
        typ = get_proper_type(typ)
        if not isinstance(typ, Instance) or typ.type.fullname != names.OP:
            return True
        for name in map(get_proper_type, flatten_nested_unions(typ.args)):
            if not isinstance(name, LiteralType) or _canonical(str(name.value), modules) == op:
                return True
    return False


def _canonical(name: str, modules: Mapping[str, MypyFile]) -> str:
    """The full name in the stubs of an op under any of its public names.

    `tf.matmul` and `tf.linalg.matmul` are both `tensorflow.linalg.matmul`.
    """
    path, _, last = name.rpartition(".")
    module = names.TF + path.removeprefix("tf")
    symbol = modules[module].names.get(last) if module in modules else None
    return symbol.fullname or "" if symbol is not None else f"{module}.{last}"


def _fits(declared: Type, arguments: Sequence[Type]) -> bool | None:
    """Whether an overload's `args` takes these arguments; None where that is not known.

    `tuple[Csr, Csr]` is about the first two, whatever follows them.
    """
    declared = get_proper_type(declared)
    if isinstance(declared, TupleType):
        leading = [item for item in declared.items if not isinstance(item, UnpackType)]
        if len(leading) < len(declared.items) - isinstance(declared.items[-1], UnpackType):
            return None
    elif isinstance(declared, Instance) and len(declared.args) == 1:
        leading = list(declared.args) * len(arguments)
    else:
        return True if _takes_all(declared) else None
    given = [*arguments, *[convert.unknown()] * (len(leading) - len(arguments))]
    found = [_is(argument, typ) for argument, typ in zip(given, leading)]
    return False if False in found else None if None in found else True


def _is(argument: Type, declared: Type) -> bool | None:
    if _takes_all(declared) or is_proper_subtype(argument, declared):
        return True
    return None if is_overlapping_types(argument, declared) else False


def _takes_all(declared: Type) -> bool:
    typ = get_proper_type(declared)
    return isinstance(typ, AnyType) or (
        isinstance(typ, Instance) and typ.type.fullname == "builtins.object"
    )
