"""Drawn calls on sparse tensors: made, reshaped, cut, joined, multiplied, reduced; sets of them."""

from __future__ import annotations

from hypothesis import strategies as st

from .drawing import DTYPES, FLAGS, Draw, axis, call, dims, rarely, spoilt, tensor

_NUMBERS = st.sampled_from(["f32", "f64", "i32", "i64"])


def sparse(draw: Draw, sizes: list[int], dtype: str = "f32") -> str:
    return f"sparse({dtype}[{', '.join('N' if size == 5 else str(size) for size in sizes)}])"


@st.composite
def made(draw: Draw) -> str:
    rank = draw(st.integers(1, 3))
    count = draw(st.integers(0, 3))
    indices = tensor(draw, spoilt(draw, [count, rank]), "i64" if not rarely(draw) else "i32")
    values = tensor(draw, spoilt(draw, [count]), draw(DTYPES))
    shape = [draw(st.integers(2, 5)) for _ in spoilt(draw, [1] * rank)]
    return call("SparseTensor", indices, values, str(shape))


@st.composite
def reshaped(draw: Draw) -> str:
    sizes = [size or 1 for size in dims(draw, 1, 3)]
    value = sparse(draw, sizes, draw(_NUMBERS))
    rank = len(sizes)
    name = draw(st.sampled_from(["reshape", "expand_dims", "transpose", "slice", "split"]))
    if name == "reshape":
        target = list(draw(st.permutations(sizes)))
        while len(target) > 1 and draw(FLAGS):
            target[:2] = [target[0] * target[1]]
        if draw(FLAGS):
            target[draw(st.integers(0, len(target) - 1))] = -1
        return call("sparse.reshape", value, str(spoilt(draw, target)))
    if name == "expand_dims":
        return call("sparse.expand_dims", value, axis=draw(st.integers(-rank - 2, rank + 1)))
    if name == "transpose":
        return call(
            "sparse.transpose", value, str(spoilt(draw, list(draw(st.permutations(range(rank))))))
        )
    if name == "split":
        return call("sparse.split", value, num_split=draw(st.integers(1, 3)), axis=axis(draw, rank))
    starts = [draw(st.integers(0, size)) for size in sizes]
    counts = [draw(st.integers(0, size + 1)) for size in sizes]
    return call("sparse.slice", value, str(starts), str(spoilt(draw, counts)))


@st.composite
def together(draw: Draw) -> str:
    sizes = [size or 1 for size in dims(draw, 1, 3)]
    name = draw(st.sampled_from(["add", "concat", "maximum", "sparse_dense_matmul"]))
    if name == "concat":
        place = axis(draw, len(sizes))
        parts = [sparse(draw, spoilt(draw, sizes)) for _ in range(draw(st.integers(2, 3)))]
        wide = True if rarely(draw, 3) else None
        return call(
            "sparse.concat", str(place), f"[{', '.join(parts)}]", expand_nonconcat_dims=wide
        )
    if name == "sparse_dense_matmul":
        a, b, c = (draw(st.integers(1, 5)) for _ in range(3))
        left = sparse(draw, spoilt(draw, [a, b]))
        right = tensor(draw, spoilt(draw, [b, c]), "f64" if rarely(draw) else "f32")
        flags = {flag: True for flag in ("adjoint_a", "adjoint_b") if rarely(draw, 4)}
        return call("sparse.sparse_dense_matmul", left, right, **flags)
    other = sparse if name == "maximum" or draw(FLAGS) else tensor
    return call(f"sparse.{name}", sparse(draw, sizes), other(draw, spoilt(draw, sizes)))


@st.composite
def reduced(draw: Draw) -> str:
    sizes = [size or 1 for size in dims(draw, 1, 3)]
    name = draw(st.sampled_from(["sparse.reduce_sum", "sparse.reduce_max"]))
    places = None if rarely(draw, 4) else axis(draw, len(sizes))
    flags = {flag: True for flag in ("keepdims", "output_is_sparse") if rarely(draw, 3)}
    return call(name, sparse(draw, sizes, draw(_NUMBERS)), axis=places, **flags)


@st.composite
def sets(draw: Draw) -> str:
    groups = [size or 1 for size in dims(draw, 1, 2)]
    dtype = draw(st.sampled_from(["i32", "i64", "s", "f32"]))
    name = draw(st.sampled_from(["intersection", "union", "difference"]))
    first, second = ([*spoilt(draw, groups), draw(st.integers(1, 3))] for _ in range(2))
    if draw(FLAGS):
        return call(f"sets.{name}", sparse(draw, first, dtype), sparse(draw, second, dtype))
    return call(f"sets.{name}", tensor(draw, first, dtype), tensor(draw, second, dtype))
