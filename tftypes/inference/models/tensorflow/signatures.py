"""Calls of traced functions held against an `input_signature`, and concrete functions, which are called by their specs."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Shape, Symbol, TensorType, Variadic, equal, shapes
from tftypes.algebra.matching import mismatch
from tftypes.inference.declarations.calls import unknown_name
from tftypes.inference.interpreter.binding import bind, misfit
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.instances import is_instance
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.tensorflow import specs
from tftypes.inference.models.tensorflow.composites import is_composite
from tftypes.inference.models.tensorflow.element_specs import struct_in
from tftypes.inference.models.tensorflow.extension_specs import (
    components_of,
    from_components,
    is_type_spec,
    to_components,
    value_class,
)
from tftypes.inference.models.tensorflow.ops import OpError, Unsure
from tftypes.inference.models.tensorflow.ops.conversion import as_tensor, is_told
from tftypes.inference.models.tensorflow.shown_structures import shown
from tftypes.inference.models.tensorflow.structures import (
    is_list,
    is_open,
    members,
    paired,
    with_parts,
)
from tftypes.inference.objects import (
    TOP,
    Container,
    Function,
    Instance,
    TracedFunction,
    Value,
    is_unknown,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Bound, Descriptor, OneOf, Tensor
from tftypes.inference.widening import soften

_CODE: Final = "tf-signature"


@dataclass(frozen=True, slots=True)
class Signature:
    """The specs of a traced function's parameters, without the receiver."""

    specs: tuple[Value, ...]
    #: How many arguments stand before the first that has a spec: the receiver of a method.
    skipped: int


def signature_of(interpreter: Interpreter, function: TracedFunction) -> Signature | None:
    """The signature that a tf.function was given; None where there is none or it is not known."""
    given = resolve(function.settings.get("input_signature"))
    if given is None:
        return None
    found = interpreter.known_items(given)
    return None if found is None else Signature(found, receivers(function.function))


def receivers(function: Value) -> int:
    """How many of a function's parameters are its receiver: a static method has none."""
    if not isinstance(function, Function) or function.cls is None:
        return 0
    held = resolve(function.cls.read(function.code.name))
    return int(not isinstance(held, Descriptor) or held.kind != "staticmethod")


# -- a call -------------------------------------------------------------------------------------------------------------


def bound_arguments(
    interpreter: Interpreter, function: Value, signature: Signature, call: Call
) -> list[Value] | None:
    """One argument for each spec, None where that is not known. Raises OpError where the arguments do not fit."""
    if call.is_open:
        return None
    inner = interpreter.unbound(function)
    if not isinstance(inner, Function):
        is_plain = not call.kwargs and len(call.args) == len(signature.specs)
        return list(call.args) if is_plain else None
    code, wanted = inner.code, signature.skipped + len(signature.specs)
    whole = call.with_first(function.receiver) if isinstance(function, Bound) else call
    positional = code.positional[len(whole.args) - len(call.args) :]
    names = [*positional, *code.keyword_only]
    unknown = next((each for each in call.kwargs if each not in names), None)
    if unknown is not None:
        raise OpError(_CODE, f"{code.name}() {unknown_name(unknown, names)}")
    given = bind(interpreter, inner, whole)
    if given is None:
        raise OpError(_CODE, misfit(inner, whole.args, whole.kwargs))
    further = () if code.vararg is None else given[code.vararg]
    if further and len(call.args) != max(wanted, len(positional)):
        got = len(call.args) - signature.skipped
        raise OpError(_CODE, f"{code.name}() takes {len(signature.specs)} arguments, got {got}")
    count = len(positional) if further else wanted
    for name in names[count:]:
        _check_fixed(inner, name, given.get(name, ABSENT))
    return [*(given.get(name, TOP) for name in names[:count]), *further]


def _check_fixed(function: Function, name: str, value: Value) -> None:
    """A parameter without a spec is its default in every call. Raises OpError for another value."""
    value, default = resolve(value), resolve(function.defaults.get(name, ABSENT))
    plain = (bool, int, float, str, type(None))
    if not isinstance(default, plain):
        return
    differs = isinstance(value, plain) and (value is not default and value != default)
    if differs or isinstance(value, TensorType) and value.kind in _TENSORS:
        shown = value if isinstance(value, TensorType) else repr(value)
        raise OpError(
            _CODE,
            f"{function.code.name}(): argument {name!r}: without a spec in input_signature it is "
            f"{default!r} in every call, got {shown}",
        )


#: Tensors that TensorFlow never takes for a Python value.
_TENSORS: Final = ("tensor", "variable", "ragged", "sparse")


def converted(
    interpreter: Interpreter, spec: Value, value: Value, place: str, strict: bool = True
) -> Value:
    """An argument as the tensors that its specs admit. Raises OpError where it does not fit them.

    `strict` says that a list is no tuple.
    """
    spec, value = resolve(spec), resolve(value)
    if specs.is_spec(spec):
        return _converted_leaf(interpreter, spec, value, place)
    if struct_in(spec) is not None:
        return specs.placeholders(interpreter, spec, interpreter.trace)
    if is_type_spec(spec):
        return _converted_value(interpreter, spec, value, place)
    wanted, given = members(spec), members(value)
    if wanted is None or is_unknown(value) or isinstance(value, OneOf) or is_open(value):
        return value
    if given is None:
        got = value if isinstance(value, TensorType) else "another value"
        raise OpError(_CODE, f"{place}: expected a structure of {len(wanted)} parts, got {got}")
    if wanted.keys() != given.keys() or strict and is_list(spec) is not is_list(value):
        expected, got = shown(spec), shown(value)
        raise OpError(_CODE, f"{place}: expected the structure {expected}, got {got}")
    made = [
        converted(interpreter, each, given[at], place + at, strict) for at, each in wanted.items()
    ]
    return with_parts(interpreter, spec, made)


