"""`functools` and `operator`: functions made of functions."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from keyword import iskeyword
from typing import Final

from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.functions import RESULTS
from tftypes.inference.interpreter.instances import is_instance, is_subclass
from tftypes.inference.interpreter.members import METHOD, bound
from tftypes.inference.interpreter.operators import binary, by_sign, in_place, unary
from tftypes.inference.interpreter.signs import COMPARISONS, METHODS
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model, Raised
from tftypes.inference.models.tensorflow.ops import PyValue, Unsure
from tftypes.inference.objects import TOP, Class, External, Function, Instance, Value, resolve
from tftypes.inference.state import ABSENT, Heap
from tftypes.inference.values import Descriptor, Mapped, Native, Partial

_DISPATCHER: Final = "functools._SingleDispatchCallable"
_METHOD_DISPATCHER: Final = "functools.singledispatchmethod"
_KEY: Final = "functools._KeyWrapper"
_CASES: Final = "<cases>"
#: Longer sequences are not folded item by item.
_MOST: Final = 64


def _partial(interpreter: Interpreter, call: Call) -> Value:
    if "**" in call.kwargs:
        return TOP
    return Partial(call.args[0], tuple(call.args[1:]), tuple(call.kwargs.items()))


def _partial_method(interpreter: Interpreter, call: Call) -> Value:
    function, args, kwargs = call.args[0], call.args[1:], dict(call.kwargs)

    def run(interpreter: Interpreter, call: Call) -> Value:
        receiver, *others = call.args
        return interpreter.call(
            function, [receiver, *args, *others], {**kwargs, **call.kwargs}, call.node
        )

    return Native(METHOD + "partialmethod", run)


def _wraps(interpreter: Interpreter, call: Call) -> Value:
    wrapped = call.get(0, "wrapped")
    return Native(
        "wraps", lambda interpreter, call: _like(interpreter, call.args[0], wrapped, call)
    )


def _like(interpreter: Interpreter, wrapper: Value, wrapped: Value, call: Call) -> Value:
    """The wrapper, with the name and the documentation of what it wraps."""
    made = resolve(wrapper)
    if isinstance(made, (Function, Instance)):
        for name in ("__name__", "__qualname__", "__doc__"):
            interpreter.write(made, name, interpreter.attribute(wrapped, name, call.node))
        interpreter.write(made, "__wrapped__", wrapped)
    return wrapper


def _cached(interpreter: Interpreter, call: Call) -> Value:
    """`@lru_cache`, `@lru_cache(maxsize=8)`, `@cache`: the function itself, which keeps its results."""
    function = resolve(call.args[0]) if call.args else None
    if function is not None and not isinstance(function, int):
        if isinstance(function, Function):
            kept = Heap(interpreter.trail)
            interpreter.write(function, "__wrapped__", function)
            interpreter.write(function, RESULTS, kept)
            interpreter.write(function, "cache_clear", Native("cache_clear", partial(_clear, kept)))
        return function
    return Native("lru_cache", _cached)


def _clear(kept: Heap, interpreter: Interpreter, call: Call) -> None:
    for key in list(kept.written()):
        interpreter.write(kept, key, ABSENT)


def _cached_property(interpreter: Interpreter, call: Call) -> Value:
    function = resolve(call.args[0])
    name = function.code.name if isinstance(function, Function) else None
    return Descriptor("cached_property", function, name)


def _reduce(interpreter: Interpreter, call: Call) -> Value:
    items = interpreter.known_items(call.get(1, "iterable"))
    if items is None or len(items) > _MOST:
        return TOP
    if len(call.args) > 2 or "initial" in call.kwargs:
        items = (call.get(2, "initial"), *items)
    if not items:
        raise Raised("builtins.TypeError")
    result = items[0]
    for each in items[1:]:
        result = interpreter.call(call.args[0], [result, each], {}, call.node)
    return result


def _total_ordering(interpreter: Interpreter, call: Call) -> Value:
    """The comparisons that a class has not, from `__eq__` and the one that it has."""
    cls = resolve(call.args[0])
    if isinstance(cls, Class):
        signs = {"__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}
        known = next((sign for name, sign in signs.items() if cls.find(name) is not None), None)
        for name, sign in signs.items():
            if cls.find(name) is None and known is not None:
                run = partial(_ordered, sign, known)
                interpreter.write(cls, name, Native(METHOD + name, run))
    return cls


def _ordered(name: str, known: str, interpreter: Interpreter, call: Call) -> Value:
    """`a <= b` by `a < b or a == b`, and so on."""
    left, right = call.args

    def asked(sign: str) -> bool:
        holds = interpreter.truth(binary(interpreter, sign, left, right, call.node))
        if holds is None:
            raise Unsure
        return holds

    try:
        holds = asked(known) is (known[0] == name[0])  # `<` and `>` are opposites, but for `==`
        if known[0] != name[0] and len(name) != len(known):  # `<` and `>=`
            return holds
        equal = asked("==")
        return holds or equal if len(name) == 2 else holds and not equal
    except Unsure:
        return PyValue("bool")


def _by_comparison(interpreter: Interpreter, call: Call) -> Value:
    """`cmp_to_key(f)`: objects that are in the order that `f(a, b)` gives."""
    function = call.args[0]

    def wrap(interpreter: Interpreter, call: Call) -> Value:
        return interpreter.instance(_KEY, {_KEY: (function, call.args[0])})

    return Native("cmp_to_key", wrap)


def _comes_before(interpreter: Interpreter, call: Call) -> Value:
    function, left = call.receiver.read(_KEY)
    other = resolve(call.args[0])
    right = other.read(_KEY, (TOP, TOP))[1] if isinstance(other, Instance) else TOP
    order = interpreter.call(function, [left, right], {}, call.node)
    return binary(interpreter, "<", order, 0, call.node)


# -- singledispatch -----------------------------------------------------------------------------------------------------


def _single_dispatch(cls: str, interpreter: Interpreter, call: Call) -> Value:
    """`@singledispatch`; `@singledispatchmethod` is a descriptor that gives a method."""
    return interpreter.instance(cls, {_CASES: ((External("builtins.object"), call.args[0]),)})


def _bound_dispatch(interpreter: Interpreter, call: Call) -> Value:
    dispatcher, receiver = call.receiver, resolve(call.args[0])

    def run(interpreter: Interpreter, call: Call) -> Value:
        return _dispatched(interpreter, dispatcher, call, receiver)

    return Native("singledispatchmethod", run)


def _register(interpreter: Interpreter, call: Call) -> Value:
    """`@f.register`, `@f.register(int)`, `f.register(int, g)`."""
    dispatcher, first = call.receiver, resolve(call.args[0])

    def add(cls: Value, function: Value) -> Value:
        cases = [each for each in dispatcher.read(_CASES) if each[0] != cls]
        interpreter.write(dispatcher, _CASES, (*cases, (cls, function)))
        return function

    if len(call.args) > 1:
        return add(first, call.args[1])
    if isinstance(first, Function):
        is_method = dispatcher.cls.name == _METHOD_DISPATCHER
        return add(_annotation(interpreter, first, 1 if is_method else 0), first)
    return Native("register", lambda interpreter, call: add(first, call.args[0]))


def _annotation(interpreter: Interpreter, function: Function, place: int) -> Value:
    """What the annotation of a parameter is."""
    node = function.code.node.args
    found = (*node.posonlyargs, *node.args)[place : place + 1]
    if not found or found[0].annotation is None:
        return TOP
    outside = Compiler(interpreter, function.code.inner.levels[:-1])
    return resolve(outside.expression(found[0].annotation)(function.parent))


def _dispatch(interpreter: Interpreter, call: Call) -> Value:
    return _dispatched(interpreter, call.receiver, call)


def _dispatched(
    interpreter: Interpreter, dispatcher: Value, call: Call, receiver: Value = ABSENT
) -> Value:
    """Calls the function of the most special class that the first argument is an instance of."""
    best: Value = None
    for cls, function in dispatcher.read(_CASES):
        holds = is_instance(interpreter, call.args[0], cls) if call.args else None
        if holds is None:
            return TOP
        if holds and (best is None or is_subclass(interpreter, cls, best[0]) is not False):
            best = cls, function
    if best is None:
        return TOP
    function = best[1]
    if receiver is not ABSENT:
        function = bound(interpreter, function, receiver, call.node)
    return interpreter.dispatch(function, call)


# -- operator -----------------------------------------------------------------------------------------------------------


def _in_place(sign: str, interpreter: Interpreter, call: Call) -> Value:
    return in_place(interpreter, sign, call.args[0], call.args[1], call.node)


def _unary(sign: str, interpreter: Interpreter, call: Call) -> Value:
    return unary(interpreter, sign, call.args[0], call.node)


def _getter(
    read: Callable[[Interpreter, Value, Value, ast.AST], Value],
    interpreter: Interpreter,
    call: Call,
) -> Value:
    """`itemgetter(1)`, `attrgetter("x")`: of several, a tuple."""
    keys = call.args

    def get(interpreter: Interpreter, call: Call) -> Value:
        found = tuple(read(interpreter, call.args[0], resolve(key), call.node) for key in keys)
        return found if len(keys) > 1 else found[0]

    return Native("getter", get)


def _read_attribute(interpreter: Interpreter, value: Value, key: Value, node: ast.AST) -> Value:
    for name in key.split(".") if isinstance(key, str) else ():
        value = interpreter.attribute(value, name, node)
    return value if isinstance(key, str) else TOP


def _method_caller(interpreter: Interpreter, call: Call) -> Value:
    name, *args = call.args
    kwargs = dict(call.kwargs)
    return Native(
        "methodcaller",
        lambda interpreter, call: interpreter.method(
            call.args[0], str(resolve(name)), args, call.node, kwargs
        ),
    )


def _truth(negated: bool, interpreter: Interpreter, call: Call) -> Value:
    holds = interpreter.condition(call.args[0], call.node)
    return PyValue("bool") if holds is None else holds is not negated


def _functools(interpreter: Interpreter, value: Partial, name: str, node: object) -> Value:
    """`p.func`, `p.args`, `p.keywords`."""
    if name == "keywords":
        return interpreter.list(Mapped(dict(value.kwargs)), "dict")
    return {"func": value.function, "args": value.args}.get(name, TOP)


FUNCTIONS: Final[dict[str, Model]] = {
    "functools.partial": _partial,
    "functools.partialmethod": _partial_method,
    "functools.wraps": _wraps,
    "functools.update_wrapper": lambda interpreter, call: _like(
        interpreter, call.get(0, "wrapper"), call.get(1, "wrapped"), call
    ),
    "functools.lru_cache": _cached,
    "functools.cache": _cached,
    "functools.cached_property": _cached_property,
    "functools.reduce": _reduce,
    "functools.total_ordering": _total_ordering,
    "functools.singledispatch": partial(_single_dispatch, _DISPATCHER),
    "functools.singledispatchmethod": partial(_single_dispatch, _METHOD_DISPATCHER),
    "functools.cmp_to_key": _by_comparison,
    **{
        f"operator.{name}{'_' * iskeyword(name)}": by_sign(sign)
        for sign, name in {**METHODS, **COMPARISONS}.items()
    },
    **{f"operator.i{name}": partial(_in_place, sign) for sign, name in METHODS.items()},
    **{
        f"operator.{name}": partial(_unary, sign)
        for name, sign in {"neg": "-", "pos": "+", "invert": "~", "inv": "~"}.items()
    },
    "operator.itemgetter": partial(_getter, Interpreter.item),
    "operator.attrgetter": partial(_getter, _read_attribute),
    "operator.methodcaller": _method_caller,
    "operator.getitem": lambda interpreter, call: interpreter.item(
        call.args[0], call.args[1], call.node
    ),
    "operator.setitem": lambda interpreter, call: interpreter.set_item(
        call.args[0], call.args[1], call.args[2], call.node
    ),
    "operator.truth": partial(_truth, False),
    "operator.not_": partial(_truth, True),
}
CLASSES: Final = {
    _DISPATCHER: LibraryClass(methods={"register": _register, "__call__": _dispatch}),
    _KEY: LibraryClass(methods={"__lt__": _comes_before}),
    _METHOD_DISPATCHER: LibraryClass(methods={"register": _register, "__get__": _bound_dispatch}),
}
ATTRIBUTES: Final = {Partial: _functools}
