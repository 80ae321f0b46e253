"""What the annotations of `__tf_dispatch__` say of an op, where the object that answers is known by its class alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.contracts.declared import value_of
from tftypes.inference.contracts.signatures import Signature, signature_of
from tftypes.inference.interpreter.certainty import all_hold, some_hold
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.instances import is_instance, is_subclass
from tftypes.inference.interpreter.library_names import named
from tftypes.inference.models.tensorflow.op_arguments import tensors_in
from tftypes.inference.objects import (
    TOP,
    Class,
    Container,
    External,
    Function,
    Value,
    class_of,
    is_unknown,
    noted,
    overloads_slot,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Annotation, Descriptor, OneOf, Seq

METHOD: Final = "__tf_dispatch__"
_OP: Final = "tftypes.runtime.dispatch.names.Op"
#: Ops whose results are no objects of the class, whatever it says of ops in general.
_OF_SHAPES: Final = frozenset(f"tensorflow.{name}" for name in ("shape", "size", "rank", "shape_n"))
#: Whether a value is an instance of a class; None where that is not known.
AskClass = Callable[[Interpreter, Value, Value], bool | None]


def by_declaration(interpreter: Interpreter, op: str, bound: Mapping[str, Value]) -> Value:
    """What is declared of an op: by the first signature that is sure to take the call.

    Nothing is known where one above it may take the call too, or where operands of several classes answer.
    """
    classes = dict.fromkeys(filter(None, map(class_of, tensors_in(bound))))
    answering = [cls for cls in classes if cls.find(METHOD) is not None]
    lowest = next(
        (
            cls
            for cls in answering
            if all(is_subclass(interpreter, cls, each) for each in answering)
        ),
        None,
    )
    if lowest is None:
        return TOP
    arguments = tuple(bound.values())
    for signature in _signatures(lowest):
        takes = _takes(interpreter, signature, op, arguments)
        if takes is None:
            return TOP
        if takes and signature.returns is not None:
            return value_of(interpreter, signature.returns, name="result")
    return TOP


def _signatures(cls: Class) -> list[Signature]:
    """The overloads of a class's method, or its one signature."""
    found = cls.find(METHOD)
    if found is None:
        return []
    overloads = [
        each
        for each in noted(found[1], overloads_slot(METHOD))
        if isinstance(each, Function) and each.code.annotated
    ]
    if overloads:
        return list(map(signature_of, overloads))
    value = resolve(found[0])
    function = value.get if isinstance(value, Descriptor) else value
    known = isinstance(function, Function) and function.code.annotated
    return [signature_of(function)] if known else []


def _takes(
    interpreter: Interpreter, signature: Signature, op: str, arguments: tuple[Value, ...]
) -> bool | None:
    """Whether a signature is for an op with these arguments, of which it types the leading ones."""
    names = _ops(interpreter, signature.parameters.get("op"))
    if names is not None and op not in names:
        return False
    if names is None and op in _OF_SHAPES:
        return None
    declared = signature.parameters.get("args")
    if declared is None or declared.kind != "tuple":
        return True
    if len(declared.args) > len(arguments):
        return False
    pairs = zip(arguments, declared.args)
    return all_hold(is_of(interpreter, *each, is_instance) for each in pairs)


def _ops(interpreter: Interpreter, annotation: Annotation | None) -> frozenset[str] | None:
    """The canonical names of the ops that `Op[Literal["tf.matmul", ...]]` names; None for any op."""
    if annotation is None or annotation.kind != "class" or annotation.args[0] != External(_OP):
        return None
    found = [
        named(interpreter, f"tensorflow.{name.removeprefix('tf.')}")
        for each in annotation.args[1:]
        for name in each.args
        if isinstance(name, str)
    ]
    return frozenset(each.name for each in found if isinstance(each, External))


def is_of(
    interpreter: Interpreter, value: Value, annotation: Annotation, ask: AskClass
) -> bool | None:
    """Whether an argument is of an annotated type; None where that is not known. `ask` is asked of classes."""
    value, args = resolve(value), annotation.args

    def each_is(values: Sequence[Value], inner: Annotation) -> bool | None:
        return all_hold(is_of(interpreter, each, inner, ask) for each in values)

    match annotation.kind:
        case _ if value is ABSENT:
            return False
        case "any":
            return True
        case "union":
            return some_hold(is_of(interpreter, value, each, ask) for each in args)
        case "class":
            return ask(interpreter, value, args[0])
        case _ if is_unknown(value) or isinstance(value, OneOf):
            return False if class_of(value) is not None and annotation.kind == "none" else None
        case "tensor":
            return isinstance(value, TensorType) and value.kind == args[0].kind
        case "none":
            return value is None
        case "literal":
            return value in args
        case "sequence":
            items = interpreter.items(value) if isinstance(value, (tuple, Container)) else ()
            if isinstance(items, Seq):
                return None
            return bool(items) and each_is(items, args[2])
        case "python":
            return is_instance(interpreter, value, External(f"builtins.{args[0]}"))
    return None
