"""Names that the stubs share. This module does not exist at run time.

How the result of an op follows from its arguments is said once, where a class is defined: `Operand` and `Composite`
among its bases tell what ops make of it. So one signature serves tensors, variables, ragged and sparse tensors,
extension types, and Python and NumPy values:

- `Same[R]`: the result R has the kind, dtype and shape of the argument, as that of tf.exp.
- `Open[R]`: it has the kind and dtype, as that of tf.reduce_sum.
- `Shaped[R]`: it has the kind and shape, as that of tf.abs of complex numbers.
- `Tested[R]`: it has the kind and shape, and is bool, as that of tf.math.is_nan.
- `Kind[R]`: it is dense, of the type that is the default of R, as that of tf.equal.

With a composite tensor or an extension type, `Open` and `Kind` make the result Any: it may be dense or composite.
"""

from collections.abc import Mapping, Sequence
from typing import Any, SupportsIndex, TypeAlias

import tensorflow as tf
import tftypes
from tensorflow._bases import *
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
