"""What a program may have meant by an argument that Keras refuses: a value near it that passes the same check."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from tftypes.algebra import Shape, TensorType
from tftypes.inference.spelling import nearest

from .values import BOOL, FLOAT32, INT32, is_number

#: What choices were called in older versions, or are called in other places of Keras.
_CALLED: Final = {
    "auto": "sum_over_batch_size",
    "sparse": "int",
    "tfidf": "tf_idf",
    "onehot": "one_hot",
    "average": "ave",
    "add": "sum",
    "general": "dot",
    "float": "float32",
    "int": "int32",
    "left": "pre",
    "right": "post",
    "double": "float64",
}

#: What nobody takes who looks at tuples.
_NONSENSE: Final = (-1,) * 9


def repair(name: str, value: Any, check: Callable[[Any], str | None]) -> str | None:
    """The remedy for a value that a check refuses: it takes what is offered.

    >>> from .keras_checks import between, count, one_of
    >>> repair("units", "2", count)
    'units=2'
    >>> repair("rate", 50, lambda value: between(value, 0, 1))
    'rate=0.5'
    >>> from functools import partial
    >>> repair("padding", "sam", partial(one_of, options=("valid", "same")))
    "did you mean 'same'?"
    """
    options = getattr(check, "keywords", {}).get("options", ())
    if isinstance(value, str):
        found = nearest(value, options)
        if found is not None:
            return f"did you mean {found!r}?"
    if isinstance(value, TensorType) and value.shape.rank == 0 and check(1) is None is check(2):
        return f"int({name}) is one"
    if isinstance(value, TensorType):
        is_operand = value.kind != "symbol" and value.shape.rank
        made = (text for text, each in _tensors(name, value) if check(each) is None)
        return next(made, None) if is_operand else None
    takes_several = check(_NONSENSE) is not None  # else it does not look at tuples
    offered = (
        each
        for each in _candidates(name, value, options, check)
        if takes_several or not isinstance(each, tuple)
    )
    fits = next((each for each in offered if check(each) is None), None)
    return None if fits is None else f"{name}={fits!r}"


def _tensors(name: str, value: TensorType) -> Iterator[tuple[str, TensorType]]:
    """A tensor of floats, one of a batch of one, and one with channels."""
    if not value.dtype.is_string:
        yield f"keras.ops.cast({name}, 'float32')", TensorType(FLOAT32, value.shape)
        yield f"keras.ops.cast({name}, 'int32')", TensorType(INT32, value.shape)
    one = Shape.of(1)
    if value.shape.rank == 2:
        yield f"{name}[..., None]", TensorType(value.dtype, value.shape + one)
    yield f"{name}[None]", TensorType(value.dtype, one + value.shape)
    if not value.dtype.is_string:
        yield f"keras.ops.cast({name}, 'bool')", TensorType(BOOL, value.shape)


def _candidates(
    name: str, value: Any, options: Any, check: Callable[[Any], str | None]
) -> Iterator[Any]:
    """What is near a value, the likeliest first."""
    if "axis" in name and is_number(value):
        yield -1
    if isinstance(value, str):
        if value in _CALLED and (not options or _CALLED[value] in options):
            yield _CALLED[value]
        yield from _parsed(value)
    elif is_number(value) or isinstance(value, float) and value == value:
        if value < 0 and "index" not in name:
            yield -value
        if isinstance(value, float) and value >= 1 and check(float(int(value))) is not None:
            yield int(value)
        if value >= 10:
            yield value / 100  # per cent
        yield (value,)
        if is_number(value):
            yield (0, value) if name == "value_range" else (value, value)
    elif isinstance(value, tuple) and 0 in value and any(value):
        yield tuple(each for each in value if each != 0)
    elif isinstance(value, (list, tuple)) and value and all(each == value[0] for each in value):
        yield from (value[:length] for length in (3, 2) if length < len(value))
        yield value[0]


def _parsed(text: str) -> Iterator[Any]:
    for number in (int, float):
        try:
            yield number(text)
        except ValueError:
            continue
