"""What Keras' objects are made with: constructor arguments by name, and the dtypes that layers compute in."""

from __future__ import annotations

import ast
import os
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from tftypes.algebra import DType
from tftypes.inference import declarations as declared
from tftypes.inference.declarations.calls import unknown_name
from tftypes.inference.interpreter import library
from tftypes.inference.interpreter.arguments import bound, positional
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.library_classes import line
from tftypes.inference.interpreter.op_calls import FLOATX, FORMAT
from tftypes.inference.interpreter.open_modules import is_legacy as is_legacy
from tftypes.inference.interpreter.open_modules import is_mentioned
from tftypes.inference.interpreter.rules import as_dtype, to_rule
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.tensorflow.ops import (
    OpError,
    PyValue,
    completed,
    keras_keywords,
    keras_names,
    keras_objects,
)
from tftypes.inference.models.tensorflow.ops.keras_checks import none_of, one_of
from tftypes.inference.models.tensorflow.ops.keras_layers import Layer
from tftypes.inference.models.tensorflow.ops.values import ANY, FLOAT32, INT64
from tftypes.inference.objects import Class, External, Function, Instance, Unknown, Value, resolve
from tftypes.inference.scopes import walk
from tftypes.inference.state import ABSENT

KERAS: Final = "tensorflow.keras."
#: The slot with the arguments that an object was made with.
CONFIG: Final = "keras config"
#: The slot with the dtypes of a layer: what it computes in, and what its weights have.
DTYPES: Final = "keras dtypes"
#: The switch of the process with the dtype policy by its name.
POLICY: Final = "keras policy"
#: The variable of the environment that says what Keras computes with.
_BACKEND: Final = "KERAS_BACKEND"
#: What makes masks, and models of which nobody knows whether they do.
_MASKING: Final = ("mask_zero", "Masking", "keras_mask", "load_model", "from_json", "from_config", "keras_hub", "keras_nlp")  # fmt: skip
#: The switch of the process for masks that the program's own code has made.
MASKED: Final = "keras masks"
_RENAMING: Final = ("custom_object_scope", "get_custom_objects", "CustomObjectScope")
_REGISTERING: Final = (*_RENAMING, "register_keras_serializable")


def check_keywords(
    interpreter: Interpreter, root: str, cls: str, config: Mapping[str, Value]
) -> None:
    """Refuses the names that neither a class of Keras' nor one above it takes. `root` is the class above them all.

    Raises OpError for such a name.
    """
    member = interpreter.declared.member(cls, "__init__")
    entry = None if member is None else member.entry
    if not isinstance(entry, declared.Function) or not entry.overloads or is_legacy(interpreter):
        return
    if not is_known(config):  # what a dict is given under a condition may not be there
        return
    names = [each.name for each in entry.overloads[0].parameters]
    with completed(f"{cls.replace('tensorflow.', 'tf.', 1)}()"):
        keras_keywords.check(root, cls.rpartition(".")[2], config, names)


def check_names(interpreter: Interpreter, call: Call, names: Sequence[str] | None = None) -> None:
    """Refuses what has none of these names, or of the declared ones, where the stub takes any. Raises OpError for it."""
    known = names or positional(interpreter.declared, call.name) or ()
    unknown = next((each for each in call.kwargs if each not in (*known, "**")), None)
    if unknown is not None and not is_legacy(interpreter):
        gone = keras_keywords.instead(call.name.rpartition(".")[2], unknown)
        words = unknown_name(unknown, known) if gone is None else f"has no parameter {unknown!r}"
        raise OpError("tf-call", words, hint=gone)


def check_object(interpreter: Interpreter, root: str, made: Instance) -> None:
    """Refuses what a loss, a metric or another object of Keras' cannot be made with.

    Raises OpError for it.
    """
    cls, config = class_of(interpreter, made), config_of(made)
    if not is_legacy(interpreter):
        given = {name: to_rule(value) for name, value in config.items()}
        with completed(f"{cls.replace('tensorflow.', 'tf.', 1)}()"):
            keras_objects.check(root, cls.rpartition(".")[2], given)


def class_of(interpreter: Interpreter, value: Instance) -> str:
    """The first class of a library that an object is of."""
    return next(iter(line(interpreter, value)), "")


def default_name(interpreter: Interpreter, name: str) -> str | None:
    """The default of the parameter `name` of a class or a function of Keras'."""
    entry = interpreter.declared.find(name)
    if isinstance(entry, declared.Class):
        member = interpreter.declared.member(name, "__init__")
        entry = None if member is None else member.entry
    overloads = entry.overloads if isinstance(entry, declared.Function) else ()
    defaults = [
        each.default for one in overloads[:1] for each in one.parameters if each.name == "name"
    ]
    text = defaults[0] if defaults else None
    return text.strip("'") if text is not None and text.startswith("'") else None


