"""What Keras' layers refuse for their shapes: where the rules say so, Keras does."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import pytest
import tensorflow as tf
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.stubs.conftest import SAME_KERAS
from tftypes.algebra import DType, Shape, TensorType
from tftypes.inference.models.tensorflow.ops import RULES, OpError, Unsure, keras_operands
from tftypes.inference.models.tensorflow.ops.keras_layers import Layer, applied

REFUSALS = (ValueError, tf.errors.InvalidArgumentError, IndexError, TypeError)
SIZES = st.integers(1, 5)
FLAGS = st.sampled_from(["same", "valid"])

#: A layer of each kind with drawn arguments, and the rank of its input.
LAYERS: list[tuple[str, int, dict[str, st.SearchStrategy[Any]]]] = [
    ("Conv1D", 3, {"filters": SIZES, "kernel_size": SIZES, "padding": FLAGS, "strides": SIZES}),
    ("Conv2D", 4, {"filters": SIZES, "kernel_size": SIZES, "padding": FLAGS, "strides": SIZES}),
    ("SeparableConv2D", 4, {"filters": SIZES, "kernel_size": SIZES, "padding": FLAGS}),
    ("DepthwiseConv2D", 4, {"kernel_size": SIZES, "padding": FLAGS}),
    ("MaxPooling1D", 3, {"pool_size": SIZES, "padding": FLAGS}),
    ("AveragePooling2D", 4, {"pool_size": SIZES, "padding": FLAGS}),
    ("Reshape", 3, {"target_shape": st.lists(st.sampled_from([-1, 1, 2, 3, 4, 6]), max_size=3)}),
    ("Cropping1D", 3, {"cropping": st.integers(0, 3)}),
    ("Cropping2D", 4, {"cropping": st.integers(0, 3)}),
    ("Permute", 3, {"dims": st.sampled_from([(1, 2), (2, 1), (1, 1), (1, 3), (1,)])}),
    ("Conv2D", 4, {"filters": st.just(6), "kernel_size": st.just(1), "groups": st.integers(1, 3)}),
    ("GroupNormalization", 3, {"groups": SIZES, "axis": st.integers(-2, 3)}),
    ("LayerNormalization", 3, {"axis": st.integers(-4, 4)}),
    ("UnitNormalization", 3, {"axis": st.integers(-4, 4)}),
    ("Dense", 3, {"units": SIZES}),
    ("Flatten", 3, {}),
    ("GRU", 3, {"units": SIZES}),
]


def says(name: str, config: dict[str, Any], inputs: Any) -> str | None:
    """What the rules refuse; None where they do not."""
    try:
        applied(Layer(name, config), [inputs])
    except OpError as error:
        return str(error)
    except Unsure:
        pass
    return None


def tensor(dims: list[int]) -> TensorType:
    return TensorType(DType.of("float32"), Shape.of(*dims))


#: An older one gives outputs of no elements.
WINDOWS = pytest.mark.skipif(
    not SAME_KERAS, reason="only newer ones refuse windows that do not fit"
)


@WINDOWS
@settings(max_examples=100, deadline=None)
@given(st.data())
def test_what_the_rules_refuse_keras_refuses(data: st.DataObject) -> None:
    name, rank, arguments = data.draw(st.sampled_from(LAYERS))
    config = {key: data.draw(each) for key, each in arguments.items()}
    dims = data.draw(st.lists(st.integers(1, 6), min_size=rank, max_size=rank))
    refusal = says(name, config, tensor(dims))
    if refusal is not None:
        with pytest.raises(REFUSALS):
            getattr(tf.keras.layers, name)(**config)(tf.keras.Input(batch_shape=dims))


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_what_merging_layers_refuse(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(["Add", "Multiply", "Average", "Maximum", "Concatenate"]))
    config = {"axis": data.draw(st.sampled_from([-1, 1, 2]))} if name == "Concatenate" else {}
    shapes = [data.draw(st.lists(st.integers(1, 3), min_size=3, max_size=3)) for _ in range(2)]
    refusal = says(name, config, [tensor(dims) for dims in shapes])
    if refusal is not None:
        with pytest.raises(REFUSALS):
            getattr(tf.keras.layers, name)(**config)([tf.ones(dims) for dims in shapes])


def refused(check: Callable[..., None], *given: Any) -> bool:
    try:
        check(*given)
    except OpError:
        return True
    return False


def raises(call: Callable[[], Any]) -> bool:
    try:
        call()
    except REFUSALS:
        return True
    return False


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_states_are_refused_where_keras_refuses_them(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(["LSTM", "GRU", "SimpleRNN"]))
    shapes = data.draw(
        st.lists(
            st.tuples(st.sampled_from([1, 2, 3]), st.sampled_from([1, 4, 5])),
            min_size=1,
            max_size=3,
        )
    )
    states = [tf.zeros(dims) for dims in shapes]
    told = refused(
        keras_operands.check_states,
        name,
        4,
        tensor([3, 2, 5]),
        [tensor(list(dims)) for dims in shapes],
    )
    layer = getattr(tf.keras.layers, name)(4)
    assert told is raises(lambda: layer(tf.zeros([3, 2, 5]), initial_state=states))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_attention_is_refused_where_keras_refuses_it(data: st.DataObject) -> None:
    batches = data.draw(st.tuples(st.sampled_from([2, 3]), st.sampled_from([2, 3])))
    dims = st.sampled_from([1, 2, 3, 4])
    mask = data.draw(st.none() | st.lists(dims, min_size=2, max_size=4))
    query, value = [batches[0], 4, 5], [batches[1], 3, 5]
    told = refused(
        keras_operands.check_attention,
        tensor(query), tensor(value), None, None if mask is None else tensor(mask), 2,
    )  # fmt: skip
    layer = tf.keras.layers.MultiHeadAttention(2, 4)
    given_mask = None if mask is None else tf.ones(mask)
    call = lambda: layer(tf.zeros(query), tf.zeros(value), attention_mask=given_mask)  # noqa: E731
    assert told is raises(call)


SMALL = st.integers(1, 4)


def of_ranks(*ranks: int, sizes: st.SearchStrategy[int] = SMALL) -> st.SearchStrategy[TensorType]:
    """Tensors of some ranks."""
    shapes = [st.lists(sizes, min_size=rank, max_size=rank) for rank in ranks]
    return st.one_of(shapes).map(tensor)


AXES = st.integers(-3, 3) | st.lists(st.integers(-3, 3), min_size=1, max_size=2).map(tuple)
PAIR = (
    st.tuples(of_ranks(2), of_ranks(2))
    | st.lists(of_ranks(2), min_size=1, max_size=3).map(tuple)
    | of_ranks(2)
)
LEFT = st.none() | st.integers(-1, 5)
IMAGE = st.just(tensor([2, 4, 4, 3]))
SIDES = ("top", "left", "bottom", "right")
#: Functions of `keras.ops` with drawn arguments, of which some do not go together.
OPS: list[tuple[str, dict[str, st.SearchStrategy[Any]]]] = [
    ("batch_normalization", {"x": of_ranks(2, 3), "mean": of_ranks(1), "variance": of_ranks(1), "axis": st.integers(-3, 2)}),
    ("conv_transpose", {"inputs": of_ranks(3, 4), "kernel": of_ranks(3, 4)}),
    ("depthwise_conv", {"inputs": of_ranks(3, 4), "kernel": of_ranks(3, 4), "padding": st.just("same")}),
    ("separable_conv", {
        "inputs": st.just(tensor([2, 5, 5, 3])), "depthwise_kernel": of_ranks(4),
        "pointwise_kernel": st.tuples(SMALL, SMALL).map(lambda each: tensor([1, 1, *each])),
    }),
    ("dot_product_attention", {
        "query": st.just(tensor([2, 3, 4, 5])), "key": st.just(tensor([2, 6, 4, 5])),
        "value": st.just(tensor([2, 6, 4, 5])), "bias": of_ranks(1, 2, 4, sizes=st.sampled_from([1, 2, 3, 4, 6])),
    }),
    ("fft", {"x": PAIR}),
    ("fft2", {"x": PAIR}),
    ("ifft2", {"x": PAIR}),
    ("irfft", {"x": PAIR}),
    ("istft", {"x": PAIR, "sequence_length": st.just(2), "sequence_stride": st.just(1), "fft_length": st.just(4)}),
    ("stft", {
        "x": of_ranks(2, sizes=st.integers(4, 6)), "sequence_length": SMALL, "sequence_stride": st.just(1),
        "fft_length": st.integers(1, 6), "window": of_ranks(1, 2),
    }),
    ("glu", {"x": of_ranks(1, 2, 3), "axis": st.integers(-3, 3)}),
    ("image.affine_transform", {"images": IMAGE, "transform": of_ranks(1, 2, sizes=st.sampled_from([1, 2, 3, 8]))}),
    ("image.perspective_transform", {
        name: IMAGE if name == "images" else of_ranks(2, 3, sizes=st.sampled_from([2, 2, 4]))
        for name in ("images", "start_points", "end_points")
    }),
    ("image.map_coordinates", {"inputs": of_ranks(2, 3), "coordinates": of_ranks(1, 2, 3), "order": st.integers(0, 2)}),
    ("image.pad_images", {
        "images": IMAGE, **{f"{side}_padding": LEFT for side in SIDES},
        "target_height": st.none() | st.integers(3, 7), "target_width": st.none() | st.integers(3, 7),
    }),
    ("image.crop_images", {
        "images": IMAGE, **{f"{side}_cropping": LEFT for side in SIDES},
        "target_height": st.none() | st.integers(1, 5), "target_width": st.none() | st.integers(1, 5),
    }),
    ("image.hsv_to_rgb", {"images": of_ranks(3, 4)}),
    ("image.rgb_to_hsv", {"images": of_ranks(3), "data_format": st.sampled_from(["channels_first", "channels_last"])}),
    ("layer_normalization", {"x": of_ranks(2, 3), "axis": AXES}),
    ("rms_normalization", {"x": of_ranks(2, 3), "axis": AXES}),
    ("softmax", {"x": of_ranks(2, 3), "axis": AXES}),
    ("log_softmax", {"x": of_ranks(2, 3), "axis": AXES}),
    ("lstsq", {"a": of_ranks(1, 2, 3), "b": of_ranks(1, 2, 3)}),
    ("norm", {
        "x": of_ranks(1, 2, 3), "axis": st.none() | AXES,
        "ord": st.sampled_from(["fro", "nuc", 0, 1, -1, 2, 3, -5, 2.5, float("inf")]),
    }),
    ("polar", {"abs_": of_ranks(1, 2), "angle": of_ranks(1, 2)}),
    ("psnr", {"x1": of_ranks(1, 2), "x2": of_ranks(1, 2), "max_val": st.just(1.0)}),
    ("slice_update", {
        "inputs": of_ranks(1, 2), "start_indices": st.lists(st.integers(0, 2), min_size=1, max_size=3), "updates": of_ranks(1, 2),
    }),
    ("random.dropout", {
        "inputs": of_ranks(2), "rate": st.just(0.5),
        "noise_shape": st.lists(st.none() | SMALL, min_size=2, max_size=2) | st.lists(SMALL, min_size=1, max_size=3),
    }),
    ("random.shuffle", {"x": of_ranks(1, 2), "axis": st.integers(-3, 3)}),
]  # fmt: skip


def made(value: Any) -> Any:
    """What a rule's value stands for."""
    if isinstance(value, tuple):
        return tuple(map(made, value))
    return tf.ones(value.shape.dims) if isinstance(value, TensorType) else value


