"""An operand of which nothing is known may be ragged: then no rule says more of the result than its dtype."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tftypes.inference.models.tensorflow.ops import RULES

from .drawn_rules import is_left_out
from .drawn_untold import cases
from .judge import Judge


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Judge(question="agreement") as judge:
        yield judge


@pytest.mark.parametrize(
    ("name", "calls"),
    [
        (name, [text for _, text in cases(rule) if not is_left_out(text)])
        for name, rule in sorted(RULES.items())
        if list(cases(rule))
    ],
)
def test_what_is_unknown_may_be_ragged(name: str, calls: list[str], judge: Judge) -> None:
    for text in calls:
        judge(text)  # raises for a contradiction
