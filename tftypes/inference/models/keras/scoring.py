"""Which labels and outputs each loss and metric of `compile` gets, and what Keras calls them in its logs.

Source: `CompileLoss` and `CompileMetrics` of `keras.src.trainers.compile_utils`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tftypes.algebra import TensorType
from tftypes.inference import declarations as declared
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.models.keras import graphs, naming, tracking
from tftypes.inference.models.keras.compiling import METRICS, WEIGHTED
from tftypes.inference.models.keras.config import (
    class_of,
    config_of,
    default_name,
    is_known,
    short_name,
)
from tftypes.inference.models.keras.inputs import OUTPUTS
from tftypes.inference.models.keras.losses import check_made
from tftypes.inference.models.tensorflow.ops import OpError, Unsure
from tftypes.inference.models.tensorflow.structures import leaves
from tftypes.inference.objects import (
    OPEN,
    Class,
    Container,
    External,
    Function,
    Instance,
    Value,
    is_unknown,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.structs import listed
from tftypes.inference.values import Mapped, contents_of, may_have_more

#: What stands under no key: one thing, in no structure.
_ALONE: Final = "<alone>"


@dataclass(frozen=True)
class Scored:
    """A loss or some metrics, with the labels and the output that they get. One of several outputs has a name."""

    given: Value
    true: Value
    pred: Value
    name: str | None = None


def _flat(value: Value) -> dict[Any, Value] | None:
    """The parts of a structure of one level by their keys, in Keras' order; None where they are not known."""
    value = resolve(value)
    items = contents_of(value)
    if isinstance(items, tuple):
        return dict(enumerate(map(resolve, items)))
    if isinstance(items, Mapped):
        keys = items.known
        if items.optional or items.rest is not ABSENT or not all(isinstance(k, str) for k in keys):
            return None
        return {key: resolve(keys[key]) for key in sorted(keys)}
    return None if is_unknown(value) or isinstance(value, Container) else {_ALONE: value}


def _tensors(value: Value) -> dict[Any, Value]:
    """Labels or outputs. Raises Unsure unless each is one tensor for sure."""
    found = _flat(value)
    if not found or not all(
        isinstance(each, TensorType) and not may_have_more(each) for each in found.values()
    ):
        raise Unsure
    return found


def _is_named(found: Mapping[Any, Value]) -> bool:
    return all(isinstance(key, str) and key != _ALONE for key in found)


def _is_alone(found: Mapping[Any, Value]) -> bool:
    return list(found) == [_ALONE]


def _makers(interpreter: Interpreter, model: Instance) -> list[Instance | None]:
    """The layers that make the outputs; a model that is not functional has none."""
    outputs = model.read(OUTPUTS)
    if outputs is ABSENT or class_of(interpreter, model).endswith(".Sequential"):
        return []
    return [*map(graphs.operation, leaves(interpreter, outputs))]


def output_names(interpreter: Interpreter, model: Instance) -> Sequence[str | None]:
    """The names of the layers that make the outputs: one that was given no name has one that nobody knows."""
    made = _makers(interpreter, model)
    return [None if each in (None, model) else naming.given_name(each) for each in made]


def _named(outputs: Sequence[Any]) -> str:
    """How what is given by names gets those of the outputs."""
    return f"{{{', '.join(f'{each!r}: ...' for each in outputs)}}} has their names"


# -- losses -----------------------------------------------------------------------------------------------------------


def losses(
    interpreter: Interpreter, model: Instance, given: Value, true: Value, pred: Value
) -> list[Scored]:
    """The losses, each with what it gets.

    Raises OpError where they do not fit the outputs, Unsure where that is not known.
    """
    for each in (_flat(pred) or {}).values():
        check_made(interpreter, each)
    outputs, labels, wanted = _tensors(pred), _tensors(true), _flat(given)
    if not wanted:
        raise Unsure
    names = output_names(interpreter, model)
    if _is_named(wanted) and not _is_named(outputs):
        naming.check_outputs(_makers(interpreter, model), wanted, "loss")
        wanted = _by_names(wanted, names, len(outputs), labels)
    if _is_alone(outputs):
        label = _one_label(labels, wanted)
        return [Scored(each, label, outputs[_ALONE]) for each in wanted.values()]
    aligned = _aligned(labels, outputs, names, wanted)
    if _is_alone(wanted):
        wanted = dict.fromkeys(outputs, wanted[_ALONE])
    elif not _is_named(wanted) and len(wanted) == len(outputs):
        wanted = dict(zip(outputs, wanted.values()))
    extra = [each for each in wanted if each not in outputs]
    if extra and (_is_named(wanted) or not _is_named(outputs)):
        words = (
            f"losses for {listed(extra)}, and the outputs are {listed(list(outputs))}"
            if _is_named(wanted)
            else f"{len(wanted)} losses for {len(outputs)} outputs"
        )
        hint = _named(list(outputs)) if _is_named(wanted) else None
        raise OpError("tf-value", words, "loss", hint or "a list has one for each")
    if extra or len(wanted) < len(outputs) and not _is_named(wanted):
        raise Unsure
    called = _called(outputs, names)
    return [
        Scored(each, aligned[key], outputs[key], called[key])
        for key, each in wanted.items()
        if each is not None
    ]


