"""Fields of struct tensors: read, replaced, left out, and given to a new one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from mypy.nodes import CallExpr, Expression, MemberExpr
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import Type, UnionType, get_proper_type

from tftypes.algebra import Shape, ShapeMismatch, TensorType
from tftypes.algebra import shapes as algebra
from tftypes.inference.models.tensorflow.ops import OpError, Unsure
from tftypes.inference.models.tensorflow.ops.arguments import shape_argument
from tftypes.inference.models.tensorflow.ops.conversion import as_tensor
from tftypes_mypy import convert, names
from tftypes_mypy.codes import CODES
from tftypes_mypy.features.calls.annotated import callee_name
from tftypes_mypy.features.facts.unreached import is_unreached
from tftypes_mypy.features.structs import types as structs
from tftypes_mypy.features.structs.types import Element, Struct
from tftypes_mypy.features.structures import displays, nests
from tftypes_mypy.syntax import is_spread
from tftypes_mypy.values import Values

Context = FunctionContext | MethodContext


def fail(context: Context, error: OpError, at: Any, values: Values) -> None:
    """Reports an error of this call where a run can get."""
    checker: Any = context.api
    callee = context.context.callee if isinstance(context.context, CallExpr) else None
    owner = values.type_of(callee.expr) if isinstance(callee, MemberExpr) else None
    if isinstance(get_proper_type(owner), UnionType):
        return  # another of the structs that it may be has the field
    if not is_unreached(checker.tree, context.context, values.truth):
        line = error.complete(f"{callee_name(context.context)}()", {})
        context.api.fail(str(line), at, code=CODES[error.code])


# --- names ----------------------------------------------------------------------------


def _given_names(context: MethodContext, values: Values) -> list[tuple[str, Expression]] | None:
    """The names among the arguments; None where they are not all known."""
    found = []
    for expressions, types in zip(context.args, context.arg_types):
        for expression, typ in zip(expressions, types):
            name = values.of(expression, typ)
            if not isinstance(name, str):
                return None
            found.append((name, expression))
    at = context.context
    is_plain = isinstance(at, CallExpr) and not is_spread(at)
    return found if is_plain else None


def field_value(context: MethodContext, values: Values) -> Type:
    """`st.field_value("title")`."""
    struct, given = structs.struct_of(context.type), _given_names(context, values)
    if struct is None or not given:
        return context.default_return_type
    name, at = given[0]
    try:
        return structs.field(struct, name, values.types)
    except OpError as error:
        fail(context, error, at, values)
        return convert.unknown()


def without(context: MethodContext, values: Values) -> Type:
    """`st.without("title")`."""
    return _selected(context, values, keeps=False)


def with_only(context: MethodContext, values: Values) -> Type:
    """`st.with_only("title", "recipe")`: in the order of the struct."""
    return _selected(context, values, keeps=True)


def _selected(context: MethodContext, values: Values, keeps: bool) -> Type:
    struct, given = structs.struct_of(context.type), _given_names(context, values)
    elements = None if struct is None else structs.elements_of(struct)
    if struct is None or elements is None:
        return context.default_return_type
    is_whole = structs.is_whole(struct.schema)
    if given is None:
        return _updated(struct, {}, values, whole=False)
    for name, at in given:
        if name not in elements and is_whole:
            fail(context, structs.no_field(name, elements), at, values)
    chosen = [name for name, _ in given]
    kept = {name: e for name, e in elements.items() if (name in chosen) is keeps}
    return _updated(struct, kept, values, is_whole or keeps)


def _updated(
    struct: Struct, elements: Mapping[str, Element], values: Values, whole: bool = True
) -> Type:
    schema = structs.schema_of(elements, values.types, whole)
    return structs.type_of(replace(struct, schema=schema), values.types)


# --- values ---------------------------------------------------------------------------


def with_updates(context: MethodContext, values: Values) -> Type:
    """`st.with_updates(score=scores)`, `st.with_updates({"est time": times})`."""
    struct = structs.struct_of(context.type)
    if struct is None:
        return context.default_return_type
    elements = structs.elements_of(struct)
    given = _updates(context, values)
    if given is None:
        return _updated(struct, {}, values, whole=False)
    made: dict[str, Element] = dict(elements or {})
    for name, (typ, at) in given.items():
        try:
            made[name] = element_of_value(typ, struct.shape)
        except OpError as error:
            wrong = OpError(error.code, error.message, name)
            fail(context, wrong, at, values)
            made[name] = None
    is_whole = elements is not None and structs.is_whole(struct.schema)
    return _updated(struct, made, values, is_whole)


def _updates(context: MethodContext, values: Values) -> dict[str, tuple[Type, Any]] | None:
    """The new fields, by name, each with the place where it stands; None where that is not known."""
    at = context.context
    if not isinstance(at, CallExpr):
        return None
    found: dict[str, tuple[Type, Any]] = {}
    for name, expression, kind in zip(at.arg_names, at.args, at.arg_kinds):
        if kind.is_star():
            return None
        typ = given_type(expression, values)
        if name is not None:
            found[name] = typ, expression
            continue
        parts = nests.children(typ)
        if parts is None or not nests.is_dict(typ):
            return None
        if not all(isinstance(key, str) for key in parts):
            return None  # by path
        found.update({str(key): (part, expression) for key, part in parts.items()})
    return found


def given_type(expression: Expression, values: Values) -> Type:
    """The type of a field that is given: numbers and lists of them are tensors."""
    typ = displays.written(expression, None, values)
    if nests.is_dict(typ) and nests.children(typ) is not None:
        return typ
    proper = get_proper_type(typ)
    if convert.tensor_of(proper) is not None or structs.struct_of(proper) is not None:
        return typ
    value = values.of(expression)
    try:
        return convert.type_of_tensor(as_tensor(value), values.types)
    except (OpError, Unsure):
        return convert.unknown()


def element_of_value(typ: Type, outer: Shape) -> Element:
    """What a field is in each struct, of a value for all of them.

    Raises OpError where the value cannot begin with the dims of the struct.
    """
    found = convert.tensor_of(typ) or structs.struct_of(typ)
    if found is None:
        return None
    check_prefix(found.shape, outer, _shown(found))
    if outer.rank is None or found.shape.rank is None:
        return None
    inner = found.shape.slice(outer.rank)
    if isinstance(found, Struct):
        layout = found.layout if inner.rank != 0 or found.layout is None else "dense"
        if outer.rank and layout == "ragged" and inner.rank != 0 and outer.rank > 1:
            layout = None
        return replace(found, shape=inner, layout=layout)
    kind = "tensor" if found.kind == "variable" else found.kind
    if kind == "ragged" and inner.rank == 0:
        kind = "tensor"
    elif kind == "ragged" and outer.rank > 1:
        return structs.Either(found.dtype, inner, "ragged")  # the rows may be of one length
    return TensorType(found.dtype, inner, kind)


def check_prefix(shape: Shape, outer: Shape, shown: str) -> None:
    """Raises OpError for a field whose first dims cannot be those of the struct."""
    if outer.rank is None:
        return
    if shape.rank is not None and shape.rank < outer.rank:
        raise OpError(
            "tf-rank", f"expected a shape that begins with {outer}, got {shown}: rank {shape.rank}"
        )
    if shape.rank is None:
        return
    prefix = shape.slice(0, outer.rank)
    if algebra.compatible(prefix, outer) is False:
        why = algebra.mismatch(prefix, outer)
        raise OpError("tf-shape", f"expected a shape that begins with {outer}, got {shown}: {why}")


def _shown(found: TensorType | Struct) -> str:
    return str(found) if isinstance(found, TensorType) else f"StructTensor{found.shape}"


# --- new structs ----------------------------------------------------------------------


def dense(context: FunctionContext, values: Values) -> Type:
    """`DenseStructTensor([2], {"title": titles})`."""
    given = {
        name: expressions[0]
        for name, expressions in zip(context.callee_arg_names, context.args)
        if name and expressions
    }
    if not {"shape", "fields"} <= given.keys():
        return context.default_return_type
    shape = _shape(given["shape"], values)
    fields = displays.written(given["fields"], None, values)
    parts = nests.children(fields) if nests.is_dict(fields) else None
    if parts is None:
        return values.types.make(
            names.DENSE_STRUCT, [convert.unknown(), convert.type_of_shape(shape, values.types)]
        )
    expressions = _entries(given["fields"], values)
    typed = {
        str(name): given_type(expressions[str(name)], values) if str(name) in expressions else typ
        for name, typ in parts.items()
    }
    elements: dict[str, Element] = {}
    for name, typ in typed.items():
        try:
            elements[name] = element_of_value(typ, shape)
            shape = _merged(shape, typ)
        except OpError as error:
            wrong = OpError(error.code, f"field {name!r}: {error.message}", "fields")
            fail(context, wrong, given["fields"], values)
            elements[name] = None
    schema = structs.schema_of(elements, values.types)
    return structs.type_of(Struct(schema, shape, "dense", names.DENSE_STRUCT), values.types)


def _entries(expression: Expression, values: Values) -> dict[str, Expression]:
    items = getattr(expression, "items", None) or []
    found: dict[str, Expression] = {}
    for item in items:
        if isinstance(item, tuple) and item[0] is not None:
            name = values.of(item[0])
            if isinstance(name, str):
                found[name] = item[1]
    return found


def _shape(expression: Expression, values: Values) -> Shape:
    value = values.of(expression)
    if isinstance(value, TensorType):
        return Shape.unknown()
    try:
        return shape_argument(value, "shape")
    except (OpError, Unsure):
        return Shape.unknown()


def _merged(shape: Shape, typ: Type) -> Shape:
    """The dims of the struct, with what a field knows of them."""
    found = convert.tensor_of(typ) or structs.struct_of(typ)
    if found is None or shape.rank is None or found.shape.rank is None:
        return shape
    try:
        return algebra.merge(shape, found.shape.slice(0, shape.rank))
    except ShapeMismatch:
        return shape
