"""`math` and `random`: numbers that are known are computed; what is drawn is never known."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.operators import binary
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model, Raised, giving
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import Container, Value, python_type, resolve
from tftypes.inference.values import Seq

_INTS: Final = ("ceil", "floor", "trunc", "gcd", "lcm", "comb", "perm", "factorial", "isqrt")
_BOOLS: Final = ("isnan", "isinf", "isfinite", "isclose")
_FLOATS: Final = (
    "sqrt", "exp", "log", "log2", "log10", "log1p", "expm1", "pow", "sin", "cos", "tan", "asin", "acos", "atan",
    "atan2", "sinh", "cosh", "tanh", "fabs", "fmod", "hypot", "degrees", "radians", "copysign", "cbrt", "erf", "gamma",
)  # fmt: skip
#: Larger results are not computed.
_LARGEST: Final = 1 << 64


def _number(value: Value) -> Value:
    """The number that an argument is; a scalar's contents."""
    value = resolve(value)
    if isinstance(value, TensorType) and value.shape.rank == 0:
        return to_rule(value).value
    return value


def _computed(name: str, result: str, interpreter: Interpreter, call: Call) -> Value:
    args = [_number(each) for each in call.args]
    function: Callable[..., Any] | None = getattr(math, name, None)
    small = all(
        isinstance(each, (bool, int, float)) and abs(each) < _LARGEST for each in args
    ) and (name not in ("factorial", "comb", "perm") or all(each <= 20 for each in args))
    if function is not None and small and not call.kwargs:
        try:
            return function(*args)
        except ValueError:
            raise Raised("builtins.ValueError") from None
        except (TypeError, OverflowError):
            return PyValue(result)
    return PyValue(result)


def _prod(interpreter: Interpreter, call: Call) -> Value:
    items = interpreter.known_items(call.args[0])
    result: Value = resolve(call.kwargs.get("start", 1))
    if items is None:
        each = python_type(interpreter.any_item(call.args[0]))
        return PyValue(each) if each in ("int", "float") else PyValue("float", False)
    for each in items:
        result = binary(interpreter, "*", result, each, call.node)
    return result


def _some(count: str, interpreter: Interpreter, call: Call) -> Value:
    """`sample(items, k)`, `choices(items, k=k)`."""
    each = interpreter.any_item(call.args[0])
    wanted = resolve(call.kwargs.get("k", call.get(1, "k", 1) if count == "sample" else 1))
    known = isinstance(wanted, int) and wanted <= 64
    return interpreter.list((each,) * wanted if known else Seq((), each))


def _shuffle(interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.args[0])
    if isinstance(value, Container) and value.kind == "list":
        items = value.contents
        each = interpreter.any_item(value)
        interpreter.write(
            value, "contents", (each,) * len(items) if isinstance(items, tuple) else Seq((), each)
        )
    return None


#: What the module draws, and a generator of its class.
_DRAWING: Final[dict[str, Model]] = {
    **dict.fromkeys(("uniform", "gauss", "normalvariate"), giving(PyValue("float"))),
    "random": giving(PyValue("float", drawn=True)),
    **dict.fromkeys(("randint", "randrange", "getrandbits"), giving(PyValue("int"))),
    "choice": lambda interpreter, call: interpreter.any_item(call.args[0]),
    "sample": partial(_some, "sample"),
    "choices": partial(_some, "choices"),
    "shuffle": _shuffle,
    "seed": giving(None),
}
FUNCTIONS: Final[dict[str, Model]] = {
    **{f"math.{name}": partial(_computed, name, "int") for name in _INTS},
    **{f"math.{name}": partial(_computed, name, "bool") for name in _BOOLS},
    **{f"math.{name}": partial(_computed, name, "float") for name in _FLOATS},
    "math.prod": _prod,
    "math.fsum": giving(PyValue("float")),
    **{f"random.{name}": model for name, model in _DRAWING.items()},
}
CLASSES: Final = {"random.Random": LibraryClass(methods=_DRAWING)}
CONSTANTS: Final = {
    f"math.{name}": giving(getattr(math, name)) for name in ("pi", "e", "tau", "inf", "nan")
}
