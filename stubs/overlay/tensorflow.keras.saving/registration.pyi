"""Names under which objects are saved."""

from collections.abc import Callable
from typing import TypeVar

_Registered = TypeVar("_Registered")

def get_registered_name(obj: object) -> str: ...
def register_keras_serializable(package: str = "Custom", name: str | None = None) -> Callable[[_Registered], _Registered]: ...
