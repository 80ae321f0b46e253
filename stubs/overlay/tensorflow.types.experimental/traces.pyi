"""What tf.function knows of an argument, in the terms of the interface of tftypes."""

import abc
from collections.abc import Iterator
from typing import Any

class TraceType(metaclass=abc.ABCMeta):
    def from_tensors(self, tensors: Iterator[Any]) -> Any: ...
    def to_tensors(self, value: Any) -> list[Any]: ...
    # and the rest