def _called(outputs: Mapping[Any, Value], names: Sequence[str | None]) -> dict[Any, str | None]:
    """The names of several outputs in the logs."""
    if _is_named(outputs):
        return {key: key for key in outputs}
    known = names if len(names) == len(outputs) else [None] * len(outputs)
    return dict(zip(outputs, known))


def _by_names(
    wanted: Mapping[Any, Value],
    names: Sequence[str | None],
    count: int,
    labels: Mapping[Any, Value],
) -> dict[Any, Value]:
    """Losses that are given by the names of the outputs, in their order: there is one for each."""
    if not names:
        words = "only a functional model has names for its outputs, and this is none"
        hint = "the loss itself" if count == 1 else "a list with one for each, in their order"
        raise OpError("tf-value", words, "loss", f"compile(loss=...) takes {hint}")
    known = [each for each in names if each is not None]
    if len(known) < len(names) == len(wanted) and set(known) <= set(wanted):
        raise Unsure
    if set(wanted) != set(names):
        has_all = len(known) == len(names)
        shown = listed(known) if has_all else f"{len(names)} others"
        words = f"losses for {listed(list(wanted))}, and the outputs are {shown}"
        agree = set(labels) == set(wanted)
        told = naming.as_outputs([*wanted], known, agree) if has_all else None
        raise OpError("tf-value", words, "loss", told or "Input and layers take a name=")
    if count == 1:
        return {_ALONE: wanted[known[0]]}
    return {i: wanted[each] for i, each in enumerate(known)}


def _one_label(labels: Mapping[Any, Value], wanted: Mapping[Any, Value]) -> Value:
    """The labels of the one output."""
    if _is_named(labels):
        words = f"a dict of labels ({listed(list(labels))}) for a model with one output"
        raise OpError("tf-value", words, "y", "give the array itself")
    if len(labels) > 1:
        if not _is_alone(wanted):
            raise Unsure
        words = f"{len(labels)} arrays of labels for a model with one output"
        raise OpError("tf-value", words, "y", "give the one array, or a model with as many outputs")
    return next(iter(labels.values()))


def _aligned(
    labels: Mapping[Any, Value],
    outputs: Mapping[Any, Value],
    names: Sequence[str | None],
    wanted: Mapping[Any, Value],
) -> dict[Any, Value]:
    """The labels of each output."""
    if _is_alone(labels) and len(outputs) == 1 and not _is_named(outputs):
        return dict(zip(outputs, labels.values()))
    if len(labels) == len(outputs) and not _is_alone(labels):
        if not _is_named(labels):
            return dict(zip(outputs, labels.values()))
        called = list(outputs) if _is_named(outputs) else list(names)
        if set(called) == set(labels):
            return {key: labels[name] for key, name in zip(outputs, called) if name is not None}
        if None in called or not called:
            raise Unsure
        words = f"labels for {listed(list(labels))}, and the outputs are {listed(called)}"
        raise OpError("tf-value", words, "y", _named(called))
    used = [each for each in wanted.values() if each is not None]
    if len(used) == len(labels) and not _is_alone(wanted):  # only some outputs have a loss
        raise Unsure
    words = f"{len(labels)} array{'s' * (len(labels) > 1)} of labels for {len(outputs)} outputs"
    several = ", ".join(f"y{i}" for i in range(1, len(outputs) + 1))
    raise OpError("tf-value", words, "y", f"({several}) has one for each")


def has_no_others(interpreter: Interpreter, model: Instance) -> bool:
    """Whether a model has no losses but those of `compile` for sure: none of `add_loss` and of regularizers."""
    if model.birth <= interpreter.escaped:
        return False
    found = tracking.told(tracking.every, interpreter, model)
    return found is not None and not any(_may_lose(interpreter, each) for each in found)


def _may_lose(interpreter: Interpreter, layer: Instance) -> bool:
    """Whether a layer may have a loss of its own: by a regularizer, `add_loss` or a `losses` of its class."""
    config = config_of(layer)
    regularized = any(
        name.endswith("regularizer") and value is not None for name, value in config.items()
    )
    own = layer.cls if isinstance(layer.cls, Class) else None
    return (
        regularized
        or not is_known(config)
        or layer.read(tracking.LOST) is not ABSENT
        or layer.read(OPEN) is not ABSENT
        or short_name(interpreter, layer) == "ActivityRegularization"
        or own is not None
        and (own.is_open or own.find("losses") is not None)
    )


