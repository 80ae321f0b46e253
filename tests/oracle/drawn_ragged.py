"""Drawn calls on ragged tensors: made of partitions, joined, reduced, indexed, gathered."""

from __future__ import annotations

from hypothesis import strategies as st

from .drawing import DTYPES, FLAGS, Draw, axis, call, dims, rarely, spoilt, tensor


def ragged(draw: Draw, rows: int, inner: list[int], dtype: str = "f32") -> str:
    """The text of a ragged tensor: rows, whose lengths are not known, of dense parts."""
    sizes = ["N" if size == 5 else str(size) for size in (rows, *inner)]
    return f"ragged({dtype}[{', '.join([sizes[0], 'None', *sizes[1:]])}])"


@st.composite
def partitioned(draw: Draw) -> str:
    """Values divided into rows, in each way to say how."""
    inner = dims(draw, most=2)
    lengths = draw(st.lists(st.integers(0, 3), min_size=1, max_size=4))
    splits = [sum(lengths[:place]) for place in range(len(lengths) + 1)]
    ways = {
        "from_row_lengths": lengths,
        "from_row_splits": splits,
        "from_row_starts": splits[:-1],
        "from_row_limits": splits[1:],
        "from_value_rowids": [row for row, length in enumerate(lengths) for _ in range(length)],
    }
    way = draw(st.sampled_from(sorted(ways)))
    values = tensor(draw, spoilt(draw, [splits[-1], *inner]), draw(DTYPES))
    count = len(lengths) if way == "from_value_rowids" and draw(FLAGS) else None
    if not ways[way]:
        return call(f"RaggedTensor.{way}", values, "i64[0]", nrows=count)
    return call(f"RaggedTensor.{way}", values, str(ways[way]), nrows=count)


@st.composite
def joined(draw: Draw) -> str:
    """Ragged tensors, some of them dense, one after the other or stacked."""
    name = draw(st.sampled_from(["concat", "stack"]))
    rows, inner = draw(st.integers(1, 4)), dims(draw, most=1)
    parts = []
    for _ in range(draw(st.integers(2, 3))):
        count = draw(st.integers(1, 4)) if name == "concat" else rows
        sizes = spoilt(draw, [count, *inner])
        if draw(FLAGS) or not sizes:
            parts.append(tensor(draw, [*sizes[:1], 2, *sizes[1:]]))
        else:
            parts.append(ragged(draw, sizes[0], sizes[1:]))
    place = axis(draw, 2 + len(inner)) if name == "concat" else draw(st.integers(-1, 2))
    return call(name, f"[{', '.join([ragged(draw, rows, inner), *parts])}]", axis=place)


@st.composite
def reduced(draw: Draw) -> str:
    name = draw(
        st.sampled_from(
            ["reduce_sum", "reduce_mean", "reduce_max", "reduce_prod", "math.reduce_std"]
        )
    )
    inner = dims(draw, most=1)
    dtype = draw(st.sampled_from(["f32", "f64", "i32", "i64"]))
    place = None if rarely(draw, 4) else axis(draw, 2 + len(inner))
    keep = True if rarely(draw, 3) else None
    return call(
        name, ragged(draw, draw(st.integers(1, 5)), inner, dtype), axis=place, keepdims=keep
    )


@st.composite
def indexed(draw: Draw) -> str:
    """`x[0]`, `x[1:, :2]`, `x[..., tf.newaxis]`."""
    inner = dims(draw, most=2)
    number = st.integers(-2, 2).map(str)
    part = st.builds("{}:{}".format, st.one_of(st.just(""), number), st.one_of(st.just(""), number))
    item = st.one_of(part, part, number, st.sampled_from(["...", "tf.newaxis", ":"]))
    keys = draw(st.lists(item, min_size=1, max_size=3 + len(inner)))
    return f"{ragged(draw, draw(st.integers(1, 4)), inner)}[{', '.join(keys)}]"


@st.composite
def gathered(draw: Draw) -> str:
    """Rows by number, where either side is ragged."""
    rows, inner = draw(st.integers(3, 5)), dims(draw, most=2)
    if draw(FLAGS):
        return call("gather", tensor(draw, [rows, *inner]), ragged(draw, 2, [], "i32"))
    indices = str(draw(st.lists(st.integers(0, 2), min_size=1, max_size=4)))
    if rarely(draw, 4):
        indices = str(draw(st.integers(0, 2)))
    return call("gather", ragged(draw, rows, inner), indices)


@st.composite
def resized(draw: Draw) -> str:
    inner = dims(draw, most=1)
    value = ragged(draw, draw(st.integers(1, 5)), inner)
    rank = 2 + len(inner)
    name = draw(st.sampled_from(["expand_dims", "tile", "merge_dims", "to_tensor", "to_sparse"]))
    if name == "expand_dims":
        return call(name, value, axis=draw(st.integers(-rank - 2, rank + 1)))
    if name == "tile":
        return call(name, value, str([draw(st.integers(1, 3)) for _ in spoilt(draw, [1] * rank)]))
    if name == "merge_dims":
        return f"{value}.merge_dims({draw(st.integers(-rank, rank))}, {draw(st.integers(-rank, rank))})"
    return f"{value}.{name}()"
