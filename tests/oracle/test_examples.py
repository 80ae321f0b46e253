"""TensorFlow makes of every example what the rules make of it, while tracing and on actual tensors."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.stubs.conftest import SAME_KERAS, SAME_TENSORFLOW
from tftypes.inference.models.tensorflow.ops import RULES, Example, attributes, indexing, operators

from . import oracle
from .judge import CRASHED, Judge
from .verdicts import NOT_REFUSED, OPEN, REFUSED

EXAMPLES = [
    pytest.param(example, id=str(example))
    for example in (
        *(example for name in sorted(RULES) for example in RULES[name].examples),
        *map(Example.parse, (*attributes.EXAMPLES, *indexing.EXAMPLES, *operators.EXAMPLES)),
    )
]


NEEDS_BEHAVIOR = ("tf.experimental.numpy.around(", "tf.experimental.numpy.round(")


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    """TensorFlow in a process of its own: some wrong calls end it, which refuses them too."""
    with Judge() as judge:
        yield judge


def needs(example: Example) -> bool:
    """Whether TensorFlow takes it with NumPy's behaviour only, see `test_numpy_behavior`."""
    return example.call.startswith(NEEDS_BEHAVIOR)


@pytest.mark.parametrize("example", [each for each in EXAMPLES if each.values[0].error is None])
def test_the_rule_agrees_with_tensorflow(example: Example, judge: Judge) -> None:
    verdict = judge(example.call)
    if verdict in (NOT_REFUSED, CRASHED) and not (SAME_TENSORFLOW and SAME_KERAS):
        pytest.skip(
            "the rules are of another TensorFlow: this one lacks the function, or refuses the call"
        )
    assert verdict in (oracle.EXACT, oracle.LESS, oracle.MORE) or needs(example)


@pytest.mark.parametrize("example", [each for each in EXAMPLES if each.values[0].error is not None])
def test_tensorflow_refuses_what_the_rule_refuses(example: Example, judge: Judge) -> None:
    assert judge(example.call) in (REFUSED, CRASHED)


@pytest.mark.parametrize(
    "call",
    [
        "tf.constant(variable(i32[2]), tf.float64)",
        "tf.linalg.expm(f32[1])",
        "tf.math.divide(True, array(b[2]))",
    ],
)
def test_what_works_eagerly_alone_is_not_refused(call: str, judge: Judge) -> None:
    assert judge(call) == OPEN
