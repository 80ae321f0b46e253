"""What datasets cannot do with all types: states that are ragged, sparse or grow, and windows.

TensorFlow widens the shapes of tensors in a state as it needs, not those of other types, and takes
no ragged state at all; a window it makes of each tensor, not of each value. Here values are taken
apart into tensors before, and put together again by their specs after.

Source: RFC 269, the list of APIs that take extension types; `tf.data.Dataset`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import tensorflow as tf

from tftypes.runtime.casting import cast, castable_type
from tftypes.runtime.structured_values import specs_of
from tftypes.runtime.type_specs import type_spec_of

Dataset = Any


def reduce(dataset: Dataset, initial_state: Any, reduce_func: Callable[[Any, Any], Any]) -> Any:
    """As `dataset.reduce(initial_state, reduce_func)`, with a state of any types.

    Raises:
      TypeError: if the function returns a state of another type than it is given.

    >>> words = tf.data.Dataset.from_tensor_slices(tf.ragged.constant([[1, 2], [], [3]]))
    >>> empty = tf.ragged.constant([], ragged_rank=1, dtype=tf.int32)
    >>> reduce(words, empty, lambda all, word: tf.concat([all, word[tf.newaxis]], 0))
    <tf.RaggedTensor [[1, 2], [], [3]]>
    """

    def step(state: Any, element: Any) -> Any:
        return reduce_func(state, element), ()

    spec, _ = _types("reduce", initial_state, step, dataset)
    result = dataset.reduce(
        _tensors(initial_state),
        lambda state, element: _tensors(_as(spec, reduce_func(_value(spec, state), element))),
    )
    return _value(spec, result)


def scan(
    dataset: Dataset, initial_state: Any, scan_func: Callable[[Any, Any], tuple[Any, Any]]
) -> Dataset:
    """As `dataset.scan(initial_state, scan_func)`, with a state and elements of any types.

    Raises:
      TypeError: if the function returns a state of another type than it is given.

    >>> rows = tf.data.Dataset.from_tensor_slices(tf.ragged.constant([[1], [2, 3]]))
    >>> pairs = scan(rows, tf.ragged.constant([[0]]), lambda last, row: (row[tf.newaxis], last))
    >>> [pair.to_list() for pair in pairs]
    [[[0]], [[1]]]
    """
    spec, made = _types("scan", initial_state, scan_func, dataset)

    def step(state: Any, element: Any) -> Any:
        new, output = scan_func(_value(spec, state), element)
        return _tensors(_as(spec, new)), _tensors(_as(made, output))

    return dataset.scan(_tensors(initial_state), step).map(lambda *parts: _value(made, parts))


def window(
    dataset: Dataset,
    size: Any,
    shift: Any = None,
    stride: Any = 1,
    drop_remainder: bool = False,
) -> Dataset:
    """As `dataset.window(size, shift, stride, drop_remainder)`, with elements of any types.

    Raises:
      TypeError: if there is no tensor in a type, so that nothing tells how many there are.

    >>> rows = tf.data.Dataset.from_tensor_slices(tf.ragged.constant([[1], [2, 3], []]))
    >>> [[row.to_list() for row in rows] for rows in window(rows.batch(1), 2)]
    [[[[1]], [[2, 3]]], [[[]]]]
    """
    spec = dataset.element_spec
    for part in tf.nest.flatten(spec):
        if not _flat(part):
            raise TypeError(f"window() argument 'dataset': there is no tensor in {part!r}")
    flat = dataset.map(lambda *element: _tensors(element))
    windows = flat.window(size, shift, stride, drop_remainder)
    return windows.map(lambda *parts: _windows(spec, iter(parts)))


def _windows(spec: Any, parts: Iterator[Dataset]) -> Any:
    """For each type in the structure, the dataset of its values."""

    def of_one(one: Any) -> Dataset:
        own = tuple(next(parts) for _ in _flat(one))
        return tf.data.Dataset.zip(own).map(lambda *tensors: _value(one, tensors))

    return tf.nest.map_structure(of_one, spec)


def _types(name: str, state: Any, step: Callable[[Any, Any], Any], dataset: Dataset) -> Any:
    """The narrowest type of all states, and that of the other results.

    Raises:
      TypeError: if there is none.
    """
    spec = tf.nest.map_structure(type_spec_of, state)
    while True:  # each turn widens a shape: there are not many
        outputs = tf.function(step).get_concrete_function(spec, dataset.element_spec)
        new, other = specs_of(outputs.structured_outputs)
        common = _common(spec, new)
        if common is None:
            raise TypeError(
                f"{name}() argument '{name}_func': the type of the state is {spec!r}, that of the "
                f"state that it returns is {new!r}"
            )
        if common == spec:
            return spec, other
        spec = common


def _common(a: Any, b: Any) -> Any:
    """The structure of the common types; None where there is none."""
    try:
        tf.nest.assert_same_structure(a, b)
    except (TypeError, ValueError):
        return None
    common = tf.nest.map_structure(castable_type, a, b)
    return None if None in tf.nest.flatten(common) else common


def _as(spec: Any, value: Any) -> Any:
    """The value cast to the type that was settled on."""
    return tf.nest.map_structure(lambda one, part: cast(part, one), spec, value)


def _tensors(value: Any) -> tuple[Any, ...]:
    return tuple(map(tf.convert_to_tensor, _flat(value)))


def _value(spec: Any, tensors: Sequence[Any]) -> Any:
    return tf.nest.pack_sequence_as(spec, list(tensors), expand_composites=True)


def _flat(structure: Any) -> list[Any]:
    return list(tf.nest.flatten(structure, expand_composites=True))
