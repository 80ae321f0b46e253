"""Ops that ask their arguments: `__tf_dispatch__` of a class, and handlers that are registered for types.

Source: RFC 269, "The tf.DispatchableType Protocol"; `tf.experimental.dispatch_for_api` and its like.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from tftypes.algebra import DType, TensorType
from tftypes.inference.annotations.named import as_annotation
from tftypes.inference.contracts.signatures import signature_of
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.functions import bind
from tftypes.inference.interpreter.instances import is_instance, is_subclass
from tftypes.inference.interpreter.library import named
from tftypes.inference.interpreter.members import METHOD
from tftypes.inference.interpreter.rules import named_rule
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model
from tftypes.inference.models.tensorflow.composites import EXTENSION_TYPE, is_composite
from tftypes.inference.models.tensorflow.op_groups import (
    ASSERTIONS,
    BINARY,
    KINDS,
    REDUCTIONS,
    UNARY,
    UNDISPATCHED,
)
from tftypes.inference.models.tensorflow.ops import OpError, PyValue
from tftypes.inference.models.tensorflow.replicas import is_distributed
from tftypes.inference.state import ABSENT
from tftypes.inference.values import (
    DISPATCHES,
    NOT_IMPLEMENTED,
    REPLICA,
    TOP,
    Annotation,
    Class,
    Container,
    External,
    Function,
    Instance,
    Log,
    Mapped,
    Native,
    OneOf,
    Spread,
    Value,
    is_unknown,
    noted,
    resolve,
)

_METHOD: Final = "__tf_dispatch__"
_TYPES: Final = "__tf_dispatch_types__"
#: The slot of the program's state with the registered handlers.
_HANDLERS: Final = "dispatch handlers"
#: What the callable is called that `dispatchable` makes, before the kind that it was given.
_ASKING: Final = f"{METHOD}dispatchable "
_GETITEM: Final = "tensorflow.__operators__.getitem"
#: Parameters that never take a tensor.
_STATIC: Final = ("name", "dtype", "keepdims", "keep_dims", "out_type", "output_type", "Tout")
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


@dataclass(frozen=True, slots=True)
class Handler:
    """What a program has registered: for one op, or a family of them, where arguments are of these types."""

    apis: frozenset[str]
    types: Mapping[str, Annotation] | tuple[Annotation, ...]
    target: Value


# -- a call of an op ----------------------------------------------------------------------------------------------------


def dispatched(
    interpreter: Interpreter,
    name: str,
    args: Sequence[Value],
    kwargs: Mapping[str, Value],
    node: ast.AST,
    converts: bool = True,
    registered: str | None = None,
) -> Value:
    """What the handlers of the program make of a call of an op; ABSENT where none of them is asked or takes it.

    `registered` is the name under which handlers for types are looked up, where it is another. Raises OpError where
    the op goes on and `converts` its operands, of which one makes no tensor.
    """
    values = [*map(resolve, args), *map(resolve, kwargs.values())]
    if not any(map(_may_dispatch, values)):
        return _unless_dispatched(interpreter, name, values)
    if any(type(each) is OneOf for each in values):
        return interpreter.each(
            lambda *ways: interpreter.call(
                External(name), ways[: len(args)], dict(zip(kwargs, ways[len(args) :])), node
            ),
            *values,
        )
    if name in UNDISPATCHED or not _is_op(interpreter, name):
        return ABSENT
    bound = _canonical(interpreter, name, args, kwargs)
    if bound is None:
        return ABSENT
    made = _by_protocol(interpreter, External(name), bound, node)
    if made is NOT_IMPLEMENTED:
        made = _by_types(interpreter, registered or name, bound, Call(args, kwargs, node))
    if made is not NOT_IMPLEMENTED:
        return made
    if converts:
        _check_converts(interpreter, name, bound)
    return ABSENT


def _unless_dispatched(interpreter: Interpreter, name: str, values: Sequence[Value]) -> Value:
    """An operand of which nothing is known may be an object that takes the call, where the program has such objects."""
    if interpreter.switches.read(DISPATCHES) is ABSENT or not any(map(is_unknown, values)):
        return ABSENT
    return TOP if _is_op(interpreter, name) and name not in UNDISPATCHED else ABSENT


def _may_dispatch(value: Value) -> bool:
    """Whether a value, or an item of a list of them, is an object of the program's."""
    value = resolve(value)
    if isinstance(value, Container) and value.kind == "list":
        value = value.contents
    if isinstance(value, (tuple, OneOf)):
        return any(map(_may_dispatch, value.values if isinstance(value, OneOf) else value))
    return isinstance(value, Instance) and (isinstance(value.cls, Class) or is_composite(value))


