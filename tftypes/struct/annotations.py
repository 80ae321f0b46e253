"""`StructTensor[Schema, Shape[...]]` as the annotation of a `runtime.function`.

    @function
    def score(rows: StructTensor[Recipe, Shape[None]]) -> Tensor[float32, Shape[None]]: ...

The spec of the schema stands for all values: one trace, whatever the number of rows. Ragged fields
may have int32 or int64 row splits, each with a trace of its own.

Source: RFC 208, "Support for tf.function's input_signature"; StructTensor RFC, `DenseStructTensorSpec`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

import tensorflow as tf
import typing_extensions

import tftypes
from tftypes.runtime.describe import show_sizes, show_typed, sizes_of
from tftypes.runtime.errors import Mismatch, Path, show_step
from tftypes.runtime.leaves import Key, Node, OpaqueNode
from tftypes.runtime.patterns import Call, ShapePattern
from tftypes.struct import schemas
from tftypes.struct.dense import dense, ghost
from tftypes.struct.dispatching import method
from tftypes.struct.ragged import RaggedStructTensor, ragged
from tftypes.struct.specs import DenseStructTensorSpec, RaggedStructTensorSpec, StructTensorSpec
from tftypes.struct.tensors import StructTensor

_VARIABLES = (TypeVar, typing_extensions.TypeVar)


@method("__tf_annotation__")
def node(kind: Any, args: tuple[Any, ...], reader: Any) -> Node:
    """The node of an annotation, which a class of structs and its arguments make up.

    Args:
      kind: the class.
      args: its schema and its shape, as far as they are given.
      reader: the `tftypes.runtime.annotations.Reader` of the function.

    Raises:
      TypeError: naming the field whose annotation is no type.
    """
    schema, shape = (*args, Any)[:2] if args else (Any, Any)
    if schema is Any or isinstance(schema, _VARIABLES):
        return OpaqueNode(kind.__name__)
    return StructNode(kind, schema, reader.shape(shape), reader.hints)


class StructNode(Node):
    """A struct with the fields of a schema.

    Fields come in any order, and as dense tensors where the schema has ragged ones: what the
    function sees has the order and the types of the schema.
    """

    def __init__(self, kind: Any, schema: Any, shape: ShapePattern, hints: Any) -> None:
        self.kind = kind
        self.schema = schema
        self.shape = shape
        self.hints = hints
        name = getattr(schema, "__name__", None)
        self.text = f"{kind.__name__}{shape}" + (f" of {name}" if name else "")
        self._expected: dict[tuple[bool, int], StructTensorSpec] = {}
        self._fitted: dict[Any, Any] = {}
        if shape.rank is not None:
            self.spec = self.expected(kind is RaggedStructTensor, shape.rank)

    def expected(self, is_ragged: bool, rank: int) -> StructTensorSpec:
        """The spec of all dense, or ragged, structs of a rank that the annotation admits."""
        key = is_ragged, rank
        if key not in self._expected:
            static = self.shape.tensor_shape
            sizes = [None] * rank if static.rank is None else list(static)
            dims: Any = tftypes.Shape
            if is_ragged:
                ragged_class: Any = RaggedStructTensor
                annotated = ragged_class[self.schema, dims[tuple(sizes)]]
                found = schemas.spec_of(annotated, hints=self.hints)
            else:
                found = schemas.spec_of(self.schema, sizes, hints=self.hints)
            self._expected[key] = found
        return self._expected[key]

    def check(self, value: Any, path: Path, call: Call) -> Key:
        spec = value if call.specs and isinstance(value, StructTensorSpec) else None
        if spec is None and not isinstance(value, StructTensor):
            raise Mismatch(path, self.text, type(value).__name__)
        if spec is None:
            spec = value.__tf_type_spec__()
        sizes = tuple(spec.shape)
        is_ragged = isinstance(spec, RaggedStructTensorSpec) and not spec.is_row
        if self.shape.rank not in (None, len(sizes)) or (
            not is_ragged and self.kind is RaggedStructTensor
        ):
            raise Mismatch(path, self.text, _described(spec))
        if spec not in self._fitted:
            self._fitted[spec] = fitted(spec, self.expected(is_ragged, len(sizes)), path)
        reason = self.shape.bind(sizes, path, call, self.text, value)
        if reason is not None:
            raise Mismatch(path, self.text, _described(spec), reason)
        key = self._fitted[spec]
        call.leaves.append(key if value is spec else converted(value, key))
        return key  # type: ignore[no-any-return]

    def build(self, key: Key, leaves: Iterator[Any]) -> Any:
        return next(leaves)

    def types(self, key: Any) -> Iterator[Any]:
        yield key


def _described(spec: StructTensorSpec) -> str:
    kind = "RaggedStructTensor" if isinstance(spec, RaggedStructTensorSpec) else "StructTensor"
    return f"{kind}{show_sizes(sizes_of(spec.shape))}"


def fitted(spec: Any, expected: Any, path: Path) -> Any:
    """The expected spec with the row splits' dtypes of a value's spec.

    Raises:
      Mismatch: with the path of the field that does not fit.
    """
    if isinstance(expected, StructTensorSpec):
        if not isinstance(spec, StructTensorSpec):
            raise Mismatch(path, _described(expected), _typed(spec))
        return _fitted_struct(spec, expected, path)
    if not isinstance(spec, (tf.TensorSpec, tf.RaggedTensorSpec)) or not isinstance(
        expected, (tf.TensorSpec, tf.RaggedTensorSpec)
    ):
        if not expected.is_compatible_with(spec):
            raise Mismatch(path, _typed(expected), _typed(spec))
        return expected
    if spec.dtype != expected.dtype or not spec.shape.is_compatible_with(expected.shape):
        raise Mismatch(path, _typed(expected), _typed(spec))
    if isinstance(spec, tf.TensorSpec):
        return expected
    if isinstance(expected, tf.TensorSpec) or spec.ragged_rank > expected.ragged_rank:
        raise Mismatch(path, _typed(expected), _typed(spec))
    return tf.RaggedTensorSpec(
        expected.shape, expected.dtype, expected.ragged_rank, spec.row_splits_dtype
    )


def _fitted_struct(spec: StructTensorSpec, expected: StructTensorSpec, path: Path) -> Any:
    if not spec.shape.is_compatible_with(expected.shape):
        raise Mismatch(path, _described(expected), _described(spec))
    if isinstance(expected, RaggedStructTensorSpec) and not expected.is_row:
        if isinstance(spec, RaggedStructTensorSpec) and not spec.is_row:
            values, dtype = spec.values_spec, spec.row_splits_dtype
        elif spec.rank == 2:
            values, dtype = _flat(spec), expected.row_splits_dtype
        else:
            raise Mismatch(path, _described(expected), _described(spec))
        inner = fitted(values, expected.values_spec, path)
        return RaggedStructTensorSpec(expected.shape, inner, dtype)
    if isinstance(spec, RaggedStructTensorSpec) and not spec.is_row:
        raise Mismatch(path, _described(expected), _described(spec))
    ours, theirs = spec.field_specs, expected.field_specs
    there = f"{_described(spec)} with the fields {', '.join(map(repr, ours)) or 'none'}"
    for name in theirs:
        if name not in ours:
            wanted = f"{_described(expected)} with a field {name!r}"
            raise Mismatch(path, wanted, there)
    for name in ours:
        if name not in theirs:
            wanted = f"{_described(expected)} without a field {name!r}"
            raise Mismatch(path, wanted, there, ".with_only(...) leaves it out")
    fields = {
        name: fitted(ours[name], wanted, (path, show_step(name))) for name, wanted in theirs.items()
    }
    return DenseStructTensorSpec(expected.shape, fields)


def _flat(spec: StructTensorSpec) -> DenseStructTensorSpec:
    """The spec of the rows of a dense matrix of structs, one after the other."""
    fields = {name: _flat_field(field) for name, field in spec.field_specs.items()}
    return DenseStructTensorSpec([None], fields)


def _flat_field(spec: Any) -> Any:
    if isinstance(spec, tf.TensorSpec):
        return tf.TensorSpec([None, *spec.shape[2:]], spec.dtype)
    if isinstance(spec, DenseStructTensorSpec):
        fields = {name: _flat_field(field) for name, field in spec.field_specs.items()}
        return DenseStructTensorSpec([None, *spec.shape[2:]], fields)
    raise TypeError(f"cannot be made ragged: {spec!r}")


def _typed(spec: Any) -> str:
    if isinstance(spec, StructTensorSpec):
        return _described(spec)
    kind = "" if isinstance(spec, tf.TensorSpec) else type(spec).__name__.removesuffix("Spec") + " "
    return kind + show_typed(spec) if hasattr(spec, "dtype") else type(spec).__name__


def converted(value: Any, spec: Any) -> Any:
    """The value as one of the spec that it was fitted to; itself where nothing is to be done."""
    if isinstance(spec, RaggedStructTensorSpec) and not spec.is_row:
        if isinstance(value, RaggedStructTensor):
            inner = converted(value.values, spec.values_spec)
            if inner is value.values:
                return value
            return ragged(inner, value.row_splits, value.uniform_row_length)
        shape = tf.shape(value, tf.int64)
        values = converted(tf.reshape(value, [-1]), spec.values_spec)
        return RaggedStructTensor.from_uniform_row_length(values, shape[1], shape[0])
    if isinstance(spec, StructTensorSpec):
        fields = {
            name: converted(value.field_value(name), field)
            for name, field in spec.field_specs.items()
        }
        same = tuple(fields) == value.field_names() and all(
            fields[name] is value.field_value(name) for name in fields
        )
        return value if same else dense(value.shape, fields, lambda: ghost(value))
    if isinstance(spec, tf.RaggedTensorSpec) and isinstance(value, tf.Tensor):
        return tf.RaggedTensor.from_tensor(
            value, ragged_rank=spec.ragged_rank, row_splits_dtype=spec.row_splits_dtype
        )
    return value