@pytest.mark.skipif(not SAME_KERAS, reason="older ones look at fewer arguments")
@pytest.mark.parametrize(
    ("name", "arguments"), OPS, ids=lambda each: each if isinstance(each, str) else ""
)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_what_the_rules_refuse_of_arguments_together(
    name: str, arguments: dict[str, st.SearchStrategy[Any]], data: st.DataObject
) -> None:
    """Whatever the rule refuses of arguments that are drawn by themselves, Keras refuses."""
    full = name if "random." in name else f"ops.{name}"
    drawn = {key: data.draw(each, key) for key, each in arguments.items()}
    try:
        RULES[f"tensorflow.keras.{full}"].call(**drawn)
    except OpError:
        function = functools.reduce(getattr, full.split("."), tf.keras)
        with pytest.raises((*REFUSALS, NotImplementedError, tf.errors.OpError)):
            function(**{key: made(each) for key, each in drawn.items()})
    except Unsure:
        pass


@pytest.mark.parametrize(
    ("name", "config", "dims", "words"),
    [
        pytest.param(
            "Conv2D", {"filters": 4, "kernel_size": 3}, [1, 2, 2, 3], "a window of 3", marks=WINDOWS
        ),
        pytest.param(
            "MaxPooling2D", {"pool_size": 3}, [1, 2, 2, 3], "a window of 3", marks=WINDOWS
        ),
        ("Reshape", {"target_shape": (5, 5)}, [2, 24], "24 elements"),
    ],
)
def test_refusals_say_why(name: str, config: dict[str, Any], dims: list[int], words: str) -> None:
    assert words in str(says(name, config, tensor(dims)))
    with pytest.raises(REFUSALS):
        getattr(tf.keras.layers, name)(**config)(tf.keras.Input(batch_shape=dims))