def _is_op(interpreter: Interpreter, name: str) -> bool:
    return named_rule(name) is not None or name in UNARY | BINARY | ASSERTIONS or name == _GETITEM


def _canonical(
    interpreter: Interpreter, name: str, args: Sequence[Value], kwargs: Mapping[str, Value]
) -> dict[str, Value] | None:
    """The arguments by the parameters of the op, with their defaults; None where they are not known to fit."""
    defaults = _parameters(interpreter, name)
    if defaults is None or len(args) > len(defaults) or "**" in kwargs:
        return None
    if any(isinstance(each, Spread) for each in args):
        return None
    given = {**dict(zip(defaults, args)), **kwargs}
    if given.keys() - defaults.keys():
        return None
    found = {each: given.get(each, default) for each, default in defaults.items()}
    return None if ABSENT in found.values() else found


def _parameters(interpreter: Interpreter, name: str) -> dict[str, Value] | None:
    """The parameters of an op with their defaults, ABSENT where there is none."""
    entry = interpreter.declared.find(name)
    overloads = getattr(entry, "overloads", ())
    if not overloads:
        return None
    found: dict[str, Value] = {}
    for each in overloads[0].parameters:
        if each.kind in (each.kind.VAR_POSITIONAL, each.kind.VAR_KEYWORD):
            return None
        found[each.name] = ABSENT if each.default is None else _default(interpreter, each.default)
    return found


def _default(interpreter: Interpreter, text: str) -> Value:
    """The value of a default that a stub says."""
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return named(interpreter, text) if text.replace(".", "").isidentifier() else TOP


def _tensors(bound: Mapping[str, Value]) -> Iterator[Value]:
    """The arguments that can be tensors, and the items of lists of them."""
    for name, value in bound.items():
        if name not in _STATIC and not isinstance(resolve(value), (bool, str, DType)):
            yield from _flat(value)


def _flat(value: Value) -> Iterator[Value]:
    value = resolve(value)
    if isinstance(value, Container) and value.kind == "list":
        value = value.contents
    if isinstance(value, tuple):
        for each in value:
            yield from _flat(each)
    else:
        yield value


def _check_converts(interpreter: Interpreter, name: str, bound: Mapping[str, Value]) -> None:
    """The operands of elementwise ops and reductions are made tensors of. Raises OpError for what makes none."""
    count = 2 if name in BINARY else 1 if name in UNARY | REDUCTIONS | _CONVERTING else 0
    for parameter, value in list(bound.items())[:count]:
        for each in _flat(value):
            if is_opaque(interpreter, each):
                raise OpError(
                    "tf-value",
                    f"{each.cls.name.rpartition('.')[2]} does not convert to a tensor, and no handler of the program's "
                    "takes the call",
                    parameter,
                )


def is_opaque(interpreter: Interpreter, value: Value) -> bool:
    """Whether TensorFlow makes no tensor of an object of the program's, for sure."""
    if is_distributed(value):
        return interpreter.switches.read(REPLICA, None) is None
    if not isinstance(value, Instance) or not isinstance(value.cls, Class) or value.cls.is_open:
        return False
    known = all(name in _WITHOUT or name.startswith(_STUBS) for name in value.cls.externals)
    return known and not any(value.cls.find(name) for name in _CONVERSIONS)


# -- the protocol -------------------------------------------------------------------------------------------------------


def _by_protocol(
    interpreter: Interpreter, op: Value, bound: Mapping[str, Value], node: ast.AST
) -> Value:
    """What `__tf_dispatch__` of the arguments' classes gives: subclasses first, then from left to right."""
    values = list(_tensors(bound))
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
    answers = {
        is_instance(interpreter, each, tuple(types)) for each in values if not _converted(each)
    }
    return False if False in answers else None if None in answers else True


def _converted(value: Value) -> bool:
    """Whether an op makes a tensor of it by itself."""
    if isinstance(value, TensorType):
        return value.kind == "array"
    return value is None or isinstance(value, (int, float, complex, str, bytes, PyValue))