def _converted_value(interpreter: Interpreter, spec: Instance, value: Value, place: str) -> Value:
    """A value of an extension type, with its components as its spec admits them. Its static data is the spec's."""
    components = components_of(interpreter, spec)
    if components is ABSENT or is_unknown(value) or isinstance(value, OneOf):
        return specs.placeholders(interpreter, spec, interpreter.trace)
    cls = value_class(spec)
    if not is_composite(value) or cls is not None and is_instance(interpreter, value, cls) is False:
        expected = "a value of its spec" if cls is None else f"a {cls.name}"
        raise OpError(_CODE, f"{place}: expected {expected}, got another value")
    given = to_components(interpreter, spec, value)
    made = converted(interpreter, components, given, place, strict=False)
    return from_components(interpreter, spec, made)


def _converted_leaf(interpreter: Interpreter, spec: TensorType, value: Value, place: str) -> Value:
    kind = specs.spec_kind(spec)
    any_value = Tensor(spec.dtype, spec.shape, kind, trace=interpreter.trace, sources=frozenset())
    if is_unknown(value) or isinstance(value, (OneOf, Instance)):
        return any_value
    if isinstance(value, Container) and value.kind == "dict" or value is None:
        raise OpError(
            _CODE, f"{place}: expected {_of(spec)}, got {'None' if value is None else 'a dict'}"
        )
    if kind != "tensor":
        if not isinstance(value, TensorType):
            return any_value
        if value.kind != kind:
            raise OpError(_CODE, f"{place}: expected {_of(spec)}, got {value}")
        return value
    try:
        made = as_tensor(
            to_rule(value), spec.dtype if spec.dtype.name and not is_told(value) else None
        )
    except OpError as error:
        raise OpError(_CODE, f"{place}: {error}") from None
    except Unsure:
        if isinstance(value, TensorType) and value.kind in ("ragged", "sparse"):
            raise OpError(_CODE, f"{place}: expected {_of(spec)}, got {value}") from None
        return any_value
    if made.dtype.name and spec.dtype.name and made.dtype != spec.dtype:
        words = f"{place}: expected {_of(spec)} as input_signature says, got {made}"
        raise OpError(_CODE, words, hint=f"tf.cast({{}}, tf.{spec.dtype})")
    if (wrong := mismatch(soften(made).shape, spec.shape)) is not None:
        words = f"{place}: expected {_of(spec)} as input_signature says, got {made}: {wrong}"
        raise OpError(_CODE, words, hint=_with_rank(made.shape, spec.shape))
    told = isinstance(value, Tensor)
    return Tensor(
        spec.dtype if spec.dtype.name else made.dtype,
        made.shape,
        value=made.value,
        trace=value.trace if told else interpreter.trace,
        sources=value.sources if told else frozenset(),
    )


def _with_rank(got: Shape, wanted: Shape) -> str | None:
    """How a tensor gets the rank that it should have, where one dim of 1 makes the difference."""
    for shape, other, remedy, may_be in (
        (got, wanted, "tf.expand_dims({{}}, {})", True),
        (wanted, got, "tf.squeeze({{}}, {})", False),
    ):
        for axis in range(other.rank or 0) if shape.rank is not None else ():
            rest = other.slice(0, axis) + other.slice(axis + 1, None)
            is_one = equal(other[axis], 1)
            if (may_be if is_one is None else is_one) and mismatch(shape, rest) is None:
                return remedy.format(axis)
    return None


def _of(spec: TensorType) -> str:
    return f"{spec.dtype}{spec.shape}"


def held(
    interpreter: Interpreter,
    signature: Signature,
    names: Sequence[str],
    args: Sequence[Value],
    node: ast.AST,
    shown: str,
) -> list[Value] | None:
    """The arguments as the signature converts them; None where they are refused, which is reported."""
    made = list(args[: signature.skipped])
    try:
        for i, (spec, value) in enumerate(zip(signature.specs, args[signature.skipped :])):
            name = names[i] if i < len(names) else str(i)
            made.append(converted(interpreter, spec, value, f"{shown}: argument {name!r}"))
    except OpError as error:
        is_one = isinstance(resolve(value), TensorType)  # its remedy is for the argument itself
        hint = f"; {error.hint.format(name)}" if error.hint and is_one else ""
        interpreter.refuse(node, _CODE, f"{error}{hint}", "builtins.TypeError")
        return None
    return [*made, *args[len(made) :]]


def sizes(placeholder: Value, actual: Value) -> Iterator[tuple[Any, Any]]:
    """The size of each open axis, and each open shape, of a signature in a call."""
    for one, other in paired(placeholder, actual):
        if not isinstance(one, TensorType):
            continue
        shape = other.shape if isinstance(other, TensorType) else Shape.unknown()
        if isinstance(one.shape.middle, Variadic):
            yield one.shape.middle.key, shape
        dims = one.shape.dims or ()
        for dim, size in zip(dims, shape.dims or [UNKNOWN] * len(dims)):
            if isinstance(dim, Symbol):
                yield dim.key, size


def with_sizes(value: Value, bindings: Mapping[Any, Any]) -> Value:
    """A tensor of a trace with the sizes of a call."""
    if not isinstance(value, TensorType) or not bindings:
        return value
    shape = shapes.substitute(value.shape, bindings)
    if not isinstance(value, Tensor):
        return TensorType(value.dtype, shape, value.kind)
    return Tensor.of(value, shape, identity=None)
