"""The default writer of tf.summary, and the step that summaries are written for: both are state of the program."""

from __future__ import annotations

import ast
from functools import partial
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.library import from_declaration
from tftypes.inference.interpreter.loop_names import numbered
from tftypes.inference.interpreter.op_calls import by_rule
from tftypes.inference.interpreter.open_modules import is_mentioned
from tftypes.inference.interpreter.rules import named_rule, to_rule
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model
from tftypes.inference.models.tensorflow.ops.arguments import rank_is
from tftypes.inference.models.tensorflow.ops.conversion import as_tensor
from tftypes.inference.objects import TOP, Value, resolve

_SUMMARY: Final = "tensorflow.summary."
_WRITER: Final = f"{_SUMMARY}SummaryWriter"
#: What `writer.as_default()` and `record_if()` give: managers, with what each puts into the switches.
_DEFAULT: Final = f"{_WRITER}.as_default"
_RECORDING: Final = f"{_SUMMARY}record_if"
#: The switches: whether summaries are written for sure, and the step, None where there is none.
_WRITES: Final = "summaries are written"
_STEP: Final = "summary step"
#: The slots of a manager: what it sets, and what was set before.
_SETS: Final = "<sets>"
_BEFORE: Final = "<before>"
#: What functions write, and where they take the step.
_STEPS: Final = {
    "scalar": 2, "histogram": 2, "image": 2, "text": 2, "write": 2, "audio": 3, "trace_export": 1, "experimental.write_raw_pb": 1,
}  # fmt: skip
#: What is written has this rank, and only then is that asked.
_RANKS: Final = {"image": 4, "audio": 3}
#: TensorBoard sets steps of its own, and another thread has no default writer.
_OTHERS: Final = ("TensorBoard", "py_function", "numpy_function", "threading", "concurrent")


def _set(interpreter: Interpreter, settings: dict[str, Value]) -> None:
    for switch, value in settings.items():
        interpreter.write(interpreter.switches, switch, value)


def _settings(call: Call) -> dict[str, Value]:
    step = call.get(0, "step")
    return {_WRITES: True} if resolve(step) is None else {_WRITES: True, _STEP: step}


def _as_default(interpreter: Interpreter, call: Call) -> Value:
    return interpreter.instance(_DEFAULT, {_SETS: _settings(call)})


def _set_as_default(interpreter: Interpreter, call: Call) -> Value:
    _set(interpreter, _settings(call))
    return None


def _set_step(interpreter: Interpreter, call: Call) -> Value:
    _set(interpreter, {_STEP: call.get(0, "step")})
    return None


def _enter(interpreter: Interpreter, call: Call) -> Value:
    settings = call.receiver.read(_SETS, {})
    before = {name: interpreter.switches.read(name, None) for name in settings}
    interpreter.write(call.receiver, _BEFORE, before)
    _set(interpreter, settings)
    return TOP


def _exit(interpreter: Interpreter, call: Call) -> Value:
    _set(interpreter, call.receiver.read(_BEFORE, {}))
    return None


def _writing(place: int, interpreter: Interpreter, call: Call) -> Value:
    """What writes a summary needs a step, where there is a writer."""
    is_op = named_rule(call.name) is not None and not call.is_open
    made = by_rule(interpreter, call) if is_op else from_declaration(interpreter, call.name)
    switches = interpreter.switches
    lacks = call.get(place, "step") is None and switches.read(_STEP, None) is None
    is_written = switches.read(_WRITES, None) is True and not interpreter.hidden_graphs
    rank = _RANKS.get(call.name.rpartition(".")[2]) if is_written else None
    if rank is not None:
        rank_is(as_tensor(to_rule(call.get(1, "data")), argument="data"), rank, "data")
    if lacks and is_written and not any(is_mentioned(interpreter, each) for each in _OTHERS):
        words = "no step is set for what is written"
        hint = _with_step(interpreter, call.node)
        interpreter.refuse(call.node, "tf-state", f"{words}{hint}", "builtins.ValueError")
    return made


def _with_step(interpreter: Interpreter, node: ast.AST) -> str:
    """The call with the number of the loop around it as its step."""
    if not isinstance(node, ast.Call) or any(each.arg == "step" for each in node.keywords):
        return "; step=... says which one it is"
    scope = interpreter.current_scope
    name = None if scope is None else numbered(scope, node)
    step = ast.keyword("step", ast.Name(name or "step"))
    made = ast.unparse(ast.Call(node.func, node.args, [*node.keywords, step]))
    return f"; {made} says which one it is"


FUNCTIONS: Final[dict[str, Model]] = {
    **{f"{_SUMMARY}{name}": partial(_writing, place) for name, place in _STEPS.items()},
    f"{_SUMMARY}experimental.set_step": _set_step,
    _RECORDING: lambda interpreter, _: interpreter.instance(_RECORDING, {_SETS: {_WRITES: False}}),
}
CLASSES: Final = {
    _WRITER: LibraryClass(methods={"as_default": _as_default, "set_as_default": _set_as_default}),
    **{
        name: LibraryClass(methods={"__enter__": _enter, "__exit__": _exit})
        for name in (_DEFAULT, _RECORDING)
    },
}
