"""Replicas, and values and datasets spread over them."""

from collections.abc import Callable
from typing import Any

import tensorflow as tf
import tftypes
from typing_extensions import Self, TypeVar

_T = TypeVar("_T")
_Element_co = TypeVar("_Element_co", covariant=True, default=Any)

class ReplicaContext:
    def merge_call(self, merge_fn: Callable[..., _T], args: Any = ..., kwargs: Any = None) -> _T: ...
    # and the rest

class StrategyExtended:
    # Each strategy has a class of its own for this, with more members.
    def __getattr__(self, name: str) -> Any: ...
    # and the rest

class DistributedIterator(tftypes.DistributedIterator[_Element_co], tftypes.Composite):
    @property
    def element_spec(self) -> Any: ...
    def get_next(self) -> _Element_co: ...
    def get_next_as_optional(self) -> tf.experimental.Optional[_Element_co]: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> _Element_co: ...
    # and the rest

class DistributedDataset(tftypes.DistributedDataset[_Element_co], tftypes.Composite):
    @property
    def element_spec(self) -> Any: ...
    def __iter__(self) -> DistributedIterator[_Element_co]: ...
    # and the rest
