"""tf.quantization: floats as small ints, and floats with the rounding of those."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import TensorType, equal

from .arguments import allow, dtype_argument, made_dtype, rank_at_least, rank_is
from .conversion import as_tensor
from .groups import FLOATS
from .rule import OpError, rule, with_parameters
from .values import FLOAT32

_SMALL = frozenset({"qint8", "quint8", "qint16", "quint16", "qint32"})


@rule(
    "tensorflow.quantization.quantize",
    "tf.quantization.dequantize(tf.quantization.quantize(f32[2, N], 0.0, 1.0, tf.quint8)[0], 0.0, 1.0) -> f32[2, N]",
    "tf.quantization.quantize(f32[2, 3], 0.0, 1.0, tf.qint8)[1] -> f32[]",
    "tf.quantization.quantize(i32[2], 0.0, 1.0, tf.quint8) !! expected float32, got int32",
    "tf.quantization.quantize(f32[2], 0.0, 1.0, tf.int8) !! int8 is not supported",
)
def quantize(
    input: Any,
    min_range: Any,
    max_range: Any,
    T: Any,
    mode: Any = "MIN_COMBINED",
    round_mode: Any = "HALF_AWAY_FROM_ZERO",
    name: Any = None,
    narrow_range: Any = False,
    axis: Any = None,
    ensure_minimum_range: Any = 0.01,
) -> tuple[TensorType, TensorType, TensorType]:
    x = as_tensor(input, FLOAT32, argument="input")
    low, high = (
        as_tensor(value, FLOAT32, argument=argument)
        for value, argument in ((min_range, "min_range"), (max_range, "max_range"))
    )
    made = made_dtype(T, _SMALL, argument="T")
    return (
        TensorType(made, x.shape),
        TensorType(FLOAT32, low.shape),
        TensorType(FLOAT32, high.shape),
    )


@rule(
    "tensorflow.quantization.dequantize",
    "tf.quantization.dequantize(tf.cast(f32[2, N], tf.qint8), 0.0, 1.0) -> f32[2, N]",
    "tf.quantization.dequantize(f32[2], 0.0, 1.0) !! float32 is not supported",
)
def dequantize(
    input: Any,
    min_range: Any,
    max_range: Any,
    mode: Any = "MIN_COMBINED",
    name: Any = None,
    axis: Any = None,
    narrow_range: Any = False,
    dtype: Any = FLOAT32,
) -> TensorType:
    x = allow(as_tensor(input, argument="input"), _SMALL, "input")
    return TensorType(dtype_argument(dtype), x.shape)


# --- floats that stay floats ------------------------------------------------------------------------------------------


def _register_fake(op: str, more: str, **parameters: Any) -> None:
    def function(inputs: Any, *rest: Any) -> TensorType:
        x = as_tensor(inputs, FLOAT32, argument="inputs")
        if op.endswith("_vars"):
            for value, argument in zip(rest, ("min", "max")):
                rank_is(as_tensor(value, FLOAT32, argument=argument), 0, argument)
        if op.endswith("_per_channel"):
            _check_channels(rank_at_least(x, 1, "inputs"), rest)
        return TensorType(x.dtype, x.shape)

    rule(
        f"tensorflow.quantization.{op}",
        f"tf.quantization.{op}(f32[N, 3]{more}) -> f32[N, 3]",
        f"tf.quantization.{op}(i32[2, 3]{more}) !! expected float32, got int32",
    )(
        with_parameters(
            function, inputs=..., **parameters, num_bits=8, narrow_range=False, name=None
        )
    )


def _check_channels(x: TensorType, ranges: Any) -> None:
    for value, argument in zip(ranges, ("min", "max")):
        count = rank_is(as_tensor(value, FLOAT32, argument=argument), 1, argument).shape[0]
        channels = x.shape[-1]
        if equal(count, channels) is False:
            raise OpError("tf-shape", f"{count} numbers for {channels} channels", argument)


_register_fake("fake_quant_with_min_max_args", "", min=-6, max=6)
_register_fake("fake_quant_with_min_max_vars", ", 0.0, 1.0", min=..., max=...)
_register_fake("fake_quant_with_min_max_vars_per_channel", ", f32[3], f32[3]", min=..., max=...)


def _register_both(op: str) -> None:
    def function(
        input: Any,
        input_min: Any,
        input_max: Any,
        signed_input: Any = True,
        num_bits: Any = 8,
        range_given: Any = False,
        round_mode: Any = "HALF_TO_EVEN",
        name: Any = None,
        narrow_range: Any = False,
        axis: Any = None,
    ) -> TensorType:
        x = allow(as_tensor(input, argument="input"), FLOATS, "input")
        return TensorType(x.dtype, x.shape)

    rule(
        f"tensorflow.quantization.{op}",
        f"tf.quantization.{op}(f32[2, N], 0.0, 1.0) -> f32[2, N]",
        f"tf.quantization.{op}(i32[2], 0.0, 1.0) !! int32 is not supported",
    )(function)


_register_both("quantize_and_dequantize")
_register_both("quantize_and_dequantize_v2")
