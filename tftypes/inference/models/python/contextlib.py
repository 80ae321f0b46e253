"""`contextlib`, `asyncio`, and what tests expect to fail."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final

from tftypes.inference.interpreter.context_managers import (
    CATCHES,
    ENTERED,
    GENERATOR,
    enter,
    within,
)
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.exceptions import swallowing
from tftypes.inference.interpreter.functions import coroutine
from tftypes.inference.interpreter.generators import awaited
from tftypes.inference.interpreter.members import METHOD
from tftypes.inference.interpreter.resumption import is_pending, resume
from tftypes.inference.interpreter.sequences import concatenated
from tftypes.inference.interpreter.tables import (
    Call,
    LibraryClass,
    Model,
    Raised,
    argument,
    itself,
    keeping,
)
from tftypes.inference.lattice import join_all
from tftypes.inference.objects import TOP, Class, External, Function, Instance, Value, resolve
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Native, Seq, contents_of

_MANAGER: Final = "contextlib._GeneratorContextManager"
_STACK: Final = "contextlib.ExitStack"
_CLOSING: Final = "contextlib.closing"
#: The slot of a manager with what makes another one like it.
_AGAIN: Final = "<again>"
#: The slot of a stack that holds what runs at its end, the last first.
_PUSHED: Final = "<pushed>"


def _context_manager(interpreter: Interpreter, call: Call) -> Value:
    """`@contextmanager`: a function whose generator is a manager."""
    function = call.args[0]

    def run(interpreter: Interpreter, call: Call) -> Value:
        made = interpreter.dispatch(function, call)
        again = Native("again", lambda interpreter, _: run(interpreter, call))
        return interpreter.instance(_MANAGER, {GENERATOR: resolve(made), _AGAIN: again})

    return Native(METHOD + "contextmanager", run)


def _around(interpreter: Interpreter, call: Call) -> Value:
    """A manager as a decorator: each call of the function is the body of a `with` over a new one."""
    function, again = call.args[0], call.receiver.read(_AGAIN, call.receiver)

    def run(interpreter: Interpreter, call: Call) -> Value:
        manager = again
        if isinstance(again, Native):
            manager = interpreter.call(again, [], {}, call.node)
        results: list[Value] = []

        def body() -> None:
            results.append(interpreter.call(function, call.args, call.kwargs, call.node))

        within(interpreter, None, manager, None, body, call.node)
        return join_all(results) if results else None

    return Native(METHOD + "decorated", run)


def _suppress(interpreter: Interpreter, call: Call) -> Value:
    return interpreter.instance("contextlib.suppress", {CATCHES: tuple(call.args)})


def _closed(interpreter: Interpreter, call: Call) -> Value:
    interpreter.method(call.receiver.read(ENTERED), "close", [], call.node)
    return None


# -- ExitStack ----------------------------------------------------------------------------------------------------------


def _on(stack: Instance) -> tuple[Value, ...] | Seq:
    """What runs at the end of a stack, the last first."""
    found = stack.read(_PUSHED, ())
    return found if isinstance(found, (tuple, Seq)) else Seq((), TOP)


def _push(interpreter: Interpreter, stack: Instance, run: Callable[[], Value]) -> None:
    pushed = Native("pushed", lambda interpreter, call: run())
    interpreter.write(stack, _PUSHED, concatenated(_on(stack), (pushed,)))


def _push_exit(interpreter: Interpreter, call: Call, manager: Value) -> None:
    """What a manager does at its end, or what is called as an `__exit__`."""
    leave = manager
    if isinstance(manager, Instance) and interpreter.has_method(manager, "__exit__"):
        leave = interpreter.attribute(manager, "__exit__", call.node)
    run = partial(interpreter.call, leave, [None] * 3, {}, call.node)
    _push(interpreter, call.receiver, run)


def _enter_context(interpreter: Interpreter, call: Call) -> Value:
    manager = resolve(call.args[0])
    generator: Value = manager.read(GENERATOR) if isinstance(manager, Instance) else ABSENT
    if is_pending(generator):
        _push(interpreter, call.receiver, partial(_finish, interpreter, generator))
        return resume(interpreter, generator)
    if isinstance(manager, Instance) and interpreter.has_method(manager, "__exit__"):
        _push_exit(interpreter, call, manager)
    return enter(interpreter, manager, call.node)


def _pushed(interpreter: Interpreter, call: Call) -> Value:
    """`stack.push(exit)`: a manager that is not entered, or what is called as an `__exit__`."""
    given = resolve(call.args[0])
    _push_exit(interpreter, call, given)
    return given


def _finish(interpreter: Interpreter, generator: Value) -> Value:
    with suppress(Raised):
        resume(interpreter, generator)
    return None


def _callback(interpreter: Interpreter, call: Call) -> Value:
    function, *args = call.args
    run = partial(interpreter.call, function, args, dict(call.kwargs), call.node)
    _push(interpreter, call.receiver, run)
    return function


def _pop_all(interpreter: Interpreter, call: Call) -> Value:
    """A new stack takes over what runs at the end."""
    pushed = _on(call.receiver)
    interpreter.write(call.receiver, _PUSHED, ())
    return interpreter.instance(_STACK, {_PUSHED: pushed})


def _unwind(interpreter: Interpreter, call: Call) -> Value:
    pushed = _on(call.receiver)
    interpreter.write(call.receiver, _PUSHED, ())
    if isinstance(pushed, Seq):  # by a loop, so many times as it has rounds
        interpreter.fork(
            [partial(interpreter.call, pushed.rest, [], {}, call.node), lambda: None], unsure=True
        )
        pushed = pushed.prefix
    for each in reversed(pushed):
        interpreter.call(each, [], {}, call.node)
    return None


# -- what tests expect to fail ------------------------------------------------------------------------------------------


def _raises(first: int, interpreter: Interpreter, call: Call) -> Value:
    """`pytest.raises(E)`, `self.assertRaises(E)`: a manager; with a function, its call.

    Something in it raises; whichever it is, what comes after it is not reached.
    """
    types = External("builtins.BaseException")
    if len(call.args) > first:
        function, *args = call.args[first:]

        def run() -> None:
            interpreter.call(function, args, call.kwargs, call.node)

        swallowing(interpreter, types, run)
        return None
    return interpreter.instance("unittest.case._AssertRaisesContext", {CATCHES: types})


def _looks_for_none(count: int, interpreter: Interpreter, call: Call) -> Value:
    """`self.assertIsNone(x)`, and `self.assertEqual(x, [None])`: what gives None is no surprise to the test."""
    items = [contents_of(resolve(each)) for each in call.args[:count]]
    parts = [each if isinstance(each, tuple) else (each,) for each in items]
    if len(parts) == count and all(None in map(resolve, each) for each in parts):
        interpreter.expect_none()
    return None


def _fails(interpreter: Interpreter, call: Call) -> Value:
    """`@unittest.expectedFailure`, `@pytest.mark.xfail`, also with arguments: what it decorates may raise."""
    function = resolve(call.args[0]) if len(call.args) == 1 else None
    if not isinstance(function, Function):
        return Native("expected failure", _fails)

    def run(interpreter: Interpreter, call: Call) -> Value:
        def body() -> None:
            interpreter.dispatch(function, call)

        swallowing(interpreter, External("builtins.BaseException"), body)
        return None

    return Native(METHOD + "expected failure", run)


def _skips(interpreter: Interpreter, call: Call) -> Value:
    """`@pytest.mark.skip`, `@unittest.skip("why")`: what it decorates ends before it begins."""
    given = resolve(call.args[0]) if call.args else None
    if isinstance(given, Function):
        return Native(METHOD + "skipped", partial(_ends, "unittest.SkipTest"))
    return given if isinstance(given, Class) else Native("skipping", _skips)


def _skips_if(skipping: bool, interpreter: Interpreter, call: Call) -> Value:
    """`@pytest.mark.skipif(condition)`, `@unittest.skipUnless(condition, "why")`."""
    condition = resolve(call.get(0, "condition"))
    # pytest evaluates a text
    is_skipped = not isinstance(condition, str) and interpreter.truth(condition) is skipping
    return Native("skipping", _skips if is_skipped else argument(0, "function", TOP))


# -- asyncio ------------------------------------------------------------------------------------------------------------


def _gather(interpreter: Interpreter, call: Call) -> Value:
    return coroutine(interpreter, interpreter.list(tuple(awaited(each) for each in call.args)))


def _ends(exception: str, interpreter: Interpreter, call: Call) -> Value:
    """`self.skipTest()`, `pytest.fail()`: a test ends there."""
    raise Raised(exception)


_TESTS: Final = {
    "skipTest": partial(_ends, "unittest.SkipTest"),
    "fail": partial(_ends, "builtins.AssertionError"),
    "assertIsNone": partial(_looks_for_none, 1),
    **dict.fromkeys(
        ("assertEqual", "assertAllEqual", "assertIs", "assertListEqual"),
        partial(_looks_for_none, 2),
    ),
    **dict.fromkeys(("assertRaises", "assertRaisesOpError"), partial(_raises, 1)),
    **dict.fromkeys(
        ("assertRaisesRegex", "assertRaisesRegexp", "assertRaisesWithPredicateMatch"),
        partial(_raises, 2),
    ),
}
FUNCTIONS: Final[dict[str, Model]] = {
    "contextlib.contextmanager": _context_manager,
    "contextlib.asynccontextmanager": _context_manager,
    "contextlib.suppress": _suppress,
    "contextlib.nullcontext": keeping("contextlib.nullcontext", ENTERED, "enter_result"),
    "contextlib.closing": keeping(_CLOSING, ENTERED, "thing"),
    "pytest.raises": partial(_raises, 1),
    **dict.fromkeys(
        ("pytest.skip", "pytest.fail", "pytest.exit", "pytest.xfail"),
        partial(_ends, "builtins.SystemExit"),  # no Exception, as theirs is none
    ),
    "pytest.mark.xfail": _fails,
    "unittest.expectedFailure": _fails,
    **dict.fromkeys(("pytest.mark.skip", "unittest.skip"), _skips),
    **dict.fromkeys(("pytest.mark.skipif", "unittest.skipIf"), partial(_skips_if, True)),
    "unittest.skipUnless": partial(_skips_if, False),
    "numpy.testing.assert_raises": partial(_raises, 1),
    "numpy.testing.assert_raises_regex": partial(_raises, 2),
    "asyncio.run": lambda _, call: awaited(call.args[0]),
    "asyncio.gather": _gather,
    **dict.fromkeys(("asyncio.wait_for", "asyncio.shield"), argument(0, "coro", TOP)),
    "asyncio.sleep": lambda interpreter, call: coroutine(interpreter, call.get(1, "result")),
}
CLASSES: Final = {
    _MANAGER: LibraryClass(methods={"__call__": _around}),
    "contextlib.AbstractContextManager": LibraryClass(methods={"__enter__": itself}),
    "contextlib.ContextDecorator": LibraryClass(methods={"__call__": _around}),
    _CLOSING: LibraryClass(methods={"__exit__": _closed}),
    _STACK: LibraryClass(
        methods={
            "enter_context": _enter_context,
            "callback": _callback,
            "push": _pushed,
            "pop_all": _pop_all,
            "close": _unwind,
            "__enter__": itself,
            "__exit__": _unwind,
        }
    ),
    **dict.fromkeys(
        ("unittest.TestCase", "unittest.case.TestCase", "tensorflow.test.TestCase"),
        LibraryClass(methods=_TESTS),
    ),
}
