"""Python's types as arguments: the `float` of `tf.cast(x, float)`."""

from __future__ import annotations

from typing import Any, Final

from mypy.nodes import Expression, RefExpr

from tftypes.inference.models.tensorflow.ops.values import PyType

#: The parameters that ask for a dtype.
OF_DTYPES: Final = frozenset({"dtype", "out_type", "output_type"})
_TYPES: Final = {f"builtins.{name}": name for name in ("bool", "int", "float", "complex")}


def python_type(expression: Expression) -> list[Any] | None:
    """The type that is written there, as the one choice that there is."""
    name = expression.fullname if isinstance(expression, RefExpr) else None
    return [PyType(_TYPES[name])] if name in _TYPES else None
