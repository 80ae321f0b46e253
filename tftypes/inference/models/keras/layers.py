"""Layers: how one is built, what Keras' own make of their inputs, and what is asked of a layer."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Expr, Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.op_calls import is_of_layer
from tftypes.inference.interpreter.rules import from_rule, to_rule
from tftypes.inference.interpreter.tables import Call, LibraryClass
from tftypes.inference.models.keras import (
    adding,
    call_arguments,
    calls,
    configs,
    constructors,
    gone,
    tracking,
    unbuilt,
    weight_files,
)
from tftypes.inference.models.keras.config import (
    KERAS,
    config_of,
    dtypes_of,
    is_known,
    rule_layer,
    short_name,
)
from tftypes.inference.models.keras.initializers import check_constant, initialize
from tftypes.inference.models.keras.inputs import check_told, open_sizes
from tftypes.inference.models.keras.layer_state import BUILT_FOR, add_loss
from tftypes.inference.models.keras.policies import dtype_name, policy_of
from tftypes.inference.models.keras.symbols import made_by, maker, shape_of
from tftypes.inference.models.keras.tracking import BUILT
from tftypes.inference.models.tensorflow.ops import (
    OpError,
    PyValue,
    completed,
    keras_calls,
    keras_encodings,
    keras_layers,
    keras_operands,
    keras_ranks,
    keras_weights,
)
from tftypes.inference.models.tensorflow.ops.keras_layers import Layer
from tftypes.inference.models.tensorflow.ops.values import FLOAT32
from tftypes.inference.models.tensorflow.tracing import variable_made
from tftypes.inference.objects import TOP, Class, External, Instance, Value, resolve
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Mapped, Seq, is_dict, is_static, whole_dict

#: The layers whose activation is the last thing that they do.
_ACTIVATED: Final = ("Dense", "Activation", "EinsumDense", "Conv", "SeparableConv", "DepthwiseConv")


# -- building ---------------------------------------------------------------------------------------------------------


#: The layers whose `build` takes no shape where none is given.
_WITHOUT_INPUT: Final = ("Embedding", "ReversibleEmbedding", "TextVectorization", "Wrapper")


def build(interpreter: Interpreter, call: Call) -> Value:
    """`build(input_shape)` of Keras' own layers: their weights."""
    layer, told = call.receiver, shape_of(call.get(0, "input_shape"))
    shape = Shape.unknown() if told is None else told
    name = short_name(interpreter, layer)
    if name not in _WITHOUT_INPUT:
        check_told(call)
        if name in keras_weights.WEIGHTS:
            _check_asked(layer, name, call)
    if layer.read(BUILT_FOR) is ABSENT:
        made = _made_for(interpreter, layer, shape, call)
        is_plain = name in _HOLDERS or name in keras_weights.WITHOUT | keras_weights.PREPARING
        if not made and not is_plain:
            interpreter.write(layer, tracking.WEIGHTS, Seq((), None))
    interpreter.write(layer, BUILT, True)
    if isinstance(layer.cls, External):
        interpreter.write(layer, tracking.LOCKED, True)
    return None


def _check_asked(layer: Instance, name: str, call: Call) -> None:
    """Refuses a size or a tensor in place of a shape, and to make weights for a second time.

    Raises OpError for it.
    """
    given = resolve(call.get(0, "input_shape"))
    with completed(f"tf.keras.layers.{name}().build()"):
        if isinstance(given, TensorType):
            hint = "input_shape.shape is its shape"
            raise OpError("tf-value", f"expected a shape, got {given}", "input_shape", hint)
        if isinstance(given, int):
            hint = f"build((None, {given}))"
            raise OpError("tf-value", f"expected a shape, got {given}", "input_shape", hint)
        is_cell = name.removesuffix("Cell") in keras_operands.STATES
        if layer.read(tracking.LOCKED) is True and not is_cell:
            raise OpError("tf-state", "it is built already", hint="leave build() out")


