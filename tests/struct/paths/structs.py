"""Structs drawn as nested Python, with the paths in them."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

import tensorflow as tf
from hypothesis import strategies as st

from tftypes import struct

#: How many lists a nested field is inside of.
LISTS = {"one": 0, "many": 1, "grid": 2}

#: The nested fields, by name; each struct also has x (a number), v (a list), w (a list of lists).
SCHEMAS = st.recursive(
    st.just({}),
    lambda inner: st.dictionaries(st.sampled_from(list(LISTS)), inner, min_size=1, max_size=2),
    max_leaves=3,
)
NUMBERS = st.integers(0, 99)


@st.composite
def structures(draw: st.DrawFn, schema: Any) -> dict[str, Any]:
    """A structure with these nested fields."""
    made: dict[str, Any] = {
        "x": draw(NUMBERS),
        "v": draw(st.lists(NUMBERS, max_size=2)),
        "w": draw(st.lists(st.lists(NUMBERS, max_size=2), max_size=2)),
    }
    for name, inner in schema.items():
        values = structures(inner)
        for _ in range(LISTS[name]):
            values = st.lists(values, max_size=2)
        made[name] = draw(values)
    return made


@st.composite
def collections(draw: st.DrawFn) -> tuple[Any, Any, Any]:
    """Nested Python, the struct that it is, and the schema: of rank 0, 1, and 2, ragged or dense."""
    schema = draw(SCHEMAS.filter(bool))
    one = structures(schema)
    values = draw(
        st.one_of(
            one,
            st.lists(one, max_size=3),
            st.lists(st.lists(one, max_size=2), max_size=2),
            st.lists(st.lists(one, min_size=2, max_size=2), min_size=2, max_size=2),
        )
    )
    return values, built(values, schema, draw(st.booleans())), schema


def written(schema: Any) -> dict[str, Any]:
    """The schema as `struct.constant` takes it."""
    fields: dict[str, Any] = {"x": tf.int32, "v": [tf.int32], "w": [[tf.int32]]}
    for name, inner in schema.items():
        fields[name] = written(inner)
        for _ in range(LISTS[name]):
            fields[name] = [fields[name]]
    return fields


def built(values: Any, schema: Any, dense: bool = False) -> Any:
    """The struct; a matrix is dense if that is asked for and possible."""
    if isinstance(values, dict):
        return struct.constant(values, struct.spec_of(written(schema), ()))
    if not values or isinstance(values[0], dict):
        return struct.constant(values, struct.spec_of(written(schema), (len(values),)))
    flat = built([each for row in values for each in row], schema)
    lengths = [len(row) for row in values]
    if dense and len(set(lengths)) == 1:
        return tf.reshape(flat, [len(values), lengths[0]])
    return struct.RaggedStructTensor.from_row_lengths(flat, lengths)


def paths(schema: Any, above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The path of every struct, the root's first."""
    yield above
    for name, inner in schema.items():
        yield from paths(inner, (*above, name))


def lists(names: tuple[str, ...]) -> int:
    """How many lists there are along a path of structs."""
    return sum(LISTS[name] for name in names)


def descend(value: Any, names: tuple[str, ...]) -> Any:
    """What is at a path, in the lists that it goes through."""
    if isinstance(value, list):
        return [descend(each, names) for each in value]
    return descend(value[names[0]], names[1:]) if names else value


def flatten(value: Any, times: int) -> Any:
    for _ in range(times):
        value = [item for each in value for item in each]
    return value


def edited(value: Any, names: tuple[str, ...], edit: Callable[[dict[str, Any]], None]) -> Any:
    """A copy in which `edit` has changed every structure at a path."""

    def visit(node: Any, rest: tuple[str, ...]) -> None:
        if isinstance(node, list):
            for each in node:
                visit(each, rest)
        elif rest:
            visit(node[rest[0]], rest[1:])
        else:
            edit(node)

    result = copy.deepcopy(value)
    visit(result, names)
    return result
