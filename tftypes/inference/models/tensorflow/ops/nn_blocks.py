"""Rules of tf.nn that move blocks of space into depth and back."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import UNKNOWN, Shape, TensorType, equal

from .arguments import rank_is
from .conversion import as_tensor
from .rule import OpError, rule
from .values import is_number


def _register_blocks(op: str, to_depth: bool) -> None:
    def function(
        input: Any, block_size: Any, data_format: Any = "NHWC", name: Any = None
    ) -> TensorType:
        x = rank_is(as_tensor(input, argument="input"), 4, "input")
        if data_format != "NHWC" or not is_number(block_size) or block_size < 2:
            return TensorType(x.dtype, Shape.of(x.shape[0], UNKNOWN, UNKNOWN, UNKNOWN))
        height, width, depth = x.shape[1], x.shape[2], x.shape[3]
        area = block_size * block_size
        divided = ((height, block_size), (width, block_size)) if to_depth else ((depth, area),)
        for dim, by in divided:
            if dim is not UNKNOWN and equal(dim % by, 0) is False:
                raise OpError("tf-shape", f"a dim of {dim} does not divide by {by}", "block_size")
        if to_depth:
            dims = (height // block_size, width // block_size, depth * area)
        else:
            dims = (height * block_size, width * block_size, depth // area)
        return TensorType(x.dtype, Shape.of(x.shape[0], *dims))

    small, large = "[8, 4, 4, 12]", "[8, 8, 8, 3]"
    before, after, bad, by = (
        (large, small, "[8, 5, 4, 3]", 2) if to_depth else (small, large, "[8, 4, 4, 10]", 4)
    )
    rule(
        f"tensorflow.nn.{op}",
        f"tf.nn.{op}(f32{before}, 2) -> f32{after}",
        f"tf.nn.{op}(f32{bad}, 2) !! does not divide by {by}",
        f"tf.nn.{op}(f32[4, 4, 12], 2) !! expected rank 4, got rank 3",
    )(function)


_register_blocks("space_to_depth", True)
_register_blocks("depth_to_space", False)
