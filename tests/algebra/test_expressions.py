"""Arithmetic on dims: canonical forms, and how they print."""

from __future__ import annotations

import copy
import operator
import pickle
from collections.abc import Callable

import pytest
from hypothesis import assume, example, given

from tests.algebra.drawn import (
    H,
    K,
    M,
    N,
    Sizes,
    expressions,
    is_parsed,
    python_value,
    sizes,
    texts,
)
from tftypes.algebra import UNKNOWN, Dim, Expr, NamedInt, Symbol, dims
from tftypes.algebra.bounds import bounds

S = Symbol("S")


def ceiling(a: Dim, b: Dim) -> Dim:
    return -(-a // b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (N + M, M + N),
        (2 * N, N + N),
        ((N + M) * (N - M), N * N - M * M),
        ((2 * N) // 2, N),
        ((N * M + N) // N, M + 1),
        ((N * N - M * M) // (N + M), N - M),
        ((N + 6) // 3, N // 3 + 2),
        ((N * M + 1) // M, N + 1 // M),
        ((4 * N + 2) // 6, (2 * N + 1) // 3),
        ((4 * N + 1) // 6, (2 * N) // 3),
        ((N * M) // (N * K), M // K),
        (N // 2 // 3, N // 6),
        ((N // 2 + 1) // 3, (N + 2) // 6),
        (N // M // K, N // (M * K)),
        (N // (N + 1), 0),
        (N % 1, 0),
        (N % 3, N - 3 * (N // 3)),
        ((N % 4) // 4, 0),
        (N // -2, -N // 2),
        (2 // (3 * N), 0),
    ],
    ids=str,
)
def test_equal_values_have_one_form(a: Dim, b: Dim) -> None:
    assert a == b
    assert hash(a) == hash(b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (ceiling(N, 2), (N + 1) // 2),
        (ceiling(N, 3), (N + 2) // 3),
        (ceiling(N, S), (N + S - 1) // S),
        (ceiling(N - K + 1, S), (N - K) // S + 1),
        (ceiling(ceiling(N, 2), 2), ceiling(N, 4)),
        (ceiling(ceiling(ceiling(N, 2), 2), 2), ceiling(N, 8)),
        (ceiling(ceiling(N, 2), 3), ceiling(N, 6)),
        (ceiling(ceiling(N, S), K), ceiling(N, S * K)),
    ],
    ids=str,
)
def test_a_ceiling_has_one_form_however_it_is_written(a: Dim, b: Dim) -> None:
    assert a == b


@pytest.mark.parametrize(
    ("value", "plain"), [(N - N, 0), ((N + 3) - N, 3), (0 * N, 0), (N // N, 1)], ids=str
)
def test_a_constant_is_an_int(value: Dim, plain: int) -> None:
    assert type(value) is int
    assert value == plain


def test_a_lone_symbol_is_the_symbol() -> None:
    assert (N + 1) - 1 is N


@pytest.mark.parametrize(
    "text",
    [
        "2*N + 1",
        "N*M",
        "1 - N",
        "-N - 1",
        "N//2",
        "N//2 + 1",
        "N//2 - 1",
        "N + N//2",
        "(N + 1)//2",
        "(N - 1)//2",
        "(2*N)//3",
        "3*(N//2) + M",
        "N % 3",
        "-(N % 3)",
        "-(N//M)",
        "(H - K)//2 + 1",
        "(H - K)//S + 1",
        "(H + 2*P - K)//S + 1",
        "(H + 2*P + D - D*K - 1)//S + 1",
        "H*(D//H)",
        "N//(M*K)",
    ],
)
def test_it_prints_as_a_user_writes_it(text: str) -> None:
    assert str(dims.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("1 + 2*N", "2*N + 1"),
        ("N + N*M", "N*M + N"),
        ("2*N//3", "(2*N)//3"),
        ("-(-N//2)", "(N + 1)//2"),
        ("N - 3*(N//3)", "N % 3"),
        ("N - N//2", "(N + 1)//2"),
        ("N*(M + N)", "N*N + N*M"),
    ],
)
def test_other_spellings_print_in_the_common_one(text: str, printed: str) -> None:
    assert str(dims.parse(text)) == printed


@given(texts, sizes)
@example("((N // 2) // (M + 1))", {"N": 7, "M": 1, "H": 0, "K": 0})
@example("(-5 // N)", {"N": 2, "M": 0, "H": 0, "K": 0})
@example("((2 - M) // (N + 1))", {"N": 1, "M": 9, "H": 0, "K": 0})
def test_the_canonical_form_keeps_the_value(text: str, sizes: Sizes) -> None:
    expected = python_value(text, sizes)
    assume(expected is not None and is_parsed(text))
    assert dims.substitute(dims.parse(text), sizes) == expected


@given(texts, sizes)
def test_the_printed_form_has_the_value(text: str, sizes: Sizes) -> None:
    expected = python_value(text, sizes)
    assume(expected is not None and is_parsed(text))
    assert python_value(str(dims.parse(text)), sizes) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (N, (0, None)),
        (2 * N + 1, (1, None)),
        (3 - N, (None, 3)),
        (N - M, (None, None)),
        (N * N, (0, None)),
        (N % 4, (0, 3)),
        (N - N // 2, (0, None)),
        ((N - 5) // 2, (-3, None)),
        ((N - 5) // (M + 3), (-2, None)),
        ((5 - N) // (M + 3), (None, 1)),
        ((-N - 1) // (M + 3), (None, -1)),
        (N // (M - 1), (None, None)),
    ],
    ids=str,
)
def test_bounds(value: Expr, expected: tuple[int | None, int | None]) -> None:
    assert bounds(value) == expected


@given(texts, sizes)
def test_the_bounds_hold(text: str, sizes: Sizes) -> None:
    value = python_value(text, sizes)
    assume(value is not None and is_parsed(text))
    dim = dims.parse(text)
    assert isinstance(dim, (int, Expr)) and value is not None
    low, high = bounds(dim)
    assert (low is None or low <= value) and (high is None or value <= high)


@pytest.mark.parametrize("op", [operator.add, operator.mul])
@given(a=expressions, b=expressions, c=expressions)
def test_sums_and_products_commute_and_associate(
    op: Callable[[Dim, Dim], Dim], a: Dim, b: Dim, c: Dim
) -> None:
    assert op(a, b) == op(b, a)
    assert op(op(a, b), c) == op(a, op(b, c))


@given(expressions, expressions, expressions)
def test_products_distribute_over_sums(a: Dim, b: Dim, c: Dim) -> None:
    assert a * (b + c) == a * b + a * c
    assert a - (b - c) == a - b + c


@given(expressions, expressions)
def test_the_inverse_undoes(a: Dim, b: Dim) -> None:
    assert a + b - b == a
    assert a - a == 0
    assume(b != 0)
    assert (a * b) // b == a
    assert b * (a // b) + a % b == a


@given(expressions, expressions)
def test_hashes_agree_with_equality(a: Dim, b: Dim) -> None:
    assert hash(a + b) == hash(b + a)
    assert (a == b) == (a - b == 0)


def test_symbols_are_told_apart_by_their_keys() -> None:
    mine, other = Symbol("N", key=("f", "N")), Symbol("N", key=("g", "N"))
    assert mine != other
    assert mine - other != 0
    assert Symbol("renamed", key=("f", "N")) == mine


def test_division_by_zero_is_an_error() -> None:
    with pytest.raises(ZeroDivisionError, match="N // 0"):
        N // 0


def test_other_types_are_refused() -> None:
    for wrong in ("1", 1.5, None):
        with pytest.raises(TypeError):
            N + wrong  # type: ignore[operator]


@pytest.mark.parametrize("op", ["+", "-", "*", "//", "%"])
def test_the_unknown_absorbs(op: str) -> None:
    for other in (3, N, 2 * N + 1, UNKNOWN):
        scope = {"u": UNKNOWN, "x": other}
        assert eval(f"u {op} x", scope) is UNKNOWN
        assert eval(f"x {op} u", scope) is UNKNOWN
    assert -UNKNOWN is UNKNOWN


def test_a_named_size_is_an_int_with_a_name() -> None:
    width = NamedInt(784, "Width")
    assert (str(width), repr(width), f"{width}", width.describe()) == (
        *("Width",) * 3,
        "Width=784",
    )
    assert width == 784 and hash(width) == hash(784)
    assert type(width + 1) is type(2 * width) is type(width // 2) is int
    assert str(width * N) == "784*N"


@pytest.mark.parametrize(
    "dim", [N, 2 * N + 1, (H - K) // 2, N // M, UNKNOWN, NamedInt(784, "Width")], ids=str
)
def test_copies_are_equal(dim: Dim) -> None:
    for copied in (pickle.loads(pickle.dumps(dim)), copy.deepcopy(dim)):
        assert copied == dim and type(copied) is type(dim) and str(copied) == str(dim)
    assert pickle.loads(pickle.dumps(UNKNOWN)) is UNKNOWN


@given(expressions, sizes)
def test_substitution_of_all_names_gives_a_number(dim: Dim, sizes: Sizes) -> None:
    value = dims.substitute(dim, sizes)
    assert value is UNKNOWN or isinstance(value, int)


@pytest.mark.parametrize("op", [operator.add, operator.sub, operator.mul])
@given(a=expressions, b=expressions, replacement=expressions)
def test_substitution_is_a_homomorphism(
    op: Callable[[Dim, Dim], Dim], a: Dim, b: Dim, replacement: Dim
) -> None:
    left, right = (dims.substitute(dim, {"N": replacement}) for dim in (a, b))
    assume(UNKNOWN not in (left, right))
    assert dims.substitute(op(a, b), {"N": replacement}) == op(left, right)


def test_substitution_is_simultaneous_and_leaves_the_rest() -> None:
    assert dims.substitute(N + 2 * M + K, {"N": M, "M": N}) == M + 2 * N + K
    assert dims.substitute(N + M, {"N": UNKNOWN}) is UNKNOWN


def test_a_division_by_zero_through_substitution_is_unknown() -> None:
    assert dims.substitute(N // M, {"M": 0}) is UNKNOWN


def test_symbols_are_listed_in_the_order_written() -> None:
    assert dims.symbols((H - K) // S + H * N) == (H, K, S, N)
    assert dims.symbols(3) == dims.symbols(UNKNOWN) == ()
