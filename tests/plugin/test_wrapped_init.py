"""Classes whose `__init__` a decorator wraps that nobody annotated: to mypy alone, what such a class makes is Any."""

from __future__ import annotations

from pathlib import Path

from tests.checks import CONFIG
from tests.plugin.test_incremental import mypy

PROGRAM = """\
import functools
import tensorflow as tf

def recorded(init):
    @functools.wraps(init)
    def wrapper(self, *args, **settings):
        init(self, *args, **settings)
        self.settings = settings
    return wrapper

class Net:
    @recorded
    def __init__(self, size):
        self.kernel = tf.zeros([size, 3])

class Wider(Net):
    pass

def run():
    net = Net(3)
    net.label = "first"
    print(net.settings, net.sizes, net.label, Net(4).sizes, Wider(5).sizes)
    tf.matmul(tf.zeros([2, 4]), net.kernel)  # refuted all the same

def told(net: Net):
    print(net.sizes)  # mypy alone knows the class here
"""


def test_what_a_wrapper_sets_is_not_refuted(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "mypy.ini").write_text(CONFIG)
    assert mypy(tmp_path, "program.py") == [
        "program.py:23: error: tf.matmul(): argument 'b': inner dims 4 and 3 differ: "
        "a is float32[2, 4], b is float32[3, 3]  [tf-shape]",
        'program.py:26: error: "Net" has no attribute "sizes"  [attr-defined]',
    ]
