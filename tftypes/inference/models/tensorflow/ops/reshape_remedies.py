"""Other sizes for `tf.reshape` where those of the program do not go with the tensor."""

from __future__ import annotations

from collections.abc import Sequence

from tftypes.algebra import UNKNOWN, Dim, Shape

from .values import is_number


def dividing(old: Shape, new: Shape) -> str | None:
    """Another number of parts of the last size, where each part has what is left of a division."""
    parts = new.dims[-2:] if new.dims else ()
    sizes = [each for each in (*parts, old[-1] if old.rank else UNKNOWN) if is_number(each)]
    if len(sizes) < 3:
        return None
    count, size, width = sizes
    if count < 2 or width % count == 0 or size != width // count:
        return None
    divisors = [each for each in range(2, width) if width % each == 0]
    near = min(divisors, key=lambda each: abs(each - count), default=None)
    return f"{count} parts do not make {width}, and {near} do" if near else None


def with_batch(dims: Sequence[Dim]) -> str | None:
    """The size of the batch for the first of two that are open.

    >>> with_batch([-1, -1, 3]), with_batch([3, -1, -1])
    ('shape=[tf.shape(tensor)[0], -1, 3]', None)
    """
    first, *rest = dims
    is_batch = first == -1 and rest.count(-1) == 1 and all(map(is_number, rest))
    sizes = ", ".join(map(str, rest))
    return f"shape=[tf.shape(tensor)[0], {sizes}]" if is_batch else None
