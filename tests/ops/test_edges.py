"""Rules without examples of their own, where one number or one word more would be another answer."""

from __future__ import annotations

from typing import Any

import pytest

from tftypes.algebra import DType, Shape, TensorType
from tftypes.inference.models.tensorflow.ops import RULES, OpError, PyValue
from tftypes.inference.models.tensorflow.ops.array_numeric import NUMERIC
from tftypes.inference.models.tensorflow.ops.broadcasting import matched
from tftypes.inference.models.tensorflow.ops.keras_calls import check
from tftypes.inference.models.tensorflow.ops.keras_checks import count, pairs
from tftypes.inference.models.tensorflow.ops.keras_data import images
from tftypes.inference.models.tensorflow.ops.keras_encodings import ENCODINGS
from tftypes.inference.models.tensorflow.ops.keras_images import IMAGES
from tftypes.inference.models.tensorflow.ops.keras_layers import LAYERS
from tftypes.inference.models.tensorflow.ops.keras_metrics import check as check_metric
from tftypes.inference.models.tensorflow.ops.keras_operands import STATES, check_ids, check_states
from tftypes.inference.models.tensorflow.ops.keras_ops import promoted
from tftypes.inference.models.tensorflow.ops.keras_ranks import Maker
from tftypes.inference.models.tensorflow.ops.keras_ranks import check as check_rank
from tftypes.inference.models.tensorflow.ops.keras_weights import WEIGHTS
from tftypes.inference.models.tensorflow.ops.passes import Pass, zipped
from tftypes.inference.models.tensorflow.ops.rule import Unsure
from tftypes.inference.models.tensorflow.ops.tnp import NUMPY_INEXACT
from tftypes.inference.models.tensorflow.ops.values import CARRIED, contents

tensor = TensorType.parse


def test_nothing_may_be_left_of_an_image() -> None:
    four = tensor("float32[?, 4, 4, 3]")
    assert str(IMAGES["Cropping2D"](four, cropping=1)) == "float32[?, 2, 2, 3]"
    with pytest.raises(OpError, match="nothing is left of dim 1, which is 4"):
        IMAGES["Cropping2D"](four, cropping=2)


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


@pytest.mark.parametrize("mode", ["multi_hot", "count"])
def test_the_categories_of_a_row_are_taken_together(mode: str) -> None:
    encode = ENCODINGS["CategoryEncoding"]
    assert str(encode(tensor("float32[?, 3]"), 4, mode)) == "float32[?, 4]"
    assert str(encode(tensor("float32[3]"), 4, mode)) == "float32[4]"


@pytest.mark.parametrize("layer", ["LSTM", "GRU"])
def test_the_states_that_a_recurrent_layer_has_are_taken(layer: str) -> None:
    check_states(layer, 5, tensor("float32[2, 3, 4]"), [tensor("float32[2, 5]")] * STATES[layer])


def test_more_states_than_a_layer_has() -> None:
    states = [tensor("float32[2, 5]")] * 3
    check_states("GRU", 5, tensor("float32[2, 3, 4]"), states)
    with pytest.raises(OpError, match="expected 2 states, got 3"):
        check_states("LSTM", 5, tensor("float32[2, 3, 4]"), states)


@pytest.mark.parametrize(
    ("maker", "hint"),
    [
        (None, "x[..., None] has one channel"),
        (
            Maker("LSTM", Shape.of(2, 5, 3)),
            "a recurrent layer before it gives sequences with return_sequences=True",
        ),
    ],
)
def test_what_is_flat_may_come_from_a_recurrent_layer(maker: Maker | None, hint: str) -> None:
    with pytest.raises(OpError) as raised:
        check_rank("LSTM", tensor("float32[2, 2]"), maker)
    assert raised.value.hint == hint


@pytest.mark.parametrize(
    ("left", "right", "made"),
    [
        ("float32[8, 3, 5]", "float32[3]", "float32[...]"),
        ("float32[8, 5, 3]", "float32[3]", "float32[8, 5, 3]"),
        ("float32[8, 5, 4]", "float32[1]", "float32[8, 5, 4]"),
        ("float32[2, 7, 3, 4]", "float32[3, 1]", "float32[2, 7, 3, 4]"),
        ("float32[8, 5, ?]", "float32[3]", "float32[8, 5, ?]"),
    ],
)
def test_what_keras_may_take_for_a_bias(left: str, right: str, made: str) -> None:
    add = RULES["tensorflow.keras.ops.add"]
    assert str(add.apply([tensor(left), tensor(right)])) == made


