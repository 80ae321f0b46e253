"""Extension types."""

from typing import Any

import tftypes

from tensorflow._typing import Composite, Operand

# Which ops it supports, and with what results, is for its own methods to say.
class ExtensionType(Operand[Any, Any, Any, Any], Composite[Any], tftypes.Composite):
    # By default the fields, in order or by name, whatever converts to them.
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def __eq__(self, other: object) -> Any: ...
    def __ne__(self, other: object) -> Any: ...
    # and the rest, except __getattr__
