"""The features that a schema asks of Examples, and structs made of what was parsed.

Source: `tf.io.FixedLenFeature`, `tf.io.RaggedFeature`, `tf.io.VarLenFeature`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import tensorflow as tf

from tftypes.struct.assertions import Fault, without_faults
from tftypes.struct.dense import dense
from tftypes.struct.formats import checks, nulls
from tftypes.struct.ragged import ragged
from tftypes.struct.rows import partition, ragged_tensor

Feature = tf.io.RaggedFeature


@dataclass
class Plan:
    """What is parsed, by a key of ours, and how each field is made of it, or of fields of its own.

    Attributes:
      features: what `tf.io.parse_example` is given.
      makers: for each field, what makes it of the parsed values.
      nested: for each struct field, its plan, and whether it is a list of structs.
      names: for each name of a feature, the path of the field that it is of.
    """

    features: dict[str, Any] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    makers: dict[str, Callable[[Any], Any]] = field(default_factory=dict)
    nested: dict[str, tuple[Plan, bool]] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)


def feature_names(key: str, value: Any) -> list[str]:
    """The names of the features that a field becomes: the last are of row lengths.

    >>> feature_names("x", tf.ragged.constant([[[1]]]))
    ['x', 'x/lengths1']

    Args:
      key: the name of the field.
      value: the field, or its spec.
    """
    levels = range(1, getattr(value, "ragged_rank", 0))
    return [key, *(f"{key}/lengths{level}" for level in levels)]


def claim(function: str, names: dict[str, str], name: str, path: str) -> None:
    """Notes the field that a feature is of.

    Raises:
      SchemaError: if it is of another field already.
    """
    if name in names:
        raise checks.SchemaError(
            f"{function}(): field '{path}' and field '{names[name]}' are both the feature "
            f"{name!r} of an Example: rename one of them"
        )
    names[name] = path


def wire_dtype(function: str, path: str, dtype: tf.DType, writing: bool = False) -> tf.DType:
    """The dtype in which an Example has values of another one.

    Raises:
      SchemaError: if it has none.
    """
    if dtype == tf.string:
        return tf.string
    if dtype == tf.bool or (dtype.is_integer and dtype != tf.uint64 and dtype.name in _INTEGERS):
        return tf.int64
    if dtype.is_floating and not (writing and dtype == tf.float64):
        return tf.float32
    expected = "a dtype that an Example has room for (int64, float32, string)"
    raise checks.mismatch(function, path, expected, dtype.name)


_INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32")


def check_counted(function: str, path: str, value: Any) -> None:
    """Lists of items without values cannot be counted: an Example has nothing but their values.

    Raises:
      SchemaError: if a ragged tensor, or its spec, has such items.
    """
    if 0 in value.shape[value.ragged_rank + 1 :].as_list():
        got = f"lists of items of shape {value.shape[value.ragged_rank + 1 :]}"
        raise checks.mismatch(function, path, "lists of items that have values", got)


def called(function: str, parse: Callable[[], Any]) -> Any:
    """What the op parses; eagerly, its complaint as a ValueError."""
    try:
        return parse()
    except tf.errors.InvalidArgumentError as error:
        reason = str(error).partition("}} ")[2].partition(" [Op:")[0] or str(error)
        raise ValueError(f"{function}(): {reason.replace('Name: <unknown>, ', '')}") from error
    except UnicodeDecodeError as error:  # of TensorFlow's own message, which quotes the bytes
        raise ValueError(f"{function}(): could not parse what is no serialized Example") from error


@dataclass(frozen=True)
class Reader:
    """How one call reads: for whom, and what becomes of missing values."""

    function: str
    policies: nulls.Policies

    def plan(self, spec: Any, path: str = "", prefix: str = "") -> Plan:
        """The plan for the fields of a struct."""
        made = Plan()
        specs = dict(spec.field_specs)
        masks = self._masks(specs, path)
        for name, each in specs.items():
            if name in masks:
                continue
            made.order.append(name)
            key, where = f"{prefix}{name}", nulls.child(path, name)
            if checks.is_struct(each):
                inner = self.plan(each, where, f"{key}/")
                if each.shape.rank > 2 or (each.shape.rank == 2 and each.shape[1] is not None):
                    raise checks.mismatch(
                        self.function, where, "a struct, or a ragged list of structs", each
                    )
                made.nested[name] = inner, each.shape.rank == 2
                made.features.update(inner.features)
                named = inner.names
            else:
                made.makers[name] = self._leaf(made.features, key, where, each)
                named = dict.fromkeys(feature_names(key, each), where)
            for own, owner in named.items():
                claim(self.function, made.names, own, owner)
        return made

    def _masks(self, specs: dict[str, Any], path: str) -> set[str]:
        """The fields that tell which Examples have another one, and are made, not parsed."""
        return {
            nulls.mask_name(name)
            for name, each in specs.items()
            if isinstance(each, tf.TensorSpec)
            and getattr(specs.get(nulls.mask_name(name)), "dtype", None) == tf.bool
            and self.policies.of(nulls.child(path, name)).kind == "mask"
        }

    def _leaf(self, features: dict[str, Any], key: str, path: str, spec: Any) -> Any:
        """Adds what is parsed for one field; returns what makes the field of it."""
        wire = wire_dtype(self.function, path, spec.dtype)
        if isinstance(spec, tf.SparseTensorSpec):
            features[key] = tf.io.VarLenFeature(wire)
            return lambda parsed: tf.SparseTensor(
                parsed[key].indices,
                narrowed(self.function, path, parsed[key].values, spec.dtype),
                parsed[key].dense_shape,
            )
        if isinstance(spec, tf.RaggedTensorSpec):
            features[key] = self._ragged_feature(key, path, wire, spec)
            return lambda parsed: _flat_narrowed(self.function, path, parsed[key], spec.dtype)
        dims = spec.shape[1:]
        if not dims.is_fully_defined():
            raise checks.mismatch(self.function, path, "a ragged field, or one of known size", spec)
        return self._single(features, key, path, spec.dtype, wire, dims.as_list())

    def _ragged_feature(self, key: str, path: str, wire: tf.DType, spec: Any) -> Any:
        """The feature with the partitions of all dims but the first ragged one."""
        outer, inner = spec.shape[1 : spec.ragged_rank + 1], spec.shape[spec.ragged_rank + 1 :]
        if any(size is not None for size in outer) or not inner.is_fully_defined():
            expected = "ragged dims, with dims of known size in them or none"
            raise checks.mismatch(self.function, path, expected, spec)
        check_counted(self.function, path, spec)
        partitions: list[Any] = [Feature.RowLengths(name) for name in feature_names(key, spec)[1:]]
        partitions.extend(Feature.UniformRowLength(size) for size in inner)
        return Feature(wire, partitions=partitions, row_splits_dtype=spec.row_splits_dtype)

    def _single(
        self,
        features: dict[str, Any],
        key: str,
        path: str,
        dtype: tf.DType,
        wire: tf.DType,
        dims: list[int],
    ) -> Any:
        """A value, or a dense tensor of them, which an Example may lack."""
        policy = self.policies.at(path)
        if policy.kind == "ragged":
            if dims:
                raise checks.mismatch(
                    self.function, path, "a single value, for nulls='ragged'", f"{dims}"
                )
            features[key] = Feature(wire, row_splits_dtype=tf.int64)
            return lambda parsed: _optional(self.function, path, parsed[key], dtype)
        zero = None if policy.kind == "error" else policy.zero(dtype, path)
        if policy.kind == "mask":
            features[key] = Feature(wire, row_splits_dtype=tf.int64)
            return lambda parsed: _masked(self.function, path, parsed[key], dtype, dims, zero)
        default = None
        if zero is not None:
            default = np.full(dims, zero, object if wire == tf.string else wire.as_numpy_dtype)
        features[key] = tf.io.FixedLenFeature(dims, wire, default)
        return lambda parsed: narrowed(self.function, path, parsed[key], dtype)

    def built(self, plan: Plan, parsed: dict[str, Any], serialized: tf.Tensor) -> Any:
        """The struct of a plan: of as many elements as there are strings."""
        parts: list[tuple[str, Any, dict[int, Any]]] = []
        for name in plan.order:
            if name in plan.nested:
                inner, is_list = plan.nested[name]
                value = self.built(inner, parsed, serialized)
                parts.append((name, _rows(self.function, name, value) if is_list else value, {}))
                continue
            value = plan.makers[name](parsed)
            value, mask = value if isinstance(value, tuple) else (value, None)
            parts.append((name, value, {} if mask is None else {0: mask}))
        if not parts:
            return dense(serialized.shape, {}, tf.zeros(tf.shape(serialized), tf.bool))
        return dense(1, nulls.with_masks(parts, self.function))


def _flat_narrowed(function: str, path: str, value: Any, dtype: tf.DType) -> Any:
    if not isinstance(value, tf.RaggedTensor):
        return narrowed(function, path, value, dtype)
    return value.with_values(_flat_narrowed(function, path, value.values, dtype))


def narrowed(function: str, path: str, value: tf.Tensor, dtype: tf.DType) -> tf.Tensor:
    """The values in another dtype, once it is known to have them all.

    Raises:
      ValueError: eagerly; while tracing, an assertion fails when the graph runs.
    """
    if value.dtype == dtype:
        return value
    made = tf.cast(value, dtype)
    if dtype.is_floating:
        return made
    wrong = tf.reshape(tf.not_equal(tf.cast(made, value.dtype), value), [-1])

    def error(position: Any) -> Exception:
        return ValueError(
            f"{function}(): field '{path}': value number {position} is no {dtype.name}"
        )

    narrow: tf.Tensor = without_faults(made, [(wrong, error)])
    return narrow


def _masked(
    function: str, path: str, value: tf.RaggedTensor, dtype: tf.DType, dims: list[int], zero: Any
) -> tuple[tf.Tensor, tf.Tensor]:
    """A value, or a dense tensor of them, for each Example, and whether it has it."""
    lengths, size = value.row_lengths(), int(np.prod(dims))
    wrong = tf.logical_and(tf.not_equal(lengths, size), tf.not_equal(lengths, 0))

    def error(row: Any) -> Exception:
        return ValueError(f"{function}(): field '{path}' has not {size} values in Example {row}")

    value, lengths = without_faults((value, lengths), [(wrong, error)])
    filled = value.to_tensor(tf.cast(zero, value.dtype), shape=[None, size])
    made = narrowed(function, path, tf.reshape(filled, [-1, *dims]), dtype)
    return made, lengths > 0


def _optional(function: str, path: str, value: tf.RaggedTensor, dtype: tf.DType) -> Any:

    def error(row: Any) -> Exception:
        return ValueError(f"{function}(): field '{path}' has several values in Example {row}")

    value = without_faults(value, [(value.row_lengths() > 1, error)])
    return value.with_values(narrowed(function, path, value.values, dtype))


def _rows(function: str, name: str, value: Any) -> Any:
    """A list of structs, of the lists of its fields, which must be of one length."""
    fields = {key: value.field_value(key) for key in value.field_names()}
    first, *others = fields
    splits = fields[first].row_splits

    def differs(key: str) -> Fault:
        other = tf.not_equal(fields[key].row_splits[1:], splits[1:])
        return other, lambda row: ValueError(
            f"{function}(): the lists '{name}/{key}' and '{name}/{first}' differ in length in "
            f"Example {row}"
        )

    made = ragged(dense(1, {key: each.values for key, each in fields.items()}), splits)
    return without_faults(made, [differs(key) for key in others])


@dataclass(frozen=True)
class Steps:
    """The features of a SequenceExample's lists, with the specs of their fields."""

    features: dict[str, Any]
    specs: dict[str, Any]

    def built(self, function: str, parsed: dict[str, Any], serialized: tf.Tensor) -> Any:
        """The struct of the lists."""
        fields = {
            name: _step_values(function, name, parsed[name], spec)
            for name, spec in self.specs.items()
        }
        if not fields:
            return dense(serialized.shape, {}, tf.zeros(tf.shape(serialized), tf.bool))
        return dense(1, fields)

    def none(self) -> dict[str, Any]:
        """What is parsed of no SequenceExamples."""
        return {
            name: tf.RaggedTensor.from_nested_row_splits(
                tf.zeros([0], each.dtype), [tf.zeros([1], each.row_splits_dtype)] * 2
            )
            for name, each in self.features.items()
        }


