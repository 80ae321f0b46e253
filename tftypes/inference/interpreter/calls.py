"""Calls: arguments are evaluated here, and what is called is called by the type of its value."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from tftypes.inference.annotations.named import origin
from tftypes.inference.interpreter import functions, library, library_classes, protocols
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.comprehensions import mapping_of
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.names import target
from tftypes.inference.interpreter.tables import Call, Evaluate, Execute
from tftypes.inference.objects import (
    TOP,
    Class,
    External,
    Frame,
    Function,
    Instance,
    Value,
    resolve,
)
from tftypes.inference.scopes import walk
from tftypes.inference.state import ABSENT
from tftypes.inference.values import (
    Annotation,
    Bound,
    Changed,
    Descriptor,
    Native,
    OneOf,
    Partial,
    Seq,
    Spread,
    Super,
)


def _call(compiler: Compiler, node: ast.Call) -> Evaluate:
    interpreter, function = compiler.interpreter, _called(compiler, node.func)
    if isinstance(node.func, ast.Name) and node.func.id == "super" and len(node.args) in (0, 2):
        given = [compiler.expression(each) for each in node.args]
        return lambda frame: _super(frame, given) if _is(function(frame), "builtins.super") else TOP
    if isinstance(node.func, ast.Name) and node.func.id == "eval" and len(node.args) == 1:
        return _evaluating(compiler, node, function)
    plain = not any(isinstance(each, ast.Starred) for each in node.args)
    plain = plain and all(each.arg is not None for each in node.keywords)
    args = [
        compiler.expression(each.value if isinstance(each, ast.Starred) else each)
        for each in node.args
    ]
    starred = [isinstance(each, ast.Starred) for each in node.args]
    kwargs = [(each.arg, compiler.expression(each.value)) for each in node.keywords]
    if plain:

        def run(frame: Frame) -> Value:
            called = function(frame)
            given = [each(frame) for each in args]
            named = {name: each(frame) for name, each in kwargs} if kwargs else {}
            return interpreter.dispatch(called, Call(given, named, node))  # type: ignore[arg-type]

        return run

    def run_spread(frame: Frame) -> Value:
        called = function(frame)
        given: list[Value] = []
        for star, each in zip(starred, args):
            value = each(frame)
            given.extend(_spread(interpreter, value, node) if star else (value,))
        named: dict[str, Value] = {}
        for name, each in kwargs:
            value = each(frame)
            if name is None:
                _spread_keywords(interpreter, value, named)
            else:
                named[name] = value
        return interpreter.call(called, given, named, node)

    return run_spread


def _called(compiler: Compiler, node: ast.expr) -> Evaluate:
    """What is called. A method of which nothing is known may change its receiver."""
    if not isinstance(node, ast.Attribute):
        return compiler.expression(node)
    interpreter, owner, name = compiler.interpreter, compiler.expression(node.value), node.attr

    def method(frame: Frame) -> Value:
        receiver = owner(frame)
        found = interpreter.attribute(receiver, name, node)
        if found is TOP:
            interpreter.forget((receiver,))
        return found

    return method


def _spread(interpreter: Interpreter, value: Value, node: ast.AST) -> Sequence[Value]:
    items = interpreter.taken(value, node)
    if isinstance(items, tuple):
        return items
    return (*items.prefix, Spread(items.rest)) if isinstance(items, Seq) else (Spread(TOP),)


def _spread_keywords(interpreter: Interpreter, value: Value, named: dict[str, Value]) -> None:
    contents = mapping_of(interpreter, value)
    named.update(
        (key, each)
        for key, each in contents.known.items()
        if isinstance(key, str) and key not in contents.optional
    )
    if contents.optional:
        named["**"] = TOP
    elif contents.rest is not ABSENT:
        named["**"] = contents.rest


def _is(value: Value, name: str) -> bool:
    return isinstance(value, External) and value.name == name


def _evaluating(compiler: Compiler, node: ast.Call, function: Evaluate) -> Evaluate:
    """`eval(text)`: the expression of a known text, in the scope of the call."""
    interpreter, argument = compiler.interpreter, compiler.expression(node.args[0])

    @lru_cache
    def compiled(text: str) -> Evaluate:
        try:
            inner = ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError):
            return lambda frame: TOP
        for each in walk(inner):
            ast.copy_location(each, node)
        return compiler.expression(inner)

    def run(frame: Frame) -> Value:
        called, text = function(frame), resolve(argument(frame))
        if not isinstance(text, str) or not _is(called, "builtins.eval"):
            return interpreter.call(called, [text], {}, node)
        return compiled(text)(frame)

    return run


def _super(frame: Frame, given: Sequence[Evaluate]) -> Value:
    """`super()`, which takes the class and the first argument of the method around, or `super(cls, self)`."""
    if given:
        cls, receiver = (resolve(each(frame)) for each in given)
        return Super(cls, receiver) if isinstance(cls, (Class, External)) else TOP
    found: Any = frame
    while found is not None and (found.function is None or found.function.cls is None):
        found = found.parent
    return TOP if found is None else Super(found.function.cls, found.receiver)


def _expression(compiler: Compiler, node: ast.Expr) -> Execute:
    value = compiler.expression(node.value)
    changed = _changed(node.value)
    if not isinstance(changed, (ast.Name, ast.Attribute)):

        def run(frame: Frame) -> None:
            value(frame)

        return run
    interpreter, assign = compiler.interpreter, target(compiler, changed)
    method = getattr(getattr(node.value, "func", None), "attr", None)

    def run_method(frame: Frame) -> None:
        result = value(frame)
        if type(result) is Changed and result.call is node.value:
            assign(frame, result.value)
        elif method and interpreter.trace is not None and isinstance(result, Instance):
            library_classes.dropped(interpreter, result, method, node)

    return run_method


def _changed(call: ast.expr) -> ast.expr | None:
    """What a call may change: the receiver of a method, and what `setattr` is given."""
    if not isinstance(call, ast.Call):
        return None
    if isinstance(call.func, ast.Attribute):
        return call.func.value
    is_setattr = isinstance(call.func, ast.Name) and call.func.id == "setattr"
    return call.args[0] if is_setattr and call.args else None


# -- by the type of what is called --------------------------------------------------------------------------------------


def _call_bound(interpreter: Interpreter, bound: Bound, call: Call) -> Value:
    if isinstance(bound.function, str):
        return library.call_method(interpreter, bound.receiver, bound.function, call)
    return interpreter.dispatch(bound.function, call.with_first(bound.receiver))


def _call_partial(interpreter: Interpreter, partial: Partial, call: Call) -> Value:
    return interpreter.call(
        partial.function,
        [*partial.args, *call.args],
        {**dict(partial.kwargs), **call.kwargs},
        call.node,
    )


def _call_native(interpreter: Interpreter, native: Native, call: Call) -> Value:
    return interpreter.guarded(lambda: native.run(interpreter, call.of(native.name)), call.node)


def _call_one_of(interpreter: Interpreter, values: OneOf, call: Call) -> Value:
    return interpreter.each(lambda each: interpreter.dispatch(each, call), values)


def _call_instance(interpreter: Interpreter, instance: Instance, call: Call) -> Value:
    if interpreter.has_method(instance, "__call__"):
        return interpreter.method(instance, "__call__", call.args, call.node, call.kwargs)
    if protocols.lacks(interpreter, instance, "__call__"):
        return protocols.call_object(interpreter, instance, call)
    protocols.check_callable(interpreter, instance, call)
    interpreter.forget((instance, *call.values))
    return TOP


def _call_descriptor(interpreter: Interpreter, value: Descriptor, call: Call) -> Value:
    return interpreter.dispatch(value.get, call) if value.kind == "staticmethod" else TOP


def _call_annotation(interpreter: Interpreter, value: Annotation, call: Call) -> Value:
    """A generic alias is called as the class that it is of."""
    called = origin(value)
    if value.kind == "new type":
        return call.args[0] if call.args else TOP
    return TOP if called is value else interpreter.dispatch(called, call)


CALLS: Final = {
    Function: functions.call,
    Bound: _call_bound,
    Partial: _call_partial,
    Native: _call_native,
    OneOf: _call_one_of,
    Instance: _call_instance,
    Descriptor: _call_descriptor,
    Annotation: _call_annotation,
    External: library.call,
}
EXPRESSIONS: Final = {ast.Call: _call}
STATEMENTS: Final = {ast.Expr: _expression}
