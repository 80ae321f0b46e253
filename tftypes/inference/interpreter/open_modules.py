"""Modules and libraries that may have more names than the engine can tell."""

from __future__ import annotations

import os
import sys
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.modules import UNREADABLE
from tftypes.inference.objects import OPEN, Module
from tftypes.inference.state import ABSENT

#: The slot of a module whose statements have not all been run.
RUNNING: Final = "<running>"
#: What the text of a module mentions that gives itself names in other ways.
_WAYS: Final = (
    b"get_ipython", b"globals(", b"locals(", b"vars(", b"exec(", b".modules[", b"__path__",
)  # fmt: skip

#: How programs name what Keras computes with in the place of TensorFlow.
_BACKENDS: Final = ("jax", "torch")
#: What chooses one of them.
_BACKEND: Final = "KERAS_BACKEND"
#: What a program sets for the Keras before Keras 3.
_LEGACY: Final = "TF_USE_LEGACY_KERAS"


#: Names of Python's classes that NumPy had, and has no more from 1.24 on: TensorFlow needs a later one.
OF_PYTHON: Final = {
    **{f"numpy.{name}": name for name in ("complex", "float", "int", "object", "str")},
    "numpy.unicode": "str",
}


def lacks(interpreter: Interpreter, name: str) -> bool:
    """Whether a library for sure has nothing of a full name."""
    if name in OF_PYTHON:
        return True
    if not interpreter.declared.missing(name):
        return False
    is_keras = name.startswith(("tensorflow.keras.", "keras."))
    return not (is_keras and is_legacy(interpreter))


def is_legacy(interpreter: Interpreter) -> bool:
    """Whether another Keras may be meant, which has, takes and refuses other things: that before Keras 3, or one on PyTorch."""
    is_old = _LEGACY in os.environ or is_mentioned(interpreter, _LEGACY)
    return is_old or has_other_backend(interpreter)


def has_other_backend(interpreter: Interpreter) -> bool:
    """Whether Keras may compute with another library: the program names one, and says so or does not import TensorFlow."""
    named = [each for each in _BACKENDS if is_mentioned(interpreter, f"import {each}")]
    is_chosen = is_mentioned(interpreter, _BACKEND) and any(
        is_mentioned(interpreter, f"{quote}{each}{quote}") for each in named for quote in "'\""
    )
    return is_chosen or bool(named) and not is_mentioned(interpreter, "tensorflow")


def is_mentioned(interpreter: Interpreter, text: str) -> bool:
    """Whether a word is in the text of some module that has been run."""
    count, found = interpreter.mentioned.get(text, (0, False))
    if count != len(interpreter.modules):
        run = [module.path for module in interpreter.modules.values() if module is not None]
        found = interpreter.sources.mention(run, text.encode())
        interpreter.mentioned[text] = len(interpreter.modules), found
    return found


def may_have_more(interpreter: Interpreter, module: Module) -> bool:
    """Whether a name that nobody has bound may be there all the same."""
    if module.read(RUNNING) is not ABSENT:
        interpreter.early.add(module.path)  # it may be there where another module is imported first
        return True
    return binds_otherwise(interpreter, module)


def binds_otherwise(interpreter: Interpreter, module: Module) -> bool:
    """Whether names may be bound in a module that none of its statements binds."""
    return module.read(OPEN) is not ABSENT or _mentions(interpreter, module, _WAYS)


def binds_itself(interpreter: Interpreter, module: Module) -> bool:
    """Whether a module looks up itself, as one does that gives itself names in place of its submodules."""
    return _mentions(interpreter, module, (b".modules[__name__]",))


def _mentions(interpreter: Interpreter, module: Module, ways: tuple[bytes, ...]) -> bool:
    """Whether the text of a module has one of these words, or cannot be read. It is read once for each word."""
    try:
        interpreter.sources.parse(module.path)
    except UNREADABLE:
        return True
    return any(interpreter.sources.mention((module.path,), way) for way in ways)


#: Libraries that do not turn off eager mode, nor run what a graph needs.
_LIBRARIES: Final = sys.stdlib_module_names | {
    "tensorflow", "keras", "numpy", "scipy", "pandas", "matplotlib", "sklearn", "PIL", "cv2", "tqdm", "seaborn", "h5py",
}  # fmt: skip


def runs_alone(interpreter: Interpreter) -> bool:
    """Whether no library that the program imports may have changed how TensorFlow runs."""
    libraries = (name for name, module in interpreter.modules.items() if module is None)
    return all(name.partition(".")[0] in _LIBRARIES for name in libraries)
