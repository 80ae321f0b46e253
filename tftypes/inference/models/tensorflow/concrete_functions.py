"""Concrete functions: one trace, called by the parameters that have specs."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import tensor_of
from tftypes.inference.interpreter.tables import Call, LibraryClass
from tftypes.inference.lattice import same
from tftypes.inference.models.tensorflow import functions, signatures, specs, traced_functions
from tftypes.inference.models.tensorflow.ops import OpError, Unsure
from tftypes.inference.models.tensorflow.structures import (
    map_leaves,
    map_tensors,
    paired,
    tensors_in,
)
from tftypes.inference.models.tensorflow.traces import Traced
from tftypes.inference.objects import Container, Instance, TracedFunction, Value, resolve
from tftypes.inference.values import OUTPUTS, Bound, Spread, Tensor

CLASS: Final = "tensorflow.types.experimental.ConcreteFunction"
_FACTS: Final = "<concrete>"
#: The names of arguments for which the function has no parameters of its own, as for `*args`.
_FURTHER: Final = [f"args_{place}" for place in range(32)]

#: The values of Python that a trace is made for.
_PLAIN: Final = (bool, int, float, str)


@dataclass(frozen=True, slots=True)
class Concrete:
    """What a concrete function is called with, and what it gives."""

    name: str
    traced: Traced
    #: What stands for each parameter: tensors of the graph, or the value of Python that was given.
    parameters: tuple[tuple[str, Value], ...]
    #: Whether it is a signature of a saved model, which takes its tensors by name and names its outputs itself.
    is_signature: bool = False


def instance(interpreter: Interpreter, concrete: Concrete) -> Instance:
    return interpreter.instance(CLASS, {_FACTS: concrete})


def facts(value: Value) -> Concrete | None:
    """What is known of a concrete function; None for other values."""
    found = value.read(_FACTS, None) if isinstance(value, Instance) else None
    return found if isinstance(found, Concrete) else None


def _known(value: Value) -> Concrete:
    """What is known of a concrete function. Raises Unsure where nobody here has made it."""
    found = facts(value)
    if found is None:
        raise Unsure
    return found


def concrete(interpreter: Interpreter, function: TracedFunction, call: Call) -> Concrete:
    """The concrete function for these specs, tensors and values of Python; `args` begin with the receiver of a method."""
    names = [*traced_functions.parameters(function.function), *_FURTHER]
    skipped = signatures.receivers(function.function)
    signature = signatures.signature_of(interpreter, function)
    name = traced_functions.name_of(function)
    if signature is None and len(call.args) == skipped and not call.kwargs:
        _check_specs(function, skipped)
    if signature is not None:
        traced = functions.trace_signed(
            interpreter, function, signature, call.args[:skipped], call.node
        )
        told = dict(zip(names[skipped:], traced.given))
        return Concrete(name, traced, _with_defaults(function, told))
    given = [
        *call.args[:skipped],
        *(_placeholders(interpreter, each) for each in call.args[skipped:]),
    ]
    named = {key: _placeholders(interpreter, each) for key, each in call.kwargs.items()}
    traced = functions.trace_for(interpreter, function, Call(given, named, call.node))
    told = {**dict(zip(names[skipped:], given[skipped:])), **named}
    return Concrete(name, traced, _with_defaults(function, told))


def _check_specs(function: TracedFunction, skipped: int) -> None:
    """Raises OpError for a function of which no parameter is told: an earlier call may say what they are."""
    inner = traced_functions.plain(function)
    names = () if inner is None else inner.code.positional[skipped:]
    wanted = [name for name in names if inner is not None and name not in inner.defaults]
    if wanted:
        words = f"argument {wanted[0]!r} is missing"
        raise OpError("tf-call", words, hint=with_specs(function, wanted))


def with_specs(function: TracedFunction, wanted: Sequence[str]) -> str:
    """The call that makes a concrete function for the arguments of the last call."""
    earlier = [each for each in functions.traces(function) if each.key is not None]
    told = dict(zip(*earlier[-1].key)) if earlier else {}
    return f"get_concrete_function({', '.join(_spec_of(told.get(name)) for name in wanted)})"


def _spec_of(part: Any) -> str:
    """The spec of an argument of an earlier call, by its part of the key of the trace; any float32 without one."""
    is_tensor = isinstance(part, tuple) and len(part) == 3 and part[0] == "tensor"
    return (
        f"tf.TensorSpec({part[2]}, tf.{part[1]})"
        if is_tensor
        else "tf.TensorSpec(None, tf.float32)"
    )


def _with_defaults(
    function: TracedFunction, given: Mapping[str, Value]
) -> tuple[tuple[str, Value], ...]:
    """The parameters in their order, with the values of Python that those have which nobody gave."""
    inner = traced_functions.plain(function)
    if inner is None:
        return tuple(given.items())
    values = {**inner.defaults, **given}
    ordered = [
        name for name in (*inner.code.positional, *inner.code.keyword_only) if name in values
    ]
    return tuple((name, values[name]) for name in dict.fromkeys((*ordered, *given)))


def _placeholders(interpreter: Interpreter, value: Value) -> Value:
    """What the body gets for a spec or an example."""

    def leaf(each: Value) -> Value:
        if not isinstance(each, TensorType) or each.kind == "variable":
            return each
        spec = each if each.kind == "spec" else specs.spec_of(each)
        return specs.placeholder(interpreter, spec, None)

    return map_leaves(interpreter, leaf, value)


# -- calls --------------------------------------------------------------------------------------------------------------


def _bound(concrete: Concrete, call: Call) -> list[tuple[str, Value, Value]]:
    """Each parameter with what stands for it and what it is given. Raises OpError where the arguments do not fit.

    The arguments may be those of the Python function, or its tensors alone.
    """
    is_open = any(name == "**" or isinstance(each, Spread) for name, each in concrete.parameters)
    if call.is_open or is_open:
        raise Unsure
    args, kwargs = call.args, call.kwargs
    tensors = tuple(each for each in concrete.parameters if _has_tensor(each[1]))
    if concrete.is_signature and args and not any(_is_structure(each) for _, each in tensors):
        _check_positions([name for name, _ in tensors], call)
    try:
        return _bound_to(concrete, concrete.parameters, args, kwargs)
    except OpError:
        if len(tensors) == len(concrete.parameters) or len(args) + len(kwargs) != len(tensors):
            raise
        return _bound_to(concrete, tensors, args, kwargs)


def _check_positions(names: Sequence[str], call: Call) -> None:
    """A signature of a saved model takes one tensor without its name, where it has no more. Raises OpError."""
    given = [resolve(each) for each in call.args]
    if len(names) == 1 and not call.kwargs and len(given) == 1:
        is_plain = isinstance(given[0], TensorType) and given[0].kind == "array"
        if not is_plain and not isinstance(given[0], (Container, tuple, *_PLAIN)):
            return
    words = f"a signature of a saved model takes its tensors by name: {', '.join(names) or 'none'}"
    left = [name for name in names if name not in call.kwargs]
    if isinstance(call.node, ast.Call) and len(given) <= len(left):
        code = [f"{name}={ast.unparse(each)}" for name, each in zip(left, call.node.args)]
        code += map(ast.unparse, call.node.keywords)
        words += f"; {ast.unparse(call.node.func)}({', '.join(code)}) names them"
    raise OpError("tf-signature", words)


def _is_structure(value: Value) -> bool:
    """Whether several tensors are in a parameter."""
    return not isinstance(resolve(value), TensorType) and _has_tensor(value)


def _bound_to(
    concrete: Concrete,
    parameters: Sequence[tuple[str, Value]],
    args: Sequence[Value],
    kwargs: Mapping[str, Value],
) -> list[tuple[str, Value, Value]]:
    names = [name for name, _ in parameters]
    wanted = [name for name, value in parameters if _has_tensor(value)]
    if len(args) > len(names):
        words = f"{concrete.name} takes {len(names)} arguments, got {len(args)}"
        raise OpError("tf-signature", words)
    given = dict(zip(wanted if _is_flat(concrete, args) else names, args))
    for name, value in kwargs.items():
        if name not in names and _FURTHER[0] in names:
            raise Unsure  # the parameters of the function are not known
        if name not in names and any(_is_structure(each) for _, each in parameters):
            raise Unsure  # the specs in a dict may have names of their own
        if name not in names or name in given:
            raise OpError(
                "tf-signature",
                f"{concrete.name} has no argument {name!r}: it takes {', '.join(names) or 'none'}",
            )
        given[name] = value
    if not given.keys() <= set(wanted):  # by the whole signature, not by the tensors alone
        wanted = names
    missing = [name for name in wanted if name not in given]
    if missing:
        raise OpError("tf-signature", f"{concrete.name} is missing the argument {missing[0]!r}")
    return [(name, value, given[name]) for name, value in parameters if name in given]


def _is_flat(concrete: Concrete, args: Sequence[Value]) -> bool:
    """Whether a call leaves out the values of Python that were given, and passes the tensors alone."""
    pairs = list(zip(concrete.parameters, map(resolve, args)))
    count = sum(_has_tensor(value) for _, value in concrete.parameters)
    misplaced = any(
        isinstance(each, TensorType)
        and each.kind in ("tensor", "variable")
        and not _has_tensor(value)
        for (_, value), each in pairs
    )
    return misplaced and len(args) <= count


def _has_tensor(value: Value) -> bool:
    value = resolve(value)
    if isinstance(value, TensorType):
        return True
    items = getattr(value, "contents", value)
    items = list(getattr(items, "known", {}).values()) or items
    return isinstance(items, (tuple, list)) and any(map(_has_tensor, items))


def _check(name: str, wanted: Value, given: Value) -> None:
    for one, other in paired(wanted, given):
        if isinstance(one, TensorType):
            is_tensor = isinstance(other, TensorType) and other.kind != "array"
            made = tensor_of(other) if is_tensor else None
            if (
                made is not None
                and made.dtype.name
                and one.dtype.name not in (None, made.dtype.name)
            ):
                words = f"argument {name!r}: expected {one.dtype}, got {made.dtype}"
                raise OpError("tf-signature", words)
        elif isinstance(one, _PLAIN) and isinstance(other, _PLAIN) and not same(one, other):
            words = f"argument {name!r}: traced for {one!r}, got {other!r}"
            raise OpError("tf-signature", words)


def _call(interpreter: Interpreter, call: Call) -> Value:
    return call_concrete(interpreter, _known(call.receiver), call)


def call_concrete(interpreter: Interpreter, concrete: Concrete, call: Call) -> Value:
    """The result of a call of a concrete function."""
    sizes: dict[Any, Any] = {}
    try:
        for name, wanted, given in _bound(concrete, call):
            _check(name, wanted, given)
            sizes.update(signatures.sizes(wanted, plain_tensors(interpreter, given)))
    except OpError as error:
        interpreter.refuse(call.node, error.code, str(error), "builtins.TypeError")
    result = functions.outside(interpreter, concrete.traced, call.node, sizes)
    if concrete.is_signature and isinstance(found := resolve(result), Container):
        interpreter.write(found, OUTPUTS, True)
    if interpreter.tapes:  # what they record of the graph was not followed when it was made
        return map_leaves(interpreter, _without_sources, result)
    return result


def _without_sources(value: Value) -> Value:
    return Tensor.of(value, sources=None) if isinstance(value, Tensor) else value


def plain_tensors(interpreter: Interpreter, value: Value) -> Value:
    """A structure of arguments as the tensors that they become."""
    return map_leaves(interpreter, lambda each: tensor_of(each) or each, value)


# -- members ------------------------------------------------------------------------------------------------------------


def _get(interpreter: Interpreter, call: Call) -> Value:
    function = call.receiver
    if isinstance(function, Bound):
        function, call = function.function, call.with_first(function.receiver)
    return instance(interpreter, concrete(interpreter, function, call))


def _of_outputs(
    read: Callable[[TensorType], Value], interpreter: Interpreter, value: Instance
) -> Value:
    """The structure of the outputs, with what is asked of each."""
    return map_tensors(interpreter, read, _known(value).traced.result)


def _flat_outputs(interpreter: Interpreter, value: Instance) -> Value:
    return interpreter.list(tuple(tensors_in(interpreter, _known(value).traced.result)))


CLASSES: Final = {
    CLASS: LibraryClass(
        methods={"__call__": _call},
        attributes={
            "structured_outputs": partial(_of_outputs, lambda each: each),
            "output_shapes": partial(_of_outputs, lambda each: each.shape),
            "output_dtypes": partial(_of_outputs, lambda each: each.dtype),
            "outputs": _flat_outputs,
        },
    ),
    "tensorflow.types.experimental.PolymorphicFunction": LibraryClass(
        methods={
            "get_concrete_function": _get,
            "experimental_get_tracing_count": functions.tracing_count,
        },
        attributes={
            "python_function": functions.python_function,
            "__wrapped__": functions.python_function,
        },
    ),
}
