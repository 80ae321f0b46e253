"""`inspect`: the parameters of the program's functions, arguments bound to them, and what kind of object a value is."""

from __future__ import annotations

import ast
from functools import partial
from typing import Final

from tftypes.inference.interpreter.binding import bind
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.function_code import Code
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model, Raised
from tftypes.inference.models.tensorflow.ops import PyValue, Unsure
from tftypes.inference.objects import (
    TOP,
    Class,
    External,
    Function,
    Module,
    Value,
    is_unknown,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Bound, Mapped

_SIGNATURE: Final = "inspect.Signature"
_PARAMETER: Final = "inspect.Parameter"
_BOUND: Final = "inspect.BoundArguments"
#: The slots of a signature with its function, and whether that is a method which has its receiver.
_OF: Final = "<of>"
_BOUND_TO: Final = "<bound to>"
_EMPTY: Final = External(f"{_PARAMETER}.empty")
_KINDS: Final = {
    name: External(f"{_PARAMETER}.{name}")
    for name in (
        "POSITIONAL_ONLY",
        "POSITIONAL_OR_KEYWORD",
        "VAR_POSITIONAL",
        "KEYWORD_ONLY",
        "VAR_KEYWORD",
    )
}


def _signature(interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.get(0, "obj"))
    receiver: Value = ABSENT
    if isinstance(value, Class) and (found := value.find("__init__")) is not None:
        value, receiver = resolve(found[0]), TOP
    if isinstance(value, Bound):
        value, receiver = resolve(value.function), value.receiver
    while isinstance(value, Function) and (inner := value.read("__wrapped__")) is not ABSENT:
        if inner is value:
            break  # a function that keeps its results
        value = resolve(inner)
    if not isinstance(value, Function):
        return TOP
    parameters = {
        name: _parameter(interpreter, value, name, kind) for name, kind in _kinds(value.code)
    }
    if receiver is not ABSENT:
        parameters.pop(next(iter(parameters), ""), None)
    known = interpreter.list(Mapped(parameters), "dict")
    return interpreter.instance(_SIGNATURE, {"parameters": known, _OF: value, _BOUND_TO: receiver})


def _kinds(code: Code) -> list[tuple[str, str]]:
    args: ast.arguments = code.node.args
    return [
        *((each.arg, "POSITIONAL_ONLY") for each in args.posonlyargs),
        *((each.arg, "POSITIONAL_OR_KEYWORD") for each in args.args),
        *((each.arg, "VAR_POSITIONAL") for each in (args.vararg,) if each),
        *((each.arg, "KEYWORD_ONLY") for each in args.kwonlyargs),
        *((each.arg, "VAR_KEYWORD") for each in (args.kwarg,) if each),
    ]


def _parameter(interpreter: Interpreter, function: Function, name: str, kind: str) -> Value:
    late = function.read("__defaults__") is not ABSENT
    default = TOP if late else function.defaults.get(name, _EMPTY)
    held = {
        "name": name,
        "default": default,
        "kind": _KINDS[kind],
        "annotation": TOP,
        "empty": _EMPTY,
    }
    return interpreter.instance(_PARAMETER, {**held, **_KINDS})


def _bind(interpreter: Interpreter, call: Call) -> Value:
    """`signature.bind(*args, **kwargs)`: the arguments by their names, those that are given."""
    function, receiver = call.receiver.read(_OF), call.receiver.read(_BOUND_TO)
    if call.is_open:
        raise Unsure
    has = receiver is not ABSENT
    given = bind(interpreter, function, call.with_first(receiver) if has else call)
    if given is None:
        raise Raised("builtins.TypeError")
    code: Code = function.code
    first = {*code.positional[: len(call.args) + has]}
    names = [name for name, _ in _kinds(code) if name in first or name in call.kwargs]
    names += [name for name in (code.vararg, code.kwarg) if name and given[name] != ()]
    known = {name: given[name] for name in names[has:]}
    return interpreter.instance(
        _BOUND,
        {
            "arguments": interpreter.list(Mapped(known), "dict"),
            "args": tuple(call.args),
            "kwargs": interpreter.list(Mapped(dict(call.kwargs)), "dict"),
            _OF: {name: given[name] for name, _ in _kinds(code)[has:]},
        },
    )


def _apply_defaults(interpreter: Interpreter, call: Call) -> Value:
    """All parameters by their names; `args` and `kwargs` stand for the same call."""
    every = dict(call.receiver.read(_OF, {}))
    interpreter.write(call.receiver, "arguments", interpreter.list(Mapped(every), "dict"))
    return None


#: What `inspect.is...` says of values of which all is known.
_CLASSES: Final[dict[str, tuple[type, ...]]] = {
    "isfunction": (Function,),
    "isclass": (Class,),
    "ismethod": (Bound,),
    "ismodule": (Module,),
}


def _is(kinds: tuple[type, ...], interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.get(0, "object"))
    if is_unknown(value) or isinstance(value, External):
        return PyValue("bool")
    return isinstance(value, kinds)


FUNCTIONS: Final[dict[str, Model]] = {
    "inspect.signature": _signature,
    **{f"inspect.{name}": partial(_is, kinds) for name, kinds in _CLASSES.items()},
}
CLASSES: Final = {
    _SIGNATURE: LibraryClass(methods={"bind": _bind}),
    _BOUND: LibraryClass(methods={"apply_defaults": _apply_defaults}),
}
