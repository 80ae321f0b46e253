"""What a call of a layer gets: tensors by position, and what its `call` takes by name."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import chain
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.arguments import by_name
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.function_code import Code
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.interpreter.value_operators import NUMBERS
from tftypes.inference.models.keras.config import config_of, is_a, is_layer, short_name
from tftypes.inference.models.keras.inputs import called_first
from tftypes.inference.models.keras.symbols import has_symbols, maker
from tftypes.inference.models.keras.tracking import BUILT
from tftypes.inference.models.tensorflow.ops import (
    OpError,
    completed,
    keras_calls,
    keras_layers,
    keras_lookups,
    keras_ranks,
    keras_weights,
)
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.structures import leaves, tensors_in
from tftypes.inference.objects import (
    OPEN,
    Class,
    Container,
    Function,
    Instance,
    TracedFunction,
    Value,
    python_type,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Bound, Dataset, Spread, is_dict

#: Arguments of `call` that Keras fills in where they are not given.
FILLED: Final = ("training", "mask")
#: Classes whose objects take nothing but tensors by position.
_STRICT: Final = frozenset(
    {*keras_weights.WEIGHTS, *keras_weights.WITHOUT, "Layer", "Model", "Sequential"}
)

#: The second inputs of layers that have two, by name.
_SECOND: Final = ("states", "value")


def inputs(name: str, call: Call) -> list[Value]:
    """The inputs that the output of a layer depends on: of two, the second may be given by name."""
    if not call.args:
        return []
    given = [*call.args, *(call.kwargs[each] for each in _SECOND if each in call.kwargs)]
    return given[: keras_layers.inputs_of(name)]


def check_signature(interpreter: Interpreter, layer: Instance, name: str, call: Call) -> None:
    """Keras binds the arguments of one of its own layers to the parameters of `call` first.

    Raises OpError where they do not fit.
    """
    if call.is_open:
        return
    with completed(f"tf.keras.layers.{name}()"):
        # A model takes any keyword, unless its layers are to be called anew.
        is_open = name in ("Model", "Sequential") and not has_symbols(interpreter, *call.values)
        signature = keras_calls.SIGNATURES.get(name, ())
        known = {each.rstrip("=") for each in signature}
        keras_calls.check(
            name, len(call.args), [each for each in call.kwargs if not is_open or each in known]
        )
        if call.args and interpreter.is_eager and not has_symbols(interpreter, *call.args):
            keras_lookups.check(name, config_of(layer), to_rule(call.args[0]))
        place = signature.index("training=") if "training=" in signature else len(call.args)
        if place < len(call.args) and isinstance(resolve(call.args[place]), TensorType):
            words = "training is given by position, and by Keras, too"
            raise OpError("tf-call", words, hint="several inputs stand in a list: [a, b]")
        if call.args and name in keras_calls.SIGNATURES and name not in keras_calls.OF_SEVERAL:
            takes_dict = name in keras_calls.OF_IMAGES and is_dict(call.args[0])
            given = leaves(interpreter, call.args[0])
            count = 1 if takes_dict else len(given)
            if count > 1 and tensors_in(interpreter, call.args[0]):
                makers = {made and made.name for made in map(maker, given)}
                hint = "layers.Concatenate()([a, b]) makes one of several"
                if len(makers) == 1 and makers & {*keras_ranks.RECURRENT}:
                    hint = "return_state=True gives the states, too: x, *states = ... takes them"
                raise OpError("tf-value", f"expected one input, got {count}", hint=hint)
            if _is_list_of_one(interpreter, layer, name, call.args[0]):
                words = "expected a tensor, got a list of one"
                raise OpError("tf-value", words, hint="inputs[0] is the tensor")


def _is_list_of_one(interpreter: Interpreter, layer: Instance, name: str, given: Value) -> bool:
    """Whether a layer gets a list or tuple with a tensor that it does not take apart."""
    is_list = isinstance(resolve(given), (tuple, Container)) and not is_dict(given)
    if not is_list or not tensors_in(interpreter, given):
        return False
    when = keras_calls.LISTS.get(name)
    if when == "unbuilt":
        return layer.read(BUILT) in (ABSENT, False)
    kind = "symbols" if has_symbols(interpreter, given) else "tensors"
    return when in ("always", kind)


def check_positional(interpreter: Interpreter, layer: Instance, call: Call) -> None:
    """Keras takes nothing but tensors by position, in whatever structures; a subclass may allow more."""
    name = short_name(interpreter, layer)
    is_strict = layer.read(OPEN) is ABSENT and name in _STRICT
    given = [each for each in call.args if not isinstance(each, Spread)]
    if (
        given
        and resolve(given[0]) is None
        and name in {*keras_calls.SIGNATURES} - keras_calls.OF_NONE - keras_calls.OF_IMAGES
        and not isinstance(layer.cls, Class)
    ):
        words = f"{name}() takes tensors, got None: does what comes before it return one?"
        interpreter.refuse(call.node, "tf-value", words, "builtins.ValueError")
        return
    for leaf in chain.from_iterable(leaves(interpreter, each) for each in given):
        if is_layer(interpreter, leaf) and (is_strict or not isinstance(layer.cls, Class)):
            words = f"{name}() takes tensors, got a layer; {called_first(leaf)}"
            interpreter.refuse(call.node, "tf-value", words, "builtins.ValueError")
            return
        if isinstance(leaf, Dataset) and (is_strict or not isinstance(layer.cls, Class)):
            words = "a layer takes tensors, got a tf.data.Dataset"
            hint = _of_elements(interpreter, layer, call.node)
            interpreter.refuse(call.node, "tf-value", f"{words}; {hint}", "builtins.ValueError")
            return
        if is_strict and python_type(leaf) is not None:
            words = f"a layer takes tensors by position, got {describe(to_rule(leaf))}"
            inputs = list(leaves(interpreter, given[0]))
            hint = f"; {_named(name, layer, call.node, given)}" if leaf not in inputs else ""
            if leaf is not given[0] and all(python_type(each) in NUMBERS for each in inputs):
                hint = "; tf.constant(x) is one"
            interpreter.refuse(call.node, "tf-signature", f"{words}{hint}")
            return


def _of_elements(interpreter: Interpreter, layer: Instance, node: ast.AST) -> str:
    """How a layer or a model is called on what a dataset has."""
    own, data = "layer", "dataset"
    if isinstance(node, ast.Call) and node.args:
        own, data = ast.unparse(node.func), ast.unparse(node.args[0])
    if is_a(interpreter, layer, "Model"):
        return f"{own}.predict({data}) goes through its batches"
    return f"{data}.map({own}) calls it on each element"


def _named(name: str, layer: Instance, node: ast.AST, given: Sequence[Value]) -> str:
    """How a call of a layer takes arguments that are no tensors by their names."""
    found = layer.cls.find("call") if isinstance(layer.cls, Class) else None
    function = None if found is None else resolve(found[0])
    names = [each.partition("=")[0] for each in keras_calls.SIGNATURES.get(name, ())]
    if isinstance(layer.cls, Class):
        names = [*function.code.positional[1:]] if isinstance(function, Function) else []
    written = node.args if isinstance(node, ast.Call) else []
    first = next((i for i, each in enumerate(given) if python_type(resolve(each)) is not None), 0)
    if not 0 < first < len(written) == len(given) <= len(names):
        return "pass it by name"
    named = by_name(names[first:], written[first:])
    return f"{named} gives {'it' if first == len(given) - 1 else 'them'} by name"


def lacks_argument(interpreter: Interpreter, layer: Instance, function: Value, call: Call) -> bool:
    """Whether a parameter of `call` gets no argument: Keras binds them first."""
    code = code_of(function)
    if code is None or call.is_open:
        return False
    inner, taken = inner_of(function), code.positional[1:]
    for name in (*taken[len(call.args) :], *code.keyword_only):
        if name not in call.kwargs and name not in inner.defaults:
            shown = layer.cls.name.rpartition(".")[2]
            words = (
                f"{shown}.call(): argument {name!r} is missing: {len(call.args)} given by position"
            )
            if name in FILLED:
                words += f"; {name}=None in its place lets Keras fill it in"
            several = leaves(interpreter, call.args[0]) if len(call.args) == 1 else ()
            others = [each for each in call.kwargs if each not in (*code.by_name, *FILLED)]
            if name in FILLED and name == code.positional[-1]:
                names = ", ".join(code.positional)
                words += f"; def call({names}=None) leaves it to Keras"
            elif len(others) == 1 and code.kwarg is None and isinstance(call.node, ast.Call):
                words += f"; {_renamed(call.node, others[0], name)} names it so"
            elif len(several) == len(taken) > 1:
                names = ", ".join(taken)
                words += f"; def call(self, inputs): {names} = inputs takes a list of {len(taken)}"
            interpreter.refuse(call.node, "tf-signature", words, "builtins.TypeError")
            return True
    return False


def _renamed(call: ast.Call, keyword: str, name: str) -> str:
    """A call with another name for one of its keywords."""
    keywords = [
        ast.keyword(name if each.arg == keyword else each.arg, each.value) for each in call.keywords
    ]
    return ast.unparse(ast.Call(call.func, call.args, keywords))


def code_of(function: Value) -> Code | None:
    """The compiled function of a method of the program."""
    inner = inner_of(function)
    return inner.code if isinstance(inner, Function) else None


def inner_of(function: Value) -> Value:
    """The function itself, of a method or one that is traced."""
    inner = function.function if isinstance(function, Bound) else function
    return inner.function if isinstance(inner, TracedFunction) else inner
