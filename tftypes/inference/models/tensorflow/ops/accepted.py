"""The dtypes, strings and kinds of tensors that functions accept, from tables made by asking TensorFlow.

`accepted.json` is what `stubs/generator/accepted.py` writes. By a function's full name it says: `dtypes`, by parameter,
those with which some call is accepted, whatever the other arguments are; `strings`, by parameter, those that there are;
`passed`, the parameters that had arguments when TensorFlow was asked, as others may change what is accepted. It is
applied to functions without a rule, and to what a rule has nothing to say against.

`kinds.json` is what `tests/oracle/kinds.py` writes: by a rule's full name and parameter, the kinds of tensors that the op
cannot make a dense one of. Keras' symbols, data sets and dicts are among these kinds.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from functools import cache, partial
from inspect import Parameter
from pathlib import Path
from typing import Any, Final, NamedTuple

from tftypes.algebra import TensorType, Unknown

from .arguments import cast_hint, named
from .rule import RULES, OpError, Rule
from .values import PyValue, is_number

#: Arguments that change nothing in what the others may be.
NEUTRAL: Final = frozenset({"name", "axis", "keepdims"})
DENSE: Final = ("tensor", "variable")

#: The dtypes that values of Python's become, by how their names begin. Those of ints and bools are many.
_OF_PYTHON: Final = {
    "float": ("float", "bfloat", "complex"),
    "complex": ("complex",),
    "str": ("string",),
}

#: The row of a function.
Accepts = Mapping[str, Any]


#: How a dense tensor is made of another kind.
DENSELY: Final = {"ragged": "x.to_tensor()", "sparse": "tf.sparse.to_dense(x)"}
#: A function that gives the rows, which are of several lengths, has another remedy.
_BY_ROW: Final = {"tensorflow.unstack": {**DENSELY, "ragged": "x[i] is a row"}}


@cache
def table(file: str = "accepted.json") -> dict[str, Accepts]:
    """What each function accepts, by its full name in the stubs."""
    loaded: dict[str, Accepts] = json.loads(Path(__file__).with_name(file).read_text("utf-8"))
    return loaded


def speaks_of(accepts: Accepts, given: Mapping[str, object]) -> bool:
    """Whether the row says something of a call with arguments for these parameters."""
    passed = accepts.get("passed")
    return passed is None or given.keys() <= {*passed, *accepts.get("strings", ()), *NEUTRAL}


def check(accepts: Accepts, name: str, value: object) -> None:
    """Raises OpError for an argument that is not among those accepted."""
    dtypes, strings = accepts.get("dtypes", {}), accepts.get("strings", {})
    if name in dtypes and isinstance(value, TensorType) and value.kind in DENSE:
        allowed = dtypes[name]
        # Without elements, it may be the answer before anything is asked of it.
        is_empty = any(is_number(dim) and dim == 0 for dim in value.shape.dims or ())
        if value.dtype.names.isdisjoint(allowed) and not is_empty:
            message = f"{value.dtype} is not supported, only {named(allowed)}"
            raise OpError("tf-dtype", message, name, cast_hint(value.dtype, allowed))
    if name in dtypes and (python := _python_type(value)) and not _takes(dtypes[name], python):
        raise OpError("tf-dtype", f"{python} is not supported, only {named(dtypes[name])}", name)
    if name in strings and isinstance(value, str) and value not in strings[name]:
        expected = ", ".join(repr(item) for item in strings[name])
        raise OpError("tf-value", f"{value!r} is not one of {expected}", name)


def _python_type(value: object) -> str | None:
    """The type of a number or text of Python's that becomes a tensor of the one dtype that its type allows."""
    if isinstance(value, PyValue):
        return value.type if value.sure and value.type in _OF_PYTHON else None
    return type(value).__name__ if type(value) in (float, complex, str) else None


def _takes(allowed: Collection[str], python: str) -> bool:
    return any(each.startswith(_OF_PYTHON[python]) for each in allowed)


def check_all(accepts: Accepts, refused: Accepts, given: Accepts, dense: Accepts = DENSELY) -> None:
    """Raises OpError for the first such argument of a call.

    Beside one of which nothing is known, which may answer the call by itself, there is none.
    """
    known = accepts.get("dtypes", ())
    is_dense = True
    for name, value in given.items():
        if name in refused or name in known:
            if isinstance(value, Unknown):
                return
            is_dense &= not isinstance(value, TensorType) or value.kind in DENSE
    for name, kinds in refused.items():
        if name in given:
            _check_kind(given[name], name, kinds, dense)
    if is_dense and speaks_of(accepts, given):
        for name, value in given.items():
            check(accepts, name, value)


def _check_kind(value: object, name: str, kinds: Sequence[str], dense: Accepts) -> None:
    """Raises OpError for a tensor of these kinds, alone or in a list."""
    if isinstance(value, (list, tuple)):
        for item in value:
            _check_kind(item, name, kinds, dense)
    elif isinstance(value, TensorType) and value.kind in kinds and value.dtype.symbol is None:
        message = f"a {value.kind} tensor is not supported"
        raise OpError("tf-value", message, name, dense[value.kind])


