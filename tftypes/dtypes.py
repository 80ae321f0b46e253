"""Element types: TensorFlow's dtypes and their groups, as classes for annotations.

A dtype is a class without instances, named as in TensorFlow. A group (`Floating`, `Integer`, ...)
is a base class of its dtypes, so subclassing says what belongs where:

>>> issubclass(bfloat16, Floating), issubclass(uint8, Signed), issubclass(bool, Numeric)
(True, False, False)

Source: RFC 208, "Core tensor types", `DType`; TensorFlow's `tf.dtypes`.
"""

from __future__ import annotations

import builtins
from typing import Any, Union, get_args

from tftypes._interface import Interface, implemented_by
from tftypes._subscript import is_any, is_union, is_variable, show


@implemented_by("tensorflow.python.framework.dtypes.DType")
class DType(metaclass=Interface):
    """Any element type. TensorFlow's dtype objects (`tf.int32`) are its instances.

    Source: RFC 208, `DType`; `tf.dtypes.DType`.
    """


class Numeric(DType):
    """Numbers: all dtypes but `bool`, `string`, `resource` and `variant`."""


class Real(Numeric):
    """Real numbers: integers and floating point."""


class Inexact(Numeric):
    """Numbers with rounding: floating point and complex."""


class Integer(Real):
    """Integers, signed and unsigned."""


class Signed(Integer):
    """Signed integers."""


class Unsigned(Integer):
    """Unsigned integers."""


class Floating(Real, Inexact):
    """Floating point numbers of any width."""


class Complex(Inexact):
    """Complex numbers."""


class Quantized(Numeric):
    """Quantized integers, as in `tf.quantization`."""


class float16(Floating):
    """IEEE 754 half precision: `tf.float16`, `tf.half`."""


class float32(Floating):
    """IEEE 754 single precision: `tf.float32`."""


class float64(Floating):
    """IEEE 754 double precision: `tf.float64`, `tf.double`."""


class bfloat16(Floating):
    """Float32 cut to its upper 16 bits: `tf.bfloat16`."""


class float8_e4m3fn(Floating):
    """8 bits: 4 of exponent, 3 of mantissa, finite: `tf.dtypes.experimental.float8_e4m3fn`."""


class float8_e4m3fnuz(Floating):
    """As `float8_e4m3fn`, with no negative zero: TensorFlow's `float8_e4m3fnuz`."""


class float8_e4m3b11fnuz(Floating):
    """As `float8_e4m3fnuz`, with exponent bias 11: TensorFlow's `float8_e4m3b11fnuz`."""


class float8_e5m2(Floating):
    """8 bits: 5 of exponent, 2 of mantissa: `tf.dtypes.experimental.float8_e5m2`."""


class float8_e5m2fnuz(Floating):
    """As `float8_e5m2`, finite, with no negative zero: TensorFlow's `float8_e5m2fnuz`."""


class float4_e2m1fn(Floating):
    """4 bits: 2 of exponent, 1 of mantissa, finite: `tf.dtypes.experimental.float4_e2m1fn`."""


class complex64(Complex):
    """Two float32: `tf.complex64`."""


class complex128(Complex):
    """Two float64: `tf.complex128`."""


class int2(Signed):
    """2-bit signed integer: `tf.dtypes.experimental.int2`."""


class int4(Signed):
    """4-bit signed integer: `tf.dtypes.experimental.int4`."""


class int8(Signed):
    """8-bit signed integer: `tf.int8`."""


class int16(Signed):
    """16-bit signed integer: `tf.int16`."""


class int32(Signed):
    """32-bit signed integer: `tf.int32`."""


class int64(Signed):
    """64-bit signed integer: `tf.int64`."""


class uint2(Unsigned):
    """2-bit unsigned integer: `tf.dtypes.experimental.uint2`."""


class uint4(Unsigned):
    """4-bit unsigned integer: `tf.dtypes.experimental.uint4`."""


