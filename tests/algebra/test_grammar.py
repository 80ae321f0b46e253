"""The text of a dimension, and what is wrong with one."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.algebra.drawn import H, K, N, Sizes, python_value, sizes, texts
from tftypes.algebra import UNKNOWN, Dim, DimSyntaxError, Symbol, dims


@pytest.mark.parametrize(
    ("text", "dim"),
    [
        ("3", 3),
        (" N ", N),
        ("2*N + 1", 2 * N + 1),
        ("(H - K)//2 + 1", (H - K) // 2 + 1),
        ("H % 4", H % 4),
        ("-H//2", -H // 2),
        ("-(-H//2)", (H + 1) // 2),
        ("7 // 2", 3),
        ("?", UNKNOWN),
        ("None", UNKNOWN),
        ("2*? + N", UNKNOWN),
        ("sizes.Batch", Symbol("sizes.Batch")),
    ],
)
def test_what_a_text_says(text: str, dim: Dim) -> None:
    assert dims.parse(text) == dim


def test_names_are_looked_up() -> None:
    scope: dict[str, Dim] = {"H": 9, "Batch": N}
    assert dims.parse("H//2 + Batch", scope.__getitem__) == N + 4


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a size or a name at position 0 of ''"),
        ("2*N +", "expected a size or a name at position 5 of '2*N +'"),
        ("2 N", "unexpected 'N' at position 2 of '2 N'"),
        ("2N", "unexpected 'N' at position 1 of '2N'"),
        ("(N + 1", "expected ')' at position 6 of '(N + 1'"),
        ("N + 1)", "unexpected ')' at position 5 of 'N + 1)'"),
        ("N / 2", "unexpected '/' at position 2 of 'N / 2'"),
        ("N ** 2", "expected a size or a name at position 3 of 'N ** 2'"),
        ("N.", "unexpected '.' at position 1 of 'N.'"),
        ("1.5", "unexpected '.' at position 1 of '1.5'"),
        ("N // (2 - 2)", "division by zero at position 2 of 'N // (2 - 2)'"),
        ("N % 0", "division by zero at position 2 of 'N % 0'"),
    ],
)
def test_what_is_wrong_with_a_text(text: str, message: str) -> None:
    with pytest.raises(ValueError) as caught:
        dims.parse(text)
    assert str(caught.value) == message
    assert isinstance(caught.value, DimSyntaxError)
    assert f"at position {caught.value.position} of" in message
    assert str(pickle.loads(pickle.dumps(caught.value))) == message


def test_nesting_has_an_end() -> None:
    with pytest.raises(DimSyntaxError, match="too deeply nested"):
        dims.parse("(" * 10_000)


@given(st.text("NM12+-*/%() ?.,", max_size=12))
def test_any_text_is_a_dim_or_an_error_with_a_position(text: str) -> None:
    try:
        dims.parse(text)
    except DimSyntaxError as error:
        assert 0 <= error.position <= len(text)


@given(texts, sizes)
def test_a_text_means_what_python_makes_of_it(text: str, sizes: Sizes) -> None:
    expected = python_value(text, sizes)
    assume(expected is not None)
    try:
        assert dims.parse(text, sizes.__getitem__) == expected
    except DimSyntaxError as error:
        assert error.reason == "division by zero"


_products = st.lists(st.sampled_from(["N", "M", "2", "3"]), min_size=1, max_size=3).map("*".join)
_sums = st.lists(_products, min_size=1, max_size=3).map(" + ".join)
_written = _sums | st.builds("({})//{} + {}".format, _sums, st.integers(1, 5) | st.just("K"), _sums)


@given(_written)
def test_the_printed_form_reads_back_as_the_same_dim(text: str) -> None:
    dim = dims.parse(text)
    assert dims.parse(str(dim)) == dim
