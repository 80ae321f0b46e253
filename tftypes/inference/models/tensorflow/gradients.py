"""Gradients: tapes, what they record, and which gradients are None because nothing leads to a source."""

from __future__ import annotations

import ast
from contextlib import AbstractContextManager
from functools import partial
from typing import Final

from tftypes.algebra import Shape, TensorType
from tftypes.inference.interpreter import provenance
from tftypes.inference.interpreter.arguments import argument_of, written_argument
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.library_classes import class_name
from tftypes.inference.interpreter.open_modules import is_legacy
from tftypes.inference.interpreter.provenance import WATCHED, Sources
from tftypes.inference.interpreter.rules import tensor_of, to_rule
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model, giving, itself
from tftypes.inference.models.tensorflow.missing_gradients import (
    report_missing,
    report_swapped,
    untaped,
)
from tftypes.inference.models.tensorflow.nest import flat
from tftypes.inference.models.tensorflow.ops import OpError, PyValue, Unsure
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.ops.values import is_number
from tftypes.inference.models.tensorflow.strategies import refuse_across
from tftypes.inference.models.tensorflow.structures import leaves, map_leaves, tensors_in
from tftypes.inference.objects import (
    TOP,
    External,
    Instance,
    Log,
    Value,
    noted,
    python_type,
    resolve,
)
from tftypes.inference.state import Definite, Heap
from tftypes.inference.values import Seq, Tensor

#: TensorFlow takes it for no tensor.
_KERAS_VARIABLE: Final = "tensorflow.keras.Variable"
TAPE: Final = "tensorflow.GradientTape"
#: The classes of losses.
_LOSSES: Final = "tensorflow.keras.losses."
_PAUSE: Final = "tensorflow.GradientTape.stop_recording"
_USED: Final = Definite("<used>")


# -- tapes --------------------------------------------------------------------------------------------------------------


def _tape(interpreter: Interpreter, call: Call) -> Value:
    tape = call.receiver
    interpreter.write(tape, "<persistent>", resolve(call.get(0, "persistent", False)))
    interpreter.write(tape, "<accessed>", resolve(call.get(1, "watch_accessed_variables", True)))
    return tape


def _take_over(interpreter: Interpreter, call: Call) -> None:
    """A tape that gets the recording of another is as that one, of which nothing is known here."""
    if call.args[0] == "_tape":
        interpreter.write(call.receiver, "<vague>", True)
        interpreter.write(call.receiver, "<persistent>", TOP)


def _paused(interpreter: Interpreter, pause: Instance) -> AbstractContextManager[None]:
    tape = pause.read("<tape>")
    return interpreter.recording(tuple(each for each in interpreter.tapes if each is not tape))


def _stop_recording(interpreter: Interpreter, call: Call) -> Value:
    return interpreter.instance(_PAUSE, {"<tape>": call.receiver})


def _check_tensors(interpreter: Interpreter, value: Value, argument: str) -> None:
    """A tape knows tensors and variables by what they are: it finds no number and no array. Raises OpError."""
    for each in leaves(interpreter, value):
        is_array = isinstance(each, TensorType) and each.kind == "array"
        if each is None or is_array or isinstance(each, (int, float, complex, str, bytes)):
            words = f"expected variables or tensors, got {describe(each)}"
            made = "tf.constant(tensor)" if argument == "tensor" else "tf.Variable(x)"
            hint = None if each is None else f"{made} is one"
            raise OpError("tf-gradient", words, argument, hint)


def _check_target(interpreter: Interpreter, call: Call) -> None:
    """What is differentiated is made of tensors, under the tape. Raises OpError for a number, an array, a loss and None."""
    for each in leaves(interpreter, call.get(0, "target")):
        name = class_name(each) or ""
        if isinstance(each, Instance) and name.startswith(_LOSSES):
            words = f"expected a tensor, got {name.replace('tensorflow', 'tf', 1)}()"
            hint = f"{name.rpartition('.')[2]}()(labels, scores) is one"
            raise OpError("tf-gradient", words, "target", hint, "builtins.AttributeError")
        is_number = python_type(each) is not None and not isinstance(each, PyValue)
        is_array = isinstance(each, TensorType) and each.kind == "array"
        if each is None or is_array or is_number or isinstance(each, PyValue) and each.sure:
            hint = None
            if each is not None and (scope := interpreter.current_scope) is not None:
                hint = untaped(interpreter, argument_of(call.node, 0, "target"), scope)
            words = f"expected a tensor, got {describe(to_rule(each))}"
            exception = "TypeError" if each is None else "AttributeError"
            raise OpError("tf-gradient", words, "target", hint, f"builtins.{exception}")


