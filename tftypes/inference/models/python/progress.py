"""`tqdm`: a progress bar goes over what it is given."""

from __future__ import annotations

from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model, giving, itself, reading
from tftypes.inference.objects import TOP, External, Value

_ITERABLE: Final = "iterable"


def _construct(interpreter: Interpreter, call: Call) -> Value:
    interpreter.write(call.receiver, _ITERABLE, call.get(0, "iterable"))
    return None


def _length(interpreter: Interpreter, call: Call) -> Value:
    given = [call.receiver.read(_ITERABLE, TOP)]
    return interpreter.call(External("builtins.len"), given, {}, call.node)


def _range(interpreter: Interpreter, call: Call) -> Value:
    """`trange(*args)` is `tqdm(range(*args))`."""
    numbers = interpreter.call(External("builtins.range"), call.args, {}, call.node)
    return interpreter.call(External("tqdm.tqdm"), [numbers], {}, call.node)


_MODULES: Final = (
    "tqdm", "tqdm.auto", "tqdm.autonotebook", "tqdm.notebook", "tqdm.rich", "tqdm.std",
)  # fmt: skip
_BAR: Final = LibraryClass(
    construct=_construct,
    methods={
        "__iter__": reading(_ITERABLE),
        "__len__": _length,
        "__enter__": itself,
        "__exit__": giving(None),
    },
)
FUNCTIONS: Final[dict[str, Model]] = {f"{module}.trange": _range for module in _MODULES}
CLASSES: Final = {f"{module}.tqdm": _BAR for module in _MODULES}
