"""Numbers of rows: arrays that go together have as many, and what gives them as many."""

from __future__ import annotations

from collections.abc import Sequence

from tftypes.algebra import Shape
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.ops.values import is_number
from tftypes.inference.models.tensorflow.structures import is_list
from tftypes.inference.objects import Value, resolve


def check(given: Sequence[tuple[str, Shape]], x: Value = None, y: Value = None) -> None:
    """Raises OpError for the first array that has other rows than the one before it."""
    first, shape = given[0] if given else ("", Shape.scalar())
    for name, other in given[1:]:
        if other[0] != shape[0]:
            words = f"{shape[0]} samples in {first}, {other[0]} in {name}"
            is_weight = name == "sample_weight"  # the others go together
            needed = f"{name} needs one for each of the {shape[0]}"
            hint = needed if is_weight else as_many(first, shape, name, other, x, y)
            raise OpError("tf-shape", words, hint=hint)


def as_many(
    first: str, shape: Shape, name: str, other: Shape, x: Value = None, y: Value = None
) -> str | None:
    """What gives two arrays as many rows.

    Where there are several rows of one number for each, `reshape` has made them. Otherwise nobody but the program knows
    which rows belong together: to cut some off may put others side by side.

    >>> as_many("x", Shape.of(100, 3), "y", Shape.of(99)), as_many("x", Shape.of(384, 1), "y", Shape.of(32))
    ('y needs one for each of the 100', 'x.reshape((32, -1)) has 32 rows')
    >>> as_many("x", Shape.of(4), "y", Shape.of(1, 2))
    'x[None] is one row'
    """
    rows, count = shape[0], other[0]
    if not (is_number(rows) and is_number(count)):
        return None
    if name == "y" and _may_be_list_of(y, rows):
        return "a list has an array for each output: np.array(y) is one, [*np.array(y).T] has one for each column"
    if (first, name) == ("x", "y") and _may_be_list_of(x, count):
        return "a list has an array for each input: np.array(x) is one"
    if first == name:
        return f"each needs {min(rows, count)}"
    short, long = (first, name) if rows < count else (name, first)
    least, most = sorted((rows, count))
    if least == 1 and (other if rows < count else shape).rank == 1:
        return f"{long}[None] is one row"
    if len(shape.dims or ()) == 2 and shape[1] == count:
        return f"{first}.T has {count} rows"
    is_flat = all(size == 1 for size in (other if rows < count else shape)[1:])
    if is_flat and not is_list(resolve(y)) and least > 1 and most % least == 0:
        return f"{long}.reshape(({least}, -1)) has {least} rows"
    return f"{short} needs one for each of the {most}"


def _may_be_list_of(value: Value, count: int) -> bool:
    """Whether a value is a list, of so many items as far as that is known."""
    found = resolve(value)
    if not is_list(found):
        return False
    return not isinstance(found.contents, tuple) or len(found.contents) == count
