"""`tf.strided_slice`: indexing by starts, ends, steps and masks."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import Dim, TensorType

from .arguments import ints_argument
from .broadcasting import check_told_alike
from .conversion import as_tensor
from .indexing import indexed
from .rule import OpError, Unsure, rule
from .values import known_int


@rule(
    "tensorflow.strided_slice",
    "tf.strided_slice(f32[5, 6], [1, 0], [3, 6]) -> f32[2, 6]",
    "tf.strided_slice(f32[5, 6], [0, 5], [5, 0], [2, -2]) -> f32[3, 3]",
    "tf.strided_slice(f32[5, 6], [1], [2], shrink_axis_mask=1) -> f32[6]",
    "tf.strided_slice(f32[5, 6], [1, 2], [0, 4], end_mask=1) -> f32[4, 2]",
    "tf.strided_slice(f32[5], i32[1], i64[1]) !! expected int32 as begin has, got int64",
    "tf.strided_slice(f32[5], [0, 0], [1, 1]) !! 2 indices for rank 1",
    "tf.strided_slice(f32[5, 6], [1, 0], [3]) !! expected 2 items as begin has, got 1",
)
def strided_slice(
    input_: Any,
    begin: Any,
    end: Any,
    strides: Any = None,
    begin_mask: Any = 0,
    end_mask: Any = 0,
    ellipsis_mask: Any = 0,
    new_axis_mask: Any = 0,
    shrink_axis_mask: Any = 0,
    var: Any = None,
    name: Any = None,
) -> Any:
    value = as_tensor(input_, argument="input_")
    check_told_alike(begin, end, ("begin", "end"))
    starts, stops = ints_argument(begin, "begin"), ints_argument(end, "end")
    if starts is None or stops is None:
        raise Unsure
    steps = ints_argument([1] * len(starts) if strides is None else strides, "strides")
    for argument, items in (("end", stops), ("strides", steps)):
        if items is not None and len(items) != len(starts):
            raise OpError(
                "tf-shape", f"expected {len(starts)} items as begin has, got {len(items)}", argument
            )
    masks = [
        known_int(mask)
        for mask in (begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
    ]
    if steps is None or None in masks:
        raise Unsure
    keys = [
        _from_masks(place, *ends, masks) for place, ends in enumerate(zip(starts, stops, steps))
    ]
    return TensorType(value.dtype, indexed(value.shape, keys))


def _from_masks(place: int, start: Dim, stop: Dim, step: Dim, masks: list[Any]) -> Any:
    begins, ends, ellipsis, new, shrink = (bool(mask >> place & 1) for mask in masks)
    if ellipsis:
        return ...
    if new:
        return None
    if shrink:
        return start
    return slice(None if begins else start, None if ends else stop, step)
