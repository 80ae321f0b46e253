"""TensorFlow's ops on structs: what one does to a tensor of the struct's shape, it does to the struct.

The rules of the ops are asked about such a tensor. Its dtype is none, so that in what a rule
returns the tensors that were structs can be told from the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from mypy.nodes import ARG_STAR, ARG_STAR2, Expression
from mypy.plugin import AttributeContext, FunctionContext, MethodContext
from mypy.types import Instance, ProperType, Type, get_proper_type

from tftypes.algebra import UNKNOWN, TensorType, dtypes, shapes
from tftypes.inference.models.tensorflow.ops import RULES, ListOf, OpError, Rule
from tftypes.inference.models.tensorflow.ops.attributes import attribute as read_attribute
from tftypes_mypy import convert, names
from tftypes_mypy.features.calls import ops as op_calls
from tftypes_mypy.features.calls.annotated import callee_name
from tftypes_mypy.features.structs import types as structs
from tftypes_mypy.features.structs.items import is_proxy, of_proxies, proxies
from tftypes_mypy.features.structs.types import STRUCT_DTYPE, Element, Struct
from tftypes_mypy.features.structures import displays, nests
from tftypes_mypy.values import Values

#: The ops that `tftypes.struct` implements, of those that have a rule.
OPS: Final = frozenset(
    f"{names.TF}.{name}"
    for name in (
        "boolean_mask",
        "broadcast_to",
        "concat",
        "expand_dims",
        "gather",
        "gather_nd",
        "identity",
        "ones_like",
        "ragged.boolean_mask",
        "random.shuffle",
        "rank",
        "repeat",
        "reshape",
        "reverse",
        "roll",
        "shape",
        "size",
        "slice",
        "split",
        "squeeze",
        "stack",
        "stop_gradient",
        "tile",
        "transpose",
        "unstack",
        "where",
        "zeros_like",
    )
)
#: Where structs are: a program that has none has not read it.
_STRUCTS: Final = names.STRUCT.rpartition(".")[0]
#: How many fields messages name.
_SHOWN: Final = 8


def takes(context: FunctionContext | MethodContext, values: Values) -> bool:
    """Whether an argument is a struct, or a list of structs."""
    return any(
        _structs_in(expression, typ, values) is not None
        for expressions, types in zip(context.args, context.arg_types)
        for expression, typ in zip(expressions, types)
    )


def _structs_in(expression: Expression, typ: Type, values: Values) -> list[Struct] | None:
    """The struct that an argument is, or those in a list of them; None where it is neither."""
    struct = structs.struct_of(typ)
    if struct is not None:
        return [struct]
    proper = get_proper_type(typ)
    if not nests.is_nested(proper):
        return None
    parts = nests.children(displays.written(expression, typ, values))
    if parts is None:
        item = proper.args[0] if isinstance(proper, Instance) and proper.args else None
        struct = structs.struct_of(item)
        return None if struct is None else [struct]
    found = [structs.struct_of(part) for part in parts.values()]
    known = [each for each in found if each is not None]
    return known or None


def factory(context: FunctionContext | MethodContext, values: Values, name: str) -> Type:
    """`RaggedStructTensor.from_row_splits(values, splits)` and its siblings."""
    rule = RULES[f"{names.RAGGED}.{name}"]
    given = {
        parameter: (expressions[0], types[0])
        for parameter, expressions, types in zip(
            context.callee_arg_names, context.args, context.arg_types
        )
        if parameter and types
    }
    inner = structs.struct_of(given["values"][1]) if "values" in given else None
    if inner is None:
        return context.default_return_type
    rest = {key: values.of(*each) for key, each in given.items() if key != "values"}
    rest["cls"] = UNKNOWN
    arguments = {"values": proxies(inner) * 2} | {key: [each] * 2 for key, each in rest.items()}
    try:
        made = _applied(rule, arguments, callee_name(context.context))
    except OpError as error:
        at = given.get(error.argument or "", given["values"])[0]
        op_calls.fail(context, error, at, values)
        return context.default_return_type
    if not all(map(is_proxy, made)):
        return context.default_return_type
    return structs.type_of(of_proxies(inner, made, values.types), values.types)


def part(context: AttributeContext, types: convert.Types, name: str) -> Type:
    """`ragged.values`, `ragged.flat_values`."""
    struct = structs.struct_of(context.type)
    if struct is None or context.is_lvalue:
        return context.default_attr_type
    proxy = TensorType(STRUCT_DTYPE, struct.shape, "ragged")
    made = read_attribute("ragged", name, proxy)
    if not is_proxy(made):
        return context.default_attr_type
    return structs.type_of(of_proxies(struct, [made], types), types)


def call(context: FunctionContext | MethodContext, rule: Rule, values: Values) -> Type:
    """A call of one of TensorFlow's functions, which may have a struct among its arguments."""
    if not values.types.has(_STRUCTS) or not takes(context, values):
        return op_calls.call(context, rule, values)
    if rule.fullname not in OPS:
        return convert.unknown()
    given: list[Struct] = []
    arguments: dict[str, list[Any]] = {}
    places: dict[str, Expression] = {}
    for name, kinds, types, expressions in zip(
        context.callee_arg_names, context.arg_kinds, context.arg_types, context.args
    ):
        if not types:
            continue
        if name is None or ARG_STAR in kinds or ARG_STAR2 in kinds:
            return convert.unknown()
        found = _structs_in(expressions[0], types[0], values)
        places[name] = expressions[0]
        if found is None:
            arguments[name] = [values.of(expressions[0], types[0])] * 2
            continue
        given += found
        arguments[name] = _operands(types[0], expressions[0], found, values)
    try:
        schema = _common(given, values.types)
        made = _applied(rule, arguments, callee_name(context.context))
    except OpError as error:
        error.complete(f"{callee_name(context.context)}()", {})
        op_calls.fail(context, error, places.get(error.argument or "", context.context), values)
        return convert.unknown()
    first = replace(given[0], schema=schema)
    return nests.unpacked(_to_type(made, first, values.types), context.context, values)


