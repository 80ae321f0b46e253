"""Handlers that a program registers for ops, by the types of their arguments.

Source: `tf.experimental.dispatch_for_api` and its like.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from tftypes.inference.annotations.named import as_annotation
from tftypes.inference.contracts.signatures import signature_of
from tftypes.inference.interpreter.certainty import all_hold
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.instances import is_instance
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.models.tensorflow.composites import DISPATCHES, is_composite
from tftypes.inference.models.tensorflow.dispatch_declared import is_of
from tftypes.inference.models.tensorflow.op_arguments import parameters_of
from tftypes.inference.models.tensorflow.op_groups import ASSERTIONS, BINARY, UNARY
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.objects import (
    TOP,
    Class,
    Container,
    External,
    Function,
    Log,
    Value,
    is_unknown,
    noted,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import NOT_IMPLEMENTED, Annotation, Mapped, Native

#: The slot of the program's state with the registered handlers.
_HANDLERS: Final = "dispatch handlers"


@dataclass(frozen=True, slots=True)
class Handler:
    """What a program has registered: for one op, or a family of them, where arguments are of these types."""

    apis: frozenset[str]
    types: Mapping[str, Annotation] | tuple[Annotation, ...]
    target: Value


def by_types(interpreter: Interpreter, name: str, bound: Mapping[str, Value], call: Call) -> Value:
    """What the one registered handler gives whose types are those of the arguments."""
    found = []
    for each in noted(interpreter.switches, _HANDLERS):
        if name in each.apis and (fits := _fits(interpreter, each, bound)) is not False:
            if fits is None:
                return TOP
            found.append(each)
    if not found:
        return NOT_IMPLEMENTED
    if len({id(each.target) for each in found}) > 1:
        raise OpError("tf-value", "several handlers are registered for the types of the arguments")
    handler = found[0]
    if isinstance(handler.types, tuple):
        return _elementwise(interpreter, name, handler, bound, call.node)
    return interpreter.dispatch(handler.target, call)


def _elementwise(
    interpreter: Interpreter, name: str, handler: Handler, bound: Mapping[str, Value], node: ast.AST
) -> Value:
    """A handler for a family gets the op, without the arguments that are not elementwise, and its operands."""
    count = len(handler.types)
    operands, others = list(bound.values())[:count], dict(list(bound.items())[count:])
    defaults = parameters_of(interpreter, name) or {}
    changed = {key: each for key, each in others.items() if each is not defaults.get(key)}
    op: Value = External(name)
    if changed:
        op = Native(
            name,
            lambda interpreter, call: interpreter.call(
                External(name), call.args, changed, call.node
            ),
        )
    return interpreter.call(handler.target, [op, *operands], {}, node)


def _fits(interpreter: Interpreter, handler: Handler, bound: Mapping[str, Value]) -> bool | None:
    """Whether the arguments are of a handler's types."""
    types = handler.types
    pairs = (
        zip(bound.values(), types)
        if isinstance(types, tuple)
        else [(bound.get(name, ABSENT), each) for name, each in types.items()]
    )
    return all_hold(
        None if each.kind == "any" else is_of(interpreter, value, each, _is_dispatchable)
        for value, each in pairs
    )


def _is_dispatchable(interpreter: Interpreter, value: Value, cls: Value) -> bool | None:
    """Whether TensorFlow takes a value for one of a class: of the program's own it looks at extension types alone."""
    if isinstance(cls, Class) and not is_unknown(value) and not is_composite(value):
        return False
    return is_instance(interpreter, value, cls)


# -- registrations ------------------------------------------------------------------------------------------------------


def _register(interpreter: Interpreter, handler: Handler) -> None:
    interpreter.note(interpreter.switches, _HANDLERS, handler)
    interpreter.write(interpreter.switches, DISPATCHES, True)


def _for_api(interpreter: Interpreter, call: Call) -> Value:
    """`dispatch_for_api(api, {"x": M}, ...)`: the types are those of the function's annotations, or of these dicts."""
    api, signatures = resolve(call.get(0, "api")), call.args[1:]

    def register(interpreter: Interpreter, inner: Call) -> Value:
        target = resolve(inner.args[0])
        if isinstance(api, External):
            for types in _signatures(interpreter, api.name, signatures, target):
                _register(interpreter, Handler(frozenset((api.name,)), types, target))
        return target

    return Native("dispatch_for_api", register)


def _signatures(
    interpreter: Interpreter, api: str, signatures: Sequence[Value], target: Value
) -> Iterator[Mapping[str, Annotation]]:
    if not signatures:
        if isinstance(target, Function):
            found = signature_of(target).parameters
            if not found:
                words = "no type says for which arguments the handler is: annotate them"
                raise OpError("tf-value", words)
            yield found
        return
    names = list(parameters_of(interpreter, api) or ())
    for each in map(resolve, signatures):
        if isinstance(each, Container) and isinstance(each.contents, Mapped):
            yield {
                names[key] if isinstance(key, int) else key: as_annotation(resolve(value))
                for key, value in each.contents.known.items()
                if not isinstance(key, int) or key < len(names)
            }


def _for_family(apis: frozenset[str], count: int, interpreter: Interpreter, call: Call) -> Value:
    """`dispatch_for_unary_elementwise_apis(M)` and its like: for each op of a family."""
    types = tuple(as_annotation(resolve(each)) for each in call.values)

    def register(interpreter: Interpreter, inner: Call) -> Value:
        target = resolve(inner.args[0])
        if len(types) == count:
            _register(interpreter, Handler(apis, types, target))
        return target

    return Native("dispatch_for_family", register)


def _unregister(interpreter: Interpreter, call: Call) -> Value:
    gone = resolve(call.get(0, "dispatch_target"))
    left = [each for each in noted(interpreter.switches, _HANDLERS) if each.target is not gone]
    interpreter.write(interpreter.switches, _HANDLERS, Log(tuple(left)))
    return None


_FAMILIES: Final = {
    "unary_elementwise_apis": (UNARY, 1),
    "binary_elementwise_apis": (BINARY, 2),
    "binary_elementwise_assert_apis": (ASSERTIONS, 2),
}
FUNCTIONS: Final[dict[str, Model]] = {
    "tensorflow.experimental.dispatch_for_api": _for_api,
    "tensorflow.experimental.unregister_dispatch_for": _unregister,
    **{
        f"tensorflow.experimental.dispatch_for_{name}": partial(_for_family, apis, count)
        for name, (apis, count) in _FAMILIES.items()
    },
}
