"""Functions of the program: their definitions, and calls of them, which run their bodies."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from tftypes.inference import declarations as declared
from tftypes.inference.annotations.type_parameters import with_type_parameters
from tftypes.inference.contracts import functions as contracts
from tftypes.inference.contracts.signatures import read_now
from tftypes.inference.interpreter.binding import bind, misfit
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.exits import Arrival, Exhausted, Exit, Target
from tftypes.inference.interpreter.function_code import Code
from tftypes.inference.interpreter.hashing import is_key
from tftypes.inference.interpreter.names import store
from tftypes.inference.interpreter.staging import check_return
from tftypes.inference.interpreter.tables import Call, Execute
from tftypes.inference.lattice import join_all, join_slot
from tftypes.inference.objects import (
    ABSTRACT,
    TOP,
    Container,
    Coroutine,
    Frame,
    Function,
    Instance,
    Module,
    Value,
    may_be_derived,
    resolve,
)
from tftypes.inference.scopes import FunctionNode
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Mapped

#: The slot of a generator's frame that holds what it has yielded.
YIELDS: Final = "<yields>"
#: The slot of a function that keeps its results, by its arguments.
RESULTS: Final = "<results>"
#: The slot of a generator that holds the function and its arguments until the first item is asked for.
PENDING: Final = "<pending>"


# -- definitions ------------------------------------------------------------------------------------------------------


def maker(compiler: Compiler, node: FunctionNode) -> Callable[[Frame], Function]:
    """Makes a function with the defaults and the closure of the present frame."""
    inside, enter = with_type_parameters(compiler, node)
    interpreter, code = compiler.interpreter, Code(inside, node)
    args = node.args
    with_default = [*args.posonlyargs, *args.args][
        len(args.posonlyargs) + len(args.args) - len(args.defaults) :
    ]
    defaults = [
        (each.arg, compiler.expression(value)) for each, value in zip(with_default, args.defaults)
    ]
    defaults += [
        (each.arg, compiler.expression(value))
        for each, value in zip(args.kwonlyargs, args.kw_defaults)
        if value
    ]

    def make(frame: Frame) -> Function:
        values = {name: value(frame) for name, value in defaults}
        function = Function(interpreter.trail, code, enter(frame), frame.module, values)
        function.cls = frame.cls
        read_now(function)
        interpreter.write(frame.module.defined, code, function)
        return function

    return make


def _definition(compiler: Compiler, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Execute:
    interpreter, make, assign = (
        compiler.interpreter,
        maker(compiler, node),
        store(compiler, node.name),
    )
    decorators = [(each, compiler.expression(each)) for each in reversed(node.decorator_list)]
    if not decorators:
        return lambda frame: assign(frame, make(frame))

    def define(frame: Frame) -> None:
        value: Value = make(frame)
        function = value
        for decorator, evaluate in decorators:
            value = decorated(interpreter, evaluate(frame), value, decorator)
        interpreter.write(frame.module.defined_as, function.code, value)
        assign(frame, value)

    return define


def decorated(interpreter: Interpreter, decorator: Value, value: Value, node: ast.AST) -> Value:
    """What a decorator makes of a function or class; one that nobody knows keeps what its name promises: a callable."""
    return interpreter.call(decorator, [value], {}, node)


def _return(compiler: Compiler, node: ast.Return) -> Execute:
    interpreter, value = compiler.interpreter, compiler.optional(node.value)

    def leave(frame: Frame) -> None:
        result = value(frame)
        if interpreter.converted:
            check_return(interpreter, frame, result, node)
        if frame.function is not None:
            result = contracts.hold_return(interpreter, frame, result, node)
        interpreter.leave("return", result)

    return leave


# -- calls ------------------------------------------------------------------------------------------------------------


def call(interpreter: Interpreter, function: Function, call: Call) -> Value:
    """A call of a function of the program."""
    code: Code = function.code
    given = bind(interpreter, function, call)
    if given is None:
        interpreter.escape(call.values)
        if not (code.is_empty and _may_be_derived(function, call.args)):
            message = misfit(function, call.args, call.kwargs) + _handed_on(
                interpreter, function, call
            )
            interpreter.refuse(call.node, "tf-call", message, "builtins.TypeError")
        return TOP
    held = None
    if code.annotated:
        held = contracts.hold_arguments(interpreter, function, given, len(call.args), call.node)
    kept = function.read(RESULTS)
    if kept is not ABSENT and all(map(is_key, given.values())):
        key = tuple(given.values())
        if (result := kept.read(key)) is ABSENT:
            result = run(interpreter, function, given, call.node, held)
            interpreter.write(kept, key, result)
        return result
    return run(interpreter, function, given, call.node, held)


def _handed_on(interpreter: Interpreter, function: Function, call: Call) -> str:
    """How a method takes what the one of a library's takes that it overrides."""
    name, taken = function.code.name, set(function.code.by_name)
    for base in function.cls.externals if function.cls is not None else ():
        member = interpreter.declared.member(base, name)
        entry = None if member is None else member.entry
        if isinstance(entry, declared.Function) and entry.overloads:
            known = {each.name for each in entry.overloads[0].parameters}
            known.update(interpreter.tables.remedies["undeclared"](base, name))
            if known & {*call.kwargs} - taken:
                return (
                    f"; def {name}(self, ..., **kwargs) with super().{name}(**kwargs) hands it on"
                )
    return ""


