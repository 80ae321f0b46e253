"""Gradients that are None: a warning, unless the program looks for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.inference.reports import check, said

_TAPE = """
import tensorflow as tf

a, b = tf.Variable(1.0), tf.Variable(2.0)

def gradients():
    with tf.GradientTape() as tape:
        loss = a * 2.0
    return tape.gradient(loss, [a, b])

"""


@pytest.mark.parametrize(
    "looks",
    [
        "pairs = [(g, v) for g, v in zip(gradients(), [a, b]) if g is not None]",
        "for g in gradients():\n    if g is None:\n        print('nothing')",
        "def is_there(g):\n    return g is not None\n"
        "def step():\n    return [is_there(g) for g in gradients()]\nstep()",
    ],
)
def test_a_program_that_tells_none_apart_expects_it(looks: str, tmp_path: Path) -> None:
    assert said(_TAPE + looks, tmp_path) == []


@pytest.mark.parametrize(
    "goes_on",
    [
        "print(gradients())",
        "found = gradients()\nassert found[1] is None",
        "tf.keras.optimizers.SGD().apply_gradients(zip(gradients(), [a, b]))",
        "def scaled(g, by=None):\n    return g if by is None else g * by\n"
        "first, second = gradients()\nscaled(first)",
    ],
)
def test_one_that_goes_on_does_not(goes_on: str, tmp_path: Path) -> None:
    [warning] = said(_TAPE + goes_on, tmp_path)
    assert warning.startswith("9 warning: [tf-gradient] a gradient is None")


_OWN = """
import sys
import tensorflow as tf

gain, frozen = tf.Variable(1.0), tf.Variable(1.0, trainable=False)
x = tf.constant(2.0)

def scaled(by, backward):
    @tf.custom_gradient
    def product(x):
        return by * x, backward
    return product

"""


def test_a_backward_function_takes_the_variables_that_are_used(tmp_path: Path) -> None:
    [error] = said(_OWN + "scaled(gain, lambda upstream: upstream)(x)\n", tmp_path)
    assert error.startswith("14 error: [tf-gradient] the function under tf.custom_gradient uses")


@pytest.mark.parametrize(
    "runs",
    [
        "scaled(gain, lambda upstream: upstream)(gain)",
        "scaled(frozen, lambda upstream: upstream)(x)",
        "scaled(x, lambda upstream: upstream)(gain)",
        "scaled(gain if len(sys.argv) > 1 else x, lambda upstream: upstream)(x)",
        "scaled(len(gain.shape) + 1.0, lambda upstream: upstream * gain)(x)",
        "scaled(gain, lambda upstream, **rest: (upstream, [upstream]))(x)",
        "with tf.GradientTape() as tape:\n"
        "    tape.watch(x)\n"
        "    y = scaled(gain, lambda upstream, variables=None: (upstream, [upstream]))(x)\n"
        "to_x, to_gain = tape.gradient(y, [x, gain])\n"
        "print(to_x + to_gain)",
    ],
)
def test_one_that_takes_them_or_has_none_runs(runs: str, tmp_path: Path) -> None:
    assert said(_OWN + runs, tmp_path) == []


_SECOND = """
import tensorflow as tf

x, w = tf.Variable([1.0, 2.0]), tf.Variable(1.0)

def second(pick, sources, **more):
    with tf.GradientTape(persistent=True) as outer:
        with tf.GradientTape() as inner:
            y = tf.reduce_sum(x * x) * w
        picked = pick(inner.gradient(y, [x, w]))
    return outer.jacobian(picked, sources, **more)