_REDUCED: Final = ("all", "any", "logsumexp", "max", "mean", "min", "prod", "std", "sum")
#: Of functions that are called otherwise in `keras.ops`.
_IN_KERAS: Final = {
    "avg_pool": "average_pool", "avg_pool2d": "average_pool", "bias_add": "add", "clip_by_value": "clip",
    "concat": "concatenate", "conv1d": "conv", "conv2d": "conv", "depthwise_conv2d": "depthwise_conv",
    "diag_part": "diagonal", "embedding_lookup": "take", "floordiv": "floor_divide", "floormod": "mod", "gather": "take",
    "is_finite": "isfinite", "is_inf": "isinf", "is_nan": "isnan", "l2_normalize": "normalize", "max_pool2d": "max_pool",
    "pow": "power", "realdiv": "true_divide", "reduce_variance": "var", "reverse": "flip", "scalar_mul": "multiply",
    "tensor_scatter_nd_update": "scatter_update", "truediv": "true_divide",
    "sigmoid_cross_entropy_with_logits": "binary_crossentropy",
    "softmax_cross_entropy_with_logits": "categorical_crossentropy",
    "sparse_softmax_cross_entropy_with_logits": "sparse_categorical_crossentropy",
    **{f"a{name}": f"arc{name}" for name in ("cos", "cosh", "sin", "sinh", "tan", "tan2", "tanh")},
    **{f"reduce_{name}": name for name in _REDUCED},
}  # fmt: skip


#: Parameters with a default that are called otherwise there.
_RENAMED: Final = {
    "tensorflow.image.resize": {"method": "interpolation"},
    "tensorflow.nn.leaky_relu": {"alpha": "negative_slope"},
    "tensorflow.transpose": {"perm": "axes"},
    "tensorflow.where": {"x": "x1", "y": "x2"},
}


def twin(fullname: str) -> str:
    """The function of `keras.ops` that does the work of one of TensorFlow's, or no text."""
    package, _, op = fullname.removeprefix("tensorflow.").rpartition(".")
    name = f"image.{op}" if package == "image" else _IN_KERAS.get(op, op)
    return f"keras.ops.{name}" if f"tensorflow.keras.ops.{name}" in RULES else ""


def renamed(fullname: str) -> Mapping[str, str]:
    """The parameters that are called otherwise there: those that both functions need stand in the same order.

    >>> renamed("tensorflow.one_hot")
    {'indices': 'x', 'depth': 'num_classes'}
    """
    other = RULES.get(f"tensorflow.{twin(fullname)}")
    if other is None:
        return {}
    own, theirs = RULES[fullname].signature.parameters, other.signature.parameters
    needed = [each for each in zip(own.values(), theirs.values()) if _are_needed(*each)]
    pairs = ((a.name, b.name) for a, b in needed if not (a.name in theirs or b.name in own))
    return {**dict(pairs), **_RENAMED.get(fullname, {})}


def _are_needed(*parameters: Parameter) -> bool:
    return all(each.default is each.empty for each in parameters)


def _twin(rule: Rule) -> str:
    """What does the work of a function on symbols: its twin in `keras.ops`, or a layer that calls it."""
    if name := twin(rule.fullname):
        return f"{name}(), or a layer that calls it"
    return f"layers.Lambda(lambda x: {rule.fullname.replace('tensorflow', 'tf', 1)}(x))(x) calls it"


#: How an output of another layer becomes a part of the loss.
SYMBOL_IN_LOSS: Final = "a layer that is called on it has add_loss for that"


def refuse_symbols(
    rule: Rule,
    given: Collection[str],
    every: bool = False,
    keywords: Collection[str] = (),
    is_run: bool = False,
) -> None:
    """Raises OpError for one of Keras' symbols, given for some parameters: it stands for tensors that a model will get.

    `every` is whether no parameter takes one, whatever was measured; `keywords` are the arguments that were given by name.
    `is_run` says that a model gets its tensors already: a loss or a metric of the program's uses the symbol.

    Source: `KerasTensor.__tf_tensor__`, which raises.
    """
    for name in given:
        if every or "symbol" in table("kinds.json").get(rule.fullname, {}).get(name, ()):
            names = renamed(rule.fullname)
            others = [f"{names[each]}= for {each}=" for each in keywords if each in names]
            hint = _twin(rule).replace(",", f", with {' and '.join(others)}," if others else ",", 1)
            hint = SYMBOL_IN_LOSS if is_run else hint
            raise OpError("tf-value", "a KerasTensor is not supported", name, hint)


class Other(NamedTuple):
    """What is no tensor: its kind in the table, what messages call it, and what makes a tensor of it."""

    kind: str
    shown: str
    hint: str | None = None


#: What is asked of Python's values alone takes what another function takes, which was asked of tensors.
_ASKED: Final = {"tensorflow.constant": "tensorflow.convert_to_tensor"}


def refuse_others(rule: Rule, given: Mapping[str, Other]) -> None:
    """Raises OpError for the first of these that the op makes no tensor of."""
    refused = table("kinds.json").get(_ASKED.get(rule.fullname, rule.fullname), {})
    for name, other in given.items():
        # a view of a dict is refused wherever an iterator is
        if other.kind.replace("view", "iterator") in refused.get(name, ()):
            words = f"expected a tensor, got {other.shown}"
            raise OpError("tf-value", words, name, other.hint)


#: These take more than they did when TensorFlow was asked: with a list of tensors, with actual tensors.
TAKE_MORE: Final = ("tensorflow.concat", "tensorflow.signal.overlap_and_add")

for _name, _rule in RULES.items():
    _accepts = {} if _name in TAKE_MORE else table().get(_name, {})
    _refused = table("kinds.json").get(_name, {})
    if _accepts or _refused:
        _rule.accepts = partial(check_all, _accepts, _refused, dense=_BY_ROW.get(_name, DENSELY))