def _may_be_derived(function: Function, args: Sequence[Value]) -> bool:
    """Whether a method is called that a subclass may replace."""
    receiver = resolve(args[0]) if function.cls is not None and args else None
    return may_be_derived(receiver)


def run(
    interpreter: Interpreter,
    function: Function,
    given: Mapping[str, Value],
    node: ast.AST,
    held: Any = None,
) -> Value:
    """Run a body for these arguments. Raises Exit where no path comes back."""
    code: Code = function.code
    is_default = code.gives_nothing or function.read(ABSTRACT, False) is True
    is_default = is_default and _may_be_derived(function, tuple(given.values()))
    if is_default or code.is_empty and (held is not None or function.cls is not None):
        return contracts.declared_result(interpreter, function, held)
    if _is_left_out(interpreter, function):
        interpreter.forget(tuple(given.values()))
        return contracts.declared_result(interpreter, function, held)
    too_deep = _is_recursive(interpreter, code) and not _descends(interpreter, code, given)
    if len(interpreter.chain) >= interpreter.limits.depth or too_deep:
        interpreter.forget(tuple(given.values()))
        return contracts.declared_result(interpreter, function, held)
    if code.scope.generator:
        generator = Container(interpreter.trail, "generator", ())
        interpreter.write(generator, PENDING, (function, dict(given), node, held))
        return generator
    result = run_body(interpreter, function, given, node, held)
    result = contracts.hold_result(interpreter, function, result, held)
    is_nothing = code.returns_nothing and not _may_be_derived(function, tuple(given.values()))
    why = f"{code.name}() has no 'return' with a value" if is_nothing else None
    if why is not None and (kept := _last_name(code.node)) is not None:
        why = f"{why}; return {kept}"
    interpreter.tell_nothing(node, why)
    if isinstance(code.node, ast.AsyncFunctionDef):
        return coroutine(interpreter, result)
    return result


def coroutine(interpreter: Interpreter, result: Value) -> Coroutine:
    """What awaiting gives a result of."""
    made = Coroutine(interpreter.trail)
    interpreter.write(made, "result", result)
    return made


def _last_name(function: ast.AST) -> str | None:
    """The name to which a function assigns what it makes, where it does so once, or whose method it calls last."""
    body = function.body if isinstance(function, ast.FunctionDef) else []
    last = body[-1].value if body and isinstance(body[-1], ast.Expr) else None
    owner = getattr(last.func, "value", None) if isinstance(last, ast.Call) else None
    names = {
        target.id
        for each in body
        if isinstance(each, ast.Assign)
        for target in each.targets
        if isinstance(target, ast.Name)
    }
    if isinstance(owner, ast.Name) and owner.id in names:
        return owner.id
    if isinstance(last, ast.Call) and ast.unparse(last.func).rpartition(".")[2][:1].isupper():
        return None  # it makes an object, and that is meant
    return names.pop() if len(names) == 1 else None


def _is_left_out(interpreter: Interpreter, function: Function) -> bool:
    """Whether a call is known to be long, and its function to change no variables of a function around it."""
    if interpreter.followed is None:
        return False
    cost = interpreter.costs.get(function.code, 0)
    left = max(interpreter.followed - interpreter.steps, interpreter.limits.short)
    return cost > left and is_at_top(function.parent)


def is_at_top(frame: Frame) -> bool:
    """Whether what is defined there is the same whatever the program calls: in a module, or in a class at its top."""
    return isinstance(frame, Module) or frame.cls is not None and isinstance(frame.parent, Module)


def _is_recursive(interpreter: Interpreter, code: Code) -> bool:
    """Whether a function is running within itself as many times as are followed whatever it is given.

    One time less in a loop whose rounds are not known: each time runs all rounds of it anew.
    """
    running = len(interpreter.measures.get(code, ()))
    if running and interpreter.recursions[code] >= interpreter.limits.recursions:
        return True  # several calls in each run multiply
    most = interpreter.limits.recursion - bool(interpreter.looping)
    if running < most:
        return False
    return sum(1 for each, _, _ in interpreter.chain if each is code) >= most


