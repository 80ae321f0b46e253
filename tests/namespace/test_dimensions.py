"""Named sizes."""

from typing import Any

import pytest

from tftypes import Dimension, Shape
from tftypes.shapes import dimension_value


class Batch(Dimension): ...


class Width(Dimension):
    value = 784


class Columns(Width): ...


def test_a_dimension_has_a_value_or_none() -> None:
    assert dimension_value(Width) == 784
    assert dimension_value(Batch) is None
    assert dimension_value(Columns) == 784


def test_a_dimension_is_shown_by_its_name() -> None:
    assert repr(Shape[Batch, Width]) == "Shape[Batch, Width]"


def test_dimensions_of_one_size_are_not_one_dimension() -> None:
    class Height(Dimension):
        value = 784

    assert Shape[Width] != Shape[Height]


def test_zero_is_a_size() -> None:
    class Empty(Dimension):
        value = 0

    assert dimension_value(Empty) == 0


@pytest.mark.parametrize("value", [-1, 2.0, True, "784", (1,), [1]])
def test_a_value_that_is_no_size_is_refused_where_the_class_is_made(value: Any) -> None:
    with pytest.raises(TypeError) as error:
        type("Height", (Dimension,), {"value": value})
    assert str(error.value) == f"Height.value must be an int >= 0, got {value!r}"
