"""`__tf_dispatch__`: classes that say themselves what ops make of their instances.

Source: RFC 269, "The tf.DispatchableType Protocol"; `tftypes.runtime.dispatch`.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.binding import bind
from tftypes.inference.interpreter.certainty import all_hold
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.instances import is_instance, is_subclass
from tftypes.inference.interpreter.members import METHOD
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model
from tftypes.inference.models.tensorflow.dispatch_declared import METHOD as _METHOD
from tftypes.inference.models.tensorflow.op_arguments import may_dispatch, tensors_in
from tftypes.inference.models.tensorflow.op_groups import KINDS
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import TOP, Class, External, Function, Instance, Value, resolve
from tftypes.inference.values import NOT_IMPLEMENTED, Mapped, Native, OneOf

_TYPES: Final = "__tf_dispatch_types__"
#: What the callable is called that `dispatchable` makes, before the kind that it was given.
_ASKING: Final = f"{METHOD}dispatchable "


def by_protocol(
    interpreter: Interpreter, op: Value, bound: Mapping[str, Value], node: ast.AST
) -> Value:
    """What `__tf_dispatch__` of the arguments' classes gives: subclasses first, then from left to right."""
    values = list(tensors_in(bound))
    arguments = tuple(bound.values())
    for cls in _in_order(interpreter, values):
        asked = _is_asked(interpreter, cls, values)
        if asked is None:
            return TOP
        if asked:
            given = [op, arguments, interpreter.list(Mapped({}), "dict")]
            made = resolve(_ask(interpreter, cls, given, node))
            if made is not NOT_IMPLEMENTED:
                return _without_refusal(made)
    return NOT_IMPLEMENTED


def _ask(interpreter: Interpreter, cls: Class, given: list[Value], node: ast.AST) -> Value:
    return interpreter.call(interpreter.attribute(cls, _METHOD, node), given, {}, node)


def _without_refusal(made: Value) -> Value:
    """Of a handler that may take the call, what it gives where it does: elsewhere the op fails."""
    if isinstance(made, OneOf) and NOT_IMPLEMENTED in made.values:
        left = tuple(each for each in made.values if each is not NOT_IMPLEMENTED)
        return left[0] if len(left) == 1 else OneOf(left)
    return made


def _in_order(interpreter: Interpreter, values: Sequence[Value]) -> list[Class]:
    order: list[Class] = []
    for value in values:
        cls = value.cls if isinstance(value, Instance) else None
        if not isinstance(cls, Class) or cls in order or cls.find(_METHOD) is None:
            continue
        above = (i for i, other in enumerate(order) if is_subclass(interpreter, cls, other))
        order.insert(next(above, len(order)), cls)
    return order


def _is_asked(interpreter: Interpreter, cls: Class, values: Sequence[Value]) -> bool | None:
    """Whether a class wants to be asked about arguments of these types."""
    found = cls.find(_TYPES)
    types = None if found is None else interpreter.known_items(found[0])
    if types is None:
        return True if found is None else None
    asked = (_read(each) for each in values if not _converted(each))
    return all_hold(is_instance(interpreter, each, tuple(types)) for each in asked)


def _read(value: Value) -> Value:
    """A variable is read where a tensor is expected."""
    if isinstance(value, TensorType) and value.kind == "variable":
        return TensorType(value.dtype, value.shape)
    return value


def _converted(value: Value) -> bool:
    """Whether an op makes a tensor of it by itself."""
    if isinstance(value, TensorType):
        return value.kind == "array"
    return value is None or isinstance(value, (int, float, complex, str, bytes, PyValue))


# -- tftypes.runtime.dispatch -------------------------------------------------------------------------------------------


def _dispatchable(interpreter: Interpreter, call: Call) -> Value:
    """A function of the program's that asks its arguments, as TensorFlow's ops do."""
    kind = resolve(call.kwargs.get("kind"))
    function = resolve(call.get(0, "function"))
    if function is None:
        return Native(
            "dispatchable", lambda interpreter, inner: _asking(resolve(inner.args[0]), kind)
        )
    return _asking(function, kind)


def _asking(function: Value, kind: Value) -> Value:
    def run(interpreter: Interpreter, call: Call) -> Value:
        given = None
        if isinstance(function, Function):
            given = bind(interpreter, function, call)
        if given is not None and any(map(may_dispatch, given.values())):
            made = by_protocol(interpreter, made_of, given, call.node)
            if made is not NOT_IMPLEMENTED:
                return made
        return interpreter.dispatch(function, call)

    made_of = Native(f"{_ASKING}{kind}", run)
    return made_of


def _is_of_kind(kind: str, interpreter: Interpreter, call: Call) -> Value:
    op = resolve(call.get(0, "op"))
    if isinstance(op, External):
        return op.name in KINDS[kind]
    if isinstance(op, Native) and op.name.startswith(_ASKING):
        return op.name == f"{_ASKING}{kind}"
    return PyValue("bool")


def _operator(op: str, reflected: bool, interpreter: Interpreter, call: Call) -> Value:
    """An operator of `dispatch.Operators` is the op of TensorFlow's that it stands for."""
    args = [call.receiver, *call.args]
    return interpreter.call(
        External(f"tensorflow.{op}"), args[::-1] if reflected else args, {}, call.node
    )


_BINARY_OPERATORS: Final = {
    **{name: f"math.{op}" for name, op in {
        "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "truediv", "floordiv": "floordiv",
        "mod": "floormod", "pow": "pow", "and": "logical_and", "or": "logical_or", "xor": "logical_xor",
    }.items()},
    "matmul": "linalg.matmul",
}  # fmt: skip
_OTHER_OPERATORS: Final = {
    "lt": "math.less", "le": "math.less_equal", "gt": "math.greater", "ge": "math.greater_equal",
    "neg": "math.negative", "abs": "math.abs", "invert": "math.logical_not",
    "getitem": "__operators__.getitem",
}  # fmt: skip
_RUNTIME: Final = "tftypes.runtime.dispatch."
FUNCTIONS: Final[dict[str, Model]] = {
    **{f"{_RUNTIME}groups.is_{kind}_op": partial(_is_of_kind, kind) for kind in KINDS},
    f"{_RUNTIME}third_party.dispatchable": _dispatchable,
}
CLASSES: Final = {
    f"{_RUNTIME}operators.Operators": LibraryClass(
        methods={
            f"__{prefix}{name}__": partial(_operator, op, prefix == "r")
            for prefix, operators in (
                ("", {**_BINARY_OPERATORS, **_OTHER_OPERATORS}),
                ("r", _BINARY_OPERATORS),
            )
            for name, op in operators.items()
        }
    )
}
