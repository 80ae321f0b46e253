"""A shape against a declared one: compatible, unify."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.algebra.drawn import M, N, World, shapes, shapes_of, worlds
from tftypes.algebra import NamedInt, Shape, ShapeMismatch, UnifyError, Variadic, mismatch, unify
from tftypes.algebra.shapes import compatible, parse, substitute


@pytest.mark.parametrize(
    ("actual", "declared", "verdict"),
    [
        ("[2, 3]", "[2, 3]", True),
        ("[2, 3]", "[2, ?]", True),
        ("[?]", "[?]", True),
        ("[2, 3]", "[...]", True),
        ("[...]", "[...]", True),
        ("[2, 5, 3]", "[2, ..., 3]", True),
        ("[N, 3]", "[N, 3]", True),
        ("[N, *Ts]", "[N, *Ts]", True),
        ("[?, 3]", "[2, 3]", None),
        ("[...]", "[2, 3]", None),
        ("[2, ...]", "[2]", None),
        ("[N]", "[3]", None),
        ("[3]", "[N]", None),
        ("[2, 3]", "[*Ts]", None),
        ("[2, 3]", "[2, 4]", False),
        ("[2, 3]", "[2]", False),
        ("[2]", "[2, ..., 3]", False),
        ("[2, 3, ...]", "[2]", False),
        ("[N]", "[M]", False),
        ("[*Ts]", "[*Us]", False),
        ("[2, 3]", "[N, N]", False),
        ("[3, 4]", "[N, 2*N]", False),
        ("[8]", "[2*N + 1]", False),
    ],
)
def test_compatible(actual: str, declared: str, verdict: bool | None) -> None:
    assert compatible(parse(actual), parse(declared)) is verdict


@pytest.mark.parametrize(
    ("actual", "declared", "words"),
    [
        ("[2, 3]", "[2, ?]", None),
        ("[?]", "[3]", None),
        ("[2, 3]", "[2, 4]", "dim 1 is 3, expected 4"),
        ("[N]", "[M]", "dim 0 is N, expected M"),
        ("[2]", "[2, 4]", "rank is 1, expected 2"),
        ("[2, 3, ...]", "[2]", "rank is at least 2, expected 1"),
        ("[2]", "[2, ..., 4]", "rank is 1, expected at least 2"),
        ("[2, 3]", "[..., 4]", "dim -1 is 3, expected 4"),
        ("[*Us]", "[*Ts]", "*Us stands where *Ts is expected"),
        ("[3, 4]", "[N, N]", "N is 3 and, at dim 1 of [3, 4], 4"),
        ("[3, 4]", "[N, 2*N]", "dim 1 is 4, expected 2*N = 6"),
        ("[8]", "[2*N + 1]", "dim 0 is 8, expected 2*N + 1"),
        ("[0]", "[N + 1]", "dim 0 is 0, expected N + 1"),
    ],
)
def test_mismatch_says_the_first_difference(actual: str, declared: str, words: str | None) -> None:
    assert mismatch(parse(actual), parse(declared)) == words


def test_a_named_size_is_shown_with_its_value() -> None:
    width = Shape.of(NamedInt(784, "Width"))
    assert mismatch(Shape.of(10), width) == "dim 0 is 10, expected Width=784"


@given(shapes, shapes)
def test_there_are_words_exactly_where_it_is_refuted(actual: Shape, declared: Shape) -> None:
    assert (mismatch(actual, declared) is not None) == (compatible(actual, declared) is False)


@given(st.data(), worlds(2))
def test_no_tensor_contradicts_a_verdict(data: st.DataObject, world: World) -> None:
    tensor, other = world.tensors
    actual = data.draw(shapes_of(world, tensor))
    declared = data.draw(shapes_of(world, other))
    verdict = compatible(actual, declared)
    assert verdict in (None, True) if world.admits(declared, tensor) else verdict in (None, False)


@given(shapes)
def test_every_shape_fits_itself(shape: Shape) -> None:
    assert compatible(shape, Shape.unknown()) is True
    assert compatible(shape, shape) is not False


@pytest.mark.parametrize(
    ("pattern", "actual", "bindings"),
    [
        ("[N, M]", "[3, 4]", {"N": 3, "M": 4}),
        ("[N, N]", "[?, 4]", {"N": 4}),
        ("[N, N]", "[4, ?]", {"N": 4}),
        ("[N]", "[?]", {}),
        ("[N, N]", "[M, 4]", {"N": 4}),
        ("[N + 1]", "[5]", {"N": 4}),
        ("[2*N + M, M]", "[7, 1]", {"M": 1, "N": 3}),
        ("[2*N]", "[2*M]", {"N": M}),
        ("[N//2]", "[3]", {}),
        ("[N*M]", "[6]", {}),
        ("[N, ...]", "[3, 4, 5]", {"N": 3}),
        ("[..., N]", "[3, 4, 5]", {"N": 5}),
        ("[N]", "[...]", {}),
        ("[N, *Ts]", "[3, 4, 5]", {"N": 3, "Ts": Shape.of(4, 5)}),
        ("[*Ts, N]", "[3]", {"N": 3, "Ts": Shape.scalar()}),
        ("[*Ts]", "[...]", {}),
        ("[N, *Ts]", "[3, 4, ...]", {"N": 3, "Ts": parse("[4, ...]")}),
        ("[N, *Ts]", "[..., 4]", {}),
        ("[*Ts]", "[*Us]", {"Ts": Shape((), Variadic("Us"))}),
    ],
)
def test_unify(pattern: str, actual: str, bindings: dict[str, object]) -> None:
    assert unify(parse(pattern), parse(actual), {}) == bindings


def test_bindings_go_from_one_argument_to_the_next() -> None:
    first = unify(Shape.of(N, M), Shape.of(3, None), {})
    assert first == {"N": 3}
    assert unify(Shape.of(M, N), Shape.of(4, None), first) == {"N": 3, "M": 4}
    assert first == {"N": 3}


def test_a_size_that_becomes_known_later_replaces_the_name() -> None:
    assert unify(Shape.of(N), Shape.of(5), {"N": M}) == {"N": 5}
    assert unify(Shape.of(N), Shape.of(M), {"N": 5}) == {"N": 5}


@pytest.mark.parametrize(
    ("pattern", "actual", "message"),
    [
        ("[N, N]", "[3, 4]", "N is 3 and, at dim 1 of [3, 4], 4"),
        ("[N, 2]", "[3, 4]", "dim 1 is 4, expected 2"),
        ("[N]", "[3, 4]", "rank is 2, expected 1"),
        ("[N, M, *Ts]", "[3]", "rank is 1, expected at least 2"),
        ("[N, 2*N]", "[3, 5]", "dim 1 is 5, expected 2*N = 6"),
        ("[2*N]", "[5]", "dim 0 is 5, expected 2*N"),
        ("[N + 3]", "[2]", "dim 0 is 2, expected N + 3"),
    ],
)
def test_what_cannot_be_unified(pattern: str, actual: str, message: str) -> None:
    with pytest.raises(UnifyError) as caught:
        unify(parse(pattern), parse(actual), {})
    assert str(caught.value) == message


def test_the_error_names_the_symbol_and_both_sizes() -> None:
    with pytest.raises(ShapeMismatch) as caught:
        unify(Shape.of(2, N), Shape.of(2, 4), {"N": 3})
    error = caught.value
    assert isinstance(error, UnifyError)
    assert (error.symbol, error.bound, error.found, error.axis) == (N, 3, 4, 1)
    copied = pickle.loads(pickle.dumps(error))
    assert (str(copied), copied.symbol, copied.found) == (str(error), N, 4)


def test_the_error_names_the_variadic_and_both_runs() -> None:
    with pytest.raises(UnifyError) as caught:
        unify(parse("[*Ts]"), Shape.of(3, 4), {"Ts": Shape.of(3, 5)})
    error = caught.value
    assert str(error) == "*Ts is [3, 5] and, in [3, 4], [3, 4]"
    assert (error.symbol, error.bound) == (Variadic("Ts"), Shape.of(3, 5))


@given(st.data(), worlds())
def test_unification_finds_the_sizes(data: st.DataObject, world: World) -> None:
    (tensor,) = world.tensors
    pattern = data.draw(shapes_of(world, tensor))
    bindings = unify(pattern, Shape(tensor), {})
    run = bindings.pop("Ts", Shape(world.run))
    assert run == Shape(world.run)
    assert bindings == {name: world.sizes[name] for name in bindings}


@given(st.data(), worlds())
def test_the_pattern_with_its_bindings_is_the_actual_shape(
    data: st.DataObject, world: World
) -> None:
    (tensor,) = world.tensors
    pattern = data.draw(shapes_of(world, tensor))
    forgotten = data.draw(shapes_of(world, tensor))
    actual = substitute(forgotten, {**world.sizes, "Ts": Shape(world.run)})
    found = substitute(pattern, unify(pattern, actual, {}))
    assert compatible(actual, found) is not False
    assert world.admits(found, tensor)


@given(shapes, shapes)
def test_what_unifies_with_a_known_shape_is_compatible(pattern: Shape, actual: Shape) -> None:
    try:
        bindings = unify(pattern, actual, {})
    except UnifyError:
        assert compatible(actual, pattern) is False
        return
    assert unify(pattern, actual, bindings) == bindings
