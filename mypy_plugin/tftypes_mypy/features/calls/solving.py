"""What mypy solves for itself in a call of a generic function, where the plugin knows better."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from mypy.checker import TypeChecker
from mypy.erasetype import TypeVarEraser, erase_typevars
from mypy.nodes import (
    CallExpr,
    Decorator,
    FuncBase,
    FuncDef,
    OverloadedFuncDef,
    SymbolNode,
    SymbolTableNode,
    TempNode,
    Var,
)
from mypy.plugin import FunctionContext, FunctionSigContext, MethodContext, MethodSigContext
from mypy.typeops import get_all_type_vars, make_simplified_union
from mypy.types import (
    AnyType,
    CallableType,
    ErasedType,
    FunctionLike,
    Instance,
    Overloaded,
    TupleType,
    Type,
    TypeVarId,
    TypeVarType,
    UnionType,
    get_proper_type,
)

from tftypes.inference.models.tensorflow.ops import Rule
from tftypes_mypy import convert, heap, names
from tftypes_mypy.features.calls.opened import mentions_tensor


def detach(context: FunctionSigContext | MethodSigContext) -> FunctionLike:
    """The signature without what mypy would solve from the type that is expected of the call.

    `return tf.nn.relu(x)` under a declared size would make that size a demand on `x`.
    The result is judged against what is expected when it is known.
    """
    signature = context.default_signature
    checker: Any = context.api
    expected = checker.expr_checker.type_context[-1]
    if expected is None or not signature.variables or not mentions_tensor(expected):
        return signature
    return _erased(signature, convert.unknown())


def leave_open(signature: CallableType) -> CallableType:
    """The signature of a function with a rule, with nothing for mypy to solve: that takes most of
    its time, and the rule knows more. What is erased is no context for what is passed either.
    """
    node = signature.definition
    if node is None or not signature.variables:
        return signature
    if node not in _OPEN:  # mypy makes the signature anew at each call
        whole = isinstance(signature.ret_type, TypeVarType)
        made = erase_typevars(signature.ret_type, _solved(signature))
        _OPEN[node] = _erased(signature, ErasedType()).copy_modified(
            ret_type=convert.unknown() if whole else made
        )
    return _OPEN[node]


#: The module of the stubs that has classes of their own.
_BASES: Final = "tensorflow._bases"
#: What `leave_open` made of the signature of a function, or of one of its overloads.
_OPEN: Final[dict[SymbolNode, CallableType]] = heap.table()


def _solved(signature: CallableType) -> set[TypeVarId]:
    return {v.id for v in signature.variables if isinstance(v, TypeVarType)}


def _erased(signature: CallableType, by: Type) -> CallableType:
    """The signature with `by` in place of what a call would solve."""
    erased = signature.accept(TypeVarEraser(_solved(signature).__contains__, by))
    assert isinstance(erased, CallableType)
    return erased.copy_modified(
        variables=[v for v in signature.variables if not isinstance(v, TypeVarType)]
    )


def show_last(types: convert.Types) -> None:
    """Shows mypy the last overload of some functions and methods, once TensorFlow's stubs are read.

    It takes all that the others take. mypy would look at the arguments once for each of them, and the rule knows more.
    """
    for name in _OVERLOADED:
        node = types.node(name)
        if isinstance(node, OverloadedFuncDef) and isinstance(node.type, Overloaded):
            _WHOLE[node] = node.type
            node.type = node.type.items[-1].copy_modified(definition=node)
    for owner, name in _METHODS:
        info = types.find(owner)
        symbol = info.names.get(name) if info is not None else None
        if info is not None and symbol is not None and isinstance(symbol.node, OverloadedFuncDef):
            last = symbol.node.items[-1]
            shown = last.func if isinstance(last, Decorator) else last
            info.names[name] = SymbolTableNode(symbol.kind, shown)


def is_alone(node: SymbolNode | None) -> bool:
    """Whether a function is not one of several overloads that mypy is shown."""
    return node in _WHOLE if not isinstance(node, FuncDef) else not node.is_overload


_OVERLOADED: Final = (f"{names.TF}.concat", f"{names.TF}.stack")
_METHODS: Final = ((f"{names.TF}.GradientTape", "gradient"),)
#: All overloads of a function of which mypy is shown the last.
_WHOLE: Final[dict[SymbolNode, Overloaded]] = heap.table()


def declared(context: FunctionContext | MethodContext, rule: Rule) -> Type:
    """What the stub says that the call returns, where `leave_open` has left that open."""
    call, checker = context.context, context.api
    assert isinstance(checker, TypeChecker)
    if isinstance(context, MethodContext) or not isinstance(call, CallExpr):
        return context.default_return_type
    module, _, name = rule.fullname.rpartition(".")
    symbol = checker.modules[module].names.get(name)
    node = symbol.node if symbol is not None else None
    signature = None if node is None else _signature(node)
    if node is None or signature is None or not any(item.variables for item in signature.items):
        return context.default_return_type
    expected = checker.expr_checker.type_context[-1]
    if isinstance(expected, (AnyType, ErasedType)) or (
        expected is not None and mentions_tensor(expected)
    ):
        expected = None  # what a name has stood for before says nothing of what is bound to it now
    if _is_solved_by_any(node, signature, context.arg_types):
        return context.default_return_type
    types = {
        expression: typ
        for expressions, given in zip(context.args, context.arg_types)
        for expression, typ in zip(expressions, given)
    }
    arguments = [types.get(argument) for argument in call.args]
    key = node, *arguments, *call.arg_kinds, *call.arg_names, expected
    if None in arguments or key not in _DECLARED:
        if len(_DECLARED) == _MOST_KEPT:
            _DECLARED.clear()
        _DECLARED[key] = _checked(signature, call, arguments, expected, checker)
    return _DECLARED[key]


def _signature(node: SymbolNode) -> FunctionLike | None:
    """The signature of a function as the stub has it."""
    if node in _WHOLE:
        return _WHOLE[node]
    typ = get_proper_type(node.type) if isinstance(node, (FuncBase, Var, Decorator)) else None
    return typ if isinstance(typ, FunctionLike) else None


def _is_solved_by_any(
    node: SymbolNode, signature: FunctionLike, given: Sequence[Sequence[Type]]
) -> bool:
    """Whether an Any is given for all that the type of the result is solved from: mypy then says Any."""
    if not isinstance(signature, CallableType) or len(given) != len(signature.arg_types):
        return False
    if node not in _VARIABLES:
        _VARIABLES[node] = [*map(_variables, (signature.ret_type, *signature.arg_types))]
    wanted, *parameters = _VARIABLES[node]
    for variables, types in zip(parameters, given):
        if wanted & variables and any(map(_may_be_any, types)):
            wanted = wanted - variables
    return not wanted


def _may_be_any(typ: Type) -> bool:
    """Whether it is Any, or an object of a class of which mypy does not know all bases."""
    proper = get_proper_type(typ)
    is_open = isinstance(proper, Instance) and proper.type.fallback_to_any
    return is_open or isinstance(proper, AnyType)


def _variables(typ: Type) -> frozenset[TypeVarId]:
    return frozenset(each.id for each in get_all_type_vars(typ))


#: The type variables of the result and of each parameter of a function.
_VARIABLES: Final[dict[SymbolNode, list[frozenset[TypeVarId]]]] = heap.table()
#: What `declared` said of arguments of the same types: each takes mypy half a millisecond.
_DECLARED: Final[dict[tuple[object, ...], Type]] = heap.table()
_MOST_KEPT: Final = 1 << 12


def forget() -> None:
    """Forgets what was said: some class may be another one now."""
    _DECLARED.clear()


def _checked(
    signature: FunctionLike,
    call: CallExpr,
    types: Sequence[Type | None],
    expected: Type | None,
    checker: TypeChecker,
) -> Type:
    """What mypy makes of a call whose arguments have these types; where there is None, it looks itself.

    Of one of several kinds of tensors mypy makes what these have in common, which is a class of the stubs: instead each
    is looked at.
    """

    def made(given: Sequence[Type | None]) -> Type:
        arguments = [
            argument if typ is None else TempNode(typ, context=argument)
            for argument, typ in zip(call.args, given)
        ]
        contexts = checker.expr_checker.type_context
        contexts.append(expected)
        try:
            with checker.local_type_map, checker.msg.filter_errors():
                result, _ = checker.expr_checker.check_call(
                    signature, arguments, call.arg_kinds, call, call.arg_names
                )
        finally:
            contexts.pop()
        return result

    result = made(types)
    if not _is_internal(result):
        return result
    for number, typ in enumerate(types):
        union = get_proper_type(typ)
        if isinstance(union, UnionType):
            each = [made([*types[:number], t, *types[number + 1 :]]) for t in union.items]
            return (
                convert.unknown() if any(map(_is_internal, each)) else make_simplified_union(each)
            )
    return convert.unknown()


def _is_internal(typ: Type) -> bool:
    """Whether it is a class that the stubs have and TensorFlow has not, or has one in it."""
    if convert.is_endless(typ):
        return False
    proper = get_proper_type(typ)
    if isinstance(proper, TupleType):
        return any(map(_is_internal, proper.items))
    if not isinstance(proper, Instance):
        return False
    return proper.type.module_name == _BASES or any(map(_is_internal, proper.args))
