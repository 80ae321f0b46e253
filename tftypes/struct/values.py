"""`StructTensorValue`: the NumPy counterpart of a struct; and from structs to Python and back.

Source: StructTensor RFC, `class StructTensorValue`, `StructTensor.to_py`.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import tensorflow as tf

from tftypes.struct import fields as _fields
from tftypes.struct.dense import dense
from tftypes.struct.dispatching import METHODS, method
from tftypes.struct.ragged import ragged
from tftypes.struct.refusals import named
from tftypes.struct.rows import partition, ragged_tensor
from tftypes.struct.tensors import StructTensor

#: The NumPy counterpart of a ragged tensor.
ragged_value: Any = tf.compat.v1.ragged.RaggedTensorValue
_Sparse: Any = tf.compat.v1.SparseTensorValue
_Eager: Any = tf.__internal__.EagerTensor


class StructTensorValue:
    """The values of a struct: its fields are NumPy arrays, `RaggedTensorValue`s or values of structs.

    It is what `struct.constant_value` makes, `st.numpy()` and a TensorFlow 1 session return, and
    what `struct.constant` and fields of structs take.

    Args:
      shape: that of the collection.
      fields: values by name, each with these dims first.

    Raises:
      ValueError: naming the field whose first dims are others.

    >>> value = StructTensorValue([2], {"x": np.array([1, 2]), "y": np.array(["a", "b"], object)})
    >>> value.to_py()
    [{'x': 1, 'y': 'a'}, {'x': 2, 'y': 'b'}]

    Source: StructTensor RFC, `class StructTensorValue`.
    """

    __slots__ = ("_fields", "_row_splits", "_shape", "_uniform", "_values")

    @named
    def __init__(self, shape: Iterable[int | None], fields: Mapping[str, Any]) -> None:
        self._fields = {name: _array(value) for name, value in fields.items()}
        self._shape = _agreed(tuple(shape), self._fields)
        self._values: StructTensorValue | None = None
        self._row_splits: Any = None
        self._uniform: int | None = None

    @classmethod
    @named
    def from_row_splits(
        cls, values: StructTensorValue, row_splits: Any, uniform_row_length: int | None = None
    ) -> StructTensorValue:
        """Rows of values: row `i` is `values[row_splits[i]:row_splits[i + 1]]`."""
        made = cls((), {})
        made._values, made._row_splits = values, np.asarray(row_splits)
        made._uniform = uniform_row_length
        made._shape = (len(made._row_splits) - 1, uniform_row_length, *values.shape[1:])
        return made

    @property
    def shape(self) -> tuple[int | None, ...]:
        """The shape of the collection, None for the dims of ragged rows."""
        return self._shape

    @property
    def rank(self) -> int:
        """The number of dims of the collection."""
        return len(self._shape)

    @property
    def values(self) -> StructTensorValue | None:
        """The structures of all rows, one after the other; None if it is dense."""
        return self._values

    @property
    def row_splits(self) -> Any:
        """Where rows begin and end in `values`; None if it is dense."""
        return self._row_splits

    def field_names(self) -> tuple[str, ...]:
        """The names of the fields, in their order."""
        return tuple(self._fields) if self._values is None else self._values.field_names()

    @named
    def field_value(self, name: str) -> Any:
        """The values of a field, for all structures.

        Raises:
          KeyError: with the fields that there are, if it is none of them.
        """
        if self._values is not None:
            inner = self._values.field_value(name)
            if isinstance(inner, StructTensorValue):
                return StructTensorValue.from_row_splits(inner, self._row_splits, self._uniform)
            return ragged_value(inner, self._row_splits)
        if name not in self._fields:
            raise _fields.missing(name, self._fields)
        return self._fields[name]

    def __getitem__(self, name: str) -> Any:
        return self.field_value(name)

    def __len__(self) -> int:
        if not self._shape:
            raise TypeError("a single structure (shape []) has no len()")
        return int(self._shape[0] or 0)

    def __bool__(self) -> bool:
        return len(self) > 0 if self._shape else bool(self._fields)

    def span(self, start: int, stop: int) -> StructTensorValue:
        """The structures from `start` to before `stop` of the first dim."""
        if self._values is not None:
            splits = self._row_splits[start : stop + 1]
            values = self._values.span(splits[0], splits[-1])
            return StructTensorValue.from_row_splits(values, splits - splits[0], self._uniform)
        fields = {name: _span(value, start, stop) for name, value in self._fields.items()}
        return StructTensorValue((stop - start, *self._shape[1:]), fields)

    @named
    def to_py(self) -> Any:
        """Nested dicts and lists."""
        return to_py(self)

    def __tf_struct__(self) -> Any:
        """The struct with these values."""
        return struct_of(self)

    def __repr__(self) -> str:
        return str(METHODS["__repr__"](self))


def _span(value: Any, start: int, stop: int) -> Any:
    if isinstance(value, StructTensorValue):
        return value.span(start, stop)
    if isinstance(value, ragged_value):
        splits = value.row_splits[start : stop + 1]
        return ragged_value(_span(value.values, splits[0], splits[-1]), splits - splits[0])
    return value[start:stop]


def _array(value: Any) -> Any:
    composite = isinstance(value, (StructTensorValue, ragged_value, _Sparse))
    return value if composite else np.asarray(value)


def _agreed(shape: tuple[int | None, ...], fields: Mapping[str, Any]) -> tuple[int | None, ...]:
    known = list(shape)
    for name, value in fields.items():
        found = tuple(value.dense_shape if isinstance(value, _Sparse) else value.shape)
        for axis, size in enumerate(known):
            if axis >= len(found) or None not in (size, found[axis]) and size != found[axis]:
                raise ValueError(
                    f"the fields of a struct of shape {known} need these dims first, but {name!r} "
                    f"has shape {list(found)}"
                )
            known[axis] = found[axis] if size is None else size
    return tuple(known)


def struct_of(value: StructTensorValue) -> Any:
    """The struct with these values."""
    if value.values is not None:
        return ragged(struct_of(value.values), tf.constant(value.row_splits), value._uniform)
    fields = {name: _tensor_of(value._fields[name]) for name in value.field_names()}
    return dense(tf.TensorShape(value.shape), fields)


def _tensor_of(value: Any) -> Any:
    if isinstance(value, StructTensorValue):
        return struct_of(value)
    if isinstance(value, ragged_value):
        return ragged_tensor(_tensor_of(value.values), partition(tf.constant(value.row_splits)))
    if isinstance(value, _Sparse):
        return tf.SparseTensor(*value)
    return tf.constant(value)


@method("numpy")
def value_of(st: Any) -> StructTensorValue:
    """The values of an eager struct."""
    if hasattr(st, "row_splits"):
        uniform = st.uniform_row_length
        length = None if uniform is None else int(uniform)
        return StructTensorValue.from_row_splits(value_of(st.values), _numpy(st.row_splits), length)
    fields = {name: numpy_field(name, st.field_value(name)) for name in st.field_names()}
    return StructTensorValue(st.shape, fields)


def numpy_field(name: str, value: Any) -> Any:
    """A field value with NumPy arrays in place of tensors."""
    if isinstance(value, StructTensor):
        return value_of(value)
    if isinstance(value, tf.RaggedTensor):
        return ragged_value(numpy_field(name, value.values), _numpy(value.row_splits))
    if isinstance(value, tf.SparseTensor):
        return _Sparse(*map(_numpy, (value.indices, value.values, value.dense_shape)))
    if isinstance(value, tf.Tensor):
        return _numpy(value)
    raise TypeError(f"field {name!r}: a {type(value).__name__} has no NumPy counterpart")


def _numpy(tensor: Any) -> Any:
    if isinstance(tensor, np.ndarray):
        return tensor
    if not isinstance(tensor, _Eager):
        raise ValueError("a symbolic struct has no values yet: return it from the tf.function")
    return tensor.numpy()


@method("to_py")
def to_py(st: Any) -> Any:
    """Nested dicts and lists of a struct or of its NumPy counterpart; column by column.

    Python's collector would look at the dicts again and again while there are more and more; none
    of them can be garbage.
    """
    if not gc.isenabled():
        return _to_py(st)
    gc.disable()
    try:
        return _to_py(st)
    finally:
        gc.enable()


def _to_py(st: Any) -> Any:
    splits = getattr(st, "row_splits", None)
    if splits is not None:
        return _cut(_to_py(st.values), _numpy(splits))
    names = st.field_names()
    columns = [_column(name, st.field_value(name)) for name in names]
    return _zipped(names, columns, tuple(st.shape))


def _cut(values: Sequence[Any], splits: Any) -> list[Any]:
    bounds = splits.tolist()
    return [values[start:stop] for start, stop in zip(bounds, bounds[1:])]


def _zipped(names: Sequence[str], columns: Sequence[Any], shape: tuple[Any, ...]) -> Any:
    """Nested lists, one for each field, as nested lists of dicts."""
    if not shape:
        return dict(zip(names, columns))
    if not columns:
        return [_zipped(names, columns, shape[1:]) for _ in range(shape[0])]
    if len(shape) > 1:
        return [_zipped(names, row, shape[1:]) for row in zip(*columns)]
    return [dict(zip(names, row)) for row in zip(*columns)]


def _column(name: str, value: Any) -> Any:
    """A field's values as nested lists."""
    if isinstance(value, (StructTensor, StructTensorValue)):
        return _to_py(value)
    if isinstance(value, (tf.RaggedTensor, ragged_value)):
        return _cut(_column(name, value.values), _numpy(value.row_splits))
    if isinstance(value, tf.SparseTensor):
        return _numpy(tf.sparse.to_dense(value)).tolist()
    if isinstance(value, (tf.Tensor, np.ndarray)):
        array = _numpy(value)
        return array.tolist() if isinstance(array, (np.ndarray, np.generic)) else array
    convert: Callable[[], Any] | None = getattr(value, "to_py", None) or getattr(
        value, "to_list", None
    )
    if convert is None:
        raise TypeError(f"field {name!r}: a {type(value).__name__} has no to_py() or to_list()")
    return convert()
