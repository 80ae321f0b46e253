"""Functions that nobody calls run once, for what their annotations say and on named unknowns."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from tftypes.inference.contracts import functions as contracts
from tftypes.inference.contracts.declared import free_arguments
from tftypes.inference.interpreter import derived, functions, loaded
from tftypes.inference.interpreter.classes import assigned_below, is_for_others
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.escaping import anything, escape, reachable
from tftypes.inference.interpreter.exits import Exhausted, Exit
from tftypes.inference.interpreter.imports import run_statement
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.interpreter.uses import is_named_in_branches, is_named_where_it_fails
from tftypes.inference.objects import (
    DERIVED,
    OPEN,
    TOP,
    Class,
    Container,
    External,
    Frame,
    Function,
    Instance,
    Module,
    TracedFunction,
    Unknown,
    Value,
    resolve,
)
from tftypes.inference.scopes import assigned_later, set_on_classes
from tftypes.inference.state import ABSENT, Changes
from tftypes.inference.values import Descriptor, Mapped, OneOf, Spread


def run_uncalled(interpreter: Interpreter, module: Module) -> None:
    """Runs the functions of a module that no call has run."""
    trail = interpreter.trail
    trail.mark()
    depth = trail.depth
    untouched = loaded.is_untouched(interpreter)
    _forget_rebound(interpreter)
    if untouched:
        loaded.begin(interpreter)  # no import cares for what is forgotten here
    with interpreter.afresh(module.path):
        _run_defined(interpreter, module, set(), {})
    trail.unwind(depth)
    trail.undo()


def _forget_rebound(interpreter: Interpreter) -> None:
    """What a function assigns by `global`, or on a class, may be anything where nobody knows which functions have run."""
    for module in filter(None, interpreter.modules.values()):
        for name, attribute in () if module.tree is None else set_on_classes(module.tree):
            cls = resolve(module.read(name))
            if isinstance(cls, Class) and cls.read(attribute) is not ABSENT:
                interpreter.write(cls, attribute, TOP)
        if not interpreter.sources.mention((module.path,), b"global"):
            continue
        for name in {name for code in module.defined.written() for name in code.scope.globals}:
            interpreter.write(module, name, TOP)


#: What methods are called on where nobody calls them, by class: an instance, what making it has changed besides, and
#: how many annotations were believed for it.
_Receivers = dict[Class, tuple[Value, Changes, int]]


def _run_defined(
    interpreter: Interpreter,
    module: Module,
    before: set[Any],
    receivers: _Receivers,
    again: bool = False,
) -> None:
    """Runs those functions that are defined in the present state, were not before, and have not been run but `again`."""
    for code in [each for each in module.defined.written() if each not in before]:
        function = interpreter.unbound(module.defined.read(code))
        if not isinstance(function, Function):
            continue
        wanted = (
            again
            or code not in interpreter.called
            or code in interpreter.dropped
            or contracts.runs_for_annotations(function)
        )
        if wanted and not isinstance(code.node, ast.Lambda) and not _has_no_call(function):
            interpreter.verified(partial(_run_statement, interpreter, function, receivers, again))


def _run_statement(
    interpreter: Interpreter, function: Function, receivers: _Receivers, again: bool, believes: bool
) -> None:
    """Runs a function; where annotations are not believed any more, with other receivers, and all that it defines."""
    run = partial(_run, interpreter, function, receivers if believes else {}, again or not believes)
    run_statement(interpreter, run, function.module, function.code.node)


def _has_no_call(function: Function) -> bool:
    """Whether the call that has defined a function leads to no call of it, or to one that is expected to fail.

    That is where all that names it is in a branch that is not taken, or in what a test expects to raise.
    """
    outer = function.parent.function
    if (
        outer is None
        or function.cls is not None
        or not isinstance(function.code.node, ast.FunctionDef)
    ):
        return False
    if is_named_where_it_fails(outer.code.node, function.code.name):
        return True
    return not function.code.node.decorator_list and is_named_in_branches(
        outer.code.node, function.code.name
    )


def _run(
    interpreter: Interpreter, function: Function, receivers: _Receivers, again: bool, frame: Frame
) -> None:
    """One run, of which nothing is left but its findings. What it defines is run in its state."""
    trail, escaped = interpreter.trail, interpreter.escaped
    outer = trail.depth
    trail.mark()
    before = set(function.module.defined.written())
    try:
        given = free_arguments(interpreter, function)
        receiver = _receiver(interpreter, function, receivers)
        trail.mark()  # other methods get the receiver as it is now
        depth = trail.depth
        if receiver is not None and function.code.positional:
            given[function.code.positional[0]] = receiver
        interpreter.escaped = trail.tick()  # whoever calls it may have changed what there is
        interpreter.free = function if functions.is_at_top(function.parent) else None
        interpreter.followed = interpreter.followed_in(function)
        with interpreter.in_hidden_graph():
            _call(interpreter, function, receiver, given)
        trail.unwind(depth)
        _run_defined(interpreter, function.module, before, receivers, again)
    except Exit:
        pass
    finally:
        interpreter.escaped, interpreter.free, interpreter.followed = escaped, None, None
        trail.unwind(outer)


def _call(
    interpreter: Interpreter, function: Function, receiver: Value, given: dict[str, Value]
) -> None:
    """Calls what decorators have made of a function, and runs its body where that does not run it.

    So does a decorator of which nothing is known: it may run the body later, with any arguments.
    """
    code = function.code
    target = _under_descriptors(function.module.defined_as.read(code, function), function)
    is_callable = partial(interpreter.call, External("builtins.callable"), [target], {}, code.node)
    if target is not function and is_callable() is not False:
        interpreter.called.discard(code)
        if _keeps_parameters(target, function):
            args, kwargs = _arguments(function, given)
        else:
            args, kwargs = [*([] if receiver is None else [receiver]), Spread(TOP)], {"**": TOP}
        interpreter.call(target, args, kwargs, code.node)
        if code in interpreter.called:
            return
    # nobody knows what a generator is sent
    functions.run_body(interpreter, function, given, code.node, None, lambda *_: TOP)


def _keeps_parameters(target: Value, function: Function) -> bool:
    """Whether a decorator's result takes what the function takes: no wrapper of the program's, and no specs."""
    if isinstance(target, TracedFunction):
        return target.function is function and "input_signature" not in target.settings
    either = target.values if isinstance(target, OneOf) else (target,)
    return not any(isinstance(resolve(each), Function) for each in either)


def _arguments(function: Function, given: dict[str, Value]) -> tuple[list[Value], dict[str, Value]]:
    """The values of parameters as a call gives them."""
    code = function.code
    args = [given[name] for name in code.positional]
    kwargs = {name: given[name] for name in code.keyword_only}
    if code.vararg is not None:
        args.append(Spread(given[code.vararg].rest))
    if code.kwarg is not None:
        kwargs["**"] = given[code.kwarg].contents.rest
    return args, kwargs


def _under_descriptors(value: Value, function: Function) -> Value:
    """What a descriptor calls: the setter of a property where it is the function."""
    value = resolve(value)
    while isinstance(value, Descriptor):
        value = value.set if resolve(value.set) is function else value.get
    return value


#: What pytest calls with the class in the place of an instance.
_OF_CLASSES: Final = ("setup_class", "teardown_class")


def _receiver(interpreter: Interpreter, function: Function, receivers: _Receivers) -> Value:
    cls = function.cls
    if cls is None or function.code.name in _OF_CLASSES:
        return None
    # A metaclass may have put something else in place of what the decorator made.
    made = cls.read(function.code.name), function.module.defined_as.read(function.code)
    kinds = {each.kind for each in map(resolve, made) if isinstance(each, Descriptor)}
    if kinds & {"classmethod", "staticmethod"}:
        return _free_class(interpreter, cls) if "classmethod" in kinds else None
    if cls not in receivers:
        try:
            receivers[cls] = _made(interpreter, partial(free_instance, interpreter, cls))
        except (Exhausted, RecursionError):
            receivers[cls] = _made(interpreter, partial(_open_instance, interpreter, cls))
    instance, changes, claims = receivers[cls]
    interpreter.trail.apply(changes)
    interpreter.claims += claims
    return instance


def _made(interpreter: Interpreter, make: Callable[[], Value]) -> tuple[Value, Changes, int]:
    """What is made, what that changes besides, and how many annotations were believed for it.

    It leaves out long calls, and the function that asks for it has its steps still.
    """
    trail, begun, claims = interpreter.trail, interpreter.steps, interpreter.claims
    trail.mark()
    depth = trail.depth
    interpreter.followed = begun + interpreter.limits.steps
    try:
        made = make()
    finally:
        interpreter.followed = None
        trail.unwind(depth)
        changes = trail.undo()
        interpreter.budget += interpreter.steps - begun
    return made, changes, interpreter.claims - claims


def _free_class(interpreter: Interpreter, cls: Class) -> Class:
    """The class or one that derives from it, which may have more attributes."""
    found = Class(interpreter.trail, cls.name, (cls,), cls.node, cls.module)
    found.mro, found.facts = (*cls.mro, TOP), cls.facts
    return found


def _open_instance(interpreter: Interpreter, cls: Class) -> Instance:
    """An instance of which nothing is known but its class."""
    instance = derived.blank(interpreter, cls, Call((), {}, cls.node or ast.Constant(0)))
    interpreter.write(instance, OPEN, True)
    interpreter.write(instance, DERIVED, True)
    return instance


def free_instance(interpreter: Interpreter, cls: Class) -> Value:
    """An instance as `__init__` leaves it; what other methods assign, or derived classes, may be anything by now."""
    instance = _open_instance(interpreter, cls)
    init = cls.find("__init__")
    if init is not None and isinstance(init[0], Function):
        given = free_arguments(interpreter, init[0])
        if init[0].code.positional:
            given[init[0].code.positional[0]] = instance
        known = init[0].code in interpreter.called
        interpreter.doubt += known
        try:
            functions.run(interpreter, init[0], given, init[0].code.node)
        except Exit:
            pass
        finally:
            interpreter.doubt -= known
    for name in list(instance.written()):  # other methods put something there
        if resolve(instance.read(name)) is None and is_for_others(cls):
            interpreter.write(instance, name, Unknown(interpreter.trail, str(name)))
    for each in list(reachable([instance]))[1:]:  # other methods may have called methods of theirs
        escape(interpreter, each)
        if isinstance(each, Container) and each.contents in (
            (),
            Mapped({}),
        ):  # and have filled what is empty
            interpreter.write(each, "contents", anything(each, "contents"))
    own = (each.node for each in cls.mro if isinstance(each, Class) and each.node is not None)
    for name in assigned_below(cls).union(*map(assigned_later, own)):
        if instance.read(name) is not ABSENT:
            interpreter.write(instance, name, contracts.free_attribute(interpreter, instance, name))
    return instance
