"""Drawn calls of mathematics: element by element, along axes, of matrices."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tftypes.inference.models.tensorflow.ops.elementwise import BINARY, UNARY
from tftypes.inference.models.tensorflow.ops.reductions import REDUCTIONS

from .drawing import (
    DTYPES,
    FLAGS,
    NUMBERS,
    Draw,
    axis,
    call,
    dims,
    rarely,
    spoilt,
    stretchable,
    tensor,
)


@st.composite
def unary(draw: Draw) -> str:
    ops = draw(st.sampled_from([row[3] for row in UNARY])).split()
    return call(draw(st.sampled_from(ops)), tensor(draw, dims(draw), draw(DTYPES)))


@st.composite
def binary(draw: Draw) -> str:
    ops = draw(st.sampled_from([row[3] for row in BINARY])).replace("*", "").split()
    sizes = dims(draw)
    dtype = draw(DTYPES)
    left = tensor(draw, sizes, dtype)
    right = tensor(draw, stretchable(draw, sizes), draw(DTYPES) if rarely(draw) else dtype)
    if rarely(draw, 5):
        right = draw(st.sampled_from(["2", "1.5", "True", "'a'", "2j", "[1, 2]", "[[1.5]]", "[]"]))
    pair = [right, left] if draw(FLAGS) else [left, right]
    if draw(FLAGS):
        return call(draw(st.sampled_from(ops)), *pair)
    symbol = draw(
        st.sampled_from(
            ["+", "-", "*", "/", "//", "%", "**", "<", "<=", ">", ">=", "&", "|", "^", "==", "!="]
        )
    )
    return f" {symbol} ".join(pair)


@st.composite
def reduction(draw: Draw) -> str:
    names = " ".join(f"math.{op}" for row in REDUCTIONS for op in row[2].split())
    name = draw(st.sampled_from([*names.split(), "math.count_nonzero"]))
    sizes = dims(draw)
    dtype = "b" if name.endswith(("all", "any")) and not rarely(draw) else draw(DTYPES)
    axes: str | None = None
    if draw(FLAGS):
        axes = str(axis(draw, len(sizes)))
    elif draw(FLAGS):
        axes = str([axis(draw, len(sizes)) for _ in range(draw(st.integers(0, 3)))])
    keepdims = draw(st.sampled_from([None, True, False]))
    return call(name, tensor(draw, sizes, dtype), axis=axes, keepdims=keepdims)


@st.composite
def along_axis(draw: Draw) -> str:
    name = draw(
        st.sampled_from(
            [
                "argmax",
                "math.argmin",
                "cumsum",
                "math.cumprod",
                "nn.softmax",
                "nn.log_softmax",
                "sort",
                "argsort",
                "squeeze",
                "nn.crelu",
                "expand_dims",
                "reverse",
                "math.l2_normalize",
            ]
        )
    )
    sizes = dims(draw)
    if name == "squeeze":
        sizes = [1 if draw(FLAGS) else size for size in sizes]
    place: Any = axis(draw, len(sizes) + (name == "expand_dims"))
    if name in ("squeeze", "reverse", "math.l2_normalize") and draw(FLAGS):
        place = [place, *(axis(draw, len(sizes)) for _ in range(draw(st.integers(0, 2))))]
    if name == "squeeze" and rarely(draw, 4):
        place = None
    return call(name, tensor(draw, sizes, draw(NUMBERS)), axis=place)


@st.composite
def matmul(draw: Draw) -> str:
    batch = dims(draw, most=2)
    rows, inner, columns = dims(draw, 3, 3)
    flip_a, flip_b = draw(FLAGS), draw(FLAGS)
    a = [inner, rows] if flip_a else [rows, inner]
    b = [columns, inner] if flip_b else [inner, columns]
    dtype = draw(NUMBERS)
    left = tensor(draw, spoilt(draw, [*batch, *a]), dtype)
    right = tensor(
        draw,
        spoilt(draw, [*stretchable(draw, batch), *b]),
        draw(NUMBERS) if rarely(draw) else dtype,
    )
    if not flip_a and not flip_b and draw(FLAGS):
        return f"{left} @ {right}"
    flags = {"transpose_a": flip_a or None, "transpose_b": flip_b or None}
    return call("matmul", left, right, **flags)


@st.composite
def einsum(draw: Draw) -> str:
    sizes = {label: draw(st.integers(1, 4)) for label in "abcd"}
    dots = dims(draw, most=2)
    terms, operands = [], []
    for _ in range(draw(st.integers(1, 3))):
        labels = "".join(draw(st.lists(st.sampled_from("abcd"), max_size=3)))
        shape_of = [sizes[label] for label in labels]
        if draw(FLAGS):
            at = draw(st.integers(0, len(labels)))
            labels, shape_of = (
                f"{labels[:at]}...{labels[at:]}",
                [*shape_of[:at], *dots, *shape_of[at:]],
            )
        terms.append(labels)
        operands.append(tensor(draw, spoilt(draw, shape_of)))
    used = sorted(set("".join(terms)) - {"."})
    output = "".join(draw(st.permutations(used))[: draw(st.integers(0, len(used)))])
    if "..." in "".join(terms) and not rarely(draw):
        output = "..." + output
    arrow = "" if rarely(draw, 6) else f"->{output}"
    return call("einsum", repr(",".join(terms) + arrow), *operands)


@st.composite
def tensordot(draw: Draw) -> str:
    shared = dims(draw, most=2)
    a, b = [*dims(draw, most=2), *shared], spoilt(draw, [*shared, *dims(draw, most=2)])
    axes: Any = len(shared)
    if draw(FLAGS):
        axes = [
            [len(a) - len(shared) + place for place in range(len(shared))],
            [*range(len(shared))],
        ]
    return call("tensordot", tensor(draw, a), tensor(draw, b), str(axes))


@st.composite
def matrices(draw: Draw) -> str:
    square = ["inv", "det", "cholesky", "slogdet", "eigh", "eigvalsh", "logdet", "lu"]
    name = draw(
        st.sampled_from(
            [
                *square,
                *[
                    "trace",
                    "svd",
                    "qr",
                    "diag",
                    "diag_part",
                    "band_part",
                    "matrix_transpose",
                    "pinv",
                ],
            ]
        )
    )
    batch, (rows, columns) = dims(draw, most=2), dims(draw, 2, 2)
    sizes = [*batch, rows, rows if name in square else columns]
    dtype = draw(st.sampled_from(["f32", "f32", "f64", "c64", "i32"]))
    x = tensor(draw, spoilt(draw, [*batch, rows] if name == "diag" else sizes), dtype)
    more: dict[str, Any] = {}
    if name in ("diag", "diag_part") and draw(FLAGS):
        more["k"] = draw(st.integers(-1, 1))
    if name in ("svd", "qr") and draw(FLAGS):
        more["full_matrices"] = draw(FLAGS)
    if name == "svd" and draw(FLAGS):
        more["compute_uv"] = draw(FLAGS)
    return call(f"linalg.{name}", x, *(["-1", "0"] if name == "band_part" else []), **more)


@st.composite
def equations(draw: Draw) -> str:
    name = draw(st.sampled_from(["solve", "triangular_solve", "lstsq", "matvec", "cross"]))
    batch, (rows, columns) = dims(draw, most=2), dims(draw, 2, 2)
    matrix = [*batch, rows, columns if name in ("lstsq", "matvec") else rows]
    other = [*batch, rows, draw(st.integers(1, 3))]
    if name == "matvec":
        other = [*batch, columns]
    if name == "cross":
        matrix = other = [*batch, 3]
    right = tensor(draw, spoilt(draw, other), "f32" if not rarely(draw) else "f64")
    return call(f"linalg.{name}", tensor(draw, spoilt(draw, matrix)), right)
