"""The features that a schema asks of Examples, and structs made of what was parsed.

Source: `tf.io.FixedLenFeature`, `tf.io.RaggedFeature`, `tf.io.VarLenFeature`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import tensorflow as tf

from tftypes.struct.assertions import without_faults
from tftypes.struct.dense import dense
from tftypes.struct.formats import checks, nulls
from tftypes.struct.formats.example_values import (
    as_rows,
    flat_narrowed,
    in_rows,
    masked,
    narrowed,
    optional,
)
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
            return self._ragged(features, key, path, spec)
        dims = spec.shape[1:]
        if not dims.is_fully_defined():
            raise checks.mismatch(self.function, path, "a ragged field, or one of known size", spec)
        return self._single(features, key, path, spec.dtype, wire, dims.as_list())

    def _ragged(self, features: dict[str, Any], key: str, path: str, spec: Any) -> Any:
        """A list of values, and the lengths of the rows that they are in, which must add up."""
        outer, inner = spec.shape[1 : spec.ragged_rank + 1], spec.shape[spec.ragged_rank + 1 :]
        if any(size is not None for size in outer) or not inner.is_fully_defined():
            expected = "ragged dims, with dims of known size in them or none"
            raise checks.mismatch(self.function, path, expected, spec)
        check_counted(self.function, path, spec)
        names, splits = feature_names(key, spec), spec.row_splits_dtype
        features[key] = Feature(
            wire_dtype(self.function, path, spec.dtype), row_splits_dtype=splits
        )
        features |= {name: Feature(tf.int64, row_splits_dtype=splits) for name in names[1:]}

        def make(parsed: dict[str, Any]) -> Any:
            levels = [parsed[name] for name in names[1:]]
            value = in_rows(self.function, path, levels, parsed[key], inner.as_list())
            return flat_narrowed(self.function, path, value, spec.dtype)

        return make

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
            return lambda parsed: optional(self.function, path, parsed[key], dtype)
        zero = None if policy.kind == "error" else policy.zero(dtype, path)
        if policy.kind == "mask":
            features[key] = Feature(wire, row_splits_dtype=tf.int64)
            return lambda parsed: masked(self.function, path, parsed[key], dtype, dims, zero)
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
                parts.append((name, as_rows(self.function, name, value) if is_list else value, {}))
                continue
            value = plan.makers[name](parsed)
            value, mask = value if isinstance(value, tuple) else (value, None)
            parts.append((name, value, {} if mask is None else {0: mask}))
        fields = nulls.with_masks(parts, self.function)
        return dense(1, fields, lambda: tf.zeros(tf.shape(serialized), tf.bool))


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
        return dense(1, fields, lambda: tf.zeros(tf.shape(serialized), tf.bool))

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
        return flat_narrowed(function, path, value, spec.dtype)
    dims = spec.shape[2:].as_list()
    size = int(np.prod(dims))
    lengths = value.values.row_lengths()
    wrong = tf.not_equal(lengths, tf.cast(size, lengths.dtype))

    def error(step: Any) -> Exception:
        return ValueError(f"{function}(): field '{path}': step number {step} has not {size} values")

    value = without_faults(value, [(wrong, error)])
    flat = tf.reshape(value.values.values, [-1, *dims])
    return ragged_tensor(narrowed(function, path, flat, spec.dtype), partition(value.row_splits))
