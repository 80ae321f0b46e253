"""How the rules' answer to a call, given as text, relates to TensorFlow's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.ops.examples import evaluate

from . import oracle
from .drawn_rules import is_left_out

#: Beside `oracle.EXACT`, `LESS` and `MORE`: both refuse the call, or TensorFlow does alone; or it does so in one mode
#: only, or for what the rules are not told, so that they have to be silent.
REFUSED, NOT_REFUSED, OPEN = "refused", "not refused", "open"
#: TensorFlow alone refuses the call, and nobody has looked yet which of the two that is.
SILENT: Final = "silent"

#: What the rules cannot tell apart from an operand that they are told nothing of, and from dims of unknown number.
UNTOLD: Final = re.compile(r"untold\((ragged\()?(\w+)\[([^\[\]]*)\]\)(?(1)\))")
OTHERS: Final = [
    *("f32[2]", "f32[2, 2]", "f32[2, 3]", "f32[3, 3]", "f32[2, 3, 4]", "f32[]", "f32[3]", "f32[4]"),
    *("i32[2]", "i32[2, 2]", "i32[]", "s[2]", "b[2]", "ragged(f32[2, None])", "ragged(s[2, None])"),
]
RANKS: Final = ["", "2, ", "2, 2, ", "2, 2, 2, ", "2, 2, 2, 2, "]
#: What TensorFlow says where it depends on a setting whether it takes the call.
SETTING: Final = "experimental_enable_numpy_behavior"


def answer(text: str) -> Any:
    """The rules' result of a call, or their error."""
    try:
        return evaluate(text)
    except OpError as error:
        return error


def verdict(text: str) -> str:
    """How the rules' answer to a call relates to TensorFlow's: `agreement`, with the reason for a silence."""
    found = agreement(text)
    if found != SILENT:
        return found
    return OPEN if _may_be_taken(text) else NOT_REFUSED


def agreement(text: str) -> str:
    """How the rules' answer to a call relates to TensorFlow's; SILENT where TensorFlow alone refuses to build a graph.

    Raises AssertionError when they contradict each other, or when the rules refuse what TensorFlow takes.
    """
    claim = answer(text)
    if isinstance(claim, OpError):
        assert oracle.refused(text), f"{text} is refused by the rules alone: {claim}"
        return REFUSED
    try:
        truths = oracle.traced(text)
    except oracle.REFUSALS as refusal:
        return OPEN if SETTING in str(refusal) else SILENT
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


def _may_be_taken(text: str) -> bool:
    """Whether TensorFlow takes a call that the rules cannot tell from this one, which it refuses in a graph."""
    return not oracle.refused(text) or any(map(_is_taken, _not_told_apart(text)))


def _not_told_apart(text: str) -> Iterator[str]:
    """The call with other operands where the rules know nothing of one, or do not know the rank or a size."""
    yield re.sub(r"\bNone\b(?=[^()]*\])|\bN\b", "1", text)
    yield text.replace("array(", "(")
    for found in UNTOLD.finditer(text):
        _, dtype, dims = found.groups()
        same = (f"{dtype}[{more}{dims}]" for more in ("2, ", "3, "))
        dtypes = (
            f"{short}[{dims}]" for short in ("f32", "f64", "i32", "i64", "s", "b", "u8", "c64")
        )
        others = [
            *OTHERS,
            f"{dtype}[]",
            f"{dtype}[2]",
            f"{dtype}[2, 2]",
            f"ragged({dtype}[2, None])",
            *same,
            *dtypes,
        ]
        for other in others:
            yield text[: found.start()] + other + text[found.end() :]
    if "..." in text:
        for dims in RANKS:
            yield text.replace("..., ", dims).replace("...", dims[:-2])


def _is_taken(text: str) -> bool:
    if is_left_out(text):
        return False
    for run in (oracle.traced, oracle.run):
        with suppress(*oracle.REFUSALS, SyntaxError):
            run(text)
            return True
    return False
