"""Arrow types and arrays, drawn; all types that TensorFlow has too."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
from hypothesis import strategies as st

NUMBERS = [
    pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.uint8(), pa.uint16(), pa.uint32(),
    pa.uint64(), pa.float16(), pa.float32(), pa.float64(),
]  # fmt: skip
STRINGS = [pa.string(), pa.large_string(), pa.binary(), pa.large_binary(), pa.binary(3)]

types: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from([*NUMBERS, pa.bool_(), *STRINGS]),
    lambda inner: st.one_of(
        inner.map(pa.list_),
        inner.map(pa.large_list),
        st.builds(pa.list_, inner, st.integers(0, 3)),
        st.lists(inner, max_size=3).map(
            lambda fields: pa.struct([(f"f {i}", type_) for i, type_ in enumerate(fields)])
        ),
    ),
    max_leaves=5,
)


#: What TensorFlow has not, and other encodings of what it has.
OTHERS = [
    pa.timestamp("us"), pa.timestamp("ns", "UTC"), pa.date32(), pa.time64("us"), pa.duration("s"),
    pa.decimal128(5, 2), pa.null(), pa.month_day_nano_interval(),
    pa.dictionary(pa.int8(), pa.string()), pa.dictionary(pa.int32(), pa.int64()),
    pa.map_(pa.string(), pa.int32()), pa.string_view(), pa.list_view(pa.float32()),
    pa.struct([("u", pa.dictionary(pa.int8(), pa.binary())), ("t", pa.date64())]),
]  # fmt: skip


def values(type_: Any, nulls: bool = False) -> st.SearchStrategy[Any]:
    """Python values of a type, with None among them where there may be nulls."""
    made = _values(type_, nulls)
    return st.none() | made if nulls else made


def _values(type_: Any, nulls: bool) -> st.SearchStrategy[Any]:
    if pa.types.is_integer(type_):
        bits = type_.bit_width
        low, high = (-(1 << bits - 1), (1 << bits - 1) - 1)
        return st.integers(0, (1 << bits) - 1) if "u" in str(type_) else st.integers(low, high)
    if pa.types.is_floating(type_):
        return st.floats(width=type_.bit_width, allow_nan=False)
    if pa.types.is_boolean(type_):
        return st.booleans()
    if pa.types.is_string(type_) or pa.types.is_large_string(type_):
        return st.text(max_size=30)
    if pa.types.is_fixed_size_binary(type_):
        return st.binary(min_size=type_.byte_width, max_size=type_.byte_width)
    if pa.types.is_binary(type_) or pa.types.is_large_binary(type_):
        return st.binary(max_size=30)
    if pa.types.is_fixed_size_list(type_):
        size = type_.list_size
        return st.lists(values(type_.value_type, nulls), min_size=size, max_size=size)
    if pa.types.is_struct(type_):
        return st.fixed_dictionaries({f.name: values(f.type, nulls) for f in type_})
    return st.lists(values(type_.value_type, nulls), max_size=4)


@st.composite
def arrays(draw: Any, nulls: bool = False, structs: bool = False) -> Any:
    """An array of any type, or of structs; part of a longer one, as slices are."""
    type_ = draw(types)
    if structs:
        type_ = pa.struct([("x", type_), ("y", pa.int32())])
    before, items, after = (draw(st.lists(values(type_, nulls), max_size=n)) for n in (2, 9, 2))
    return pa.array([*before, *items, *after], type_).slice(len(before), len(items))


def python(value: Any) -> Any:
    """Nested lists and dicts, with bytes for text, as TensorFlow has it."""
    if isinstance(value, dict):
        return {name: python(each) for name, each in value.items()}
    if isinstance(value, list):
        return [python(each) for each in value]
    return value.encode() if isinstance(value, str) else value
