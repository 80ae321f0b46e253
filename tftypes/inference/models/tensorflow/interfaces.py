"""`tftypes` itself: the names of its annotations that are values, and its run-time functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tftypes.algebra import Shape
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.values import Annotation, Value


def _of_rank(rank: int) -> Callable[[Interpreter], Value]:
    """`Shape2D`: any sizes, of which subscribing says more."""
    shape = Annotation("shape", (Shape.of(*[None] * rank), f"Shape{rank}D"))
    return lambda interpreter: shape


CONSTANTS: Final = {f"tftypes.Shape{rank}D": _of_rank(rank) for rank in range(7)}
