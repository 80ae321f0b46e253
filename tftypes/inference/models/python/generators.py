"""Methods of generators and iterators."""

from __future__ import annotations

from functools import partial
from typing import Final

from tftypes.inference.interpreter.arguments import argument_of
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.exceptions import swallowing
from tftypes.inference.interpreter.functions import PENDING
from tftypes.inference.interpreter.operators import binary
from tftypes.inference.interpreter.resumption import SENT, Lazy, Thrown, end, remaining, resume
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model, Raised, itself
from tftypes.inference.objects import (
    CLASS,
    TOP,
    Class,
    Container,
    External,
    Instance,
    Value,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Seq


def _is_begun(generator: Value) -> bool:
    return isinstance(generator.read(PENDING), tuple) and generator.read(SENT) is not ABSENT


def _send(interpreter: Interpreter, call: Call) -> Value:
    if isinstance(call.receiver.read(PENDING), tuple):
        return resume(interpreter, call.receiver, call.get(0, "value"))
    return interpreter.call(External("builtins.next"), [call.receiver], {}, call.node)


def _throw(interpreter: Interpreter, call: Call) -> Value:
    exception = resolve(call.args[0])
    if isinstance(exception, (Class, External)):
        exception = resolve(interpreter.call(exception, [], {}, call.node))
    generator = call.receiver
    if _is_begun(generator):
        return resume(interpreter, generator, Thrown(exception))
    return interpreter.leave("raise", exception)


def _close(interpreter: Interpreter, call: Call) -> Value:
    generator = call.receiver
    if _is_begun(generator):
        closed = External("builtins.GeneratorExit")
        thrown = Thrown(Instance(interpreter.trail, closed))
        swallowing(interpreter, closed, lambda: resume(interpreter, generator, thrown))
    end(interpreter, generator, ())
    return None


def until(interpreter: Interpreter, call: Call) -> Value:
    """`iter(function, sentinel)`: calls the function for each item, until it gives the sentinel."""
    function, sentinel = call.args
    made = interpreter.list(Seq((), TOP), "generator")

    def step() -> Value:
        item = interpreter.call(function, [], {}, call.node)
        ends = interpreter.truth(binary(interpreter, "==", item, sentinel, call.node))
        if ends is False:
            return item
        if ends:
            end(interpreter, made, ())
            raise Raised("builtins.StopIteration")
        end(interpreter, made, Seq((), item))
        return ABSENT

    interpreter.write(made, PENDING, Lazy(step, partial(remaining, step)))
    return made


_NEXT: Final[dict[str, Model]] = {"__next__": _send, "__iter__": itself}
CLASSES: Final = {
    "collections.abc.Generator": LibraryClass(
        methods={**_NEXT, "send": _send, "close": _close, "throw": _throw}
    ),
    "collections.abc.Iterator": LibraryClass(methods=_NEXT),
}


def iterator_of_class(make: Model, interpreter: Interpreter, call: Call) -> Value:
    """An iterator of this very class: no generator, as another one may be."""
    made = make(interpreter, call)
    if isinstance(made, Container) and made.kind == "iterator":
        interpreter.write(made, CLASS, call.name)
    return made


def over(places: slice, make: Model) -> Model:
    """A model of what iterates over these of its arguments, once it is asked for an item."""

    def run(interpreter: Interpreter, call: Call) -> Value:
        for place, value in [*enumerate(call.args)][places]:
            if interpreter.items(value) is None:
                given = argument_of(call.node, place, "")
                interpreter.tables.check_iterable(interpreter, resolve(value), call.node, given)
        return make(interpreter, call)

    return run
