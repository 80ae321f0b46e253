"""Calls of TensorFlow's functions: the bridge from mypy's hooks to the op rules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from mypy.nodes import (
    ARG_STAR,
    ARG_STAR2,
    CallExpr,
    Context,
    Expression,
    IndexExpr,
    MemberExpr,
)
from mypy.plugin import (
    AttributeContext,
    FunctionContext,
    MethodContext,
)
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    LiteralType,
    NoneType,
    TupleType,
    Type,
    UnionType,
    get_proper_type,
)

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType
from tftypes.inference.models.tensorflow.ops import ListOf, OpError, Rule, getitem, operators
from tftypes.inference.models.tensorflow.ops.attributes import attribute as read_attribute
from tftypes.inference.models.tensorflow.ops.tnp import assumed
from tftypes_mypy import convert
from tftypes_mypy.codes import CODES
from tftypes_mypy.features.bodies.carried import may_be_carried
from tftypes_mypy.features.calls import dispatching, numpy_behavior, symbols
from tftypes_mypy.features.calls.alternatives import of_operand, over, receiver
from tftypes_mypy.features.calls.annotated import callee_name
from tftypes_mypy.features.calls.python_types import OF_DTYPES, python_type
from tftypes_mypy.features.calls.solving import declared
from tftypes_mypy.features.facts.chosen import is_chosen
from tftypes_mypy.features.facts.copies import is_one_of_several
from tftypes_mypy.features.facts.unreached import is_unreached
from tftypes_mypy.features.structures import displays, nests
from tftypes_mypy.features.structures.items import is_kept, items_of
from tftypes_mypy.names import PLAIN, VARIABLE_SLICE
from tftypes_mypy.values import Values, of_type, of_union

#: What asks for the shape of any operand.
_OF_SHAPE: Final = frozenset({"tensorflow.shape", "tensorflow.rank", "tensorflow.size"})
#: What the hooks of calls have in common.
CallContext = FunctionContext | MethodContext


def call(context: CallContext, rule: Rule, values: Values) -> Type:
    """A call of a function that has a rule."""
    refused = symbols.refused(context, rule, values)
    if refused is not None:
        error, symbol = refused
        fail(context, error, symbol, values)
        return _refused(error, declared(context, rule), values)
    answered = _of_dispatched(context, rule, values)
    if answered is not None:
        return answered
    names: list[str] = []
    choices: list[list[Any]] = []
    rest: list[Any] = []
    places: dict[str, Expression] = {}
    for name, kinds, types, expressions in zip(
        context.callee_arg_names, context.arg_kinds, context.arg_types, context.args
    ):
        if not types:
            continue
        if name is None or ARG_STAR in kinds or ARG_STAR2 in kinds:
            return declared(context, rule)
        places[name] = expressions[0]
        if name == rule.variadic:
            rest = [values.of(expression, typ) for expression, typ in zip(expressions, types)]
        else:
            names.append(name)
            found = of_operand(expressions[0], types[0], context.context, values)
            if name in OF_DTYPES:
                found = python_type(expressions[0]) or found
            if found[0].__class__ is ListOf:
                found = _listed(found, expressions[0], types[0], values)
            choices.append(found)

    shown = partial(callee_name, context.context)
    numpy_like = numpy_behavior.is_its(rule)

    def apply(*actuals: Any) -> Any:
        arguments = dict(zip(names, actuals))
        # What stands before `*inputs` is passed by position only, and so is a method's object.
        leading = [arguments.pop(n) for n in rule.leading if n in arguments] if rest else []
        if isinstance(context, MethodContext):
            leading.insert(0, of_type(receiver(context.type, context.context, values)))
        if not numpy_like:
            return rule.apply([*leading, *rest], arguments, shown=shown)
        with assumed(numpy_behavior.of(values)):
            return rule.apply([*leading, *rest], arguments, shown=shown)

    try:
        result = over(choices, apply)
    except OpError as error:
        fail(context, error, places.get(error.argument or "", context.context), values)
        return _refused(error, declared(context, rule), values)
    if values.promotes and not numpy_like:
        return to_type(promoted(result, choices), convert.unknown(), values.types)
    default = context.default_return_type
    if not _is_told(result) or _is_generic_tuple(default):
        default = declared(context, rule)
    made = to_type(result, default, values.types)
    return nests.unpacked(made, context.context, values)


def _refused(error: OpError, default: Type, values: Values) -> Type:
    """What goes on after an error: what the stub says, but for a dtype that is none of the op's."""
    if values.promotes:
        return convert.unknown()
    is_tensor = isinstance(get_proper_type(default), Instance) and convert.tensor_of(default)
    if error.code != "tf-dtype" or not is_tensor:
        return default
    return convert.type_of_tensor(TensorType.unknown(), values.types)


