"""The layer that has made a tensor, for a program that takes its result apart."""

from __future__ import annotations

from collections.abc import Sequence

from tftypes.inference.models.tensorflow.ops.keras_ranks import Maker
from tftypes.inference.objects import Value, resolve


def several(value: Value) -> str:
    """How what has made a tensor gives several results, for a program that takes it apart."""
    maker = _maker(value)
    return "" if maker is None else maker.several


def _maker(value: Value) -> Maker | None:
    """The layer that has made a tensor; that of a symbol is kept with the call."""
    history = getattr(value, "history", None)
    maker = getattr(history, "maker", history)
    return maker if isinstance(maker, Maker) else None


def nested(items: Sequence[Value], names: Sequence[str | None]) -> str:
    """Targets in groups, where each of the values has as many as would be left: `(x, y), (z, w)`."""
    counts = [len(each) for each in map(resolve, items) if isinstance(each, tuple)]
    told = [each for each in names if each is not None]
    if len(counts) < len(items) or sum(counts) != len(told) or len(told) < len(names):
        return ""
    groups = [", ".join(told.pop(0) for _ in range(count)) for count in counts]
    return f"({'), ('.join(groups)}) takes all {len(counts)}"


def taken(items: Sequence[Value], names: Sequence[str | None]) -> str:
    """How what has made some tensors says that names are given to them."""
    told = [each for each in names if each is not None]
    maker = _maker(resolve(items[0])) if items else None
    return "" if maker is None or len(told) < len(names) else maker.taken(told, len(items))
