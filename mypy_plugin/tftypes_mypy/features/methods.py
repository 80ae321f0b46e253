"""Methods and constructors of TensorFlow's own classes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from mypy.nodes import CallExpr, IndexExpr, MemberExpr, NameExpr
from mypy.plugin import AttributeContext, FunctionContext, MethodContext
from mypy.types import Instance, Type, get_proper_type

from tftypes.algebra import UNKNOWN, DType, Shape, ShapeMismatch, TensorType, shapes
from tftypes.inference.models.tensorflow.ops import OpError, Unsure, operators
from tftypes.inference.models.tensorflow.ops.arguments import dtype_argument, shape_argument
from tftypes.inference.models.tensorflow.ops.conversion import as_tensor
from tftypes_mypy import convert, names
from tftypes_mypy.codes import CODES
from tftypes_mypy.features.bodies import functions
from tftypes_mypy.features.bodies.results import is_exact
from tftypes_mypy.features.calls import (
    alternatives,
    arrays,
    calling,
    meshes,
    numbers,
    operands,
    sizes,
)
from tftypes_mypy.features.calls import ops as op_calls
from tftypes_mypy.features.calls.calling import Callbacks, Result
from tftypes_mypy.features.data import datasets
from tftypes_mypy.features.data import sources as data_sources
from tftypes_mypy.features.flow import control_flow, gradients, iteration, loops, trees
from tftypes_mypy.features.keras import function_loops
from tftypes_mypy.features.structs import hooks as structs_hooks
from tftypes_mypy.features.structures import item_reads
from tftypes_mypy.syntax import called
from tftypes_mypy.values import Values


def variable(context: FunctionContext, values: Values) -> Type:
    """`tf.Variable(initial_value, dtype=..., shape=...)`, and that of compat.v1."""
    given = op_calls.arguments_of(context, values)
    initial, dtype = given.get("initial_value", UNKNOWN), given.get("dtype")
    declared = get_proper_type(context.default_return_type)
    is_v1 = isinstance(declared, Instance) and declared.type.fullname == names.VARIABLE_V1
    try:
        wanted = None if dtype is None else dtype_argument(dtype)
        tensor = TensorType(wanted or DType.any(), Shape.unknown())
        if initial is not UNKNOWN:
            tensor = as_tensor(initial, wanted, argument="initial_value")
        given_shape = given.get("shape")
        shape = tensor.shape if given_shape is None else shape_argument(given_shape)
        if is_v1 and given.get("validate_shape", True) is not True:
            shape = Shape.unknown()  # where it is no resource
    except OpError as error:
        op_calls.fail(context, error.complete("tf.Variable()", {}), context.context, values)
        return context.default_return_type
    except Unsure:
        return context.default_return_type
    result = TensorType(tensor.dtype, shape, "variable")
    made = get_proper_type(op_calls.to_type(result, declared, values.types))
    if is_v1 and isinstance(made, Instance) and isinstance(declared, Instance):
        return declared.copy_modified(args=made.args)
    return made


def set_shape(context: MethodContext, values: Values) -> Type:
    """`x.set_shape([None, 3])`: from here on the name stands for a tensor of this shape too."""
    at = context.context
    name = (
        at.callee.expr if isinstance(at, CallExpr) and isinstance(at.callee, MemberExpr) else None
    )
    tensor = convert.tensor_of(alternatives.receiver(context.type, at, values))
    if not isinstance(name, NameExpr) or tensor is None or not context.arg_types[0]:
        return context.default_return_type
    try:
        given = shape_argument(values.of(context.args[0][0], context.arg_types[0][0]), "shape")
        shape = shapes.merge(tensor.shape, given)
    except (OpError, Unsure, ShapeMismatch):
        return context.default_return_type
    checker: Any = context.api
    made = TensorType(tensor.dtype, shape, tensor.kind)
    checker.binder.put(name, convert.type_of_tensor(made, values.types))
    return context.default_return_type


def _is_of_keras(typ: Type) -> bool:
    """Whether it is a variable of Keras, whose `assign` gives the value."""
    typ = get_proper_type(typ)
    return isinstance(typ, Instance) and typ.type.fullname == names.VARIABLE and is_exact(typ)


def value(context: AttributeContext, types: convert.Types) -> Type:
    """`variable.value`: a method of TensorFlow's variables alone; what is not called may be that of one of Keras."""
    checker: Any = context.api
    is_method = context.context in called(checker.tree) and not _is_of_keras(context.type)
    return context.default_attr_type if is_method else convert.unknown()


