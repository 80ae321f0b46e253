"""pyarrow, which has no types: to be imported where it is known to be needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

pa: Any = import_module("pyarrow")
pc: Any = import_module("pyarrow.compute")