def steps(function: str, spec: Any) -> Steps:
    """The features for a struct of lists."""
    specs = {} if spec is None else checks.fields_of(spec)
    features = {}
    for name, each in specs.items():
        path = f"feature_lists.{name}"
        fits = isinstance(each, tf.RaggedTensorSpec) and each.ragged_rank in (1, 2)
        if not fits or not each.shape[each.ragged_rank + 1 :].is_fully_defined():
            raise checks.mismatch(function, path, "a ragged list of values, tensors or lists", each)
        wire = wire_dtype(function, path, each.dtype)
        features[name] = Feature(wire, row_splits_dtype=each.row_splits_dtype)
    return Steps(features, specs)


def _step_values(function: str, name: str, value: tf.RaggedTensor, spec: Any) -> Any:
    """The values of each step, of the shape that the schema says."""
    path = f"feature_lists.{name}"
    if spec.ragged_rank == 2:
        return _flat_narrowed(function, path, value, spec.dtype)
    dims = spec.shape[2:].as_list()
    size = int(np.prod(dims))
    lengths = value.values.row_lengths()
    wrong = tf.not_equal(lengths, tf.cast(size, lengths.dtype))

    def error(step: Any) -> Exception:
        return ValueError(f"{function}(): field '{path}': step number {step} has not {size} values")

    value = without_faults(value, [(wrong, error)])
    flat = tf.reshape(value.values.values, [-1, *dims])
    return ragged_tensor(narrowed(function, path, flat, spec.dtype), partition(value.row_splits))
