"""The names of the layers of a model: what `get_layer` finds, and what is there twice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from tftypes.algebra import DType, Shape
from tftypes.inference.interpreter.arguments import written_owner
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.open_modules import is_mentioned
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.keras import tracking
from tftypes.inference.models.keras.config import KERAS, config_of, is_known, is_legacy
from tftypes.inference.models.keras.inputs import OUTPUT, is_connected
from tftypes.inference.models.keras.layer_state import NUMBERED
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.ops.values import is_number
from tftypes.inference.objects import OPEN, TOP, Class, Instance, Value, resolve
from tftypes.inference.spelling import misspelt
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Tensor

#: The slot of a model whose layers are not known with the pattern of their names.
NAMES: Final = "keras layer names"


def check_ends(
    interpreter: Interpreter, layers: Sequence[Instance], *ends: Sequence[Tensor]
) -> None:
    """Raises OpError for a model without inputs or outputs, and for two layers of one name."""
    names = [name for each in layers if (name := given_name(each)) is not None]
    twice = next((name for i, name in enumerate(names) if name in names[:i]), None)
    problem = None if twice is None else f"two layers are called {twice!r}"
    for what, given in zip(("inputs", "outputs"), ends):
        problem = problem or (None if given else f"there are no {what}")
    if problem is not None and not is_legacy(interpreter):
        hint = None if twice is None else "another name= for one of them"
        raise OpError("tf-value", problem, hint=hint).complete("tf.keras.Model()", {})


def get_layer(interpreter: Interpreter, call: Call) -> Value:
    name, index = resolve(call.get(0, "name")), resolve(call.get(1, "index"))
    if name is None and index is None or isinstance(name, str) and is_number(index):
        raise OpError("tf-value", "expected the name of a layer, or its index: one of them")
    if is_number(name) and index is None:
        hint = f"get_layer(index={name}) does" if name >= 0 else None
        raise OpError("tf-value", f"expected the name of a layer, got {name}", "name", hint)
    known = call.receiver.read(NAMES)
    is_renamed = is_mentioned(interpreter, "_name")
    if isinstance(name, str) and isinstance(known, str) and not is_renamed:
        if not re.fullmatch(known, name):
            hint = "[each.name for each in model.layers] are the names"
            raise OpError("tf-value", f"no layer is called {name!r}", hint=hint)
    found = tracking.told(tracking.parts, interpreter, call.receiver)
    if found is None:
        return some_layer(interpreter, call.receiver)
    if is_number(index):
        if not -len(found) <= index < len(found):
            words = f"there are {len(found)} layers, and no layer {index}"
            hint = "index=-1 is the last" if found else None
            raise OpError("tf-value", words, "index", hint)
        return found[index]
    if not isinstance(name, str):
        return TOP
    named = [each for each in found if config_of(each).get("name") == name]
    is_counted = not any(is_mentioned(interpreter, each) for each in _RESETTING)
    if is_counted and any(may_be_called(each, name) for each in found):
        owner = written_owner(call.node) or ""
        _check_first(found, name, "model" if "(" in owner else owner)
    if not named and not any(may_be_called(each, name) for each in found):
        names = ", ".join(repr(each) for each in map(given_name, found) if each is not None)
        known = [each for each in map(given_name, found) if each is not None]
        close = misspelt(name, known, 0.4)
        hint = _of_inner(interpreter, found, name)
        hint = hint or (f"did you mean {close!r}?" if close else None)
        raise OpError("tf-value", f"no layer is called {name!r}: {names}".rstrip(": "), hint=hint)
    return named[0] if len(named) == 1 else TOP


#: What lets Keras count layers anew, or elsewhere.
_RESETTING: Final = ("clear_session", "reset_uids", "multiprocessing", "concurrent")


def _check_first(layers: Sequence[Instance], name: str, owner: str) -> None:
    """The first layer of a class in the process has no number. Raises OpError where all that may have the name are later ones."""
    found = [(i, each) for i, each in enumerate(layers) if may_be_called(each, name)]
    is_later = all(
        each.read(NUMBERED) is True and each.read("_name") is ABSENT for _, each in found
    )
    if name[-1:].isdigit() or not is_later:
        return
    words = f"no layer is called {name!r}: another model has the first of that name"
    raise OpError("tf-value", words, hint=f"{owner}.layers[{found[0][0]}] is that of this one")


def _of_inner(interpreter: Interpreter, layers: Sequence[Instance], name: str) -> str | None:
    """How one comes to a layer of a model that is a layer of another."""
    for each in layers:
        inner, known = tracking.told(tracking.parts, interpreter, each) or (), each.read(NAMES)
        has_it = isinstance(known, str) and re.fullmatch(known, name) is not None
        has_it = has_it or any(given_name(one) == name for one in inner)
        if has_it and (own := given_name(each)):
            return f"get_layer({own!r}).get_layer({name!r}) is that of the model which has it"
    return None


def some_layer(interpreter: Interpreter, model: Instance) -> Value:
    """One of the layers of a model, of which no more is known; those of a graph were called on symbols."""
    made = interpreter.instance(f"{KERAS}Layer")
    interpreter.write(made, OPEN, True)
    if is_connected(model):
        is_single = model.read(NAMES) is not ABSENT  # each layer of it has one output
        one = Tensor(DType.any(), Shape.unknown(), "symbol")
        interpreter.write(made, OUTPUT, one if is_single else TOP)
    return made


def check_outputs(
    made: Sequence[Instance | None], wanted: Mapping[str, Value], argument: str
) -> None:
    """Raises OpError for a name that none of the layers has whose names are those of the outputs."""
    known = [each for each in made if each is not None]
    extra = [each for each in wanted if not any(may_be_called(one, each) for one in known)]
    if extra and len(known) == len(made) and None in map(given_name, known):
        words = f"{argument} for {', '.join(map(repr, extra))}, and no output is called so"
        hint = f"the layer of the output takes name={extra[0]!r}"
        raise OpError("tf-value", words, argument, hint)


def given_name(layer: Instance) -> str | None:
    """The name that a layer was made with; None where Keras has made one up."""
    found = config_of(layer).get("name")
    return found if isinstance(found, str) and layer.read("_name") is ABSENT else None


def may_be_called(layer: Instance, name: str) -> bool:
    """Whether a layer may have this name: it was given it, nobody knows which, or it is of its class and a number."""
    config, given = config_of(layer), given_name(layer)
    if given is not None:
        return given == name
    if config.get("name") is not None or not is_known(config) or layer.read("_name") is not ABSENT:
        return True
    short = layer.cls.name.rpartition(".")[2]
    is_own = isinstance(layer.cls, Class)
    words = re.sub(
        "(.)([A-Z][a-z]+)", r"\1_\2", "Functional" if short == "Model" and not is_own else short
    )
    own = re.sub("([a-z])([A-Z])", r"\1_\2", words).lower()
    return re.fullmatch(rf"{own}(_\d+)?", name) is not None


def for_each(argument: str, given: Iterable[Value], count: int) -> str:
    """What is given for all outputs of a model, as a list for each of them."""
    each = [value if isinstance(value, str) else ... for value in given]
    shown = repr([each] * count).replace("Ellipsis", "...")
    return f"{argument}={shown} has a list for each output"


def as_outputs(wanted: Sequence[str], names: Sequence[str], agree: bool) -> str:
    """What brings losses by names and the names of the outputs together: the labels `agree` with the losses, or do not.

    >>> as_outputs(["age", "kind"], ["kind_head", "age_head"], True)
    "name='age' in place of name='age_head', name='kind' in place of name='kind_head' makes the layers so"
    >>> as_outputs(["age", "kind"], ["kind_head", "age_head"], False)
    "{'kind_head': ..., 'age_head': ...} has one for each"
    """
    if not agree or len(wanted) != len(names):
        return f"{{{', '.join(f'{each!r}: ...' for each in names)}}} has one for each"
    like = {each: nearest_part(each, names) for each in wanted}
    if len({*like.values()}) < len(wanted):
        like = dict(zip(wanted, names))
    pairs = (f"name={each!r} in place of name={other!r}" for each, other in like.items())
    return f"{', '.join(pairs)} makes the layers so"


def nearest_part(name: str, names: Sequence[str]) -> str:
    """The first of some names that another one is a part of, or that is spelt like it, or the last of them."""
    parts = (each for each in names if name in each or each in name)
    return next(parts, None) or misspelt(name, names) or names[-1]
