"""What composite tensors derive from."""

import abc
from typing import Any

import tftypes

class CompositeTensor(tftypes.Composite, metaclass=abc.ABCMeta):
    # Private, though composite tensors of the user's own override it, and programs ask others for it.
    @property
    def _type_spec(self) -> Any: ...
    # and the rest
