"""tf.image: boxes drawn, sampled and selected; how alike two images are; colours; JPEG artefacts."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType, equal, num_elements

from .arguments import allow, defaulted, dim_argument, ints_argument, rank_at_least, rank_is
from .conversion import as_tensor
from .groups import COMPLEX, FLOATS, NUMBERS
from .image import colours
from .random import seeded
from .rule import OpError, Unsure, rule, with_parameters
from .scalars import whole_number
from .values import FLOAT32, INT32, known_bool, of

#: The remedy for candidates of several images.
_BATCHES = "boxes[0] and scores[0] are those of one image"
_SINGLE = frozenset({"float16", "float32"})


# --- boxes ------------------------------------------------------------------------------------------------------------


@rule(
    "tensorflow.image.draw_bounding_boxes",
    "tf.image.draw_bounding_boxes(f32[N, 28, 28, 3], f32[N, 5, 4], f32[2, 3]) -> f32[N, 28, 28, 3]",
    "tf.image.draw_bounding_boxes(array(u8[2, 28, 28, 3]), f32[2, 5, 4], f32[2, 3]) -> f32[2, 28, 28, 3]",
    "tf.image.draw_bounding_boxes(f32[28, 28, 3], f32[5, 4], f32[2, 3]) !! expected rank 4, got rank 3",
    "tf.image.draw_bounding_boxes(f32[2, 28, 28, 3], f32[2, 5, 5], f32[2, 3]) !! a box is 4 numbers, not 5",
    "tf.image.draw_bounding_boxes(u8[2, 28, 28, 3], f32[2, 5, 4], f32[2, 3]) !! uint8 is not supported",
)
def draw_bounding_boxes(images: Any, boxes: Any, colors: Any, name: Any = None) -> TensorType:
    x = rank_is(defaulted(images, _SINGLE, "float32", "images"), 4, "images")
    boxes_of(boxes, 3, "boxes", FLOAT32)
    return TensorType(x.dtype, x.shape)


def boxes_of(
    value: Any, rank: int, argument: str, dtype: DType | None = None, hint: str = _BATCHES
) -> TensorType:
    """An operand of boxes; `hint` is the remedy for those of several images where one dim less is wanted."""
    x = as_tensor(value, dtype, argument=argument)
    if rank == 2 and x.shape.rank == 3:
        raise OpError("tf-rank", "expected rank 2, got rank 3", argument, hint)
    x = rank_is(x, rank, argument, axis=2 if rank == 4 else 0)
    if equal(x.shape[-1], 4) is False:
        raise OpError("tf-shape", f"a box is 4 numbers, not {x.shape[-1]}", argument)
    return x


def _register_sample(op: str, given: str, **first: Any) -> None:
    def function(image_size: Any, bounding_boxes: Any, *rest: Any) -> Any:
        size = rank_is(as_tensor(image_size, argument="image_size"), 1, "image_size")
        if equal(size.shape[0], 3) is False:
            raise OpError("tf-shape", f"expected 3 sizes, got {size.shape[0]}", "image_size")
        boxes_of(bounding_boxes, 3, "bounding_boxes", FLOAT32)
        part = TensorType(size.dtype, of(3))
        return part, part, TensorType(FLOAT32, of(1, 1, 4))

    later = dict.fromkeys(
        [
            "min_object_covered",
            "aspect_ratio_range",
            "area_range",
            "max_attempts",
            "use_image_if_no_bounding_boxes",
            "name",
        ]
    )
    path = f"tf.image.{op}"
    rule(
        f"tensorflow.image.{op}",
        f"{path}([28, 28, 3], f32[1, 5, 4]{given}) -> (i32[3], i32[3], f32[1, 1, 4])",
        f"{path}([28, 28, 3], f32[5, 4]{given}) !! expected rank 3, got rank 2",
        f"{path}([28, 28], f32[1, 5, 4]{given}) !! expected 3 sizes, got 2",
        f"{path}([28, 28, 3], i32[1, 5, 4]{given}) !! expected float32, got int32",
    )(with_parameters(function, image_size=..., bounding_boxes=..., **first, **later))


_register_sample("sample_distorted_bounding_box", "", seed=0)
_register_sample("stateless_sample_distorted_bounding_box", ", [1, 2]", seed=...)


def _candidates(boxes: Any, scores: Any) -> TensorType:
    """The scores of boxes, as many as those."""
    x = boxes_of(defaulted(boxes, _SINGLE, "float32", "boxes"), 2, "boxes")
    each = rank_is(defaulted(scores, _SINGLE, "float32", "scores"), 1, "scores")
    if equal(x.shape[0], each.shape[0]) is False:
        raise OpError("tf-shape", f"{each.shape[0]} scores for {x.shape[0]} boxes", "scores")
    return each


@rule(
    "tensorflow.image.non_max_suppression",
    "tf.image.non_max_suppression(f32[5, 4], f32[5], 3) -> i32[None]",
    "tf.image.non_max_suppression(array(f64[5, 4]), array(f64[5]), 3) -> i32[None]",
    "tf.image.non_max_suppression(f32[5, 4], f32[6], 3) !! 6 scores for 5 boxes",
    "tf.image.non_max_suppression(f32[5, 3], f32[5], 3) !! a box is 4 numbers, not 3",
    "tf.image.non_max_suppression(f32[2, 5, 4], f32[5], 3) !! expected rank 2, got rank 3",
)
def non_max_suppression(
    boxes: Any,
    scores: Any,
    max_output_size: Any,
    iou_threshold: Any = 0.5,
    score_threshold: Any = 0.0,
    name: Any = None,
) -> TensorType:
    _candidates(boxes, scores)
    whole_number(max_output_size, "max_output_size", frozenset({"int32"}))
    return TensorType(INT32, of(UNKNOWN))


@rule(
    "tensorflow.image.non_max_suppression_with_scores",
    "tf.image.non_max_suppression_with_scores(f32[5, 4], f32[5], 3) -> (i32[None], f32[None])",
    "tf.image.non_max_suppression_with_scores(f32[5, 4], f32[6], 3) !! 6 scores for 5 boxes",
)
def non_max_suppression_with_scores(
    boxes: Any,
    scores: Any,
    max_output_size: Any,
    iou_threshold: Any = 0.5,
    score_threshold: Any = 0.0,
    soft_nms_sigma: Any = 0.0,
    name: Any = None,
) -> tuple[TensorType, TensorType]:
    each = _candidates(boxes, scores)
    return TensorType(INT32, of(UNKNOWN)), TensorType(each.dtype, of(UNKNOWN))


@rule(
    "tensorflow.image.non_max_suppression_padded",
    "tf.image.non_max_suppression_padded(f32[5, 4], f32[5], 3, pad_to_max_output_size=True) -> (i32[3], i32[])",
    "tf.image.non_max_suppression_padded(f32[5, 4], f32[5], 3) -> (i32[None], i32[])",
    "tf.image.non_max_suppression_padded(f32[5, 4], f32[1, 5], 3) -> (i32[None], i32[])",
    "tf.image.non_max_suppression_padded(f32[5, 4], f32[6], 3) !! 6 scores for 5 boxes",
    "tf.image.non_max_suppression_padded(f32[5, 4], f32[1, 6], 3) !! 6 scores for 5 boxes",
)
def non_max_suppression_padded(
    boxes: Any,
    scores: Any,
    max_output_size: Any,
    iou_threshold: Any = 0.5,
    score_threshold: Any = 0.0,
    pad_to_max_output_size: Any = False,
    name: Any = None,
    sorted_input: Any = False,
    canonicalized_coordinates: Any = False,
    tile_size: Any = 512,
) -> tuple[TensorType, TensorType]:
    given = as_tensor(boxes, argument="boxes")
    # Other dtypes take another way, which casts.
    plain = given.shape.rank == 2 and given.dtype.name in ("float16", "float32")
    flags = (sorted_input, canonicalized_coordinates)
    if not plain or any(known_bool(flag) is not False for flag in flags):
        raise Unsure
    # The scores are given the shape that the boxes have.
    each = as_tensor(scores, argument="scores")
    _candidates(given, TensorType(each.dtype, of(num_elements(each.shape))))
    padded = known_bool(pad_to_max_output_size)
    count = dim_argument(max_output_size, "max_output_size") if padded else UNKNOWN
    return TensorType(INT32, of(count)), TensorType(INT32, Shape.scalar())


@rule(
    "tensorflow.image.non_max_suppression_overlaps",
    "tf.image.non_max_suppression_overlaps(f32[5, 5], f32[5], 3) -> i32[None]",
    "tf.image.non_max_suppression_overlaps(f32[5], f32[5], 3) !! expected rank 2, got rank 1",
    "tf.image.non_max_suppression_overlaps(f32[5, 5], f32[6], 3) !! 6 scores for 5 boxes",
    "tf.image.non_max_suppression_overlaps(f32[5, 4], f32[5], 3) !! overlaps of 5 and 4 boxes",
)
def non_max_suppression_overlaps(
    overlaps: Any,
    scores: Any,
    max_output_size: Any,
    overlap_threshold: Any = 0.5,
    score_threshold: Any = 0.0,
    name: Any = None,
) -> TensorType:
    x = rank_is(as_tensor(overlaps, FLOAT32, argument="overlaps"), 2, "overlaps")
    each = rank_is(as_tensor(scores, FLOAT32, argument="scores"), 1, "scores")
    if equal(x.shape[0], each.shape[0]) is False:
        raise OpError("tf-shape", f"{each.shape[0]} scores for {x.shape[0]} boxes", "scores")
    if equal(x.shape[0], x.shape[1]) is False:
        raise OpError("tf-shape", f"overlaps of {x.shape[0]} and {x.shape[1]} boxes", "overlaps")
    return TensorType(INT32, of(UNKNOWN))


@rule(
    "tensorflow.image.combined_non_max_suppression",
    "tf.image.combined_non_max_suppression(f32[N, 5, 1, 4], f32[N, 5, 3], 3, 7) "
    "-> (f32[N, 7, 4], f32[N, 7], f32[N, 7], i32[N])",
    "tf.image.combined_non_max_suppression(f32[2, 5, 4], f32[2, 5, 3], 3, 7) !! expected rank 4, got rank 3",
    "tf.image.combined_non_max_suppression(f16[2, 5, 1, 4], f32[2, 5, 3], 3, 7) !! expected float32, got float16",
)
def combined_non_max_suppression(
    boxes: Any,
    scores: Any,
    max_output_size_per_class: Any,
    max_total_size: Any,
    iou_threshold: Any = 0.5,
    score_threshold: Any = 0.0,
    pad_per_class: Any = False,
    clip_boxes: Any = True,
    name: Any = None,
) -> tuple[TensorType, ...]:
    x = boxes_of(boxes, 4, "boxes", FLOAT32)
    rank_is(as_tensor(scores, FLOAT32, argument="scores"), 3, "scores")
    batch = x.shape[0]
    known = known_bool(pad_per_class) is False
    count = dim_argument(max_total_size, "max_total_size") if known else UNKNOWN
    row = TensorType(FLOAT32, of(batch, count))
    return TensorType(FLOAT32, of(batch, count, 4)), row, row, TensorType(INT32, of(batch))


@rule(
    "tensorflow.image.extract_glimpse",
    "tf.image.extract_glimpse(f32[N, 28, 28, 3], [4, 5], f32[N, 2]) -> f32[N, 4, 5, 3]",
    "tf.image.extract_glimpse(f32[28, 28, 3], [4, 5], f32[2]) !! expected rank 4, got rank 3",
    "tf.image.extract_glimpse(i32[2, 28, 28, 3], [4, 5], f32[2, 2]) !! expected float32, got int32",
    "tf.image.extract_glimpse(f32[2, 28, 28, 3], [4, 5, 5], f32[2, 2]) !! expected 2 sizes, got 3",
)
def extract_glimpse(
    input: Any,
    size: Any,
    offsets: Any,
    centered: Any = True,
    normalized: Any = True,
    noise: Any = "uniform",
    name: Any = None,
) -> TensorType:
    x = rank_is(as_tensor(input, FLOAT32, argument="input"), 4, "input")
    sizes = ints_argument(size, "size")
    if sizes is not None and len(sizes) != 2:
        raise OpError("tf-value", f"expected 2 sizes, got {len(sizes)}", "size")
    height, width = sizes or (UNKNOWN, UNKNOWN)
    return TensorType(FLOAT32, of(x.shape[0], height, width, x.shape[3]))


@rule(
    "tensorflow.image.image_gradients",
    "tf.image.image_gradients(f32[N, 28, 27, 3]) -> (f32[N, 28, 27, 3], f32[N, 28, 27, 3])",
    "tf.image.image_gradients(f32[28, 27, 3]) !! expected rank 4, got rank 3",
)
def image_gradients(image: Any) -> tuple[TensorType, TensorType]:
    x = rank_is(allow(as_tensor(image, argument="image"), NUMBERS, "image"), 4, "image")
    part = TensorType(x.dtype, x.shape)
    return part, part


# --- colours and quality ----------------------------------------------------------------------------------------------


def _register_colours(op: str, **more: Any) -> None:
    def function(value: Any, *rest: Any) -> TensorType:
        taken = FLOATS | COMPLEX if "yiq" in op else FLOATS  # a product of matrices
        if op in ("rgb_to_hsv", "hsv_to_rgb"):
            x = defaulted(value, taken, "float32", "images")
        else:
            x = allow(as_tensor(value, argument="images"), taken, "images")
        rank_at_least(x, 1, "images")
        if equal(x.shape[-1], 3) is False:
            raise OpError("tf-shape", f"expected 3 channels, got {x.shape[-1]}", "images")
        return TensorType(x.dtype, x.shape)

    rule(
        f"tensorflow.image.{op}",
        f"tf.image.{op}(f32[N, 28, 27, 3]) -> f32[N, 28, 27, 3]",
        f"tf.image.{op}(f32[28, 27, 4]) !! expected 3 channels, got 4",
    )(with_parameters(function, images=..., **more))


_register_colours("rgb_to_hsv", name=None)
_register_colours("hsv_to_rgb", name=None)
_register_colours("rgb_to_yiq")
_register_colours("yiq_to_rgb")


def _register_quality(op: str, call: str, **parameters: Any) -> None:
    def function(image: Any, *rest: Any) -> TensorType:
        x = rank_is(colours(image), 3, "image")
        if "stateless" in op:
            seeded(rest[-1])
        return TensorType(x.dtype, x.shape)

    rule(
        f"tensorflow.image.{op}",
        f"tf.image.{op}(u8[28, 27, 3]{call}) -> u8[28, 27, 3]",
        f"tf.image.{op}(u8[28, 27]{call}) !! expected rank 3, got rank 2",
        f"tf.image.{op}(u8[N, 28, 27, 3]{call}) !! expected rank 3, got rank 4",
        f"tf.image.{op}(b[28, 27, 3]{call}) !! bool is not supported",
    )(with_parameters(function, image=..., **parameters))


_register_quality("adjust_jpeg_quality", ", 50", jpeg_quality=..., dct_method="", name=None)
_register_quality(
    "random_jpeg_quality", ", 50, 90", min_jpeg_quality=..., max_jpeg_quality=..., seed=None
)
_register_quality(
    "stateless_random_jpeg_quality",
    ", 50, 90, [1, 2]",
    min_jpeg_quality=...,
    max_jpeg_quality=...,
    seed=...,
)
