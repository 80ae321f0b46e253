"""Where Keras may do one thing or another, the rules are silent: each doubt by itself is enough."""

from __future__ import annotations

from typing import Any

import pytest

from tftypes.algebra import DType, Shape
from tftypes.inference.models.tensorflow.ops import TensorType
from tftypes.inference.models.tensorflow.ops.keras_losses import floats
from tftypes.inference.models.tensorflow.ops.keras_ops_image import extract_patches, map_coordinates
from tftypes.inference.models.tensorflow.ops.rule import Unsure

FLOAT, INT = DType.of("float32"), DType.of("int32")
IMAGES = TensorType(FLOAT, Shape.of(2, 8, 8, 3))


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(3.0, id="no tensor"),
        pytest.param(TensorType(FLOAT, Shape.of(2), "sparse"), id="not dense"),
        pytest.param(TensorType(INT, Shape.of(2)), id="no floats"),
    ],
)
def test_losses_of_what_may_become_anything(value: Any) -> None:
    with pytest.raises(Unsure):
        floats(value)


def test_losses_of_dense_floats() -> None:
    assert floats(IMAGES) == IMAGES


@pytest.mark.parametrize(
    ("size", "data_format"),
    [
        pytest.param(3, "channels_first", id="another place of the channels"),
        pytest.param(object(), None, id="a size of unknown type"),
    ],
)
def test_patches(size: Any, data_format: Any) -> None:
    with pytest.raises(Unsure):
        extract_patches(IMAGES, size, data_format=data_format)


@pytest.mark.parametrize(
    ("inputs", "coordinates"),
    [
        pytest.param(TensorType(INT, Shape.of(5)), TensorType(FLOAT, Shape.of(1, 7)), id="ints"),
        pytest.param(
            TensorType(FLOAT, Shape.of(5)), TensorType(FLOAT, Shape.unknown()), id="unknown rank"
        ),
    ],
)
def test_coordinates(inputs: TensorType, coordinates: TensorType) -> None:
    with pytest.raises(Unsure):
        map_coordinates(inputs, coordinates, 1)
