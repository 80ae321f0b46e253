"""Structures that hold tensors, and datasets with what iterates over them.

Source: RFC 208, "Potential types for subsequent implementation", container and higher-level types.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic

from typing_extensions import Protocol, Self, TypeVar

from tftypes._interface import Interface, having, implemented_by
from tftypes.tensors import Tensor, Variable

E = TypeVar("E", covariant=True, default=Any)  # what one element is


@having(
    "__tf_type_spec__",
    or_subclass_of=("tensorflow.python.framework.composite_tensor.CompositeTensor",),
)
class Composite(Protocol, metaclass=Interface):
    """A fixed structure of tensors that graphs do not see: ragged and sparse tensors, datasets, ...

    Instances are TensorFlow's composite tensors, classes registered as such, and every
    `ExtensionType`.

    Source: RFC 208, `Composite`, "low-level static structure"; RFC 269, "composite tensors".
    """

    if TYPE_CHECKING:

        def __tf_type_spec__(self) -> Any:  # a body, so that it is not abstract in TensorFlow's own
            return self


@implemented_by("tensorflow.python.module.module.Module")
class Module(metaclass=Interface):
    """A structure of variables, and the functions that use them.

    Source: RFC 208, `Module`; `tf.Module`.
    """

    if TYPE_CHECKING:

        @property
        def name(self) -> str: ...
        @property
        def variables(self) -> Sequence[Variable[Any, Any]]: ...
        @property
        def trainable_variables(self) -> Sequence[Variable[Any, Any]]: ...
        @property
        def submodules(self) -> Sequence[Any]: ...


@implemented_by("tensorflow.python.data.ops.optional_ops.Optional")
class Optional(Generic[E], metaclass=Interface):
    """A value or none, decided while the graph runs; not `typing.Optional`, there is no None.

    >>> from tftypes import Shape, Tensor, int32
    >>> Optional[Tensor[int32, Shape[2]]].__args__
    (Tensor[int32, Shape[2]],)

    Source: RFC 208, `Optional`; `tf.experimental.Optional`.
    """

    if TYPE_CHECKING:

        @property
        def element_spec(self) -> Any: ...
        def has_value(self) -> Tensor[Any, Any]: ...
        def get_value(self) -> E: ...


@implemented_by(
    "tensorflow.python.ops.tensor_array_ops.TensorArray",
    "tensorflow.python.ops.data_flow_ops.QueueBase",
)
class List(Generic[E], metaclass=Interface):
    """A sequence of elements that grows while the graph runs: tensor arrays and queues.

    Source: RFC 208, `List`, "superclass for TensorArray, Queue, etc."
    """

    if TYPE_CHECKING:

        def size(self) -> Tensor[Any, Any]: ...


@implemented_by("tensorflow.python.types.distribute.Iterable")
class Iterable(Generic[E], metaclass=Interface):
    """What gives its elements anew each time: datasets, also distributed ones. It has no state.

    Source: RFC 208, `Iterable`, "basic stateless programming construct".
    """

    if TYPE_CHECKING:

        def __iter__(self) -> Iterator[E]: ...


@implemented_by(
    "tensorflow.python.data.ops.iterator_ops.IteratorBase",
    "tensorflow.python.data.ops.iterator_ops.Iterator",
    "tensorflow.python.types.distribute.Iterator",
)
class Iterator(Generic[E], metaclass=Interface):
    """What gives its elements once, one after another. Its place in them is its state.

    Source: RFC 208, `Iterator`, "basic stateful programming construct".
    """

    if TYPE_CHECKING:

        @property
        def element_spec(self) -> Any: ...
        def __iter__(self) -> Self: ...
        def __next__(self) -> E: ...
        def get_next(self) -> E: ...


@implemented_by(
    "tensorflow.python.types.data.DatasetV2",
    "tensorflow.python.types.data.DatasetV1",
)
class Dataset(Iterable[E]):
    """A pipeline that reads and transforms elements.

    >>> from tftypes import Shape, Tensor, string
    >>> Dataset[Tensor[string, Shape[()]]].__args__
    (Tensor[string, Shape[()]],)

    Source: RFC 208, `Dataset`, "ETL pipeline"; `tf.data.Dataset`.
    """

    if TYPE_CHECKING:

        @property
        def element_spec(self) -> Any: ...
