"""six: Python 3's own under names that Python 2 has, too."""

from __future__ import annotations

from functools import partial
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, Model, giving
from tftypes.inference.objects import External, Value

#: The builtins that `six.moves` has, by their names there.
_MOVED: Final = {
    **{name: name for name in ("filter", "input", "map", "range", "zip")},
    "xrange": "range",
}


def _items(method: str, interpreter: Interpreter, call: Call) -> Value:
    """`six.iteritems(d)`: what the method of the dict gives."""
    return interpreter.method(call.get(0, "d"), method, [], call.node)


CONSTANTS: Final = {
    f"six.moves.{name}": giving(External(f"builtins.{own}")) for name, own in _MOVED.items()
}
FUNCTIONS: Final[dict[str, Model]] = {
    f"six.iter{method}": partial(_items, method) for method in ("items", "keys", "values")
}
