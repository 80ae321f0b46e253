"""Element by element."""

from typing import Any

import tensorflow as tf
import tftypes
from tensorflow._typing import TensorLike

def abs(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def absolute(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def add(x1: TensorLike, x2: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def angle(z: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def arccos(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def arccosh(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def arcsin(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def arcsinh(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def arctan(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def arctan2(x1: TensorLike, x2: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def arctanh(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def around(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def bitwise_and(x1: TensorLike, x2: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def bitwise_not(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def bitwise_or(x1: TensorLike, x2: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def bitwise_xor(x1: TensorLike, x2: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def cbrt(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def ceil(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def clip(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def conj(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def conjugate(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def copy(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def cos(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def cosh(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def deg2rad(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def divide(x1: TensorLike, x2: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def exp(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def exp2(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def expm1(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def fabs(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def fix(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def float_power(x1: TensorLike, x2: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def floor(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def floor_divide(x1: TensorLike, x2: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def gcd(x1: TensorLike, x2: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def heaviside(x1: TensorLike, x2: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def hypot(x1: TensorLike, x2: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def imag(val: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def lcm(x1: TensorLike, x2: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def log(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def log10(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def log1p(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def log2(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def logaddexp(x1: TensorLike, x2: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def logaddexp2(x1: TensorLike, x2: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def maximum(x1: TensorLike, x2: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def minimum(x1: TensorLike, x2: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def mod(x1: TensorLike, x2: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def multiply(x1: TensorLike, x2: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def negative(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def nextafter(x1: TensorLike, x2: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def positive(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def power(x1: TensorLike, x2: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def real(val: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def reciprocal(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def remainder(x1: TensorLike, x2: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def round(a: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def sign(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def sin(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def sinc(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def sinh(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def sqrt(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def square(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def subtract(x1: TensorLike, x2: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def tan(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def tanh(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def true_divide(x1: TensorLike, x2: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def polyval(x: TensorLike) -> tf.Tensor[Any, Any]: ...  # and the rest
def equal(x1: TensorLike, x2: TensorLike) -> tf.Tensor[tftypes.bool, Any]: ...  # and the rest
def greater(x1: TensorLike, x2: TensorLike) -> tf.Tensor[tftypes.bool, Any]: ...  # and the rest
def greater_equal(x1: TensorLike, x2: TensorLike) -> tf.Tensor[tftypes.bool, Any]: ...  # and the rest
def isclose(a: TensorLike, b: TensorLike) -> tf.Tensor[tftypes.bool, Any]: ...  # and the rest
def iscomplex(x: TensorLike) -> tf.Tensor[tftypes.bool, Any]: ...  # and the rest
def isfinite(x: TensorLike) -> tf.Tensor[tftypes.bool, Any]: ...  # and the rest
def isnan(x: TensorLike) -> tf.Tensor[tftypes.bool, Any]: ...  # and the rest
def isreal(x: TensorLike) -> tf.Tensor[tftypes.bool, Any]: ...  # and the rest
def less(x1: TensorLike, x2: TensorLike) -> tf.Tensor[tftypes.bool, Any]: ...  # and the rest
def less_equal(x1: TensorLike, x2: TensorLike) -> tf.Tensor[tftypes.bool, Any]: ...  # and the rest
def logical_and(x1: TensorLike, x2: TensorLike) -> tf.Tensor[tftypes.bool, Any]: ...  # and the rest
def logical_not(x: TensorLike) -> tf.Tensor[tftypes.bool, Any]: ...  # and the rest
def logical_or(x1: TensorLike, x2: TensorLike) -> tf.Tensor[tftypes.bool, Any]: ...  # and the rest
def logical_xor(x1: TensorLike, x2: TensorLike) -> tf.Tensor[tftypes.bool, Any]: ...  # and the rest
def not_equal(x1: TensorLike, x2: TensorLike) -> tf.Tensor[tftypes.bool, Any]: ...  # and the rest
def signbit(x: TensorLike) -> tf.Tensor[tftypes.bool, Any]: ...  # and the rest
def divmod(x1: TensorLike, x2: TensorLike) -> tuple[tf.Tensor[Any, Any], tf.Tensor[Any, Any]]: ...  # and the rest
def rad2deg(x: TensorLike) -> tf.Tensor[Any, Any] | Any: ...  # and the rest
def isinf(x: TensorLike) -> tf.Tensor[tftypes.bool, Any] | Any: ...  # and the rest
def isneginf(x: TensorLike) -> tf.Tensor[tftypes.bool, Any] | Any: ...  # and the rest
def isposinf(x: TensorLike) -> tf.Tensor[tftypes.bool, Any] | Any: ...  # and the rest
