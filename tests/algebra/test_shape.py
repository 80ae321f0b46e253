"""Shapes of known and unknown rank: text, indexing, slicing, editing."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.algebra.drawn import M, N, World, shapes, shapes_of, worlds
from tftypes.algebra import UNKNOWN, Dim, NamedInt, Shape, Variadic, num_elements
from tftypes.algebra.shapes import parse, substitute

TS = Variadic("Ts")


@pytest.mark.parametrize(
    ("shape", "text"),
    [
        (Shape.scalar(), "[]"),
        (Shape.of(2, None, N), "[2, ?, N]"),
        (Shape.of(NamedInt(784, "Width")), "[Width]"),
        (Shape.unknown(), "[...]"),
        (Shape((2,), UNKNOWN, (3,)), "[2, ..., 3]"),
        (Shape((N,), TS, (3,)), "[N, *Ts, 3]"),
    ],
)
def test_text(shape: Shape, text: str) -> None:
    assert str(shape) == repr(shape) == text
    assert str(parse(text)) == text


@given(shapes)
def test_the_text_reads_back_as_the_same_shape(shape: Shape) -> None:
    assert parse(str(shape)) == shape


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2, 3", "expected '[' dims ']' at position 0 of '2, 3'"),
        ("[2, 3", "expected '[' dims ']' at position 0 of '[2, 3'"),
        ("[2, , 3]", "expected a size or a name at position 4 of '[2, , 3]'"),
        ("[2, 3 4]", "unexpected '4' at position 6 of '[2, 3 4]'"),
        ("[..., *Ts]", "a second run of any number of dims at position 5 of '[..., *Ts]'"),
        ("[2, *]", "expected a name after '*' at position 3 of '[2, *]'"),
    ],
)
def test_what_is_wrong_with_a_text(text: str, message: str) -> None:
    with pytest.raises(ValueError) as caught:
        parse(text)
    assert str(caught.value) == message


def test_rank_and_dims() -> None:
    fixed, open_ = Shape.of(2, N), Shape((2,), UNKNOWN, (3, 4))
    assert (fixed.rank, fixed.min_rank, fixed.dims, len(fixed)) == (2, 2, (2, N), 2)
    assert (open_.rank, open_.min_rank, open_.dims) == (None, 3, None)
    assert list(fixed) == [2, N]


def test_what_needs_a_known_rank_says_so() -> None:
    with pytest.raises(ValueError, match=r"length of \[\.\.\.\], whose rank is unknown"):
        len(Shape.unknown())
    with pytest.raises(ValueError, match=r"iteration of \[\*Ts\], whose rank is unknown"):
        list(Shape((), TS))


def test_known_means_all_numbers() -> None:
    assert Shape.of(2, NamedInt(784, "Width")).is_known
    assert Shape.scalar().is_known
    assert not any(s.is_known for s in (Shape.of(2, None), Shape.of(N), Shape.unknown()))


def test_a_scalar_is_a_shape_like_any_other() -> None:
    assert bool(Shape.scalar())


def test_a_suffix_without_a_middle_is_part_of_the_prefix() -> None:
    assert Shape((2,), None, (3,)) == Shape.of(2, 3)
    assert hash(Shape((2,), None, (3,))) == hash(Shape.of(2, 3))


def test_unknown_dims_on_either_side_of_an_unknown_run_are_the_same() -> None:
    assert parse("[2, ..., ?, 3]") == parse("[2, ?, ..., 3]")
    assert parse("[*Ts, ?]") != parse("[?, *Ts]")


def test_names_are_listed_once() -> None:
    assert Shape((N, N + M), TS, (M,)).symbols == (N, M, TS)


@pytest.mark.parametrize("index", [0, 1, -1, -2])
def test_indexing_a_known_rank(index: int) -> None:
    assert Shape.of(2, N)[index] == (2, N)[index]


@pytest.mark.parametrize("index", [2, -3])
def test_an_index_out_of_range(index: int) -> None:
    with pytest.raises(IndexError, match=rf"index {index} is out of range for \[2, N\] of rank 2"):
        Shape.of(2, N)[index]


def test_indexing_an_unknown_rank_is_never_out_of_range() -> None:
    shape = Shape((2,), UNKNOWN, (3,))
    assert [shape[i] for i in (0, 1, 9, -1, -2, -9)] == [2, UNKNOWN, UNKNOWN, 3, UNKNOWN, UNKNOWN]


def test_a_slice_of_another_step_is_refused() -> None:
    with pytest.raises(ValueError, match="step 1 only, not -1"):
        Shape.of(2, 3)[::-1]


@pytest.mark.parametrize(
    ("start", "stop", "text"),
    [
        (1, None, "[3, *Ts, 4, 5]"),
        (3, None, "[..., 5]"),
        (None, -1, "[2, 3, *Ts, 4]"),
        (None, -3, "[2, ...]"),
        (None, 2, "[2, 3]"),
        (None, 3, "[2, 3, ?]"),
        (None, 4, "[2, 3, ?, ?]"),
        (None, 5, "[2, 3, ...]"),
        (-2, None, "[4, 5]"),
        (-3, None, "[?, 4, 5]"),
        (-4, None, "[?, ?, 4, 5]"),
        (-5, None, "[..., 4, 5]"),
        (-9, -1, "[..., 4]"),
        (-1, 2, "[...]"),
    ],
)
def test_slices_of_an_unknown_rank_keep_what_is_certain(
    start: int | None, stop: int | None, text: str
) -> None:
    assert str(Shape((2, 3), TS, (4, 5))[start:stop]) == text


def test_insert_counts_as_expand_dims_does() -> None:
    assert Shape.of(2, 3).insert(0, 1) == Shape.of(1, 2, 3)
    assert Shape.of(2, 3).insert(-1, 1) == Shape.of(2, 3, 1)
    assert Shape.of(2, 3).insert(-2, None) == Shape.of(2, None, 3)
    with pytest.raises(IndexError, match=r"index 3 is out of range for \[2, 3\]"):
        Shape.of(2, 3).insert(3, 1)


def test_replace_and_remove() -> None:
    assert Shape.of(2, 3, 4).replace(-1, N) == Shape.of(2, 3, N)
    assert Shape.of(2, 3, 4).remove(1) == Shape.of(2, 4)
    assert str(Shape((2,), TS, (3, 4)).replace(-1, 5)) == "[2, *Ts, 3, 5]"
    assert str(Shape((2,), TS, (3, 4)).remove(0)) == "[*Ts, 3, 4]"
    assert str(Shape((2,), TS, (3, 4)).remove(1)) == "[2, ..., 4]"
    with pytest.raises(IndexError, match="index 2 is out of range"):
        Shape.of(2, 3).remove(2)


_indices = st.none() | st.integers(-5, 5)


@given(st.data(), worlds(), _indices, _indices)
def test_a_slice_holds_for_every_tensor(
    data: st.DataObject, world: World, start: int | None, stop: int | None
) -> None:
    (tensor,) = world.tensors
    shape = data.draw(shapes_of(world, tensor))
    assert world.admits(shape[start:stop], tensor[start:stop])


@given(st.data(), worlds(), st.integers(-6, 6), st.integers(0, 6))
def test_an_edit_holds_for_every_tensor(
    data: st.DataObject, world: World, index: int, size: int
) -> None:
    (tensor,) = world.tensors
    shape = data.draw(shapes_of(world, tensor))
    rank = len(tensor)
    if -rank - 1 <= index <= rank:
        place = index % (rank + 1)
        expected = (*tensor[:place], size, *tensor[place:])
        assert world.admits(shape.insert(index, size), expected)
    if -rank <= index < rank:
        place = index % rank
        replaced = (*tensor[:place], size, *tensor[place + 1 :])
        assert world.admits(shape.replace(index, size), replaced)
        assert world.admits(shape.remove(index), tensor[:place] + tensor[place + 1 :])
        assert world.admits(Shape.of(shape[index]), (tensor[index],))


@given(st.data(), worlds(2))
def test_a_concatenation_holds_for_every_tensor(data: st.DataObject, world: World) -> None:
    one, other = world.tensors
    a, b = data.draw(shapes_of(world, one)), data.draw(shapes_of(world, other))
    assert world.admits(a + b, one + other)
    assert (a + b).min_rank == a.min_rank + b.min_rank


@given(shapes, shapes, shapes)
def test_concatenation_is_associative(a: Shape, b: Shape, c: Shape) -> None:
    assert (a + b) + c == a + (b + c)
    assert a + Shape.scalar() == a == Shape.scalar() + a


@pytest.mark.parametrize(
    ("shape", "count"),
    [
        (Shape.scalar(), 1),
        (Shape.of(2, 3), 6),
        (Shape.of(2, N, 3), 6 * N),
        (Shape.of(2, None), UNKNOWN),
        (Shape.of(None, 0), 0),
        (Shape((0,), UNKNOWN), 0),
        (Shape.unknown(), UNKNOWN),
    ],
    ids=str,
)
def test_num_elements(shape: Shape, count: Dim) -> None:
    assert num_elements(shape) == count


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))])
def test_copies_are_equal(copied: Callable[[Shape], Shape]) -> None:
    shape = Shape((2, N, UNKNOWN), TS, (N // 2,))
    assert copied(shape) == shape and str(copied(shape)) == str(shape)


@given(shapes)
def test_substitution_of_nothing_changes_nothing(shape: Shape) -> None:
    assert substitute(shape, {}) == shape == substitute(shape, {"absent": 3})


def test_substitution_splices_what_a_variadic_stands_for() -> None:
    shape = Shape((N,), TS, (2 * N,))
    assert substitute(shape, {"N": 3, "Ts": Shape.of(4, 5)}) == Shape.of(3, 4, 5, 6)
    assert str(substitute(shape, {"Ts": Shape((4,), UNKNOWN, (5,))})) == "[N, 4, ..., 5, 2*N]"
