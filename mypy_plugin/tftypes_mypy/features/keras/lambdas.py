"""Keras' layer of any function: `layers.Lambda(lambda x: 2 * x)(images)`, where it is made or under a name that is bound once.

Of a symbol Keras makes one in the dtype that it computes in, whatever the function says, and in the shape that
`output_shape` says: nothing is said where that and the function differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, NameExpr, RefExpr, Var
from mypy.types import Type

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType
from tftypes.inference.models.tensorflow.ops.conversion import as_tensor
from tftypes_mypy import convert
from tftypes_mypy.features.calls import calling
from tftypes_mypy.features.keras import symbols
from tftypes_mypy.features.structures import nests
from tftypes_mypy.values import Values, of_type, written_arguments

LAMBDA: Final = "tensorflow.keras.layers.Lambda"
#: What says nothing of the result.
_PLAIN: Final = frozenset({"function", "output_shape", "name", "input_shape", "trainable"})


def made(layer: Expression, values: Values) -> CallExpr | None:
    """The call that makes such a layer, as it is written."""
    if isinstance(layer, NameExpr) and isinstance(layer.node, Var):
        layer = values.assignments.value_of(layer.node) or layer
    if not isinstance(layer, CallExpr) or not isinstance(layer.callee, RefExpr):
        return None
    return layer if layer.callee.fullname == LAMBDA else None


def output(
    layer: CallExpr,
    given: Any,
    dtype: DType,
    is_symbolic: bool,
    values: Values,
    checker: TypeChecker,
) -> Any:
    """What the function makes of a tensor, or of several; UNKNOWN where that is not known."""
    written = written_arguments(layer)
    if written is None or len(written[0]) > 2:
        return UNKNOWN
    named = {**dict(zip(("function", "output_shape"), written[0])), **written[1]}
    if "function" not in named or not named.keys() <= _PLAIN or not _is_told(given):
        return UNKNOWN
    call = calling.Call(layer, checker, values, None, {"function": named["function"]}, {})

    def run(inputs: list[Any]) -> Any:
        argument = _type_of(_cast(inputs[0], dtype), values.types)
        result = call.result("function", [argument], quiet=True)
        return UNKNOWN if result is None else of_type(result)

    if not is_symbolic:
        return run([given])
    found = symbols.through([given], run)
    if not isinstance(found, TensorType) or found.dtype != dtype:
        return UNKNOWN
    declared = values.of(named["output_shape"]) if "output_shape" in named else None
    return found if declared is None or _is_as(found.shape, declared) else UNKNOWN


def _is_told(given: Any) -> bool:
    if isinstance(given, (list, tuple)):
        return bool(given) and all(map(_is_told, given))
    return isinstance(given, TensorType)


def _is_as(shape: Shape, declared: Any) -> bool:
    """Whether the dims behind that of the batch are those that are declared."""
    dims = shape.dims
    return isinstance(declared, (tuple, list)) and dims is not None and [*dims[1:]] == [*declared]


def _cast(given: Any, dtype: DType) -> Any:
    """The tensors as the layer has them: floats come as the dtype that it computes in."""
    if isinstance(given, (list, tuple)):
        return type(given)(_cast(each, dtype) for each in given)
    tensor = as_tensor(given)
    if tensor.dtype.is_floating is False:
        return tensor
    cast = dtype if tensor.dtype.is_floating else DType.any()
    return TensorType(cast, tensor.shape, tensor.kind)


def _type_of(made: Any, types: convert.Types) -> Type:
    if isinstance(made, TensorType):
        return convert.type_of_tensor(made, types)
    items: Sequence[Type] = [_type_of(each, types) for each in made]
    return nests.list_of(items, types) if isinstance(made, list) else nests.tuple_of(items, types)
