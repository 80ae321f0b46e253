"""mypy with the plugin against mypy without it, after an edit of one body in a package of layers.

mypy alone checks the edited module. With the plugin those are checked again too whose calls go through the body.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from benchmarks import timed

LAYERS = 60
RUNS = 5
CONFIG = "[mypy]\ncheck_untyped_defs = True\n"
LAYER = """\
import tensorflow as tf


class Layer{number}(tf.keras.layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.units = units

    def build(self, shape):
        self.kernel = self.add_weight(shape=[shape[-1], self.units])

    def call(self, x):
        return tf.nn.relu(tf.matmul(x, self.kernel))
"""
USE = """\
import tensorflow as tf
from layers import Layer{number}


def run(batch):
    x = Layer{number}({number} + 8)(tf.zeros([batch, 4]))
    return Layer{number}(2)(x) + tf.zeros([batch, 2])


run(3), run(5)
"""


def _write(folder: Path) -> None:
    """A package of layers, which passes their names on, and a script for each of them."""
    (folder / "layers").mkdir()
    names = [f"from layers.layer{each} import Layer{each}" for each in range(LAYERS)]
    (folder / "layers" / "__init__.py").write_text("\n".join([*names, ""]))
    for each in range(LAYERS):
        (folder / "layers" / f"layer{each}.py").write_text(LAYER.format(number=each))
        (folder / f"use{each}.py").write_text(USE.format(number=each))
    for kind, plugin in (("plain", ""), ("plugin", "plugins = tftypes_mypy\n")):
        (folder / f"{kind}.ini").write_text(CONFIG + plugin)


def _seconds(folder: Path, kind: str) -> float:
    command = [
        sys.executable,
        "-m",
        "mypy",
        f"--config-file={kind}.ini",
        f"--cache-dir={kind}",
        ".",
    ]
    seconds, run = timed(command, folder)
    run.check_returncode()
    return seconds


def rows() -> list[tuple[str, float, float, str]]:
    """The least of alternating runs, each after an edit of another layer, or of none."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _write(folder)
        seconds: dict[tuple[str, str], list[float]] = {}
        for run in range(RUNS):
            edited = folder / "layers" / f"layer{run}.py"
            for what in ("cold", "nothing edited", "one body edited"):
                if what.startswith("one"):
                    edited.write_text(edited.read_text().replace("relu", "elu"))
                for kind in ("plain", "plugin"):
                    if run == 0 or what != "cold":
                        seconds.setdefault((what, kind), []).append(_seconds(folder, kind))
    return [
        (
            f"mypy on {LAYERS} layers and their uses, {what}",
            min(ours),
            min(seconds[what, "plain"]),
            "s",
        )
        for (what, kind), ours in seconds.items()
        if kind == "plugin"
    ]


if __name__ == "__main__":
    for what, ours, theirs, unit in rows():
        print(
            f"{what}: {ours:.2f} {unit} with the plugin, {theirs:.2f} without, {ours / theirs:.2f}"
        )