def _watch(interpreter: Interpreter, call: Call) -> Value:
    _check_tensors(interpreter, call.get(0, "tensor"), "tensor")
    found = tensors_in(interpreter, call.get(0, "tensor"))
    more = tuple(each for each in found if isinstance(each, Tensor))
    if any(each.kind == "symbol" for each in found):
        words = "a KerasTensor is not supported: it is made outside of the tape"
        raise OpError("tf-value", words, "tensor", "call the model within, on tensors")
    if not is_legacy(interpreter) and _KERAS_VARIABLE in map(class_name, found):
        written = written_argument(call.node, 0, "tensor")
        is_one = isinstance(resolve(call.get(0, "tensor")), TensorType)
        hint = f"{written}.value is one" if is_one else f"[each.value for each in {written}] are"
        interpreter.write(call.receiver, "<vague>", True)  # what follows is refused for this alone
        raise OpError("tf-value", "expected tensors, got a variable of Keras'", "tensor", hint)
    interpreter.note(call.receiver, WATCHED, *more)
    if len(more) < len(leaves(interpreter, call.get(0, "tensor"))):
        interpreter.write(call.receiver, "<vague>", True)
    return None


def _reset(interpreter: Interpreter, call: Call) -> Value:
    interpreter.write(call.receiver, WATCHED, Log())
    interpreter.write(call.receiver, _USED, False)
    return None


def _use(interpreter: Interpreter, call: Call) -> None:
    """A tape that is not persistent is used once."""
    tape = call.receiver
    if tape.read(_USED, False) is True and tape.read("<persistent>", False) is False:
        words = (
            "the tape has been used: only one with persistent=True gives gradients more than once"
        )
        interpreter.refuse(call.node, "tf-gradient", words, "builtins.RuntimeError")
    interpreter.write(tape, _USED, True)


# -- what a tape gives --------------------------------------------------------------------------------------------------


def _gradient(interpreter: Interpreter, call: Call) -> Value:
    tape, target = call.receiver, call.get(0, "target")
    _use(interpreter, call)
    _check_target(interpreter, call)
    for each in leaves(interpreter, call.get(1, "sources")):
        if isinstance(each, Instance) and interpreter.has_method(each, "add_weight"):
            hint = "its .trainable_variables are variables"
            words = "expected variables or tensors, got a layer or a model"
            raise OpError("tf-gradient", words, "sources", hint)
    _check_tensors(interpreter, call.get(1, "sources"), "sources")
    zero = _is_zero(call, 3)
    refuse_across(interpreter, leaves(interpreter, call.get(1, "sources")))
    known = _target_sources(tape, target)
    _check_path(interpreter, known, call.node)
    return map_leaves(
        interpreter,
        partial(_one, interpreter, tape, known, zero, call.node, Shape.scalar(), target),
        call.get(1, "sources"),
    )


def _is_zero(call: Call, place: int) -> bool | None:
    """Whether zeros stand for gradients that there are not. Raises OpError for another value than "none" and "zero"."""
    value = resolve(call.get(place, "unconnected_gradients", "none"))
    if value is None or isinstance(value, (str, int)) and value not in ("none", "zero"):
        words = f"{value!r} is none of 'none', 'zero'"
        raise OpError("tf-value", words, "unconnected_gradients", "unconnected_gradients='zero'")
    if value == "none":
        return False
    if value == "zero" or isinstance(value, External) and value.name.endswith("ZERO"):
        return True
    return False if isinstance(value, External) and value.name.endswith("NONE") else None