# -- handlers for types -------------------------------------------------------------------------------------------------


def _by_types(interpreter: Interpreter, name: str, bound: Mapping[str, Value], call: Call) -> Value:
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
    return interpreter.call(handler.target, call.args, call.kwargs, call.node)


def _elementwise(
    interpreter: Interpreter,
    name: str,
    handler: Handler,
    bound: Mapping[str, Value],
    node: ast.AST,
) -> Value:
    """A handler for a family gets the op, without the arguments that are not elementwise, and its operands."""
    count = len(handler.types)
    operands, others = list(bound.values())[:count], dict(list(bound.items())[count:])
    defaults = _parameters(interpreter, name) or {}
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
    answers = {_is_of(interpreter, value, each) for value, each in pairs}
    return False if False in answers else None if None in answers else True


def _is_of(interpreter: Interpreter, value: Value, annotation: Annotation) -> bool | None:
    """Whether TensorFlow takes a value for one of a type."""
    value, args = resolve(value), annotation.args
    if value is ABSENT:
        return False
    match annotation.kind:
        case "any":
            return None
        case "union":
            answers = {_is_of(interpreter, value, each) for each in args}
            return True if True in answers else None if None in answers else False
        case _ if is_unknown(value) or isinstance(value, OneOf):
            return None
        case "tensor":
            return isinstance(value, TensorType) and value.kind == args[0].kind
        case "none":
            return value is None
        case "sequence":
            items = interpreter.items(value) if isinstance(value, (tuple, Container)) else ()
            if not isinstance(items, tuple):
                return None
            answers = {_is_of(interpreter, each, args[2]) for each in items}
            return None if None in answers else bool(items) and False not in answers
        case "class":
            return is_instance(interpreter, value, args[0])
        case "python":
            return is_instance(interpreter, value, External(f"builtins.{args[0]}"))
    return None


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
                raise OpError(
                    "tf-value", "no type says for which arguments the handler is: annotate them"
                )
            yield found
        return
    names = list(_parameters(interpreter, api) or ())
    for each in map(resolve, signatures):
        if isinstance(each, Container) and isinstance(each.contents, Mapped):
            yield {
                names[key] if isinstance(key, int) else key: as_annotation(resolve(value))
                for key, value in each.contents.known.items()
                if not isinstance(key, int) or key < len(names)
            }


def _for_family(apis: frozenset[str], count: int, interpreter: Interpreter, call: Call) -> Value:
    """`dispatch_for_unary_elementwise_apis(M)` and its like: for each op of a family."""
    types = tuple(as_annotation(resolve(each)) for each in (*call.args, *call.kwargs.values()))

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
            given = bind(interpreter, function, call.args, call.kwargs, call.node)
        if given is not None and any(map(_may_dispatch, given.values())):
            made = _by_protocol(interpreter, made_of, given, call.node)
            if made is not NOT_IMPLEMENTED:
                return made
        return interpreter.call(function, call.args, call.kwargs, call.node)

    made_of = Native(f"{_ASKING}{kind}", run)
    return made_of


def _is_of_kind(kind: str, interpreter: Interpreter, call: Call) -> Value:
    op = resolve(call.get(0, "op"))
    if isinstance(op, External):
        return op.name in KINDS[kind]
    if isinstance(op, Native) and op.name.startswith(_ASKING):
        return op.name == f"{_ASKING}{kind}"
    return PyValue("bool")


def _getitem(interpreter: Interpreter, call: Call) -> Value:
    return interpreter.item(call.get(0, "tensor"), call.get(1, "slice_spec"), call.node)


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
    _GETITEM: _getitem,
    **{f"{_RUNTIME}groups.is_{kind}_op": partial(_is_of_kind, kind) for kind in KINDS},
    f"{_RUNTIME}third_party.dispatchable": _dispatchable,
}
CLASSES: Final = {
    f"{_RUNTIME}operators.Operators": LibraryClass(
        methods={
            **{
                f"__{name}__": partial(_operator, op, False)
                for name, op in _BINARY_OPERATORS.items()
            },
            **{
                f"__r{name}__": partial(_operator, op, True)
                for name, op in _BINARY_OPERATORS.items()
            },
            **{
                f"__{name}__": partial(_operator, op, False)
                for name, op in _OTHER_OPERATORS.items()
            },
        }
    ),
}
