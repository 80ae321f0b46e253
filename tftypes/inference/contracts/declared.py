"""Some value of what an annotation says: an argument that nobody gives, the result of a body that says less."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from typing import Final

from tftypes.algebra import DType, Expr, Shape, Symbol, TensorType
from tftypes.inference.annotations.classes import arguments_by_name, fields_of
from tftypes.inference.annotations.schemas import is_record
from tftypes.inference.annotations.substitution import substitute
from tftypes.inference.contracts.believed import is_confirmed, is_held
from tftypes.inference.contracts.bindings import Bindings
from tftypes.inference.contracts.signatures import signature_of
from tftypes.inference.contracts.structs import declared_struct
from tftypes.inference.interpreter.declared_values import instance_like, instance_of
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.exits import Exit
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.lattice import ALTERNATIVES, join
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import (
    DERIVED,
    OPEN,
    TOP,
    Class,
    Container,
    External,
    Function,
    Instance,
    Unknown,
    Value,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import ASSUMED, Annotation, Mapped, Native, OneOf, Seq, Spread, Tensor

_DEPTH: Final = 4
_NOWHERE: Final = ast.Constant(None, lineno=1, col_offset=0)


def believed(
    interpreter: Interpreter,
    annotation: Annotation | None,
    bindings: Bindings | None = None,
    name: str = "",
) -> Value:
    """What an annotation says of a value that nothing else tells; TOP where that is no evidence."""
    if annotation is None:
        return TOP
    value = value_of(interpreter, annotation, bindings, name)
    return value if value is TOP or is_held(annotation) or interpreter.claim() else TOP


def value_of(
    interpreter: Interpreter,
    annotation: Annotation,
    bindings: Bindings | None = None,
    name: str = "",
    depth: int = 0,
) -> Value:
    """Some value of an annotation; TOP where that says nothing.

    With bindings, type variables that are not bound are unknown; without, they are fixed and stand for themselves.
    An int gets the name of its place, for it may be a size.
    """
    kind, args = annotation.kind, annotation.args

    def part(i: int, each: Annotation) -> Value:
        return value_of(interpreter, each, bindings, f"{name}{i}" if name else "", depth + 1)

    if depth > _DEPTH:
        return TOP
    match kind:
        case "tensor":
            return _told(args[0] if bindings is None else bindings.resolve(args[0]))
        case "struct":
            return declared_struct(interpreter, annotation, bindings)
        case "none":
            return None
        case "python":
            if args[0] == "int" and name:
                return Symbol(name, ("argument", interpreter.trail.tick()), "soft")
            return PyValue(args[0], args[0] != "float")  # an int is a float, too
        case "int":
            size = args[0] if bindings is None else bindings.shape(Shape.of(args[0]))[0]
            return size if isinstance(size, (int, Expr)) else PyValue("int")
        case "literal":
            return _one_of(args)
        case "union":
            return _one_of(value_of(interpreter, each, bindings, name, depth + 1) for each in args)
        case "tuple":
            if len(args) == 1:  # often written where any number is meant
                return Seq((), part(0, args[0]))
            return tuple(part(i, each) for i, each in enumerate(args))
        case "sequence":
            items = Seq((), part(0, args[2]))
            return items if args[1] == "tuple" else interpreter.list(items, args[1] or "list")
        case "dict":
            return Container(interpreter.trail, "dict", Mapped({}, frozenset(), part(0, args[1])))
        case "callable":
            return _callable(annotation, bindings)
        case "class":
            return _instance(interpreter, annotation, bindings, name, depth)
        case "variable":
            return TOP if bindings is None else bindings.values.get(args[0].name, TOP)
    return TOP


def _told(tensor: TensorType) -> TensorType:
    """A tensor of which the program says no more than that: people call arrays and lists so, too."""
    is_bare = tensor.dtype == DType.any() and tensor.shape.rank is None and tensor.kind == "tensor"
    return Tensor.of(tensor, history=ASSUMED) if is_bare else tensor


def _one_of(values: Iterable[Value]) -> Value:
    found: list[Value] = []
    for each in values:
        if each is TOP or len(found) == ALTERNATIVES:
            return TOP
        found.append(each)
    joined: Value = ABSENT
    for each in found:
        joined = join(joined, each) if not isinstance(each, TensorType) else _both(joined, each)
    return joined


def _both(values: Value, tensor: TensorType) -> Value:
    """Alternatives that are declared are kept apart: a call takes one of them."""
    if values is ABSENT:
        return tensor
    before = values.values if isinstance(values, OneOf) else (values,)
    return OneOf((*before, tensor))


def _callable(annotation: Annotation, bindings: Bindings | None) -> Value:
    """A function of which its type is known: the tensors that it takes, and what it gives."""
    parameters, result = annotation.args

    def run(interpreter: Interpreter, call: Call) -> Value:
        taken = Bindings() if bindings is None else bindings.copy()
        for number, (declared, value) in enumerate(zip(parameters or (), call.args), 1):
            if isinstance(value, Spread):
                break
            if declared.kind == "tensor" and isinstance(value, TensorType):
                place = f"argument {number}"
                if (problem := taken.take(declared.args[0], value, place)) is not None:
                    interpreter.report(call.node, problem.code, f"{place}: {problem.words}")
        interpreter.escape(call.values)
        return value_of(interpreter, result, bindings)

    return Native("callable", run)


def _instance(
    interpreter: Interpreter,
    annotation: Annotation,
    bindings: Bindings | None,
    name: str,
    depth: int,
) -> Value:
    """An instance: a class is an upper bound, but the fields of a record are all that there is."""
    cls = annotation.args[0]
    if isinstance(cls, External):
        return instance_of(interpreter, cls.name, instance_like(interpreter, cls.name))
    if not isinstance(cls, Class):
        return TOP
    if cls.find("__tf_type_spec__") is not None and "fields" not in cls.facts:
        return _extension(interpreter, cls)
    if not is_record(cls) or cls.find("__new__") is not None:  # what that takes is its own
        return _bounded(interpreter, cls, name)
    arguments = arguments_by_name(cls, annotation.args[1:])
    values = {
        each: value_of(interpreter, substitute(declared, arguments), bindings, each, depth + 1)
        for each, declared in fields_of(interpreter, cls).items()
    }
    return _made(interpreter, cls, values)


def _extension(interpreter: Interpreter, cls: Class) -> Value:
    """A value of an extension type that follows the protocol: as its constructor makes it of what that declares."""
    init = cls.find("__init__")
    if init is None or not isinstance(init[0], Function):
        return TOP
    given = free_arguments(interpreter, init[0])
    code = init[0].code
    if code.vararg is not None or code.positional_only:
        return TOP
    made = resolve(_made(interpreter, cls, {name: given[name] for name in list(given)[1:]}))
    if isinstance(made, Instance):
        interpreter.write(made, OPEN, True)
        interpreter.write(made, DERIVED, True)
    return made


def _made(interpreter: Interpreter, cls: Class, values: Mapping[str, Value]) -> Value:
    try:
        with interpreter.doubting():  # its constructor is not called here, but by somebody else
            return interpreter.call(cls, [], values, cls.node or _NOWHERE)
    except Exit:
        return TOP


def free_arguments(interpreter: Interpreter, function: Function) -> dict[str, Value]:
    """Arguments for a function that nobody calls: what the annotations say, and named unknowns."""
    code = function.code
    said = signature_of(function).parameters if code.annotated else {}
    given: dict[str, Value] = {}
    for name in (*code.positional, *code.keyword_only):
        value = believed(interpreter, said.get(name), name=name)
        default = function.defaults.get(name)
        if name in said and is_confirmed(said[name], default):
            is_float = isinstance(default, float)  # by its default it is no int
            value = PyValue("float") if is_float else value_of(interpreter, said[name], name=name)
        given[name] = Unknown(interpreter.trail, name) if value is TOP else value
    if code.vararg is not None:
        each = believed(interpreter, said.get(code.vararg))
        given[code.vararg] = Seq((), each)
    if code.kwarg is not None:
        each = believed(interpreter, said.get(code.kwarg))
        given[code.kwarg] = Container(interpreter.trail, "dict", Mapped({}, frozenset(), each))
    return given


def _bounded(interpreter: Interpreter, cls: Class, name: str) -> Value:
    """What is called by a protocol gives what its `__call__` is declared to; ops give what a class says that answers them.

    Of any other instance nothing is known.
    """
    if cls.find("__tf_dispatch__") is not None:
        return Unknown(interpreter.trail, name, cls=cls)
    method = cls.find("__call__")
    if method is None or not _PROTOCOLS & set(cls.externals):
        return TOP
    function = method[0]
    return Native(
        "protocol", lambda interpreter, call: interpreter.dispatch(function, call.with_first(TOP))
    )


_PROTOCOLS: Final = {"typing.Protocol", "typing_extensions.Protocol"}
