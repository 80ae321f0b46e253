"""What loop variables of a graph begin with: an operator that refuses their dtype is mended there, not in the loop."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tftypes.algebra import DType, TensorType


@dataclass(frozen=True)
class LoopStart:
    """The loop variable that a tensor is, and the number that the program begins with."""

    name: str
    number: Any

    def cast(self, dtype: DType) -> str:
        """What makes the variable begin with a floating dtype."""
        if isinstance(self.number, int):
            return f"begin with {float(self.number)}: {self.name} = {float(self.number)} before the loop"
        return f"{self.name} = tf.cast({self.name}, tf.{dtype}) before the loop"


def remedy(operands: Mapping[str, Any], side: str) -> str | None:
    """What mends the dtype of the operand on a side before the loop, where it is a loop variable beside a float."""
    start = getattr(operands[side], "history", None)
    others = [each for name, each in operands.items() if name != side]
    wanted = next((each.dtype for each in others if isinstance(each, TensorType)), None)
    if not isinstance(start, LoopStart) or wanted is None or not wanted.is_floating:
        return None
    return start.cast(wanted)
