"""`inspect.signature`: the parameters of the program's functions, and arguments bound to them."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from typing import Final

from tftypes.inference.interpreter.binding import bind
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.functions import RESULTS
from tftypes.inference.interpreter.library import is_class
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model, Raised
from tftypes.inference.models.python.written import called
from tftypes.inference.models.tensorflow.ops import PyValue, Unsure
from tftypes.inference.objects import (
    TOP,
    Class,
    Container,
    External,
    Function,
    Instance,
    Module,
    Value,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Bound, Mapped

_SIGNATURE: Final = "inspect.Signature"
_PARAMETER: Final = "inspect.Parameter"
_BOUND: Final = ast.parse("""
class BoundArguments:
    def __init__(self, arguments, every, kinds):
        self.arguments, self._every = arguments, every
        self._named = [name for name in kinds if kinds[name].endswith(("KEYWORD_ONLY", "VAR_KEYWORD"))]
        self._lists = [name for name in kinds if kinds[name].endswith(("VAR_POSITIONAL", "VAR_KEYWORD"))]
    def apply_defaults(self):
        self.arguments = {name: self.arguments.get(name, self._every[name]) for name in self._every}
    def _by_place(self):
        places = [name for name in self._every if name not in self._named]
        return places[:[*[name in self.arguments for name in places], False].index(False)]
    @property
    def args(self):
        of, lists = self.arguments, self._lists
        return tuple([x for name in self._by_place() for x in (of[name] if name in lists else [of[name]])])
    @property
    def kwargs(self):
        of, lists, places = self.arguments, self._lists, self._by_place()
        parts = [of[name] if name in lists else {name: of[name]} for name in of if name not in places]
        return {key: part[key] for part in parts for key in part}
""")
#: The slot with the function of a signature and the receiver that it has.
_OF: Final = "<of>"
_EMPTY: Final = External(f"{_PARAMETER}.empty")
#: The kinds of parameters, by the names that the syntax tree has for them.
_KINDS: Final = {
    "posonlyargs": External(f"{_PARAMETER}.POSITIONAL_ONLY"),
    "args": External(f"{_PARAMETER}.POSITIONAL_OR_KEYWORD"),
    "vararg": External(f"{_PARAMETER}.VAR_POSITIONAL"),
    "kwonlyargs": External(f"{_PARAMETER}.KEYWORD_ONLY"),
    "kwarg": External(f"{_PARAMETER}.VAR_KEYWORD"),
}
_CONSTANTS: Final = {each.name.rpartition(".")[2]: each for each in (_EMPTY, *_KINDS.values())}


def _kinds(function: Function) -> dict[str, External]:
    """The kinds of a function's parameters by their names, in the order of the text."""
    args: ast.arguments = function.code.node.args
    found = {}
    for name, kind in _KINDS.items():
        each = getattr(args, name)
        found.update(
            dict.fromkeys((p.arg for p in (each if isinstance(each, list) else [each]) if p), kind)
        )
    return found


def _signature(interpreter: Interpreter, call: Call) -> Value:
    value, receiver = resolve(call.get(0, "obj")), ABSENT
    if isinstance(value, Class) and (found := value.find("__init__")) is not None:
        value, receiver = resolve(found[0]), TOP
    if isinstance(value, Bound):
        value, receiver = resolve(value.function), value.receiver
    while isinstance(value, Function) and (inner := value.read("__wrapped__", value)) is not value:
        value = resolve(inner)
    if not isinstance(value, Function):
        return TOP
    late = value.read("__defaults__") is not ABSENT
    known = {
        name: interpreter.instance(
            _PARAMETER,
            {
                **_CONSTANTS,
                "name": name,
                "kind": kind,
                "default": TOP if late else value.defaults.get(name, _EMPTY),
            },
        )
        for name, kind in list(_kinds(value).items())[receiver is not ABSENT :]
    }
    parameters = interpreter.list(Mapped(known), "dict")
    return interpreter.instance(_SIGNATURE, {"parameters": parameters, _OF: (value, receiver)})


def _is_empty(value: Value) -> bool:
    """Whether `*args` or `**kwargs` got nothing."""
    return value == () or isinstance(value, Container) and value.contents == Mapped({})


def _bind(interpreter: Interpreter, call: Call) -> Value:
    """`signature.bind(*args, **kwargs)`: the arguments that are given, by the names of the parameters."""
    if call.is_open or call.receiver.read(_OF) is ABSENT:
        raise Unsure
    function, receiver = call.receiver.read(_OF)
    has = receiver is not ABSENT
    found = bind(interpreter, function, call.with_first(receiver) if has else call)
    if found is None:
        raise Raised("builtins.TypeError")
    first = {*function.code.positional[: len(call.args) + has]}
    more = [name for name in (function.code.vararg, function.code.kwarg) if name]
    names = [
        name for name in _kinds(function) if name in first or name in call.kwargs or name in more
    ]
    empty = {name for name in more if _is_empty(found[name])}
    given = {name: found[name] for name in names[has:] if name not in empty}
    every = {name: found[name] for name in list(_kinds(function))[has:]}
    kinds = {name: each.name for name, each in list(_kinds(function).items())[has:]}
    parts = [interpreter.list(Mapped(each), "dict") for each in (given, every, kinds)]
    made = Call(parts, {}, call.node)
    return called("inspect", _BOUND, "BoundArguments", interpreter, made)


#: What is asked of a value of which it is known whether it is a class, a function or a method, and of which kind.
_ASKED: Final[dict[str, Callable[[Value], bool]]] = {
    "isclass": lambda value: isinstance(value, Class),
    "isfunction": lambda value: isinstance(value, Function),
    "ismethod": lambda value: isinstance(value, Bound),
    "isroutine": lambda value: isinstance(value, (Function, Bound)),
    "ismodule": lambda value: isinstance(value, Module),
}


def _asked(name: str, interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.get(0, "object"))
    if isinstance(value, External):
        return name == "isclass" if is_class(interpreter, value.name) else PyValue("bool")
    plain = value is None or isinstance(value, (str, int, float, tuple, Container, Instance))
    known = plain or isinstance(value, (Class, Module, Bound))
    if isinstance(value, Function):
        known = value.read(RESULTS) is ABSENT  # `lru_cache` makes an object of it
    return _ASKED[name](value) if known else PyValue("bool")


FUNCTIONS: Final[dict[str, Model]] = {
    "inspect.signature": _signature,
    **{f"inspect.{name}": partial(_asked, name) for name in _ASKED},
}
CLASSES: Final = {_SIGNATURE: LibraryClass(methods={"bind": _bind})}
