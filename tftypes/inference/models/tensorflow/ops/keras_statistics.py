"""The means and variances of Keras' `Normalization`: given by the program, or learned from data."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import Shape, ShapeMismatch, TensorType, broadcast, equal

from .arrays import as_array
from .rule import OpError, Unsure
from .values import DENSE, ListOf, is_number


def axes_of(axis: Any, rank: int | None) -> tuple[int, ...]:
    """The axes with statistics of their own, counted from the front, in order.

    >>> axes_of(-1, 3), axes_of((2, -2), 3), axes_of(None, 3)
    ((2,), (1, 2), ())

    Raises OpError for one that there is not, Unsure where they are not known.
    """
    items = () if axis is None else axis if isinstance(axis, (list, tuple)) else (axis,)
    if rank is None or not all(map(is_number, items)):
        raise Unsure
    other = next((each for each in items if not -rank <= each < rank), None)
    if other is not None:
        raise OpError("tf-axis", f"axis {other} is out of range for an input of rank {rank}")
    return tuple(sorted(each % rank for each in items))


def statistics(axis: Any, built_for: Shape) -> Shape:
    """The shape of the means of a layer that was built for inputs of a shape.

    >>> print(statistics(-1, Shape.of(8, 7, 3)), statistics(None, Shape.of(8, 3)))
    [1, 1, 3] [1, 1]
    """
    own = axes_of(axis, built_for.rank)
    return Shape.of(*(size if i in own else 1 for i, size in enumerate(built_for.dims or ())))


def check_given(axis: Any, mean: Any, x: Shape) -> None:
    """Refuses means of another size than the input has along their axes.

    >>> check_given(-1, [0.0, 0.0], Shape.of(8, 3))
    Traceback (most recent call last):
    tftypes.inference.models.tensorflow.ops.rule.OpError: means of [2] for an input of [8, 3]

    Raises OpError for them.
    """
    own = axes_of(axis, x.rank)
    given = None if mean is None else as_array(mean).shape.dims
    for size, place in zip(reversed(given or ()), reversed(own)):
        if equal(size, 1) is False and equal(size, x[place]) is False:
            words = f"means of {Shape.of(*given or ())} for an input of {x}"
            raise OpError("tf-shape", words, "mean", f"the input has {x[place]} along their axis")


def check_normalized(axis: Any, built_for: Any, x: Any) -> None:
    """Refuses an input that the means of a layer do not broadcast to.

    >>> check_normalized(-1, Shape.of(8, 5), TensorType.parse("float32[4, 3]"))
    Traceback (most recent call last):
    tftypes.inference.models.tensorflow.ops.rule.OpError: built for inputs of [8, 5], got [4, 3]

    Raises OpError for it.
    """
    if not isinstance(built_for, Shape) or not isinstance(x, TensorType) or x.kind not in DENSE:
        return
    try:
        broadcast(statistics(axis, built_for), x.shape)
    except Unsure:
        return
    except ShapeMismatch:
        words = f"built for inputs of {built_for}, got {x.shape}"
        hint = "axis=None has one mean for all numbers of a vector" if built_for.rank == 1 else None
        raise OpError("tf-shape", words, hint=hint) from None


def check_data(data: Any) -> None:
    """Refuses numbers where Keras learns from arrays.

    Raises OpError for them.
    """
    if isinstance(data, ListOf):
        data = [data.item]
    first = data[0] if isinstance(data, (list, tuple)) and data else None
    if isinstance(first, (list, tuple, int, float)):
        words = "expected an array or a dataset, got a list of numbers"
        raise OpError("tf-value", words, "data", "np.array(data) is an array")
