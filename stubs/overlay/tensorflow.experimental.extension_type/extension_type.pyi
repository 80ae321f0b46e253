"""Extension types as dicts."""

from typing import Any

def as_dict(value: Any) -> dict[str, Any]: ...
