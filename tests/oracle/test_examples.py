"""TensorFlow makes of every example what the rules make of it."""

from __future__ import annotations

import pytest

from tftypes_mypy.ops import RULES, Example, OpError, indexing, operators
from tftypes_mypy.ops.examples import evaluate

from . import oracle

EXAMPLES = [
    pytest.param(example, id=str(example))
    for example in (
        *(example for name in sorted(RULES) for example in RULES[name].examples),
        *map(Example.parse, (*indexing.EXAMPLES, *operators.EXAMPLES)),
    )
]


@pytest.mark.parametrize("example", [each for each in EXAMPLES if each.values[0].error is None])
def test_the_rule_agrees_with_tensorflow(example: Example) -> None:
    claim = evaluate(example.call)
    for truth in oracle.traced(example.call):
        oracle.compare(claim, truth)


@pytest.mark.parametrize("example", [each for each in EXAMPLES if each.values[0].error is None])
def test_the_rule_agrees_with_what_the_call_returns(example: Example) -> None:
    claim = evaluate(example.call)
    try:
        results = oracle.run(example.call)
    except oracle.REFUSALS:
        pytest.skip("needs other contents than ones")
    for truth in results:
        oracle.compare(claim, truth)


@pytest.mark.parametrize("example", [each for each in EXAMPLES if each.values[0].error is not None])
def test_tensorflow_refuses_what_the_rule_refuses(example: Example) -> None:
    with pytest.raises(OpError):
        evaluate(example.call)
    assert oracle.refused(example.call)
