"""tf.image: parts of images, and images within larger ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tftypes.algebra import UNKNOWN, Dim, Shape, TensorType, equal, less

from .arguments import allow, dim_argument, int_argument, ints_argument, rank_is
from .boxes import boxes_of
from .conversion import as_tensor
from .groups import REALS
from .image import images, of_size
from .rule import OpError, rule, with_parameters
from .values import FLOAT32, INT32, is_number, of


def _box(image: Any, top: Any, left: Any, height: Any, width: Any, crop: bool) -> TensorType:
    """A part of an image, or an image within a larger one."""
    x = images(image)
    target = dim_argument(height, "target_height"), dim_argument(width, "target_width")
    offsets = int_argument(top, "offset_height"), int_argument(left, "offset_width")
    fits = list(target)
    wrong: list[tuple[str, str]] = []
    for place, (offset, size) in enumerate(zip(offsets, target)):
        dim, argument = x.shape[place - 3], ("target_height", "target_width")[place]
        if offset is None:
            continue
        if crop and less(dim, size + offset):
            wrong.append((argument, f"{offset} + {size} is beyond the image's {dim}"))
        elif not crop and less(size, dim + offset):
            wrong.append((argument, f"the image's {dim} and {offset} are more than {size}"))
        else:
            continue
        fits[place] = dim - offset if crop else dim + offset
    if wrong:
        argument, words = wrong[0]
        raise OpError(
            "tf-shape", words, argument, _fitting(offsets, fits, [each for each, _ in wrong], crop)
        )
    return of_size(x, *target)


def _fitting(
    offsets: Sequence[int | None], sizes: Sequence[Dim], wrong: Sequence[str], crop: bool
) -> str | None:
    """The size that fits, or the whole call where both do not."""
    if not all(is_number(each) and each > 0 for each in sizes) or None in offsets:
        return None
    if len(wrong) == 1:
        return f"{wrong[0]}={sizes[wrong[0] == 'target_width']} fits"
    op = "crop_to_bounding_box" if crop else "pad_to_bounding_box"
    return f"tf.image.{op}(image, {', '.join(map(str, (*offsets, *sizes)))})"


@rule(
    "tensorflow.image.crop_to_bounding_box",
    "tf.image.crop_to_bounding_box(f32[28, 27, 3], 1, 2, 10, 11) -> f32[10, 11, 3]",
    "tf.image.crop_to_bounding_box(f32[N, 28, 27, 3], 1, 2, 10, 11) -> f32[N, 10, 11, 3]",
    "tf.image.crop_to_bounding_box(f32[28, 27, 3], 1, 2, 10, 30) !! 2 + 30 is beyond the image's 27",
    "tf.image.crop_to_bounding_box(f32[28, 27, 3], 9.0, 2, 10, 11) !! expected ints, got 9.0",
)
def crop_to_bounding_box(
    image: Any, offset_height: Any, offset_width: Any, target_height: Any, target_width: Any
) -> TensorType:
    return _box(image, offset_height, offset_width, target_height, target_width, crop=True)


@rule(
    "tensorflow.image.pad_to_bounding_box",
    "tf.image.pad_to_bounding_box(f32[28, 27, 3], 1, 2, 40, 41) -> f32[40, 41, 3]",
    "tf.image.pad_to_bounding_box(f32[28, 27, 3], 1, 2, 40, 28) !! the image's 27 and 2 are more than 28",
    "tf.image.pad_to_bounding_box(f32[28, 27, 3], 1, f32[], 40, 41) !! expected ints",
)
def pad_to_bounding_box(
    image: Any, offset_height: Any, offset_width: Any, target_height: Any, target_width: Any
) -> TensorType:
    return _box(image, offset_height, offset_width, target_height, target_width, crop=False)


@rule(
    "tensorflow.image.central_crop",
    "tf.image.central_crop(f32[None, None, 3], 0.5) -> f32[None, None, 3]",
    "tf.image.central_crop(f32[28, 27, 3], 2) !! expected a part of 1, got 2",
    "tf.image.central_crop(f32[28, 27], 0.5) !! expected rank 3 or more, got rank 2",
)
def central_crop(image: Any, central_fraction: Any) -> TensorType:
    x = images(image)
    if isinstance(central_fraction, (int, float)) and not 0 < central_fraction <= 1:
        words = f"expected a part of 1, got {central_fraction}"
        is_percentage = 10 <= central_fraction <= 100
        hint = f"central_fraction={central_fraction / 100}" if is_percentage else None
        raise OpError("tf-value", words, "central_fraction", hint)
    if central_fraction == 1:
        return x
    return of_size(x, UNKNOWN, UNKNOWN)


def _all_sizes(dims: Sequence[Dim], sizes: Sequence[Any]) -> str | None:
    """A size for each dim, where the batch or the channels have none."""
    if len(dims) != len(sizes) + 1:
        return None
    if sizes and equal(dims[-1], sizes[-1]):
        first = dims[0] if is_number(dims[0]) else "tf.shape(value)[0]"
        return f"size=[{', '.join(map(str, (first, *sizes)))}] takes a batch of images"
    whole = [*sizes, dims[-1]]
    return f"size={whole} keeps the last dim" if all(map(is_number, whole)) else None


def _register_random_crop(op: str, more: dict[str, Any], arguments: str) -> None:
    def function(value: Any, size: Any, *rest: Any) -> TensorType:
        x = as_tensor(value, argument="value")
        sizes = ints_argument(size, "size")
        if sizes is None:
            return TensorType(x.dtype, Shape.unknown())
        if x.shape.rank not in (None, len(sizes)):
            hint = _all_sizes(x.shape.dims or (), sizes)
            raise OpError("tf-rank", f"{len(sizes)} sizes for rank {x.shape.rank}", "size", hint)
        for dim, wanted in zip(x.shape.dims or (), sizes):
            if less(dim, wanted):
                fits = [b if not less(a, b) else a for a, b in zip(x.shape.dims or (), sizes)]
                hint = f"size={fits} fits" if all(map(is_number, fits)) else None
                raise OpError("tf-shape", f"a dim of {dim} has no {wanted}", "size", hint)
        # -1 is what is left behind a place that is drawn.
        return TensorType(x.dtype, Shape.of(*(UNKNOWN if size == -1 else size for size in sizes)))

    rule(
        f"tensorflow.image.{op}",
        f"tf.image.{op}(f32[None, 27, 3], [10, 11, 3]{arguments}) -> f32[10, 11, 3]",
        f"tf.image.{op}(f32[28, 27, 3], [10, 11]{arguments}) !! 2 sizes for rank 3",
        f"tf.image.{op}(f32[28, 27, 3], [30, 11, 3]{arguments}) !! size=[28, 11, 3] fits",
    )(with_parameters(function, value=..., size=..., **more))


_register_random_crop("random_crop", {"seed": None, "name": None}, "")
_register_random_crop("stateless_random_crop", {"seed": ..., "name": None}, ", [1, 2]")


@rule(
    "tensorflow.image.crop_and_resize",
    "tf.image.crop_and_resize(f32[8, 20, 20, 3], f32[N, 4], i32[N], [7, 9]) -> f32[N, 7, 9, 3]",
    "tf.image.crop_and_resize(u8[8, 20, 20, 3], [[0, 0, 1, 1]], [7], [7, 9]) -> f32[1, 7, 9, 3]",
    "tf.image.crop_and_resize(f32[20, 20, 3], f32[5, 4], i32[5], [7, 9]) !! expected rank 4, got rank 3",
    "tf.image.crop_and_resize(b[8, 20, 20, 3], f32[5, 4], i32[5], [7, 9]) !! bool is not supported",
    "tf.image.crop_and_resize(f32[8, 20, 20, 3], f32[8, 5, 4], i32[40], [7, 9]) !! tf.reshape(boxes, [-1, 4])",
    "tf.image.crop_and_resize(f32[8, 20, 20, 3], f32[4], i32[1], [7, 9]) !! tf.expand_dims(boxes, 0)",
    "tf.image.crop_and_resize(f32[8, 20, 20, 3], f32[5, 5], i32[5], [7, 9]) !! a box is 4 numbers, not 5",
    "tf.image.crop_and_resize(f32[8, 20, 20, 3], f32[5, 4], i32[8], [7, 9]) !! 8 indices for 5 boxes",
    "tf.image.crop_and_resize(f32[8, 20, 20, 3], f32[5, 4], i32[5, 1], [7, 9]) !! tf.reshape(box_indices, [-1])",
    "tf.image.crop_and_resize(f32[8, 20, 20, 3], f32[1, 4], 0, [7, 9]) !! tf.expand_dims(box_indices, 0)",
    "tf.image.crop_and_resize(f32[8, 20, 20, 3], f32[5, 4], i64[5], [7, 9]) !! expected int32, got int64",
    "tf.image.crop_and_resize(f32[8, 20, 20, 3], i32[5, 4], i32[5], [7, 9]) !! expected float32, got int32",
    "tf.image.crop_and_resize(f32[8, 20, 20, 3], f32[5, 4], i32[5], 7) !! expected 2 sizes",
    "tf.image.crop_and_resize(f32[8, 20, 20, 3], f32[5, 4], i32[5], [7, 9, 3]) !! expected 2 sizes, got 3",
)
def crop_and_resize(
    image: Any,
    boxes: Any,
    box_indices: Any,
    crop_size: Any,
    method: Any = "bilinear",
    extrapolation_value: Any = 0.0,
    name: Any = None,
) -> TensorType:
    x = as_tensor(image, argument="image")
    allow(rank_is(x, 4, "image"), REALS - {"bfloat16", "uint32", "uint64"}, "image")
    where = boxes_of(boxes, 2, "boxes", FLOAT32, "tf.reshape(boxes, [-1, 4]) has all in one list")
    owners = rank_is(as_tensor(box_indices, INT32, argument="box_indices"), 1, "box_indices")
    count, indices = where.shape[0], owners.shape[0]
    if equal(count, indices) is False:
        raise OpError("tf-shape", f"{indices} indices for {count} boxes", "box_indices")
    sizes = (UNKNOWN, UNKNOWN)
    if is_number(crop_size):
        hint = f"[{crop_size}, {crop_size}] are a height and a width"
        raise OpError("tf-rank", "expected 2 sizes, got one", "crop_size", hint)
    if (told := ints_argument(crop_size, "crop_size")) is not None:
        if len(told) != 2:
            raise OpError("tf-value", f"expected 2 sizes, got {len(told)}", "crop_size")
        sizes = told
    return TensorType(FLOAT32, of(count, *sizes, x.shape[-1]))
