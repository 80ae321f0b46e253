"""What Keras computes of its symbols: the calls of the oracle with a symbol in the place of each placeholder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import tensorflow as tf

from tests.stubs.conftest import SAME_KERAS
from tftypes.algebra import UNKNOWN
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.ops.examples import DTYPES, evaluate, to_python
from tftypes.inference.models.tensorflow.ops.keras_ops import LAX, assumed

from . import oracle
from .verdicts import NOT_REFUSED, REFUSED


@dataclass(frozen=True)
class Dtype:
    """The `f32` of `f32[2, None]`: makes a symbol."""

    name: str

    def __getitem__(self, dims: Any) -> Any:
        dims = dims if isinstance(dims, tuple) else (dims,)
        sizes = [dim if isinstance(dim, int) else None for dim in dims]
        return tf.keras.KerasTensor(sizes, self.name)


def result(text: str) -> Any:
    """What Keras makes of a call: placeholders in the place of symbols.

    Raises what Keras raises when it refuses the call.
    """
    names: dict[str, Any] = {short: Dtype(name) for short, name in DTYPES.items()}
    names.update(tf=tf, variable=oracle.variable, N=None, M=None)
    made = eval(compile(to_python(text), text, "eval"), names)
    return tf.nest.map_structure(_placeholder, made)


def _placeholder(value: Any) -> Any:
    if isinstance(value, tf.keras.KerasTensor):
        return tf.compat.v1.placeholder(value.dtype, value.shape)
    return value


def answer(text: str) -> Any:
    """The rules' result of a call on symbols, or their error; of some functions that is none."""
    with assumed(symbols=True):
        try:
            return evaluate(text)
        except OpError as error:
            name = "tensorflow" + text[len("tf") : text.index("(")]
            return UNKNOWN if name in LAX else error


def verdict(text: str) -> str:
    """How the rules' answer to a call on symbols relates to Keras'.

    Raises AssertionError when they contradict each other, or when the rules refuse what Keras takes.
    """
    claim = answer(text)
    with tf.__internal__.FuncGraph("symbols").as_default():
        try:
            truth = result(text)
        except Exception:  # whatever it meets
            return REFUSED if isinstance(claim, OpError) else NOT_REFUSED
    if isinstance(claim, OpError) and not SAME_KERAS:
        return NOT_REFUSED  # an older Keras lets a model be made that nobody can call
    assert not isinstance(claim, OpError), f"{text} is refused by the rules alone: {claim}"
    return oracle.compare(claim, truth)


def is_told(text: str) -> bool:
    """Whether a call has symbols, and each a known number of dims."""
    return "[" in text and not any(
        word in text for word in ("...", "some_", "untold", "ragged", "sparse(")
    )
