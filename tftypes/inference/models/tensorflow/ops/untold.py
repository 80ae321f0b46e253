"""The ops that pass raggedness on: what they return is ragged when such an operand is.

Where nothing is known of one of these operands, not even what it is, the dtype of the result is known at most.
"""

from __future__ import annotations

from typing import Final

from .elementwise import BINARY, UNARY
from .rule import RULES

#: The operands, and the ops that are not in the tables of `elementwise`.
PASSED_ON: Final[list[tuple[str, str]]] = [
    ("a b", "linalg.matmul linalg.matvec"),
    ("bytes", "io.decode_compressed"),
    ("condition x y", "where"),
    (
        "data",
        "dynamic_partition math.unsorted_segment_max math.unsorted_segment_mean math.unsorted_segment_min"
        " math.unsorted_segment_prod math.unsorted_segment_sqrt_n math.unsorted_segment_sum",
    ),
    ("features", "nn.gelu nn.leaky_relu nn.silu"),
    (
        "image",
        "image.adjust_brightness image.adjust_gamma image.convert_image_dtype image.random_brightness"
        " image.stateless_random_brightness",
    ),
    ("params ids", "nn.embedding_lookup"),
    ("indices", "one_hot"),
    (
        "input",
        "bitcast expand_dims identity io.decode_base64 io.encode_base64 ones_like shape squeeze stop_gradient tile"
        " zeros_like",
    ),
    (
        "input",
        "strings.as_string strings.length strings.lower strings.regex_full_match strings.regex_replace strings.split"
        " strings.strip strings.substr strings.to_hash_bucket strings.to_hash_bucket_fast"
        " strings.to_hash_bucket_strong strings.to_number strings.unicode_script strings.unicode_transcode strings.upper",
    ),
    ("inputs", "math.add_n strings.join"),
    ("labels logits", "nn.sigmoid_cross_entropy_with_logits"),
    ("logits", "compat.v1.math.log_softmax nn.softmax"),
    ("params indices", "gather gather_nd"),
    ("real imag", "dtypes.complex"),
    ("t", "clip_by_value"),
    ("tensor", "debugging.check_numerics reverse"),
    ("value", "dtypes.saturate_cast split"),
    ("values", "concat stack"),
    ("input mean variance", "nn.batch_norm_with_global_normalization"),
    (
        "x",
        "cast compat.v1.nn.dropout math.cumsum math.scalar_mul nn.dropout nn.experimental.stateless_dropout",
    ),
    ("x mean variance", "nn.batch_normalization"),
    ("y_true y_pred", "keras.losses.MAE keras.losses.MSE keras.losses.MSLE"),
]

for _operands, _ops in (
    *PASSED_ON,
    *((row[0], row[3]) for row in UNARY),
    *((row[0], row[3].replace("*", "")) for row in BINARY),
):
    for _op in _ops.split():
        RULES[f"tensorflow.{_op}"].passed_on = frozenset(_operands.split())
RULES["tensorflow.shape"].is_tensor = False  # of a ragged tensor it is a DynamicRaggedShape
