"""What holds for all rules: they are quick, they take anything, and they need neither TensorFlow nor mypy."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

import pytest

from tftypes.algebra import UNKNOWN, DType, Shape, Symbol, Variadic
from tftypes.algebra.tensors import OPERATORS
from tftypes.inference.models.tensorflow.ops import (
    RULES,
    ListOf,
    OpError,
    PyValue,
    Rule,
    TensorType,
    getitem,
)
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.ops.examples import evaluate
from tftypes.inference.models.tensorflow.ops.operators import BINARY, binary

N = Symbol("N")
DIMS = [0, 1, 2, 3, 4, 28, UNKNOWN, N, 2 * N]
SHAPES = [Shape.unknown(), Shape((2,), UNKNOWN, (3,)), Shape((), Variadic("Ts"), (N,))]
DTYPES = [
    *map(DType.of, ("float32", "int32", "string", "bool")),
    DType.any(),
    DType.group("Floating"),
]
SCALARS = [
    -1,
    True,
    None,
    1.5,
    -0.0,
    2j,
    "SAME",
    "ij,jk->ik",
    "",
    b"x",
    ...,
    slice(None),
    {"a": 1},
    object(),
]
PYTHON = [PyValue(name) for name in ("int", "float", "bool", "str", "complex")]


def anything(random: Random, depth: int = 2) -> Any:
    """An abstract value that a program could pass."""
    choice = random.randrange(8 if depth else 6)
    if choice <= 1:
        kind = random.choice(["tensor"] * 5 + ["variable", "ragged", "sparse", *OPERATORS[-2:]])
        return TensorType(random.choice(DTYPES), any_shape(random), kind)
    if choice == 2:
        return random.choice(DIMS)
    if choice == 3:
        return random.choice([*SCALARS, *PYTHON, *DTYPES])
    if choice == 4:
        return [random.choice([-1, *DIMS]) for _ in range(random.randrange(5))]
    if choice == 5:
        return any_shape(random)
    items = [anything(random, depth - 1) for _ in range(random.randrange(4))]
    return random.choice([items, tuple(items), ListOf(items[0] if items else UNKNOWN)])


def any_shape(random: Random) -> Shape:
    if random.random() < 0.2:
        return random.choice(SHAPES)
    return Shape.of(*(random.choice(DIMS) for _ in range(random.randrange(6))))


def outcome(call: Callable[[], object]) -> str | None:
    """The message when a rule refuses, None when it answers; nothing else may come of a call."""
    try:
        call()
    except OpError as error:
        return str(error)
    return None


def calls_in_examples(rule: Rule) -> list[tuple[list[Any], dict[str, Any]]]:
    """The arguments of the rule in its own examples."""
    seen = []

    def recording(self: Rule, args: Sequence[Any], kwargs: dict[str, Any], shown: str) -> Any:
        if self is rule:
            seen.append((list(args), kwargs))
        return apply(self, args, kwargs, shown)

    apply = Rule.apply
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "apply", recording)
        for example in rule.examples:
            outcome(partial(evaluate, example.call))
    return seen


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_a_rule_takes_any_arguments(rule: Rule) -> None:
    """Whatever the program says, a rule answers or raises OpError: it never breaks the checker."""
    random = Random(rule.fullname)
    for _ in range(50):
        arguments = [anything(random) for _ in range(random.randrange(1, 5))]
        message = outcome(partial(rule.apply, arguments))
        assert message is None or message.startswith(rule.shown), describe(arguments)


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_a_rule_takes_anything_for_one_argument_of_a_good_call(rule: Rule) -> None:
    random = Random(rule.fullname)
    calls = [call for call in calls_in_examples(rule) if any(call)]
    for _ in range(100 if calls else 0):
        args, kwargs = random.choice(calls)
        args, kwargs = list(args), dict(kwargs)
        place = random.choice([*range(len(args)), *kwargs])
        if isinstance(place, int):
            args[place] = anything(random)
        else:
            kwargs[place] = anything(random)
        message = outcome(partial(rule.apply, args, kwargs))
        assert message is None or message.startswith(rule.shown), describe([args, kwargs])


def test_an_index_can_be_anything() -> None:
    random = Random("index")
    for _ in range(3000):
        tensor, key = TensorType(random.choice(DTYPES), any_shape(random)), anything(random)
        if random.random() < 0.5:
            key = slice(*(random.choice([None, anything(random, 0)]) for _ in range(3)))
        message = outcome(partial(getitem, tensor, key))
        assert message is None or message.startswith("index ["), f"{tensor}[{describe(key)}]"


def test_an_operand_can_be_anything() -> None:
    random = Random("operators")
    for _ in range(3000):
        operands = [TensorType(random.choice(DTYPES), any_shape(random)), anything(random)]
        random.shuffle(operands)
        symbol = random.choice([*BINARY, "==", "!=", "&", "|", "^"])
        message = outcome(partial(binary, symbol, *operands))
        assert message is None or message.startswith(f"operator {symbol}: "), describe(operands)


def test_arguments_that_do_not_fit_the_signature_are_not_the_rule_s_concern() -> None:
    matmul = RULES["tensorflow.linalg.matmul"]
    assert matmul.apply([]) is UNKNOWN
    assert matmul.apply([], {"unheard_of": 1}) is UNKNOWN


def test_rules_need_neither_tensorflow_nor_numpy_nor_the_checker() -> None:
    code = """
import sys, tftypes.inference.models.tensorflow.ops
print([name for name in ("tensorflow", "numpy", "mypy.checker") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
