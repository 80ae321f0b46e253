# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import tensorflow as tf
from tensorflow._bases import Flag
from tensorflow._typing import DTypeLike, R, Same, TensorLike
from typing import Any

def assert_all_finite(x: Same[R], message: str, name: str | None = None) -> R: ...
def assert_equal(
    x: TensorLike,
    y: TensorLike,
    message: str | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> tf.Operation | None: ...
def assert_greater(
    x: TensorLike,
    y: TensorLike,
    message: str | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> tf.Operation | None: ...
def assert_greater_equal(
    x: TensorLike,
    y: TensorLike,
    message: str | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> tf.Operation | None: ...
def assert_integer(x: TensorLike, message: str | None = None, name: str | None = None) -> None: ...
def assert_less(
    x: TensorLike,
    y: TensorLike,
    message: str | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> tf.Operation | None: ...
def assert_less_equal(
    x: TensorLike,
    y: TensorLike,
    message: str | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> tf.Operation | None: ...
def assert_near(
    x: TensorLike,
    y: TensorLike,
    rtol: TensorLike | None = None,
    atol: TensorLike | None = None,
    message: str | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> tf.Operation | None: ...
def assert_negative(
    x: TensorLike,
    message: str | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> tf.Operation | None: ...
def assert_non_negative(
    x: TensorLike,
    message: str | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> tf.Operation | None: ...
def assert_non_positive(
    x: TensorLike,
    message: str | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> tf.Operation | None: ...
def assert_none_equal(
    x: TensorLike,
    y: TensorLike,
    summarize: int | None = None,
    message: str | None = None,
    name: str | None = None,
) -> tf.Operation | None: ...
def assert_positive(
    x: TensorLike,
    message: str | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> tf.Operation | None: ...
def assert_proper_iterable(values: Any) -> None: ...
def assert_rank(
    x: TensorLike,
    rank: TensorLike,
    message: str | None = None,
    name: str | None = None,
) -> tf.Operation | None: ...
def assert_rank_at_least(
    x: TensorLike,
    rank: TensorLike,
    message: str | None = None,
    name: str | None = None,
) -> tf.Operation | None: ...
def assert_rank_in(
    x: TensorLike,
    ranks: Any,
    message: str | None = None,
    name: str | None = None,
) -> tf.Operation | None: ...
def assert_same_float_dtype(tensors: Any = None, dtype: DTypeLike | None = None) -> tf.DType[Any]: ...
def assert_scalar(tensor: TensorLike, message: str | None = None, name: str | None = None) -> None: ...
def assert_shapes(
    shapes: Any,
    data: Any = None,
    summarize: int | None = None,
    message: str | None = None,
    name: str | None = None,
) -> tf.Operation | None: ...
def assert_type(
    tensor: TensorLike,
    tf_type: DTypeLike,
    message: str | None = None,
    name: str | None = None,
) -> None: ...
def check_numerics(tensor: Same[R], message: str, name: str | None = None) -> R: ...
def is_numeric_tensor(tensor: object) -> bool: ...
def Assert(
    condition: TensorLike,
    data: Any,
    summarize: int | None = None,
    name: str | None = None,
) -> tf.Operation | None: ...
def disable_check_numerics() -> None: ...
def enable_check_numerics(stack_height_limit: int = 30, path_length_limit: int = 50) -> None: ...
def disable_traceback_filtering() -> None: ...
def enable_traceback_filtering() -> None: ...
def set_log_device_placement(enabled: Flag) -> None: ...
def get_log_device_placement() -> bool: ...
def is_traceback_filtering_enabled() -> bool: ...
from tensorflow.debugging import experimental as experimental
