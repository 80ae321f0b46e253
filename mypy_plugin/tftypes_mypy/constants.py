"""Names of Python's, NumPy's and TensorFlow's that stand for one value, by their full names."""

from __future__ import annotations

from typing import Final

from tftypes.algebra import DType

_NUMPY_DTYPES: Final = (
    "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64"
)  # fmt: skip
_V1_REDUCTIONS: Final = {
    "MEAN": "weighted_mean",
    "NONE": "none",
    "SUM": "weighted_sum",
    "SUM_BY_NONZERO_WEIGHTS": "weighted_sum_by_nonzero_weights",
    "SUM_OVER_BATCH_SIZE": "weighted_sum_over_batch_size",
    "SUM_OVER_NONZERO_WEIGHTS": "weighted_sum_by_nonzero_weights",
}
CONSTANTS: Final[dict[str, object]] = {
    "builtins.True": True,
    "builtins.False": False,
    "builtins.None": None,
    "builtins.Ellipsis": Ellipsis,
    "tensorflow.newaxis": None,
    "tensorflow.compat.v1.newaxis": None,
    "numpy.newaxis": None,
    **{
        f"tensorflow.compat.v1.losses.Reduction.{name}": value
        for name, value in _V1_REDUCTIONS.items()
    },
    **{
        f"{package}.{name}": DType.of(name)
        for package in ("numpy", "tensorflow.experimental.numpy")
        for name in _NUMPY_DTYPES
    },
    **{
        f"tensorflow.experimental.numpy.{name}": DType.of(dtype)
        for name, dtype in {
            "bool_": "bool",
            "complex64": "complex64",
            "complex128": "complex128",
            "complex_": "complex128",
            "float_": "float64",
        }.items()
    },
}