def _listed(found: list[Any], expression: Expression, typ: Type, values: Values) -> list[Any]:
    """A list item by item, where these are known and nobody changes them."""
    if items_of(typ) is None or (isinstance(expression, MemberExpr) and not is_kept(typ)):
        return found
    known = items_of(displays.written(expression, typ, values))
    return found if known is None else [[of_type(each) for each in known.values()]]


def arguments_of(context: CallContext, values: Values) -> dict[str, Any]:
    """What the parameters are given, as far as they are: of several arguments the first."""
    return {
        name: values.of(expressions[0], types[0])
        for name, types, expressions in zip(
            context.callee_arg_names, context.arg_types, context.args
        )
        if name is not None and types
    }


def _is_told(result: Any) -> bool:
    """Whether a rule has said something of all parts of a result."""
    if isinstance(result, (tuple, list)):
        return bool(result) and all(map(_is_told, result))
    return isinstance(result, TensorType)


def _is_generic_tuple(typ: Type) -> bool:
    """Whether it is a NamedTuple whose fields have the types that its arguments say."""
    typ = get_proper_type(typ)
    return isinstance(typ, TupleType) and bool(typ.partial_fallback.type.type_vars)


def _of_dispatched(context: CallContext, rule: Rule, values: Values) -> Type | None:
    """What a call gives that an operand's class answers; None where none does.

    The stub knows where that is one of several (`tf.split`). What asks for a shape is given numbers.
    """
    if not _may_dispatch(context):
        return None
    arguments = list(_in_order(context, values))
    # Behind `*args`, which argument is whose is not known.
    hidden = any(kind.is_star() for kinds in context.arg_kinds for kind in kinds)
    answered = dispatching.dispatched(context, None if hidden else rule.fullname, arguments)
    if answered is None:
        return None
    default = declared(context, rule)
    if dispatching.is_overloaded(arguments):
        return _of_overloads(answered, default, rule)
    if rule.fullname in _OF_SHAPE:
        return default
    wrapped = get_proper_type(default)
    return default if answered == wrapped or answered in dispatching.items(wrapped) else answered


def _of_overloads(answered: Type, default: Type, rule: Rule) -> Type:
    """What an overload answers, unless that can be for other ops only.

    The stub says what the first overload returns, and whether that is one of several.
    """
    if rule.fullname in _OF_SHAPE and convert.tensor_of(answered) is None:
        return default if convert.tensor_of(default) is not None else convert.unknown()
    several = dispatching.items(get_proper_type(default))
    is_part = several and not dispatching.items(get_proper_type(answered))
    return convert.unknown() if is_part else answered


def _may_dispatch(context: CallContext) -> bool:
    """Whether some argument may be of a class that dispatches, or hold one of such a class."""
    for types in context.arg_types:
        for typ in types:
            if not _is_plain(typ):
                return True
    return isinstance(context, MethodContext) and not _is_plain(context.type)


