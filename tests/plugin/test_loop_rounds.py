"""mypy checks the body of a loop again while its names change: with the plugin hardly more often than without.

Each repeated check of a loop repeats the checks of the loops in it, so that one round more in
each of five nested loops would be a thousand in the innermost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from mypy.plugin import FunctionContext, Plugin
from mypy.types import Type

from tests.checks import CONFIG, Case, check

PROGRAM = """\
from collections import defaultdict

import numpy as np
import tensorflow as tf


class Net:
    def __init__(self, units):
        self.w = tf.zeros([3, units])

    def both(self, x):
        return [x, tf.matmul(x, self.w)], {"x": x}


def arrays(grid):
    last = None
    for lat in grid:
        for lng in grid:
            for decay in grid:
                for i in range(3):
                    for j in range(4):
                        reached("arrays")
                        shifts = np.linspace(-2.0, 2.0, 9)
                        shifts, others = np.meshgrid(shifts, shifts)
                        shifts = shifts.flatten()[..., None]
                        last = np.reshape(others, (-1, 2))
    return last


def one_after_another(scores):
    row, last = np.zeros([3]), None
    for decay in scores:
        for i in range(3):
            row = np.zeros([3])
        for j in range(4):
            reached("one after another")
            row = np.zeros([3])
            last = row
    return last


def objects(grid):
    last = None
    for a in grid:
        for b in grid:
            for c in grid:
                reached("objects")
                net = Net(4)
                layer = tf.keras.layers.Dense(3)
                model = tf.keras.Sequential([layer])
                parts, named = net.both(tf.zeros([2, 3]))
                last = model(layer(parts[0]) + named["x"])
    return last


def tensors(x, batches):
    last = None
    for a in batches:
        for b in batches:
            for c in batches:
                reached("tensors")
                y = tf.zeros([9, 3])
                z = tf.zeros([1, 3])
                y = y[1:]
                z = tf.concat([z, y], 0)
                last = tf.matmul(z, y, transpose_b=True)
    return last


def growing(batches):
    x, rows, count = tf.zeros([9, 3]), [], 0
    for a in batches:
        for b in batches:
            for c in batches:
                reached("growing")
                x = tf.concat([x[1:], x], 0)
                rows.append(x)
                count += 1
    return rows, count


def filled(batches):
    parts = defaultdict(dict)
    for a in batches:
        for b in batches:
            for c in batches:
                reached("filled")
                if b not in parts:
                    parts[b] = (defaultdict(list), defaultdict(list))
                for d in c:
                    parts[b][0][d].append(a)
    return parts


def reached(where: str) -> None: ...
"""

reached: Counter[str] = Counter()


class Counting(Plugin):
    """Counts how often mypy comes by the call of `reached()` in each function."""

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        return _count if fullname.endswith(".reached") else None


def _count(context: FunctionContext) -> Type:
    reached[str(getattr(context.args[0][0], "value", ""))] += 1
    return context.default_return_type


def counting(version: str) -> type[Plugin]:
    return Counting


def rounds(plugins: str, folder: Path) -> dict[str, int]:
    reached.clear()
    folder.mkdir()
    config = CONFIG.replace("plugins = tftypes_mypy", f"plugins = {__name__}:counting{plugins}")
    check([Case("loops", PROGRAM, 1)], folder, config + "allow_redefinition = True\n")
    return dict(reached)


def test_nested_loops(tmp_path: Path) -> None:
    plain = rounds("", tmp_path / "plain")
    ours = rounds(", tftypes_mypy", tmp_path / "ours")
    # `x` is [9, 3], then of any number of rows; mypy alone knows nothing of it.
    # `parts` is a dict of dicts, then of anything: mypy alone reports it, and each of the three loops is seen once more.
    more = {"growing": plain["growing"] + 1, "filled": plain["filled"] + 3}
    assert ours == {**plain, **more}