def _target_sources(tape: Heap, target: Value) -> Sources | None:
    """What the target was computed from while the tape recorded; None where that is not known."""
    return provenance.sources_of((tape,), target) if tape.read("<vague>", False) is False else None


def _check_path(interpreter: Interpreter, known: Sources | None, node: ast.AST) -> None:
    for _, _, how in known or ():
        if how.startswith("broken"):
            interpreter.refuse(node, "tf-gradient", how.partition(": ")[2])
            return


def _one(
    interpreter: Interpreter,
    tape: Heap,
    known: Sources | None,
    zero: bool | None,
    node: ast.AST,
    of: Shape,
    target: Value,
    source: Value,
) -> Value:
    """The gradient for one source of a target, or of each element of one of a shape.

    Other tapes that record lead from it to no more than the target does, and the source.
    """
    if not isinstance(source, TensorType) or source.kind not in ("tensor", "variable"):
        return TOP
    made = interpreter.made(TensorType(source.dtype, of + source.shape), [target, source])
    if zero is False and source.dtype.is_integer is True:
        return _missing(interpreter, tape, known or frozenset(), source, node)
    if zero is False and _is_behind(interpreter, source, target):
        report_swapped(interpreter, node)
        return None
    ways = _ways(tape, source, known)
    if ways is None or known is None or zero is None:
        return made
    if not ways:
        return made if zero else _missing(interpreter, tape, known, source, node)
    interpreter.write(interpreter.switches, ("connected", node), True)
    if ways == {"zero"}:
        words = "the gradient is zero everywhere: every way from the source leads through an op such as tf.sign"
        interpreter.report(node, "tf-gradient", words, severity="warning")
    return TOP if "gathered" in ways else made


def _is_behind(interpreter: Interpreter, source: TensorType, target: Value) -> bool:
    """Whether the target is of variables alone, and the source no variable: it was computed of them, if at all."""
    found = leaves(interpreter, target)
    are_variables = [isinstance(each, TensorType) and each.kind == "variable" for each in found]
    return source.kind == "tensor" and bool(found) and all(are_variables)


def _ways(tape: Heap, source: TensorType, known: Sources | None) -> set[str] | None:
    """How the target depends on a source: not at all where it is empty, None where that is not known."""
    if known is None or not isinstance(source, Tensor):
        return None
    if source.kind == "variable":
        identity = source.identity
        if identity is None:
            return None
    elif any(each is source for each in noted(tape, WATCHED)):
        identity = id(source)
    elif source.identity is not None and (tape.birth, source.identity, "") in (
        source.sources or ()
    ):
        identity = source.identity  # what a model has given
    elif source.sources is None:
        return None
    else:  # what is computed of it has all that it was computed from
        found, leading = map(provenance.leading, (source.sources, known))
        own = {each[:2] for each in found if each[0] == tape.birth}
        is_on_way = bool(own) and own <= {each[:2] for each in leading}
        return None if is_on_way else set()
    ways = provenance.leading(known)
    return {how for one, each, how in ways if (one, each) == (tape.birth, identity)}


def _missing(
    interpreter: Interpreter, tape: Heap, known: Sources, source: TensorType, node: ast.AST
) -> Value:
    """No way leads from the source to the target."""
    replaced = interpreter.switches.read(("connected", node), False) is True
    if source.kind == "variable" or not replaced:  # else it fails where None is used
        report_missing(interpreter, tape, known, source, node)
    return None


def _use_in_loop(interpreter: Interpreter, call: Call) -> None:
    """Without pfor a tape is used for each element of the target, one after the other."""
    in_loop = resolve(call.get(4, "experimental_use_pfor", True)) is False
    if in_loop and interpreter.is_eager and call.receiver.read("<persistent>", False) is False:
        words = (
            "without pfor the tape is used for each element: GradientTape(persistent=True) can be"
        )
        interpreter.refuse(call.node, "tf-gradient", words, "builtins.RuntimeError")
    _use(interpreter, call)


