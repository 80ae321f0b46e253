"""What gives the output of a model the shape that its labels have, or the labels that of the output."""

from __future__ import annotations

from math import prod
from typing import Final

from tftypes.algebra import Shape, equal

from .keras_ranks import RECURRENT, Maker
from .values import is_number

_FLAT: Final = "layers.Flatten() before the last layer makes rows of its input"
_LAST: Final = (
    "return_sequences=False, or layers.Flatten() before the last layer, gives one for each row"
)


#: The layer that makes steps of one vector.
_REPEATED: Final = "RepeatVector"


def rows(true: Shape, pred: Shape, maker: Maker | None = None) -> str | None:
    """What gives the output of a model one result for each row, where its labels have no more; None for others."""
    labels, scores = len(true.dims or ()), len(pred.dims or ())
    if not 0 < labels < 3 <= scores:
        return None
    return (maker and _of_sequences(maker)) or (_LAST if scores == 3 else _FLAT)


def by_maker(true: Shape, pred: Shape, maker: Maker, other: str | None) -> str | None:
    """What gives the output the shape of its labels, in the layers that have made it; else the `other` remedy."""
    steps = next((each for each in maker.line() if each.name in RECURRENT), None)
    labels, scores = true.dims or (), pred.dims or ()
    if steps is not None and steps.given is not None and len(scores) == 2 <= len(labels) <= 3:
        is_of_steps = steps.given.rank == 3 and equal(steps.given[1], labels[1]) is True
        if is_of_steps and (len(labels) == 3 or other is None):
            return f"return_sequences=True in the last {steps.name} gives one for each step"
    if len(labels) == len(scores) == 3 and any(each.name == _REPEATED for each in maker.line()):
        if is_number(labels[1]) and equal(labels[1], scores[1]) is False:
            return f"layers.{_REPEATED}({labels[1]}) makes as many steps"
    if maker.name.startswith("Conv") and len(labels) == len(scores) and is_number(labels[-1]):
        if all(equal(*each) is not False for each in zip(labels[:-1], scores)):
            return f"filters={labels[-1]} in the last {maker.name} does it"
    if maker.name == "Conv2D" and 0 < len(labels) < 3 < len(scores) and scores[-1] == 1:
        return f"labels of shape {pred} have one for each place"
    return rows(true, pred, maker) or other


def _of_sequences(maker: Maker) -> str | None:
    """What makes rows of the sequences that a recurrent layer has given on the way to the output."""
    names = [each.name for each in maker.line()]
    found = next((each for each in names if each in RECURRENT), None)
    if found is None:
        return None
    between = names[: names.index(found)]
    rest = ", and no TimeDistributed behind it," if "TimeDistributed" in between else ""
    return f"return_sequences=False in the last {found}{rest} gives one for each row"


def remedy(true: Shape, pred: Shape) -> str | None:
    """What gives the output of a model the shape of its labels."""
    if true.dims is None or pred.dims is None or not true.dims or not pred.dims:
        return None
    labels, scores = len(true.dims), len(pred.dims)
    differing = [i for i, pair in enumerate(zip(true.dims, pred.dims)) if equal(*pair) is False]
    if labels == scores == 3 and differing == [1]:
        count, steps = pred.dims[1], true.dims[1]
        if not (is_number(count) and is_number(steps)):
            return None
        if steps < count:
            return f"layers.Cropping1D(({count - steps}, 0)) as the last layer keeps the last {steps} steps"
        factor = _enlarged(true, pred)
        enlarged = f"layers.UpSampling1D({factor}) before the last layer does it"
        return f"y[:, :{count}] has as many steps" if factor is None else enlarged
    if (found := rows(true, pred)) is not None:
        return found
    cut = _cropped(true, pred) if labels == scores == 4 else None
    if cut is not None:
        return f"layers.Cropping2D({cut}) as the last layer does it"
    if labels == scores > 3 and equal(true.dims[-1], pred.dims[-1]) and _are_near(true, pred):
        return "padding='same' in the layers keeps the sizes of images"
    if 4 <= labels == scores <= 5 and (factor := _enlarged(true, pred)) is not None:
        return f"layers.UpSampling{labels - 2}D({factor}) before the last layer does it"
    rest = true.dims[1:]
    if labels == scores + 1 > 2 and equal(rest[-1], rest[-2]) and equal(rest[-1], pred.dims[-1]):
        return "one to_categorical() is enough"
    for place in range(1, labels) if labels == scores + 1 else ():
        if true.dims[place] == 1 and _are_equal(true.remove(place), pred):
            return f"y[{':, ' * place}0] leaves the axis of one out"
    if (
        scores == 2 < labels
        and equal(true.dims[0], pred.dims[0]) is not False
        and all(map(is_number, rest))
    ):
        return f"layers.Dense({prod(rest)}) and layers.Reshape({rest}) as the last layers do it"
    is_alone = labels == 1 and scores == 2
    same_rows = all(
        equal(a, b) is not False for a, b in zip(true.dims[:-1] or true.dims, pred.dims)
    )
    if labels != scores and not is_alone or not same_rows:
        return None
    if is_alone and pred.dims[-1] == 1:
        return "y[..., None] is a column of them"
    units = 1 if is_alone else true.dims[-1]
    return f"layers.Dense({units}) as the last layer does it" if is_number(units) else None


def _are_equal(true: Shape, pred: Shape) -> bool:
    """Whether all sizes behind the rows are known, and the same."""
    pairs = zip(true.slice(1, None).dims or (), pred.slice(1, None).dims or ())
    return all(equal(a, b) is True for a, b in pairs)


def _enlarged(true: Shape, pred: Shape) -> int | None:
    """How many times larger labels are than the output, in all axes of steps or images."""
    sizes = list(zip(true.slice(1, -1).dims or (), pred.slice(1, -1).dims or ()))
    told = [(a, b) for a, b in sizes if is_number(a) and is_number(b) and b and a % b == 0]
    factors = {a // b for a, b in told} if len(told) == len(sizes) else {1}
    return factors.pop() if len(factors) == 1 and factors != {1} else None


def of_classes(true: Shape, pred: Shape) -> int | None:
    """How many scores an output has for each label, where a label is the number of its class."""
    if true.rank is None or not pred.rank or not is_number(pred[-1]) or pred[-1] == 1:
        return None
    if true.rank == pred.rank and equal(true[-1], 1):
        true = true.slice(0, -1)
    before = pred.slice(0, -1)
    is_alike = true.rank == before.rank
    is_alike = is_alike and all(
        equal(a, b) is not False for a, b in zip(true.dims or (), before.dims or ())
    )
    return pred[-1] if is_alike else None


def _cropped(true: Shape, pred: Shape) -> str | None:
    """What is cut off images that are larger than their labels, on both sides of each axis."""
    sizes = list(zip(true.slice(1, 3).dims or (), pred.slice(1, 3).dims or ()))
    extra = [b - a for a, b in sizes if is_number(a) and is_number(b)]
    if len(extra) < 2 or min(extra) < 0 or not max(extra) or equal(true[-1], pred[-1]) is False:
        return None
    return str(tuple((each // 2, each - each // 2) for each in extra))


def _are_near(true: Shape, pred: Shape) -> bool:
    """Whether images have nearly the same sizes, as windows leave where they do not fit."""
    pairs = list(zip(true.slice(1, -1).dims or (), pred.slice(1, -1).dims or ()))
    return all(is_number(a) and is_number(b) and abs(a - b) * 4 < max(a, b) for a, b in pairs)