def called(node: ast.AST) -> str:
    """The call of a model as the program writes it, where it has a name."""
    function = node.func if isinstance(node, ast.Call) else None
    is_named = isinstance(function, (ast.Name, ast.Attribute))
    return f"{ast.unparse(function)}()" if function and is_named else "tf.keras.Model()"


def short_name(interpreter: Interpreter, value: Value) -> str:
    """The name of an object's class within its package, such as `Dense`."""
    return class_of(interpreter, value).rpartition(".")[2] if isinstance(value, Instance) else ""


def configure(interpreter: Interpreter, call: Call) -> dict[str, Value]:
    """Keep what an object is made with: what it takes from the process, too, where that is not the usual."""
    cls = class_of(interpreter, call.receiver)
    config = bound(interpreter, call, cls)
    order = data_format(interpreter)
    if order != "channels_last" and config.get("data_format") is None:
        if "data_format" in (positional(interpreter.declared, cls) or ()):
            config["data_format"] = order
    interpreter.write(call.receiver, CONFIG, config)
    return config


def construct(interpreter: Interpreter, call: Call) -> None:
    """A constructor that keeps what an object is made with, and no more."""
    configure(interpreter, call)


def config_of(value: Value) -> Mapping[str, Value]:
    """What an object was made with."""
    found = value.read(CONFIG) if isinstance(value, Instance) else ABSENT
    return found if isinstance(found, dict) else {"**": None}


def rule_layer(interpreter: Interpreter, layer: Instance) -> Layer:
    """A layer as the rules take it, without the name of its activation."""
    config = {
        name: rule_layer(interpreter, value) if is_layer(interpreter, value) else to_rule(value)
        for name, value in config_of(layer).items()
        if name != "activation"
    }
    for name in (
        "units",
        "filters",
    ):  # a parameter that nobody knows is a size where one is asked for
        size = resolve(config_of(layer).get(name))
        if isinstance(size, Unknown):
            config[name] = size.size
    return Layer(short_name(interpreter, layer), config)


def is_a(interpreter: Interpreter, value: Value, name: str) -> bool:
    """Whether a value is an object of a class of Keras', such as `Layer`."""
    return isinstance(value, Instance) and KERAS + name in line(interpreter, value)


def is_layer(interpreter: Interpreter, value: Value) -> bool:
    return is_a(interpreter, value, "Layer")


def is_known(config: Mapping[str, Value]) -> bool:
    """Whether no argument is hidden in `*args` or `**kwargs`."""
    return "**" not in config


# -- the process ------------------------------------------------------------------------------------------------------
#
# Names that a program gives Keras, and masks, are seen in its text: what some function registers holds for the code that
# runs after it, whoever calls the two, and a mask goes with a tensor through layers that say nothing of it. Where a
# program has words for one of them, nothing is said that depends on it.


def has_registered(interpreter: Interpreter) -> bool:
    """Whether the program may have given Keras names of its own to look up."""
    return any(_is_used(interpreter, each) for each in _REGISTERING)


def has_renamed(interpreter: Interpreter) -> bool:
    """Whether names of Keras' may stand for others. A registered name has its package before it, as no name of Keras'."""
    return any(_is_used(interpreter, each) for each in _RENAMING)


def _is_used(interpreter: Interpreter, name: str) -> bool:
    """Whether the program has a name of Keras', and no function of its own under it."""
    return is_mentioned(interpreter, name) and not is_mentioned(interpreter, f"def {name}")


def has_masks(interpreter: Interpreter) -> bool:
    """Whether tensors may carry a mask of Keras'. Of what nobody calls it is not known which layers have run before."""
    if any(is_mentioned(interpreter, each) for each in _MASKING):
        return True
    if interpreter.hidden_graphs and is_mentioned(interpreter, "compute_mask"):
        return True
    return interpreter.switches.read(MASKED, False) is not False


# -- dtypes -----------------------------------------------------------------------------------------------------------


def dtype_named(interpreter: Interpreter, value: Value) -> DType:
    """The dtype that an argument names. Python's `int`, which is no dtype to TensorFlow, is 64 bits wide to Keras."""
    value = resolve(value)
    if value in ("int", External("builtins.int")) and not is_legacy(interpreter):
        return INT64
    return as_dtype(value) or ANY


