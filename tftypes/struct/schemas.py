"""Schemas: however a user writes one, it becomes a spec.

    class Recipe(TypedDict):
        title: Tensor[string, Shape[()]]
        time: float
        embedding: Tensor[float32, Shape[6]]
        tags: list[str]
        ingredients: list[Ingredient]

Source: StructTensor RFC, "A `StructTensor`'s schema constrains the type for each field".
"""

from __future__ import annotations

import collections.abc
import dataclasses
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, get_args, get_origin

import tensorflow as tf
import typing_extensions
from typing_extensions import is_typeddict

import tftypes
from tftypes.runtime.annotations import Reader
from tftypes.struct.dense import DenseStructTensor
from tftypes.struct.fields import shown
from tftypes.struct.places import DEEPEST, too_deep
from tftypes.struct.refusals import named
from tftypes.struct.specs import DenseStructTensorSpec, RaggedStructTensorSpec, StructTensorSpec
from tftypes.struct.tensors import StructTensor

#: The annotations of a class by field, evaluated.
Hints = Callable[[Any], Mapping[str, Any]]

_SCALARS = {
    int: tf.int32,
    float: tf.float32,
    bool: tf.bool,
    str: tf.string,
    bytes: tf.string,
    complex: tf.complex128,
}
_LISTS = (list, tuple, collections.abc.Sequence, collections.abc.Iterable)
_WRAPPERS = tuple(
    getattr(module, name)
    for module in (typing, typing_extensions)
    for name in ("Annotated", "Final", "Required", "NotRequired", "ReadOnly")
    if hasattr(module, name)
)


@dataclass(frozen=True)
class Type:
    """The type of one field of one structure.

    Attributes: ``dims``, its own, those of the structs around it not among them; ``ragged``, how
    many of them there are up to the last that differs from structure to structure, None for up to
    the last None where there are several structures; one of ``dtype``, ``fields`` and ``spec``; and
    ``splits``, the dtype of the row splits of ragged dims.
    """

    dims: tuple[int | None, ...] = ()
    ragged: int | None = None
    dtype: tf.DType | None = None
    fields: Mapping[str, Type] | None = None
    spec: Any = None
    splits: tf.DType = tf.int64

    def in_list(self) -> Type:
        """The type of lists of these."""
        ragged = 1 + (self.ragged if self.ragged is not None else last_open(self.dims))
        return dataclasses.replace(self, dims=(None, *self.dims), ragged=ragged)


def last_open(dims: Iterable[int | None]) -> int:
    """How many dims there are up to the last None."""
    return max((i for i, dim in enumerate(dims, 1) if dim is None), default=0)


@named
def spec_of(schema: Any, shape: Any = (), *, hints: Hints | None = None) -> StructTensorSpec:
    """The spec that a schema stands for.

    Args:
      schema: a spec; `st.schema`; `StructTensor[Schema, Shape[...]]`; a TypedDict, dataclass or
        NamedTuple; or a dict from names to dtypes, specs, annotations, such dicts, or `[item]`.
        In a list, or in several structures, None as a dim is a size that each has for itself:
        the field is ragged.
      shape: of the collection, where the schema is that of one structure.
      hints: finds the evaluated annotations of a class, by default in its module.

    Raises:
      TypeError: naming the path of what is no type.

    >>> spec_of({"title": tf.string, "tags": [str]}, [None]).field_specs["tags"]
    RaggedTensorSpec(TensorShape([None, None]), tf.string, 1, tf.int64)
    >>> spec_of({"title": str, "size": "feet"})
    Traceback (most recent call last):
    TypeError: spec_of(): schema: 'size': 'feet' is no type: expected a dtype, a spec, an annotation, a dict or [item]
    """
    schema = _unwrapped(schema)
    if isinstance(schema, StructTensorSpec) and (schema.rank or not len(shape)):
        return schema
    found = _Types(hints or _hints).read(schema, ())
    if found.fields is None:
        raise TypeError(f"schema: expected that of a struct, got {shown(schema)}")
    if not found.dims:
        found = dataclasses.replace(found, dims=tuple(tf.TensorShape(shape)), ragged=0)
    elif found.ragged is None:
        found = dataclasses.replace(found, ragged=0)
    return placed(found, ())  # type: ignore[no-any-return]


