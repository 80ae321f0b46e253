"""The type of a tensor: dtype, shape, kind."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.algebra.drawn import N, shapes
from tests.algebra.test_dtypes import drawn as dtypes
from tftypes.algebra import DimSyntaxError, DType, Shape, TensorType
from tftypes.algebra.tensors import Kind

FLOAT32 = DType.of("float32")
KINDS: list[Kind] = ["tensor", "variable", "ragged", "sparse", "indexed_slices", "spec"]


@pytest.mark.parametrize(
    ("tensor", "text"),
    [
        (TensorType(FLOAT32, Shape.of(2, None)), "float32[2, ?]"),
        (TensorType(FLOAT32, Shape.scalar()), "float32[]"),
        (TensorType(DType.group("Floating"), Shape.of(2 * N)), "Floating[2*N]"),
        (TensorType(DType.of("int8", "int16"), Shape.unknown()), "int8 | int16[...]"),
        (TensorType.unknown(), "?[...]"),
        (TensorType(FLOAT32, Shape.of(2), "variable"), "variable float32[2]"),
    ],
)
def test_text(tensor: TensorType, text: str) -> None:
    assert str(tensor) == repr(tensor) == text
    assert TensorType.parse(text) == tensor


@given(st.builds(TensorType, dtypes, shapes, st.sampled_from(KINDS)))
def test_the_text_reads_back_as_the_same_type(tensor: TensorType) -> None:
    assert TensorType.parse(str(tensor)) == tensor


def test_names_are_looked_up() -> None:
    assert TensorType.parse("float32[Batch, 3]", {"Batch": 8}.__getitem__).shape == Shape.of(8, 3)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("float32", "expected '[' dims ']' at position 7 of 'float32'"),
        ("float32[2, 3", "expected '[' dims ']' at position 7 of 'float32[2, 3'"),
        ("float32[2, 3 4]", "unexpected '4' at position 13 of 'float32[2, 3 4]'"),
        ("float31[2]", "'float31' is not a dtype"),
        ("tensor[2]", "'tensor' is not a dtype"),
        ("[2]", "'' is not a dtype"),
    ],
)
def test_what_is_wrong_with_a_text(text: str, message: str) -> None:
    with pytest.raises(ValueError) as caught:
        TensorType.parse(text)
    assert str(caught.value) == message
    if "position" in message:
        assert isinstance(caught.value, DimSyntaxError)


def test_known_contents_take_no_part_in_equality() -> None:
    shape = TensorType(DType.of("int32"), Shape.of(2), value=(N, 3))
    assert shape.value == (N, 3)
    assert shape == TensorType(DType.of("int32"), Shape.of(2))
    assert hash(shape) == hash(TensorType(DType.of("int32"), Shape.of(2)))


def test_copies_are_equal() -> None:
    tensor = TensorType(FLOAT32, Shape.of(N, None), "variable", (N,))
    for copied in (pickle.loads(pickle.dumps(tensor)), copy.deepcopy(tensor)):
        assert copied == tensor and copied.value == (N,)
