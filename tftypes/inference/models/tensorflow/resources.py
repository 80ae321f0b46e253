"""Objects that hold variables or tables: a graph may make them once."""

from __future__ import annotations

from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model
from tftypes.inference.models.tensorflow.tracing import variable_made
from tftypes.inference.objects import Value

_GENERATOR: Final = "tensorflow.random.Generator"


def _generator(interpreter: Interpreter, call: Call) -> Value:
    """A random generator keeps its state in a variable."""
    variable_made(interpreter, call.node)
    return interpreter.instance(_GENERATOR)


def _construct(interpreter: Interpreter, call: Call) -> Value:
    variable_made(interpreter, call.node)
    return call.receiver


FUNCTIONS: Final[dict[str, Model]] = {
    f"{_GENERATOR}.{name}": _generator
    for name in ("from_seed", "from_non_deterministic_state", "from_state", "from_key_counter")
}
CLASSES: Final = {_GENERATOR: LibraryClass(construct=_construct)}
