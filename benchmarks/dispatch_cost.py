"""What dispatch by protocol costs: what an op on plain tensors spends on asking, and a dispatched call.

Each op asks its arguments anyway, for the types that TensorFlow itself dispatches on. That alone is
measured, before and after the import of `tftypes.runtime`: beside the op's own 10 µs it would drown.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

ROUNDS = 3

_PROGRAM = """
import json, time
import tensorflow as tf

def fastest(call, count=1000, runs=150):
    found = []
    for _ in range(runs):
        start = time.process_time_ns()  # of this process alone, however busy the machine is
        for _ in range(count):
            call()
        found.append((time.process_time_ns() - start) / count / 1e3)
    return min(found)

def asking(op, *args):
    while not hasattr(op, "_tf_type_based_dispatcher"):
        op = op.__wrapped__
    dispatch = op._tf_type_based_dispatcher.Dispatch
    return lambda: dispatch(args, {})

class Registered(tf.experimental.ExtensionType):
    value: tf.Tensor

class Answers:
    @classmethod
    def __tf_dispatch__(cls, op, args, kwargs):
        return 1

x, value = tf.constant([[1.0]]), Answers()
registered = Registered(x)
tf.experimental.dispatch_for_api(tf.sqrt, {"x": Registered})(lambda x, name=None: 1)
calls = {
    "abs": asking(tf.abs, x),
    "add": asking(tf.add, x, x),
    "matmul": asking(tf.matmul, x, x),
    "concat": asking(tf.concat, [x, x], 0),
    "stack": asking(tf.stack, [x] * 10),
}
before = {name: fastest(call) for name, call in calls.items()}
before["one"] = before["two"] = fastest(lambda: tf.sqrt(registered))
import tftypes.runtime
after = {name: fastest(call) for name, call in calls.items()}
after["one"] = fastest(lambda: tf.abs(value))
after["two"] = fastest(lambda: tf.reduce_sum(value, axis=0))
print(json.dumps([after, before]))
"""


def _measured() -> tuple[dict[str, float], dict[str, float]]:
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3"}
    run = subprocess.run(
        [sys.executable, "-c", _PROGRAM],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )
    after, before = json.loads(run.stdout.splitlines()[-1])
    return after, before


def rows() -> list[tuple[str, float, float, str]]:
    """The fastest of many runs, with the package and before it."""
    measured = [_measured() for _ in range(ROUNDS)]
    names = {
        "abs": "tf.abs asks one tensor",
        "add": "tf.add asks two tensors",
        "matmul": "tf.matmul asks two tensors",
        "concat": "tf.concat asks two tensors in a list",
        "stack": "tf.stack asks ten tensors in a list",
        "one": "tf.abs of a type, against dispatch_for_api",
        "two": "tf.reduce_sum(x, axis=0) of a type, against dispatch_for_api of one argument",
    }
    return [
        (text, min(ours[name] for ours, _ in measured), min(theirs[name] for _, theirs in measured), "µs")
        for name, text in names.items()
    ]  # fmt: skip