def _descends(interpreter: Interpreter, code: Code, given: Mapping[str, Value]) -> bool:
    """Whether a call within itself is decided by numbers, sizes or objects that are known, and others than those before."""
    return not interpreter.doubt and _measures(given) != interpreter.measures[code][-1]


def _measures(given: Mapping[str, Value]) -> dict[str, int | None]:
    return {name: _measure(value) for name, value in given.items()}


def _measure(value: Value, depth: int = 8) -> int | None:
    """A number, how much there is in a sequence or dict, which object it is; None where it is not known."""
    value = resolve(value)
    if isinstance(value, int):
        return value
    if isinstance(value, Instance):
        return id(value)
    if isinstance(value, Container) and value.kind in ("list", "dict"):
        value = value.contents
    if isinstance(value, Mapped) and value.rest is ABSENT:
        value = tuple(value.known.values())
    if isinstance(value, str) or not depth and isinstance(value, tuple):
        return len(value)
    if isinstance(value, tuple):
        return sum(1 + (_measure(each, depth - 1) or 0) for each in value)
    return None


def run_body(
    interpreter: Interpreter,
    function: Function,
    given: Mapping[str, Value],
    node: ast.AST,
    held: Any,
    consume: Callable[[Value, Frame], Value] | None = None,
) -> Value:
    """Run a body in a new frame. What a generator yields is collected, or given to `consume`."""
    code: Code = function.code
    interpreter.called.add(code)
    trail = interpreter.trail
    target = Target("call", trail.mark())
    frame = Frame(trail, code.scope, function.parent, function.module, given)
    frame.function, frame.cls = function, None
    frame.receiver = (
        given[code.positional[0]] if function.cls is not None and code.positional else None
    )
    frame.held = held
    frame.consume = consume
    if code.scope.generator and consume is None:
        trail.write(frame, YIELDS, ())
    if interpreter.converted and code.scope.generator:  # AutoGraph leaves generators alone
        with interpreter.tracing(interpreter.trace, False):
            alive, value = _execute(interpreter, code, frame, target, node, given)
    else:
        alive, value = _execute(interpreter, code, frame, target, node, given)
    result = settle(interpreter, target, alive, value)
    if code.scope.generator and consume is None:
        return frame.read(YIELDS)
    return result


def _execute(
    interpreter: Interpreter,
    code: Code,
    frame: Frame,
    target: Target,
    node: ast.AST,
    given: Mapping[str, Value],
) -> tuple[bool, Value]:
    """Run a body in its frame: whether its end is reached, and the value of a lambda."""
    depth, outer, begun = interpreter.trail.depth, len(interpreter.targets), interpreter.steps
    path, doubt, looping = interpreter.path, interpreter.doubt, interpreter.looping
    guards = interpreter.guards
    comes_back = True
    interpreter.targets.append(target)
    interpreter.chain.append((code, path, node))
    measures = interpreter.measures.setdefault(code, [])
    interpreter.recursions[code] = interpreter.recursions.get(code, 0) + 1 if measures else 0
    # asked for by the next one, which is followed whatever it is given where this is the first
    measures.append(_measures(given) if measures else {})
    interpreter.path = frame.module.path
    try:
        value = code.body(frame)
        if interpreter.converted:
            check_return(interpreter, frame, None, code.node)
        return True, value if isinstance(code.node, ast.Lambda) else None
    except Exit:
        comes_back = bool(target.arrivals)
        return False, None
    except (Exhausted, RecursionError):
        raise
    except Exception as error:
        interpreter.fault(code.node, error)
        target.arrivals.append(Arrival("return", TOP, {}))
        return False, None
    finally:
        del interpreter.targets[outer:]
        interpreter.chain.pop()
        measures.pop()
        if comes_back:
            interpreter.costs[code] = interpreter.steps - begun
        interpreter.path, interpreter.doubt, interpreter.looping = path, doubt, looping
        interpreter.guards = guards
        interpreter.trail.unwind(depth)


def settle(interpreter: Interpreter, target: Target, alive: bool, value: Value = None) -> Value:
    """Go on from where all paths agree that have arrived at a target, whose mark is the newest one."""
    trail, arrivals = interpreter.trail, target.arrivals
    if not alive and not arrivals:
        trail.commit()
        raise Exit
    if alive and not arrivals:
        trail.commit()
        return value
    if not alive and len(arrivals) == 1 and arrivals[0].changes is None:
        trail.commit()
        return arrivals[0].value
    now = trail.undo()
    states = [now if each.changes is None else each.changes for each in arrivals]
    values = [each.value for each in arrivals]
    if alive:
        states.append(now)
        values.append(value)
    trail.merge(states, join_slot)
    return join_all(values)


EXPRESSIONS: Final = {ast.Lambda: maker}
STATEMENTS: Final = {
    ast.FunctionDef: _definition,
    ast.AsyncFunctionDef: _definition,
    ast.Return: _return,
}
