"""Drawn calls that make, rearrange, take apart and join tensors."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

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
def reshape(draw: Draw) -> str:
    sizes = dims(draw)
    target = list(draw(st.permutations(sizes)))
    while len(target) > 1 and draw(FLAGS):
        target[:2] = [target[0] * target[1]]
    if draw(FLAGS):
        target.insert(draw(st.integers(0, len(target))), 1)
    if target and draw(FLAGS):
        target[draw(st.integers(0, len(target) - 1))] = -1
    return call("reshape", tensor(draw, sizes, draw(DTYPES)), str(spoilt(draw, target)))


@st.composite
def transpose(draw: Draw) -> str:
    sizes = dims(draw)
    perm = spoilt(draw, list(draw(st.permutations(range(len(sizes))))))
    return call("transpose", tensor(draw, sizes), *([] if rarely(draw, 5) else [str(perm)]))


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
    return call(name, f"[{', '.join(parts)}]", axis=place)


@st.composite
def taken_apart(draw: Draw) -> str:
    sizes = dims(draw, 1, 4)
    place = axis(draw, len(sizes))
    size = sizes[place] if -len(sizes) <= place < len(sizes) else 2
    if draw(FLAGS):
        return call(
            "unstack",
            tensor(draw, sizes),
            axis=place,
            num=draw(st.sampled_from([None, size])),
        )
    parts = draw(st.sampled_from([1, 2, size, [1, -1], [size], [1, size - 1], [0, -1, 1]]))
    return call("split", tensor(draw, sizes), str(parts), axis=place)


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
        "gather_nd", tensor(draw, params), tensor(draw, [*dims(draw, most=2), depth], "i32")
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
    return call("boolean_mask", tensor(draw, sizes), chosen)


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
        return call(name, x, str(around) if around else "i32[0, 2]")
    if name == "tile":
        return call(
            name,
            x,
            str([draw(st.integers(0, 3)) for _ in spoilt(draw, sizes)]) if sizes else "i32[0]",
        )
    if name == "slice":
        begin = [draw(st.integers(0, size)) for size in sizes]
        size = [draw(st.sampled_from([-1, end - start])) for start, end in zip(begin, sizes)]
        return call(
            name,
            x,
            *((str(begin), str(spoilt(draw, size))) if sizes else ("i32[0]", "i32[0]")),
        )
    if name == "repeat":
        place = axis(draw, len(sizes)) if draw(FLAGS) else None
        return call(
            name,
            x,
            draw(st.sampled_from(["2", "3", "[2]", "[1, 3]", "i32[3]", "0"])),
            axis=place,
        )
    if name == "roll":
        return call(name, x, "1", str(axis(draw, len(sizes))))
    target = [*dims(draw, most=2), *(4 if size == 1 else size for size in sizes)]
    return call(name, x, str(spoilt(draw, target)) if target else "i32[0]")


@st.composite
def where(draw: Draw) -> str:
    sizes = dims(draw, most=4)
    condition = tensor(draw, stretchable(draw, sizes), "b" if not rarely(draw) else "i32")
    if rarely(draw, 4):
        return call("where", condition)
    dtype = draw(DTYPES)
    x = tensor(draw, stretchable(draw, sizes), dtype)
    y = tensor(draw, stretchable(draw, sizes), draw(DTYPES) if rarely(draw) else dtype)
    return call(
        "where",
        condition,
        x,
        y if draw(FLAGS) else draw(st.sampled_from([y, "0", "1.5", "True"])),
    )


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
        return call(name, indices, str(draw(st.integers(0, 4))), axis=place)
    if name == "range":
        return call(name, *(draw(numbers) for _ in range(draw(st.integers(1, 3)))))
    if name == "eye":
        return call(name, "3", draw(st.sampled_from(["None", "2", "i32[]"])), str(sizes))
    if name == "sequence_mask":
        return call(name, tensor(draw, sizes, "i32"), draw(st.sampled_from(["None", "4", "i32[]"])))
    if name == "linspace":
        ends = [tensor(draw, sizes), tensor(draw, stretchable(draw, sizes))]
        return call(name, *ends, "4", axis=axis(draw, len(sizes) + 1))
    return call(name, str(spoilt(draw, sizes)), *([draw(numbers)] if name == "fill" else []))


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
    return call("constant", value, dtype=dtype)


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
        return call(name, indices, updates, str(target))
    if name == "segment":
        ids = tensor(draw, spoilt(draw, target[:depth]), "i32")
        return call("math.unsorted_segment_sum", tensor(draw, target), ids, "5")
    return call(name, tensor(draw, target), indices, updates)


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
            f"random.{name}", tensor(draw, spoilt(draw, [2, 3])), str(draw(st.integers(0, 4)))
        )
    more: dict[str, Any] = {}
    if name == "stateless_normal":
        more["seed"] = draw(st.sampled_from(["[1, 2]", "i32[2]", "[1]", "i32[]"]))
    if name == "gamma":
        return call(f"random.{name}", shape_of, tensor(draw, dims(draw, most=2)))
    if draw(FLAGS):
        more["minval" if name == "uniform" else "mean"] = tensor(draw, stretchable(draw, sizes))
    elif draw(FLAGS):
        more["dtype"] = draw(st.sampled_from(["tf.float64", "tf.int32", "tf.float16"]))
        if name == "uniform" and draw(FLAGS):
            more["maxval"] = 5
    return call(f"random.{name}", shape_of, **more)
