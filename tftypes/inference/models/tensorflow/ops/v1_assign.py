"""Rules of `tf.compat.v1.assign` and its kin."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import ShapeMismatch, TensorType, merge

from .conversion import as_tensor
from .rule import OpError, Unsure, rule, with_parameters


def _register_assign(op: str) -> None:
    def function(ref: Any, value: Any, *rest: Any) -> TensorType:
        if not isinstance(ref, TensorType) or ref.kind != "variable":
            raise Unsure
        given = as_tensor(value, ref.dtype if ref.dtype.is_known else None, argument="value")
        try:
            merge(ref.shape, given.shape)
        except ShapeMismatch:
            message = f"expected shape {ref.shape}, got {given.shape}"
            raise OpError("tf-shape", message, "value") from None
        return TensorType(ref.dtype, ref.shape, "variable")

    more = dict.fromkeys(
        ("validate_shape", "use_locking", "name") if op == "assign" else ("use_locking", "name")
    )
    rule(
        f"tensorflow.compat.v1.{op}",
        f"tf.compat.v1.{op}(variable(f32[2, 3]), f32[2, 3]) -> variable(f32[2, 3])",
        f"tf.compat.v1.{op}(variable(f32[]), 1) -> variable(f32[])",
        f"tf.compat.v1.{op}(variable(f32[2, 3]), f32[3]) !! expected shape [2, 3], got [3]",
        f"tf.compat.v1.{op}(variable(f32[2]), i32[2]) !! expected float32, got int32",
    )(with_parameters(function, ref=..., value=..., **more))


for _op in ("assign", "assign_add", "assign_sub"):
    _register_assign(_op)
