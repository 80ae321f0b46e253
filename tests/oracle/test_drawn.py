"""Calls drawn at random: the rules never contradict TensorFlow, and refuse nothing that it takes."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from tftypes_mypy.ops import OpError
from tftypes_mypy.ops.examples import evaluate

from . import oracle
from .drawn import FAMILIES


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
        return "refused"
    try:
        truths = oracle.traced(text)
    except oracle.REFUSALS:
        return "not refused"
    verdicts = {oracle.compare(claim, truth) for truth in truths}
    try:
        results = oracle.run(text)
    except oracle.REFUSALS:
        results = []  # what is unknown to the rules may not fit together
    for result in results:
        oracle.compare(claim, result)
    return min(verdicts, key=["less precise", "more precise", "exact"].index)


#: Calls drawn of each family; set TFTYPES_DRAWN for more of them, others each time.
DRAWN = int(os.environ.get("TFTYPES_DRAWN", 150))


@pytest.mark.parametrize("family", FAMILIES)
def test_drawn_calls(family: str, tally: defaultdict[str, Counter[str]]) -> None:
    @settings(
        max_examples=DRAWN, deadline=None, database=None, derandomize="TFTYPES_DRAWN" not in os.environ,
        suppress_health_check=[HealthCheck.too_slow],
    )  # fmt: skip
    @given(FAMILIES[family]())
    def agree(text: str) -> None:
        tally[family].update(["drawn", verdict(text)])

    agree()