class uint8(Unsigned):
    """8-bit unsigned integer: `tf.uint8`."""


class uint16(Unsigned):
    """16-bit unsigned integer: `tf.uint16`."""


class uint32(Unsigned):
    """32-bit unsigned integer: `tf.uint32`."""


class uint64(Unsigned):
    """64-bit unsigned integer: `tf.uint64`."""


class qint8(Quantized):
    """Quantized 8-bit signed integer: `tf.qint8`."""


class quint8(Quantized):
    """Quantized 8-bit unsigned integer: `tf.quint8`."""


class qint16(Quantized):
    """Quantized 16-bit signed integer: `tf.qint16`."""


class quint16(Quantized):
    """Quantized 16-bit unsigned integer: `tf.quint16`."""


class qint32(Quantized):
    """Quantized 32-bit signed integer: `tf.qint32`."""


class string(DType):
    """Byte strings of any length: `tf.string`."""


class resource(DType):
    """Handles of mutable resources: `tf.resource`."""


class variant(DType):
    """Values of arbitrary type, such as datasets and lists: `tf.variant`."""


class bool(DType):  # noqa: A001  TensorFlow's name
    """Truth values: `tf.bool`."""


half = float16
double = float64


def checked_dtype(dtype: Any) -> Any:
    """The dtype argument of `Tensor[dtype, ...]` as it is kept: TensorFlow's and NumPy's as ours.

    Args:
      dtype: a `DType` subclass, a union of them, a TypeVar over dtypes, Any, `tf.int32`,
        "int32" or `np.int32`.

    Raises:
      TypeError: says what is wrong and what is allowed.
    """
    if is_any(dtype):
        return Any
    if is_union(dtype):
        return Union[tuple(map(checked_dtype, get_args(dtype)))]  # noqa: UP007
    if is_variable(dtype) and _is_over_dtypes(dtype):
        return dtype
    if isinstance(dtype, type) and issubclass(dtype, DType):
        return dtype
    name = _foreign_name(dtype)
    if name in BY_NAME:
        return BY_NAME[name]
    raise TypeError(
        f"{show(dtype)} is not a dtype{_hint(dtype)}; allowed are a dtype such as float32, a group "
        "such as Floating, float32 | float64, a TypeVar bound to DType, Any, and tf.float32"
    )


def _is_over_dtypes(variable: Any) -> builtins.bool:
    limits = variable.__constraints__ or (variable.__bound__ or DType,)
    return all(issubclass(limit, DType) for limit in limits if isinstance(limit, type))


def _foreign_name(dtype: Any) -> str | None:
    """The name of a dtype given as a string or as an object of TensorFlow or NumPy, else None."""
    if isinstance(dtype, str):
        return dtype
    if isinstance(dtype, type):
        from_numpy = dtype.__module__ in ("numpy", "ml_dtypes")
        return dtype.__name__.rstrip("_") if from_numpy else None
    is_dtype = isinstance(dtype, DType) or type(dtype).__module__ in ("numpy", "numpy.dtypes")
    name = getattr(dtype, "name", None) if is_dtype else None
    return name if isinstance(name, str) else None


def _hint(dtype: Any) -> str:
    if is_variable(dtype):
        return ": it is a type variable bound to something else"
    if isinstance(dtype, type) and dtype in _PYTHONS:
        return f": write {_PYTHONS[dtype]}"
    return ""


_PYTHONS = {
    builtins.int: "int32 or int64",
    builtins.float: "float32 or float64",
    builtins.complex: "complex64 or complex128",
    builtins.bool: "tftypes.bool",
    builtins.str: "string",
    builtins.bytes: "string",
}

BY_NAME = {
    name: kind
    for name, kind in vars().copy().items()
    if name.islower() and isinstance(kind, type) and issubclass(kind, DType)
}
"""The dtypes by the names that TensorFlow's API gives them, `half` and `double` included."""
