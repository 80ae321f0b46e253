"""How the rules' answer to a call, given as text, relates to TensorFlow's."""

from __future__ import annotations

from typing import Any

from tftypes_mypy.ops import OpError
from tftypes_mypy.ops.examples import evaluate

from . import oracle

#: Beside `oracle.EXACT`, `LESS` and `MORE`: both refuse the call, or TensorFlow does alone.
REFUSED, NOT_REFUSED = "refused", "not refused"


def answer(text: str) -> Any:
    """The rules' result of a call, or their error."""
    try:
        return evaluate(text)
    except OpError as error:
        return error


def verdict(text: str) -> str:
    """How the rules' answer to a call relates to TensorFlow's.

    Raises AssertionError when they contradict each other, or when the rules refuse what TensorFlow takes.
    """
    claim = answer(text)
    if isinstance(claim, OpError):
        assert oracle.refused(text), f"{text} is refused by the rules alone: {claim}"
        return REFUSED
    try:
        truths = oracle.traced(text)
    except oracle.REFUSALS:
        return NOT_REFUSED
    try:
        verdicts = {oracle.compare(claim, truth) for truth in truths}
    except oracle.Contradiction:
        if oracle.fails(text):
            return NOT_REFUSED  # a graph that can be built, but never runs
        raise
    try:
        results = oracle.run(text)
    except oracle.REFUSALS:
        results = []  # what is unknown to the rules may not fit together
    for result in results:
        oracle.compare(claim, result)
    return min(verdicts, key=[oracle.LESS, oracle.MORE, oracle.EXACT].index)
