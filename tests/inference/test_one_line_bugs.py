"""One-line bugs of the kinds that programs have: each raises when it runs, and the engine finds it before.

Misspelled names, arguments that there are not, wrong dtypes, wrong shapes, wrong axes, bad values.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from .reports import said

#: What the lines use.
START = """\
import tensorflow as tf

x = tf.ones([2, 3])
y = tf.ones([4, 5])
images = tf.ones([8, 28, 28, 3])
counts = tf.constant([1, 2, 3])
labels = tf.constant([0, 1])
weights = tf.Variable(tf.ones([3, 4]))
"""

#: The line, and what the checker says of it.
BUGS = {
    # misspelled
    "tf.redcue_sum(x)": "'tensorflow' has no attribute 'redcue_sum'; did you mean 'reduce_sum'?",
    "tf.nn.sofmax(x)": "'tensorflow.nn' has no attribute 'sofmax'; did you mean 'softmax'?",
    "x.nunpy()": "tf.Tensor has no attribute 'nunpy'; did you mean 'numpy'?",
    "weights.asign(tf.ones([3, 4]))": "tf.Variable has no attribute 'asign'; did you mean 'assign'?",
    "tf.random.normal([2], stdev=0.1)": "tf.random.normal(): has no parameter 'stdev'; did you mean 'stddev'?",
    "tf.reduce_mean(x, keep_dims=True)": "tf.reduce_mean(): has no parameter 'keep_dims'; did you mean 'keepdims'?",
    # dtypes
    "x + counts": "operator +: expected float32 as on the left, got int32",
    "tf.exp(counts)": "tf.exp(): argument 'x': int32 is not supported",
    "tf.matmul(tf.cast(x, tf.float64), weights)": "tf.matmul(): argument 'a': expected float32 as b has, got float64",
    "tf.gather(x, [0.5])": "tf.gather(): argument 'indices': float32 is not supported",
    "tf.nn.sparse_softmax_cross_entropy_with_logits(x[:, 0], x)": "class numbers are ints",
    "tf.where(x, x, x)": "tf.where(): argument 'condition': float32 is not supported",
    "tf.strings.length(counts)": "tf.strings.length(): argument 'input': int32 is not supported",
    "tf.constant([1.5], tf.int32)": "tf.constant(): argument 'value': int32 cannot hold the float",
    "tf.cast(x, 'flaot32')": "tf.cast(): argument 'dtype': 'flaot32' is not a dtype",
    # shapes
    "tf.matmul(x, y)": "inner dims 3 and 4 differ",
    "tf.concat([x, y], axis=0)": "shapes [2, 3] and [4, 5] differ in axis 1",
    "tf.reshape(x, [4, 2])": "6 elements do not make [4, 2]",
    "x - y": "[2, 3] and [4, 5] do not broadcast",
    "weights.assign(tf.ones([4, 3]))": "expected float32[3, 4], got float32[4, 3]",
    "tf.nn.conv2d(images, tf.ones([3, 3, 1, 16]), 1, 'SAME')": "16 filters for 3 groups of channels",
    "tf.einsum('ij,jk->ik', x, y)": "'j' is 3 and 4",
    "tf.stack([x, y])": "tf.stack()",
    "tf.constant([[1, 2], [3]])": "nested lists of different shapes [2] and [1]",
    # axes
    "tf.reduce_sum(x, axis=2)": "axis 2 is out of range for rank 2",
    "tf.expand_dims(x, 4)": "tf.expand_dims(): argument 'axis'",
    "tf.transpose(x, [0, 1, 2])": "tf.transpose()",
    "x[0, 1, 2]": "3 indices for rank 2",
    "tf.split(x, 2, axis=1)": "tf.split()",
    "tf.squeeze(x, axis=0)": "tf.squeeze()",
    # values
    "tf.nn.conv2d(images, tf.ones([3, 3, 3, 16]), 1, 'SMAE')": "SMAE",
    "tf.image.resize(images, [14, 14], method='bilinaer')": "bilinaer",
    "tf.nn.max_pool2d(images, 2, 2, 'SAME', data_format='NWHC')": "NWHC",
    "tf.random.uniform([2], dtype=tf.int32)": "int32 numbers need a bound",
    "tf.one_hot(labels)": "tf.one_hot(): argument 'depth' is missing",
    "tf.zeros([2, -3])": "negative size -3",
}

#: Runs each line by itself and says what it raised.
RUNNER = """\
import json, sys
start, lines = json.load(sys.stdin)
names = {}
exec(start, names)
raised = {}
for line in lines:
    try:
        exec(line, dict(names))
    except Exception as error:
        raised[line] = type(error).__name__
json.dump(raised, sys.stdout)
"""


@pytest.fixture(scope="module")
def raised() -> dict[str, str]:
    run = subprocess.run(
        [sys.executable, "-c", RUNNER], input=json.dumps([START, list(BUGS)]),
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    found: dict[str, str] = json.loads(run.stdout)
    return found


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    lines = said(START + "\n".join(BUGS) + "\n", tmp_path_factory.mktemp("bugs"))
    first = START.count("\n") + 1
    found: dict[str, list[str]] = {line: [] for line in BUGS}
    for each in lines:
        number, _, text = each.partition(" ")
        found[list(BUGS)[int(number) - first]].append(text)
    return found


@pytest.mark.parametrize("line", BUGS)
def test_it_raises(line: str, raised: dict[str, str]) -> None:
    assert line in raised


@pytest.mark.parametrize("line", BUGS)
def test_the_engine_finds_it_and_says_one_thing(line: str, reported: dict[str, list[str]]) -> None:
    (text,) = reported[line]
    assert BUGS[line] in text


def test_a_call_that_may_be_right_is_none(tmp_path: Path) -> None:
    assert (
        said(
            """
            import tensorflow as tf

            def f(settings, *args, **more):
                tf.one_hot(*args)
                tf.one_hot(tf.constant([1]), **more)
                tf.keras.layers.Dense(3)(tf.ones([2, 3]), training=True)
                try:
                    tf.reduce_mean(tf.ones([3]), keep_dims=True)
                except TypeError:
                    tf.reduce_mean(tf.ones([3]), keepdims=True)
            """,
            tmp_path,
        )
        == []
    )