def _made_for(
    interpreter: Interpreter, layer: Instance, shape: Shape, call: Call
) -> Mapping[str, TensorType]:
    """The weights that one of Keras' own layers makes for a shape; none where they are not known."""
    interpreter.write(layer, BUILT_FOR, shape)
    own = dtypes_of(interpreter, layer)[1]
    config = rule_layer(interpreter, layer)
    _check_sizes(layer, short_name(interpreter, layer), config, call)
    if not is_known(config.config):
        return {}
    made = keras_layers.weights(config, TensorType(FLOAT32, shape))
    made_elsewhere = isinstance(layer.cls, Class) and layer.cls.find("add_weight")
    if made and not made_elsewhere:
        variable_made(interpreter, call.node, layer)
    for each, weight in made.items():
        if made_elsewhere:  # the program's own method makes what it likes
            interpreter.write(layer, each, TOP)
            continue
        initializer = config_of(layer).get(f"{each}_initializer")
        name = short_name(interpreter, layer)
        check_constant(initializer, weight.shape, name, f"{each}_initializer")
        initialize(interpreter, initializer, weight.shape, own, call.node)
        trained = each not in keras_weights.AVERAGES
        variable = tracking.variable(own, weight.shape, layer, trained)
        interpreter.write(layer, each, tracking.add(interpreter, layer, variable))
    return {} if made_elsewhere else made


def _check_sizes(layer: Instance, name: str, config: Layer, call: Call) -> None:
    """Refuses a shape that leaves a size open which a weight has: Keras makes variables of known sizes alone.

    Raises OpError for it.
    """
    shape = shape_of(call.get(0, "input_shape"), open_sizes(layer))
    if shape is None or not is_known(config.config):
        return
    try:
        keras_ranks.check(name, TensorType(FLOAT32, shape), None)
    except OpError as error:
        if layer.read(BUILT) is not False and _is_short(name, shape):  # it is called by name
            error.hint = None
            raise error.complete(
                f"tf.keras.layers.{name}().build()", {"input_shape": shape}
            ) from None
        return  # the call of the layer tells it
    for weight, made in keras_layers.weights(config, TensorType(FLOAT32, shape)).items():
        if any(isinstance(each, Expr) and not is_static(each) for each in made.shape.dims or ()):
            words = (
                f"the size of {weight!r} is not known: the input has None in {shape_text(shape)}"
            )
            hint = keras_weights.of_known_sizes(name, shape)
            raise OpError("tf-shape", words, hint=hint).complete(f"tf.keras.layers.{name}()", {})


def _is_short(name: str, shape: Shape) -> bool:
    """Whether `build` itself refuses a shape of a rank that the layer does not take."""
    if "Conv" in name:
        return not name.endswith("Transpose") and "LSTM" not in name
    is_open = bool(shape.rank) and isinstance(shape[0], Expr) and not is_static(shape[0])
    return is_open and name in ("Dense", *keras_operands.STATES) and (shape.rank or 0) < 3


def shape_text(shape: Shape) -> str:
    """A shape as Keras writes it.

    >>> shape_text(Shape.of(2, None))
    '(2, None)'
    """
    sizes = [str(each) if isinstance(each, int) else "None" for each in shape.dims or ()]
    return f"({', '.join(sizes)}{',' * (len(sizes) == 1)})"


#: The ops behind layers whose gradients are special.
_OPS: Final = {"Embedding": "embedding_lookup"}
#: The classes whose objects have no weights but those of what they hold.
_HOLDERS: Final = ("Layer", "RNN", "StackedRNNCells", "Wrapper")


# -- Keras' own layers ------------------------------------------------------------------------------------------------


