"""keras.ops: the dtypes that its functions refuse, by parameter.

Keras promotes its operands, and TensorFlow's op of the promoted dtype may not exist. `promoted` stands for all operands:
bools together are refused where a bool beside a number is a number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from tftypes.algebra import DType, TensorType

from .groups import BOOLS, COMPLEX, FLOATS, INTS, STRINGS
from .keras_ops_relations import Problem, Relation
from .values import DENSE

_GROUPS: Final = {"b": BOOLS, "i": INTS, "f": FLOATS, "c": COMPLEX, "s": STRINGS}
_WORDS: Final = {
    "b": "bools", "i": "ints", "f": "floats", "c": "complex numbers", "s": "strings"
}  # fmt: skip
#: An example of each group, by the dtype's short name.
_SHORT: Final = {"b": "b", "i": "i32", "f": "f32", "c": "c64", "s": "s"}

#: The groups that parameters refuse, and the functions.
_REFUSED: Final[Mapping[str, str]] = {
    "x:s": (
        "abs absolute all angle any arccos arccosh arcsin arcsinh arctan arctanh argpartition average bincount cbrt cos"
        " cosh deg2rad diag diagflat diagonal exp exp2 expm1 i0 layer_normalization log log10 log1p log2 logical_not mean"
        " nanmean nanprod nansum nonzero norm normalize rad2deg rms_normalization signbit sin sinc sinh sqrt square std sum tan"
        " tanh trace tril triu var"
    ),
    "x:bics": (
        "celu elu erf erfc erfinv gelu hard_sigmoid hard_silu hard_tanh log_sigmoid log_softmax logsumexp rfft"
        " selu soft_shrink softmax softplus softsign sparse_plus sparse_sigmoid sparsemax stft"
    ),
    "x:cs": (
        "amax amin argmax argmin argsort ceil digitize fabs floor max median min nanargmax nanargmin nancumprod nancumsum"
        " nanmax nanmin nanstd nanvar percentile quantile sort trunc"
    ),
    "x:bis": (
        "cholesky_inverse det eig eigh glu hard_shrink logdet qr reciprocal rsqrt sigmoid silu slogdet squareplus svd"
        " tanh_shrink"
    ),
    "x:bs": "conj conjugate moments negative real sign unfold",
    "x:bcs": "leaky_relu ptp relu relu6 round top_k",
    "x:c": "isfinite isinf isnan nan_to_num",
    "x1:s x2:s": (
        "divide divide_no_nan dot inner logical_and logical_or logical_xor matmul nextafter outer tensordot true_divide"
        " vdot"
    ),
    "x1:s x2:s promoted:b": "hypot multiply power subtract",
    "x1: x2: promoted:b": "add",
    "x1:cs x2:cs": "arctan2 fmod logaddexp logaddexp2 mod",
    "x1:cs x2:cs promoted:b": (
        "cross floor_divide fmax fmin greater greater_equal heaviside less less_equal maximum minimum"
    ),
    "x1:fcs x2:fcs promoted:b": "gcd",
    "x1:bfcs x2:bfcs": "lcm",
    "x:fcs y:fcs promoted:b": "bitwise_and bitwise_or bitwise_xor",
    "images:bics": "image.elastic_transform image.gaussian_blur image.hsv_to_rgb image.rgb_to_hsv",
    "images:bcs": "image.extract_patches image.resize image.affine_transform",
    "images:s": "image.rgb_to_grayscale",
    "inputs:bics": "adaptive_average_pool average_pool",
    "inputs:bcs": "adaptive_max_pool max_pool",
    "inputs:bcs kernel:bcs": "conv conv_transpose",
    "inputs:bics kernel:bics": "depthwise_conv",
    "inputs:bics depthwise_kernel:bics pointwise_kernel:bics": "separable_conv",
    "a:bis b:bis": "lstsq solve_triangular",
    "data:bcs segment_ids:bfcs": "segment_max segment_min",
    "data:bs segment_ids:bfcs": "segment_prod segment_sum",
    "x:bs mean:bis variance:bis": "batch_normalization",
    "target:bics output:bics": "binary_crossentropy",
    "target:s output:bcs": "categorical_crossentropy",
    "output:bics": "sparse_categorical_crossentropy",
    "query:cs key:cs value:cs promoted:b": "dot_product_attention",
    "targets:bfcs predictions:bics": "in_top_k",
    "sorted_sequence:bcs values:bcs": "searchsorted",
    "x1:bs x2:bs": "psnr",
    "abs_:bics angle:cs": "polar",
}


#: The functions that make of NumPy's arrays what they need.
_CONVERTING: Final = frozenset(
    ("batch_normalization", "in_top_k", "max_pool", "psnr", "rfft", "soft_shrink", "sparse_plus")
)


def _dtype_of(value: Any, kinds: Sequence[str]) -> DType | None:
    return value.dtype if isinstance(value, TensorType) and value.kind in kinds else None


def _is_of(dtype: DType | None, letters: str) -> bool:
    names = frozenset().union(*(_GROUPS[each] for each in letters))
    return dtype is not None and dtype.names <= names


def _words(letters: str) -> str:
    *first, last = [word for letter, word in _WORDS.items() if letter not in letters]
    return f"{', '.join(first)} or {last}" if first else last


def _refused(
    parameter: str, letters: str, kinds: Sequence[str], given: Mapping[str, Any]
) -> Problem:
    """A tensor of a dtype that the parameter does not take."""
    dtype = _dtype_of(given.get(parameter), kinds)
    if not _is_of(dtype, letters):
        return None
    return f"expected {_words(letters)}, got {dtype}", parameter


def _refused_together(parameters: list[str], letters: str, given: Mapping[str, Any]) -> Problem:
    """Tensors of which none makes the others of a dtype that there is an op for."""
    dtypes = [_dtype_of(given.get(each), DENSE) for each in parameters]
    if not all(_is_of(each, letters) for each in dtypes):
        return None
    return f"expected a number, got {' and '.join(map(str, dtypes))}", parameters[0]


def _relations(spec: str, name: str) -> Iterator[Relation]:
    kinds = ("tensor", "variable") if name in _CONVERTING else DENSE
    alone = [each.split(":") for each in spec.split()]
    parameters = [name for name, _ in alone if name != "promoted"]
    for parameter, letters in alone:
        if parameter == "promoted":
            yield partial(_refused_together, parameters, letters)
        else:
            yield partial(_refused, parameter, letters, kinds)


#: The last group that is refused of each first function: its example with all tensors of that dtype is no call.
REFUSED: Final = {names.split()[0]: _SHORT[spec[-1]] for spec, names in _REFUSED.items()}
#: The relations of the dtypes of each function's operands.
DTYPES: Final[Mapping[str, tuple[Relation, ...]]] = {
    name: tuple(_relations(spec, name))
    for spec, names in _REFUSED.items()
    for name in names.split()
}
