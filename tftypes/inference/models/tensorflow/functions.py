"""tf.function: what it makes of a callable, what a call of that traces, and what comes back."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Any, Final

from tftypes.algebra import DType, Shape, TensorType
from tftypes.inference.graphs import FUNCTION
from tftypes.inference.interpreter import compiled, effects, provenance, symbols
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.lattice import same
from tftypes.inference.models.tensorflow import (
    annotated_signatures,
    kept_traces,
    signatures,
    specs,
    tracing,
)
from tftypes.inference.models.tensorflow.open_sizes import is_vague, refined, shared_sizes
from tftypes.inference.models.tensorflow.ops import OpError, PyValue
from tftypes.inference.models.tensorflow.retracing import REUSED, check_count, running
from tftypes.inference.models.tensorflow.signatures import Signature
from tftypes.inference.models.tensorflow.structures import leaves, map_leaves, tensors_in
from tftypes.inference.models.tensorflow.trace_keys import (
    admits,
    alike,
    combined,
    joined,
    key_of,
    shapes_in,
    with_any_variables,
)
from tftypes.inference.models.tensorflow.traced_functions import name_of, parameters
from tftypes.inference.models.tensorflow.traces import REPEATED, Traced
from tftypes.inference.objects import (
    TOP,
    External,
    Function,
    Instance,
    Log,
    Trace,
    TracedFunction,
    Value,
    is_unknown,
    noted,
    resolve,
)
from tftypes.inference.state import ABSENT, Definite, Heap
from tftypes.inference.values import Bound, Native, Tensor

#: The slot of a traced function with its traces.
TRACES: Final = "traces"
_MOST_TRACES: Final = 64
_SETTINGS: Final = (
    "func", "input_signature", "autograph", "jit_compile", "reduce_retracing", "experimental_implements",
    "experimental_autograph_options",
)  # fmt: skip


# -- making -------------------------------------------------------------------------------------------------------------


def _function(interpreter: Interpreter, call: Call) -> Value:
    settings = {
        name: value
        for i, name in enumerate(_SETTINGS)
        if (value := call.get(i, name, ABSENT)) is not ABSENT
    }
    function = resolve(settings.pop("func", None))
    if function is None:
        path = interpreter.path

        def decorate(interpreter: Interpreter, inner: Call) -> Value:
            node = call.node if interpreter.path == path else inner.node
            return made(interpreter, resolve(inner.get(0, "func")), settings, node)

        return Native("tf.function", decorate)
    return made(interpreter, function, settings, call.node)


def made(
    interpreter: Interpreter, function: Value, settings: Mapping[str, Value], node: ast.AST
) -> Value:
    """What tf.function makes of a callable."""
    if is_unknown(function):
        return TOP
    wrong = annotated_signatures.check(interpreter, function, settings.get("input_signature"), node)
    if wrong:
        function = annotated_signatures.without_refuted(interpreter, function, wrong)  # told once
        settings = {name: each for name, each in settings.items() if name != "input_signature"}
    return TracedFunction(interpreter.trail, function, settings)


#: What a TensorArray is outside of its graph: a tensor that nothing reads.
_ARRAY: Final = External("tensorflow.TensorArray")
_HANDLE: Final = TensorType(DType.of("variant"), Shape.scalar())


# -- calling ------------------------------------------------------------------------------------------------------------


def call(interpreter: Interpreter, function: TracedFunction, call: Call) -> Value:
    """A call of a tf.function."""
    if interpreter.switches.read("eagerly", False) is True:
        return interpreter.dispatch(function.function, call)
    if any(each.kind == "symbol" for each in tensors_in(interpreter, call.values)):
        words = (
            "a tf.function takes no KerasTensor: call it in the call() of a layer, on its tensors"
        )
        interpreter.refuse(call.node, "tf-trace", words, "builtins.TypeError")
        return TOP
    call = annotated_signatures.held(interpreter, function, call)
    signature = signatures.signature_of(interpreter, function)
    if signature is not None:
        return _call_signed(interpreter, function, signature, call)
    if kept_traces.KEPT in function.settings:
        return _call_loaded(interpreter, function, call)
    traced = trace_for(interpreter, function, call)
    values = (*call.values, traced.result)
    compiled.check_call(interpreter, function, traced.trace, values, call.node)
    return outside(interpreter, traced, call.node)


def _call_loaded(interpreter: Interpreter, function: TracedFunction, call: Call) -> Value:
    """A saved model has the graph, not the body: what is wrong in the body was told when it was traced."""
    held = kept_traces.held(interpreter, function, call)
    if held is None:
        return TOP
    with interpreter.quietly():
        traced = trace_for(interpreter, function, held)
    return outside(interpreter, traced, call.node)


def _call_signed(
    interpreter: Interpreter, function: TracedFunction, signature: Signature, call: Call
) -> Value:
    """The body is traced for the specs; the result has the sizes of the call."""
    name, names = name_of(function), parameters(function.function)
    given: list[Value] | None
    try:
        given = signatures.bound_arguments(interpreter, function.function, signature, call)
        if given is not None:
            given = signatures.held(
                interpreter, signature, names[signature.skipped :], given, call.node, name
            )
    except OpError as error:
        interpreter.refuse(call.node, error.code, str(error), "builtins.TypeError")
        given = None
    sources = provenance.sources_of(interpreter.tapes, call.values)
    receiver = call.args[: signature.skipped]
    traced = trace_signed(interpreter, function, signature, receiver, call.node, sources)
    sizes: dict[Any, Any] = {}
    if given is not None:
        for one, actual in zip(traced.given, given[signature.skipped :]):
            sizes.update(signatures.sizes(one, actual))
    values = (*traced.given, traced.result)
    compiled.check_call(interpreter, function, traced.trace, values, call.node)
    result = outside(interpreter, traced, call.node, sizes)
    if is_vague(interpreter, result) and (shared := shared_sizes(interpreter, sizes)):
        return refined(
            interpreter, function, call.args[: signature.skipped], traced, sizes, shared, result
        )
    return result


def trace_signed(
    interpreter: Interpreter,
    function: TracedFunction,
    signature: Signature,
    receiver: Sequence[Value],
    node: ast.AST,
    sources: provenance.Sources | None = frozenset(),
) -> Traced:
    """The one trace of a function with a signature, for each receiver.

    `sources` are what its arguments were differentiably computed from, all together.
    """
    key = combined(interpreter, "signature", receiver)
    if (found := _earlier(interpreter, function, key)) is not None:
        return found
    inner = function.function
    most = None  # specs without a parameter were reported when the function was made
    if isinstance(inner, Function) and inner.code.vararg is None:
        most = len(inner.code.positional) + len(inner.code.keyword_only) - signature.skipped
    wanted = tuple(
        specs.placeholders(interpreter, each, None, sources) for each in signature.specs[:most]
    )
    return run(interpreter, function, Call([*receiver, *wanted], {}, node), key, wanted)


def trace_for(interpreter: Interpreter, function: TracedFunction, call: Call) -> Traced:
    """The trace for these arguments, a new one where there is none yet."""
    with_records = annotated_signatures.DERIVED in function.settings
    given = (leaf for each in call.values for leaf in leaves(interpreter, each))
    for leaf in () if with_records else given:
        if (wrong := tracing.no_argument(leaf)) is not None:
            words = f"a tf.function takes {wrong}"
            interpreter.refuse(call.node, "tf-trace", words, "builtins.TypeError")
    key = key_of(interpreter, function, call)
    if (found := _earlier(interpreter, function, key)) is not None:
        interpreter.note(function, REUSED, call.node)
        return found
    return run(interpreter, function, *_generalized(interpreter, function, call, key))


def _generalized(
    interpreter: Interpreter, function: TracedFunction, call: Call, key: Any
) -> tuple[Call, Any]:
    """A call and its key; with `reduce_retracing`, the arguments with the sizes open in which they differ from those of an earlier trace."""
    if resolve(function.settings.get("reduce_retracing")) is not True or key is None:
        return call, key
    like = next((each for each in reversed(traces(function)) if alike(each.key, key)), None)
    if like is None:
        return call, key
    common = joined(like.key, key)
    shapes = iter(shapes_in(common))

    def leaf(value: Value) -> Value:
        if not isinstance(value, TensorType) or value.kind == "variable":
            return value
        spec = specs.spec_of(TensorType(value.dtype, next(shapes, value.shape), value.kind))
        sources = provenance.sources_of(interpreter.tapes, value)
        return specs.placeholder(interpreter, spec, None, sources)

    return call.with_values(map_leaves(interpreter, leaf, each) for each in call.values), common


def _earlier(interpreter: Interpreter, function: TracedFunction, key: Any) -> Traced | None:
    """The trace that there is for a key, unless tapes record what is done in it."""
    found = None if interpreter.tapes else _serving(function, key)
    if found is not None:
        effects.report_again(interpreter, found.trace)
    return found


def _serving(function: TracedFunction, key: Any) -> Traced | None:
    """The first trace for which a key stands, or which takes its arguments, too; None without a key."""
    serves = admits if resolve(function.settings.get("reduce_retracing")) is True else same
    known = (each for each in traces(function) if key is not None and each.key is not None)
    return next((each for each in known if serves(each.key, key)), None)


def _has_trace(function: TracedFunction, key: Any) -> bool:
    """Whether TensorFlow has a trace for a key: one for other variables of the same types serves, too."""
    if key is None or _serving(function, key) is not None:
        return key is not None
    wanted = with_any_variables(key)
    return any(same(with_any_variables(each.key), wanted) for each in traces(function))


def traces(function: TracedFunction) -> tuple[Traced, ...]:
    """The traces that there are of a function."""
    return noted(function, TRACES)


def run(
    interpreter: Interpreter,
    function: TracedFunction,
    call: Call,
    key: Any = None,
    given: tuple[Value, ...] = (),
) -> Traced:
    """Trace the body for a key."""
    with running(interpreter, function, key, call.node) as has_end:
        if has_end:
            return _run(interpreter, function, call, key, given)
    return Traced(key, (call.node,), Trace(interpreter.trail, None, FUNCTION), TOP, given, False)


def _run(
    interpreter: Interpreter,
    function: TracedFunction,
    call: Call,
    key: Any,
    given: tuple[Value, ...],
) -> Traced:
    """Trace the body; once more where the first trace of the function has made variables."""
    earlier = traces(function)
    slot = _counted(function, call)
    is_traced = interpreter.switches.read(slot)
    trace = Trace(interpreter.trail, interpreter.trace, FUNCTION)
    has_trace = _has_trace(function, key)
    if has_trace:
        interpreter.write(trace, REPEATED, True)
    if is_traced is not ABSENT:
        sealed = tracing.LATER if is_traced is True else True
        interpreter.write(trace, tracing.SEALED, sealed)
    settings = function.settings
    converted = resolve(settings.get("autograph", True)) is not False
    interpreter.write(trace, symbols.UNCONVERTED, not converted)
    if resolve(settings.get("experimental_autograph_options")) is not None:
        with interpreter.quietly():  # AutoGraph converts more of Python than is known here
            tracing.run_in(interpreter, trace, function.function, call, converted)
        interpreter.forget(call.values)
        return Traced(key, (call.node,), trace, TOP, given, False)
    found = len(interpreter.findings)
    defaults = _defaults(interpreter, function.function)
    result = tracing.run_in(interpreter, trace, function.function, call, converted)
    tracing.check_unchanged(
        interpreter, defaults, _defaults(interpreter, function.function), call.node
    )
    if is_traced is ABSENT and trace.read(tracing.MADE, False):
        trace = Trace(interpreter.trail, interpreter.trace, FUNCTION)
        interpreter.write(trace, symbols.UNCONVERTED, not converted)
        interpreter.write(trace, tracing.SEALED, True)
        result = tracing.run_in(interpreter, trace, function.function, call, converted)
    if len(interpreter.findings) > found:  # what is wrong in it was told
        interpreter.write(trace.root, provenance.FOREIGN, Log())
    chain = *(node for _, _, node in interpreter.chain), call.node
    is_derived = annotated_signatures.DERIVED in function.settings
    traced = Traced(key, chain, trace, result, given, is_derived)
    if has_trace:
        return traced
    interpreter.write(interpreter.switches, slot, True)
    check_count(interpreter, function, traced, earlier)
    if len(earlier) < _MOST_TRACES:
        interpreter.note(function, TRACES, traced)
    return traced


def _counted(function: TracedFunction, call: Call) -> Definite:
    """The switch that says that a function has a trace: a method is another function for each object."""
    inner = function.function
    receiver = resolve(call.args[0]) if call.args else None
    is_method = isinstance(inner, Function) and inner.cls is not None
    owner = receiver.birth if is_method and isinstance(receiver, Heap) else 0
    return Definite(f"<traced {function.birth} {owner}>")


def _defaults(interpreter: Interpreter, function: Value) -> list[Value]:
    """What the defaults of the parameters hold now."""
    if not isinstance(function, Function):
        return []
    return [tracing.contents(interpreter, each) for each in function.defaults.values()]


def outside(
    interpreter: Interpreter, traced: Traced, node: ast.AST, sizes: Mapping[Any, Any] | None = None
) -> Value:
    """The result of a trace as a caller gets it, who knows the sizes that were open."""
    foreign = noted(traced.trace.root, provenance.FOREIGN)
    if foreign and interpreter.trace is None:
        interpreter.refuse(node, "tf-trace", foreign[0], "builtins.TypeError")

    def leave(value: Value) -> Value:
        if (
            isinstance(value, Tensor)
            and value.trace is not None
            and not value.trace.encloses(traced.trace)
        ):
            interpreter.refuse(
                node, "tf-trace", provenance.out_of_scope(value), "builtins.TypeError"
            )
        if (wrong := tracing.no_result(value, traced.with_records)) is not None:
            words = (
                f"a traced function returns tensors, numbers and structures of them, not {wrong}"
            )
            interpreter.refuse(node, "tf-trace", words, "builtins.TypeError")
            return TOP
        if isinstance(value, Instance) and value.cls == _ARRAY:
            return _HANDLE
        return tracing.leaving(interpreter, signatures.with_sizes(value, sizes or {}))

    return map_leaves(interpreter, leave, traced.result)


# -- what a tf.function has ---------------------------------------------------------------------------------------------


def python_function(interpreter: Interpreter, value: TracedFunction) -> Value:
    return value.function


def tracing_count(interpreter: Interpreter, call: Call) -> Value:
    receiver = call.receiver
    found = traces(receiver.function if isinstance(receiver, Bound) else receiver)
    return PyValue("int") if any(each.key is None for each in found) else len(found)


FUNCTIONS: Final[dict[str, Model]] = {"tensorflow.function": _function}
CALLS: Final = {TracedFunction: call}
