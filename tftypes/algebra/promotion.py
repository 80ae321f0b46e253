"""What TensorFlow makes of two dtypes, and of a Python value next to a tensor."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite, isnan
from typing import Literal, Union

from tftypes.algebra.dtype import DType, DTypeMismatch, meet, same
from tftypes.algebra.dtype_tables import GROUPS, LIMITS, NAMES
from tftypes.algebra.promotion_tables import table

Scalar = Union[bool, int, float, complex, str, bytes]
#: The ``dtype_conversion_mode`` of tf.experimental.numpy.experimental_enable_numpy_behavior;
#: "off" is TensorFlow's default.
Mode = Literal["off", "legacy", "safe", "all"]

#: What stands for any value of a Python type.
_TYPICAL: dict[type, Scalar] = {bool: True, int: 1, float: 1.5, complex: 1j, str: "", bytes: b""}


def promote(a: DType, b: DType, mode: Mode = "off") -> DType:
    """The dtype of a binary operation on two tensors.

    By default theirs, which must be the same. In the mode "legacy" this holds for
    operators only, not for functions such as tf.add. Raises `DTypeMismatch` where
    TensorFlow rejects every pair they may be.

    >>> promote(DType.of("int8"), DType.of("float32"), "all")
    float32
    """
    if mode == "off":
        return meet(a, b)
    if same(a, b):
        return a
    names = {name for x in a.names for y in b.names for name in _promoted(x, y, mode)}
    if not names:
        raise DTypeMismatch(a, b)
    return DType(frozenset(names))


def _promoted(a: str, b: str, mode: Mode) -> Iterable[str]:
    """The possible results for two dtypes; none where it is an error."""
    results = table(mode)
    if (a, b) in results:
        result = results[a, b]
        return () if result is None else (result,)
    if a == b:
        return (a,)
    # What "legacy" makes of the rare dtypes is for the version of NumPy to say.
    return NAMES if mode == "legacy" else ()


def promote_python(dtype: DType, value: Scalar | type, mode: Mode = "off") -> DType:
    """The dtype of a binary operation on a tensor and a Python scalar.

    ``value`` may be a type, for a value that is not known. Raises `DTypeMismatch`
    where TensorFlow rejects it.

    >>> promote_python(DType.of("int8"), 1), promote_python(DType.of("int8"), 1.5, "all")
    (int8, float64)
    >>> promote_python(DType.of("int32"), 1.5)
    Traceback (most recent call last):
    tftypes.algebra.dtype.DTypeMismatch: int32 cannot hold 1.5
    """
    example = _TYPICAL[value] if isinstance(value, type) else value
    kind = _kind(example)
    if kind == "bool" and mode != "off":
        return promote(dtype, DType.of("bool"), mode)
    if mode in ("safe", "all") and isinstance(example, int) and not -(2**31) <= example < 2**31:
        raise DTypeMismatch(dtype, DType.of("int32"), f"{example} does not fit into int32")
    names: set[str] = set()
    for name in dtype.names:
        if mode != "off" and (name, kind) in table(mode):
            result = table(mode)[name, kind]
            names.update(() if result is None else (result,))
        elif mode == "legacy":
            return DType.any()
        elif _can_hold(name, example) is not False:
            names.add(name)
    if not names:
        shown = f"a Python {kind}" if isinstance(value, type) else repr(value)
        raise DTypeMismatch(dtype, _default(example), f"{dtype} cannot hold {shown}")
    return dtype if names == dtype.names else DType(frozenset(names))


def _kind(value: Scalar) -> str:
    """The name of the Python type, also of a subclass."""
    return next(kind.__name__ for kind in _TYPICAL if isinstance(value, kind))


def _default(value: Scalar) -> DType:
    """The dtype of a scalar, int64 where there is none that it fits."""
    try:
        return from_python(value)
    except ValueError:
        return DType.of("int64")


def from_python(value: object) -> DType:
    """The dtype of tf.constant for a Python scalar or nested lists and tuples of them.

    Raises ValueError for ints beyond 64 bits and for lists that mix strings with
    anything else, TypeError for what is none of these.

    >>> from_python(1), from_python(2**40), from_python([[1], [2.5]]), from_python("a")
    (int32, int64, float32, string)
    """
    names = {_scalar_dtype(scalar) for scalar in _flattened(value)}
    if not names:
        return DType.of("float32")
    if "string" in names and len(names) > 1:
        raise ValueError(f"strings and numbers in one tensor: {value!r}")
    if "uint64" in names and len(names) > 1:
        return DType.any()
    return DType.of(max(names, key=_WIDTHS.index))


#: A list has the widest dtype that its elements have.
_WIDTHS = ["bool", "int32", "int64", "uint64", "float32", "complex128", "string"]


def _flattened(value: object) -> list[object]:
    if isinstance(value, (list, tuple)):
        return [scalar for item in value for scalar in _flattened(item)]
    return [value]


def _scalar_dtype(value: object) -> str:
    if hasattr(value, "dtype"):
        # NumPy's scalars, some of which are ints and floats, keep their own.
        raise TypeError(f"not a Python scalar: {value!r}")
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int):
        # What fits uint64 only is converted while tracing, and rejected otherwise.
        for name in ("int32", "int64", "uint64"):
            low, high = LIMITS[name]
            if low <= value <= high:
                return name
        raise ValueError(f"{value} does not fit into 64 bits")
    for kind, name in ((float, "float32"), (complex, "complex128"), ((str, bytes), "string")):
        if isinstance(value, kind):
            return name
    raise TypeError(f"not a Python scalar: {value!r}")


def can_hold(dtype: DType | str, value: Scalar | type) -> bool | None:
    """Whether TensorFlow converts a Python scalar to the dtype of the tensor next to it.

    True: it does, and keeps the value but for rounding. False: it never does.
    None: it wraps or overflows, or does so only while tracing, or only eagerly.
    ``value`` may be a type, for an ordinary value of it.

    >>> can_hold("float32", 1), can_hold("int32", 1.5), can_hold("int8", 300)
    (True, False, None)
    """
    example = _TYPICAL[value] if isinstance(value, type) else value
    names = (DType.of(dtype) if isinstance(dtype, str) else dtype).names
    verdicts = {_can_hold(name, example) for name in names}
    return verdicts.pop() if len(verdicts) == 1 else None


_FROM_NOTHING = {"float8_e4m3fnuz", "float8_e4m3b11fnuz", "float8_e5m2fnuz", "resource", "variant"}
_FROM_BOOL = {"bool", "float16", "float32", "float64", "int32", "int64", "uint64", "complex128"}
#: What takes ints while tracing only, or eagerly only, and none beyond int64.
_FROM_INT_SOMETIMES = {
    *("float8_e5m2", "float8_e4m3fn", "float4_e2m1fn", "int2", "uint2"),
    *GROUPS["Quantized"],
}
_INT64, _UINT64 = LIMITS["int64"], LIMITS["uint64"]


def _can_hold(name: str, value: Scalar) -> bool | None:
    if isinstance(value, (str, bytes)):
        return name == "string"
    if name in _FROM_NOTHING or name == "string":
        return False
    if isinstance(value, bool):
        return True if name in _FROM_BOOL else (False if name in GROUPS["Quantized"] else None)
    if name == "bool":
        return False
    if isinstance(value, int):
        return _can_hold_int(name, value)
    if isinstance(value, float):
        if name not in GROUPS["Inexact"]:
            return False
        return True if name != "float4_e2m1fn" and _in_range(name, value) else None
    if name not in GROUPS["Complex"]:
        return False
    return True if _in_range(name, value.real) and _in_range(name, value.imag) else None


def _can_hold_int(name: str, value: int) -> bool | None:
    """For a dtype of numbers that takes ints."""
    beyond_int64 = not _INT64[0] <= value <= _INT64[1]
    if name in ("float16", "float32", "float64", "complex128"):
        low, high = LIMITS["float64"]
        return (True if _in_range(name, value) else None) if low <= value <= high else False
    if name == "complex64":
        return (None if _can_hold_int("float64", value) else False) if beyond_int64 else True
    if name == "bfloat16":
        return not beyond_int64
    if name in _FROM_INT_SOMETIMES or name in ("int4", "uint4"):
        if beyond_int64:
            return False
        return None if name in _FROM_INT_SOMETIMES or not _in_range(name, value) else True
    if _in_range(name, value):
        return True
    return None if _INT64[0] <= value <= _UINT64[1] else False


def _in_range(name: str, value: int | float) -> bool:
    """Whether the dtype has the value but for rounding."""
    if isinstance(value, float) and not isfinite(value):
        return isnan(value) or name != "float8_e4m3fn"
    part = {"complex64": "float32", "complex128": "float64"}.get(name, name)
    low, high = LIMITS[part]
    return low <= value <= high
