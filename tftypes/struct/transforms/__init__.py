"""Path-based manipulation: fields moved, computed and selected, at any depth.

Source: StructTensor RFC, "Path-Based Manipulation"; struct2tensor.
"""

from __future__ import annotations

from tftypes.struct.transforms.applying import apply, map_values
from tftypes.struct.transforms.counting import has, size
from tftypes.struct.transforms.moving import broadcast, promote, promote_and_broadcast
from tftypes.struct.transforms.selecting import filter, project, reroot

__all__ = [
    "apply",
    "broadcast",
    "filter",
    "has",
    "map_values",
    "project",
    "promote",
    "promote_and_broadcast",
    "reroot",
    "size",
]
