"""What dispatch by protocol costs: ops on plain tensors before and after, and a dispatched call.

Before and after are measured in turns, in processes of their own: dispatch cannot be taken out.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

ROUNDS, CALLS = 5, 20_000

_PROGRAM = """
import json, sys, timeit
import tensorflow as tf
if sys.argv[1] == "with":
    import tftypes.runtime

class Answers:
    @classmethod
    def __tf_dispatch__(cls, op, args, kwargs):
        return 1

x, value = tf.constant([1.0, 2.0]), Answers()
if sys.argv[1] != "with":  # TensorFlow's own way: a base class, and each op by name
    class Registered(tf.experimental.ExtensionType):
        value: tf.Tensor
    value = Registered(x)
    tf.experimental.dispatch_for_api(tf.abs, {"x": Registered})(lambda x, name=None: 1)
calls = {"abs": lambda: tf.abs(x), "concat": lambda: tf.concat([x, x], 0), "dispatched": lambda: tf.abs(value)}
count = int(sys.argv[2])
print(json.dumps({name: min(timeit.repeat(call, number=count, repeat=3)) / count * 1e6 for name, call in calls.items()}))
"""


def _measured(mode: str) -> dict[str, float]:
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3"}
    command = [sys.executable, "-c", _PROGRAM, mode, str(CALLS)]
    run = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    found: dict[str, float] = json.loads(run.stdout.splitlines()[-1])
    return found


def rows() -> list[tuple[str, float, float, str]]:
    """The fastest of rounds in which both take turns."""
    measured = [(_measured("with"), _measured("without")) for _ in range(ROUNDS)]
    names = {
        "abs": "tf.abs of a tensor",
        "concat": "tf.concat of two tensors",
        "dispatched": "tf.abs of a type, against dispatch_for_api",
    }
    return [
        (text, min(ours[name] for ours, _ in measured), min(theirs[name] for _, theirs in measured), "µs")
        for name, text in names.items()
    ]  # fmt: skip
