"""The configs of layers and models: what a class of the program says, and what its constructor takes of it again."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference import declarations as declared
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.identity import has_known_class
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.keras import tracking
from tftypes.inference.models.keras.config import (
    KERAS,
    class_of,
    config_of,
    is_a,
    is_legacy,
    with_config,
)
from tftypes.inference.models.tensorflow.ops import OpError, PyValue
from tftypes.inference.models.tensorflow.structures import leaves
from tftypes.inference.objects import TOP, Class, External, Function, Instance, Value, resolve
from tftypes.inference.show import show
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Bound, Mapped, whole_dict


def layer_config(interpreter: Interpreter, call: Call) -> Value:
    """`super().get_config()` of a layer of the program's: what every layer is made with, but for the class's own."""
    layer = call.receiver
    if not is_legacy(interpreter):
        check_config(interpreter, layer)
    is_own = isinstance(layer.cls, Class) and layer.cls.find("get_config") is not None
    if not is_own or class_of(interpreter, layer) != f"{KERAS}Layer":
        return interpreter.list(Mapped({}, frozenset(), TOP), "dict")
    given = config_of(layer)
    known = {"name": PyValue("str"), "trainable": PyValue("bool"), "dtype": TOP}
    rest = TOP if "**" in given or "activity_regularizer" in given else ABSENT
    return interpreter.list(Mapped(known, frozenset(), rest), "dict")


#: The slot with the arguments that a layer of the program was made with.
MADE_WITH: Final = "keras made with"


def keep_arguments(interpreter: Interpreter, call: Call) -> None:
    """What a layer of a class of the program's is made with is its config, where the class says none."""
    named = (value for name, value in call.kwargs.items() if name not in ("dtype", "**"))
    interpreter.write(call.receiver, MADE_WITH, (*call.args, *named))


def check_config(interpreter: Interpreter, layer: Instance) -> None:
    """Raises OpError for a layer of the program's that says no config and was made with more than plain values."""
    given, cls = layer.read(MADE_WITH), layer.cls
    if not isinstance(given, tuple) or not isinstance(cls, Class) or not has_known_class(layer):
        return
    if cls.find("get_config") is not None or class_of(interpreter, layer) != f"{KERAS}Layer":
        return
    for leaf in (leaf for value in given for leaf in leaves(interpreter, value, False)):
        if _is_no_config(interpreter, leaf):
            words = f"{cls.name} was made with {show(leaf)}, and has no get_config() that says it"
            hint = "{**super().get_config(), 'name': ...} says what it is made with"
            raise OpError("tf-value", words, hint=hint, exception="builtins.NotImplementedError")


def _is_no_config(interpreter: Interpreter, value: Value) -> bool:
    """Whether a value is neither text nor a number nor None for sure."""
    if isinstance(value, TensorType):
        return value.kind != "array" or bool(value.shape.rank)
    if isinstance(value, External):
        entry = interpreter.declared.find(value.name)
        return isinstance(entry, (declared.Function, declared.Class))
    is_function = isinstance(value, (Function, Bound, Class))
    return is_function or _is_plain_object(value) or is_a(interpreter, value, "Layer")


def _is_plain_object(value: Value) -> bool:
    """Whether it is an object of the program's that is no text, number or structure of a library's."""
    is_own = isinstance(value, Instance) and isinstance(value.cls, Class) and has_known_class(value)
    return is_own and not {*value.cls.externals} - {"builtins.object"}


# -- what a layer is made of again --------------------------------------------------------------------------------------


def check_saved(interpreter: Interpreter, model: Instance, node: ast.AST) -> None:
    """Raises OpError for a model of the program's of which Keras does not know what it was made with."""
    for each, cls in of_program(interpreter, model):
        check_config(interpreter, each)
        if cls.find("get_config") is not None:
            _said(interpreter, each, node)
        _check_told(interpreter, each, cls)


def _check_told(interpreter: Interpreter, model: Instance, cls: Class) -> None:
    """Raises OpError for a model that says no config: Keras keeps none of what a model is made with."""
    if cls.find("get_config") is None and is_a(interpreter, model, "Model"):
        needed = [name for name, is_needed in _parameters(cls)[0].items() if is_needed]
        if needed:
            words = (
                f"{cls.name}() needs {needed[0]!r}, so {cls.name} needs a get_config() that says it"
            )
            told = ", ".join(f"{each!r}: self.{each}" for each in needed)
            hint = f"def get_config(self): return {{{told}}} in {cls.name} does"
            raise OpError("tf-value", words, hint=hint)


