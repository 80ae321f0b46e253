"""Nested Python with nulls, as row formats give it, to structs: column by column.

Lists are ragged whatever their lengths, unless a schema has them dense: the type of what is read
must not depend on its values. Numbers have the dtypes that `tf.constant` gives them.

Source: StructTensor RFC, "Row-Based Formats".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import tensorflow as tf

from tftypes.runtime import type_spec_of
from tftypes.struct.formats import checks, nulls
from tftypes.struct.specs import DenseStructTensorSpec, RaggedStructTensorSpec
from tftypes.struct.tensors import dense
from tftypes.struct.transforms.dims import cut, split_first

_KINDS = {bool: "b", int: "i", float: "f", complex: "c", str: "s", bytes: "s"}
_FILL = nulls.Policy("fill")


@dataclass(frozen=True)
class Column:
    """The values of one column, None where there is none.

    Attributes:
      path: of the column in the data.
      rows: for each value, the number of the row that it is part of.
      absent: for each value, whether it is part of a null: then it counts for nothing.
      masked: whether the schema has a mask beside it.
    """

    values: Sequence[Any]
    path: str
    rows: Any
    absent: Any
    masked: bool = False

    def first(self, wrong: Any) -> int:
        """The row of the first of those that are wrong."""
        return int(self.rows[int(np.argmax(wrong))])


@dataclass(frozen=True)
class Reader:
    """How one call reads.

    Attributes:
      function: for whom.
      policies: what becomes of nulls.
      typed: whether the spec is that of the data, before nulls are made anything of; otherwise it
        is that of the result.
      wide: whether numbers whose type is not given are int64 and float64.
      ordered: whether the data has an order of fields; otherwise it is that of the alphabet.
    """

    function: str
    policies: nulls.Policies
    typed: bool = False
    wide: bool = False
    ordered: bool = True

    def vector(self, values: Sequence[Any], spec: Any = None) -> Any:
        """What the elements of a list make: a struct of shape `[n, ...]`.

        Raises:
          NullError, SchemaError, TypeError: naming the column and the row.
        """
        count = len(values)
        if not count and spec is None:
            return dense(tf.TensorShape([0]), {}, tf.zeros([0], tf.bool))
        whole = Column(values, "", np.arange(count), np.zeros(count, bool))
        value, masks = self.column(whole, spec)
        if masks:
            raise ValueError(f"{self.function}(): nulls='mask' has no place for rows that are null")
        if spec is not None and not self.typed:
            checks.check(type_spec_of(value), spec, self.function)
        self.policies.check_all_met(self.function)
        return value

    def column(self, column: Column, spec: Any) -> tuple[Any, dict[int, Any]]:
        """The value of a column, and its masks by depth."""
        policy = self.policies.at(column.path)
        there = np.fromiter((value is not None for value in column.values), bool, len(column.rows))
        missing = ~there & ~column.absent
        asked = policy.always or bool(missing.any())
        if policy.kind == "error" and missing.any():
            raise nulls.error(self.function, column.path, column.first(missing))
        optional = not self.typed and _is_optional(column, spec)
        if policy.kind == "ragged" and (asked or optional):
            return self._optional(column, there, spec)
        value, masks = self._filled(column, there, spec, policy)
        if policy.kind == "mask" and (asked or column.masked):
            masks = {0: tf.constant(there), **masks}
        return value, masks

    def _optional(self, column: Column, there: Any, spec: Any) -> tuple[Any, dict[int, Any]]:
        """Lists of the one value that is there, or of none."""
        values = [value for value in column.values if value is not None]
        kept = Column(values, column.path, column.rows[there], column.absent[there])
        inner = spec if self.typed else _items(spec)
        value, masks = self._filled(kept, np.ones(len(values), bool), inner, _FILL)
        splits = _splits(there, spec)
        return cut(value, splits), {depth: cut(mask, splits) for depth, mask in masks.items()}

    def _filled(
        self, column: Column, there: Any, spec: Any, policy: nulls.Policy
    ) -> tuple[Any, dict[int, Any]]:
        """The values of a column, with something where there is none."""
        first = next((value for value in column.values if value is not None), None)
        if isinstance(first, Mapping) or (first is None and _is_struct(spec)):
            return self._struct(column, there, spec), {}
        if isinstance(first, (list, tuple)) or (first is None and spec is not None and _own(spec)):
            return self._list(column, there, spec)
        return self._leaf(column, there, spec, policy), {}

    def _struct(self, column: Column, there: Any, spec: Any) -> Any:
        self._same_kind(column, Mapping, "a struct", spec)
        if spec is not None and not _is_struct(spec):
            raise checks.mismatch(self.function, column.path, spec, "structs")
        specs = None if spec is None else checks.fields_of(spec)
        parts: list[tuple[str, Any, dict[int, Any]]] = []
        for name in self._names(column, specs):
            values = [None if value is None else value.get(name) for value in column.values]
            path, mask = nulls.child(column.path, name), nulls.mask_name(name)
            masked = specs is not None and mask in specs
            child = Column(values, path, column.rows, ~there, masked)
            if specs is not None and name not in specs:
                continue  # a mask, which comes with its field
            value, masks = self.column(child, None if specs is None else specs[name])
            parts.append((name, value, masks))
        fields = nulls.with_masks(parts, self.function, column.path)
        if specs is not None and not self.typed:
            fields = {name: fields[name] for name in specs if name in fields}
        shape = tf.TensorShape([len(column.rows)])
        return dense(shape, fields, None if fields else tf.zeros(shape, tf.bool))

    def _names(self, column: Column, specs: Any) -> list[str]:
        """The fields, in the schema's order or that of their first occurrence."""
        seen: dict[Any, int] = {}
        for number, value in enumerate(column.values):
            if value is not None and not seen.keys() >= value.keys():
                seen.update((name, number) for name in value if name not in seen)
        for name, number in seen.items():
            row = int(column.rows[number])
            if not isinstance(name, str):
                raise TypeError(
                    f"{self.function}(): expected strings as names of fields, got {name!r} in row {row}"
                )
            if specs is not None and name not in specs:
                try:
                    checks.check_names({**specs, name: None}, specs, self.function, column.path)
                except checks.SchemaError as error:
                    raise checks.SchemaError(f"{error} (row {row})") from None
        if specs is None:
            return list(seen) if self.ordered else sorted(seen)
        masks = {nulls.mask_name(name) for name in specs}
        return [name for name in specs if name in seen or name not in masks]

    def _list(self, column: Column, there: Any, spec: Any) -> tuple[Any, dict[int, Any]]:
        self._same_kind(column, (list, tuple), "a list", spec)
        if spec is not None and not _own(spec):
            raise checks.mismatch(self.function, column.path, spec, "lists")
        lengths = [0 if value is None else len(value) for value in column.values]
        items = [item for value in column.values if value is not None for item in value]
        rows, absent = np.repeat(column.rows, lengths), np.zeros(len(items), bool)
        path = nulls.items(column.path)
        value, inner = self.column(Column(items, path, rows, absent, column.masked), _items(spec))
        size = _dense_size(spec, lengths)
        if size is None:
            splits = _splits(lengths, spec)
            masks = {depth + 1: cut(mask, splits) for depth, mask in inner.items()}
            return cut(value, splits), masks
        wrong = (np.array(lengths) != size) & there
        if wrong.any():
            row = column.first(wrong)
            got = f"a list of {lengths[int(np.argmax(wrong))]} in row {row}"
            raise checks.mismatch(self.function, column.path, f"lists of {size}", got)
        if not there.all() and size:
            raise checks.mismatch(
                self.function, column.path, f"lists of {size}", "nulls, which are filled with []"
            )
        dims = [len(lengths), size]
        return split_first(value, dims), {
            depth + 1: split_first(mask, dims) for depth, mask in inner.items()
        }

    def _leaf(self, column: Column, there: Any, spec: Any, policy: nulls.Policy) -> tf.Tensor:
        dtype = None if spec is None else spec.dtype
        if spec is not None and _own(spec):
            raise checks.mismatch(self.function, column.path, spec, "single values")
        kinds = [_KINDS.get(type(value), "?") for value in column.values if value is not None]
        dtype = dtype or self._inferred(column, kinds)
        fits = "s" if dtype == tf.string else "b" if dtype == tf.bool else "i"
        if dtype.is_floating or dtype.is_complex:
            fits = "fi"
        if dtype.is_complex:
            fits = "cfi"
        wrong = np.array([kind not in fits for kind in kinds], bool)
        if wrong.any():
            self._wrong(column, there, wrong, dtype)
        values = list(column.values)
        if not there.all():
            zero = policy.zero(dtype, column.path)
            values = [zero if value is None else value for value in values]
        if dtype == tf.string:
            return self._strings(column, values)
        if dtype.is_integer:
            limits = [not dtype.min <= int(value) <= dtype.max for value in values]
            if any(limits):
                self._wrong(column, np.ones(len(values), bool), np.array(limits), dtype)
        with np.errstate(over="ignore"):  # as TensorFlow, which makes them infinite
            return tf.constant(np.array(values, dtype.as_numpy_dtype))

    def _inferred(self, column: Column, kinds: list[str]) -> tf.DType:
        """The dtype that `tf.constant` would give the values."""
        found = set(kinds)
        if not found and len(column.values):
            what = f"field '{column.path}'" if column.path else "the data"
            raise checks.SchemaError(
                f"{self.function}(): {what} has nothing but nulls: a schema must give its type"
            )
        if found <= {"f", "i"} and found != {"i"}:
            return tf.float64 if self.wide else tf.float32  # also of no values at all
        if found == {"i"}:
            values = [value for value in column.values if value is not None]
            small = not self.wide and tf.int32.min <= min(values) and max(values) <= tf.int32.max
            return tf.int32 if small else tf.int64
        if found <= {"c", "f", "i"}:
            return tf.complex128
        integer, floating = (tf.int64, tf.float64) if self.wide else (tf.int32, tf.float32)
        first = {"b": tf.bool, "s": tf.string, "i": integer, "f": floating}.get(kinds[0])
        if first is None:
            value = next(value for value in column.values if value is not None)
            where = f"field '{column.path}', " if column.path else ""
            raise TypeError(
                f"{self.function}(): {where}row {int(column.rows[0])}: TensorFlow has no dtype "
                f"for {_shown(value)}"
            )
        return first

    def _wrong(self, column: Column, there: Any, wrong: Any, dtype: tf.DType) -> None:
        """Raises the error for the first of the values, of those that are there, that is wrong."""
        position = int(np.flatnonzero(there)[int(np.argmax(wrong))])
        value = column.values[position]
        raise checks.mismatch(
            self.function,
            column.path,
            dtype.name,
            f"{_shown(value)} in row {int(column.rows[position])}",
        )

    def _strings(self, column: Column, values: list[Any]) -> tf.Tensor:
        try:
            return tf.constant(values, tf.string, shape=[len(values)])
        except ValueError:
            for value, row in zip(values, column.rows):
                if isinstance(value, str) and any("\ud800" <= char <= "\udfff" for char in value):
                    got = f"{value!r} in row {int(row)}, which is no text"
                    raise checks.mismatch(self.function, column.path, "string", got) from None
            raise

    def _same_kind(self, column: Column, kind: Any, what: str, spec: Any) -> None:
        """All values are structs, or all are lists."""
        for value, row in zip(column.values, column.rows):
            if value is not None and not isinstance(value, kind):
                got = f"{_shown(value)} in row {int(row)}"
                expected = what if spec is None else spec
                raise checks.mismatch(self.function, column.path, expected, got)