def assign(context: MethodContext, name: str, values: Values) -> Type:
    """`v.assign(value)`: the variable keeps its dtype and its shape."""
    target = convert.tensor_of(context.type)
    if _is_of_keras(context.type):
        kept = TensorType.unknown() if target is None else TensorType(target.dtype, target.shape)
        return convert.type_of_tensor(kept, values.types)
    if target is None or not context.args or not context.args[0]:
        return context.default_return_type
    value = values.of(context.args[0][0], context.arg_types[0][0])
    try:
        tensor = as_tensor(value, target.dtype, argument="value")
    except OpError as error:
        op_calls.fail(context, error.complete(f"Variable.{name}()", {}), context.args[0][0], values)
        return context.default_return_type
    except Unsure:
        return context.default_return_type
    if shapes.compatible(tensor.shape, target.shape) is False:
        context.api.fail(
            f"Variable.{name}(): argument 'value': "
            f"expected {TensorType(target.dtype, target.shape)}, got {tensor}: "
            f"{shapes.mismatch(tensor.shape, target.shape)}",
            context.args[0][0],
            code=CODES["tf-shape"],
        )
    return context.default_return_type


def assign_part(context: MethodContext, values: Values) -> Type:
    """`x[0, 1].assign(42)`: the whole variable."""
    callee = context.context.callee if isinstance(context.context, CallExpr) else None
    part = callee.expr if isinstance(callee, MemberExpr) else None
    typ = values.type_of(part.base) if isinstance(part, IndexExpr) else None
    tensor = convert.tensor_of(typ) if typ is not None else None
    if tensor is None or tensor.kind != "variable":
        return context.default_return_type
    return convert.type_of_tensor(tensor, values.types)


_OPERANDS: Final = (
    names.TENSOR, names.VARIABLE, names.VARIABLE_SLICE, names.RAGGED, names.SPARSE,
)  # fmt: skip
_OPERATORS: Final = (*operators.DUNDERS, *operators.REFLECTED, *operators.UNARY_DUNDERS)

RESULTS: Final[dict[str, Result]] = {
    **control_flow.RESULTS,
    **function_loops.RESULTS,
    **data_sources.RESULTS,
    **gradients.RESULTS,
    **loops.RESULTS,
    **meshes.RESULTS,
    **trees.RESULTS,
}

FUNCTIONS: Final[dict[str, Callable[..., Type]]] = {
    **{name: partial(calling.returned, result=result) for name, result in RESULTS.items()},
    **structs_hooks.FUNCTIONS,
    **iteration.FUNCTIONS,
    **operands.OF_MEMBERS,
}

METHODS: Final[dict[str, Callable[..., Type]]] = {
    **datasets.METHODS,
    **item_reads.METHODS,
    **numbers.METHODS,
    **iteration.METHODS,
    **sizes.METHODS,
    **structs_hooks.METHODS,
    **FUNCTIONS,
    f"{names.TENSOR}.set_shape": set_shape,
    f"{names.VARIABLE_SLICE}.assign": assign_part,
    f"{names.LINEAR_OPERATOR}.__matmul__": partial(op_calls.operator, name="__matmul__"),
    **{
        f"{names.VARIABLE}.{name}": partial(assign, name=name)
        for name in ("assign", "assign_add", "assign_sub")
    },
    **{
        f"{owner}.{name}": partial(operands.call, name=name)
        for owner in _OPERANDS
        for name in (*_OPERATORS, operands.INDEX)
    },
    **{  # what mypy calls the method of a union
        f"{name} of {owner.rpartition('.')[2]}": partial(op_calls.operator, name=name)
        for owner in _OPERANDS
        for name in _OPERATORS
    },
}

#: What functions among the arguments are called with.
CALLBACKS: Final[dict[str, Callbacks]] = {
    **datasets.CALLBACKS,
    **control_flow.CALLBACKS,
    **function_loops.CALLBACKS,
    **loops.CALLBACKS,
    **trees.CALLBACKS,
}

#: Attributes whose type depends on the object.
ATTRIBUTES: Final[dict[str, Callable[..., Type]]] = {
    **arrays.ATTRIBUTES,
    **datasets.ATTRIBUTES,
    **functions.ATTRIBUTES,
    **structs_hooks.ATTRIBUTES,
    f"{names.VARIABLE}.value": value,
}
