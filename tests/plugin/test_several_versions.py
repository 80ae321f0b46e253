"""Programs for several versions of TensorFlow ask it for what this one has not, and give a class its name in several places."""

from __future__ import annotations

from pathlib import Path

from tests.checks import Case, assert_all
from tests.plugin.test_incremental import mypy, written

PROBED = """\
import tensorflow as tf

try:
    from tensorflow import gfile
except ImportError:
    gfile = tf.io.gfile

try:
    exists = tf.gfile.Exists
except (AttributeError, ImportError):
    exists = tf.io.gfile.exists

try:
    ran = tf.Session().run(3)  # error: [attr-defined] "Session"
except ValueError:
    ran = None

tf.gfile.Exists("a")  # error: [attr-defined] "gfile"
"""

ASKED = """\
import tensorflow as tf

def is_tf2():
    return tf.__version__.startswith("2.")

TF_VERSION = tf.__version__
if is_tf2():
    session = tf.compat.v1.Session()
elif TF_VERSION > "1.4":
    session = tf.Session()
else:
    session = tf.OldSession()

def opened(path):
    if tf.__version__ >= "2":
        return tf.io.gfile.GFile(path)
    file = tf.gfile.GFile(path)
    return file

def copied(path, is_kept):
    copy = tf.gfile.Copy if tf.__version__ < "2" else tf.io.gfile.copy
    if is_kept:
        copy(path, tf.gfile.Name(path))  # error: [attr-defined] "gfile"
    return tf.gfile  # error: [attr-defined] "gfile"
"""

#: Classes that stand somewhere else in each version, or in one alone.
ALIASES = """\
import tensorflow as tf

if hasattr(tf.tpu.experimental.embedding, "SparseCoreEmbeddingConfig"):
    Config = tf.tpu.experimental.embedding.SparseCoreEmbeddingConfig
else:
    Config = None

if hasattr(tf, "__internal__"):
    Resource = tf.saved_model.experimental.TrackableResource
else:
    Resource = tf.Module

class Own(Resource):
    def config(self):
        return None if Config is None else Config()

Number = int
Number = None  # error: [misc] "multiple types" # error: [assignment] "None"
"""

#: To mypy a name that is given something in two places is a variable, and no type.
HOOKS = """\
import tensorflow as tf

try:
    Hook = tf.estimator.SessionRunHook
except AttributeError:
    Hook = tf.compat.v1.train.SessionRunHook

SIZE = 3
"""
OWN_HOOK = """\
import hooks

class Own(hooks.Hook):
    def begin(self):
        super().begin()
        self.run_context.clear()

def first(hooks_: list[hooks.Hook]) -> hooks.Hook:
    hooks_[0].begin()
    return hooks_[0]

def size(number: hooks.SIZE): ...
"""

#: To mypy that is a variable of some module.
LIBRARY = """\
import tensorflow as tf

if tf.keras.version().startswith("3."):
    import tf_keras
else:
    tf_keras = tf.keras
"""
OF_LIBRARY = """\
import library
from library import tf_keras

class Own(tf_keras.metrics.Mean):
    def update_state(self, values: library.tf_keras.layers.Layer) -> tf_keras.losses.Loss:
        return self.made_of(values)

def missing(values: library.keras.layers.Layer): ...
"""


def test_what_a_version_may_not_have_is_asked_for_with_care(tmp_path: Path) -> None:
    cases = [
        Case("probed", PROBED, 1),
        Case("asked", ASKED, 1),
        Case("aliases", ALIASES, 1),
    ]
    assert_all(cases, tmp_path)


def test_a_class_may_have_its_name_from_either_version(tmp_path: Path) -> None:
    program = written(tmp_path, hooks=HOOKS, own=OWN_HOOK)
    told = ['own.py:12: error: Variable "hooks.SIZE" is not valid as a type  [valid-type]']
    assert mypy(program, "own.py") == told
    (program / "own.py").write_text(f"{OWN_HOOK}\nprint()\n")  # the rest comes from mypy's cache
    assert mypy(program, "own.py") == told


def test_a_module_may_have_its_name_from_either_version(tmp_path: Path) -> None:
    program = written(tmp_path, library=LIBRARY, own=OF_LIBRARY)
    with (program / "mypy.ini").open("a") as config:
        config.write("ignore_missing_imports = True\n")
    told = ['own.py:8: error: Name "library.keras.layers.Layer" is not defined  [name-defined]']
    assert mypy(program, "own.py") == told
    (program / "own.py").write_text(f"{OF_LIBRARY}\nprint()\n")
    assert mypy(program, "own.py") == told
