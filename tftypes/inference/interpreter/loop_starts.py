"""What loop variables of a graph begin with: an operator that refuses their dtype is mended there, not in the loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.objects import Value
from tftypes.inference.values import Tensor


@dataclass(frozen=True)
class LoopStart:
    """The loop variable that a tensor is, and the number that the program begins with."""

    name: str
    number: Value


def begun(rule: Callable[..., Any], operands: Sequence[Value]) -> Callable[..., Any]:
    """The rule of an operator, whose remedy for a loop variable of the wrong dtype stands before the loop."""

    def run(*given: Any) -> Any:
        try:
            return rule(*given)
        except OpError as error:
            hint = _before(error.hint or "", operands)
            if hint is not None and error.line is not None:
                error.line = error.line.removesuffix(error.hint or "") + hint
            raise

    return run


def _before(hint: str, operands: Sequence[Value]) -> str | None:
    for side, value in zip(("left", "right"), operands):
        start = value.history if isinstance(value, Tensor) else None
        if not isinstance(start, LoopStart) or not hint.startswith(f"tf.cast({side}, tf.float"):
            continue
        if isinstance(start.number, int):
            return f"begin with {float(start.number)}: {start.name} = {float(start.number)} before the loop"
        return f"{start.name} = {hint.replace(f'({side},', f'({start.name},')} before the loop"
    return None
