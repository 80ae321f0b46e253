"""tf.train.Checkpoint: what it keeps has state."""

from __future__ import annotations

from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, LibraryClass
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.structures import is_list
from tftypes.inference.objects import Container, Value, python_type, resolve


def _checkpoint(interpreter: Interpreter, call: Call) -> None:
    """The root and what has a name are variables, modules or the like. Raises OpError."""
    named = {name: each for name, each in call.kwargs.items() if name not in ("root", "**")}
    root = call.get(0, "root")
    for name, value in {"root": root, **named}.items():
        value = resolve(value)
        is_wrapped = isinstance(value, (Container, tuple)) and name != "root"  # its items are kept
        if value is None or is_wrapped or not _is_stateless(value):
            continue
        words = "expected an object with state: a tf.Variable, a tf.Module, an optimizer"
        is_group = isinstance(value, (Container, tuple))
        hint = "tf.train.Checkpoint(items=root)" if is_group else f"tf.Variable({name}) is one"
        raise OpError("tf-value", words, name, hint, "builtins.ValueError").complete(
            "tf.train.Checkpoint()", {}
        )


def _is_stateless(value: Value) -> bool:
    """Whether a value is no trackable object for sure."""
    if isinstance(value, TensorType):
        return value.kind in ("tensor", "array")
    is_plain = isinstance(value, Container) and (is_list(value) or value.kind == "dict")
    return is_plain or isinstance(value, tuple) or python_type(value) is not None


CLASSES: Final = {"tensorflow.train.Checkpoint": LibraryClass(construct=_checkpoint)}