def _is_plain(typ: Type, in_list: bool = False) -> bool:
    if isinstance(typ, Instance) and typ.type.fullname in PLAIN:
        return True
    if convert.is_endless(typ):
        return False
    typ = get_proper_type(typ)
    items = dispatching.items(typ)
    if items:
        return all(_is_plain(item, in_list=True) for item in items)
    if in_list:
        return False  # of various things mypy may know nothing, or what they have in common
    if isinstance(typ, Instance):
        return not dispatching.dispatches(typ)
    return isinstance(typ, (AnyType, NoneType, LiteralType, CallableType))


def _in_order(context: CallContext, values: Values) -> Iterator[Type]:
    """The types of the arguments in the order of the parameters; Any where the default is taken."""
    if isinstance(context, MethodContext):
        yield context.type
    for expressions, types in zip(context.args, context.arg_types):
        for expression, typ in zip(expressions, types):
            yield displays.written(expression, typ, values)
        if not types:
            yield convert.unknown()


def fail(context: CallContext, error: OpError, at: Context, values: Values) -> None:
    """Reports an error where a run can get."""
    checker: Any = context.api
    if error.code == "tf-dtype" and values.promotes:
        return
    if is_one_of_several(checker.scope.current_function()):
        return
    if isinstance(context.context, CallExpr) and is_chosen(
        context.context, checker.tree, checker.modules
    ):
        return
    if is_unreached(checker.tree, context.context, values.truth):
        return
    if not may_be_carried(context.context, checker.tree, values.assignments, values.truth):
        context.api.fail(str(error), at, code=CODES[error.code])


def operator(context: MethodContext, name: str, values: Values) -> Type:
    """`a + b`, `-a`: by the name of the operator's method."""
    answered = dispatching.of_tensor(context, name)
    if answered is not None:
        return answered
    node = context.context
    left = [v for v in of_operand(None, context.type, node, values) if isinstance(v, TensorType)]
    operands = [left] + [
        of_operand(expressions[0], types[0], node, values)
        for expressions, types in zip(context.args[:1], context.arg_types)
        if types
    ]
    if not left:
        return context.default_return_type
    try:
        result = over(operands, partial(operators.method, name))
    except OpError as error:
        fail(context, error, node, values)
        return _refused(error, context.default_return_type, values)
    if values.promotes:
        return to_type(promoted(result, operands), convert.unknown(), values.types)
    return to_type(result, context.default_return_type, values.types)


def promoted(result: Any, operands: list[list[Any]]) -> Any:
    """The result where dtypes are converted: an array is not taken for one of the tensor's."""
    untold = any(
        v is UNKNOWN or (isinstance(v, TensorType) and (v.kind == "array" or not v.dtype.is_known))
        for each in operands
        for v in each
    )
    if not untold or not isinstance(result, TensorType):
        return result
    return TensorType(DType.any(), result.shape, result.kind)


def index(context: MethodContext, values: Values) -> Type:
    """`a[...]`."""
    if not isinstance(context.context, IndexExpr):
        return context.default_return_type
    tensors = of_operand(None, context.type, context.context, values)
    if not all(isinstance(tensor, TensorType) for tensor in tensors):
        return context.default_return_type
    key = values.of(context.context.index, context.arg_types[0][0])
    items = key if isinstance(key, tuple) else (key,)
    if any(item is UNKNOWN or isinstance(item, ListOf) for item in items):
        # It may be a newaxis or a mask; a list may be a tuple, as far as its type tells.
        return context.default_return_type
    try:
        result = over([tensors], lambda tensor: getitem(tensor, key))
    except OpError as error:
        if values.promotes:
            return convert.unknown()  # lists and tensors are indices there, as NumPy has it
        fail(context, error, context.context, values)
        return context.default_return_type
    made = get_proper_type(to_type(result, context.default_return_type, values.types))
    default = get_proper_type(context.default_return_type)
    if (
        isinstance(made, Instance)
        and isinstance(default, Instance)
        and default.type.fullname == VARIABLE_SLICE
    ):
        return default.copy_modified(args=made.args)  # it can be assigned
    return made