def _shown(value: Any) -> str:
    text = repr(value)
    kind = type(value).__name__
    return f"{kind} {text if len(text) <= 40 else text[:37] + '...'}"


def _splits(lengths: Any, spec: Any) -> tf.Tensor:
    dtype = getattr(spec, "row_splits_dtype", tf.int64)
    return tf.constant(nulls.lengths_to_splits(lengths, dtype.as_numpy_dtype))


def _is_struct(spec: Any) -> bool:
    """Whether a spec is of one struct for each value."""
    return spec is not None and checks.is_struct(spec) and not _own(spec)


def _own(spec: Any) -> int:
    """How many dims a value of a column has itself."""
    return int(spec.shape.rank) - 1


def _is_optional(column: Column, spec: Any) -> bool:
    """Whether the schema has a list where the data has single values."""
    first = next((value for value in column.values if value is not None), None)
    return spec is not None and _own(spec) > 0 and not isinstance(first, (list, tuple))


def _items(spec: Any) -> Any:
    """The spec of the items of all the lists that `spec` is of."""
    if spec is None:
        return None
    if isinstance(spec, RaggedStructTensorSpec):
        return spec.values_spec
    if isinstance(spec, DenseStructTensorSpec):
        fields = {name: _items(each) for name, each in spec.field_specs.items()}
        return DenseStructTensorSpec([None, *spec.shape[2:]], fields)
    shape = [None, *spec.shape[2:]]
    if isinstance(spec, tf.RaggedTensorSpec) and spec.ragged_rank > 1:
        return tf.RaggedTensorSpec(shape, spec.dtype, spec.ragged_rank - 1, spec.row_splits_dtype)
    return tf.TensorSpec(shape, spec.dtype)


def _dense_size(spec: Any, lengths: Sequence[int]) -> int | None:
    """The size of the lists, where the schema has them dense; else None."""
    if spec is None or isinstance(spec, (tf.RaggedTensorSpec, RaggedStructTensorSpec)):
        return None
    static = spec.shape[1]
    return int(static) if static is not None else (lengths[0] if lengths else 0)
