# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import tensorflow as tf
import tftypes
from tensorflow._bases import CastTarget, DT, Flag, NamedDType, Padding
from tensorflow._typing import Element, Kind, Open, R, Same, ShapeLike, TensorLike
from typing import Any
from tensorflow.io import (
    decode_and_crop_jpeg as decode_and_crop_jpeg,
    decode_bmp as decode_bmp,
    decode_gif as decode_gif,
    decode_image as decode_image,
    decode_jpeg as decode_jpeg,
    decode_jxl as decode_jxl,
    decode_png as decode_png,
    decode_webp as decode_webp,
    encode_jpeg as encode_jpeg,
    encode_png as encode_png,
    extract_jpeg_shape as extract_jpeg_shape,
    is_jpeg as is_jpeg,
)

def combined_non_max_suppression(boxes: TensorLike, scores: TensorLike, max_output_size_per_class: TensorLike, max_total_size: Any, iou_threshold: TensorLike | None = 0.5, score_threshold: TensorLike | None = ..., pad_per_class: TensorLike | None = False, clip_boxes: TensorLike | None = True, name: str | None = None) -> tf.raw_ops._CombinedNonMaxSuppression: ...
def generate_bounding_box_proposals(scores: TensorLike, bbox_deltas: TensorLike, image_info: TensorLike, anchors: TensorLike, nms_threshold: TensorLike | None = 0.7, pre_nms_topn: TensorLike | None = 6000, min_size: TensorLike | None = 16, post_nms_topn: TensorLike | None = 300, name: str | None = None) -> tf.raw_ops._GenerateBoundingBoxProposals: ...
def sample_distorted_bounding_box(image_size: Element[DT], bounding_boxes: TensorLike, seed: TensorLike | None = 0, min_object_covered: TensorLike | None = 0.1, aspect_ratio_range: Any = None, area_range: Any = None, max_attempts: Any = None, use_image_if_no_bounding_boxes: Any = None, name: str | None = None) -> tf.raw_ops._SampleDistortedBoundingBox[DT]: ...
def stateless_sample_distorted_bounding_box(image_size: Element[DT], bounding_boxes: TensorLike, seed: Any, min_object_covered: TensorLike | None = 0.1, aspect_ratio_range: Any = None, area_range: Any = None, max_attempts: Any = None, use_image_if_no_bounding_boxes: Any = None, name: str | None = None) -> tf.raw_ops._SampleDistortedBoundingBox[DT]: ...
def adjust_brightness(image: Same[R], delta: TensorLike) -> R: ...
def adjust_gamma(image: Same[R], gamma: TensorLike = 1, gain: TensorLike = 1) -> R: ...
def adjust_hue(image: Same[R], delta: TensorLike, name: str | None = None) -> R: ...
def flip_left_right(image: Same[R]) -> R: ...
def flip_up_down(image: Same[R]) -> R: ...
def random_brightness(image: Same[R], max_delta: TensorLike, seed: Any = None) -> R: ...
def random_flip_left_right(image: Same[R], seed: Any = None) -> R: ...
def random_flip_up_down(image: Same[R], seed: Any = None) -> R: ...
def random_hue(image: Same[R], max_delta: TensorLike, seed: Any = None) -> R: ...
def rgb_to_yiq(images: Same[R]) -> R: ...
def rgb_to_yuv(images: Same[R]) -> R: ...
def yiq_to_rgb(images: Same[R]) -> R: ...
def yuv_to_rgb(images: Same[R]) -> R: ...
def hsv_to_rgb(images: Same[R], name: str | None = None) -> R: ...
def rgb_to_hsv(images: Same[R], name: str | None = None) -> R: ...
def adjust_contrast(images: Same[R], contrast_factor: TensorLike) -> R: ...
def adjust_saturation(image: Same[R], saturation_factor: TensorLike, name: str | None = None) -> R: ...
def random_contrast(image: Same[R], lower: TensorLike, upper: TensorLike, seed: Any = None) -> R: ...
def random_saturation(image: Same[R], lower: TensorLike, upper: TensorLike, seed: Any = None) -> R: ...
def adjust_jpeg_quality(
    image: Same[R],
    jpeg_quality: TensorLike,
    dct_method: str = "",
    name: str | None = None,
) -> R: ...
def random_jpeg_quality(
    image: Same[R],
    min_jpeg_quality: TensorLike,
    max_jpeg_quality: TensorLike,
    seed: Any = None,
) -> R: ...
def stateless_random_brightness(image: Same[R], max_delta: TensorLike, seed: Any) -> R: ...
def stateless_random_contrast(image: Same[R], lower: TensorLike, upper: TensorLike, seed: Any) -> R: ...
def stateless_random_flip_left_right(image: Same[R], seed: Any) -> R: ...
def stateless_random_flip_up_down(image: Same[R], seed: Any) -> R: ...
def stateless_random_hue(image: Same[R], max_delta: TensorLike, seed: Any) -> R: ...
def stateless_random_jpeg_quality(
    image: Same[R],
    min_jpeg_quality: TensorLike,
    max_jpeg_quality: TensorLike,
    seed: Any,
) -> R: ...
def stateless_random_saturation(image: Same[R], lower: TensorLike, upper: TensorLike, seed: Any = None) -> R: ...
def central_crop(image: Open[R], central_fraction: TensorLike) -> R: ...
def crop_to_bounding_box(
    image: Open[R],
    offset_height: TensorLike,
    offset_width: TensorLike,
    target_height: TensorLike,
    target_width: TensorLike,
) -> R: ...
def pad_to_bounding_box(
    image: Open[R],
    offset_height: TensorLike,
    offset_width: TensorLike,
    target_height: TensorLike,
    target_width: TensorLike,
) -> R: ...
def resize_with_crop_or_pad(image: Open[R], target_height: TensorLike, target_width: TensorLike) -> R: ...
def rot90(image: Open[R], k: TensorLike = 1, name: str | None = None) -> R: ...
def transpose(image: Open[R], name: str | None = None) -> R: ...
def grayscale_to_rgb(images: Open[R], name: str | None = None) -> R: ...
def rgb_to_grayscale(images: Open[R], name: str | None = None) -> R: ...
def total_variation(images: Open[R], name: str | None = None) -> R: ...
def extract_patches(
    images: Open[R],
    sizes: TensorLike,
    strides: TensorLike,
    rates: TensorLike,
    padding: Padding,
    name: str | None = None,
) -> R: ...
def random_crop(value: Open[R], size: ShapeLike, seed: Any = None, name: str | None = None) -> R: ...
def stateless_random_crop(value: Open[R], size: ShapeLike, seed: Any, name: str | None = None) -> R: ...
def convert_image_dtype(
    image: Kind[R],
    dtype: CastTarget[R] | NamedDType,
    saturate: Flag = False,
    name: str | None = None,
) -> R: ...
def resize(
    images: Kind[R],
    size: ShapeLike,
    method: Any = "bilinear",
    preserve_aspect_ratio: Flag = False,
    antialias: Flag = False,
    name: str | None = None,
) -> R: ...
def resize_with_pad(
    image: Kind[R],
    target_height: TensorLike,
    target_width: TensorLike,
    method: Any = "bilinear",
    antialias: Flag = False,
) -> R: ...
def per_image_standardization(image: Kind[R]) -> R: ...
def sobel_edges(image: Kind[R]) -> R: ...
def image_gradients(image: Open[R]) -> tuple[R, R]: ...
def psnr(
    a: TensorLike,
    b: TensorLike,
    max_val: TensorLike,
    name: str | None = None,
) -> tf.Tensor[tftypes.float32, Any]: ...
def ssim(
    img1: TensorLike,
    img2: TensorLike,
    max_val: TensorLike,
    filter_size: TensorLike = 11,
    filter_sigma: TensorLike = 1.5,
    k1: TensorLike = 0.01,
    k2: TensorLike = 0.03,
    return_index_map: Flag = False,
) -> tf.Tensor[tftypes.float32, Any]: ...
def ssim_multiscale(
    img1: TensorLike,
    img2: TensorLike,
    max_val: TensorLike,
    power_factors: Any = ...,
    filter_size: TensorLike = 11,
    filter_sigma: TensorLike = 1.5,
    k1: TensorLike = 0.01,
    k2: TensorLike = 0.03,
) -> tf.Tensor[tftypes.float32, Any]: ...
def draw_bounding_boxes(images: Same[R], boxes: TensorLike, colors: TensorLike, name: str | None = None) -> R: ...
def crop_and_resize(
    image: TensorLike,
    boxes: TensorLike,
    box_indices: TensorLike,
    crop_size: TensorLike,
    method: str = "bilinear",
    extrapolation_value: TensorLike = 0.0,
    name: str | None = None,
) -> tf.Tensor[tftypes.float32, Any]: ...
def non_max_suppression(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size: TensorLike,
    iou_threshold: TensorLike = 0.5,
    score_threshold: TensorLike = ...,
    name: str | None = None,
) -> tf.Tensor[tftypes.int32, Any]: ...
def non_max_suppression_overlaps(
    overlaps: TensorLike,
    scores: TensorLike,
    max_output_size: TensorLike,
    overlap_threshold: TensorLike = 0.5,
    score_threshold: TensorLike = ...,
    name: str | None = None,
) -> tf.Tensor[tftypes.int32, Any]: ...
def non_max_suppression_with_scores(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size: TensorLike,
    iou_threshold: TensorLike = 0.5,
    score_threshold: TensorLike = ...,
    soft_nms_sigma: TensorLike = 0.0,
    name: str | None = None,
) -> tuple[tf.Tensor[tftypes.int32, Any], tf.Tensor[Any, Any]]: ...
def non_max_suppression_padded(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size: TensorLike,
    iou_threshold: TensorLike = 0.5,
    score_threshold: TensorLike = ...,
    pad_to_max_output_size: Flag = False,
    name: str | None = None,
    sorted_input: Flag = False,
    canonicalized_coordinates: Flag = False,
    tile_size: TensorLike = 512,
) -> tuple[tf.Tensor[tftypes.int32, Any], tf.Tensor[tftypes.int32, Any]]: ...
def extract_glimpse(
    input: TensorLike,
    size: TensorLike,
    offsets: TensorLike,
    centered: Flag = True,
    normalized: Flag = True,
    noise: str = "uniform",
    name: str | None = None,
) -> tf.Tensor[tftypes.float32, Any]: ...
class ResizeMethod:
    AREA: str
    BICUBIC: str
    BILINEAR: str
    GAUSSIAN: str
    LANCZOS3: str
    LANCZOS5: str
    MITCHELLCUBIC: str
    NEAREST_NEIGHBOR: str
