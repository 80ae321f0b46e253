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
from types import EllipsisType
from typing import Any, ClassVar, Generic, Literal, Protocol, SupportsIndex, TypeAlias

import tensorflow as tf
import tftypes
from typing_extensions import TypeVar

# What a tensor is generic in: its dtype and its shape.
DT = TypeVar("DT", bound=tftypes.DType, default=Any)
DT_co = TypeVar("DT_co", bound=tftypes.DType, covariant=True, default=Any)
DU = TypeVar("DU", bound=tftypes.DType, default=Any)
DV = TypeVar("DV", bound=tftypes.DType, default=Any)
Sh = TypeVar("Sh", default=Any)

# Results of ops. Where no argument decides, the default does.
R = TypeVar("R", default=tf.Tensor[Any, Any])
Bools = TypeVar("Bools", default=tf.Tensor[tftypes.bool, Any])
Ints = TypeVar("Ints", default=tf.Tensor[tftypes.int32, Any])
Longs = TypeVar("Longs", default=tf.Tensor[tftypes.int64, Any])
Floats = TypeVar("Floats", default=tf.Tensor[tftypes.float32, Any])
Strings = TypeVar("Strings", default=tf.Tensor[tftypes.string, Any])

_Same_co = TypeVar("_Same_co", covariant=True)
_Open_co = TypeVar("_Open_co", covariant=True)
_Shaped_co = TypeVar("_Shaped_co", covariant=True)
_Tested_co = TypeVar("_Tested_co", covariant=True)

# Bases of the stubs' classes only. A parameter that leaves a part open says object: Any would be taken for the dtype of
# a call in its place.
class Operand(Generic[_Same_co, _Open_co, _Shaped_co, _Tested_co]): ...
class Dense(Operand[_Same_co, _Open_co, _Shaped_co, _Tested_co]): ...
class Composite(Generic[_Same_co]): ...
# A dtype, and what a cast to it gives.
class CastTarget(Generic[_Same_co]): ...

# The user's own classes that convert to a tensor, and tftypes.Tensor where no plugin makes tf.Tensor of it. The stubs of
# Tensor and Variable, which ops tell from these, take no name here.
class SupportsTensor(Protocol):
    def __tf_tensor__(self, dtype: None = ..., name: str = ..., /) -> Any: ...

# The user's own classes that dispatch ops to their own implementation.
class SupportsDispatch(Protocol[_Same_co]):
    def __tf_dispatch__(self, op: Any, args: Any, kwargs: Any, /) -> _Same_co: ...

# The interfaces of tftypes for composite tensors, where no plugin makes TensorFlow's classes of them. What they leave open
# as Any is of every type, Unsaid too, which nothing else is.
class Unsaid(Generic[_Same_co]): ...

class CompositeInterface(Protocol[_Same_co]):
    @property
    def dtype(self) -> Unsaid[_Same_co]: ...
    @property
    def values(self) -> Any: ...

# A NumPy array or scalar, a data frame, an image: NumPy's own stubs would cost more than all of these. A tensor has no
# size, which tells it apart.
class SupportsArray(Protocol):
    @property
    def size(self) -> Any: ...
    def __array__(self) -> Any: ...

class SupportsAnyArray(Protocol):
    def __array__(self) -> Any: ...

class SupportsNumpyDType(Protocol):
    @property
    def kind(self) -> Any: ...
    @property
    def itemsize(self) -> Any: ...

# Sequences stay open inside: a list of tensors and numbers is a list[object] to a type checker.
Value: TypeAlias = complex | str | bytes | Sequence[Any] | SupportsArray | SupportsTensor

Same: TypeAlias = Operand[R, object, object, object] | SupportsDispatch[R] | CompositeInterface[R] | Value
Open: TypeAlias = Operand[object, R, object, object] | SupportsDispatch[R] | CompositeInterface[R] | Value
Shaped: TypeAlias = Operand[object, object, R, object] | SupportsDispatch[R] | CompositeInterface[R] | Value
Tested: TypeAlias = Operand[object, object, object, R] | SupportsDispatch[R] | CompositeInterface[R] | Value
Kind: TypeAlias = Composite[R] | Dense[object, object, object, object] | SupportsDispatch[R] | CompositeInterface[R] | Value

# An argument of an op, of whose dtype a result is.
Element: TypeAlias = Operand[tf.Tensor[DT, Any], object, object, object] | SupportsDispatch[Any] | Value | tf.TensorShape[Any]

# Where the result does not follow from the argument.
DenseLike: TypeAlias = Dense[object, object, object, object] | Value | tf.IndexedSlices[Any, Any] | tf.TensorShape[Any] | SupportsAnyArray
TensorLike: TypeAlias = DenseLike | Composite[Any] | SupportsDispatch[Any] | CompositeInterface[Any]

# An instance of a dataclass or of a class of attrs.
class HasDataclassFields(Protocol):
    __dataclass_fields__: ClassVar[dict[str, Any]]

class HasAttrs(Protocol):
    __attrs_attrs__: ClassVar[Any]

# The user's own extension types, as tftypes.ExtensionType has them.
class SupportsTypeSpec(Protocol):
    def __tf_type_spec__(self) -> Any: ...

# What tf.data takes for an element, or many, and is no tensor.
Structure: TypeAlias = (
    Value | SupportsTypeSpec | Mapping[Any, Any] | Composite[Any] | HasDataclassFields | HasAttrs | tf.__internal__.CompositeTensor
    | tf.data.Dataset[Any] | tf.experimental.Optional[Any] | tf.TensorArray[Any] | None
)

# Names, NumPy's dtypes, Python's types, numbers of the enum, and arrays for the dtype that they have.
NamedDType: TypeAlias = str | type[Any] | SupportsNumpyDType | int | SupportsArray
DTypeLike: TypeAlias = tf.DType[Any] | NamedDType
ShapeLike: TypeAlias = (
    tf.TensorShape[Any] | Dense[object, object, object, object] | Sequence[Any] | SupportsAnyArray | SupportsTensor | SupportsIndex | None
)
Index: TypeAlias = (
    SupportsIndex | slice | EllipsisType | tuple[Any, ...] | list[Any] | Dense[object, object, object, object] | SupportsAnyArray
    | SupportsTensor | None
)
# A bool, or what is used as one.
Flag: TypeAlias = int | SupportsArray
# The literals are for editors; a checker cannot know what a str holds.
Padding: TypeAlias = Literal["SAME", "VALID"] | str | Sequence[Any]
