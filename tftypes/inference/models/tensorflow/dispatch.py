"""A call of an op with objects of the program's: who is asked, and what is refused.

Source: RFC 269; TensorFlow's `dispatch` module.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import named_rule
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.models.tensorflow.composites import EXTENSION_TYPE, is_composite, may_answer
from tftypes.inference.models.tensorflow.dispatch_declared import by_declaration
from tftypes.inference.models.tensorflow.dispatch_handlers import by_types
from tftypes.inference.models.tensorflow.dispatch_protocol import by_protocol
from tftypes.inference.models.tensorflow.op_arguments import (
    flat,
    may_dispatch,
    parameters_of,
    tensors_in,
)
from tftypes.inference.models.tensorflow.op_groups import (
    ASSERTIONS,
    BINARY,
    REDUCTIONS,
    UNARY,
    UNDISPATCHED,
)
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.replicas import NO_TENSOR, REPLICA, is_distributed
from tftypes.inference.objects import (
    DERIVED,
    TOP,
    Class,
    External,
    Instance,
    Value,
    class_of,
    is_unknown,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import NOT_IMPLEMENTED, OneOf

_GETITEM: Final = "tensorflow.__operators__.getitem"
#: What is asked besides the ops that have a rule.
_DISPATCHED: Final = UNARY | BINARY | ASSERTIONS | {_GETITEM}
#: The slot of the program's state with the classes for which the program registers conversions.
_CONVERTED: Final = "registered conversions"
#: Some ops of no family that make tensors of their first argument.
_CONVERTING: Final = frozenset(
    f"tensorflow.{name}"
    for name in (
        "concat", "expand_dims", "gather", "linalg.matmul", "rank", "repeat", "reshape", "reverse", "roll", "shape",
        "size", "slice", "split", "squeeze", "stack", "tile", "transpose", "unstack",
    )
)  # fmt: skip
#: Bases that give an object no conversion, and the stubs' own, which are none at run time.
_WITHOUT: Final = (
    "builtins.object", "abc.ABC", "typing.Generic", "typing.Protocol", EXTENSION_TYPE,
    "tensorflow.experimental.BatchableExtensionType", "tftypes.Composite",
    "tftypes.runtime.dispatch.operators.Operators",
)  # fmt: skip
_STUBS: Final = "tensorflow._bases."
#: What makes a tensor, an array or a list of an object.
_CONVERSIONS: Final = (
    "__tf_tensor__", "__array__", "__array_interface__", "__array_struct__", "__buffer__", "__len__", "__getitem__",
    "__iter__", "_type_spec",
)  # fmt: skip


# -- a call of an op ----------------------------------------------------------------------------------------------------


def dispatched(
    interpreter: Interpreter,
    name: str,
    call: Call,
    converts: bool = True,
    registered: str | None = None,
) -> Value:
    """What the handlers of the program make of a call of an op; ABSENT where none of them is asked or takes it.

    `registered` is the name under which handlers for types are looked up, where it is another. Raises OpError where
    the op goes on and `converts` its operands, of which one makes no tensor.
    """
    values = [*map(resolve, call.values)]
    if not any(map(may_dispatch, values)):
        return _unless_dispatched(interpreter, name, values)
    if any(type(each) is OneOf for each in values):
        return interpreter.each(
            lambda *ways: interpreter.dispatch(External(name), call.with_values(ways)), *values
        )
    if name in UNDISPATCHED or not _is_op(name):
        return ABSENT
    bound = _canonical(interpreter, name, call)
    if bound is None:
        return ABSENT
    if any(is_unknown(each) and class_of(each) for each in tensors_in(bound)):
        return by_declaration(interpreter, name, bound)
    made = by_protocol(interpreter, External(name), bound, call.node)
    if made is TOP:
        made = by_declaration(interpreter, name, bound)
    if made is NOT_IMPLEMENTED:
        made = by_types(interpreter, registered or name, bound, call)
    if made is not NOT_IMPLEMENTED:
        return made
    if converts:
        _check_converts(interpreter, name, bound)
    return ABSENT


def _unless_dispatched(interpreter: Interpreter, name: str, values: Sequence[Value]) -> Value:
    """No operand is known to take the call: nothing is known of the result where one may."""
    if not may_answer(interpreter, values):
        return ABSENT
    return TOP if _is_op(name) and name not in UNDISPATCHED else ABSENT


def _is_op(name: str) -> bool:
    return named_rule(name) is not None or name in _DISPATCHED


def _canonical(interpreter: Interpreter, name: str, call: Call) -> dict[str, Value] | None:
    """The arguments by the parameters of the op, with their defaults; None where they are not known to fit."""
    defaults = parameters_of(interpreter, name)
    if defaults is None or len(call.args) > len(defaults) or call.is_open:
        return None
    given = {**dict(zip(defaults, call.args)), **call.kwargs}
    if given.keys() - defaults.keys():
        return None
    found = {each: given.get(each, default) for each, default in defaults.items()}
    return None if ABSENT in found.values() else found


def _check_converts(interpreter: Interpreter, name: str, bound: Mapping[str, Value]) -> None:
    """The operands of elementwise ops and reductions are made tensors of. Raises OpError for what makes none."""
    count = 2 if name in BINARY else 1 if name in UNARY | REDUCTIONS | _CONVERTING else 0
    for parameter, value in list(bound.items())[:count]:
        for each in flat(value):
            if is_opaque(interpreter, each):
                raise OpError("tf-value", _refusal(each), parameter)


def _refusal(value: Instance) -> str:
    if is_distributed(value):
        return NO_TENSOR
    return f"{value.cls.name} does not convert to a tensor, and no handler of the program's takes the call"


def is_opaque(interpreter: Interpreter, value: Value) -> bool:
    """Whether TensorFlow makes no tensor of an object for sure: of an extension type, or of a class that dispatches.

    For any other class a package that nobody sees here may have registered a conversion.
    """
    if is_distributed(value):
        return interpreter.switches.read(REPLICA, None) is None
    if not isinstance(value, Instance) or not isinstance(value.cls, Class) or value.cls.is_open:
        return False
    if value.read(DERIVED) is not ABSENT:
        return False
    cls = value.cls
    if not is_composite(value) and cls.find("__tf_dispatch__") is None:
        return False
    known = all(name in _WITHOUT or name.startswith(_STUBS) for name in cls.externals)
    registered = interpreter.switches.read(_CONVERTED) is not ABSENT
    return known and not registered and not any(cls.find(name) for name in _CONVERSIONS)


def _conversion(interpreter: Interpreter, call: Call) -> Value:
    """`register_tensor_conversion_function`: from now on other objects may be tensors to ops."""
    interpreter.write(interpreter.switches, _CONVERTED, True)
    return None


def _getitem(interpreter: Interpreter, call: Call) -> Value:
    return interpreter.item(call.get(0, "tensor"), call.get(1, "slice_spec"), call.node)


FUNCTIONS: Final[dict[str, Model]] = {
    _GETITEM: _getitem,
    "tensorflow.register_tensor_conversion_function": _conversion,
}
