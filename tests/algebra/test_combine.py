"""Two shapes made into one: merge, broadcast, join."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.algebra.drawn import M, N, World, shapes, shapes_of, worlds
from tftypes.algebra import (
    UNKNOWN,
    NamedInt,
    Shape,
    ShapeMismatch,
    Unknown,
    broadcast,
    broadcast_all,
    merge,
)
from tftypes.algebra.shapes import broadcast_dim, compatible, join, join_dim, merge_dim, parse

WIDTH = NamedInt(784, "Width")


@pytest.mark.parametrize(
    ("a", "b", "merged"),
    [
        ("[2, ?]", "[?, 3]", "[2, 3]"),
        ("[N, ?]", "[4, ?]", "[4, ?]"),
        ("[?]", "[N]", "[N]"),
        ("[2*N]", "[M]", "[M]"),
        ("[...]", "[2, 3]", "[2, 3]"),
        ("[2, ...]", "[?, 3]", "[2, 3]"),
        ("[2, ...]", "[..., 3]", "[2, ...]"),
        ("[2, ?, ...]", "[..., 3]", "[2, ..., 3]"),
        ("[*Ts, ?]", "[..., 3]", "[*Ts, 3]"),
        ("[*Ts]", "[2, 3]", "[2, 3]"),
        ("[*Ts]", "[2, ...]", "[2, ...]"),
    ],
)
def test_merge(a: str, b: str, merged: str) -> None:
    assert str(merge(parse(a), parse(b))) == merged


@pytest.mark.parametrize("combined", [merge, broadcast])
def test_a_size_with_a_name_keeps_it(combined: Callable[[Shape, Shape], Shape]) -> None:
    assert str(combined(Shape.of(784), Shape.of(WIDTH))) == "[Width]"
    assert str(combined(Shape.of(WIDTH), Shape.of(784))) == "[Width]"


@pytest.mark.parametrize(
    ("a", "b", "axis", "message"),
    [
        ("[2, 3]", "[2, 4]", 1, "dim 1 is 3 in [2, 3] and 4 in [2, 4]"),
        ("[N]", "[M]", 0, "dim 0 is N in [N] and M in [M]"),
        ("[N]", "[N + 1]", 0, "dim 0 is N in [N] and N + 1 in [N + 1]"),
        ("[..., 3]", "[2, ..., 4]", -1, "dim -1 is 3 in [..., 3] and 4 in [2, ..., 4]"),
        ("[2, 3]", "[2]", None, "[2, 3] has rank 2 and [2] has rank 1"),
        ("[2]", "[2, ..., 4]", None, "[2] has rank 1 and [2, ..., 4] has rank at least 2"),
    ],
)
def test_what_cannot_be_merged(a: str, b: str, axis: int | None, message: str) -> None:
    left, right = parse(a), parse(b)
    with pytest.raises(ShapeMismatch) as caught:
        merge(left, right)
    error = caught.value
    assert str(error) == message
    assert (error.a, error.b, error.axis) == (left, right, axis)
    if axis is not None:
        assert (error.dim_a, error.dim_b) == (left[axis], right[axis])
    assert str(pickle.loads(pickle.dumps(error))) == message


@given(st.data(), worlds())
def test_a_tensor_of_both_shapes_has_the_merged_one(data: st.DataObject, world: World) -> None:
    (tensor,) = world.tensors
    a, b = data.draw(shapes_of(world, tensor)), data.draw(shapes_of(world, tensor))
    assert world.admits(merge(a, b), tensor)


@given(st.data(), worlds())
def test_the_merged_shape_is_the_most_precise(data: st.DataObject, world: World) -> None:
    (tensor,) = world.tensors
    a, b = data.draw(shapes_of(world, tensor)), data.draw(shapes_of(world, tensor))
    merged = merge(a, b)
    if a.rank is not None or b.rank is not None:
        assert merged.rank == len(tensor)
        for i in range(len(tensor)):
            told = [shape[j] for shape in (a, b) for j in (i, i - len(tensor))]
            assert isinstance(merged[i], Unknown) is all(isinstance(d, Unknown) for d in told)
            assert isinstance(merged[i], int) is any(isinstance(d, int) for d in told)
    assert merged.min_rank >= max(a.min_rank, b.min_rank)
    assert merge(merged, a) == merge(merged, b) == merged


@given(shapes)
def test_merge_with_itself_or_with_nothing_known(shape: Shape) -> None:
    assert merge(shape, shape) == shape
    assert merge(shape, Shape.unknown()) == merge(Shape.unknown(), shape) == shape


def test_merge_dim_is_none_where_two_dims_cannot_be_one() -> None:
    assert merge_dim(3, 4) is None
    assert merge_dim(N, M) is None
    assert merge_dim(UNKNOWN, N) == N


@pytest.mark.parametrize(
    ("a", "b", "result"),
    [
        ("[]", "[2, 3]", "[2, 3]"),
        ("[2, 1]", "[3]", "[2, 3]"),
        ("[0]", "[1]", "[0]"),
        ("[?]", "[1]", "[?]"),
        ("[?]", "[?]", "[?]"),
        ("[?]", "[3]", "[3]"),
        ("[?]", "[0]", "[?]"),
        ("[N]", "[N]", "[N]"),
        ("[N]", "[1]", "[N]"),
        ("[N]", "[3]", "[3]"),
        ("[N]", "[0]", "[0]"),
        ("[N]", "[?]", "[?]"),
        ("[N]", "[N + 1]", "[?]"),
        ("[N + 1]", "[3]", "[3]"),
        ("[2*N + 1]", "[4]", "[4]"),
        ("[2*N]", "[2*N]", "[2*N]"),
        ("[N, M]", "[M]", "[N, M]"),
        ("[...]", "[3]", "[..., 3]"),
        ("[...]", "[]", "[...]"),
        ("[..., 3]", "[4, 1]", "[..., 4, 3]"),
        ("[*Ts, 3]", "[3]", "[*Ts, 3]"),
        ("[*Ts, N]", "[1]", "[*Ts, N]"),
        ("[*Ts]", "[*Ts]", "[*Ts]"),
        ("[N, *Ts]", "[1, *Ts]", "[N, *Ts]"),
        ("[*Ts]", "[2]", "[..., 2]"),
    ],
)
def test_broadcast(a: str, b: str, result: str) -> None:
    assert str(broadcast(parse(a), parse(b))) == result
    assert str(broadcast(parse(b), parse(a))) == result


@pytest.mark.parametrize(
    ("a", "b", "message"),
    [
        ("[2, 3]", "[4]", "dim -1 is 3 in [2, 3] and 4 in [4]"),
        ("[0]", "[3]", "dim -1 is 0 in [0] and 3 in [3]"),
        ("[N]", "[M]", "dim -1 is N in [N] and M in [M]"),
        ("[2*N]", "[3]", "dim -1 is 2*N in [2*N] and 3 in [3]"),
        ("[2*N]", "[2*N + 2]", "dim -1 is 2*N in [2*N] and 2*N + 2 in [2*N + 2]"),
        ("[..., 3]", "[2, 4]", "dim -1 is 3 in [..., 3] and 4 in [2, 4]"),
        ("[N, *Ts]", "[M, *Ts]", "dim 0 is N in [N, *Ts] and M in [M, *Ts]"),
    ],
)
def test_what_cannot_be_broadcast(a: str, b: str, message: str) -> None:
    with pytest.raises(ShapeMismatch) as caught:
        broadcast(parse(a), parse(b))
    assert str(caught.value) == message


def test_a_named_size_is_shown_with_its_value() -> None:
    with pytest.raises(ShapeMismatch, match=r"dim -1 is Width=784 in \[Width\] and 10 in \[10\]"):
        broadcast(Shape.of(WIDTH), Shape.of(10))


@given(st.data(), worlds(2))
def test_broadcasting_agrees_with_numpy(data: st.DataObject, world: World) -> None:
    one, other = world.tensors
    a, b = data.draw(shapes_of(world, one)), data.draw(shapes_of(world, other))
    try:
        expected = np.broadcast_shapes(one, other)
    except ValueError:
        if a.is_known and b.is_known:
            with pytest.raises(ShapeMismatch):
                broadcast(a, b)
        return
    assert world.admits(broadcast(a, b), expected)


@given(shapes, shapes)
def test_broadcasting_commutes(a: Shape, b: Shape) -> None:
    try:
        result = broadcast(a, b)
    except ShapeMismatch:
        with pytest.raises(ShapeMismatch):
            broadcast(b, a)
        return
    assert broadcast(b, a) == result


@given(st.lists(st.lists(st.sampled_from([1, 2, 3]), max_size=3), min_size=3, max_size=3))
def test_broadcasting_of_known_shapes_associates(sizes: list[list[int]]) -> None:
    a, b, c = (Shape.of(*size) for size in sizes)
    try:
        expected = Shape(np.broadcast_shapes(*map(tuple, sizes)))
    except ValueError:
        with pytest.raises(ShapeMismatch):
            broadcast_all([a, b, c])
        return
    assert broadcast_all([a, b, c]) == broadcast(a, broadcast(b, c)) == expected


def test_broadcasting_nothing_gives_a_scalar() -> None:
    assert broadcast_all([]) == Shape.scalar()


def test_broadcast_dim_is_none_where_two_dims_cannot_stretch() -> None:
    assert broadcast_dim(2, 3) is None
    assert broadcast_dim(1, N) == N


@pytest.mark.parametrize(
    ("a", "b", "joined"),
    [
        ("[2, 3]", "[2, 3]", "[2, 3]"),
        ("[2, 3]", "[2, 4]", "[2, ?]"),
        ("[N]", "[N]", "[N]"),
        ("[N]", "[M]", "[?]"),
        ("[N]", "[3]", "[?]"),
        ("[2, 3]", "[2, 5, 3]", "[2, ..., 3]"),
        ("[2, 4, 3]", "[2, 5, 6, 3]", "[2, ?, ..., 3]"),
        ("[]", "[3]", "[...]"),
        ("[4]", "[5, 6]", "[?, ...]"),
        ("[2, ...]", "[2, 3]", "[2, ...]"),
        ("[N, *Ts]", "[N, *Ts]", "[N, *Ts]"),
        ("[N, *Ts]", "[M, *Ts]", "[?, *Ts]"),
        ("[*Ts, 3]", "[4, 3]", "[..., 3]"),
    ],
)
def test_join(a: str, b: str, joined: str) -> None:
    assert str(join(parse(a), parse(b))) == joined


def test_a_name_that_only_one_side_has_is_dropped() -> None:
    assert str(join_dim(WIDTH, 784)) == "784"
    assert str(join_dim(WIDTH, WIDTH)) == "Width"


@given(st.data(), worlds(2))
def test_the_joined_shape_holds_for_both(data: st.DataObject, world: World) -> None:
    one, other = world.tensors
    a, b = data.draw(shapes_of(world, one)), data.draw(shapes_of(world, other))
    joined = join(a, b)
    assert world.admits(joined, one) and world.admits(joined, other)
    assert compatible(a, joined) is True and compatible(b, joined) is True


@given(shapes, shapes)
def test_join_commutes_and_keeps_what_is_the_same(a: Shape, b: Shape) -> None:
    assert join(a, b) == join(b, a)
    assert join(a, a) == a
    assert join(a, Shape.unknown()) == Shape.unknown()
