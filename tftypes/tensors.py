"""Tensors and their kin, for annotations and `isinstance`.

    def logits(x: Tensor[float32, Shape[N, 784]], w: Tensor[float32, Shape[784, 10]]) -> ...

`isinstance` answers for TensorFlow's own objects and sees the class only, no dtype and no shape.
Source: RFC 208, "Core tensor types".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Generic, get_origin

from typing_extensions import TypeVar

from tftypes._interface import Interface, implemented_by
from tftypes._members import Elementwise, Numbers, Operators
from tftypes._subscript import Alias, as_tuple, is_any, is_variable, show, written
from tftypes.dtypes import DType, checked_dtype
from tftypes.shapes import Shape

DT = TypeVar("DT", bound=DType, covariant=True, default=Any)
Sh = TypeVar("Sh", default=Any)


class _Typed(Generic[DT, Sh], metaclass=Interface):
    """What has an element type and a shape: subscribed as `[dtype]` or `[dtype, Shape[...]]`."""

    if not TYPE_CHECKING:

        def __class_getitem__(cls, items: Any) -> Any:
            if cls is _Typed or getattr(cls, "__parameters__", ()) != (DT, Sh):
                return super().__class_getitem__(items)  # a user's subclass with its own
            return Alias(cls, _checked(cls, as_tuple(items)))

    if TYPE_CHECKING:

        @property
        def dtype(self) -> Any: ...
        @property
        def shape(self) -> Any: ...


def _checked(owner: type, args: tuple[Any, ...]) -> tuple[Any, Any]:
    try:
        if not 1 <= len(args) <= 2:
            raise TypeError(f"takes a dtype and a Shape, not {len(args)} arguments")
        return checked_dtype(args[0]), _checked_shape(args[1] if len(args) == 2 else Any)
    except TypeError as error:
        raise TypeError(f"{written(owner, args)}: {error}") from None


def _checked_shape(shape: Any) -> Any:
    if is_any(shape) or shape is None or shape is Shape:
        return Any
    if is_variable(shape) or get_origin(shape) is Shape:
        return shape
    raise TypeError(
        f"{show(shape)} is no shape; allowed are Shape[...], Shape0D to Shape6D, a TypeVar, "
        "and Any for an unknown rank"
    )


@implemented_by(
    "tensorflow.python.framework.tensor.Tensor",
    "tensorflow.python.framework.weak_tensor.WeakTensor",
)
class Tensor(_Typed[DT, Sh], Operators["Tensor[Any, Any]"], Numbers):
    """A dense tensor, eager or symbolic; not a variable, as in TensorFlow.

    Args:
      DT: element type: a dtype or group of `tftypes.dtypes`, a TypeVar, or Any; `tf.int32` is
        taken as `tftypes.int32`.
      Sh: `Shape[...]`; left out, the rank is unknown.

    >>> from tftypes import float32
    >>> Tensor[float32, Shape[2, None]]
    Tensor[float32, Shape[2, None]]
    >>> isinstance([1.0], Tensor)
    False

    Source: RFC 208, `Tensor`; `tf.Tensor`.
    """

    if TYPE_CHECKING:

        @property
        def ndim(self) -> int: ...
        @property
        def device(self) -> str: ...
        def set_shape(self, shape: Any) -> None: ...
        def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Any: ...
        def __index__(self) -> int: ...
        def __len__(self) -> int: ...
        def __iter__(self) -> Iterator[Tensor[DT, Any]]: ...
        def __getitem__(self, key: Any, /) -> Tensor[DT, Any]: ...


@implemented_by(
    "tensorflow.python.types.core.Symbol", except_for=("tensorflow.python.types.core.Value",)
)
class Symbol(Tensor[DT, Sh]):
    """A symbolic tensor: a node of a graph, as seen inside `tf.function`.

    Source: RFC 208, `Symbol`, "the regular graph tensor".
    """

    if TYPE_CHECKING:

        @property
        def name(self) -> str: ...
        @property
        def graph(self) -> Any: ...
        @property
        def op(self) -> Any: ...


@implemented_by("tensorflow.python.types.core.Value")
class Value(Tensor[DT, Sh]):
    """An eager tensor: it has its numbers, `numpy()` gives them.

    Source: RFC 208, `Value`, "eager tensors".
    """


@implemented_by("tensorflow.python.ops.variables.Variable")
class Variable(_Typed[DT, Sh], Operators[Tensor[Any, Any]], Numbers):
    """A variable: a place in memory that holds a tensor and can be assigned.

    Source: RFC 208, `Variable`; `tf.Variable`.
    """

    if TYPE_CHECKING:

        @property
        def name(self) -> str: ...
        @property
        def device(self) -> str: ...
        @property
        def trainable(self) -> bool: ...
        def value(self) -> Tensor[DT, Sh]: ...
        def read_value(self) -> Tensor[DT, Sh]: ...
        def assign(self, value: Any, *args: Any, **kwargs: Any) -> Any: ...
        def assign_add(self, delta: Any, *args: Any, **kwargs: Any) -> Any: ...
        def assign_sub(self, delta: Any, *args: Any, **kwargs: Any) -> Any: ...
        def __iter__(self) -> Iterator[Tensor[DT, Any]]: ...
        def __getitem__(self, key: Any, /) -> Tensor[DT, Any]: ...


@implemented_by("tensorflow.python.ops.ragged.ragged_tensor.RaggedTensor")
class RaggedTensor(_Typed[DT, Sh], Elementwise["RaggedTensor[Any, Any]"]):
    """A tensor whose rows differ in length; `None` in its shape is a ragged dimension.

    Source: RFC 269, "The tf.ExtensionType Protocol"; `tf.RaggedTensor`.
    """

    if TYPE_CHECKING:

        @property
        def values(self) -> Any: ...
        @property
        def flat_values(self) -> Tensor[DT, Any]: ...
        @property
        def ragged_rank(self) -> int: ...
        @property
        def row_splits(self) -> Tensor[Any, Any]: ...
        def row_lengths(self, *args: Any, **kwargs: Any) -> Tensor[Any, Any]: ...
        def nrows(self, *args: Any, **kwargs: Any) -> Tensor[Any, Any]: ...
        def bounding_shape(self, *args: Any, **kwargs: Any) -> Tensor[Any, Any]: ...
        def to_tensor(self, *args: Any, **kwargs: Any) -> Tensor[DT, Any]: ...
        def to_sparse(self, *args: Any, **kwargs: Any) -> SparseTensor[DT, Any]: ...
        def to_list(self) -> list[Any]: ...
        def __getitem__(self, key: Any, /) -> Any: ...


@implemented_by("tensorflow.python.framework.sparse_tensor.SparseTensor")
class SparseTensor(_Typed[DT, Sh]):
    """A tensor that stores the places and values of its nonzero elements.

    Source: RFC 269, "The tf.ExtensionType Protocol"; `tf.SparseTensor`.
    """

    if TYPE_CHECKING:

        @property
        def indices(self) -> Tensor[Any, Any]: ...
        @property
        def values(self) -> Tensor[DT, Any]: ...
        @property
        def dense_shape(self) -> Tensor[Any, Any]: ...


@implemented_by("tensorflow.python.framework.indexed_slices.IndexedSlices")
class IndexedSlices(_Typed[DT, Sh]):
    """Some slices of a larger tensor, with their indices along dim 0: the gradient of a gather.

    Source: `tf.IndexedSlices`.
    """

    if TYPE_CHECKING:

        @property
        def indices(self) -> Tensor[Any, Any]: ...
        @property
        def values(self) -> Tensor[DT, Any]: ...
        @property
        def dense_shape(self) -> Tensor[Any, Any] | None: ...