def call_library(interpreter: Interpreter, call: Call) -> Value:
    """`call` of one of Keras' own layers, by its rule."""
    layer, node = call.receiver, call.node
    name = short_name(interpreter, layer)
    if name in keras_calls.OF_IMAGES and call.args and is_dict(call.args[0]):
        return _of_sample(interpreter, call, whole_dict(call.args[0]))
    config = config_of(layer)
    source = maker(call.args[0]) if call.args else None
    if source is not None and source.name in keras_ranks.INPUTS and "input_shape" in config:
        source = source._replace(name="input_shape")
    if name not in keras_layers.LAYERS or not is_known(config):
        if call.args:
            check = partial(_check_rank, name, source)
            interpreter.certain(check, [to_rule(call.args[0])], node)
        return TOP
    if (
        name in ("Attention", "AdditiveAttention")
        and call.args
        and isinstance(resolve(call.args[0]), TensorType)
    ):
        words = "expected a list [query, value] or [query, value, key], got a tensor"
        hint = f"{name}()([x, x]) attends to itself"
        if len(call.args) > 1:
            hint = f"{name}()([query, value]) takes both"
        raise OpError("tf-value", words, "inputs", hint).complete(f"tf.keras.layers.{name}()", {})
    rules = rule_layer(interpreter, layer)
    given = [to_rule(each) for each in call_arguments.inputs(name, call)]
    if not given:
        return TOP
    built_for = layer.read(BUILT_FOR)

    compute = dtypes_of(interpreter, layer)[0]
    states = to_rule(call.get(1, "initial_state")) if name in keras_operands.STATES else None

    of_symbols = is_of_layer(interpreter.trace)

    def rule(*inputs: Any) -> Any:
        try:
            if not (of_symbols and name in keras_ranks.PUT_OFF):
                keras_ranks.check(name, inputs[0], source)
            keras_operands.check_merged(name, inputs[0])
            if not of_symbols:
                keras_ranks.check_floats(name, inputs[0])
                keras_encodings.check_attended(name, inputs[0])
                eager = interpreter.trace is None
                check_contents(name, rules.config, inputs[0], states, eager)
            if isinstance(built_for, Shape):
                keras_operands.check_built(name, rules.config, built_for, inputs[0])
            may_run = _may_run(interpreter, name, built_for, inputs[0])
            applied = keras_layers.output if may_run else keras_layers.applied
            return applied(rules, inputs, compute)
        except OpError as error:
            error.argument = None  # that of an op within
            is_sliding = ("Conv" in name or "Pool" in name) and isinstance(inputs[0], TensorType)
            if error.code == "tf-shape" and is_sliding:
                used = keras_ranks.Maker(name, inputs[0].shape, source)
                error.hint = keras_ranks.channels_last(used) or error.hint
            error.hint = error.hint or keras_operands.merging(name, inputs[0])
            raise error.complete(f"tf.keras.layers.{name}()", {"input": inputs[0]}) from None

    made = interpreter.certain(rule, given, node, op=name)
    if made is UNKNOWN or made is TOP:
        return TOP
    if isinstance(made, list):
        made = tuple(made)
    used = [*call.args, *tracking.sources(interpreter, layer)]
    result = from_rule(interpreter, made, used, _OPS.get(name, name))
    with_scores = resolve(call.kwargs.get("return_attention_scores", False))
    if with_scores is not False:
        return (result, TOP) if with_scores is True else TOP
    made = activated(interpreter, name, config.get("activation"), result, node)
    return made_by(name, made, call.args[0])


def _of_sample(interpreter: Interpreter, call: Call, sample: Mapping[Any, Value] | None) -> Value:
    """What a layer of images makes of a dict: the images, and what belongs to them with it."""
    if sample is None or "images" not in sample:
        return TOP
    images = call_library(interpreter, call.with_values([sample["images"], *call.values[1:]]))
    made = {**dict.fromkeys(sample, TOP), "images": images}
    return interpreter.list(Mapped(made), "dict")


def _check_rank(name: str, source: keras_ranks.Maker | None, value: Any) -> None:
    with completed(f"tf.keras.layers.{name}()", {"input": value}):
        keras_ranks.check(name, value, source)


def check_contents(
    name: str, config: Mapping[str, Any], x: Any, states: Any, eager: bool = True
) -> None:
    """Refuses numbers that an embedding has no row for, and states that a recurrent layer cannot begin with."""
    if name == "Embedding":
        keras_operands.check_ids(x, config.get("input_dim"))
    elif states is not None:
        keras_operands.check_states(name, config.get("units"), x, states, eager)


