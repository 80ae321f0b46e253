"""Names that the stubs share and that need nothing of TensorFlow. This module does not exist at run time.

Type checkers read it before all other modules, which import each other: what stands here is there when the bases of
TensorFlow's classes are looked up. The overlay imports it as a part of `_typing`.
"""

from collections.abc import Sequence
from types import EllipsisType
from typing import Any, ClassVar, Generic, Literal, Protocol, SupportsIndex, TypeAlias

import tftypes
from typing_extensions import TypeVar

# What a tensor is generic in: its dtype and its shape.
DT = TypeVar("DT", bound=tftypes.DType, default=Any)
DT_co = TypeVar("DT_co", bound=tftypes.DType, covariant=True, default=Any)
DU = TypeVar("DU", bound=tftypes.DType, default=Any)
DV = TypeVar("DV", bound=tftypes.DType, default=Any)
Sh = TypeVar("Sh", default=Any)

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

# An instance of a dataclass or of a class of attrs.
class HasDataclassFields(Protocol):
    __dataclass_fields__: ClassVar[dict[str, Any]]

class HasAttrs(Protocol):
    __attrs_attrs__: ClassVar[Any]

# The user's own extension types, as tftypes.ExtensionType has them.
class SupportsTypeSpec(Protocol):
    def __tf_type_spec__(self) -> Any: ...

# Names, NumPy's dtypes, Python's types, numbers of the enum, and arrays for the dtype that they have.
NamedDType: TypeAlias = str | type[Any] | SupportsNumpyDType | int | SupportsArray

Index: TypeAlias = (
    SupportsIndex | slice | EllipsisType | tuple[Any, ...] | list[Any] | Dense[object, object, object, object] | SupportsAnyArray
    | SupportsTensor | None
)

# A bool, or what is used as one.
Flag: TypeAlias = int | SupportsArray

# The literals are for editors; a checker cannot know what a str holds.
Padding: TypeAlias = Literal["SAME", "VALID"] | str | Sequence[Any]
