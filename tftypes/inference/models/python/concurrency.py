"""`threading`, `queue`, `concurrent.futures` and what awaits in `asyncio`: done at once, in the order of the text."""

from __future__ import annotations

from functools import partial
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.functions import coroutine
from tftypes.inference.interpreter.generators import RESULT, awaited
from tftypes.inference.interpreter.sequences import concatenated
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model, calling, giving, itself
from tftypes.inference.lattice import any_of
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import TOP, Value, resolve
from tftypes.inference.values import Mapped, Seq

#: Slots: the target of a thread with its arguments, the items of a queue.
_TARGET: Final = "<target>"
_ITEMS: Final = "<items>"
_FUTURE: Final = "concurrent.futures.Future"
_TASK: Final = "asyncio.Task"


def _thread(interpreter: Interpreter, call: Call) -> Value:
    given = call.get(1, "target"), call.get(3, "args", ()), call.get(4, "kwargs")
    interpreter.write(call.receiver, _TARGET, given)
    return None


def _run(interpreter: Interpreter, call: Call) -> Value:
    target, args, kwargs = call.receiver.read(_TARGET, (TOP, (), None))
    if resolve(target) is None:
        return None
    items = interpreter.known_items(args)
    named = getattr(resolve(kwargs), "contents", Mapped({}))
    whole = isinstance(named, Mapped) and named.is_whole
    if items is None or not whole:
        interpreter.escape((target, args, kwargs))
        return None
    interpreter.call(target, items, dict(named.known), call.node)
    return None


def _start(interpreter: Interpreter, call: Call) -> Value:
    interpreter.method(call.receiver, "run", [], call.node)
    return None


def _submit(interpreter: Interpreter, call: Call) -> Value:
    """`pool.submit(function, *args)`: a future of the result."""
    function, *args = call.args
    result = interpreter.call(function, args, call.kwargs, call.node)
    return interpreter.instance(_FUTURE, {RESULT: result})


def _task(interpreter: Interpreter, call: Call) -> Value:
    """`asyncio.create_task(coroutine)`: it is done when somebody asks for its result."""
    return interpreter.instance(_TASK, {RESULT: awaited(call.get(0, "coro", TOP))})


def _result(interpreter: Interpreter, call: Call) -> Value:
    return call.receiver.read(RESULT, TOP)


def _completed(interpreter: Interpreter, call: Call) -> Value:
    """`as_completed(futures)`: in any order."""
    items = interpreter.items(call.args[0])
    if isinstance(items, tuple) and len(items) == 1:
        return interpreter.list(items, "iterator")
    return interpreter.list(Seq((), any_of(items)), "iterator")


def _put(interpreter: Interpreter, call: Call) -> Value:
    old = call.receiver.read(_ITEMS, ())
    interpreter.write(call.receiver, _ITEMS, concatenated(old, (call.args[0],)))
    return None


def _get(last: bool, interpreter: Interpreter, call: Call) -> Value:
    items = call.receiver.read(_ITEMS, ())
    if not isinstance(items, tuple):
        return any_of(items)
    if not items:
        return TOP
    interpreter.write(call.receiver, _ITEMS, items[:-1] if last else items[1:])
    return items[-1 if last else 0]


def _count(interpreter: Interpreter, call: Call) -> Value:
    items = call.receiver.read(_ITEMS, ())
    return len(items) if isinstance(items, tuple) else PyValue("int")


def _is_empty(interpreter: Interpreter, call: Call) -> Value:
    items = call.receiver.read(_ITEMS, ())
    return not items if isinstance(items, tuple) else PyValue("bool")


def _awaiting(model: Model, interpreter: Interpreter, call: Call) -> Value:
    return coroutine(interpreter, model(interpreter, call))


def _queue(last: bool, wrap: bool) -> LibraryClass:
    taking: dict[str, Model] = {"put": _put, "get": partial(_get, last)}
    if wrap:
        taking = {name: partial(_awaiting, model) for name, model in taking.items()}
    return LibraryClass(
        methods={
            **taking,
            "put_nowait": _put,
            "get_nowait": partial(_get, last),
            "qsize": _count,
            "empty": _is_empty,
            "task_done": giving(None),
            "join": partial(_awaiting, giving(None)) if wrap else giving(None),
        }
    )


_POOL: Final = LibraryClass(
    methods={
        "submit": _submit,
        "map": calling("builtins.map"),
        "shutdown": giving(None),
        "__enter__": itself,
        "__exit__": giving(None),
    }
)
FUNCTIONS: Final[dict[str, Model]] = {
    "concurrent.futures.as_completed": _completed,
    "asyncio.as_completed": _completed,
    "asyncio.create_task": _task,
    "asyncio.ensure_future": _task,
    "threading.local": calling("types.SimpleNamespace"),
}
CLASSES: Final = {
    "threading.Thread": LibraryClass(
        construct=_thread,
        methods={"start": _start, "run": _run, "join": giving(None), "is_alive": giving(False)},
    ),
    **{
        f"concurrent.futures.{name}": _POOL
        for name in ("ThreadPoolExecutor", "ProcessPoolExecutor", "thread.ThreadPoolExecutor")
    },
    **dict.fromkeys(
        (_FUTURE, _TASK),
        LibraryClass(methods={"result": _result, "exception": giving(None), "done": giving(True)}),
    ),
    **{
        f"{module}.{name}": _queue(name == "LifoQueue", module == "asyncio")
        for module in ("queue", "asyncio")
        for name in ("Queue", "LifoQueue")
    },
}
