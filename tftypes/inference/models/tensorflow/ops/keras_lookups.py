"""Keras' layers that look up, bin or scale what they are given: the kind of data that they take and learn from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from tftypes.algebra import TensorType, equal

from .rule import OpError
from .values import PyValue

_OF_TEXT: Final = ("StringLookup", "TextVectorization")
_OF_NUMBERS: Final = (
    "CategoryEncoding", "Discretization", "IntegerLookup", "Normalization", "Rescaling",
)  # fmt: skip
#: The layers that take what they learn from as one tensor.
_OF_ONE: Final = (*_OF_TEXT, "IntegerLookup")
#: Whose arrays of text may hold numbers.
_READING: Final = ("Discretization", "IntegerLookup")
_REMEDIES: Final = {
    "text": "tf.strings.as_string(x) makes text of numbers",
    "numbers": "keras.layers.StringLookup() before it numbers texts",
}


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, (list, tuple)):
        for each in value:
            yield from _leaves(each)
    else:
        yield value


def kind_of(value: Any) -> str | None:
    """Whether data are text or numbers; None where that is not known.

    >>> kind_of(["a", "b"]), kind_of([[1], [2.5]]), kind_of(TensorType.parse("string[3]")), kind_of(["a", 1])
    ('text', 'numbers', 'text', None)
    """
    if isinstance(value, TensorType):
        if value.dtype.name == "string":
            return "text"
        is_number = value.dtype.is_floating or value.dtype.is_integer or value.dtype.name == "bool"
        return "numbers" if is_number else None
    types = {
        each.type if isinstance(each, PyValue) else type(each).__name__ for each in _leaves(value)
    }
    if not types or not isinstance(value, (list, tuple)):
        return None
    return "text" if types == {"str"} else "numbers" if types <= {"int", "float"} else None


def taken(name: str, config: Mapping[str, Any]) -> str | None:
    """The kind of data that a layer takes; None for any."""
    if name in _OF_TEXT and config.get("invert", False) is False:
        return "text"
    return "numbers" if name in _OF_NUMBERS or config.get("invert") is True else None


def check(name: str, config: Mapping[str, Any], x: Any) -> None:
    """Refuses data of another kind than a layer takes.

    >>> check("IntegerLookup", {}, TensorType.parse("string[2]"))
    Traceback (most recent call last):
    tftypes.inference.models.tensorflow.ops.rule.OpError: expected numbers, got string

    Raises OpError for it.
    """
    if name == "HashedCrossing":
        _check_crossed(x)
    wanted, got = taken(name, config), kind_of(x)
    is_array = isinstance(x, TensorType) and x.kind == "array"
    if wanted is None or got in (wanted, None) or is_array and name == "IntegerLookup":
        return
    shown = x.dtype if isinstance(x, TensorType) else f"a list of {got}"
    raise OpError("tf-dtype", f"expected {wanted}, got {shown}", hint=_REMEDIES[wanted])


def check_learned_from(name: str, config: Mapping[str, Any], data: Any, is_dataset: bool) -> None:
    """Refuses what a layer cannot learn from: data of another kind, elements that are no tensors.

    Raises OpError for it.
    """
    if is_dataset and name in _OF_ONE and isinstance(data, (dict, tuple)):
        _check_elements(data)
        data = data[0] if isinstance(data, tuple) else None
    wanted = "text" if name in _OF_TEXT else "numbers"
    got = kind_of(data)
    is_array = isinstance(data, TensorType) and data.kind == "array"
    if got not in (wanted, None) and not (is_array and name in _READING):
        shown = data.dtype if isinstance(data, TensorType) else f"a list of {got}"
        hint = "tf.strings.as_string(data) makes text of numbers"
        hint = hint if wanted == "text" else "keras.layers.StringLookup() learns from text"
        raise OpError("tf-dtype", f"expected {wanted}, got {shown}", "data", hint)
    is_split = name == "TextVectorization" and config.get("split", "whitespace") is not None
    if is_split and isinstance(data, TensorType) and data.shape.rank == 2:
        if equal(data.shape[-1], 1) is False:
            words = f"expected one text in each row, got {data}"
            raise OpError("tf-rank", words, "data", "tf.reshape(data, [-1]) has all texts alone")


def _check_elements(element: Any) -> None:
    """Keras makes one tensor of an element, which a dict is not, and tensors of other kinds and shapes are not."""
    first, *others = element if isinstance(element, tuple) else [None]
    words = "expected elements that are tensors, got "
    if isinstance(element, dict):
        hint = f"data.map(lambda x: x[{next(iter(element), 'name')!r}]) has one of them"
        raise OpError("tf-value", f"{words}dicts", "data", hint)
    for other in others:
        if not isinstance(first, TensorType) or not isinstance(other, TensorType):
            continue
        is_other = None not in (kind_of(first), kind_of(other)) and kind_of(first) != kind_of(other)
        ranks = first.shape.rank, other.shape.rank
        if is_other or None not in ranks and ranks[0] != ranks[1]:
            hint = "data.map(lambda x, y: x) has the inputs alone"
            raise OpError("tf-value", f"{words}tuples", "data", hint)


def _check_crossed(inputs: Any) -> None:
    """`HashedCrossing` takes two or more tensors of integers or text, of one shape and one value in a row.

    Raises OpError for others.
    """
    if isinstance(inputs, TensorType) or isinstance(inputs, (list, tuple)) and len(inputs) == 1:
        got = "a tensor" if isinstance(inputs, TensorType) else "a list of one"
        raise OpError(
            "tf-value", f"expected two tensors or more, got {got}", hint="(a, b) has both"
        )
    given = [each for each in _leaves(inputs) if isinstance(each, TensorType)]
    if len(given) < 2:
        return
    for each in given:
        if each.dtype.is_floating:
            words = f"expected integers or text, got {each}"
            raise OpError("tf-dtype", words, hint="tf.cast(x, tf.int64) makes integers")
        if (each.shape.rank or 0) > 2 or each.shape.rank == 2 and equal(each.shape[1], 1) is False:
            raise OpError("tf-rank", f"expected one value in each row, got {each}")
    first, other = given[0].shape.dims, given[1].shape.dims
    if first is not None and other is not None:
        if len(first) != len(other) or any(equal(a, b) is False for a, b in zip(first, other)):
            raise OpError(
                "tf-shape", f"expected tensors of one shape, got {given[0]} and {given[1]}"
            )