def _operands(
    typ: Type, expression: Expression, found: Sequence[Struct], values: Values
) -> list[Any]:
    """The argument with tensors in place of structs: dense where they may be, ragged where they may be."""
    each = [[kinds[0], kinds[-1]] for kinds in map(proxies, found)]
    if structs.struct_of(typ) is not None:
        return each[0]
    parts = nests.children(displays.written(expression, typ, values))
    if parts is None:
        return [ListOf(kind) for kind in each[0]]
    if len(parts) != len(found):
        return [UNKNOWN, UNKNOWN]
    return [[kinds[i] for kinds in each] for i in range(2)]


def _applied(rule: Rule, arguments: Mapping[str, Sequence[Any]], shown: str) -> list[Any]:
    """What the rule makes of the structs as tensors, once or, where their layout is not known, twice."""
    results: list[Any] = []
    refused: OpError | None = None
    for choice in range(2):
        picked = {name: operands[choice] for name, operands in arguments.items()}
        try:
            result = rule.apply([], picked, shown=lambda: shown)
        except OpError as error:
            refused = refused or error
            continue
        results.append(result)
    if refused is not None and not results:
        raise refused
    return results


def _common(given: Sequence[Struct], types: convert.Types) -> ProperType:
    """One schema for structs that are put together.

    Raises OpError where they have other fields.
    """
    schemas = [struct.schema for struct in given]
    if all(schema == schemas[0] for schema in schemas):
        return schemas[0]
    known = [structs.elements_of(struct) for struct in given]
    elements = [each for each in known if each is not None]
    if len(elements) < len(known):
        return convert.unknown()
    whole = [structs.is_whole(schema) for schema in schemas]
    for other in elements[1:]:
        if all(whole) and set(other) != set(elements[0]):
            raise OpError("tf-field", f"fields differ: {_names(elements[0])} and {_names(other)}")
    shared = {
        name: _same(name, [each[name] for each in elements], types)
        for name in elements[0]
        if all(name in each for each in elements)
    }
    return structs.schema_of(shared, types, all(whole))


def _names(elements: Mapping[str, Element]) -> str:
    shown = ", ".join(list(elements)[:_SHOWN])
    return f"[{shown}, ...]" if len(elements) > _SHOWN else f"[{shown}]"


def _same(name: str, elements: Sequence[Element], types: convert.Types) -> Element:
    """What a field has in common in structs that are put together.

    Raises OpError where its dtypes differ.
    """
    found = elements[0]
    for other in elements[1:]:
        if found == other:
            continue
        if isinstance(found, TensorType) and isinstance(other, TensorType):
            if dtypes.same(found.dtype, other.dtype) is False:
                raise OpError(
                    "tf-dtype", f"field {name!r} is {found} in one and {other} in another"
                )
            if found.kind != other.kind:
                return None
            shape = shapes.join(found.shape, other.shape)
            found = TensorType(dtypes.join(found.dtype, other.dtype), shape, found.kind)
        elif isinstance(found, Struct) and isinstance(other, Struct):
            layout = found.layout if found.layout == other.layout else None
            schema = _common([found, other], types)
            found = replace(
                found, schema=schema, shape=shapes.join(found.shape, other.shape), layout=layout
            )
        else:
            return None
    return found


def _to_type(results: list[Any], struct: Struct, types: convert.Types) -> Type:
    """The type of what a rule has made of structs as tensors."""
    first = results[0]
    if all(map(is_proxy, results)):
        return structs.type_of(of_proxies(struct, results, types), types)
    if isinstance(first, (list, tuple)):
        if not all(type(r) is type(first) and len(r) == len(first) for r in results):
            return convert.unknown()
        items = [_to_type(list(parts), struct, types) for parts in zip(*results)]
        return (nests.list_of if isinstance(first, list) else nests.tuple_of)(items, types)
    if isinstance(first, ListOf):
        if not all(isinstance(result, ListOf) for result in results):
            return convert.unknown()
        item = _to_type([result.item for result in results], struct, types)
        return types.make("builtins.list", [item])
    if isinstance(first, TensorType) and all(result == first for result in results):
        return op_calls.to_type(first, convert.unknown(), types)
    return convert.unknown()
