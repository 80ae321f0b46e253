"""The call of a layer: what Keras does around its `call`, for its own layers and those of the program alike.

`layer(x)` casts its inputs, builds the layer once by their shapes, and runs its `call`: that of the program's class, or
else that of the library class which it derives from, found along the MRO as any method is. Symbols are called with
tensors in their place, as Keras does it, and the results are symbols again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import Any, Final

from tftypes.algebra import TensorType
from tftypes.inference.graphs import LAYER
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import AUTOCAST
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.lattice import same
from tftypes.inference.models.keras import (
    call_arguments,
    call_checks,
    configs,
    functional,
    modes,
    open_ranks,
    parts,
    running,
    tracking,
)
from tftypes.inference.models.keras.config import (
    MASKED,
    dtypes_of,
    has_masks,
    is_legacy,
    short_name,
)
from tftypes.inference.models.keras.inputs import OUTPUT
from tftypes.inference.models.keras.symbols import (
    Node,
    as_symbols,
    has_symbols,
    shape_of,
    sizes,
    stand_ins,
    symbols_in,
)
from tftypes.inference.models.keras.told_shapes import (
    as_told,
    call_with_shapes,
    says_shape,
    shapes_of,
    without_open_sizes,
)
from tftypes.inference.models.keras.tracking import BUILT
from tftypes.inference.models.tensorflow.ops.conversion import as_tensor
from tftypes.inference.models.tensorflow.ops.keras_ranks import Maker
from tftypes.inference.models.tensorflow.ops.values import BOOL, FLOAT32
from tftypes.inference.models.tensorflow.replicas import refuse_distributed
from tftypes.inference.models.tensorflow.structures import (
    is_told_in_part,
    leaves,
    map_leaves,
    map_tensors,
    tensors_in,
)
from tftypes.inference.models.tensorflow.tracing import (
    RUN_FIRST,
    is_put_off,
    refuse_unkept,
    traced_call,
)
from tftypes.inference.objects import (
    TOP,
    Class,
    Function,
    Instance,
    Value,
    is_unknown,
    may_be_derived,
    python_type,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Bound, Native, OneOf

#: The slot with the names of arguments that any layer takes, and gives to those that it calls.
_CONTEXT: Final = "keras call context"


# -- calls ----------------------------------------------------------------------------------------------------------


def call_layer(interpreter: Interpreter, call: Call) -> Value:
    """`layer(...)`."""
    layer = call.receiver
    if not call.kwargs.keys().isdisjoint(layer.read(_CONTEXT, ())):
        return TOP  # the layers within get them, too
    given = [resolve(each) for each in call.values]
    if any(isinstance(each, OneOf) for each in given):
        return interpreter.each(
            lambda *ways: call_layer(interpreter, call.with_values(ways)), *given
        )
    name = short_name(interpreter, layer)
    call_checks.check_made(interpreter, layer, "layer")
    if not is_legacy(interpreter):
        call_checks.check_call(layer)
    is_own = isinstance(layer.cls, Class) or may_be_derived(layer)
    if not is_own and not is_legacy(interpreter):
        call_arguments.check_signature(interpreter, layer, name, call)
    check = partial(call_arguments.check_positional, interpreter, layer, call)
    if interpreter.attempted(check)[1]:
        # one cause, one finding: the call would have built it and its parts
        interpreter.write(layer, BUILT, TOP)
        interpreter.forget([layer.read(name) for name in [*layer.written()]])
        return TOP
    if not has_symbols(interpreter, *given):
        parts.check_called(interpreter, layer)
        made = run(interpreter, layer, call)
        _note_masks(interpreter, layer, call)
        if interpreter.trace is None and _may_be_symbols(interpreter, call):
            made = map_tensors(interpreter, lambda _: TOP, made)  # or a symbol
        return functional.unpacked(layer, made) if call.args else made
    call_checks.check_recurrent(interpreter, layer, name, call)
    inside = call.with_values(stand_ins(interpreter, each) for each in call.values)
    is_put_off = running.is_put_off(interpreter, layer)
    is_told = says_shape(interpreter, layer)
    vague = without_open_sizes(interpreter, inside) if is_told else inside
    with interpreter.quietly() if is_put_off or vague is not inside else nullcontext():
        made = run(interpreter, layer, inside, traced=not is_told)
    if vague is not inside:
        run(interpreter, layer, vague, traced=not is_told)
    _note_masks(interpreter, layer, call)
    if is_put_off:
        interpreter.write(layer, BUILT, True)
    told = as_told(interpreter, layer, made, call)
    inputs = list(symbols_in(interpreter, *given))
    is_exact = same(_types(interpreter, told), _types(interpreter, made))
    fault = call_checks.put_off(interpreter, layer, name, inside)
    own = call if tracking.is_code(interpreter, layer) else None
    others = is_told_in_part(interpreter, call.args)
    node = Node(layer, inputs, is_exact, fault, own, others)
    result = as_symbols(interpreter, told, node)
    interpreter.write(layer, OUTPUT, result if layer.read(OUTPUT) is ABSENT else TOP)
    return result


def register_context(interpreter: Interpreter, call: Call) -> Value:
    """`_register_call_context_args(*names)`."""
    known = call.receiver.read(_CONTEXT, ())
    interpreter.write(call.receiver, _CONTEXT, (*known, *map(resolve, call.args)))
    return None


def _may_be_symbols(interpreter: Interpreter, call: Call) -> bool:
    """Whether nothing tells that a layer is called on tensors."""
    inside = [leaf for each in call.args for leaf in leaves(interpreter, each)]
    return any(map(is_unknown, inside)) and not any(isinstance(each, TensorType) for each in inside)


def _types(interpreter: Interpreter, value: Value) -> list[Value]:
    return [
        TensorType(each.dtype, each.shape) if isinstance(each, TensorType) else each
        for each in leaves(interpreter, value)
    ]


def run(interpreter: Interpreter, layer: Instance, call: Call, traced: bool = False) -> Value:
    """What a layer makes of tensors: it is built first, where that has not been done."""
    compute, kept = dtypes_of(interpreter, layer)
    for each in call.args:
        refuse_distributed(interpreter, each, "inputs")

    def cast(value: Value) -> Value:
        return _cast(interpreter, value, compute)

    call = call.with_values(map_leaves(interpreter, cast, each) for each in call.values)
    is_first = _is_run_first(interpreter, layer, call)
    build_for(interpreter, layer, call)
    _check_kept(interpreter, layer, call)
    function = interpreter.attribute(layer, "call", call.node)
    own = None if compute == kept else compute
    start = interpreter.trail.tick() if is_first else interpreter.switches.read(RUN_FIRST, 0)
    # run to build it, a layer may have told its parts something else than it was told
    is_lost = is_first and tracking.told(tracking.parts, interpreter, layer) != []
    with (
        modes.told(interpreter, function, call, is_lost),
        _switched(interpreter, AUTOCAST, own, None),
        _switched(interpreter, RUN_FIRST, start, 0),
    ):
        call = _filled(interpreter, function, call)
        if call_arguments.lacks_argument(interpreter, layer, function, call):
            return TOP
        if traced:
            return traced_call(
                interpreter, function, call, autograph=False, kind=LAYER, convert=False
            )
        with interpreter.tracing(interpreter.trace, False):  # AutoGraph leaves Keras alone
            return interpreter.dispatch(function, call)


@contextmanager
def _switched(interpreter: Interpreter, slot: str, value: Value, default: Value) -> Iterator[None]:
    """Runs a call with another value in a slot of the process."""
    outer = interpreter.switches.read(slot, default)
    if value is not outer:
        interpreter.write(interpreter.switches, slot, value)
    try:
        yield
    finally:
        if value is not outer:
            interpreter.write(interpreter.switches, slot, outer)


def _is_run_first(interpreter: Interpreter, layer: Instance, call: Call) -> bool:
    """Whether Keras runs a layer of the program's once to build what is in it: it is new, and has no `build`."""
    is_own = isinstance(layer.cls, Class) and short_name(interpreter, layer) in ("Layer", "Model")
    if interpreter.trace is None or not is_own or layer.read(BUILT) is True:
        return False
    return call_arguments.code_of(interpreter.attribute(layer, "build", call.node)) is None


