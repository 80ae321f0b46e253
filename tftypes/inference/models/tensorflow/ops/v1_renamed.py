"""tf.compat.v1: the functions that only call their parameters otherwise than those of today."""

from __future__ import annotations

from typing import Any, Final

from tftypes.algebra import Unknown

from .rule import RULES, OpError, rule, with_parameters
from .v1 import NOT_GIVEN

#: What parameters are called today.
_TODAY: Final = {
    "reduction_indices": "axis",
    "reduction_axes": "axis",
    "keep_dims": "keepdims",
    "dim": "axis",
    "dimension": "axis",
    "squeeze_dims": "axis",
    "seq_dim": "seq_axis",
    "batch_dim": "batch_axis",
    "bytes": "input_bytes",
    "box_ind": "box_indices",
    "dilation_rate": "dilations",
}

_REDUCTION: Final = "input_tensor axis keepdims name reduction_indices keep_dims"

#: The name in tf.compat.v1, the rule of today, the parameters, those called otherwise than in `_TODAY`, examples of
#: what is passed.
_ROWS: Final[list[tuple[str, str, str, dict[str, str], list[str]]]] = [
    *(
        (op, f"math.{op}", _REDUCTION, {}, ["f32[2, N], reduction_indices=0 -> f32[N]", "f32[2], axis=1 !! axis 1 is out of range", "f32[2], 0, reduction_indices=0 !! both axis and reduction_indices are given"])
        for op in ["reduce_sum", "reduce_mean", "reduce_max", "reduce_min", "reduce_prod", "reduce_logsumexp"]
    ),
    *(
        (op, f"math.{op}", _REDUCTION, {}, ["b[2, N], 1, keep_dims=True -> b[2, 1]", "b[2], axis=1 !! axis 1 is out of range"])
        for op in ("reduce_all", "reduce_any")
    ),
    *(
        (op, f"math.{op}", "input axis name dimension output_type", {}, ["f32[2, N], dimension=1 -> i64[2]", "f32[2], 1 !! axis 1 is out of range"])
        for op in ("argmax", "argmin")
    ),
    ("expand_dims", "expand_dims", "input axis name dim", {}, ["f32[N], dim=0 -> f32[1, N]", "f32[2], 3 !! axis 3 is out of range"]),
    ("squeeze", "squeeze", "input axis name squeeze_dims", {}, ["f32[N, 1], squeeze_dims=[1] -> f32[N]", "f32[2], 0 !! axis 0 is 2, not 1"]),
    ("gather", "gather", "params indices validate_indices name axis batch_dims", {}, ["f32[9, 7], i32[N] -> f32[N, 7]", "f32[9], f32[2] !! float32"]),
    ("gather_nd", "gather_nd", "params indices name batch_dims bad_indices_policy", {}, ["f32[9, 7], i32[N, 1] -> f32[N, 7]", "f32[9], f32[2] !! float32"]),
    ("transpose", "transpose", "a perm name conjugate", {}, ["f32[2, N], [1, 0] -> f32[N, 2]", "f32[2, 3], [0] !! perm"]),
    ("ones_like", "ones_like", "tensor dtype name optimize", {"tensor": "input"}, ["f32[2, N] -> f32[2, N]"]),
    ("zeros_like", "zeros_like", "tensor dtype name optimize", {"tensor": "input"}, ["f32[2, N], tf.int32 -> i32[2, N]"]),
    ("shape", "shape", "input name out_type", {}, ["f32[2, N], out_type=tf.int64 -> i64[2]"]),
    ("size", "size", "input name out_type", {}, ["f32[2, N] -> i32[]"]),
    ("pad", "pad", "tensor paddings mode name constant_values", {}, ["f32[2, N], [[1, 1], [0, 0]] -> f32[4, N]", "f32[2], [[1, 1], [0, 0]] !! 2"]),
    ("boolean_mask", "boolean_mask", "tensor mask name axis", {}, ["f32[4, 3], b[4] -> f32[None, 3]", "f32[4, 3], b[5] !! 5"]),
    ("math.softmax", "nn.softmax", "logits axis name dim", {}, ["f32[2, N], dim=0 -> f32[2, N]", "i32[2] !! int32"]),
    ("math.log_softmax", "nn.log_softmax", "logits axis name dim", {}, ["f32[2, N] -> f32[2, N]", "i32[2] !! int32"]),
    ("nn.moments", "nn.moments", "x axes shift name keep_dims keepdims", {}, ["f32[N, 3], [0], keep_dims=True -> (f32[1, 3], f32[1, 3])", "f32[3], [1] !! axis 1"]),
    ("nn.crelu", "nn.crelu", "features name axis", {}, ["f32[2, 3] -> f32[2, 6]", "f32[2], axis=1 !! axis 1"]),
    (
        "nn.conv2d", "nn.conv2d",
        "input filter strides padding use_cudnn_on_gpu data_format dilations name filters", {"filter": "filters"},
        ["f32[N, 28, 28, 3], f32[3, 3, 3, 16], [1, 2, 2, 1], 'SAME' -> f32[N, 14, 14, 16]", "f32[2, 28, 28, 4], f32[3, 3, 3, 16], [1, 1, 1, 1], 'SAME' !! 4 channels"],
    ),
    (
        "nn.conv3d", "nn.conv3d", "input filter strides padding data_format dilations name filters", {"filter": "filters"},
        ["f32[N, 8, 8, 8, 3], f32[3, 3, 3, 3, 16], [1, 1, 1, 1, 1], 'VALID' -> f32[N, 6, 6, 6, 16]", "f32[2, 8, 8, 8, 4], f32[3, 3, 3, 3, 16], [1, 1, 1, 1, 1], 'SAME' !! 4 channels"],
    ),
    (
        "nn.conv1d", "nn.conv1d", "value filters stride padding use_cudnn_on_gpu data_format name input dilations",
        {"value": "input"}, ["f32[N, 28, 3], f32[3, 3, 16], 2, 'SAME' -> f32[N, 14, 16]", "f32[2, 28, 4], f32[3, 3, 16], 1, 'SAME' !! 4 channels"],
    ),
    (
        "nn.conv2d_transpose", "nn.conv2d_transpose",
        "value filter output_shape strides padding data_format name input filters dilations", {"value": "input", "filter": "filters"},
        ["f32[8, 7, 7, 16], f32[3, 3, 3, 16], [8, 14, 14, 3], [1, 2, 2, 1] -> f32[8, 14, 14, 3]", "f32[8, 7, 7, 5], f32[3, 3, 3, 16], [8, 14, 14, 3], [1, 2, 2, 1] !! 5 channels"],
    ),
    *(
        (
            f"nn.{op}", f"nn.{op}2d", "value ksize strides padding data_format name input", {"value": "input"},
            ["f32[N, 28, 28, 3], [1, 2, 2, 1], [1, 2, 2, 1], 'SAME' -> f32[N, 14, 14, 3]", "f32[28, 3], [1, 2, 2, 1], [1, 2, 2, 1], 'SAME' !! expected rank 4"],
        )
        for op in ("max_pool", "avg_pool")
    ),
    (
        "nn.convolution", "nn.convolution",
        "input filter padding strides dilation_rate name data_format filters dilations", {"filter": "filters"},
        ["f32[N, 28, 28, 3], f32[3, 3, 3, 16], 'VALID' -> f32[N, 26, 26, 16]", "f32[2, 28, 28, 4], f32[3, 3, 3, 16], 'SAME' !! 4 channels"],
    ),
    (
        "nn.depthwise_conv2d", "nn.depthwise_conv2d", "input filter strides padding rate name data_format dilations",
        {"rate": "dilations"}, ["f32[N, 9, 9, 3], f32[3, 3, 3, 2], [1, 1, 1, 1], 'SAME' -> f32[N, 9, 9, 6]", "f32[8, 9, 9, 3], f32[3, 3, 4, 2], [1, 1, 1, 1], 'SAME' !! 3 channels"],
    ),
    (
        "nn.softmax_cross_entropy_with_logits_v2", "nn.softmax_cross_entropy_with_logits", "labels logits axis name dim", {},
        ["f32[N, 10], f32[N, 10] -> f32[N]", "f32[8, 10], f32[8, 9] !! 10"],
    ),
    (
        "nn.softmax_cross_entropy_with_logits", "nn.softmax_cross_entropy_with_logits", "labels logits dim name axis", {},
        ["labels=f32[N, 10], logits=f32[N, 10] -> f32[N]", "labels=f32[8, 10], logits=f32[8, 9] !! 10"],
    ),
    (
        "nn.sparse_softmax_cross_entropy_with_logits", "nn.sparse_softmax_cross_entropy_with_logits", "labels logits name", {},
        ["labels=i32[N], logits=f32[N, 10] -> f32[N]", "labels=f32[8], logits=f32[8, 10] !! float32"],
    ),
    (
        "nn.sigmoid_cross_entropy_with_logits", "nn.sigmoid_cross_entropy_with_logits", "labels logits name", {},
        ["labels=f32[N, 10], logits=f32[N, 10] -> f32[N, 10]", "labels=f32[8, 10], logits=f32[8, 9] !! 10"],
    ),
    (
        "nn.weighted_cross_entropy_with_logits", "nn.weighted_cross_entropy_with_logits",
        "labels logits pos_weight name targets", {"targets": "labels"},
        ["f32[N, 10], f32[N, 10], 2.0 -> f32[N, 10]", "f32[8, 10], f32[8, 9], 2.0 !! 10"],
    ),
    (
        "nn.embedding_lookup", "nn.embedding_lookup", "params ids partition_strategy name validate_indices max_norm", {},
        ["f32[100, 16], i32[N, 5] -> f32[N, 5, 16]", "f32[100, 16], f32[5] !! float32"],
    ),
    ("space_to_depth", "nn.space_to_depth", "input block_size name data_format", {}, ["f32[8, 8, 8, 3], 2 -> f32[8, 4, 4, 12]", "f32[8, 5, 4, 3], 2 !! does not divide by 2"]),
    ("depth_to_space", "nn.depth_to_space", "input block_size name data_format", {}, ["f32[8, 4, 4, 12], 2 -> f32[8, 8, 8, 3]", "f32[8, 4, 4, 10], 2 !! does not divide by 4"]),
    ("strings.length", "strings.length", "input name unit", {}, ["s[2, N] -> i32[2, N]", "i32[2] !! int32"]),
    ("strings.substr", "strings.substr", "input pos len name unit", {}, ["s[2, N], 0, 1 -> s[2, N]", "i32[2], 0, 1 !! int32"]),
    ("substr", "strings.substr", "input pos len name unit", {}, ["s[2, N], 0, 1 -> s[2, N]", "i32[2], 0, 1 !! int32"]),
    ("reduce_join", "strings.reduce_join", "inputs axis keep_dims separator name reduction_indices keepdims", {}, ["s[2, N], 1 -> s[2]", "s[2], 1 !! axis 1"]),
    ("decode_raw", "io.decode_raw", "input_bytes out_type little_endian name bytes", {}, ["s[N], tf.uint8 -> u8[N, None]", "s[2], tf.string !! string"]),
    ("decode_csv", "io.decode_csv", "records record_defaults field_delim use_quote_delim name na_value select_cols", {}, ["s[N], [[0], ['']] -> [i32[N], s[N]]", "i32[2], [[0]] !! int32"]),
    ("parse_example", "io.parse_example", "serialized features name example_names", {}, ["s[N], {'x': tf.io.FixedLenFeature([3], tf.float32)} -> {'x': f32[N, 3]}", "s[N], {'x': tf.io.FixedLenFeature([3], tf.int32)} !! int32"]),
    ("parse_single_example", "io.parse_single_example", "serialized features name example_names", {}, ["s[], {'x': tf.io.FixedLenFeature([3], tf.float32)} -> {'x': f32[3]}", "s[], {'x': tf.io.FixedLenFeature([3], tf.int32)} !! int32"]),
    ("norm", "norm", "tensor ord axis keepdims name keep_dims", {}, ["f32[2, N], axis=1 -> f32[2]", "f32[2], axis=1 !! axis 1"]),
    ("reverse_sequence", "reverse_sequence", "input seq_lengths seq_axis batch_axis name seq_dim batch_dim", {}, ["f32[2, N], [1, 2], seq_dim=1 -> f32[2, N]", "f32[2, 3], f32[2], 1 !! float32"]),
    ("div", "realdiv", "x y name", {}, ["f32[2, 1], f32[N] -> f32[2, N]", "f32[2], f32[3] !! 2 against 3"]),
    *(
        (f"assert_{op}", f"debugging.assert_{op}", "x y data summarize message name", {}, ["f32[2], 1.0 -> anything", "f32[2], f32[3] !! 2 against 3"])
        for op in ["equal", "less", "less_equal", "greater", "greater_equal"]
    ),
    *(
        (f"assert_{op}", f"debugging.assert_{op}", "x data summarize message name", {}, ["f32[2] -> anything", "s[2] !! string"])
        for op in ["negative", "non_negative", "non_positive", "positive"]
    ),
    ("assert_integer", "debugging.assert_integer", "x message name", {}, ["i32[2] -> anything", "f32[2] !! float32"]),
    ("assert_type", "debugging.assert_type", "tensor tf_type message name", {}, ["f32[2], tf.float32 -> anything", "f32[2], tf.int32 !! float32"]),
    ("assert_scalar", "debugging.assert_scalar", "tensor name message", {}, ["f32[] -> anything", "f32[2] !! scalar"]),
    ("assert_rank_in", "debugging.assert_rank_in", "x ranks data summarize message name", {}, ["f32[2], [1, 2] -> anything", "f32[2], [2, 3] !! rank"]),
    ("convert_to_tensor", "convert_to_tensor", "value dtype name preferred_dtype dtype_hint", {"preferred_dtype": "dtype_hint"}, ["[1, 2], preferred_dtype=tf.float32 -> f32[2]", "f32[2], tf.int32 !! expected int32, got float32"]),
    ("confusion_matrix", "math.confusion_matrix", "labels predictions num_classes dtype name weights", {}, ["i32[N], i32[N], 3 -> i32[3, 3]", "f32[2, 2], i32[2], 3 !! differ"]),
    ("count_nonzero", "math.count_nonzero", "input_tensor axis keepdims dtype name reduction_indices keep_dims input", {"input_tensor": "input"}, ["f32[2, N], 1, keep_dims=True -> i64[2, 1]", "f32[2], 1 !! axis 1 is out of range"]),
    ("scalar_mul", "math.scalar_mul", "scalar x name", {}, ["2.0, f32[N] -> f32[N]", "f32[2], f32[2] !! scalar"]),
    *(
        (op, today, "input dimension output_type name", {}, ["f32[2, N], 1 -> i64[2]", "f32[2], 1 !! axis 1 is out of range"])
        for op, today in (("arg_max", "math.argmax"), ("arg_min", "math.argmin"))
    ),
    ("verify_tensor_all_finite", "debugging.check_numerics", "t msg name x message", {"t": "tensor", "x": "tensor", "msg": "message"}, ["f32[2, N], 'nan' -> f32[2, N]", "i32[2], 'nan' !! int32"]),
    ("extract_image_patches", "image.extract_patches", "images ksizes strides rates padding name sizes", {"ksizes": "sizes"}, ["f32[N, 8, 8, 3], [1, 3, 3, 1], [1, 2, 2, 1], [1, 1, 1, 1], 'VALID' -> f32[N, 3, 3, 27]", "f32[8, 8, 3], [1, 3, 3, 1], [1, 2, 2, 1], [1, 1, 1, 1], 'VALID' !! rank 4"]),
    ("multinomial", "random.categorical", "logits num_samples seed name output_dtype", {"output_dtype": "dtype"}, ["f32[N, 3], 5 -> i64[N, 5]", "f32[3], 5 !! rank 2"]),
    ("string_to_number", "strings.to_number", "string_tensor out_type name input", {"string_tensor": "input"}, ["s[2, N], tf.int32 -> i32[2, N]", "i32[2] !! int32"]),
    ("floor_div", "math.floordiv", "x y name", {}, ["i32[2, 1], i32[N] -> i32[2, N]", "i32[2], i32[3] !! 2 against 3"]),
    *(
        (f"image.resize_{op}", "image.resize", "images size align_corners name half_pixel_centers", {}, ["u8[2, 4, 4, 3], [8, 8], True -> f32[2, 8, 8, 3]", "b[2, 4, 4, 3], [8, 8] !! bool"])
        for op in ("bilinear", "bicubic", "area")
    ),
    ("assert_rank", "debugging.assert_rank", "x rank data summarize message name", {}, ["f32[2], 1 -> anything", "f32[2], 2 !! expected rank 2"]),
    ("assert_rank_at_least", "debugging.assert_rank_at_least", "x rank data summarize message name", {}, ["f32[2], 1 -> anything", "f32[2], 2 !! expected rank 2 or more"]),
]  # fmt: skip


def _register(
    op: str, today: str, parameters: str, others: dict[str, str], calls: list[str]
) -> None:
    target = RULES[f"tensorflow.{today}"]
    names = parameters.split()

    def function(*values: Any) -> Any:
        given: dict[str, Any] = {}
        said: dict[str, str] = {}
        for name, value in zip(names, values):
            named = others.get(name, _TODAY.get(name, name))
            if named not in target.signature.parameters or value is NOT_GIVEN:
                continue
            if value is not None and not isinstance(value, Unknown):
                if named in said:
                    raise OpError("tf-value", f"both {said[named]} and {name} are given", name)
                said[named] = name
            if value is not None or named not in given:
                given[named] = value
        return target.call(**given)

    examples = []
    for text in calls:
        arguments, sign, answer = (
            text.rpartition(" -> ") if " -> " in text else text.rpartition(" !! ")
        )
        examples.append(f"tf.compat.v1.{op}({arguments}){sign}{answer}")
    defaults: dict[str, Any] = dict.fromkeys(names, NOT_GIVEN)
    rule(f"tensorflow.compat.v1.{op}", *examples)(with_parameters(function, **defaults))


for _row in _ROWS:
    _register(*_row)
