"""keras.ops: images, and arguments that do not go with them or each other. See `keras_ops_relations`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tftypes.algebra import Dim

from .keras_ops_relations import Problem, Relation, alike, shape_of
from .keras_ops_windows import channels_first
from .rule import Unsure
from .values import differ, is_number


def _channels_first(given: Mapping[str, Any]) -> bool | None:
    """Whether channels come before rows and columns; None where that is not known."""
    try:
        return channels_first(given.get("data_format"))
    except Unsure:
        return None


# -- what is left of images --------------------------------------------------------------------------------------------


def two_of(first: str, last: str, whole: str) -> Relation:
    """Of what is left on two sides and the whole, two say the third."""

    def check(given: Mapping[str, Any]) -> Problem:
        told = [each for each in (first, last, whole) if given.get(each) is not None]
        words = f"two of {first}, {last} and {whole} are needed, got {', '.join(told) or 'none'}"
        return None if len(told) == 2 else (words, whole)

    return check


def rest(first: str, last: str, whole: str, axis: int, cuts: bool) -> Relation:
    """What is added to images, or cut off, is not negative; what is not told on one side follows from the other."""

    def check(given: Mapping[str, Any]) -> Problem:
        sides = {name: given.get(name) for name in (first, last)}
        for name, side in sides.items():
            if is_number(side) and side < 0:
                return f"expected 0 or more, got {side}", name
        shape, wanted = shape_of(given.get("images")), given.get(whole)
        told = [side for side in sides.values() if side is not None]
        are_first = _channels_first(given)
        if shape is None or len(told) != 1 or are_first is None:
            return None
        size = shape[axis + are_first] if shape.rank in (3, 4) else None
        if not (is_number(size) and is_number(wanted) and is_number(told[0])):
            return None
        left = size - wanted if cuts else wanted - size
        way = "at most" if cuts else "at least"
        most = size - told[0] if cuts else size + told[0]
        return (f"expected {way} {most}, got {wanted}", whole) if left < told[0] else None

    return check


# -- channels ----------------------------------------------------------------------------------------------------------


def _channels(given: Mapping[str, Any], name: str) -> Dim | None:
    """How many channels images have, where it is known which axis that is."""
    shape, first = shape_of(given.get(name)), _channels_first(given)
    if first is None or shape is None or shape.rank not in (3, 4, 5):
        return None
    return shape[-3 if name == "images" else 1] if first else shape[-1]


def taken(kernel: str, place: int) -> Relation:
    """The filters take as many channels as the images have."""

    def check(given: Mapping[str, Any]) -> Problem:
        channels, shape = _channels(given, "inputs"), shape_of(given.get(kernel))
        if channels is None or shape is None or (shape.rank or 0) < 3:
            return None
        if not differ(channels, shape[place]):
            return None
        return f"{channels} channels, the filters take {shape[place]}", kernel

    return check


def pointed(given: Mapping[str, Any]) -> Problem:
    """What filters make of each channel is what the next ones take, in groups of one size."""
    one, next_ = (shape_of(given.get(f"{each}_kernel")) for each in ("depthwise", "pointwise"))
    if one is None or next_ is None or min(one.rank or 0, next_.rank or 0) < 3:
        return None
    sizes = (one[-2], one[-1], next_[-2])
    if not all(map(is_number, sizes)) or not sizes[2]:
        return None
    made = sizes[0] * sizes[1]
    return (
        None
        if made % sizes[2] == 0
        else (f"{made} channels, the filters take {sizes[2]}", "pointwise_kernel")
    )


def three_channels(given: Mapping[str, Any]) -> Problem:
    channels = _channels(given, "images")
    bad = is_number(channels) and channels != 3
    return (f"expected 3 channels, got {channels}", "images") if bad else None


# -- places in images --------------------------------------------------------------------------------------------------


def one_way(given: Mapping[str, Any]) -> Problem:
    both = [given.get(f"{each}_to_aspect_ratio") is True for each in ("pad", "crop")]
    return ("images are padded or cropped, not both", "pad_to_aspect_ratio") if all(both) else None


def _count(given: Mapping[str, Any]) -> Dim | None:
    """How many images there are."""
    shape = shape_of(given.get("images"))
    if shape is None or shape.rank not in (3, 4):
        return None
    return 1 if shape.rank == 3 else shape[0]


def transformed(given: Mapping[str, Any]) -> Problem:
    """Eight numbers for all images, or for each of them."""
    shape, count = shape_of(given.get("transform")), _count(given)
    if shape is None or not shape.rank:
        return None
    if shape.rank > 2 or differ(shape[-1], 8):
        return f"expected 8 numbers, or 8 for each image, got {shape}", "transform"
    if shape.rank == 2 and count is not None and differ(shape[0], count) and differ(shape[0], 1):
        return f"expected one transform or {count}, got {shape[0]}", "transform"
    return None


def cornered(given: Mapping[str, Any]) -> Problem:
    """Four corners of an image, or of each, before and after."""
    count = _count(given)
    for name in ("start_points", "end_points"):
        shape = shape_of(given.get(name))
        if shape is None or shape.rank not in (2, 3):
            continue
        if differ(shape[-2], 4) or differ(shape[-1], 2):
            return f"expected [4, 2], or [N, 4, 2], got {shape}", name
        if (
            shape.rank == 3
            and count is not None
            and differ(shape[0], count)
            and differ(shape[0], 1)
        ):
            return f"expected the corners of {count} images, got {shape[0]}", name
    return alike("start_points", "end_points")(given)


def located(given: Mapping[str, Any]) -> Problem:
    """A row of places for each axis of the tensor."""
    shape, where = shape_of(given.get("inputs")), shape_of(given.get("coordinates"))
    order = given.get("order")
    if is_number(order) and order > 1:
        return f"expected 0 or 1, got {order}", "order"
    if where is None or shape is None:
        return None
    if (where.rank or 0) < 2:
        return f"expected rank 2 or more, got rank {where.rank}", "coordinates"
    if is_number(where[0]) and where[0] != shape.rank:
        return (
            f"expected {shape.rank} rows, one for each axis of inputs, got {where[0]}",
            "coordinates",
        )
    return None
