"""Attributes of another module's objects that are None until a method makes them, of what nobody annotated."""

from __future__ import annotations

from pathlib import Path

from tests.checks import CONFIG
from tests.plugin.test_incremental import mypy

DECODERS = """\
import tensorflow as tf

class Decoder(tf.keras.layers.Layer):
    def __init__(self, size=None, output_layer=None):
        super().__init__()
        self.output_layer = None
        if size is not None or output_layer is not None:
            self.prepare(size, output_layer)

    def prepare(self, size=None, output_layer=None):
        if output_layer is not None:
            self.output_layer = output_layer
        else:
            self.output_layer = tf.keras.layers.Dense(size)

class Model(tf.keras.layers.Layer):
    def __init__(self, decoder):
        super().__init__()
        self.decoder = decoder

    def prepare(self, size):
        self.decoder.prepare(size)
"""

USER = """\
import decoders

def test():
    model = decoders.Model(decoders.Decoder())
    model.prepare(3)
    print(model.decoder.output_layer.kernel)

def told(model: decoders.Model | None):
    model.prepare(3)
"""


def test_what_may_be_anything_or_none(tmp_path: Path) -> None:
    (tmp_path / "decoders.py").write_text(DECODERS)
    (tmp_path / "user.py").write_text(USER)
    (tmp_path / "mypy.ini").write_text(CONFIG)
    errors = mypy(tmp_path, "user.py")
    assert [error.partition("  [")[0] for error in errors] == [
        'user.py:9: error: Item "None" of "Model | None" has no attribute "prepare"'
    ]