def _may_run(interpreter: Interpreter, name: str, built_for: Value, x: Any) -> bool:
    """Whether windows that do not fit may be refused by nobody: Keras looks at them where it builds, or traces."""
    if interpreter.trace is not None or not isinstance(x, TensorType) or x.shape.rank is None:
        return False
    is_other = (
        isinstance(built_for, Shape)
        and built_for.rank == x.shape.rank
        and built_for.dims != x.shape.dims
    )
    return "Pooling" in name or "Conv" in name and is_other


def activated(
    interpreter: Interpreter, name: str, activation: Value, made: Value, node: ast.AST
) -> Value:
    """What is left of a result by an activation: those that Keras knows by name leave its shape alone."""
    if activation is None or isinstance(activation, str) and activation != "glu":
        return made
    if isinstance(activation, External):
        activation = External(activation.name)
        is_plain = activation.name.startswith("tensorflow.") and not activation.name.endswith(
            ".glu"
        )
        return made if is_plain else TOP
    if isinstance(activation, Instance) and isinstance(activation.cls, External):
        return made  # a layer of Keras' own, such as LeakyReLU
    if name.rstrip("123D") in _ACTIVATED and not isinstance(activation, str):
        return interpreter.call(activation, [made], {}, node)
    return TOP


# -- attributes -------------------------------------------------------------------------------------------------------


def _name(interpreter: Interpreter, layer: Value) -> Value:
    found = config_of(layer).get("name")
    return found if isinstance(found, str) else PyValue("str")


def _trainable(interpreter: Interpreter, layer: Value) -> Value:
    found = layer.read(tracking.TRAINABLE, True)
    return found if isinstance(found, bool) else PyValue("bool")


def _some_list(interpreter: Interpreter, layer: Value) -> Value:
    return interpreter.list(Seq((), TOP))


def _merging(name: str) -> Callable[[Interpreter, Call], Value]:
    """`layers.add(inputs)`: the layer of that class, made and called."""

    def run(interpreter: Interpreter, call: Call) -> Value:
        names = ("inputs", "axes" if name == "Dot" else "axis")
        defaults = {"axes": -1} if name == "Dot" else {}
        given = {**defaults, **dict(zip(names, call.args)), **call.kwargs}
        inputs = given.pop("inputs", TOP)
        layer = interpreter.call(External(f"{KERAS}layers.{name}"), [], given, call.node)
        return interpreter.call(layer, [inputs], {}, call.node)

    return run


_MERGING: Final = (
    "Add", "Subtract", "Multiply", "Average", "Maximum", "Minimum", "Concatenate", "Dot",
)  # fmt: skip
FUNCTIONS: Final = {f"{KERAS}layers.{name.lower()}": _merging(name) for name in _MERGING}
CLASSES: Final = {
    f"{KERAS}Layer": LibraryClass(
        construct=constructors.construct,
        new=calls.begin,
        on_write=tracking.on_write,
        methods={
            "__call__": calls.call_layer,
            "call": call_library,
            "build": build,
            **dict.fromkeys(("add_weight", "add_variable"), adding.add_weight),
            "add_loss": add_loss,
            "add_metric": adding.add_metric,
            "get_config": configs.layer_config,
            "compute_output_shape": calls.compute_output_shape,
            "_register_call_context_args": calls.register_context,
            **weight_files.METHODS,
            "count_params": unbuilt.count_params,
            **unbuilt.METHODS,
        },
        attributes={
            "built": lambda interpreter, layer: PyValue("bool"),
            "name": _name,
            "dtype": dtype_name(1),
            "compute_dtype": dtype_name(0),
            "variable_dtype": dtype_name(1),
            "dtype_policy": policy_of,
            "trainable": _trainable,
            **unbuilt.SYMBOLS,
            "losses": _some_list,
            "metrics": _some_list,
            **tracking.ATTRIBUTES,
        },
        gone=gone.of_layers,
    )
}
