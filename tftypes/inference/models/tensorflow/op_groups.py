"""Ops in families, by their canonical names: what TensorFlow dispatches together.

Source: the lists behind `tf.experimental.dispatch_for_unary_elementwise_apis` and its like; RFC 269 for reductions.
"""

from __future__ import annotations

from typing import Final

from tftypes.inference.interpreter.compiled import named_ops

#: They make each element of their first argument another: `tf.experimental.dispatch_for_unary_elementwise_apis`.
UNARY: Final = named_ops(
    """
    bitwise.invert cast clip_by_value compat.v1.math.log_softmax compat.v1.ones_like
    compat.v1.string_to_hash_bucket compat.v1.strings.length compat.v1.strings.substr compat.v1.substr
    compat.v1.to_bfloat16 compat.v1.to_complex128 compat.v1.to_complex64 compat.v1.to_double
    compat.v1.to_float compat.v1.to_int32 compat.v1.to_int64 compat.v1.zeros_like debugging.check_numerics
    dtypes.saturate_cast image.adjust_brightness image.adjust_gamma image.convert_image_dtype
    image.random_brightness image.stateless_random_brightness io.decode_base64 io.decode_compressed
    io.encode_base64 math.abs math.acos math.acosh math.angle math.asin math.asinh math.atan math.atanh
    math.bessel_i0 math.bessel_i0e math.bessel_i1 math.bessel_i1e math.ceil math.conj math.cos math.cosh
    math.digamma math.erf math.erfc math.erfcinv math.erfinv math.exp math.expm1 math.floor math.imag
    math.is_finite math.is_inf math.is_nan math.lgamma math.log math.log1p math.log_sigmoid math.logical_not
    math.ndtri math.negative math.nextafter math.real math.reciprocal math.reciprocal_no_nan math.rint
    math.round math.rsqrt math.sigmoid math.sign math.sin math.sinh math.softplus math.special.bessel_j0
    math.special.bessel_j1 math.special.bessel_k0 math.special.bessel_k0e math.special.bessel_k1
    math.special.bessel_k1e math.special.bessel_y0 math.special.bessel_y1 math.special.dawsn
    math.special.expint math.special.fresnel_cos math.special.fresnel_sin math.special.spence math.sqrt
    math.square math.tan math.tanh nn.elu nn.gelu nn.leaky_relu nn.relu nn.relu6 nn.selu nn.silu nn.softsign
    ones_like strings.as_string strings.length strings.lower strings.regex_full_match strings.regex_replace
    strings.strip strings.substr strings.to_hash_bucket strings.to_hash_bucket_fast
    strings.to_hash_bucket_strong strings.to_number strings.unicode_script strings.unicode_transcode
    strings.upper zeros_like
    """
)

#: They combine the elements of their first two arguments: `dispatch_for_binary_elementwise_apis`.
BINARY: Final = named_ops(
    """
    bitwise.bitwise_and bitwise.bitwise_or bitwise.bitwise_xor bitwise.left_shift bitwise.right_shift
    compat.v1.div compat.v1.floor_div compat.v1.scalar_mul dtypes.complex math.add math.atan2 math.divide
    math.divide_no_nan math.equal math.floordiv math.floormod math.greater math.greater_equal math.less
    math.less_equal math.logical_and math.logical_or math.logical_xor math.maximum math.minimum
    math.multiply math.multiply_no_nan math.not_equal math.pow math.scalar_mul math.squared_difference
    math.subtract math.truediv math.xdivy math.xlog1py math.xlogy math.zeta
    nn.sigmoid_cross_entropy_with_logits realdiv truncatediv truncatemod
    """
)

#: They hold the elements of their first two arguments against each other: `dispatch_for_binary_elementwise_assert_apis`.
ASSERTIONS: Final = named_ops(
    """
    compat.v1.assert_equal compat.v1.assert_greater compat.v1.assert_greater_equal compat.v1.assert_less
    compat.v1.assert_less_equal compat.v1.assert_near compat.v1.assert_none_equal debugging.assert_equal
    debugging.assert_greater debugging.assert_greater_equal debugging.assert_less
    debugging.assert_less_equal debugging.assert_near debugging.assert_none_equal
    """
)

#: They combine the values of their first argument along an axis.
REDUCTIONS: Final = named_ops(
    """
    compat.v1.argmax compat.v1.argmin compat.v1.count_nonzero compat.v1.norm compat.v1.reduce_all
    compat.v1.reduce_any compat.v1.reduce_join compat.v1.reduce_logsumexp compat.v1.reduce_max
    compat.v1.reduce_mean compat.v1.reduce_min compat.v1.reduce_prod compat.v1.reduce_sum
    compat.v1.sparse_reduce_max compat.v1.sparse_reduce_sum math.argmax math.argmin math.count_nonzero
    math.reduce_all math.reduce_any math.reduce_euclidean_norm math.reduce_logsumexp math.reduce_max
    math.reduce_mean math.reduce_min math.reduce_prod math.reduce_std math.reduce_sum math.reduce_variance
    norm sparse.reduce_max sparse.reduce_sum strings.reduce_join
    """
)

#: By the kind of `tftypes.runtime.dispatch`: its lists are those of TensorFlow, mended.
KINDS: Final = {
    "unary_elementwise": UNARY - named_ops("math.nextafter compat.v1.math.log_softmax")
    | named_ops("identity quantization.fake_quant_with_min_max_args stop_gradient"),
    "binary_elementwise": BINARY
    | named_ops("math.igamma math.igammac math.nextafter math.polygamma"),
    "reduction": REDUCTIONS,
}
#: Ops with a rule that ask no argument before they run.
UNDISPATCHED: Final = named_ops("constant convert_to_tensor convert_n_to_tensor")