def _refuse_structure(interpreter: Interpreter, target: Value) -> None:
    """A Jacobian is that of one tensor."""
    kind = (class_name(resolve(target)) or "").removeprefix("builtins.")
    if kind not in ("list", "tuple", "dict"):
        return
    inside = leaves(interpreter, target)
    types = {(each.dtype, each.shape) for each in inside if isinstance(each, TensorType)}
    is_alike = len(types) == 1 and all(isinstance(each, TensorType) for each in inside)
    hint = "tf.stack(target), made under the tape, is" if is_alike and kind != "dict" else None
    words = f"expected one tensor, got a {kind}"
    raise OpError("tf-gradient", words, "target", hint, "builtins.AttributeError")


def _jacobian(interpreter: Interpreter, call: Call) -> Value:
    _refuse_structure(interpreter, call.get(0, "target"))
    target = tensor_of(call.get(0, "target"))
    _use_in_loop(interpreter, call)
    refuse_across(interpreter, leaves(interpreter, call.get(1, "sources")))
    if target is None:
        raise Unsure
    _check_tensors(interpreter, call.get(1, "sources"), "sources")
    zero = _is_zero(call, 2)
    known = _target_sources(call.receiver, target)
    one = partial(_one, interpreter, call.receiver, known, zero, call.node, target.shape, target)
    return map_leaves(interpreter, one, call.get(1, "sources"))


def _batch_jacobian(interpreter: Interpreter, call: Call) -> Value:
    _refuse_structure(interpreter, call.get(0, "target"))
    target, source = tensor_of(call.get(0, "target")), tensor_of(call.get(1, "source"))
    _use_in_loop(interpreter, call)
    if target is None or source is None:
        raise Unsure
    for name, each in (("target", target), ("source", source)):
        if each.shape.rank is not None and each.shape.rank < 2:
            raise OpError("tf-rank", f"expected rank 2 or more, got {each.shape}", name)
    if (
        target.shape[0] != source.shape[0]
        and is_number(target.shape[0])
        and is_number(source.shape[0])
    ):
        words = f"a batch of {target.shape[0]}, and of {source.shape[0]} in 'source'"
        raise OpError("tf-shape", words, "target")
    shape: Shape = target.shape + source.shape.slice(1)
    return interpreter.made(TensorType(source.dtype, shape), [TOP])


def _gradients(interpreter: Interpreter, call: Call) -> Value:
    """`tf.gradients`: a list, and only in a graph."""
    if interpreter.is_eager:
        words = "tf.gradients works in a tf.function only; use tf.GradientTape"
        interpreter.refuse(call.node, "tf-trace", words, "builtins.RuntimeError")
        return TOP

    try:
        sources = flat(interpreter, call.get(1, "xs"))
    except Unsure:
        return interpreter.list(Seq((), TOP))
    return interpreter.list(tuple(_like(interpreter, each) for each in sources))


def _like(interpreter: Interpreter, value: Value) -> Value:
    """A gradient: of the dtype and shape of what it is for."""
    if not isinstance(value, TensorType):
        return TOP
    return interpreter.made(TensorType(value.dtype, value.shape), [TOP])


def _jvp(interpreter: Interpreter, call: Call) -> Value:
    return map_leaves(interpreter, partial(_like, interpreter), call.get(0, "primals"))


FUNCTIONS: Final[dict[str, Model]] = {"tensorflow.gradients": _gradients}
CLASSES: Final = {
    TAPE: LibraryClass(
        construct=_tape,
        on_write=_take_over,
        scope=lambda interpreter, tape: interpreter.recording((*interpreter.tapes, tape)),
        methods={
            "__enter__": itself,
            "__exit__": giving(None),
            "watch": _watch,
            "reset": _reset,
            "stop_recording": _stop_recording,
            "gradient": _gradient,
            "jacobian": _jacobian,
            "batch_jacobian": _batch_jacobian,
        },
    ),
    _PAUSE: LibraryClass(scope=_paused, methods={"__enter__": giving(None)}),
    "tensorflow.autodiff.ForwardAccumulator": LibraryClass(
        methods={"__enter__": itself, "jvp": _jvp}
    ),
}
