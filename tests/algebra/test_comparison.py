"""Three answers: proved, refuted, silent."""

from __future__ import annotations

import pytest
from hypothesis import assume, given

from tests.algebra.drawn import H, K, M, N, Sizes, distinct_sizes, is_parsed, python_value, texts
from tftypes.algebra import UNKNOWN, Dim, NamedInt, dims, equal, less


@pytest.mark.parametrize(
    ("a", "b", "verdict"),
    [
        (3, 3, True),
        (3, 4, False),
        (NamedInt(784, "Width"), 784, True),
        (NamedInt(784, "Width"), NamedInt(784, "Pixels"), True),
        (N, N, True),
        (N + N, 2 * N, True),
        (N, M, False),
        (2 * N, 2 * M, False),
        (N, 3, None),
        (N, NamedInt(784, "Width"), None),
        (N, N + 1, False),
        (N + 1, 0, False),
        (N + M, 0, None),
        (2 * N, 7, False),
        (4 * N + 2, 2 * M + 1, False),
        (N, 2 * N, None),
        (N, N * M, None),
        (N % 4, 4, False),
        (N % 4, 3, None),
        (UNKNOWN, 3, None),
        (UNKNOWN, UNKNOWN, None),
    ],
    ids=str,
)
def test_equal(a: Dim, b: Dim, verdict: bool | None) -> None:
    assert equal(a, b) is verdict
    assert equal(b, a) is verdict


@pytest.mark.parametrize(
    ("a", "b", "verdict"),
    [
        (2, 3, True),
        (3, 3, False),
        (N, N + 1, True),
        (N + 1, N, False),
        (N, N, False),
        (N, 0, False),
        (N, 3, None),
        (N + 3, 3, False),
        (N // 2, N + 1, True),
        (N % 4, 4, True),
        (N, N + M, None),
        (N + M, N, False),
        (UNKNOWN, 0, None),
    ],
    ids=str,
)
def test_less(a: Dim, b: Dim, verdict: bool | None) -> None:
    assert less(a, b) is verdict


@given(texts, texts, distinct_sizes)
def test_no_assignment_contradicts_a_verdict(a: str, b: str, sizes: Sizes) -> None:
    left, right = python_value(a, sizes), python_value(b, sizes)
    assume(left is not None and right is not None and is_parsed(a) and is_parsed(b))
    assert left is not None and right is not None
    assert equal(dims.parse(a), dims.parse(b)) in (None, left == right)
    assert less(dims.parse(a), dims.parse(b)) in (None, left < right)


@given(texts.filter(is_parsed), texts.filter(is_parsed))
def test_equality_is_symmetric_and_reflexive(a: str, b: str) -> None:
    left, right = dims.parse(a), dims.parse(b)
    assert equal(left, right) is equal(right, left)
    assert equal(left, left) is True


def test_a_verdict_is_not_lost_by_adding_the_same_on_both_sides() -> None:
    for a, b in [(N, M), (N, N + 1), (N + H, H + N)]:
        assert equal(a + K, b + K) is equal(a, b)
