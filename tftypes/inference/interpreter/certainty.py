"""Certainty: what several answers say, and what a rule makes of sizes whose names may mean the same size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from tftypes.algebra import TensorType
from tftypes.inference.lattice import refined, same
from tftypes.inference.models.tensorflow.ops import OpError, Unsure
from tftypes.inference.objects import Value

T = TypeVar("T")


def some_hold(answers: Iterable[bool | None]) -> bool | None:
    """Whether one of several conditions holds; None where that is not known. All are asked."""
    found = {*answers}
    return True if True in found else None if None in found else False


def all_hold(answers: Iterable[bool | None]) -> bool | None:
    """Whether several conditions hold; None where that is not known. All are asked."""
    found = {*answers}
    return False if False in found else None if None in found else True


def sharpened(rule: Callable[..., T], args: Sequence[Value], softer: Sequence[Value]) -> T | Value:
    """What a rule makes of arguments without the names of soft sizes, with the names that one argument alone gives it.

    Raises OpError where the rule refuses the arguments without any.
    """
    result: Value = rule(*softer)
    for i, each in enumerate(args):
        if isinstance(result, TensorType) and not same(each, softer[i]):
            try:
                named = rule(*softer[:i], each, *softer[i + 1 :])
            except (OpError, Unsure):
                continue
            result = refined(result, named) if isinstance(named, TensorType) else result
    return result