def placed(kind: Type, outer: tuple[int | None, ...]) -> Any:
    """The spec of a field in a dense struct of shape `outer`, or of a whole."""
    if kind.spec is not None:
        for size in reversed(outer):
            kind = dataclasses.replace(kind, spec=_batched(kind.spec, size))
        return kind.spec
    ragged = kind.ragged
    if ragged is None:
        ragged = last_open(kind.dims) if outer else 0
    dims = (*outer, *kind.dims)
    ragged_rank = len(outer) + ragged - 1 if ragged else 0
    if kind.fields is not None:
        return _struct(kind.fields, dims, ragged_rank, kind.splits)
    assert kind.dtype is not None
    if ragged_rank <= 0:
        return tf.TensorSpec(dims, kind.dtype)
    return tf.RaggedTensorSpec(dims, kind.dtype, ragged_rank, kind.splits)


def _batched(spec: Any, size: int | None) -> Any:
    encoder = getattr(spec, "__batch_encoder__", None)
    if encoder is None:
        raise TypeError(f"schema: {spec!r} has no batches, so it is no type of a field in several")
    return encoder.batch(spec, size)


def _struct(
    fields: Mapping[str, Type], dims: tuple[int | None, ...], ragged_rank: int, splits: tf.DType
) -> Any:
    if ragged_rank <= 0:
        return DenseStructTensorSpec(dims, {n: placed(kind, dims) for n, kind in fields.items()})
    values = _struct(fields, (None, *dims[2:]), ragged_rank - 1, splits)
    return RaggedStructTensorSpec(dims, values, splits)


class _Types:
    """Reads types as users write them."""

    def __init__(self, hints: Hints) -> None:
        self.hints = hints
        self.reader = Reader(lookup=_no_names, hints=hints)
        self.open: list[Any] = []

    def read(self, given: Any, path: tuple[str, ...]) -> Type:
        given = _unwrapped(given)
        if len(path) > DEEPEST:
            raise too_deep(f"schema: {_at(path)}")
        if isinstance(given, tf.TypeSpec):
            return type_of(given)
        if isinstance(given, Mapping):
            for name in given:
                if not isinstance(name, str):
                    raise TypeError(f"schema: {_at(path)}expected strings as names, got {name!r}")
            return Type(fields={name: self.read(t, (*path, name)) for name, t in given.items()})
        if isinstance(given, (list, tuple)) and len(given) == 1:
            return self.read(given[0], (*path, "[]")).in_list()
        read = self._annotation(given, path)
        if read is None:
            dtype = _dtype(given)
            if dtype is None:
                raise _no_type(given, path)
            read = Type(dtype=dtype)
        return read

    def _annotation(self, given: Any, path: tuple[str, ...]) -> Type | None:
        origin, args = get_origin(given), get_args(given)
        if origin in _WRAPPERS:
            return self.read(args[0], path)
        for alias in (given, origin):
            if hasattr(alias, "__value__"):  # type X = ...
                return self.read(alias.__value__, path)
        if hasattr(given, "__supertype__"):
            return self.read(given.__supertype__, path)
        if origin in _LISTS and (len(args) == 1 or args[1:] == (Ellipsis,)):
            return self.read(args[0], (*path, "[]")).in_list()
        kind = origin or given
        if not isinstance(kind, type):
            return None
        if issubclass(kind, StructTensor):
            return self._of_structs(kind, args, path)
        if kind in (tftypes.Tensor, tftypes.RaggedTensor, tftypes.SparseTensor):
            return self._of_tensors(kind, args, path)
        return self._class(kind, path)

    def _of_structs(self, kind: Any, args: tuple[Any, ...], path: tuple[str, ...]) -> Type:
        schema, shape = (*args, Any)[:2] if args else (Any, Any)
        one = self.read(schema, path)
        if one.fields is None:
            raise _no_type(schema, path)
        dims = self._dims(shape, path)
        if dims is None and not path:
            return one
        if dims is None:
            raise TypeError(
                f"schema: {_at(path)}StructTensor needs a shape: Shape[None], Shape[()]"
            )
        ragged = None
        if kind is DenseStructTensor:
            ragged = 0
        elif kind is not StructTensor:
            ragged = last_open(dims)
        return dataclasses.replace(one, dims=tuple(_sizes(dims)), ragged=_open(dims, ragged))

    def _of_tensors(self, kind: Any, args: tuple[Any, ...], path: tuple[str, ...]) -> Type:
        dtype, shape = args if len(args) == 2 else (Any, Any)
        pattern = self.reader.dtype(dtype)
        dims = self._dims(shape, path)
        if pattern.code is None:
            raise TypeError(f"schema: {_at(path)}expected one dtype, got {pattern.text}")
        if dims is None:
            raise TypeError(f"schema: {_at(path)}expected a known rank: Shape[...]")
        if kind is tftypes.SparseTensor:
            return Type(spec=tf.SparseTensorSpec(list(_sizes(dims)), pattern.dtype))
        ragged = last_open(dims) if kind is tftypes.RaggedTensor else None
        return Type(tuple(_sizes(dims)), _open(dims, ragged), dtype=pattern.dtype)

    def _dims(self, shape: Any, path: tuple[str, ...]) -> tuple[Any, ...] | None:
        """Sizes: an int, None where each structure has its own, `_NAMED` where all have one."""
        if get_origin(shape) is not tftypes.Shape:
            return None
        dims = []
        for dim in get_args(shape):
            value = None if dim is None or dim is Any else self.reader.dim(dim)
            dims.append(int(value) if isinstance(value, int) else value and _NAMED)
        return tuple(dims)

    def _class(self, kind: Any, path: tuple[str, ...]) -> Type | None:
        if not (is_typeddict(kind) or dataclasses.is_dataclass(kind) or hasattr(kind, "_fields")):
            return None
        if kind in self.open:
            raise TypeError(f"schema: {_at(path)}{kind.__name__} contains itself: it has no end")
        self.open.append(kind)
        try:
            hints = self.hints(kind)
            names = getattr(kind, "_fields", None) or (
                [field.name for field in dataclasses.fields(kind)]
                if dataclasses.is_dataclass(kind)
                else list(hints)
            )
            return Type(fields={name: self.read(hints[name], (*path, name)) for name in names})
        finally:
            self.open.pop()


