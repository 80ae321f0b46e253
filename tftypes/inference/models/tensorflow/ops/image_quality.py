"""tf.image: how alike two images are."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import Shape, ShapeMismatch, TensorType, broadcast, equal

from .arguments import rank_at_least
from .broadcasting import one_dtype
from .conversion import as_tensor
from .image import colours
from .rule import OpError, Unsure, rule
from .values import FLOAT32, PyValue, is_number, known_bool, known_int


def _alike(a: Any, b: Any, names: tuple[str, str]) -> Shape:
    """The batch of two images or batches."""
    first, second = (
        rank_at_least(colours(value, argument), 3, argument)
        for value, argument in zip((a, b), names)
    )
    for axis in (-3, -2, -1):
        if equal(first.shape[axis], second.shape[axis]) is False:
            words = f"images {first.shape} and {second.shape} differ"
            raise OpError("tf-shape", words, names[1], _as_large(first, second, names[1]))
    if first.shape.rank is None or second.shape.rank is None:
        return Shape.unknown()
    try:
        return broadcast(first.shape.slice(0, -3), second.shape.slice(0, -3))
    except ShapeMismatch:
        raise Unsure from None


def _as_large(first: TensorType, second: TensorType, argument: str) -> str | None:
    """What gives images the height and width of others."""
    sizes = [first.shape[-3], first.shape[-2]]
    is_same = equal(first.shape[-1], second.shape[-1]) is True and second.dtype == FLOAT32
    return (
        f"tf.image.resize({argument}, {sizes})" if is_same and all(map(is_number, sizes)) else None
    )


def _check_window(x: Any, filter_size: Any, scales: int) -> None:
    """Raises OpError for a window that is larger than images, the height and width of which are halved for each scale."""
    shape, window = as_tensor(x).shape, known_int(filter_size)
    sizes = [] if shape.rank is None else [shape[-3], shape[-2]]
    least = min((size for size in sizes if is_number(size)), default=None)
    for _ in range(scales):
        least = least if least is None else -(-least // 2)
    if window is not None and least is not None and least < window:
        hint = f"filter_size={least - 1 + least % 2}" if least > 1 else None
        raise OpError(
            "tf-shape", f"a window of {window} in an image of {least}", "filter_size", hint
        )


@rule(
    "tensorflow.image.psnr",
    "tf.image.psnr(f32[N, 28, 28, 3], f32[N, 28, 28, 3], 1.0) -> f32[N]",
    "tf.image.psnr(u8[28, 28, 3], u8[28, 28, 3], max_val=255) -> f32[]",
    "tf.image.psnr(f32[28, 28, 3], f32[28, 28, 3], i32[1]) -> f32[...]",
    "tf.image.psnr(f32[2, 28, 28, 3], f32[2, 28, 27, 3], 1.0) !! differ",
    "tf.image.psnr(f32[28, 28], f32[28, 28], 1.0) !! expected rank 3 or more, got rank 2",
    "tf.image.psnr(b[28, 28, 3], b[28, 28, 3], 1.0) !! bool is not supported",
)
def psnr(a: Any, b: Any, max_val: Any, name: Any = None) -> TensorType:
    alike = _alike(a, b, ("a", "b"))
    is_one = isinstance(max_val, (int, float, PyValue)) or as_tensor(max_val).shape.rank == 0
    return TensorType(FLOAT32, alike if is_one else Shape.unknown())


@rule(
    "tensorflow.image.ssim",
    "tf.image.ssim(f32[N, 28, 28, 3], f32[N, 28, 28, 3], 1.0) -> f32[N]",
    "tf.image.ssim(f32[2, 28, 28, 3], f32[2, 28, 27, 3], 1.0) !! differ",
    "tf.image.ssim(f32[2, 28, 28, 3], u8[2, 28, 28, 3], 1.0) !! expected float32 as img1 has, got uint8",
    "tf.image.ssim(f32[8, 9, 3], f32[8, 9, 3], 1.0) !! filter_size=7",
)
def ssim(
    img1: Any,
    img2: Any,
    max_val: Any,
    filter_size: Any = 11,
    filter_sigma: Any = 1.5,
    k1: Any = 0.01,
    k2: Any = 0.03,
    return_index_map: Any = False,
) -> TensorType:
    batch = _alike(img1, img2, ("img1", "img2"))
    one_dtype(as_tensor(img1), as_tensor(img2), ("img1", "img2"))
    _check_window(img1, filter_size, 0)
    if known_bool(return_index_map) is not False:
        return TensorType(FLOAT32, Shape.unknown())
    return TensorType(FLOAT32, batch)


@rule(
    "tensorflow.image.ssim_multiscale",
    "tf.image.ssim_multiscale(f32[N, 256, 256, 3], f32[N, 256, 256, 3], 1.0) -> f32[N]",
    "tf.image.ssim_multiscale(f32[...], f32[...], 1.0) -> f32[...]",
    "tf.image.ssim_multiscale(f32[None, None, 3], f32[None, None, 3], 1.0) -> f32[]",
    "tf.image.ssim_multiscale(f32[2, 256, 256, 3], f32[2, 256, 255, 3], 1.0) !! differ",
    "tf.image.ssim_multiscale(f32[160, 200, 3], f32[160, 200, 3], 1.0) !! a window of 11 in an image of 10",
)
def ssim_multiscale(
    img1: Any,
    img2: Any,
    max_val: Any,
    power_factors: Any = (),
    filter_size: Any = 11,
    filter_sigma: Any = 1.5,
    k1: Any = 0.01,
    k2: Any = 0.03,
) -> TensorType:
    batch = _alike(img1, img2, ("img1", "img2"))
    if power_factors == ():
        _check_window(img1, filter_size, 4)
    return TensorType(FLOAT32, batch)
