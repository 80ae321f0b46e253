"""Drawn calls of what neural networks are made of, and of images."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from .drawing import FLAGS, Draw, axis, call, dims, rarely, spoilt, stretchable, tensor


@st.composite
def convolution(draw: Draw) -> str:
    spatial = draw(st.integers(1, 2))
    images = [draw(st.integers(3, 9)) for _ in range(spatial)]
    windows = [draw(st.integers(1, 4)) for _ in range(spatial)]
    channels, made = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    padding = draw(st.sampled_from(["'SAME'", "'VALID'"]))
    stride: Any = draw(st.integers(1, 3))
    if draw(FLAGS):
        stride = [1, *(draw(st.integers(1, 3)) for _ in range(spatial)), 1]
    dilations = draw(st.sampled_from([None, None, 1, 2])) if stride == 1 else None
    x = spoilt(draw, [draw(st.integers(1, 2)), *images, channels])
    w = spoilt(draw, [*windows, channels, made])
    dtype = draw(st.sampled_from(["f32", "f32", "f64", "f32", "i64"]))
    return call(f"nn.conv{spatial}d", tensor(draw, x, dtype), tensor(draw, w, dtype), str(stride), padding,
        dilations=dilations,
    )  # fmt: skip


@st.composite
def pooling(draw: Draw) -> str:
    spatial = draw(st.integers(1, 3))
    name = draw(st.sampled_from(["max_pool", "avg_pool"])) + f"{spatial}d"
    images = spoilt(draw, [2, *(draw(st.integers(3, 9)) for _ in range(spatial)), 3])
    window, stride = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    padding = draw(st.sampled_from(["'SAME'", "'VALID'"]))
    return call(f"nn.{name}", tensor(draw, images), str(window), str(stride), padding)


@st.composite
def losses(draw: Draw) -> str:
    name = draw(
        st.sampled_from(
            ["sparse_softmax", "softmax", "sigmoid", "bias_add", "moments", "batch", "dropout"]
        )
    )
    sizes = dims(draw, 1, 4)
    floats = draw(st.sampled_from(["f32", "f32", "f64", "f16", "i32"]))
    x = tensor(draw, sizes, floats)
    if name == "moments":
        axes = [axis(draw, len(sizes)) for _ in range(draw(st.integers(1, 2)))]
        return call("nn.moments", x, str(axes), keepdims=draw(st.sampled_from([None, True])))
    if name == "bias_add":
        return call("nn.bias_add", x, tensor(draw, spoilt(draw, sizes[-1:]), floats))
    if name == "dropout":
        noise = None if draw(FLAGS) else str(stretchable(draw, sizes) or [1])
        return call(
            "nn.dropout",
            x,
            draw(st.sampled_from(["0.5", "0.0", "1.0", "-1"])),
            noise_shape=noise,
        )
    if name == "batch":
        parts = [tensor(draw, stretchable(draw, sizes), floats) for _ in range(4)]
        offset, scale = (part if draw(FLAGS) else "None" for part in parts[2:])
        return call("nn.batch_normalization", x, *parts[:2], offset, scale, "1e-3")
    if name == "sparse_softmax":
        labels = tensor(
            draw, spoilt(draw, sizes[:-1]), draw(st.sampled_from(["i32", "i64", "f32"]))
        )
    else:
        labels = tensor(draw, spoilt(draw, sizes), floats if not rarely(draw) else "f32")
    return call(f"nn.{name}_cross_entropy_with_logits", labels, x)


@st.composite
def transposed_convolution(draw: Draw) -> str:
    images = [draw(st.integers(2, 5)) for _ in range(2)]
    stride, window = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    padding = draw(st.sampled_from(["SAME", "VALID"]))
    grown = [
        size * stride if padding == "SAME" else (size - 1) * stride + window for size in images
    ]
    output = [2, *grown, 3]
    if rarely(draw, 4):
        output[draw(st.integers(0, 3))] += draw(st.integers(-1, 2))
    x, w = spoilt(draw, [2, *images, 4]), spoilt(draw, [window, window, 3, 4])
    shape_of = str(output)
    if draw(FLAGS):
        sizes = ", ".join(map(str, output[1:]))
        shape_of = f"tf.stack([tf.shape({tensor(draw, x)})[0], {sizes}])"
    return call(
        "nn.conv2d_transpose",
        tensor(draw, x),
        tensor(draw, w),
        shape_of,
        str(stride),
        repr(padding),
    )


@st.composite
def pictures(draw: Draw) -> str:
    sizes = spoilt(draw, [*draw(st.sampled_from([[], [2]])), 6, 7, draw(st.sampled_from([1, 3]))])
    x = tensor(draw, sizes, draw(st.sampled_from(["f32", "u8", "f64"])))
    target = [str(draw(st.integers(1, 9))) for _ in range(2)]
    name = draw(
        st.sampled_from(
            [
                "resize",
                "flip_left_right",
                "transpose",
                "rot90",
                "crop_to_bounding_box",
                "pad_to_bounding_box",
                "rgb_to_grayscale",
                "grayscale_to_rgb",
                "resize_with_crop_or_pad",
            ]
        )
    )
    if name == "resize":
        return call(
            "image.resize",
            x,
            f"[{', '.join(target)}]",
            method=draw(st.sampled_from([None, "'nearest'"])),
        )
    if name.endswith("bounding_box"):
        return call(f"image.{name}", x, "0", "1", *target)
    return call(f"image.{name}", x, *(target if name == "resize_with_crop_or_pad" else []))
