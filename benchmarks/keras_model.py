"""A functional model of 150 layers: read by the engine, against built and run once by Keras, in this process.

The time is that of the processor. The engine's is what the layers add to a program without them.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tftypes.inference.analysis import analyze

BLOCKS = 37
RUNS = 5
START = """\
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

image = keras.Input((64, 64, 16))
"""
BLOCK = """\
y = layers.Conv2D(16, 3, padding="same")(x)
y = layers.BatchNormalization()(y)
y = layers.Activation("relu")(y)
x = layers.Add()([x, y])
"""
END = """\
x = layers.GlobalAveragePooling2D()(x)
model = keras.Model(image, layers.Dense(10)(x))
model(tf.zeros([2, 64, 64, 16]))
"""
PROGRAM = f"{START}x = image\n{BLOCK * BLOCKS}{END}"


def _best(run: Callable[[], object]) -> float:
    found = []
    for _ in range(RUNS):
        start = time.process_time()
        run()
        found.append(time.process_time() - start)
    return min(found)


def _reading(text: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.py"
        path.write_text(text)
        found = analyze([str(path)])
        assert not found.findings, found.findings
        return _best(lambda: analyze([str(path)]))


def rows() -> list[tuple[str, float, float, str]]:
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    import tensorflow  # noqa: F401

    code = compile(PROGRAM, "program.py", "exec")
    ours = 1e3 * (_reading(PROGRAM) - _reading(START))
    theirs = 1e3 * _best(lambda: exec(code, {"__name__": "program"}))
    return [("a functional model of 150 layers", ours, theirs, "ms")]