def attribute(context: AttributeContext) -> Type:
    """`ragged.flat_values`, `sparse.indices`."""
    tensor = convert.tensor_of(context.type)
    node = context.context
    if tensor is None or not isinstance(node, MemberExpr) or context.is_lvalue:
        return context.default_attr_type
    checker: Any = context.api
    value = read_attribute(tensor.kind, node.name, tensor)
    return to_type(value, context.default_attr_type, convert.Types(checker.modules))


def to_type(value: Any, default: Type, types: convert.Types) -> Type:
    """The type of an abstract value; where nothing is known, what the stub says."""
    proper = get_proper_type(default)
    if isinstance(value, TensorType):
        return convert.type_of_tensor(_refine(value, proper), types)
    if isinstance(value, tuple) and value:
        if isinstance(proper, TupleType) and len(proper.items) == len(value):
            # Of its own class where it is a NamedTuple.
            pairs = zip(value, proper.items)
            return proper.copy_modified(items=[to_type(v, t, types) for v, t in pairs])
        if not _is_open(proper):
            return default
        items = [to_type(item, _item(proper, i), types) for i, item in enumerate(value)]
        return TupleType(items, types.make("builtins.tuple", [convert.unknown()]))
    if isinstance(value, list) and value:
        return nests.list_of([to_type(item, _item(proper, 0), types) for item in value], types)
    if isinstance(value, ListOf) and isinstance(proper, Instance) and _is_open(proper):
        return proper.copy_modified(args=[to_type(value.item, _item(proper, 0), types)])
    if isinstance(value, dict) and value:
        return nests.dict_of(
            {key: to_type(item, _value(proper), types) for key, item in value.items()}, types
        )
    if isinstance(value, Shape) and isinstance(proper, Instance) and len(proper.args) == 1:
        return proper.copy_modified(args=[convert.type_of_shape(value, types)])
    if isinstance(value, DType) and isinstance(proper, Instance) and len(proper.args) == 1:
        return proper.copy_modified(args=[convert.type_of_dtype(value, types)])
    return default


def _is_open(typ: Type) -> bool:
    """Whether the stub leaves open what sequence it is."""
    return isinstance(typ, AnyType) or (
        isinstance(typ, Instance)
        and typ.type.fullname in ("builtins.tuple", "builtins.list", "typing.Sequence")
    )


def _item(typ: Type, position: int) -> Type:
    """What the stub says of one item of a sequence."""
    typ = get_proper_type(typ)
    if isinstance(typ, TupleType) and position < len(typ.items):
        return typ.items[position]
    if isinstance(typ, Instance) and typ.args:
        return typ.args[0]
    return convert.unknown()


def _value(typ: Type) -> Type:
    """What the stub says of one value of a dict."""
    typ = get_proper_type(typ)
    return typ.args[1] if isinstance(typ, Instance) and len(typ.args) == 2 else convert.unknown()


def _refine(tensor: TensorType, default: Type) -> TensorType:
    """Of the rule's result and the stub's, the one that knows more."""
    if tensor.dtype.is_known and tensor.shape.middle is not UNKNOWN:
        return tensor
    declared = convert.tensor_of(default)
    if declared is None or declared.kind != tensor.kind:
        return tensor
    dtype = tensor.dtype if tensor.dtype.is_known or not declared.dtype.is_known else declared.dtype
    shape = declared.shape if tensor.shape == Shape.unknown() else tensor.shape
    return TensorType(dtype, shape, tensor.kind)


def join(items: list[Type], types: convert.Types) -> Type:
    """One type for items that may differ: tensors keep what they have in common."""
    value = of_union([convert.tensor_of(item) for item in items])
    if isinstance(value, TensorType):
        return convert.type_of_tensor(value, types)
    value = of_union([convert.symbol_of(item) for item in items])
    if isinstance(value, TensorType) and value.shape.dims is not None:
        return convert.type_of_symbol(value, types)
    unique = list(dict.fromkeys(items))
    return unique[0] if len(unique) == 1 else UnionType(unique)
