"""Modules that may have more names than their statements bind, as far as the engine can tell."""

from __future__ import annotations

from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.modules import UNREADABLE
from tftypes.inference.state import ABSENT
from tftypes.inference.values import OPEN, Module

#: The slot of a module whose statements have not all been run.
RUNNING: Final = "<running>"
#: What the text of a module mentions that gives itself names in other ways.
_WAYS: Final = (b"globals(", b"locals(", b"vars(", b"exec(", b".modules[", b"__path__")


def may_have_more(interpreter: Interpreter, module: Module) -> bool:
    """Whether a name that nobody has bound may be there all the same."""
    # The main module is run first here, and last where the package imports it.
    if module.read(OPEN) is not ABSENT or module.read(RUNNING) is not ABSENT:
        return True
    try:
        text = interpreter.sources.read(module.path)
    except UNREADABLE:
        return True
    return any(way in text for way in _WAYS)
