"""Calls drawn at random, as text: mostly right, in part unknown, sometimes wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from hypothesis import strategies as st

from tftypes_mypy.ops.elementwise import BINARY, UNARY
from tftypes_mypy.ops.reductions import REDUCTIONS

T = TypeVar("T")
Dims = list[int]
Draw = Callable[[st.SearchStrategy[Any]], Any]

NUMBERS = st.sampled_from(["f32", "f32", "f32", "f64", "f16", "i32", "i64", "u8", "c64"])
DTYPES = st.one_of(NUMBERS, st.sampled_from(["b", "s"]))
FLAGS = st.booleans()


def rarely(draw: Draw, times: int = 12) -> bool:
    """Once in so many times: where a drawn call goes wrong, or loses what is known."""
    return bool(draw(st.integers(1, times)) == 1)


def dims(draw: Draw, least: int = 0, most: int = 5) -> Dims:
    sizes = st.integers(0, 4) if rarely(draw) else st.integers(1, 4)
    return list(draw(st.lists(sizes, min_size=least, max_size=most)))


def shape(draw: Draw, sizes: Dims) -> str:
    """The text of a shape of these sizes, some of which may be unknown, or 5 under the name N."""
    if rarely(draw, 25):
        return "..."
    texts = []
    for size in sizes:
        unknown = size == 2 and draw(FLAGS)
        texts.append("None" if unknown else "N" if size == 5 else str(size))
    return ", ".join(texts)


def tensor(draw: Draw, sizes: Dims, dtype: str = "f32") -> str:
    return f"{dtype}[{shape(draw, sizes)}]"


def spoilt(draw: Draw, sizes: Dims) -> Dims:
    """The sizes, or rarely others."""
    if not rarely(draw):
        return sizes
    if not sizes or draw(FLAGS):
        return [*sizes, draw(st.integers(1, 4))]
    place = draw(st.integers(0, len(sizes) - 1))
    return [*sizes[:place], draw(st.integers(0, 6)), *sizes[place + 1 :]]


def axis(draw: Draw, rank: int) -> int:
    """An axis from either end, rarely out of range."""
    if rank == 0 or rarely(draw):
        return int(draw(st.integers(-7, 6)))
    return int(draw(st.integers(-rank, rank - 1)))


def stretchable(draw: Draw, sizes: Dims) -> Dims:
    """Sizes that broadcast with the given ones."""
    kept = sizes[draw(st.integers(0, len(sizes))) :]
    return spoilt(draw, [1 if rarely(draw, 4) else size for size in kept])


def call(draw: Draw, name: str, *arguments: str, **keywords: Any) -> str:
    given = [
        *arguments,
        *(f"{key}={value}" for key, value in keywords.items() if value is not None),
    ]
    return f"tf.{name}({', '.join(given)})"


def one_of(*texts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(*texts)


# --- families ---------------------------------------------------------------------------------------------------------


@st.composite
def unary(draw: Draw) -> str:
    ops = draw(st.sampled_from([row[3] for row in UNARY])).split()
    return call(draw, draw(st.sampled_from(ops)), tensor(draw, dims(draw), draw(DTYPES)))


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
        return call(draw, draw(st.sampled_from(ops)), *pair)
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
    return call(draw, name, tensor(draw, sizes, dtype), axis=axes, keepdims=keepdims)


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
    return call(draw, name, tensor(draw, sizes, draw(NUMBERS)), axis=place)


@st.composite
def reshape(draw: Draw) -> str:
    sizes = dims(draw)
    target = list(draw(st.permutations(sizes)))
    while len(target) > 1 and draw(FLAGS):
        target[:2] = [target[0] * target[1]]
    if draw(FLAGS):
        target.insert(draw(st.integers(0, len(target))), 1)
    if target and draw(FLAGS):
        target[draw(st.integers(0, len(target) - 1))] = -1
    return call(draw, "reshape", tensor(draw, sizes, draw(DTYPES)), str(spoilt(draw, target)))


@st.composite
def transpose(draw: Draw) -> str:
    sizes = dims(draw)
    perm = spoilt(draw, list(draw(st.permutations(range(len(sizes))))))
    return call(draw, "transpose", tensor(draw, sizes), *([] if rarely(draw, 5) else [str(perm)]))


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
    return call(draw, "matmul", left, right, **flags)


@st.composite
def joined(draw: Draw) -> str:
    name = draw(st.sampled_from(["concat", "stack"]))
    sizes = dims(draw, 0 if name == "stack" else 1, 4)
    place = axis(draw, len(sizes) + (name == "stack"))
    dtype = draw(DTYPES)
    parts = []
    for _ in range(draw(st.integers(1, 3))):
        part = spoilt(draw, list(sizes))
        if name == "concat" and part and -len(part) <= place < len(part):
            part[place] = draw(st.integers(0, 4))
        parts.append(tensor(draw, part, draw(DTYPES) if rarely(draw) else dtype))
    return call(draw, name, f"[{', '.join(parts)}]", axis=place)


@st.composite
def taken_apart(draw: Draw) -> str:
    sizes = dims(draw, 1, 4)
    place = axis(draw, len(sizes))
    size = sizes[place] if -len(sizes) <= place < len(sizes) else 2
    if draw(FLAGS):
        return call(
            draw,
            "unstack",
            tensor(draw, sizes),
            axis=place,
            num=draw(st.sampled_from([None, size])),
        )
    parts = draw(st.sampled_from([1, 2, size, [1, -1], [size], [1, size - 1], [0, -1, 1]]))
    return call(draw, "split", tensor(draw, sizes), str(parts), axis=place)


@st.composite
def gather(draw: Draw) -> str:
    batch = dims(draw, most=2)
    params, indices = [*batch, *dims(draw, most=3)], spoilt(draw, [*batch, *dims(draw, most=2)])
    number = draw(st.integers(0, len(batch)))  # others out of range abort the process
    place = axis(draw, len(params)) if draw(FLAGS) else None
    if place is not None and 0 <= place < number and not rarely(draw):
        place = None
    where = tensor(draw, indices, draw(st.sampled_from(["i32", "i64", "i32", "f32"])))
    return call(
        draw,
        "gather",
        tensor(draw, params, draw(DTYPES)),
        where,
        axis=place,
        batch_dims=number or None,
    )


@st.composite
def gather_nd(draw: Draw) -> str:
    params = dims(draw, 1, 4)
    depth = draw(st.integers(0, len(params) + rarely(draw)))
    return call(
        draw, "gather_nd", tensor(draw, params), tensor(draw, [*dims(draw, most=2), depth], "i32")
    )


@st.composite
def indexing(draw: Draw) -> str:
    sizes = dims(draw)
    number = st.one_of(st.none(), st.integers(-5, 5))
    keys = []
    for size in sizes[: draw(st.integers(0, len(sizes)))]:
        kind = draw(st.integers(0, 5))
        if kind == 0 and size:
            keys.append(str(draw(st.integers(-size - rarely(draw), size - 1 + rarely(draw)))))
        elif kind == 1:
            keys.append("tf.newaxis, :")
        else:
            start, stop, step = (
                draw(number),
                draw(number),
                draw(st.sampled_from([None, None, 1, 2, -1, -2])),
            )
            text = ":".join("" if part is None else str(part) for part in (start, stop))
            keys.append(text + ("" if step is None else f":{step}"))
    if keys and draw(FLAGS):
        keys.insert(draw(st.integers(0, len(keys))), "...")
    if rarely(draw):
        keys.append(
            draw(
                st.sampled_from(
                    ["0", "...", "b[2]", "i32[]", "tf.newaxis", "1.5", "f32[]", "i32[2]"]
                )
            )
        )
    return f"{tensor(draw, sizes, draw(DTYPES))}[{', '.join(keys) or '...'}]"


@st.composite
def mask(draw: Draw) -> str:
    sizes = dims(draw, 1, 4)
    front = spoilt(draw, sizes[: draw(st.integers(1, len(sizes)))])
    chosen = tensor(draw, front, "b")
    if draw(FLAGS):
        return f"{tensor(draw, sizes)}[{chosen}]"
    return call(draw, "boolean_mask", tensor(draw, sizes), chosen)


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
    return call(
        draw, f"nn.conv{spatial}d", tensor(draw, x, dtype), tensor(draw, w, dtype), str(stride), padding,
        dilations=dilations,
    )  # fmt: skip


@st.composite
def pooling(draw: Draw) -> str:
    spatial = draw(st.integers(1, 3))
    name = draw(st.sampled_from(["max_pool", "avg_pool"])) + f"{spatial}d"
    images = spoilt(draw, [2, *(draw(st.integers(3, 9)) for _ in range(spatial)), 3])
    window, stride = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    padding = draw(st.sampled_from(["'SAME'", "'VALID'"]))
    return call(draw, f"nn.{name}", tensor(draw, images), str(window), str(stride), padding)


@st.composite
def resized(draw: Draw) -> str:
    sizes = dims(draw, most=4)
    x = tensor(draw, sizes, draw(NUMBERS))
    name = draw(st.sampled_from(["pad", "tile", "slice", "repeat", "broadcast_to", "roll"]))
    if name == "pad":
        around = [
            [draw(st.integers(-rarely(draw), 2)), draw(st.integers(0, 2))]
            for _ in spoilt(draw, sizes)
        ]
        return call(draw, name, x, str(around) if around else "i32[0, 2]")
    if name == "tile":
        return call(
            draw,
            name,
            x,
            str([draw(st.integers(0, 3)) for _ in spoilt(draw, sizes)]) if sizes else "i32[0]",
        )
    if name == "slice":
        begin = [draw(st.integers(0, size)) for size in sizes]
        size = [draw(st.sampled_from([-1, end - start])) for start, end in zip(begin, sizes)]
        return call(
            draw,
            name,
            x,
            *((str(begin), str(spoilt(draw, size))) if sizes else ("i32[0]", "i32[0]")),
        )
    if name == "repeat":
        place = axis(draw, len(sizes)) if draw(FLAGS) else None
        return call(
            draw,
            name,
            x,
            draw(st.sampled_from(["2", "3", "[2]", "[1, 3]", "i32[3]", "0"])),
            axis=place,
        )
    if name == "roll":
        return call(draw, name, x, "1", str(axis(draw, len(sizes))))
    target = [*dims(draw, most=2), *(4 if size == 1 else size for size in sizes)]
    return call(draw, name, x, str(spoilt(draw, target)) if target else "i32[0]")


@st.composite
def where(draw: Draw) -> str:
    sizes = dims(draw, most=4)
    condition = tensor(draw, stretchable(draw, sizes), "b" if not rarely(draw) else "i32")
    if rarely(draw, 4):
        return call(draw, "where", condition)
    dtype = draw(DTYPES)
    x = tensor(draw, stretchable(draw, sizes), dtype)
    y = tensor(draw, stretchable(draw, sizes), draw(DTYPES) if rarely(draw) else dtype)
    return call(
        draw,
        "where",
        condition,
        x,
        y if draw(FLAGS) else draw(st.sampled_from([y, "0", "1.5", "True"])),
    )


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
    return call(draw, "einsum", repr(",".join(terms) + arrow), *operands)


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
    return call(draw, "tensordot", tensor(draw, a), tensor(draw, b), str(axes))


@st.composite
def created(draw: Draw) -> str:
    sizes = dims(draw, most=3)
    numbers = st.sampled_from(["0", "1", "5", "-2", "2.5", "0.5", "i32[]", "f32[]", "some_int"])
    name = draw(
        st.sampled_from(["one_hot", "range", "eye", "fill", "zeros", "sequence_mask", "linspace"])
    )
    if name == "one_hot":
        place = axis(draw, len(sizes) + 1) if draw(FLAGS) else None
        indices = tensor(draw, sizes, draw(st.sampled_from(["i32", "i64", "u8", "f32"])))
        return call(draw, name, indices, str(draw(st.integers(0, 4))), axis=place)
    if name == "range":
        return call(draw, name, *(draw(numbers) for _ in range(draw(st.integers(1, 3)))))
    if name == "eye":
        return call(draw, name, "3", draw(st.sampled_from(["None", "2", "i32[]"])), str(sizes))
    if name == "sequence_mask":
        return call(
            draw, name, tensor(draw, sizes, "i32"), draw(st.sampled_from(["None", "4", "i32[]"]))
        )
    if name == "linspace":
        ends = [tensor(draw, sizes), tensor(draw, stretchable(draw, sizes))]
        return call(draw, name, *ends, "4", axis=axis(draw, len(sizes) + 1))
    return call(draw, name, str(spoilt(draw, sizes)), *([draw(numbers)] if name == "fill" else []))


@st.composite
def constant(draw: Draw) -> str:
    leaf = st.sampled_from(["1", "2.5", "True", "'a'", "2**40", "2j", "-1"])
    row = st.lists(leaf if rarely(draw, 3) else st.just(draw(leaf)), max_size=3)
    value = draw(leaf)
    if draw(FLAGS):
        value = f"[{', '.join(draw(row))}]"
    elif draw(FLAGS):
        rows = [f"[{', '.join(draw(row))}]" for _ in range(draw(st.integers(1, 2)))]
        value = f"[{', '.join(rows)}]"
    dtype = draw(
        st.sampled_from([None, None, "tf.float32", "tf.int32", "tf.int64", "tf.bool", "tf.string"])
    )
    return call(draw, "constant", value, dtype=dtype)


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
    return call(draw, f"linalg.{name}", x, *(["-1", "0"] if name == "band_part" else []), **more)


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
    return call(draw, f"linalg.{name}", tensor(draw, spoilt(draw, matrix)), right)


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
        return call(draw, "nn.moments", x, str(axes), keepdims=draw(st.sampled_from([None, True])))
    if name == "bias_add":
        return call(draw, "nn.bias_add", x, tensor(draw, spoilt(draw, sizes[-1:]), floats))
    if name == "dropout":
        noise = None if draw(FLAGS) else str(stretchable(draw, sizes) or [1])
        return call(
            draw,
            "nn.dropout",
            x,
            draw(st.sampled_from(["0.5", "0.0", "1.0", "-1"])),
            noise_shape=noise,
        )
    if name == "batch":
        parts = [tensor(draw, stretchable(draw, sizes), floats) for _ in range(4)]
        offset, scale = (part if draw(FLAGS) else "None" for part in parts[2:])
        return call(draw, "nn.batch_normalization", x, *parts[:2], offset, scale, "1e-3")
    if name == "sparse_softmax":
        labels = tensor(
            draw, spoilt(draw, sizes[:-1]), draw(st.sampled_from(["i32", "i64", "f32"]))
        )
    else:
        labels = tensor(draw, spoilt(draw, sizes), floats if not rarely(draw) else "f32")
    return call(draw, f"nn.{name}_cross_entropy_with_logits", labels, x)


@st.composite
def scattered(draw: Draw) -> str:
    target = dims(draw, 1, 3)
    depth = draw(st.integers(1, len(target)))
    outer = dims(draw, 1, 2)
    indices = tensor(draw, [*outer, depth], draw(st.sampled_from(["i32", "i64"])))
    updates = tensor(draw, spoilt(draw, [*outer, *target[depth:]]))
    name = draw(
        st.sampled_from(
            ["scatter_nd", "tensor_scatter_nd_update", "tensor_scatter_nd_add", "segment"]
        )
    )
    if name == "scatter_nd":
        return call(draw, name, indices, updates, str(target))
    if name == "segment":
        ids = tensor(draw, spoilt(draw, target[:depth]), "i32")
        return call(draw, "math.unsorted_segment_sum", tensor(draw, target), ids, "5")
    return call(draw, name, tensor(draw, target), indices, updates)


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
    shape_of = (
        str(output) if draw(FLAGS) else f"tf.stack([tf.shape({tensor(draw, x)})[0], *{output[1:]}])"
    )
    return call(
        draw,
        "nn.conv2d_transpose",
        tensor(draw, x),
        tensor(draw, w),
        shape_of,
        str(stride),
        repr(padding),
    )


@st.composite
def drawn_numbers(draw: Draw) -> str:
    name = draw(
        st.sampled_from(
            ["normal", "uniform", "truncated_normal", "gamma", "stateless_normal", "categorical"]
        )
    )
    sizes = dims(draw, most=3)
    shape_of = str(spoilt(draw, sizes))
    if name == "categorical":
        return call(
            draw, f"random.{name}", tensor(draw, spoilt(draw, [2, 3])), str(draw(st.integers(0, 4)))
        )
    more: dict[str, Any] = {}
    if name == "stateless_normal":
        more["seed"] = draw(st.sampled_from(["[1, 2]", "i32[2]", "[1]", "i32[]"]))
    if name == "gamma":
        return call(draw, f"random.{name}", shape_of, tensor(draw, dims(draw, most=2)))
    if draw(FLAGS):
        more["minval" if name == "uniform" else "mean"] = tensor(draw, stretchable(draw, sizes))
    elif draw(FLAGS):
        more["dtype"] = draw(st.sampled_from(["tf.float64", "tf.int32", "tf.float16"]))
        if name == "uniform" and draw(FLAGS):
            more["maxval"] = 5
    return call(draw, f"random.{name}", shape_of, **more)


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
            draw,
            "image.resize",
            x,
            f"[{', '.join(target)}]",
            method=draw(st.sampled_from([None, "'nearest'"])),
        )
    if name.endswith("bounding_box"):
        return call(draw, f"image.{name}", x, "0", "1", *target)
    return call(draw, f"image.{name}", x, *(target if name == "resize_with_crop_or_pad" else []))


FAMILIES: dict[str, Callable[[], st.SearchStrategy[str]]] = {
    "elementwise, one operand": unary,
    "elementwise, two operands": binary,
    "reductions": reduction,
    "along an axis": along_axis,
    "reshape": reshape,
    "transpose": transpose,
    "matmul": matmul,
    "concat, stack": joined,
    "split, unstack": taken_apart,
    "gather": gather,
    "gather_nd": gather_nd,
    "indexing": indexing,
    "masks": mask,
    "convolutions": convolution,
    "pools": pooling,
    "pad, tile, slice, repeat": resized,
    "where": where,
    "einsum": einsum,
    "tensordot": tensordot,
    "matrices": matrices,
    "systems of equations": equations,
    "losses, normalisation": losses,
    "scatter, segments": scattered,
    "transposed convolutions": transposed_convolution,
    "random numbers": drawn_numbers,
    "images": pictures,
    "creation": created,
    "constants": constant,
}
