"""tf.compat.v1.losses: the texts that its constants are."""

from __future__ import annotations

from typing import Final

from tftypes.inference.interpreter.tables import giving

#: How `tf.compat.v1.losses.Reduction` says what becomes of the losses of all elements.
_REDUCTIONS: Final = {
    "NONE": "none",
    "SUM": "weighted_sum",
    "SUM_OVER_BATCH_SIZE": "weighted_sum_over_batch_size",
    "MEAN": "weighted_mean",
    "SUM_BY_NONZERO_WEIGHTS": "weighted_sum_by_nonzero_weights",
    "SUM_OVER_NONZERO_WEIGHTS": "weighted_sum_by_nonzero_weights",
}
CONSTANTS: Final = {
    f"tensorflow.compat.v1.losses.Reduction.{name}": giving(text)
    for name, text in _REDUCTIONS.items()
}
