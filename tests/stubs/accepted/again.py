"""Asks TensorFlow again what some functions accept and prints, as JSON, where the table differs.

A process by itself, since TensorFlow is slow to import. Which functions: what the seed, the first argument, draws.
"""

from __future__ import annotations

import functools
import json
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3] / "stubs"))

from generator import accepted, walk  # noqa: E402

MANY = 25


def main() -> None:
    accepted.tf.get_logger().setLevel("CRITICAL")
    table = json.loads(accepted.TABLE.read_text("utf-8"))
    ops = walk.registry(accepted.tf.raw_ops)
    now = {
        f"{walk.RAW_OPS}.{name}": accepted.of_op(definition, ops.dtype_names)
        for name, definition in ops.op_defs.items()
    }
    probed = sorted(path for path in table if "passed" in table[path])
    for path in random.Random(int(sys.argv[1])).sample(probed, MANY):
        function = functools.reduce(getattr, path.split(".")[1:], accepted.tf)
        now[path] = accepted.by_probing(function)
    plain = {path: {k: v for k, v in found.items() if v} for path, found in now.items()}
    differ = {path: (table.get(path, {}), plain[path]) for path in plain}
    json.dump({path: pair for path, pair in differ.items() if pair[0] != pair[1]}, sys.stdout)


main()