def check_restored(interpreter: Interpreter, model: Instance, node: ast.AST) -> None:
    """Raises OpError for a layer, or a part of one, whose constructor does not take what its config says."""
    parts = [each for each in given_to(interpreter, model) if isinstance(each, Instance)]
    own = [(each, each.cls) for each in parts if isinstance(each.cls, Class)]
    for layer, cls in (*of_program(interpreter, model), *own):
        parameters, takes_more = _parameters(cls)
        if cls.find("__new__") is not None:
            continue
        if not is_legacy(interpreter):
            _check_told(interpreter, layer, cls)
        if cls.find("from_config") is not None:
            continue
        has_own = cls.find("get_config") is not None
        is_part = not is_a(interpreter, layer, "Layer")
        said = [] if is_part else [*parameters, "trainable", "dtype"]
        given = _config(interpreter, layer, node) if has_own else said
        if given is None or is_part and not has_own and not _says_nothing(interpreter, layer):
            continue
        unknown = [name for name in given if name not in parameters]
        if unknown and not takes_more:
            words = f"{cls.name}() gets {unknown[0]!r} from its config, and takes no such argument"
            taken = ", ".join(("self", *parameters, "**kwargs"))
            hint = f"def __init__({taken}) hands them on: super().__init__(**kwargs)"
            hint = "get_config() leaves it out" if is_part else hint
            raise OpError("tf-call", words, hint=hint)
        left = [name for name in parameters if name not in given]
        missing = [name for name in left if parameters[name]]
        if missing:
            words = f"{cls.name}() needs {missing[0]!r}, and get_config() does not say it"
            said = [name for name in left if name in missing or layer.read(name) is not ABSENT]
            raise OpError("tf-call", words, hint=with_config(cls, said))


def _says_nothing(interpreter: Interpreter, part: Instance) -> bool:
    """Whether the class of the library's that it derives from gives an empty config."""
    kinds = ("Initializer", "constraints.Constraint", "initializers.Initializer")
    return any(is_a(interpreter, part, name) for name in kinds)


def of_program(interpreter: Interpreter, model: Instance) -> Iterator[tuple[Instance, Class]]:
    """A model and its layers with their classes, where the program has written these."""
    own = isinstance(model.cls, Class)  # its constructor makes what it consists of
    for each in [model] if own else tracking.told(tracking.parts, interpreter, model) or ():
        # a class below may say its config
        if isinstance(each.cls, Class) and has_known_class(each):
            yield each, each.cls


def _said(interpreter: Interpreter, layer: Instance, node: ast.AST) -> Value:
    """What `get_config` of a class of the program's gives. Raises OpError for None."""
    made = resolve(interpreter.method(layer, "get_config", [], node))
    if made is None:
        words = f"{layer.cls.name}.get_config() gives None, expected a dict"
        raise OpError("tf-value", words, hint="return config as its last line gives it")
    return made


def _config(interpreter: Interpreter, layer: Instance, node: ast.AST) -> list[str] | None:
    """The names in the config of a layer that says itself what it is."""
    known = whole_dict(_said(interpreter, layer, node))
    return None if known is None else [each for each in known if isinstance(each, str)]


def _parameters(cls: Class) -> tuple[dict[str, bool], bool]:
    """What a constructor takes by name and whether it must get it, and whether it takes any other name."""
    found = cls.find("__init__")
    function = None if found is None else resolve(found[0])
    if not isinstance(function, Function):
        return {}, True
    code = function.code
    names = [*code.positional[1:], *code.keyword_only]
    return {each: each not in function.defaults for each in names}, code.kwarg is not None


def parameters_of(cls: Class) -> list[str]:
    """What the constructor of a class of the program's takes by name."""
    return list(_parameters(cls)[0])


def given_to(interpreter: Interpreter, model: Instance) -> Iterator[Value]:
    """What Keras' own layers of a model were made with and look up again: activations, constraints and their like."""
    if isinstance(model.cls, Class):
        return
    for layer in tracking.told(tracking.parts, interpreter, model) or ():
        if isinstance(layer.cls, External):
            for name, value in config_of(layer).items():
                if name.rpartition("_")[2] in (
                    "activation",
                    "constraint",
                    "initializer",
                    "regularizer",
                ):
                    yield resolve(value)
