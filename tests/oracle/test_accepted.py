"""What the tables of accepted dtypes, strings and kinds of tensors refuse, TensorFlow refuses too."""

from __future__ import annotations

import ast
import json
import os
from collections.abc import Iterable, Iterator
from zlib import crc32

import pytest

from tftypes.inference.models.tensorflow.ops import RULES, Rule
from tftypes.inference.models.tensorflow.ops.accepted import table
from tftypes.inference.models.tensorflow.ops.examples import DTYPES, evaluate, to_python

from . import kinds
from .call_parts import tensors
from .drawn_rules import is_left_out
from .drawn_untold import operands
from .judge import CRASHED, Judge
from .verdicts import REFUSED

#: How many cases are drawn; set TFTYPES_DRAWN for all of them.
EVERY = "TFTYPES_DRAWN" in os.environ
CALLS, RULES_ASKED = 120, 12


def few(cases: Iterable[str], count: int) -> list[str]:
    """The same cases whichever others there are: a rule that is added brings no old one in."""
    return sorted(cases, key=lambda each: crc32(each.encode()))[: None if EVERY else count]


SHORT = {name: short for short, name in DTYPES.items() if short != "index"}


def with_other_dtypes(rule: Rule) -> Iterator[str]:
    """The first example of a rule with each dtype in the place of an operand that the table does not allow there."""
    call = next(example.call for example in rule.examples if example.error is None)
    for parameter, allowed in table()[rule.fullname].get("dtypes", {}).items():
        for dtype in sorted(SHORT.keys() - set(allowed)):
            tree = ast.parse(to_python(call), mode="eval")
            for name, holder, place in list(operands(tree, rule)):
                if name == parameter:
                    tensor = tensors(holder[place])[0]
                    tensor.value = ast.Name(SHORT[dtype], ast.Load())
                    yield ast.unparse(tree).replace("[()]", "[]")


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Judge() as judge:
        yield judge


def test_what_the_table_of_dtypes_refuses_tensorflow_refuses(judge: Judge) -> None:
    texts = [text for name in table() if name in RULES for text in with_other_dtypes(RULES[name])]
    assert len(texts) > 2000
    drawn = few(texts, CALLS)
    verdicts = {text: judge(text) for text in drawn if not is_left_out(text)}
    assert {
        text for text, verdict in verdicts.items() if verdict not in (REFUSED, CRASHED)
    } == set()


def test_the_table_of_kinds_is_what_tensorflow_says() -> None:
    """Run `python -m tests.oracle.kinds` when this fails."""
    rows = json.loads(kinds.TABLE.read_text())
    names = few(RULES, RULES_ASKED)
    assert {name: kinds.refused(RULES[name]) for name in names} == {
        name: rows.get(name, {}) for name in names
    }


def test_the_table_of_kinds_is_of_rules() -> None:
    rows = json.loads(kinds.TABLE.read_text())
    assert len(rows) > 600
    assert rows.keys() <= RULES.keys()
    for name, row in rows.items():
        assert row.keys() <= RULES[name].signature.parameters.keys(), name


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ("tf.nn.conv2d(ragged(f32[8, None, 28, 4]), f32[3, 3, 4, 16], 1, 'SAME')", "x.to_tensor()"),
        ("tf.nn.conv2d(sparse(f32[8, 28, 28, 4]), f32[3, 3, 4, 16], 1, 'SAME')", "tf.sparse.to_dense(x)"),
        ("tf.add(sparse(f32[2, 3]), 1.0)", "argument 'x': a sparse tensor is not supported"),
        ("tf.argmax(c64[2, 3])", "complex64 is not supported, only real numbers, bool"),
    ],
)  # fmt: skip
def test_a_message_names_what_is_accepted(call: str, says: str) -> None:
    with pytest.raises(Exception, match=r".*") as raised:
        evaluate(call)
    assert says in str(raised.value)
