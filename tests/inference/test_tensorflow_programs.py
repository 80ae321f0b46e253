"""What real programs do with TensorFlow: what is known of it, what is wrong, and what is no mistake, or none for sure.

Every line with a finding or a `reveal_type` has it in its comment.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tftypes.inference.analysis import analyze

from .reports import check

_FAMILIES = Path(__file__).with_name("tensorflow_programs")


def _cases() -> list[tuple[str, str]]:
    """The programs of all families: a title after `####`, then the text."""
    return [
        (f"{path.stem}: {part.partition(chr(10))[0]}", part.partition("\n")[2])
        for path in sorted(_FAMILIES.glob("*.txt"))
        for part in path.read_text().split("#### ")[1:]
    ]


@pytest.mark.parametrize(("title", "source"), _cases(), ids=[title for title, _ in _cases()])
def test_a_program(title: str, source: str, tmp_path: Path) -> None:
    check(source, tmp_path)


def findings(folder: Path, modules: dict[str, str]) -> list[str]:
    """What is found in several modules: the file and line of each."""
    for name, text in modules.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    found = analyze([str(each) for each in sorted(folder.rglob("*.py"))])
    assert not found.failures
    return [
        f"{Path(each.place.path).relative_to(folder)}:{each.place.line} [{each.code}]"
        for each in found.findings
    ]


def test_a_module_may_be_chosen_when_the_program_starts(tmp_path: Path) -> None:
    package = """
import os
from tensorflow import keras

if os.environ.get("BACKEND") == "torch":
    from .torches import nets, functional
else:
    from . import tensors as functional
    from .tensors import nets
"""
    nets = """
class Dense:
    @staticmethod
    def load(path, device):
        return Dense()
"""
    user = """
import package
from package import functional
from package.torches import nets

package.nets.Dense.load("a", model=None)
functional.pad(package.keras.ops.zeros([2]), [[1, 1]], "replicate")
nets.Dense.load("a", model=None)
"""
    modules = {
        "package/__init__.py": package,
        "package/torches/__init__.py": "import tensorflow as functional",
        "package/torches/nets.py": nets,
        "package/tensors/__init__.py": "",
        "package/tensors/nets.py": "",
        "user.py": user,
    }
    assert findings(tmp_path, modules) == ["user.py:8 [tf-call]"]


def test_a_class_may_have_its_name_from_either_version(tmp_path: Path) -> None:
    hooks = """
import tensorflow as tf

try:
    Hook = tf.estimator.SessionRunHook
except AttributeError:
    Hook = tf.compat.v1.train.SessionRunHook

if tf.keras.version().startswith("3."):
    import tf_keras
else:
    tf_keras = tf.keras
"""
    own = """
import hooks

class Own(hooks.Hook):
    def begin(self):
        super().begin()
        self.run_context.clear()

class Mean(hooks.tf_keras.metrics.Mean):
    def update_state(self, values):
        return self.made_of(values)

def first(every: list[hooks.Hook]) -> hooks.Hook:
    every[0].begin()
    return every[0]
"""
    assert findings(tmp_path, {"hooks.py": hooks, "own.py": own}) == []


def test_an_attribute_may_be_set_by_its_name_in_another_module(tmp_path: Path) -> None:
    settings = """
import copy
import tensorflow as tf

class Settings:
    def __init__(self, **given):
        for name, value in given.items():
            setattr(self, name, value)

def usual():
    return Settings(size=1)

class Base(tf.keras.layers.Layer):
    def __init__(self, given=None):
        super().__init__()
        self.given = copy.copy(given or usual())
        self.usual = usual()
"""
    net = """
import settings

class Net(settings.Base):
    def call(self, x):
        return self.given.beam * x + self.usual.size
"""
    assert findings(tmp_path, {"settings.py": settings, "net.py": net}) == []


def test_a_package_may_give_itself_something_else_than_its_module(tmp_path: Path) -> None:
    package = """
import importlib, os, sys
import tensorflow as tf

def load(name):
    mod, package = importlib.import_module("." + name, __name__), sys.modules[__name__]
    for api in mod.__dict__:
        setattr(package, api, mod.__dict__[api])

load(os.environ["BACKEND"])
"""
    found = findings(
        tmp_path,
        {
            "lib/__init__.py": "",
            "lib/backend/__init__.py": package,
            "lib/backend/jax.py": "import jax\n\ndef half(x):\n    return x / 2\n",
            "lib/use.py": "import tensorflow as tf\nimport lib.backend.jax\nfrom .backend import jax\n\nx = jax.nn.relu(1)\n",
            "lib/plain/__init__.py": "import tensorflow as tf\nfrom . import jax\n",
            "lib/plain/jax.py": "import jax\n",
            "lib/wrong.py": "import tensorflow as tf\nfrom .plain import jax\n\nx = jax.nn.relu(1)\n",
        },
    )
    assert found == ["lib/wrong.py:4 [tf-attribute]"]
