"""`struct.constant`: from nested Python values to a struct.

Values are taken column by column, never structure by structure: each step looks at one field of
all structures, or at one level of all lists.

Source: StructTensor RFC, "Nested Python Dictionaries", "Additional ops"; the limits are those of
its table in "Limitations".
"""

from __future__ import annotations

from typing import Any, TypeVar, overload

import numpy as np

from tftypes.struct import arrow_columns, inferred, typed
from tftypes.struct import columns as _columns
from tftypes.struct import schemas as _schemas
from tftypes.struct.places import Place
from tftypes.struct.refusals import named
from tftypes.struct.tensors import StructTensor
from tftypes.struct.values import StructTensorValue

_Schema = TypeVar("_Schema")


@overload
def constant(value: Any, schema: type[_Schema]) -> StructTensor[_Schema, Any]: ...
@overload
def constant(value: Any, schema: Any = None) -> StructTensor[Any, Any]: ...
@named
def constant(value: Any, schema: Any = None) -> Any:
    """A struct with the values of nested Python dicts and lists.

    A dict is a structure, a list of dicts a collection of them: ragged where the lists in one level
    differ in length, else dense. The same holds for lists of scalars. NumPy arrays and tensors may
    stand for lists.

    Args:
      value: a dict; nested lists of dicts with the same fields; or a `StructTensorValue`.
      schema: what the fields are, as `struct.spec_of` takes it. Without one, types are inferred as
        `tf.constant` does: int32 (int64 where a number needs it), float32, bool, string; numbers of
        NumPy keep their dtype. With one, a value must be the same in the field's dtype, but for
        rounding to floats; fields that are not in the schema are left out; and many values are
        taken apart by pyarrow, if it is installed, with the same result.

    Raises:
      ValueError, TypeError: naming the path of the value, what was expected, and what came.

    >>> constant([{"x": "foo", "y": [[1, 2], [3]]}, {"x": "bar", "y": [[4], [5, 6]]}])
    <StructTensor [{'x': 'foo', 'y': [[1, 2], [3]]}, {'x': 'bar', 'y': [[4], [5, 6]]}]>
    >>> constant([{"a": 1}, {"a": "hello"}])
    Traceback (most recent call last):
    TypeError: constant(): [1].a: expected an int as at [0].a, got 'hello'
    >>> constant([], schema={"a": int}).shape
    TensorShape([0])

    Source: StructTensor RFC, `tf.struct.constant`.
    """
    if isinstance(value, StructTensorValue) and schema is None:
        return value.__tf_struct__()
    return _built(value, schema).tensor()


@named
def constant_value(value: Any, schema: Any = None) -> StructTensorValue:
    """As `constant`, with NumPy arrays in place of tensors.

    >>> constant_value({"x": [1, 2]}).field_value("x")
    array([1, 2], dtype=int32)

    Raises:
      ValueError, TypeError: as `constant`.

    Source: StructTensor RFC, `tf.struct.constant_value`.
    """
    if isinstance(value, StructTensorValue) and schema is None:
        return value
    made: StructTensorValue = _built(value, schema).value()
    return made


def _built(value: Any, schema: Any) -> _columns.Structs | _columns.Lists:
    if isinstance(value, StructTensorValue):
        value = value.to_py()
    if schema is None:
        built = inferred.column([value], Place()).shaped(())
    else:
        kind = _schemas.type_of(_schemas.spec_of(schema))
        if not kind.dims and isinstance(value, (list, tuple)):
            built = _collection(value, _in_several(schema))
        else:
            built = _typed([value], kind, False, Place()).shaped(())
    if not _is_struct(built):
        raise TypeError(f"expected a dict or nested lists of dicts, got {_without_dicts(value)}")
    return built  # type: ignore[no-any-return]


def _in_several(schema: Any) -> Any:
    """The type of one structure among several: a size that all of them share is not ragged in it."""
    return _schemas.inner(_schemas.type_of(_schemas.spec_of(schema, (None,))), 1)


def _collection(value: Any, kind: Any) -> Any:
    """Nested lists of structures, for a schema that is that of one."""
    values, lengths = value, [np.array([len(value)])]
    places = [Place().rows(lengths[0])]
    while values and isinstance(values[0], list):
        lengths.append(typed.lengths_of(values, places[-1]))
        places.append(places[-1].rows(lengths[-1]))
        values = typed.elements_of(values)
    built = _typed(values, kind, True, places[-1])
    for counts in reversed(lengths):
        built = _columns.in_rows(built, counts)
    return built.shaped(())


def _typed(values: Any, kind: Any, several: bool, place: Place) -> Any:
    fast = arrow_columns.column(values, kind, several)
    return typed.column(values, kind, several, place) if fast is None else fast


def _is_struct(built: Any) -> bool:
    innermost = built.innermost if isinstance(built, _columns.Lists) else built
    return isinstance(innermost, _columns.Structs)


def _without_dicts(value: Any) -> str:
    if isinstance(value, (list, tuple)) and not _has_leaves(value):
        return (
            f"{inferred.described(value)} without a dict: the fields are known from a schema only"
        )
    return inferred.described(value)


def _has_leaves(value: Any) -> bool:
    return any(map(_has_leaves, value)) if isinstance(value, (list, tuple)) else True