def dtype_or_floatx(interpreter: Interpreter, value: Value) -> DType:
    """The dtype that an argument names; the default float where it is left out."""
    return floatx(interpreter) if resolve(value) is None else dtype_named(interpreter, value)


def floatx(interpreter: Interpreter) -> DType:
    found = interpreter.switches.read(FLOATX, FLOAT32)
    return found if isinstance(found, DType) else ANY


def dtypes(interpreter: Interpreter, dtype: Value) -> tuple[DType, DType]:
    """What a layer computes in and what its weights have, by its argument `dtype`: a dtype or a policy."""
    dtype = resolve(dtype)
    if dtype is None:
        dtype = interpreter.switches.read(POLICY, None)
        if dtype is None:
            return floatx(interpreter), floatx(interpreter)
    if isinstance(dtype, Instance):  # a policy
        return dtypes_of(interpreter, dtype)
    if isinstance(dtype, str) and dtype.startswith("mixed_"):
        found = as_dtype(dtype.removeprefix("mixed_"))
        return found or ANY, FLOAT32
    found = as_dtype(dtype)
    return found or ANY, found or ANY


def dtypes_of(interpreter: Interpreter, layer: Value) -> tuple[DType, DType]:
    """What a layer, or those with a policy, computes in and what its weights have."""
    found = layer.read(DTYPES)
    pair = found if isinstance(found, tuple) and len(found) == 2 else (ANY, ANY)
    computed, kept = (each if isinstance(each, DType) else ANY for each in pair)
    return computed, kept


def data_format(interpreter: Interpreter) -> Value:
    """Where images have their channels, unless a call says it."""
    return interpreter.switches.read(FORMAT, "channels_last")


_format: Final = partial(one_of, options=("channels_last", "channels_first"), lower=True)
_floats: Final = partial(one_of, options=("float16", "bfloat16", "float32", "float64"))


def _set_data_format(interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.get(0, "data_format"))
    if not is_legacy(interpreter):
        none_of({"data_format": _format}, {"data_format": to_rule(value)})
    interpreter.write(
        interpreter.switches, FORMAT, value if isinstance(value, str) else PyValue("str")
    )
    return None


def _set_floatx(interpreter: Interpreter, call: Call) -> Value:
    if not is_legacy(interpreter):
        none_of({"floatx": _floats}, {"floatx": to_rule(call.get(0, "floatx"))})
    interpreter.write(interpreter.switches, FLOATX, as_dtype(call.get(0, "floatx")) or ANY)
    return None


def _get_floatx(interpreter: Interpreter, call: Call) -> Value:
    found = floatx(interpreter)
    return found.name or library.from_declaration(interpreter, call.name)


def _set_policy(interpreter: Interpreter, call: Call) -> Value:
    policy = resolve(call.get(0, "policy"))
    if not is_legacy(interpreter):
        keras_names.check("policy", to_rule(policy), "policy")
    interpreter.write(interpreter.switches, POLICY, ANY if policy is None else policy)
    return None


def _backend(interpreter: Interpreter, call: Call) -> Value:
    """TensorFlow, where nobody asks for another one."""
    is_open = _BACKEND in os.environ or is_mentioned(interpreter, _BACKEND)
    return PyValue("str") if is_open else "tensorflow"


FUNCTIONS: Final = {
    f"{KERAS}backend.backend": _backend,
    f"{KERAS}config.backend": _backend,
    f"{KERAS}config.image_data_format": lambda interpreter, _: data_format(interpreter),
    f"{KERAS}config.set_image_data_format": _set_data_format,
    f"{KERAS}config.set_floatx": _set_floatx,
    f"{KERAS}config.floatx": _get_floatx,
    f"{KERAS}config.set_dtype_policy": _set_policy,
}


def with_config(cls: Class, missing: Sequence[str]) -> str:
    """The last line of a class's `get_config` with what it leaves out."""
    found = cls.find("get_config")
    function = resolve(found[0]) if found else None
    nodes = walk(function.code.node) if isinstance(function, Function) else ()
    values = [each.value for each in nodes if isinstance(each, ast.Return) and each.value]
    rest = ", ".join(f"{name!r}: self.{name}" for name in missing)
    if values and isinstance(values[-1], ast.Dict):
        config = f"{ast.unparse(values[-1])[:-1]}, {rest}}}".replace("{, ", "{")
    else:
        config = f"{{**{ast.unparse(values[-1]) if values else 'super().get_config()'}, {rest}}}"
    return f"`return {config}` in get_config() says it"
