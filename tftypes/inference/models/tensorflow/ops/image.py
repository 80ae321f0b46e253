"""tf.image: images of shape (height, width, channels), or batches of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, DType, Shape, TensorType, equal

from .arguments import (
    allow,
    choice,
    dim_argument,
    dtype_argument,
    ints_argument,
    rank_at_least,
    rank_is,
)
from .broadcasting import mapped
from .conversion import as_tensor
from .describe import describe
from .groups import BOOLS, COMPLEX, FLOATS, NUMBERS, PARTS, REALS
from .random import seeded
from .rule import OpError, rule, with_parameters
from .values import FLOAT32, is_number, items, known_int
from .windows import per_axis, positions


def images(value: Any, argument: str = "image") -> TensorType:
    """An operand of one image or a batch."""
    x = with_rows(as_tensor(value, argument=argument), argument)
    if x.shape.rank is not None and x.shape.rank > 4:
        words, last = f"expected rank 3 or 4, got rank {x.shape.rank}", x.shape.slice(-3, None)
        hint = (
            f"tf.reshape({argument}, {[-1, *last]}) is one batch"
            if all(map(is_number, last))
            else None
        )
        raise OpError("tf-rank", words, argument, hint)
    return x


def with_rows(x: TensorType, argument: str = "image") -> TensorType:
    """The operand itself, which has rows, columns and channels."""
    hint = f"tf.expand_dims({argument}, -1) has one channel" if x.shape.rank == 2 else None
    if x.dtype.is_string and x.shape.rank == 0:
        hint = f"tf.io.decode_image({argument}, expand_animations=False)"
    return rank_at_least(x, 3, argument, hint)


def of_size(x: TensorType, height: Dim, width: Dim, dtype: DType | None = None) -> TensorType:
    """The same images in another size."""
    if x.shape.rank is None:
        return TensorType(dtype or x.dtype, Shape.unknown())
    return TensorType(dtype or x.dtype, x.shape.replace(-3, height).replace(-2, width))


#: Ops that keep shape and dtype: their parameters after the image, arguments for an example.
KEEP: Final[list[tuple[str, dict[str, Any], str]]] = [
    ("flip_left_right", {}, ""),
    ("flip_up_down", {}, ""),
    ("random_flip_left_right", {"seed": None}, ""),
    ("random_flip_up_down", {"seed": None}, ""),
    ("random_brightness", {"max_delta": ..., "seed": None}, ", 0.1"),
    ("random_contrast", {"lower": ..., "upper": ..., "seed": None}, ", 0.1, 0.2"),
    ("random_hue", {"max_delta": ..., "seed": None}, ", 0.1"),
    ("random_saturation", {"lower": ..., "upper": ..., "seed": None}, ", 0.1, 0.2"),
    ("adjust_brightness", {"delta": ...}, ", 0.1"),
    ("adjust_gamma", {"gamma": 1, "gain": 1}, ", 0.5"),
    ("adjust_hue", {"delta": ..., "name": None}, ", 0.1"),
    ("adjust_saturation", {"saturation_factor": ..., "name": None}, ", 0.1"),
    ("stateless_random_flip_left_right", {"seed": ...}, ", [1, 2]"),
    ("stateless_random_flip_up_down", {"seed": ...}, ", [1, 2]"),
    ("stateless_random_brightness", {"max_delta": ..., "seed": ...}, ", 0.1, [1, 2]"),
    ("stateless_random_contrast", {"lower": ..., "upper": ..., "seed": ...}, ", 0.1, 0.2, [1, 2]"),
    ("stateless_random_hue", {"max_delta": ..., "seed": ...}, ", 0.1, [1, 2]"),
    (
        "stateless_random_saturation",
        {"lower": ..., "upper": ..., "seed": None},
        ", 0.1, 0.2, [1, 2]",
    ),
]


def colours(value: Any, argument: str = "image") -> TensorType:
    """An operand whose values are brightness: numbers."""
    return allow(as_tensor(value, argument=argument), REALS, argument)


#: What gives an image so many channels, by their number and those that it has.
_CHANNELS: Final[Mapping[tuple[int, Any], str]] = {
    (3, 1): "tf.image.grayscale_to_rgb({}) has 3",
    (3, 4): "{}[..., :3] leaves alpha out",
}


def with_channels(x: TensorType, count: int, argument: str, made: int | None = None) -> TensorType:
    """The operand itself, whose last dim are so many channels, of which the op makes others."""
    if x.shape.rank == 0 or equal(x.shape[-1], count) is False:
        got = "a scalar" if x.shape.rank == 0 else x.shape[-1]
        hint = _CHANNELS.get((count, got)) if x.shape.rank != 2 else None
        is_grey = x.shape.rank == 2 or x.shape.rank == 3 and is_number(got) and got > 4
        if is_grey and count == 1:
            hint = "tf.expand_dims({}, -1) has one"
        if got == made:
            hint = f"leave it out: the image has {made} already"
        words = f"expected {count} channels, got {got}"
        raise OpError("tf-shape", words, argument, hint and hint.format(argument))
    return x


def _check_range(parameters: Mapping[str, Any], given: Sequence[Any]) -> None:
    """What is drawn lies in a range that is not empty. Raises OpError."""
    known = dict(zip(parameters, given))
    low, high = known.get("lower"), known.get("upper")
    for name in ("max_delta", "lower"):
        if isinstance(known.get(name), (int, float)) and known[name] < 0:
            raise OpError("tf-value", f"expected 0 or more, got {known[name]}", name)
    if isinstance(low, (int, float)) and isinstance(high, (int, float)) and high <= low:
        hint = f"lower={high}, upper={low}" if high < low else None
        raise OpError("tf-value", f"expected more than {low}, got {high}", "upper", hint)


def _register_keep(op: str, parameters: dict[str, Any], arguments: str) -> None:
    flips, turns = "flip" in op, op.endswith(("hue", "saturation"))

    def function(image: Any, *rest: Any) -> TensorType:
        if "stateless" in op:
            seeded(rest[-1])
        if "random" in op:
            _check_range(parameters, rest)
        x = images(image) if flips else colours(image)
        if turns or op.endswith("contrast"):
            with_rows(x)
        if turns:
            with_channels(x, 3, "image")
        return TensorType(x.dtype, x.shape)

    examples = [
        f"tf.image.{op}(f32[28, 27, 3]{arguments}) -> f32[28, 27, 3]",
        f"tf.image.{op}(f32[N, 28, 27, 3]{arguments}) -> f32[N, 28, 27, 3]",
        f"tf.image.{op}(f32[28, 27]{arguments}) !! expected rank 3 or more, got rank 2"
        if flips or op.endswith("contrast")
        else f"tf.image.{op}(b[28, 27, 3]{arguments}) !! bool is not supported",
    ]
    if flips:
        examples.append(
            f"tf.image.{op}(f32[2, N, 28, 27, 3]{arguments}) !! expected rank 3 or 4, got rank 5"
        )
    if turns:
        examples.append(f"tf.image.{op}(f32[28, 27, 4]{arguments}) !! expected 3 channels, got 4")
    if "stateless" in op:
        bad = arguments.replace("[1, 2]", "[1, 2, 3]")
        examples.append(f"tf.image.{op}(f32[28, 27, 3]{bad}) !! expected two ints, got 3")
    rule(f"tensorflow.image.{op}", *examples)(with_parameters(function, image=..., **parameters))


for _row in KEEP:
    _register_keep(*_row)


@rule(
    "tensorflow.image.adjust_contrast",
    "tf.image.adjust_contrast(u8[28, 27, 3], 0.1) -> u8[28, 27, 3]",
    "tf.image.adjust_contrast(u8[28, 27], 0.1) !! expected rank 3 or more, got rank 2",
    "tf.image.adjust_contrast(b[28, 27, 3], 0.1) !! bool is not supported",
)
def adjust_contrast(images: Any, contrast_factor: Any) -> TensorType:
    x = with_rows(colours(images, "images"), "images")
    return TensorType(x.dtype, x.shape)


@rule(
    "tensorflow.image.per_image_standardization",
    "tf.image.per_image_standardization(u8[N, 28, 27, 3]) -> f32[N, 28, 27, 3]",
    "tf.image.per_image_standardization(u8[28, 27]) !! expected rank 3 or more, got rank 2",
)
def per_image_standardization(image: Any) -> TensorType:
    x = with_rows(as_tensor(image, argument="image"))
    return TensorType(FLOAT32, x.shape)


@rule(
    "tensorflow.image.convert_image_dtype",
    "tf.image.convert_image_dtype(u8[28, 27, 3], tf.float32) -> f32[28, 27, 3]",
    "tf.image.convert_image_dtype(f32[N, None, None, 3], tf.uint8, saturate=True) -> u8[N, None, None, 3]",
    "tf.image.convert_image_dtype(b[28, 27, 3], tf.float32) !! bool is not supported",
)
def convert_image_dtype(
    image: Any, dtype: Any, saturate: Any = False, name: Any = None
) -> TensorType:
    x, made = as_tensor(image, argument="image"), dtype_argument(dtype)
    if x.dtype == made:
        return x
    return TensorType(made, colours(image).shape)


# --- another size -----------------------------------------------------------------------------------------------------

_METHODS: Final = [
    "bilinear",
    "nearest",
    "bicubic",
    "area",
    "lanczos3",
    "lanczos5",
    "gaussian",
    "mitchellcubic",
]


@rule(
    "tensorflow.image.resize",
    "tf.image.resize(f32[8, 28, 28, 3], [14, 15]) -> f32[8, 14, 15, 3]",
    "tf.image.resize(u8[None, None, 3], (14, N)) -> f32[14, N, 3]",
    "tf.image.resize(u8[28, 28, 3], [14, 15], method='nearest') -> u8[14, 15, 3]",
    "tf.image.resize(f32[8, None, None, 3], i32[2]) -> f32[8, None, None, 3]",
    "tf.image.resize(f32[28, 28], [14, 15]) !! expected rank 3 or more, got rank 2",
    "tf.image.resize(f32[8, 28, 28, 3], [14]) !! expected 2 sizes, got 1",
    "tf.image.resize(f32[8, 28, 28, 3], [14, 15], 'bogus') !! 'bogus' is none of",
    "tf.image.resize(f32[8, 28, 28, 3], [14, 15], [14, 15]) !! expected a name, got [14, 15]",
    "tf.image.resize(b[8, 28, 28, 3], [14, 15]) !! bool is not supported",
)
def resize(
    images: Any,
    size: Any,
    method: Any = "bilinear",
    preserve_aspect_ratio: Any = False,
    antialias: Any = False,
    name: Any = None,
) -> TensorType:
    x = allow(_images(images, "images"), REALS, "images")
    kind = choice(method, _METHODS, "method")
    sizes = ints_argument(size, "size")
    if isinstance(size, TensorType):
        allow(size, frozenset({"int32"}), "size")
    if sizes is not None and len(sizes) != 2:
        hint = f"size={_two_sizes(sizes, method)}"
        raise OpError("tf-value", f"expected 2 sizes, got {len(sizes)}", "size", hint)
    if isinstance(method, list):
        raise OpError("tf-value", f"expected a name, got {describe(method)}", "method")
    if is_number(method):
        hint = f"method={_METHODS[method]!r}" if 0 <= method < 4 else None
        raise OpError(
            "tf-value", f"{method} is none of its methods, which have names", "method", hint
        )
    dtype = x.dtype if kind == "nearest" else FLOAT32 if kind else DType.any()
    if sizes is None or preserve_aspect_ratio is not False:
        return of_size(x, UNKNOWN, UNKNOWN, dtype)
    return of_size(x, *sizes, dtype)


def _two_sizes(sizes: Sequence[Any], method: Any) -> str:
    """The height and the width that are meant: one number is both, another may stand where the method is."""
    if not sizes or not all(map(is_number, sizes)):
        return "[height, width]"
    one = sizes[0]
    return f"[{one}, {sizes[1] if len(sizes) > 2 else method if is_number(method) else one}]"


_images = images


def _register_to_size(op: str, more: dict[str, Any], dtype: DType | None) -> None:
    """To a target height and width."""

    def function(image: Any, target_height: Any, target_width: Any, *rest: Any) -> TensorType:
        height = dim_argument(target_height, "target_height")
        width = dim_argument(target_width, "target_width")
        x = images(image)
        return of_size(allow(x, REALS, "image") if dtype else x, height, width, dtype)

    made = "f32" if dtype else "u8"
    rule(
        f"tensorflow.image.{op}",
        f"tf.image.{op}(u8[28, 27, 3], 14, 15) -> {made}[14, 15, 3]",
        f"tf.image.{op}(f32[N, None, None, 3], 14, 15) -> f32[N, 14, 15, 3]",
        f"tf.image.{op}(f32[28, 27], 14, 15) !! expected rank 3 or more, got rank 2",
    )(with_parameters(function, image=..., target_height=..., target_width=..., **more))


_register_to_size("resize_with_crop_or_pad", {}, None)
_register_to_size("resize_with_pad", {"method": "bilinear", "antialias": False}, FLOAT32)


@rule(
    "tensorflow.image.transpose",
    "tf.image.transpose(f32[28, 27, 3]) -> f32[27, 28, 3]",
    "tf.image.transpose(f32[N, 28, None, 3]) -> f32[N, None, 28, 3]",
    "tf.image.transpose(f32[28, 27]) !! expected rank 3 or more, got rank 2",
)
def transpose(image: Any, name: Any = None) -> TensorType:
    x = images(image)
    return of_size(x, x.shape[-2], x.shape[-3])


@rule(
    "tensorflow.image.rot90",
    "tf.image.rot90(f32[28, 27, 3]) -> f32[27, 28, 3]",
    "tf.image.rot90(f32[N, 28, 27, 3], 2) -> f32[N, 28, 27, 3]",
    "tf.image.rot90(f32[28, 27, 3], some_int) -> f32[None, None, 3]",
    "tf.image.rot90(f32[28, 27]) !! expected rank 3 or more, got rank 2",
)
def rot90(image: Any, k: Any = 1, name: Any = None) -> TensorType:
    x = images(image)
    turns = known_int(k)
    if turns is None:
        same = equal(x.shape[-2], x.shape[-3])
        return x if same else of_size(x, UNKNOWN, UNKNOWN)
    return of_size(x, x.shape[-2], x.shape[-3]) if turns % 2 else x


# --- channels ---------------------------------------------------------------------------------------------------------


def _register_channels(
    op: str, before: int, after: int, argument: str, more: dict[str, Any]
) -> None:
    def function(value: Any, *rest: Any) -> TensorType:
        x = with_channels(as_tensor(value, argument=argument), before, argument, after)
        if "yuv" in op:
            allow(x, FLOATS | COMPLEX, argument)
        return TensorType(x.dtype, x.shape.slice(0, -1) + Shape.of(after))

    rule(
        f"tensorflow.image.{op}",
        f"tf.image.{op}(f32[N, 28, 27, {before}]) -> f32[N, 28, 27, {after}]",
        f"tf.image.{op}(f32[28, 27, 4]) !! expected {before} channels, got 4",
    )(with_parameters(function, **{argument: ...}, **more))


_register_channels("rgb_to_grayscale", 3, 1, "images", {"name": None})
_register_channels("grayscale_to_rgb", 1, 3, "images", {"name": None})
_register_channels("rgb_to_yuv", 3, 3, "images", {})
_register_channels("yuv_to_rgb", 3, 3, "images", {})


@rule(
    "tensorflow.image.extract_patches",
    "tf.image.extract_patches(f32[8, 10, 10, 3], [1, 3, 3, 1], [1, 5, 5, 1], [1, 1, 1, 1], 'VALID')"
    " -> f32[8, 2, 2, 27]",
    "tf.image.extract_patches(f32[8, 10, 10, 3], [1, 3, 3, 1], [1, 5, 5, 1], [1, 1, 1, 1], 'valid')"
    " !! 'valid' is none of 'SAME', 'VALID'",
    "tf.image.extract_patches(f32[8, 10, 10, 3], [3, 3], [1, 5, 5, 1], [1, 1, 1, 1], 'VALID') !! expected 4 sizes",
    "tf.image.extract_patches(f32[8, 10, 10, 3], [1, 3, 3, 3], [1, 5, 5, 1], [1, 1, 1, 1], 'VALID')"
    " !! expected 1 for the batch and for the channels, got [1, 3, 3, 3]",
)
def extract_patches(
    images: Any, sizes: Any, strides: Any, rates: Any, padding: Any, name: Any = None
) -> TensorType:
    x = allow(as_tensor(images, argument="images"), NUMBERS | BOOLS, "images")
    x = rank_at_least(x, 4, "images")
    kind = choice(padding, ("SAME", "VALID"), "padding")
    for argument, value in (("sizes", sizes), ("strides", strides), ("rates", rates)):
        known = items(value)
        if is_number(value) or known is not None and len(known) != 4:
            pair = [value] * 2 if known is None else list(known)
            hint = f"{argument}=[1, {describe(pair)[1:-1]}, 1]" if len(pair) == 2 else None
            raise OpError("tf-value", f"expected 4 sizes, got {describe(value)}", argument, hint)
        if known is not None and any(
            is_number(each) and each != 1 for each in (known[0], known[3])
        ):
            words = f"expected 1 for the batch and for the channels, got {describe(value)}"
            hint = f"{argument}={describe([1, *known[1:3], 1])}"
            raise OpError("tf-value", words, argument, hint)
    window, steps = per_axis(sizes, 2, False, "sizes"), per_axis(strides, 2, False, "strides")
    apart = per_axis(rates, 2, False, "rates")
    places = [
        positions(x.shape[axis + 1], window[axis], steps[axis], apart[axis], kind, empty=True)
        for axis in (0, 1)
    ]
    return TensorType(x.dtype, Shape.of(x.shape[0], *places, window[0] * window[1] * x.shape[3]))


@rule(
    "tensorflow.image.sobel_edges",
    "tf.image.sobel_edges(f32[N, 10, 10, 3]) -> f32[N, 10, 10, 3, 2]",
    "tf.image.sobel_edges(f32[10, 10, 3]) !! expected rank 4, got rank 3",
    "tf.image.sobel_edges(u8[N, 10, 10, 3]) !! uint8 is not supported",
)
def sobel_edges(image: Any) -> TensorType:
    x = rank_is(allow(as_tensor(image, argument="image"), FLOATS, "image"), 4, "image")
    return TensorType(x.dtype, x.shape + Shape.of(2))


@rule(
    "tensorflow.image.total_variation",
    "tf.image.total_variation(f32[N, 20, 20, 3]) -> f32[N]",
    "tf.image.total_variation(f32[20, 20, 3]) -> f32[]",
    "tf.image.total_variation(c64[20, 20, 3]) -> f32[]",
    "tf.image.total_variation(f32[20, 20]) !! expected rank 3 or more, got rank 2",
)
def total_variation(images: Any, name: Any = None) -> TensorType:
    x = allow(_images(images, "images"), NUMBERS, "images")
    shape = Shape.unknown() if x.shape.rank is None else x.shape.slice(0, -3)
    return TensorType(mapped(x.dtype, PARTS), shape)
