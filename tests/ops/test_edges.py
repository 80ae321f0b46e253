"""Rules without examples of their own, where one number or one word more would be another answer."""

from __future__ import annotations

from typing import Any

import pytest

from tftypes.algebra import TensorType
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.ops.array_numeric import NUMERIC
from tftypes.inference.models.tensorflow.ops.keras_calls import check
from tftypes.inference.models.tensorflow.ops.keras_checks import pairs
from tftypes.inference.models.tensorflow.ops.keras_images import IMAGES
from tftypes.inference.models.tensorflow.ops.keras_layers import LAYERS
from tftypes.inference.models.tensorflow.ops.keras_weights import WEIGHTS
from tftypes.inference.models.tensorflow.ops.passes import Pass, zipped

tensor = TensorType.parse


def test_nothing_may_be_left_of_an_image() -> None:
    images = tensor("float32[?, 4, 4, 3]")
    assert str(IMAGES["Cropping2D"](images, cropping=1)) == "float32[?, 2, 2, 3]"
    with pytest.raises(OpError, match="nothing is left of dim 1, which is 4"):
        IMAGES["Cropping2D"](images, cropping=2)


@pytest.mark.parametrize(
    ("layer", "shape"),
    [("GRU", "float32[2, 6]"), ("LSTM", "float32[8]"), ("SimpleRNN", "float32[2]")],
)
def test_a_bias_of_a_recurrent_layer(layer: str, shape: str) -> None:
    assert str(WEIGHTS[layer](tensor("float32[?, 5, 4]"), 2)["bias"]) == shape


@pytest.mark.parametrize(
    ("value", "taken"), [(1, True), ((1, 2), True), ((1, 2, 3), False), ((1,), False)]
)
def test_what_is_cut_off_one_axis_is_a_number_or_a_pair(value: Any, taken: bool) -> None:
    assert (pairs(value, 1) is None) == taken


def test_every_input_of_a_sum_counts() -> None:
    inputs = [tensor("float32[?, 1]"), tensor("float32[?, 3]")]
    assert str(LAYERS["Add"](inputs)) == "float32[?, 3]"


def test_groups_that_nobody_can_count_are_not_divided_by() -> None:
    assert str(LAYERS["GroupNormalization"](tensor("float32[?, 4]"), 0)) == "float32[?, 4]"


def test_a_shape_to_take_is_a_tuple_or_a_list() -> None:
    x = tensor("float32[?, 6]")
    assert (
        str(LAYERS["Reshape"](x, (2, 3))) == str(LAYERS["Reshape"](x, [2, 3])) == "float32[?, 2, 3]"
    )


def test_a_call_of_a_layer_gives_what_has_no_default_by_place_or_by_name() -> None:
    check("MultiHeadAttention", 2, [])
    check("MultiHeadAttention", 1, ["value"])
    with pytest.raises(OpError, match="argument 'value' is missing"):
        check("MultiHeadAttention", 1, [])


def test_a_dataset_of_which_nothing_is_known_may_be_empty() -> None:
    assert zipped([None, Pass(3, 3)]).least == 0


@pytest.mark.parametrize(
    ("left", "right", "made"),
    [
        ("float64[3]", "float64[2]", "[4]"),
        ("float64[?]", "float64[2]", "[?]"),
        ("float64[0]", "float64[2]", "[?]"),
    ],
)
def test_the_length_of_a_convolution(left: str, right: str, made: str) -> None:
    assert str(NUMERIC["convolve"](tensor(left), tensor(right))).endswith(made)
