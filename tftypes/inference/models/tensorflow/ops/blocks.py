"""tf.*: blocks of space moved to the batch and back, patches of volumes."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import UNKNOWN, Dim, TensorType, equal

from .arguments import choice, ints_argument, rank_at_least, rank_is
from .conversion import as_tensor
from .rule import OpError, Unsure, rule
from .values import INT32, contents, is_dim, is_number, of
from .windows import positions


def _pairs(value: Any, count: int) -> list[tuple[Dim, Dim]]:
    """Two numbers for each of so many dims."""
    inside = contents(value)
    if not isinstance(inside, tuple) or len(inside) != count:
        return [(UNKNOWN, UNKNOWN)] * count
    pairs: list[tuple[Dim, Dim]] = []
    for item in inside:
        first, last = item if isinstance(item, tuple) and len(item) == 2 else (UNKNOWN, UNKNOWN)
        pairs.append((first if is_dim(first) else UNKNOWN, last if is_dim(last) else UNKNOWN))
    return pairs


def _blocks(block_shape: Any) -> tuple[Dim, ...] | None:
    if is_number(block_shape):
        words, hint = (
            f"expected a list of sizes, got {block_shape}",
            f"[{block_shape}] is for one axis",
        )
        raise OpError("tf-value", words, "block_shape", hint)
    return ints_argument(block_shape, "block_shape")


def _area(blocks: tuple[Dim, ...]) -> Dim:
    result: Dim = 1
    for block in blocks:
        result = result * block
    return result


def _register_to_batch(op: str) -> None:
    def function(input: Any, block_shape: Any, paddings: Any, name: Any = None) -> TensorType:
        x, blocks = as_tensor(input, argument="input"), _blocks(block_shape)
        if blocks is None or x.shape.rank is None:
            raise Unsure
        rank_at_least(x, len(blocks) + 1, "input")
        dims = []
        pads = _pairs(paddings, len(blocks))
        for axis, (block, (before, behind)) in enumerate(zip(blocks, pads), 1):
            padded = x.shape[axis] + before + behind
            if is_number(padded) and is_number(block) and block > 0 and padded % block:
                raise OpError(
                    "tf-shape", f"a dim of {padded} does not divide by {block}", "block_shape"
                )
            dims.append(padded // block if is_number(block) and block > 0 else UNKNOWN)
        rest = x.shape.slice(len(blocks) + 1, None)
        return TensorType(x.dtype, of(x.shape[0] * _area(blocks), *dims) + rest)

    rule(
        f"tensorflow.{op}",
        f"tf.{op}(f32[2, 8, 6, 3], [2, 2], [[0, 0], [1, 1]]) -> f32[8, 4, 4, 3]",
        f"tf.{op}(f32[N, 8, 3], [2], [[0, 0]]) -> f32[2*N, 4, 3]",
        f"tf.{op}(f32[2, 7, 3], [2], [[0, 0]]) !! a dim of 7 does not divide by 2",
        f"tf.{op}(f32[2], [2], [[0, 0]]) !! expected rank 2 or more, got rank 1",
        f"tf.{op}(f32[2, 8, 6, 3], 2, [[0, 0]]) !! expected a list of sizes, got 2",
    )(function)


_register_to_batch("space_to_batch")
_register_to_batch("space_to_batch_nd")


@rule(
    "tensorflow.batch_to_space",
    "tf.batch_to_space(f32[8, 4, 4, 3], [2, 2], [[0, 0], [1, 1]]) -> f32[2, 8, 6, 3]",
    "tf.batch_to_space(f32[None, 4, 3], [2], [[0, 0]]) -> f32[None, 8, 3]",
    "tf.batch_to_space(f32[8, 4, 4, 3], 2, [[0, 0], [1, 1]]) -> f32[2, 8, 6, 3]",
    "tf.batch_to_space(f32[7, 4, 3], [2], [[0, 0]]) !! a batch of 7 does not divide by 2",
    "tf.batch_to_space(f32[8], [2], [[0, 0]]) !! expected rank 2 or more, got rank 1",
)
def batch_to_space(input: Any, block_shape: Any, crops: Any, name: Any = None) -> TensorType:
    block_shape = [block_shape] * 2 if is_number(block_shape) else block_shape
    x, blocks = as_tensor(input, argument="input"), _blocks(block_shape)
    if blocks is None or x.shape.rank is None:
        raise Unsure
    rank_at_least(x, len(blocks) + 1, "input")
    area, batch = _area(blocks), x.shape[0]
    if is_number(area) and is_number(batch) and area > 0 and batch % area:
        raise OpError("tf-shape", f"a batch of {batch} does not divide by {area}", "block_shape")
    cuts = _pairs(crops, len(blocks))
    dims = [
        x.shape[axis] * block - before - behind
        for axis, (block, (before, behind)) in enumerate(zip(blocks, cuts), 1)
    ]
    if any(is_number(dim) and dim < 0 for dim in dims):
        raise Unsure
    first = batch // area if is_number(area) and area > 0 else UNKNOWN
    return TensorType(x.dtype, of(first, *dims) + x.shape.slice(len(blocks) + 1, None))


@rule(
    "tensorflow.required_space_to_batch_paddings",
    "tf.required_space_to_batch_paddings([5, 6], [2, 2]) -> (i32[2, 2], i32[2, 2])",
    "tf.required_space_to_batch_paddings([5, 6], []) -> (i32[0, 2], i32[0, 2])",
    "tf.required_space_to_batch_paddings([5, 6], [[2], [2]]) !! expected rank 1, got rank 2",
    "tf.required_space_to_batch_paddings([5, 6], [2]) !! 1 blocks for 2 sizes",
)
def required_space_to_batch_paddings(
    input_shape: Any, block_shape: Any, base_paddings: Any = None, name: Any = None
) -> tuple[TensorType, TensorType]:
    count = rank_is(as_tensor(block_shape, argument="block_shape"), 1, "block_shape").shape[0]
    sizes = rank_is(as_tensor(input_shape, argument="input_shape"), 1, "input_shape").shape[0]
    if equal(count, 0) is not True and equal(sizes, count) is False:
        raise OpError("tf-shape", f"{count} blocks for {sizes} sizes", "block_shape")
    result = TensorType(INT32, of(count, 2))
    return result, result


@rule(
    "tensorflow.extract_volume_patches",
    "tf.extract_volume_patches(f32[N, 8, 8, 8, 3], [1, 2, 2, 2, 1], [1, 2, 2, 2, 1], 'VALID') -> f32[N, 4, 4, 4, 24]",
    "tf.extract_volume_patches(f32[8, 8, 8, 3], [1, 2, 2, 2, 1], [1, 2, 2, 2, 1], 'VALID') !! expected rank 5, got rank 4",
    "tf.extract_volume_patches(f32[1, 8, 8, 8, 3], [1, 2, 2, 2, 1], [1, 2, 2, 2, 1], 'FULL') !! 'FULL' is none of",
)
def extract_volume_patches(
    input: Any, ksizes: Any, strides: Any, padding: Any, name: Any = None
) -> TensorType:
    x = rank_is(as_tensor(input, argument="input"), 5, "input")
    pad = choice(padding, ("SAME", "VALID"), "padding")
    sizes, steps = ints_argument(ksizes, "ksizes"), ints_argument(strides, "strides")
    if sizes is None or steps is None or not len(sizes) == len(steps) == 5:
        raise Unsure
    dims = [
        positions(x.shape[axis], sizes[axis], steps[axis], 1, pad, empty=True)
        for axis in range(1, 4)
    ]
    return TensorType(x.dtype, of(x.shape[0], *dims, x.shape[4] * _area(sizes[1:4])))
