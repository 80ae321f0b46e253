"""DTensor: layouts say where the parts of a tensor are, and leave its dtype and shape as they are."""

from __future__ import annotations

from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import tensor_of
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.objects import TOP, Value


def _laid_out(interpreter: Interpreter, call: Call) -> Value:
    """The tensor under another layout."""
    tensor = tensor_of(call.get(0, "tensor"))
    return TOP if tensor is None else interpreter.made(tensor, [call.get(0, "tensor")], "layout")


def _call(interpreter: Interpreter, call: Call) -> Value:
    """`call_with_layout(fn, layout, *args, **kwargs)`: what the callable gives."""
    named = {name: each for name, each in call.kwargs.items() if name not in ("fn", "layout")}
    return interpreter.call(call.get(0, "fn"), call.args[2:], named, call.node)


_MODULE: Final = "tensorflow.experimental.dtensor."
FUNCTIONS: Final[dict[str, Model]] = {
    **{f"{_MODULE}{name}": _laid_out for name in ("copy_to_mesh", "relayout", "relayout_like")},
    f"{_MODULE}call_with_layout": _call,
}
