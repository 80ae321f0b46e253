"""Structs as hypothesis draws them: a schema, and nested Python values of it; and what indexing of
nested Python values means, which is the oracle."""

from __future__ import annotations

from typing import Any

import numpy as np
import tensorflow as tf
from hypothesis import strategies as st

from tftypes.struct import StructTensor

NAMES = ("a", "b", "_index_", "self", "a b", "", "names", "é")
_SCALARS: dict[Any, Any] = {
    tf.int32: st.integers(-(2**31), 2**31 - 1),
    tf.int64: st.integers(-(2**63), 2**63 - 1),
    tf.float32: st.floats(width=32, allow_nan=False),
    tf.bool: st.booleans(),
    tf.string: st.binary(max_size=3),
}


class Fixed:
    """Lists of one length."""

    def __init__(self, item: Any, size: int) -> None:
        self.item, self.size = item, size

    def __repr__(self) -> str:
        return f"Fixed({self.item!r}, {self.size})"


def types(depth: int = 2) -> Any:
    """Types of fields: dtypes, `[item]` for lists of any length, `Fixed`, dicts."""
    scalars = st.sampled_from(sorted(_SCALARS, key=lambda dtype: dtype.name))
    if not depth:
        return scalars
    inner = types(depth - 1)
    return st.one_of(
        scalars,
        inner.map(lambda item: [item]),
        st.builds(Fixed, scalars, st.integers(0, 3)),
        records(depth - 1),
    )


def records(depth: int = 2) -> Any:
    """Types of structures: from names, in any order, to types."""
    return st.dictionaries(st.sampled_from(NAMES), types(depth), min_size=1, max_size=3)


def values(kind: Any) -> Any:
    """Python values of a type."""
    if isinstance(kind, dict):
        return st.fixed_dictionaries({name: values(part) for name, part in kind.items()})
    if isinstance(kind, list):
        return st.lists(values(kind[0]), max_size=3)
    if isinstance(kind, Fixed):
        return st.lists(values(kind.item), min_size=kind.size, max_size=kind.size)
    return _SCALARS[kind]


@st.composite
def collections(draw: Any) -> tuple[Any, Any, Any]:
    """The type of one structure, a collection of them, and how it is nested: the sizes of its
    dims, None where each list has its own."""
    kind = draw(records())
    dims = draw(st.sampled_from(((), (3,), (None,), (2, 2), (2, None), (2, 2, None), (None, 2))))
    return kind, draw(nested(values(kind), dims)), dims


def nested(items: Any, dims: tuple[int | None, ...]) -> Any:
    """Lists of lists of items."""
    for size in reversed(dims):
        items = (
            st.lists(items, max_size=3)
            if size is None
            else (st.lists(items, min_size=size, max_size=size))
        )
    return items


def schema_of(kind: Any) -> Any:
    """A type as `struct.spec_of` takes it."""
    if isinstance(kind, dict):
        return {name: schema_of(part) for name, part in kind.items()}
    if isinstance(kind, list):
        return [schema_of(kind[0])]
    return tf.TensorSpec([kind.size], kind.item) if isinstance(kind, Fixed) else kind


def to_py(value: Any) -> Any:
    """Anything that indexing gives, as Python values."""
    if isinstance(value, StructTensor):
        return value.to_py()
    if isinstance(value, tf.RaggedTensor):
        return value.to_list()
    return np.asarray(value).tolist() if value.shape.rank else value.numpy()


def looked_up(value: Any, name: str) -> Any:
    """A field of all the structures in nested lists."""
    return [looked_up(item, name) for item in value] if isinstance(value, list) else value[name]


def indexed(value: Any, key: tuple[Any, ...]) -> Any:
    """What `value[key]` means for nested lists and dicts: a name takes no dim.

    >>> indexed([{"a": [1, 2]}, {"a": [3]}], (1, "a", 0))
    3
    """
    if not key:
        return value
    first, *rest = key
    if isinstance(first, str):
        return indexed(looked_up(value, first), tuple(rest))
    if isinstance(first, slice):
        return [indexed(item, tuple(rest)) for item in value[first]]
    if first is None:
        return [indexed(value, tuple(rest))]
    return indexed(value[first], tuple(rest))