def _check_kept(interpreter: Interpreter, layer: Instance, call: Call) -> None:
    """A layer that was built before the graph, without its values, assigns none while it learns."""
    is_learning = resolve(call.kwargs.get("training")) is True
    if is_learning and short_name(interpreter, layer) == "BatchNormalization":
        if is_put_off(interpreter, layer):
            refuse_unkept(interpreter, call.node, layer)


def _cast(interpreter: Interpreter, value: Value, compute: Any) -> Value:
    """An input as `call` gets it: floats in the dtype that the layer computes in, arrays as tensors."""
    if not isinstance(value, TensorType):
        return value
    made = as_tensor(value) if value.kind == "array" else value
    if value.dtype.is_floating and value.dtype != compute:
        made = TensorType(compute, value.shape, "tensor" if made.kind == "variable" else made.kind)
    return value if made is value else interpreter.made(made, [value])


def _filled(interpreter: Interpreter, function: Value, call: Call) -> Call:
    """A call with the named arguments that `call` gets: Keras fills in some, and keeps `training` to itself where it is not taken."""
    code = call_arguments.code_of(function)
    if code is None:
        return call
    names = [*code.positional, *code.keyword_only]
    defaults = call_arguments.inner_of(function).defaults
    filled = dict(call.kwargs)
    for name in call_arguments.FILLED:
        if name in defaults and name not in filled and names.index(name) > len(call.args):
            made = _mask(interpreter, call) if name == "mask" else modes.now(interpreter)
            if made is not ABSENT and not (made is None and name == modes.TRAINING):
                filled[name] = made
        elif name == "training" and name not in names and code.kwarg is None:
            filled.pop(name, None)
    return Call(call.args, filled, call.node)


