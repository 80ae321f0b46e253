"""Arguments of Keras' layers that do not go together: what a constructor refuses by more than one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tftypes.algebra import Shape, TensorType, equal

from .arrays import as_array
from .keras_lookups import kind_of
from .keras_weights import sized
from .rule import OpError, Unsure
from .values import is_number

Config = Mapping[str, Any]
#: Says what is wrong with the arguments, which one is, and the remedy; None where nothing is for sure.
Relation = Callable[[Config], "tuple[str, ...] | None"]


def check(name: str, config: Config) -> None:
    """Refuses arguments of a layer's class that do not go together.

    >>> check("Normalization", {"mean": 1.0, "variance": 2.0})
    >>> check("CategoryEncoding", {"output_mode": "one_hot"})
    Traceback (most recent call last):
    tftypes.inference.models.tensorflow.ops.rule.OpError: num_tokens is needed

    Raises OpError for them.
    """
    if "**" in config:
        return
    for relation in _RELATIONS.get(name, ()):
        found = relation(config)
        if found is not None:
            raise OpError("tf-value", *found)


def _together(first: str, second: str) -> Relation:
    words = f"{first} and {second} are given together or not at all"
    return lambda config: (
        (words, first) if (config.get(first) is None) is not (config.get(second) is None) else None
    )


def _means(config: Config) -> tuple[str, ...] | None:
    """Means and variances have one shape, of no more axes than have statistics of their own."""
    if None in (config.get("mean"), config.get("variance")):
        return None
    try:
        mean, variance = (as_array(config.get(name)).shape for name in ("mean", "variance"))
    except (OpError, Unsure):
        return None
    axis = config.get("axis", -1)
    most = len(axis) if isinstance(axis, (list, tuple)) else 0 if axis is None else 1
    if mean.rank != variance.rank or any(
        equal(a, b) is False for a, b in zip(mean.dims or (), variance.dims or ())
    ):
        return f"expected variances of {mean} as the means, got {variance}", "variance"
    if mean.rank is not None and mean.rank > most:
        return (
            f"expected means of rank {most} at most, one for each of axis, got rank {mean.rank}",
            "mean",
        )
    return None


def _needed(name: str) -> Relation:
    found = f"{name} is needed", name, f"{name}=n for the numbers 0 to n - 1"
    return lambda config: found if config.get(name) is None else None


def _one_of_two(first: str, second: str) -> Relation:
    def relation(config: Config) -> tuple[str, ...] | None:
        given = [config.get(each) is not None for each in (first, second)]
        return None if sum(given) == 1 else (f"expected one of {first} and {second}", first)

    return relation


def _only(name: str, parameter: str, wanted: str, default: Any = "int") -> Relation:
    """Whether an argument is given for one value of another alone: `sparse` for other modes than "int"."""

    def relation(config: Config) -> tuple[str, ...] | None:
        value, mode = config.get(name), config.get(parameter, default)
        is_given = value is True or is_number(value) or isinstance(value, (str, list, tuple))
        if not is_given or not isinstance(mode, str):
            return None
        fits = mode != wanted[1:] if wanted.startswith("!") else mode == wanted
        words = f"{name}={value!r} and {parameter}={mode!r} do not go together"
        taken = "multi_hot" if wanted == "!int" else wanted
        return None if fits else (words, name, f"leave it out, or take {parameter}={taken!r}")

    return relation


def _padded(config: Config) -> tuple[str, ...] | None:
    if config.get("pad_to_max_tokens") is True and config.get("max_tokens") is None:
        return "pad_to_max_tokens=True needs max_tokens", "max_tokens"
    return None


def _strides(config: Config) -> tuple[str, ...] | None:
    strides, dilation = config.get("strides", 1), config.get("dilation_rate", 1)
    if _largest(strides) > 1 and _largest(dilation) > 1:
        words = f"strides={strides!r} and dilation_rate={dilation!r} do not go together"
        return words, "strides", "strides=1, or dilation_rate=1"
    return None


def _output_padding(config: Config) -> tuple[str, ...] | None:
    """What is added to a transposed convolution is less than a stride."""
    added, strides = config.get("output_padding"), config.get("strides", 1)
    if added is None:
        return None
    pairs = zip(
        *(each if isinstance(each, (list, tuple)) else [each] * 3 for each in (added, strides))
    )
    if any(is_number(x) and is_number(y) and x >= y for x, y in pairs):
        words = f"expected less than strides={strides!r}, got {added!r}"
        return words, "output_padding"
    return None


def _groups(config: Config) -> tuple[str, ...] | None:
    filters, groups = config.get("filters"), config.get("groups", 1)
    if is_number(filters) and is_number(groups) and groups and filters % groups:
        words = f"{filters} filters do not make {groups} groups"
        return words, "groups", f"filters={-(-filters // groups) * groups} do"
    return None


def _heads(config: Config) -> tuple[str, ...] | None:
    query, value = config.get("num_query_heads"), config.get("num_key_value_heads")
    if is_number(query) and is_number(value) and value and query % value:
        words = f"{query} heads cannot be shared by {value}"
        return words, "num_query_heads", f"num_query_heads={-(-query // value) * value} can"
    return None


def _flash(config: Config) -> tuple[str, ...] | None:
    rate = config.get("dropout", 0)
    if config.get("flash_attention") is True and isinstance(rate, (int, float)) and rate > 0:
        return "flash_attention=True takes no dropout", "dropout", "dropout=0.0"
    return None


def _text(config: Config) -> tuple[str, ...] | None:
    """The terms of a layer for text are text."""
    terms = config.get("vocabulary")
    is_list = isinstance(terms, (list, tuple, TensorType))
    if not is_list or kind_of(terms) != "numbers":
        return None
    hint = "[str(each) for each in vocabulary] has text; IntegerLookup takes integers"
    return "expected text, got numbers", "vocabulary", hint


def _numbers(config: Config) -> tuple[str, ...] | None:
    """The terms of a layer for integers are integers, or what `int` reads."""
    terms = config.get("vocabulary")
    known = (
        [each for each in terms if isinstance(each, str)]
        if isinstance(terms, (list, tuple))
        else []
    )
    other = next((each for each in known if not each.strip().lstrip("+-").isdecimal()), None)
    if other is None or "_" in other:
        return None
    return f"expected integers, got {other!r}", "vocabulary", "StringLookup takes text"


def _vocabulary(config: Config) -> tuple[str, ...] | None:
    """A vocabulary has each term once; what stands for unknown terms may be there, too. Text is the name of a file."""
    terms = config.get("vocabulary")
    if not isinstance(terms, (list, tuple)):
        return None
    if not terms:
        return "expected a vocabulary that is not empty", "vocabulary"
    reserved = ("[UNK]", "", -1, 0, config.get("oov_token"), config.get("mask_token"))
    own = [each for each in terms if each not in reserved]
    if not all(isinstance(each, (str, int)) for each in own):
        return None
    twice = [each for i, each in enumerate(own) if each in own[:i]]
    if twice:
        words = f"expected each term once, got {twice[0]!r} again"
        return words, "vocabulary", "list(dict.fromkeys(vocabulary)) has each once"
    most = config.get("max_tokens")
    if is_number(most) and len(own) > most:
        words = f"expected at most max_tokens={most} terms, got {len(own)}"
        return words, "vocabulary", "max_tokens=None takes them all"
    if config.get("output_mode") in ("tf_idf", "tf-idf") and config.get("idf_weights") is None:
        return "output_mode='tf_idf' needs idf_weights for a vocabulary", "idf_weights"
    return None


def _embeddings(config: Config) -> tuple[str, ...] | None:
    """The one array of `weights` has a row for each of `input_dim`."""
    given, sizes = config.get("weights"), (config.get("input_dim"), config.get("output_dim"))
    first = given[0] if isinstance(given, (list, tuple)) and len(given) == 1 else None
    if not isinstance(first, TensorType) or first.shape.rank != 2 or not all(map(is_number, sizes)):
        return None
    rows, width = first.shape.dims or ()
    if not (is_number(rows) and is_number(width)) or sizes == (rows, width):
        return None
    words = f"expected an array of shape {list(sizes)}, got {first}"
    return words, "weights", sized("Embedding", 0, Shape.of(*sizes), first.shape) or ""


def _largest(value: Any) -> int:
    """The largest of some numbers; 0 where one is not known."""
    items = value if isinstance(value, (list, tuple)) else (value,)
    return max(items, default=0) if all(map(is_number, items)) else 0


_SPARSE: Final = _only("sparse", "output_mode", "!int")
_LOOKUP: Final = (_padded, _SPARSE, _only("invert", "output_mode", "int"), _only("idf_weights", "output_mode", "tf_idf"), _vocabulary)  # fmt: skip
_RELATIONS: Final[Mapping[str, tuple[Relation, ...]]] = {
    "Normalization": (_together("mean", "variance"), _means),
    "CategoryEncoding": (_needed("num_tokens"),),
    "Discretization": (_one_of_two("num_bins", "bin_boundaries"), _SPARSE),
    "Hashing": (_SPARSE,),
    "StringLookup": (*_LOOKUP, _text),
    "IntegerLookup": (*_LOOKUP, _numbers),
    "TextVectorization": (
        _padded,
        _only("output_sequence_length", "output_mode", "int"),
        _only("ragged", "output_mode", "int"),
        _SPARSE,
        _vocabulary,
        _text,
    ),
    "Embedding": (_embeddings,),
    "MultiHeadAttention": (_flash,),
    "GroupQueryAttention": (_heads, _flash),
    **{f"Conv{n}D": (_strides, _groups) for n in (1, 2, 3)},
    **{f"Conv{n}DTranspose": (_strides, _output_padding) for n in (1, 2, 3)},
    **{f"ConvLSTM{n}D": (_strides,) for n in (1, 2, 3)},
}