def test_the_exponential_of_a_vector_of_one() -> None:
    expm = RULES["tensorflow.linalg.expm"]
    assert str(expm.apply([tensor("float32[1]")])) == "?"
    with pytest.raises(OpError, match="expected rank 2 or more"):
        expm.apply([tensor("float32[2]")])


def test_any_inexact_dtype_is_promoted_with_the_weights() -> None:
    average = RULES["tensorflow.experimental.numpy.average"]
    x = TensorType(DType.of(*sorted(NUMPY_INEXACT)), Shape.of(2))
    made = average.apply([x, None, tensor("float64[2]")])
    assert made.dtype.names == {"float64", "complex128"}


@pytest.mark.parametrize(("size", "made"), [(1, "?"), (2, "2"), ("?", "?")])
def test_of_one_frequency_no_signal_can_be_made_back(size: int | str, made: str) -> None:
    irfft = RULES["tensorflow.keras.ops.irfft"]
    pair = (tensor(f"float32[3, {size}]"),) * 2
    assert str(irfft.apply([pair])) == f"float32[3, {made}]"


@pytest.mark.parametrize(
    ("labels", "options"),
    [("int32[8]", {"axis": 1}), ("int32[8, 4]", {}), ("int32[8]", {"ignore_class": 0})],
)
def test_losses_of_the_backend_that_nobody_follows(labels: str, options: dict[str, int]) -> None:
    loss = RULES["tensorflow.keras.backend.sparse_categorical_crossentropy"]
    assert str(loss.apply([tensor("int32[8]"), tensor("float32[8, 4]")])) == "float32[8]"
    assert str(loss.apply([tensor(labels), tensor("float32[8, 4]")], options)) == "?"


def test_one_column_of_labels_goes_with_any_number_of_outputs() -> None:
    outputs = tensor("float32[8, 3]")
    check_metric("F1Score", tensor("float32[8, 1]"), outputs)
    with pytest.raises(OpError, match="dim 1 is 2, and 3 in y_pred"):
        check_metric("F1Score", tensor("float32[8, 2]"), outputs)


def test_numbers_of_python_alone_become_the_default_dtypes() -> None:
    whole, real = frozenset({"int"}), frozenset({"float"})
    assert [str(promoted(*each)) for each in ((whole,), (whole, whole), (whole, real))] == [
        "int32",
        "int32",
        "float32",
    ]


@pytest.mark.parametrize(
    ("value", "strict", "taken"),
    [
        (3, True, True),
        (2.5, False, True),
        (2.5, True, False),
        ("3", False, False),
        ([2], False, False),
    ],
)
def test_what_counts_units(value: Any, strict: bool, taken: bool) -> None:
    assert (count(value, strict) is None) == taken


@pytest.mark.parametrize(("number", "listed"), [(CARRIED, True), (CARRIED + 1, False)])
def test_parts_are_told_apart_up_to_a_number(number: int, listed: bool) -> None:
    made = RULES["tensorflow.dynamic_partition"].apply(
        [tensor("float32[4]"), tensor("int32[4]"), number]
    )
    assert isinstance(made, list) == listed


def test_some_number_may_be_zero_which_maximum_takes_for_a_relu() -> None:
    maximum = RULES["tensorflow.experimental.numpy.maximum"]
    assert maximum.apply([tensor("int32[2]"), 0.0]).dtype.names == {"int32"}
    assert maximum.apply([tensor("int32[2]"), 1.0]).dtype.names == {"float64"}
    assert maximum.apply([tensor("int32[2]"), PyValue("float")]).dtype.names == {"int32", "float64"}


def test_the_smaller_of_two_sizes_is_known_where_both_are() -> None:
    q, r = RULES["tensorflow.keras.ops.qr"].apply([tensor("float32[4, ?]")])
    assert (str(q), str(r)) == ("float32[4, ?]", "float32[?, ?]")


