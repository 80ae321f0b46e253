"""Error codes, which are the adapter's."""

from __future__ import annotations

from tftypes_mypy.adapter.codes import CODES as CODES
from tftypes_mypy.adapter.codes import TFTYPES as TFTYPES
