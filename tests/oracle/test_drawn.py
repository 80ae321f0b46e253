"""Calls drawn at random: the rules never contradict TensorFlow, and refuse nothing that it takes."""

from __future__ import annotations

import os
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tftypes.inference.models.tensorflow.ops import RULES

from .drawn import FAMILIES
from .drawn_rules import is_left_out
from .families import family_of
from .judge import Judge
from .survey import drawn

#: Calls drawn of each family and of each rule; set TFTYPES_DRAWN for more of them, others each time.
DRAWN = os.environ.get("TFTYPES_DRAWN")
OF_FAMILY, OF_RULE = (int(DRAWN), int(DRAWN) // 4) if DRAWN else (150, 8)
START = random.randrange(2**32) if DRAWN else 0


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Judge(question="agreement") as judge:
        yield judge


def agree(calls: st.SearchStrategy[str], number: int, judge: Judge, counts: Counter[str]) -> None:
    @settings(
        max_examples=number, deadline=None, database=None, derandomize=DRAWN is None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )  # fmt: skip
    @given(calls)
    def check(text: str) -> None:
        assume(not is_left_out(text))
        try:
            counts.update([judge(text), "drawn"])
        except ValueError:
            assume(False)

    check()


@pytest.mark.parametrize("family", FAMILIES)
def test_calls_drawn_for_a_family(
    family: str, judge: Judge, tally: defaultdict[str, Counter[str]]
) -> None:
    agree(FAMILIES[family](), OF_FAMILY, judge, tally[family])


@pytest.mark.parametrize("name", sorted(RULES))
def test_calls_drawn_from_the_examples_of_a_rule(
    name: str, judge: Judge, tally: defaultdict[str, Counter[str]]
) -> None:
    """The same calls as `make conformance` draws, less of them."""
    for text in drawn(RULES[name], OF_RULE, START):
        with suppress(ValueError):  # a change may make it no call
            tally[f"{family_of(name)}, from examples"].update([judge(text), "drawn"])
