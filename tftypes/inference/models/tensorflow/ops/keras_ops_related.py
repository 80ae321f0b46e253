"""keras.ops: by function the relations that its arguments have, each with an example."""

from __future__ import annotations

from typing import Final

from . import keras_ops_image_relations as images
from . import keras_ops_relations as relations
from .keras_ops_relations import Relation

#: The relations of arguments, each with an example.
RELATIONS: Final[dict[str, tuple[tuple[Relation, ...], str]]] = {
    "batch_normalization": (
        (relations.along, relations.scaled),
        "f32[6, 3], f32[2], f32[2], -1) !! expected 3 numbers, the size of axis -1, got 2",
    ),
    "conv_transpose": (
        (images.taken("kernel", -1),),
        "f32[6, 8, 8, 3], f32[3, 3, 2, 4]) !! 3 channels, the filters take 4",
    ),
    "depthwise_conv": (
        (images.taken("kernel", -2),),
        "f32[6, 8, 8, 3], f32[3, 3, 4, 1]) !! 3 channels, the filters take 4",
    ),
    "dot_product_attention": (
        (relations.attended,),
        "f32[2, 5, 4, 8], f32[2, 6, 4, 8], f32[2, 6, 4, 8], bias=f32[2, 5, 6]) !! expected [batch, heads, queries, keys]",
    ),
    **dict.fromkeys(
        ("fft", "fft2"),
        ((relations.paired(of_floats=True),), "f32[6, 8]) !! expected a tuple (real, imaginary)"),
    ),
    "glu": ((relations.along, relations.halves), "f32[6, 3]) !! expected an even size"),
    **dict.fromkeys(
        ("image.hsv_to_rgb", "image.rgb_to_hsv"),
        ((images.three_channels,), "f32[8, 8, 2]) !! expected 3 channels"),
    ),
    **dict.fromkeys(
        ("ifft2", "irfft"),
        ((relations.paired(),), "f32[6, 8]) !! expected a tuple (real, imaginary)"),
    ),
    "image.affine_transform": (
        (images.transformed,),
        "f32[6, 8, 8, 3], f32[7]) !! expected 8 numbers",
    ),
    "image.crop_images": (
        (
            images.two_of("top_cropping", "bottom_cropping", "target_height"),
            images.two_of("left_cropping", "right_cropping", "target_width"),
            images.rest("top_cropping", "bottom_cropping", "target_height", -3, cuts=True),
            images.rest("left_cropping", "right_cropping", "target_width", -2, cuts=True),
        ),
        "f32[6, 8, 8, 3], 1, 1) !! two of top_cropping, bottom_cropping and target_height",
    ),
    "image.map_coordinates": (
        (images.located,),
        "f32[6, 3], f32[3, 5], 1) !! expected 2 rows",
    ),
    "image.pad_images": (
        (
            images.two_of("top_padding", "bottom_padding", "target_height"),
            images.two_of("left_padding", "right_padding", "target_width"),
            images.rest("top_padding", "bottom_padding", "target_height", -3, cuts=False),
            images.rest("left_padding", "right_padding", "target_width", -2, cuts=False),
        ),
        "f32[6, 8, 8, 3], 1, 1) !! two of top_padding, bottom_padding and target_height",
    ),
    "image.perspective_transform": (
        (images.cornered,),
        "f32[6, 8, 8, 3], f32[3, 2], f32[3, 2]) !! expected [4, 2]",
    ),
    "image.resize": (
        (images.one_way,),
        "f32[6, 8, 8, 3], (4, 4), pad_to_aspect_ratio=True, crop_to_aspect_ratio=True) !! not both",
    ),
    "istft": ((relations.paired(),), ""),
    **dict.fromkeys(
        ("layer_normalization", "rms_normalization"),
        ((relations.along,), "f32[6, 3], axis=4) !! axis 4 is out of range for rank 2"),
    ),
    **dict.fromkeys(
        ("log_softmax", "softmax"),
        ((relations.along,), "f32[6, 3], axis=(0, 4)) !! axis 4 is out of range for rank 2"),
    ),
    "lstsq": ((relations.solved,), ""),
    "norm": (
        (relations.along, relations.ordered),
        "f32[6, 3], ord=3, axis=(0, 1)) !! expected 1, 2, their negatives or inf",
    ),
    "polar": ((relations.together("abs_", "angle"),), ""),
    "psnr": ((relations.alike("x1", "x2"),), ""),
    "random.dropout": (
        (relations.dropped,),
        "f32[6, 3], 0.5, noise_shape=(1, 2)) !! does not broadcast to [6, 3]",
    ),
    "random.shuffle": (
        (relations.along,),
        "f32[6, 3], axis=4) !! axis 4 is out of range for rank 2",
    ),
    "separable_conv": (
        (images.taken("depthwise_kernel", -2), images.pointed),
        "f32[6, 8, 8, 3], f32[3, 3, 3, 1], f32[1, 1, 4, 2]) !! 3 channels, the filters take 4",
    ),
    "slice_update": (
        (relations.updated,),
        "f32[6, 3], [0, 0], f32[6, 4]) !! dim 1 is 4, and 3 in inputs",
    ),
    "stft": ((relations.as_long, relations.windowed), "f32[6, 3], 2, 1, 1) !! expected 2 or more"),
}