"""


@pytest.mark.parametrize(
    ("pick", "kind"),
    [("g", "list"), ("(g[0], g[1])", "tuple"), ("{'x': g[0]}", "dict")],
)
def test_a_jacobian_is_that_of_one_tensor(pick: str, kind: str, tmp_path: Path) -> None:
    [error] = said(_SECOND + f"second(lambda g: {pick}, x)", tmp_path)
    assert error.startswith("11 error: [tf-gradient]")
    assert error.endswith(f"argument 'target': expected one tensor, got a {kind}")


def test_a_list_of_tensors_that_are_alike_is_stacked(tmp_path: Path) -> None:
    [error] = said(_SECOND + "second(lambda g: [g[0], g[0]], x)", tmp_path)
    assert error.endswith("tf.stack(target), made under the tape, is")
    assert said(_SECOND + "second(lambda g: tf.stack([g[0], g[0]]), [x, w])", tmp_path) == []


def test_a_jacobian_without_a_way_is_none(tmp_path: Path) -> None:
    none = "second(lambda g: tf.sin(x), w)\n"
    [warning] = said(_SECOND + none, tmp_path)
    assert warning.startswith("11 warning: [tf-gradient] a gradient is None")
    zeros = "second(lambda g: tf.sin(x), w, unconnected_gradients='zero')\n"
    assert said(_SECOND + zeros, tmp_path) == []


def test_one_gradient_with_one_variable_is_a_list_of_a_pair(tmp_path: Path) -> None:
    program = (
        "import tensorflow as tf\nx = tf.Variable(1.0)\noptimizer = tf.keras.optimizers.SGD()\n"
    )
    [error] = said(program + "optimizer.apply_gradients(tf.constant(1.0), x)\n", tmp_path)
    assert error.endswith("[(gradient, variable)] is that of one variable")
    assert said(program + "optimizer.apply_gradients([(tf.constant(1.0), x)])\n", tmp_path) == []


@pytest.mark.parametrize(
    ("settings", "remedy"),
    [
        (
            "tf.function(autograph=False)",
            "without autograph=False AutoGraph puts it into the graph",
        ),
        ("tf.autograph.experimental.do_not_convert", "tf.where(x, a, b) does it in a graph"),
    ],
)
def test_a_branch_that_is_not_converted(settings: str, remedy: str, tmp_path: Path) -> None:
    program = f"""
import tensorflow as tf

@tf.function
def outer(x):
    return inner(x)

@{settings}
def inner(x):
    if tf.reduce_sum(x) > 0:
        return x
    return -x

outer(tf.ones([3]))
"""
    [error] = said(program, tmp_path)
    assert error.endswith(remedy)


def test_what_numpy_makes_has_no_gradient(tmp_path: Path) -> None:
    check(
        """
        import numpy as np
        import tensorflow as tf

        def loss_of(true, scores):
            chosen = np.sum(true * scores.numpy())
            return np.mean(-np.log(chosen))

        v, x = tf.Variable([1.0, 2.0]), tf.constant([1.0, 2.0])
        with tf.GradientTape(persistent=True) as tape:
            loss = loss_of(x, v)
            logs = np.log(v.numpy())
            number = float(tf.reduce_sum(v))
            value = tf.reduce_sum(v).numpy()
            beside = np.ones(2, np.float32) + v
            total = 0.0
            for each in [v, v]:
                total += tf.reduce_sum(each)
        tape.gradient(loss, v)  # error: [tf-gradient] tape.gradient(): argument 'target': expected a tensor, got array float32[]; np.mean() takes the value out of the tape; tf.reduce_mean(-tf.math.log(chosen)) keeps it
        tape.gradient(logs, v)  # error: [tf-gradient] tape.gradient(): argument 'target': expected a tensor, got array float32[2]; np.log() takes the value out of the tape; tf.math.log(v) keeps it
        tape.gradient(number, v)  # error: [tf-gradient] tape.gradient(): argument 'target': expected a tensor, got float; float() takes the value out of the tape; tf.reduce_sum(v) is in it
        tape.gradient(value, v)  # error: [tf-gradient] tape.gradient(): argument 'target': expected a tensor, got array float32[]; .numpy() takes the value out of the tape; tf.reduce_sum(v) is in it
        tape.gradient(None, v)  # error: [tf-gradient] tape.gradient(): argument 'target': expected a tensor, got None
        tape.gradient([tf.reduce_sum(v), 1.0], v)  # error: [tf-gradient] tape.gradient(): argument 'target': expected a tensor, got 1.0
        tape.gradient(beside, v), tape.gradient(total, v), tape.gradient([beside, total], v)
        """,
        tmp_path,
    )
