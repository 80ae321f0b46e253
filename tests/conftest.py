"""What all tests share."""

from __future__ import annotations

import os

# A mistake of the plugin is an error of mypy here; for users it only says nothing.
os.environ["TFTYPES_DEBUG"] = "1"
