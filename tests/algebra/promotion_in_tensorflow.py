"""Prints, as JSON, what TensorFlow's opt-in promotion makes of `x + y`.

A program of its own, since the modes hold for a whole process. The output maps a mode
to rows of the tensor's dtype, the other operand's dtype or Python value, and the
dtype of the sum, null for an error.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import suppress

import tensorflow as tf

from tftypes.algebra.dtype_tables import NAMES

PYTHON_VALUES = (True, 1, 300, 2**31 - 1, 2**31, -(2**31) - 1, 1.5, 1e40, 1j)


def there() -> list[str]:
    """The dtypes that the installed TensorFlow has; older ones lack some."""
    found = []
    for name in NAMES:
        with suppress(TypeError):
            found.append(tf.as_dtype(name).name)
    return found


def sums() -> Iterator[tuple[str, str, str | None]]:
    """The sum of a placeholder of every dtype with every other operand."""
    with tf.Graph().as_default():
        placeholders = {name: tf.compat.v1.placeholder(name, [2]) for name in there()}
        for name, x in placeholders.items():
            for other, y in placeholders.items():
                yield name, other, _sum(x, y)
            for value in PYTHON_VALUES:
                yield name, repr(value), _sum(x, value)


def _sum(x: object, y: object) -> str | None:
    try:
        return str((x + y).dtype.name)  # type: ignore[operator]
    except (TypeError, ValueError, OverflowError, NotImplementedError, KeyError):
        return None


if __name__ == "__main__":
    tf.debugging.disable_traceback_filtering()
    measured = {}
    for mode in ("off", "legacy", "safe", "all"):
        tf.experimental.numpy.experimental_enable_numpy_behavior(dtype_conversion_mode=mode)
        measured[mode] = list(sums())
    json.dump(measured, sys.stdout)