def check_weights(given: Value, weights: Value, names: Sequence[str | None]) -> None:
    """Raises OpError for `loss_weights` that do not go with the losses."""
    found, wanted = _flat(weights), _flat(given)
    if not found or not wanted:
        return
    if found.get(_ALONE, 0) is None:
        return
    missing = [each for each in wanted if each not in found]
    if _is_named(wanted) and _is_named(found) and names and missing:
        hint = _named(list(wanted))
        raise OpError("tf-value", f"no weight for {listed(missing)}", "loss_weights", hint)
    if len(wanted) != len(found):
        words = f"{len(found)} weights for {len(wanted)} losses"
        each = "give compile() a loss for each output, too"
        hint = each if len(names) > 1 else "leave out loss_weights"
        hint = hint if _is_alone(wanted) else None
        raise OpError("tf-value", words, "loss_weights", hint)


# -- metrics ----------------------------------------------------------------------------------------------------------


def metrics(
    interpreter: Interpreter,
    model: Instance,
    given: Value,
    true: Value,
    pred: Value,
    argument: str = "metrics",
) -> list[Scored]:
    """The metrics of each output, with what they get.

    Raises OpError where they do not fit the outputs, Unsure where that is not known.
    """
    wanted = _flat(given)
    if wanted is None:
        raise Unsure
    if not wanted or wanted.get(_ALONE, 0) is None:
        return []
    outputs, labels = _tensors(pred), _tensors(true)
    if len(outputs) == 1:
        true, pred = next(iter(labels.values())), next(iter(outputs.values()))
        return [Scored(tuple(leaves(interpreter, given)), true, pred)]
    names = output_names(interpreter, model)
    called = _called(outputs, names)
    if _is_named(wanted):
        if None in called.values():
            naming.check_outputs(_makers(interpreter, model), wanted, argument)
            raise Unsure
        extra = [each for each in wanted if each not in called.values()]
        if extra:
            words = (
                f"metrics for {listed(extra)}, and the outputs are {listed(list(called.values()))}"
            )
            raise OpError("tf-value", words, argument, _named(list(called.values())))
    elif len(wanted) != len(outputs):
        words = f"{len(wanted)} items for {len(outputs)} outputs"
        hint = naming.for_each(argument, wanted.values(), len(outputs))
        raise OpError("tf-value", words, argument, hint)
    elif _is_named(outputs):
        raise Unsure  # their order is that of the names of the layers
    else:
        wanted = dict(zip(outputs, wanted.values()))
    by_key = {
        key: wanted.get(key if not _is_named(wanted) else name) for key, name in called.items()
    }
    aligned = _aligned(labels, outputs, names, {})
    return [
        Scored(tuple(leaves(interpreter, each)), aligned[key], outputs[key], called[key])
        for key, each in by_key.items()
        if each is not None
    ]


def has_own_metrics(interpreter: Interpreter, model: Instance) -> bool:
    """Whether a class of the program's may log what it keeps in a metric of its own."""
    if isinstance(model.cls, Class):
        return True
    found = tracking.told(tracking.parts, interpreter, model)
    return found is None or any(has_own_metrics(interpreter, each) for each in found)


def metric_names(interpreter: Interpreter, model: Instance) -> dict[str, bool] | None:
    """The names of the metrics, and whether Keras may know of each whether more is better; None if one is not known."""
    if has_own_metrics(interpreter, model):
        return None
    names: dict[str, bool] = {}
    for slot in (METRICS, WEIGHTED):
        given = resolve(model.read(slot, None))
        for each in () if given is None else leaves(interpreter, given):
            name = _name(interpreter, each)
            if name is None:
                return None
            names[name] = not isinstance(each, Function)
    return names


# -- logs -------------------------------------------------------------------------------------------------------------


def logged(
    interpreter: Interpreter, lost: Sequence[Scored], measured: Sequence[Scored]
) -> list[str | None] | None:
    """The names of the logs of a step, None for one that is not known; None where a metric may give several."""
    found: list[str | None] = ["loss"]
    for each in measured:
        for metric in each.given:
            name = _name(interpreter, metric)
            is_told = isinstance(metric, Instance) and isinstance(metric.cls, External)
            if name is None and not is_told:
                return None
            is_one = name is None or each.name is None
            found.append(name if is_one else f"{each.name}_{name}")
    if len(lost) > 1:
        found += [None if each.name is None else f"{each.name}_loss" for each in lost]
    counts: dict[str, int] = {}
    names: list[str | None] = []
    for name in found:
        count = 1 if name is None else counts.get(name, 0) + 1
        if name is not None:
            counts[name] = count
        names.append(name if count == 1 else f"{name}_{count - 1}")
    return names


def _name(interpreter: Interpreter, metric: Value) -> str | None:
    """What a metric is called in the logs, None where Keras numbers it."""
    if isinstance(metric, str):
        return metric
    if isinstance(metric, Function):
        return str(metric.code.name)
    if isinstance(metric, External):
        is_function = isinstance(interpreter.declared.find(metric.name), declared.Function)
        short = metric.name.rpartition(".")[2]
        return short if is_function else default_name(interpreter, metric.name)
    if not isinstance(metric, Instance) or not is_known(config_of(metric)):
        return None
    if "name" in config_of(metric):
        name = config_of(metric)["name"]
        return name if isinstance(name, str) else None
    return default_name(interpreter, class_of(interpreter, metric))
