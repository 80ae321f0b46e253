"""`StructTensor`: structures with the same fields, kept as parallel tensors.

Data and invariants are here. What ops and methods do is in the modules above, which enter it in the
tables of `dispatching.py`: in `ops/`, `indexing.py`, `values.py` and others.

Source: StructTensor RFC, "Detailed Design".
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from types import NoneType
from typing import Any, Generic

import tensorflow as tf
from typing_extensions import TypeVar

from tftypes.struct import fields as _fields
from tftypes.struct.dispatching import METHODS as _METHODS
from tftypes.struct.dispatching import OPS as _OPS
from tftypes.struct.refusals import named

Schema = TypeVar("Schema", covariant=True, default=Any)
Sh = TypeVar("Sh", default=Any)


class StructTensor(ABC, Generic[Schema, Sh]):
    """A collection of structures of any shape, all with the same fields.

    Immutable, and equal to itself only, as tensors are. `DenseStructTensor` and
    `RaggedStructTensor` are its two encodings; `struct.constant` makes either.

    Args:
      Schema: a TypedDict or dataclass that names the fields, for type checkers.
      Sh: `Shape[...]`, that of the collection.

    >>> from tftypes import struct
    >>> rows = struct.constant([{"title": "cookies", "time": 55.0}, {"title": "soup", "time": 20.0}])
    >>> rows.shape, rows.field_names()
    (TensorShape([2]), ('title', 'time'))
    >>> rows[1].to_py()
    {'title': b'soup', 'time': 20.0}

    Source: StructTensor RFC, `class StructTensor`.
    """

    __slots__ = ("__weakref__", "_spec")
    _spec: Any

    @property
    @abstractmethod
    def shape(self) -> tf.TensorShape[Sh]:
        """The static shape of the collection: its rank is known, its dims may not be."""

    @property
    @abstractmethod
    def rank(self) -> int:
        """The number of dims of the collection: 0 for a single structure."""

    @property
    def dtype(self) -> tf.DType[Any]:
        """`tf.string`, for frameworks that ask anything for a dtype: it is no number to be cast.

        A struct has none; its fields have. Keras asks before it passes an input on.
        """
        return tf.string

    @abstractmethod
    def field_names(self) -> tuple[str, ...]:
        """The names of the fields, in the order in which they were given."""

    @abstractmethod
    def field_value(self, name: str) -> Any:
        """The values of a field, for all structures: of shape `[*self.shape, ...]`.

        Raises:
          KeyError: with the fields that there are, if it is none of them.

        Source: StructTensor RFC, `StructTensor.field_value`.
        """

    @named
    def with_updates(
        self, updates: Mapping[Any, Any] | None = None, /, **named: Any
    ) -> StructTensor[Any, Sh]:
        """A copy with fields changed or added; the others are shared.

        >>> from tftypes import struct
        >>> st = struct.constant({"user": {"id": 7}})
        >>> st.with_updates({("user", "name"): "ann"}, size=1).to_py()
        {'user': {'id': 7, 'name': b'ann'}, 'size': 1}

        Args:
          updates: values by name, for names that are no identifiers; or by path, a tuple of names,
            for fields of the structs in it.
          **named: values by name. Each has the dims of the struct that it is put in first.

        Raises:
          KeyError: if a path goes through what is no struct.
          ValueError: naming the field, if its leading dims are not those of the struct; if both a
            field and one of those in it are given.

        Source: StructTensor RFC, `StructTensor.with_updates`; `StructuredTensor.with_updates`.
        """
        if not isinstance(updates, (Mapping, NoneType)):
            raise TypeError(f"updates: expected values by name or path, a dict, got {updates!r}")
        own = {}
        for name, deeper in _by_first({**(updates or {}), **named}).items():
            if () not in deeper:
                own[name] = self._struct_at(name).with_updates(deeper)
            elif len(deeper) == 1:
                own[name] = deeper[()]
            else:
                within = next(filter(None, deeper))
                raise ValueError(f"updates: both {name!r} and {(name, *within)!r} in it are given")
        return self._with_fields(own)

    @abstractmethod
    def _with_fields(self, given: dict[str, Any]) -> StructTensor[Any, Sh]:
        """A copy with these fields changed or added."""

    def _struct_at(self, name: str) -> StructTensor[Any, Any]:
        """A field that is a struct.

        Raises:
          KeyError: if it is none, or there is no such field.
        """
        found = self.field_value(name)
        if not isinstance(found, StructTensor):
            raise _fields.FieldError(f"field {name!r} is no struct, and has no fields")
        return found

    @named
    def without(self, *names: str | tuple[str, ...]) -> StructTensor[Any, Sh]:
        """A copy without these fields; the others are shared.

        >>> from tftypes import struct
        >>> struct.constant({"user": {"id": 7, "name": "ann"}}).without(("user", "name")).to_py()
        {'user': {'id': 7}}

        Args:
          *names: of fields, or paths, tuples of names, of fields of the structs in it.

        Raises:
          KeyError: with the fields that there are, if one is none of them.
        """
        own: list[str] = []
        inner: dict[str, Any] = {}
        for name, deeper in _by_first(dict.fromkeys(names)).items():
            if () in deeper:
                own.append(name)
            else:
                inner[name] = self._struct_at(name).without(*deeper)
        return (self._with_fields(inner) if inner else self)._without(own)

    @abstractmethod
    def _without(self, names: Sequence[str]) -> StructTensor[Any, Sh]:
        """A copy without these fields."""

    @abstractmethod
    def with_only(self, *names: str) -> StructTensor[Any, Sh]:
        """A copy with these fields only, in the order of the struct; they are shared.

        Raises:
          KeyError: with the fields that there are, if one is none of them.
        """

    @named
    def nrows(self, out_type: Any = tf.int64) -> tf.Tensor:
        """The size of the first dim, a scalar.

        >>> from tftypes import struct
        >>> int(struct.constant([[{"x": 1}], []]).nrows())
        2

        Raises:
          ValueError: for a single structure.
          TypeError: for an `out_type` that is no dtype.

        Source: `StructuredTensor.nrows`, `tf.RaggedTensor.nrows`.
        """
        if not self.rank:
            raise ValueError("a single structure (shape []) has no rows")
        try:
            dtype = tf.as_dtype(out_type)
        except TypeError:
            raise TypeError(f"out_type: expected a dtype, got {out_type!r}") from None
        return tf.cast(self._dynamic_shape(1)[0], dtype)

    @named
    def row_lengths(self, axis: int = 1) -> Any:
        """How many structures there are in each row along an axis.

        >>> from tftypes import struct
        >>> st = struct.constant([[[{"x": 1}], []], [[{"x": 2}, {"x": 3}]]])
        >>> st.row_lengths().numpy().tolist(), st.row_lengths(axis=2).to_list()
        ([2, 1], [[1, 0], [2]])

        Args:
          axis: 1 or more; negative ones count from the end.

        Returns:
          int32 or int64, as the row splits are, of the shape of the dims before the axis.

        Raises:
          ValueError: if there is no such axis.

        Source: `tf.RaggedTensor.row_lengths`.
        """
        return _METHODS["row_lengths"](self, axis)

    @named
    def merge_dims(self, outer_axis: int, inner_axis: int) -> StructTensor[Schema, Any]:
        """The dims from one axis to another as one, in the order that the structures have.

        >>> from tftypes import struct
        >>> struct.constant([[{"x": 1}, {"x": 2}], [{"x": 3}]]).merge_dims(0, 1).to_py()
        [{'x': 1}, {'x': 2}, {'x': 3}]

        Args:
          outer_axis: the first of them; negative ones count from the end.
          inner_axis: the last of them.

        Raises:
          ValueError: if there are no such axes, or the last is before the first.

        Source: `StructuredTensor.merge_dims`, `tf.RaggedTensor.merge_dims`.
        """
        made: StructTensor[Schema, Any] = _METHODS["merge_dims"](self, outer_axis, inner_axis)
        return made

    @abstractmethod
    def __tf_type_spec__(self) -> Any:
        """What is static about the struct, and how it is taken apart into tensors."""

    @abstractmethod
    def _dynamic_shape(self, rank: int) -> Any:
        """The first dims as an int64 vector."""

    @named
    def to_py(self) -> Any:
        """Nested dicts and lists, with Python scalars; strings are bytes, as in TensorFlow.

        Raises:
          ValueError: for a symbolic struct, which has no values yet.

        Source: StructTensor RFC, `StructTensor.to_py`.
        """
        return _METHODS["to_py"](self)

    @named
    def numpy(self) -> Any:
        """The values as a `StructTensorValue`, whose fields are NumPy arrays.

        Raises:
          ValueError: for a symbolic struct, which has no values yet.
        """
        return _METHODS["numpy"](self)

    @property
    def schema(self) -> Any:
        """The fields with their types; printed, a tree. All that takes a schema takes it."""
        return _METHODS["schema"](self)

    @named
    def to_pandas(self) -> Any:
        """A pandas DataFrame with a row for each structure; see `struct.to_pandas`."""
        return _METHODS["to_pandas"](self)

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        """The Arrow C data interface: what reads Arrow takes structs as they are."""
        return _METHODS["__arrow_c_array__"](self, requested_schema)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The Arrow C stream interface, for what reads tables."""
        return _METHODS["__arrow_c_stream__"](self, requested_schema)

    def __arrow_c_schema__(self) -> Any:
        """The Arrow C schema of the structs."""
        return _METHODS["__arrow_c_schema__"](self)

    @named
    def __getitem__(self, key: Any) -> Any:
        """A field, elements, or both: names and positions in any order.

        A name selects a field; it takes no dim. Positions (integers, slices, `...`,
        `tf.newaxis`, scalar tensors, a boolean mask) index the dims in turn, of the struct before a
        name and of the field after it.

        Source: StructTensor RFC, "Indexing".
        """
        return _METHODS["__getitem__"](self, key)

    def __len__(self) -> int:
        """The size of the first dim.

        Raises:
          TypeError: for a single structure, and while tracing where the size is not static.
        """
        if not self.rank:
            raise TypeError("a single structure (shape []) has no len()")
        size = self.shape[0]
        if size is None:
            raise TypeError(f"len() of a struct of shape {self.shape}: use tf.shape(st)[0]")
        return int(size)

    def __bool__(self) -> bool:
        """As of what `to_py` returns: whether a dict has fields, or a list elements."""
        return len(self) > 0 if self.rank else bool(self.field_names())

    def __iter__(self) -> Iterator[StructTensor[Schema, Any]]:
        """The elements along the first dim.

        Raises:
          TypeError: for a single structure, and while tracing where the size is not static.
        """
        made: Iterator[StructTensor[Schema, Any]] = _METHODS["__iter__"](self)
        return made

    def __contains__(self, item: object) -> bool:
        raise TypeError(
            "`in` is not defined for structs: use st.field_names() for names, to_py() for values"
        )

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        raise TypeError(
            f"a {type(self).__name__} is no array: st.numpy() has the values, "
            "struct.to_numpy(st) makes a structured array"
        )

    def __repr__(self) -> str:
        return str(_METHODS["__repr__"](self))

    def _repr_html_(self) -> str:
        return str(_METHODS["_repr_html_"](self))

    def __reduce__(self) -> tuple[Any, ...]:
        spec = self.__tf_type_spec__()
        return _rebuilt, (spec, spec.to_components(self))

    @classmethod
    def __tf_annotation__(cls, args: tuple[Any, ...], reader: Any) -> Any:
        """What `runtime.function` makes of `StructTensor[...]` as an annotation."""
        return _METHODS["__tf_annotation__"](cls, args, reader)

    def _shape_invariant_to_type_spec(self, shape: Any) -> Any:
        """The spec of a loop variable, or of `tf.map_fn`'s elements, whose sizes may change."""
        return self.__tf_type_spec__().with_shape(tf.TensorShape(shape))

    @classmethod
    def __tf_dispatch__(cls, op: Any, args: tuple[Any, ...], kwargs: Any) -> Any:
        implementation = _OPS.get(op)
        return NotImplemented if implementation is None else implementation(*args, **kwargs)


def _by_first(given: Mapping[Any, Any]) -> dict[str, dict[tuple[str, ...], Any]]:
    """What is given by name or path, by the first name of each: the rest of the path, and the value."""
    found: dict[str, dict[tuple[str, ...], Any]] = {}
    for key, value in given.items():
        path = key if isinstance(key, tuple) else (key,)
        if not path or not all(isinstance(name, str) for name in path):
            raise TypeError(f"expected the name of a field, or a tuple of names, got {key!r}")
        found.setdefault(path[0], {})[path[1:]] = value
    return found


def _rebuilt(spec: Any, components: Any) -> Any:
    return spec.from_components(components)


def _no_tensor(value: Any, dtype: Any = None, name: Any = None, as_ref: bool = False) -> Any:
    """What `tf.convert_to_tensor` does to structs, and what every op does that takes tensors only."""
    listed = ", ".join(map(repr, value.field_names())) or "none"
    raise TypeError(f"a {type(value).__name__} is no tensor, its fields are: {listed}")


# Not `__tf_tensor__`: whoever has that is taken for a tensor, and all ops for ones that take it.
tf.register_tensor_conversion_function(
    StructTensor, _no_tensor
)  # tftypes: ignore[tensor-conversion-registration]
