# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import tensorflow as tf
import tftypes
from collections.abc import Mapping, Sequence
from tensorflow._bases import *
from typing import Any, SupportsIndex, TypeAlias
from typing_extensions import TypeVar

# Results of ops. Where no argument decides, the default does.
R = TypeVar("R", default=tf.Tensor[Any, Any])
Bools = TypeVar("Bools", default=tf.Tensor[tftypes.bool, Any])
Ints = TypeVar("Ints", default=tf.Tensor[tftypes.int32, Any])
Longs = TypeVar("Longs", default=tf.Tensor[tftypes.int64, Any])
Floats = TypeVar("Floats", default=tf.Tensor[tftypes.float32, Any])
Strings = TypeVar("Strings", default=tf.Tensor[tftypes.string, Any])
Same: TypeAlias = Operand[R, object, object, object] | SupportsDispatch[R] | CompositeInterface[R] | Value
Open: TypeAlias = Operand[object, R, object, object] | SupportsDispatch[R] | CompositeInterface[R] | Value
Shaped: TypeAlias = Operand[object, object, R, object] | SupportsDispatch[R] | CompositeInterface[R] | Value
Tested: TypeAlias = Operand[object, object, object, R] | SupportsDispatch[R] | CompositeInterface[R] | Value
Kind: TypeAlias = Composite[R] | Dense[object, object, object, object] | SupportsDispatch[R] | CompositeInterface[R] | Value
# An argument of an op, of whose dtype a result is.
Element: TypeAlias = Operand[tf.Tensor[DT, Any], object, object, object] | SupportsDispatch[Any] | Value | tf.TensorShape[Any]
# Where the result does not follow from the argument.
ArrayLike: TypeAlias = Dense[object, object, object, object] | Value | tf.IndexedSlices[Any, Any] | tf.TensorShape[Any] | SupportsAnyArray
DenseLike: TypeAlias = ArrayLike | tf.linalg.LinearOperator[Any, Any]
TensorLike: TypeAlias = DenseLike | Composite[Any] | SupportsDispatch[Any] | CompositeInterface[Any]
# What tf.data takes for an element, or many, and is no tensor.
Structure: TypeAlias = (
    Value | SupportsTypeSpec | Mapping[Any, Any] | Composite[Any] | HasDataclassFields | HasAttrs | tf.__internal__.CompositeTensor
    | tf.data.Dataset[Any] | tf.experimental.Optional[Any] | tf.TensorArray[Any] | None
)
DTypeLike: TypeAlias = tf.DType[Any] | NamedDType
ShapeLike: TypeAlias = (
    tf.TensorShape[Any] | Dense[object, object, object, object] | Sequence[Any] | SupportsAnyArray | SupportsTensor | SupportsIndex | None
)