#: A size that all structures share, though it is not known.
_NAMED: Any = object()


def _sizes(dims: Iterable[Any]) -> Iterable[int | None]:
    return (None if dim is _NAMED else dim for dim in dims)


def _open(dims: tuple[Any, ...], ragged: int | None) -> int | None:
    """As `Type.ragged`, for dims in which a named one is not open."""
    if ragged is None and _NAMED in dims and None not in dims:
        return 0
    return ragged


def type_of(spec: Any) -> Type:
    """The type of the values of a spec, which can be placed in structs of any shape."""
    if isinstance(spec, tf.TensorSpec) and spec.shape.rank is not None:
        return Type(tuple(spec.shape), dtype=spec.dtype)
    if isinstance(spec, tf.RaggedTensorSpec) and spec.shape.rank is not None:
        splits = spec.row_splits_dtype
        return Type(tuple(spec.shape), spec.ragged_rank + 1, dtype=spec.dtype, splits=splits)
    if isinstance(spec, DenseStructTensorSpec):
        fields = {n: inner(type_of(f), spec.rank) for n, f in spec.field_specs.items()}
        return Type(tuple(spec.shape), fields=fields)
    if isinstance(spec, RaggedStructTensorSpec):
        values, ragged = spec, 1
        while isinstance(values, RaggedStructTensorSpec) and not values.is_row:
            values, ragged = values.values_spec, ragged + 1
        fields = type_of(values).fields
        return Type(tuple(spec.shape), ragged, fields=fields, splits=spec.row_splits_dtype)
    return Type(spec=spec)


def inner(kind: Type, rank: int) -> Type:
    """The type without the first dims, which are those of the struct around it."""
    if kind.spec is not None:
        spec = kind.spec
        for _ in range(rank):
            spec = spec.__batch_encoder__.unbatch(spec)
        return Type(spec=spec)
    ragged = kind.ragged
    if ragged is not None:
        ragged = max(ragged - rank, 0)
    elif rank:
        ragged = 0
    return dataclasses.replace(kind, dims=kind.dims[rank:], ragged=ragged)


def _dtype(given: Any) -> tf.DType | None:
    if isinstance(given, type) and given in _SCALARS:
        return _SCALARS[given]
    if get_origin(given) is None and isinstance(given, type) and issubclass(given, tftypes.DType):
        given = given.__name__
    if isinstance(given, int):
        return None  # TensorFlow takes the numbers of its enumeration
    try:
        dtype: tf.DType = tf.as_dtype(given)
        return dtype
    except TypeError:
        return None


def _no_type(given: Any, path: tuple[str, ...]) -> TypeError:
    expected = "expected a dtype, a spec, an annotation, a dict or [item]"
    return TypeError(f"schema: {_at(path)}{shown(given)} is no type: {expected}")


def _at(path: tuple[str, ...]) -> str:
    return f"{'.'.join(path)!r}: ".replace(".[]", "[]") if path else ""


def _unwrapped(schema: Any) -> Any:
    """The spec of a `trees.Schema`; all else as it is."""
    spec = getattr(schema, "spec", None)
    return spec if isinstance(spec, StructTensorSpec) else schema


def _hints(kind: Any) -> Mapping[str, Any]:
    return typing_extensions.get_type_hints(kind, include_extras=True)


def _no_names(name: str) -> Any:
    raise KeyError(name)
