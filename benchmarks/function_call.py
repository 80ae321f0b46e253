"""A call through a derived function, against tf.function with an input_signature, and without."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import numpy as np
import tensorflow as tf

from benchmarks import side_by_side
from tftypes import Shape, Tensor, Variable, float32
from tftypes.runtime import function

N = TypeVar("N")
Rows = Tensor[float32, Shape[N, 3]]
SPEC = tf.TensorSpec([None, 3], tf.float32)
X = tf.ones([2, 3])
ROUNDS = 300


class Pair(NamedTuple):
    a: Rows
    b: Rows


def one(x: Rows) -> Rows:
    return x + 1.0


def ten(
    a: Rows, b: Rows, c: Rows, d: Rows, e: Rows, f: Rows, g: Rows, h: Rows, i: Rows, j: Rows
) -> Rows:
    return a + j


def pair(pair: Pair) -> Rows:
    return pair.a + pair.b


def default(x: Rows, k: int = 2) -> Rows:
    return x + float(k)


def static(x: Rows, k: int) -> Rows:
    return x + float(k)


def variable(x: Rows, w: Variable[float32, Shape[3]]) -> Rows:
    return x + w


def open_(x: Rows, other) -> Rows:  # type: ignore[no-untyped-def]
    return x + other


def under_tape(call: Callable[..., Any], *args: Any) -> Callable[[], Any]:
    """A call with a tape, and the gradient with respect to its arguments."""

    def run() -> Any:
        with tf.GradientTape() as tape:
            tape.watch(args)
            y = call(*args)
        return tape.gradient(y, args)

    return run


def _trace_alone() -> Callable[[], Any]:
    """The trace of a call, run without a look at its arguments: no dispatch can cost less."""
    trace: Any = tf.function(one, input_signature=[SPEC]).get_concrete_function()
    return under_tape(lambda x: trace._call_flat([x], trace.captured_inputs), X)


def _cases() -> dict[str, tuple[Callable[[], Any], Callable[[], Any]]]:
    x, array = X, np.ones([2, 3], np.float32)
    tens, both, w = (x,) * 10, Pair(x, x), tf.Variable([1.0, 2.0, 3.0])
    f1, s1, p1 = function(one), tf.function(one, input_signature=[SPEC]), tf.function(one)
    f10, s10, p10 = function(ten), tf.function(ten, input_signature=[SPEC] * 10), tf.function(ten)
    f2, s2 = function(pair), tf.function(pair, input_signature=[Pair(SPEC, SPEC)])
    fd, sd = function(default), tf.function(default, input_signature=[SPEC])
    fs, ps = function(static), tf.function(static)
    fv, pv = function(variable), tf.function(variable)
    fo, po = function(open_), tf.function(open_)

    return {
        "1 tensor, input_signature": (lambda: f1(x), lambda: s1(x)),
        "1 tensor, plain": (lambda: f1(x), lambda: p1(x)),
        "10 tensors, input_signature": (lambda: f10(*tens), lambda: s10(*tens)),
        "10 tensors, plain": (lambda: f10(*tens), lambda: p10(*tens)),
        "1 array, input_signature": (lambda: f1(array), lambda: s1(array)),
        "1 tensor by name, input_signature": (lambda: f1(x=x), lambda: s1(x=x)),
        "a NamedTuple, input_signature": (lambda: f2(both), lambda: s2(both)),
        "a default, input_signature": (lambda: fd(x), lambda: sd(x)),
        # Most of this is what TensorFlow does for both: the tape, and the gradient.
        "with a tape and a gradient, input_signature": (under_tape(f1, x), under_tape(s1, x)),
        "a static int, plain": (lambda: fs(x, 3), lambda: ps(x, 3)),
        "a variable, plain": (lambda: fv(x, w), lambda: pv(x, w)),
        "a parameter without annotation, plain": (lambda: fo(x, x), lambda: po(x, x)),
    }


def rows() -> list[tuple[str, float, float, str]]:
    """Microseconds a call; ours first."""
    cases = _cases()
    least = {name: side_by_side(*calls, rounds=ROUNDS) for name, calls in cases.items()}
    name = "1 tensor, input_signature"
    with tf.GradientTape() as tape:
        tape.watch(X)
        least[f"{name}, under a tape"] = side_by_side(*cases[name], rounds=ROUNDS)
    name = "with a tape and a gradient, input_signature"
    least[f"{name}: the trace alone"] = side_by_side(_trace_alone(), cases[name][1], rounds=ROUNDS)
    return [(name, ours, theirs, "µs") for name, (ours, theirs) in least.items()]


if __name__ == "__main__":
    for what, ours, theirs, unit in rows():
        print(f"{what:44} {ours:7.1f} {theirs:7.1f} {unit}  {ours / theirs:.2f}")