@pytest.mark.parametrize(
    ("shape", "axes"), [("float32[?, 2, 3, 4]", 1), ("float32[?, 2]", None), ("float32[?]", 1)]
)
def test_products_along_axes_that_nobody_follows(shape: str, axes: int | None) -> None:
    with pytest.raises(Unsure):
        ENCODINGS["Dot"]([tensor(shape)] * 2, axes)


@pytest.mark.parametrize(
    ("shape", "made"), [("float32[?, 2, 3]", "[?, 3, 2]"), ("float32[...]", "[?, ?, ?]")]
)
def test_axes_are_permuted_behind_the_batch(shape: str, made: str) -> None:
    assert str(LAYERS["Permute"](tensor(shape), (2, 1))) == f"float32{made}"
    with pytest.raises(OpError, match="expected rank 3, got rank 2"):
        LAYERS["Permute"](tensor("float32[?, 2]"), (2, 1))


@pytest.mark.parametrize(("dtype", "made"), [("float64", "float64[2]"), ("float32", "?[2]")])
def test_the_dtype_of_an_integral(dtype: str, made: str) -> None:
    assert str(NUMERIC["trapezoid"](tensor(f"{dtype}[2, 3]"))).endswith(made)


@pytest.mark.parametrize("shapes", [("int32[...]", "int32[2, 3]"), ("int32[2, 3]", "int32[...]")])
def test_sets_of_which_one_has_no_known_rank(shapes: tuple[str, str]) -> None:
    union = RULES["tensorflow.sets.union"]
    assert str(union.apply([*map(tensor, shapes)])) == "?"


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ({}, "float32[256, 256, 3]"),
        ({"data_format": "channels_first"}, "float32[3, 256, 256]"),
        ({"data_format": PyValue("str")}, "float32[?, ?, ?]"),
    ],
)
def test_where_the_channels_of_images_in_a_folder_are(given: dict[str, Any], made: str) -> None:
    assert str(images({"labels": None, "batch_size": None, **given})) == made


@pytest.mark.parametrize("fault", [0, 1])
def test_the_operand_that_becomes_no_tensor_is_named(fault: int) -> None:
    given: list[Any] = [tensor("float32[2]"), tensor("float32[2]")]
    given[fault] = [[1.0], [2.0, 3.0]]
    with pytest.raises(OpError) as raised:
        matched(given[0], given[1], ("left", "right"))
    assert raised.value.argument == ("left", "right")[fault]


def test_a_vector_in_the_shape_of_a_vector_keeps_its_contents() -> None:
    numbers = RULES["tensorflow.constant"].apply([[1, 2, 3]])
    assert contents(RULES["tensorflow.reshape"].apply([numbers, [3]])) == (1, 2, 3)
    assert contents(RULES["tensorflow.reshape"].apply([numbers, [-1]])) == (1, 2, 3)


@pytest.mark.parametrize("layer", ["BatchNormalization", "LayerNormalization"])
def test_a_normalization_scales_and_shifts_unless_it_is_told(layer: str) -> None:
    x = tensor("float32[?, 4]")
    assert {"gamma", "beta"} <= WEIGHTS[layer](x).keys()
    assert WEIGHTS[layer](x, center=False).keys().isdisjoint({"beta"})


def test_what_is_flattened_keeps_its_batch() -> None:
    assert str(LAYERS["Flatten"](tensor("float32[2, 3, 4]"))) == "float32[2, 12]"
    assert str(LAYERS["Flatten"](tensor("float32[2]"))) == "float32[2, 1]"
    with pytest.raises(OpError, match="expected rank at least 1, got rank 0"):
        LAYERS["Flatten"](tensor("float32[]"))


@pytest.mark.parametrize(("number", "fits"), [(-4, False), (-3, True), (2, True), (3, False)])
def test_an_embedding_has_a_row_for_each_number(number: int, fits: bool) -> None:
    numbers = RULES["tensorflow.constant"].apply([[0, number]])
    if fits:
        check_ids(numbers, 3)
        return
    with pytest.raises(OpError, match=f"the embedding has 3 rows, 0 to 2, and none for {number}"):
        check_ids(numbers, 3)
