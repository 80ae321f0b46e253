"""`tf.experimental.dtensor`: a layout says where a tensor is kept, and leaves its dtype and shape alone."""

from __future__ import annotations

from typing import Final

from mypy.nodes import CallExpr, Expression, RefExpr
from mypy.types import Type

from tftypes.algebra import TensorType
from tftypes.inference.models.tensorflow.ops import Unsure
from tftypes.inference.models.tensorflow.ops.conversion import as_tensor
from tftypes_mypy import convert, names
from tftypes_mypy.features.calls.calling import Call, Result

_DTENSOR: Final = "tensorflow.experimental.dtensor."
#: The arguments of `call_with_layout` that are its own.
_OWN: Final = 2


def moved(call: Call) -> Type | None:
    """`copy_to_mesh(x, layout)`, `relayout(x, layout)`."""
    try:
        tensor = as_tensor(call.value("tensor"))
    except Unsure:
        return None
    if tensor.kind != "tensor":
        return None
    return convert.type_of_tensor(TensorType(tensor.dtype, tensor.shape), call.types)


def laid_out(call: Call) -> Type | None:
    """`call_with_layout(tf.ones, layout, shape=(6, 4))`: what the function gives for the other arguments."""
    at = call.at
    function = call.expressions.get("fn")
    if not isinstance(at, CallExpr) or function is None or at.arg_names[:_OWN].count(None) == 0:
        return None
    own = {id(function), id(call.expressions.get("layout"))}
    rest = [n for n, each in enumerate(at.args) if id(each) not in own]
    made = CallExpr(
        _untraced(function),
        [at.args[n] for n in rest],
        [at.arg_kinds[n] for n in rest],
        [at.arg_names[n] for n in rest],
    )
    made.set_line(at)
    checker = call.checker
    with checker.local_type_map, checker.msg.filter_errors(filter_revealed_type=True):
        result = checker.expr_checker.accept(made)
    tensor = convert.tensor_of(result)
    return result if tensor is not None and tensor.kind == "tensor" else None


def _untraced(function: Expression) -> Expression:
    """The function in `tf.function(tf.ones)`."""
    called = function.callee if isinstance(function, CallExpr) else None
    is_tracer = isinstance(called, RefExpr) and called.fullname in names.TRACERS
    return function.args[0] if is_tracer and isinstance(function, CallExpr) else function


RESULTS: Final[dict[str, Result]] = {
    f"{_DTENSOR}call_with_layout": laid_out,
    **{f"{_DTENSOR}{name}": moved for name in ("copy_to_mesh", "relayout", "relayout_like")},
}