def _mask(interpreter: Interpreter, call: Call) -> Value:
    """The masks of the one argument with tensors. Of several ones none has this name: ABSENT."""
    given = [resolve(each) for each in call.values]
    parts = [leaves(interpreter, each) for each in given]
    if is_legacy(interpreter) or any(
        not isinstance(each, TensorType) and each is not None and python_type(each) is None
        for part in parts
        for each in part
    ):
        return TOP
    held = [each for each in given if tensors_in(interpreter, each)]
    made = getattr(held[0], "history", None) if len(held) == 1 else None
    if isinstance(made, Maker) and made.is_masked and isinstance(held[0], TensorType):
        return interpreter.made(TensorType(BOOL, held[0].shape.slice(0, -1)), [held[0]])
    if len(held) == 1 and not has_masks(interpreter):
        return map_leaves(interpreter, lambda _: None, held[0])
    return ABSENT if len(held) > 1 else TOP


def _note_masks(interpreter: Interpreter, layer: Instance, call: Call) -> None:
    """From here on tensors may carry masks where a call is given one, or the program's own `compute_mask` makes one."""
    given = call.kwargs.get("mask")
    function = interpreter.attribute(layer, "compute_mask", call.node)
    makes = call_arguments.code_of(function) is not None
    if isinstance(layer.cls, Class) and not makes and layer.read("supports_masking") is ABSENT:
        return
    if makes and given is None and call.args:
        before = TOP if has_masks(interpreter) else None
        masks = map_leaves(interpreter, lambda _: before, call.args[0])
        is_asked = not is_legacy(interpreter) and layer.read("supports_masking") is ABSENT
        if is_asked:
            asked = Call([call.args[0], TOP], {}, call.node)
            call_checks.check_override(interpreter, layer, "compute_mask", asked)
        with nullcontext() if is_asked else interpreter.quietly():
            given = interpreter.call(function, [call.args[0], masks], {}, call.node)
    if any(is_unknown(each) or isinstance(each, TensorType) for each in leaves(interpreter, given)):
        interpreter.write(interpreter.switches, MASKED, True)


# -- building ---------------------------------------------------------------------------------------------------------


def build_for(interpreter: Interpreter, layer: Instance, call: Call) -> None:
    """Build a layer by the shapes of its inputs, unless it is built."""
    built = layer.read(BUILT)
    if built is True or is_unknown(built):
        return
    tensors = call.values
    if open_ranks.refused(interpreter, layer, tensors, call.node):
        return
    interpreter.write(layer, BUILT, False)
    function = _own_build(interpreter.attribute(layer, "build", call.node))
    code, own = (
        call_arguments.code_of(function),
        call_arguments.code_of(interpreter.attribute(layer, "call", call.node)),
    )
    if code is None:
        interpreter.call(function, shapes_of(interpreter, tensors)[:1] or [TOP], {}, call.node)
    else:
        call_checks.check_shapes(interpreter, layer, code, own)
        call_with_shapes(interpreter, function, code, own, call)
    _end_build(interpreter, layer)


def _end_build(interpreter: Interpreter, layer: Instance) -> None:
    interpreter.write(layer, BUILT, True)
    interpreter.write(layer, tracking.LOCKED, True)


def begin(interpreter: Interpreter, call: Call) -> None:
    """An object of the program's class is there: Keras gives it a `build` of its own, after which it is built."""
    configs.keep_arguments(interpreter, call)
    layer = call.receiver
    found = layer.cls.find("build")
    if found is not None and isinstance(resolve(found[0]), Function):
        own = Native("build", partial(_build, Bound(resolve(found[0]), layer)))
        interpreter.write(layer, "build", own)


def _build(method: Bound, interpreter: Interpreter, call: Call) -> Value:
    made = interpreter.dispatch(method, call)
    _end_build(interpreter, method.receiver)
    return made


def _own_build(function: Value) -> Value:
    """The method of the program's under the `build` of an object."""
    run = function.run if isinstance(function, Native) else None
    return run.args[0] if isinstance(run, partial) and run.func is _build else function


# -- what symbols say -------------------------------------------------------------------------------------------------


def compute_output_shape(interpreter: Interpreter, call: Call) -> Value:
    """`layer.compute_output_shape(shape)`: that of what the layer makes of such a tensor."""
    shape = shape_of(call.get(0, "input_shape"))
    if shape is None:
        return TOP
    with interpreter.quietly():
        made = resolve(
            run(interpreter, call.receiver, Call([TensorType(FLOAT32, shape)], {}, call.node))
        )
    return sizes(made.shape) if isinstance(made, TensorType) else TOP
