"""Values that get another first axis: rows of tensors, batches of elements, and extension types that know how to stack."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Final

from tftypes.algebra import UNKNOWN, Dim, Shape, TensorType, equal
from tftypes.inference import structs
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.models.tensorflow.composites import (
    EXTENSION_TYPE,
    holds_tensors,
    is_composite,
)
from tftypes.inference.models.tensorflow.extension_specs import (
    from_components,
    is_type_spec,
    to_components,
)
from tftypes.inference.models.tensorflow.ops import OpError, Unsure
from tftypes.inference.models.tensorflow.structures import map_leaves
from tftypes.inference.objects import TOP, Class, Value, resolve
from tftypes.inference.structs import Struct
from tftypes.inference.widening import soften

_BATCHABLE: Final = "tensorflow.experimental.BatchableExtensionType"
_SPEC: Final = "tftypes.runtime.TypeSpec"
_STACKABLE: Final = "tftypes.runtime.StackableTypeSpec"
_NODE: Final = ast.Constant(None, lineno=1, col_offset=0)


def stacked(
    interpreter: Interpreter, function: Callable[[TensorType], Value], value: Value, size: Dim
) -> Value:
    """A structure whose tensors a function has given a first axis of a size. See `_changed`."""
    count = size if isinstance(size, int) else None
    return _changed(interpreter, function, function, value, "stacked", [count])


def unstacked(
    interpreter: Interpreter,
    function: Callable[[TensorType], Value],
    value: Value,
    of_struct: Callable[[TensorType], Value] | None = None,
) -> Value:
    """A structure whose tensors a function has taken the first axis from, `of_struct` those of structs. See `_changed`."""
    return _changed(interpreter, function, of_struct or function, value, "unstacked", [])


def _changed(
    interpreter: Interpreter,
    function: Callable[[TensorType], Value],
    of_struct: Callable[[TensorType], Value],
    value: Value,
    method: str,
    arguments: list[Value],
) -> Value:
    """What functions make of the tensors and structs, and of the components of values that can be stacked.

    Raises OpError for an extension type that TensorFlow cannot stack.
    """

    def tensor(each: Value) -> Value:
        if isinstance(each, TensorType):
            return function(each)
        return on_struct(of_struct, each) if isinstance(each, Struct) else TOP

    def leaf(each: Value) -> Value:
        if not is_composite(each) or not isinstance(each.cls, Class):
            return tensor(each)
        if EXTENSION_TYPE in each.cls.externals:
            if _BATCHABLE not in each.cls.externals:
                raise _unstackable(each.cls, "it is no tf.experimental.BatchableExtensionType")
            return _without_shapes(interpreter, map_leaves(interpreter, tensor, each))
        spec = resolve(interpreter.method(each, "__tf_type_spec__", [], _NODE))
        if not is_type_spec(spec):
            return TOP
        known = () if spec.cls.is_open else spec.cls.externals
        if _STACKABLE not in known and _SPEC in known:
            raise _unstackable(each.cls, f"{spec.cls.name} is no StackableTypeSpec")
        if spec.cls.find(method) is None:
            return _without_shapes(interpreter, map_leaves(interpreter, tensor, each))
        other = resolve(interpreter.method(spec, method, arguments, _NODE))
        if not is_type_spec(other):
            return TOP
        parts = to_components(interpreter, spec, each)
        return from_components(interpreter, other, map_leaves(interpreter, tensor, parts))

    return map_leaves(interpreter, leaf, value, composites=False)


def on_struct(function: Callable[[TensorType], Value], struct: Struct) -> Value:
    """A struct with what a function makes of a tensor of its shape."""
    try:
        return structs.in_spec(struct, function)
    except Unsure:
        return TOP


def _unstackable(cls: Class, reason: str) -> OpError:
    return OpError("tf-value", f"values of {cls.name} cannot be stacked: {reason}")


def _without_shapes(interpreter: Interpreter, value: Value) -> Value:
    """Static shapes of a value that has another axis now are no longer what they were."""
    for name in value.written():
        each = resolve(value.read(name))
        if isinstance(each, Shape) and not holds_tensors(each):
            interpreter.write(value, name, TOP)
    return value


def agreed(sizes: Sequence[Dim]) -> Dim:
    """One size that all are, as far as it is known. Raises OpError for two that differ whatever soft sizes are."""
    known: Dim = UNKNOWN
    for size in sizes:
        if equal(soften(known), soften(size)) is False:
            raise OpError("tf-shape", f"leading dims differ: {known} and {size}")
        if isinstance(size, int) or known is UNKNOWN:
            known = size
    return known
