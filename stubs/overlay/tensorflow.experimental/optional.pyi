"""A value that may be missing."""

from typing import Any

import tensorflow as tf
import tftypes
from typing_extensions import TypeVar

_Element_co = TypeVar("_Element_co", covariant=True, default=Any)

class Optional(tftypes.Optional[_Element_co], tftypes.Composite):
    @property
    def element_spec(self) -> Any: ...
    @staticmethod
    def empty(element_spec: Any) -> Optional[Any]: ...
    @staticmethod
    def from_value(value: Any) -> Optional[Any]: ...
    def get_value(self, name: str | None = None) -> _Element_co: ...
    def has_value(self, name: str | None = None) -> tf.Tensor[tftypes.bool, Any]: ...
    # and the rest
