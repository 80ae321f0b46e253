"""Drawn calls that parse: features of examples, lines, bytes; and blocks moved to the batch."""

from __future__ import annotations

from hypothesis import strategies as st

from .drawing import FLAGS, Draw, call, dims, rarely, spoilt, tensor

_HELD = st.sampled_from(["tf.float32", "tf.int64", "tf.string"])


def feature(draw: Draw) -> str:
    dtype = "tf.int32" if rarely(draw) else draw(_HELD)
    kind = draw(st.sampled_from(["FixedLen", "FixedLenSequence", "VarLen", "Ragged", "Sparse"]))
    if kind == "FixedLen":
        return f"tf.io.FixedLenFeature({dims(draw, most=2)}, {dtype})"
    if kind == "FixedLenSequence":
        return f"tf.io.FixedLenSequenceFeature({dims(draw, most=2)}, {dtype}, allow_missing=True)"
    if kind == "Sparse":
        return f"tf.io.SparseFeature('place', 'value', {dtype}, {draw(st.integers(1, 9))})"
    return f"tf.io.{kind}Feature({dtype})"


@st.composite
def parsed(draw: Draw) -> str:
    keys = draw(st.lists(st.sampled_from("abc"), min_size=1, max_size=3, unique=True))
    features = ", ".join(f"{key!r}: {feature(draw)}" for key in keys)
    name, sizes = draw(st.sampled_from([("parse_example", [3]), ("parse_single_example", [])]))
    serialized = tensor(draw, spoilt(draw, sizes), "i32" if rarely(draw) else "s")
    return call(f"io.{name}", serialized, f"{{{features}}}")


@st.composite
def decoded(draw: Draw) -> str:
    serialized = tensor(draw, dims(draw, most=2), "s")
    if draw(FLAGS):
        defaults = draw(
            st.lists(st.sampled_from(["0", "0.0", "''", "[1]", "True"]), min_size=1, max_size=3)
        )
        return call("io.decode_csv", serialized, f"[{', '.join(defaults)}]")
    dtype = draw(st.sampled_from(["uint8", "float32", "int64", "bool", "string"]))
    return call("io.decode_raw", serialized, f"tf.{dtype}")


@st.composite
def blocks(draw: Draw) -> str:
    """Space moved to the batch and back."""
    blocks = draw(st.lists(st.integers(1, 3), min_size=1, max_size=2))
    pairs = [[draw(st.integers(0, 1)), draw(st.integers(0, 1))] for _ in blocks]
    area = 1
    for block in blocks:
        area *= block
    if draw(FLAGS):
        space = [block * draw(st.integers(1, 3)) - sum(pair) for block, pair in zip(blocks, pairs)]
        sizes = [draw(st.integers(1, 3)), *(max(0, size) for size in space), 3]
        return call("space_to_batch", tensor(draw, spoilt(draw, sizes)), str(blocks), str(pairs))
    sizes = [area * draw(st.integers(1, 2)), *(draw(st.integers(2, 4)) for _ in blocks), 3]
    return call("batch_to_space", tensor(draw, spoilt(draw, sizes)), str(blocks), str(pairs))


@st.composite
def bits(draw: Draw) -> str:
    dtype = draw(st.sampled_from(["u8", "i32", "f32", "f64", "i64", "f16"]))
    target = draw(
        st.sampled_from(["uint8", "int32", "float32", "float64", "complex64", "bfloat16"])
    )
    sizes = dims(draw, most=3)
    if draw(FLAGS):
        sizes = [*sizes, draw(st.sampled_from([2, 4, 8]))]
    return call("bitcast", tensor(draw, sizes, dtype), f"tf.{target}")
