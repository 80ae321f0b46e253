"""Nested Python with nulls, as row formats give it, to structs: column by column.

Lists are ragged whatever their lengths, unless a schema has them dense: the type of what is read
must not depend on its values. Numbers have the dtypes that `tf.constant` gives them.

Source: StructTensor RFC, "Row-Based Formats".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain
from operator import itemgetter
from typing import Any

import numpy as np
import tensorflow as tf

from tftypes.runtime import type_spec_of
from tftypes.struct.dense import dense
from tftypes.struct.formats import checks, nulls
from tftypes.struct.places import DEEPEST, too_deep
from tftypes.struct.specs import RaggedStructTensorSpec
from tftypes.struct.transforms.dims import cut, split_first

_KINDS = {bool: "b", int: "i", float: "f", complex: "c", str: "s", bytes: "s"}
_FILL = nulls.Policy("fill")
_NONE: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Column:
    """The values of one column, None where there is none.

    Attributes:
      path: of the column in the data.
      rows: for each value, the number of the row that it is part of.
      absent: for each value, whether it is part of a null: then it counts for nothing.
      masks: the depths at which the schema has a mask.
      depth: how many structs and lists it is in.
    """

    values: Sequence[Any]
    path: str
    rows: Any
    absent: Any
    masks: frozenset[int] = _NONE
    depth: int = 0

    def first(self, wrong: Any) -> int:
        """The row of the first of those that are wrong."""
        return int(self.rows[int(np.argmax(wrong))])

    @cached_property
    def kinds(self) -> set[type]:
        """The classes of the values that are there."""
        return set(map(type, self.values)) - {type(None)}

    @cached_property
    def there(self) -> Any:
        """For each value, whether there is one."""
        if None not in self.values:
            return np.ones(len(self.values), bool)
        return np.array([value is not None for value in self.values], bool)

    @cached_property
    def present(self) -> Sequence[Any]:
        """The values that are there."""
        if self.there.all():
            return self.values
        return [value for value in self.values if value is not None]

    def position(self, number: int) -> int:
        """Where among all values the one is that has this number among those that are there."""
        return int(np.flatnonzero(self.there)[number])


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
            return dense(tf.TensorShape([0]), {})
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
        if column.depth > DEEPEST:
            raise too_deep(f"{self.function}(): field '{column.path}")
        policy = self.policies.at(column.path)
        there = column.there
        missing = ~there & ~column.absent
        asked = policy.always or bool(missing.any())
        if policy.kind == "error" and missing.any():
            raise nulls.error(self.function, column.path, column.first(missing))
        optional = not self.typed and _is_optional(column, spec)
        if policy.kind == "ragged" and (asked or optional):
            return self._optional(column, spec)
        value, masks = self._filled(column, spec, policy)
        if policy.kind == "mask" and (asked or 0 in column.masks):
            masks = {0: tf.constant(there), **masks}
        return value, masks

    def _optional(self, column: Column, spec: Any) -> tuple[Any, dict[int, Any]]:
        """Lists of the one value that is there, or of none."""
        there = column.there
        own = column.rows[there], column.absent[there]
        kept = Column(column.present, column.path, *own, depth=column.depth)
        inner = spec if self.typed or spec is None else checks.rows_of(spec)
        value, masks = self._filled(kept, inner, _FILL)
        splits = _splits(there, spec)
        return cut(value, splits), {depth: cut(mask, splits) for depth, mask in masks.items()}

    def _filled(
        self, column: Column, spec: Any, policy: nulls.Policy
    ) -> tuple[Any, dict[int, Any]]:
        """The values of a column, with something where there is none."""
        first = column.present[0] if len(column.present) else None
        if isinstance(first, Mapping) or (first is None and _is_struct(spec)):
            return self._struct(column, spec), {}
        if isinstance(first, (list, tuple)) or (first is None and spec is not None and _own(spec)):
            return self._list(column, spec)
        return self._leaf(column, spec, policy), {}

    def _struct(self, column: Column, spec: Any) -> Any:
        self._same_kind(column, Mapping, "a struct", spec)
        if spec is not None and not _is_struct(spec):
            raise checks.mismatch(self.function, column.path, spec, "structs")
        specs = None if spec is None else checks.fields_of(spec)
        names, wanted = self._names(column, specs)
        parts: list[tuple[str, Any, dict[int, Any]]] = []
        for name in names:
            values = _of_name(column.values, name)
            path = nulls.child(column.path, name)
            own = wanted.get(name, _NONE)
            child = Column(values, path, column.rows, ~column.there, own, column.depth + 1)
            value, masks = self.column(child, None if specs is None else specs[name])
            parts.append((name, value, masks))
        fields = nulls.with_masks(parts, self.function, column.path)
        if specs is not None and not self.typed:
            fields = {**{name: fields[name] for name in specs if name in fields}, **fields}
        return dense(tf.TensorShape([len(column.rows)]), fields)

    def _names(self, column: Column, specs: Any) -> tuple[list[str], dict[str, frozenset[int]]]:
        """The fields, in the schema's order or that of their first occurrence; the masks to be made."""
        seen = dict.fromkeys(chain.from_iterable(dict.fromkeys(map(tuple, column.present))))
        for name in seen:
            if not _is_text(name):
                raise TypeError(
                    f"{self.function}(): expected text as names of fields, got {name!r} in row "
                    f"{_row_with(column, name)}"
                )
            if specs is not None and name not in specs:
                try:
                    checks.check_names({**specs, name: None}, specs, self.function, column.path)
                except checks.SchemaError as error:
                    row = _row_with(column, name)
                    raise checks.SchemaError(f"{error} (row {row})") from None
        if specs is None:
            return list(seen) if self.ordered else sorted(seen), {}
        path, others = column.path, specs.keys() - seen
        masks = {
            name: nulls.masks_of(name, nulls.child(path, name), others, self.policies)
            for name in specs
        }
        made = {nulls.mask_name(name, depth) for name, all_ in masks.items() for depth in all_}
        return [name for name in specs if name not in made], masks

    def _list(self, column: Column, spec: Any) -> tuple[Any, dict[int, Any]]:
        self._same_kind(column, (list, tuple), "a list", spec)
        if spec is not None and not _own(spec):
            raise checks.mismatch(self.function, column.path, spec, "lists")
        there = column.there
        lengths = np.zeros(len(column.values), np.int64)
        lengths[there] = np.fromiter(map(len, column.present), np.int64, len(column.present))
        items = list(chain.from_iterable(column.present))
        rows, absent = np.repeat(column.rows, lengths), np.zeros(len(items), bool)
        path = nulls.items(column.path)
        deeper = frozenset(depth - 1 for depth in column.masks if depth)
        inside = Column(items, path, rows, absent, deeper, column.depth + 1)
        value, inner = self.column(inside, None if spec is None else checks.rows_of(spec))
        size = _dense_size(spec, lengths)
        if size is None:
            splits = _splits(lengths, spec)
            masks = {depth + 1: cut(mask, splits) for depth, mask in inner.items()}
            return cut(value, splits), masks
        wrong = (lengths != size) & there
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

    def _leaf(self, column: Column, spec: Any, policy: nulls.Policy) -> tf.Tensor:
        if spec is not None and (_own(spec) or not _holds_values(spec)):
            raise checks.mismatch(self.function, column.path, spec, "single values")
        dtype = self._inferred(column) if spec is None else spec.dtype
        fits = _fitting(dtype)
        if any(_KINDS.get(kind, "?") not in fits for kind in column.kinds):
            wrong = (_KINDS.get(type(value), "?") not in fits for value in column.present)
            raise self._wrong(column, wrong, dtype)
        if dtype == tf.string:
            return self._strings(column, policy)
        present = self._array(column, dtype)
        if len(present) == len(column.values):
            return tf.constant(present)
        made = np.full(len(column.values), policy.zero(dtype, column.path), present.dtype)
        made[column.there] = present
        return tf.constant(made)

    def _array(self, column: Column, dtype: tf.DType) -> Any:
        """The values that are there, once they are known to be in the range of their dtype."""
        values = column.present
        if dtype.is_integer:
            low, high = _limits(dtype)
            if len(values) and not low <= min(values) <= max(values) <= high:
                raise self._wrong(column, (not low <= value <= high for value in values), dtype)
        with np.errstate(over="ignore"):
            made = np.array(values, dtype.as_numpy_dtype)
        if dtype.is_floating and not np.isfinite(made).all():
            beyond = np.isinf(made) & np.isfinite(np.array(values, np.float64))
            if beyond.any():
                raise self._wrong(column, beyond, dtype)
        return made

    def _inferred(self, column: Column) -> tf.DType:
        """The dtype that `tf.constant` would give the values."""
        found = {_KINDS.get(kind, "?") for kind in column.kinds}
        if not found and len(column.values):
            what = f"field '{column.path}'" if column.path else "the data"
            raise checks.SchemaError(
                f"{self.function}(): {what} has nothing but nulls: a schema must give its type"
            )
        if found <= {"f", "i"} and found != {"i"}:
            return tf.float64 if self.wide else tf.float32  # also of no values at all
        if found == {"i"}:
            low, high = _limits(tf.int32)
            small = not self.wide and low <= min(column.present) and max(column.present) <= high
            return tf.int32 if small else tf.int64
        if found <= {"c", "f", "i"}:
            return tf.complex128
        value = column.present[0]
        integer, floating = (tf.int64, tf.float64) if self.wide else (tf.int32, tf.float32)
        dtypes = {"b": tf.bool, "s": tf.string, "i": integer, "f": floating}
        first = dtypes.get(_KINDS.get(type(value), "?"))
        if first is None:
            where = f"field '{column.path}', " if column.path else ""
            raise TypeError(
                f"{self.function}(): {where}row {int(column.rows[column.position(0)])}: TensorFlow "
                f"has no dtype for {_shown(value)}"
            )
        return first

    def _wrong(self, column: Column, wrong: Iterable[bool], dtype: tf.DType) -> Exception:
        """The error for the first of the values, of those that are there, that is wrong."""
        number = next(number for number, is_wrong in enumerate(wrong) if is_wrong)
        value, row = column.present[number], int(column.rows[column.position(number)])
        got = f"{_shown(value)} in row {row}"
        if dtype.is_floating and isinstance(value, (int, float)):
            got += f", which is beyond {dtype.name}: a schema can say float64"
        return checks.mismatch(self.function, column.path, dtype.name, got)

    def _strings(self, column: Column, policy: nulls.Policy) -> tf.Tensor:
        values = column.values
        if len(column.present) != len(values):
            zero = policy.zero(tf.string, column.path)
            values = [zero if value is None else value for value in values]
        try:
            return tf.constant(values, tf.string, shape=[len(values)])
        except ValueError:
            for value, row in zip(values, column.rows):
                if isinstance(value, str) and not _is_text(value):
                    got = f"{value!r} in row {int(row)}, which is no text"
                    raise checks.mismatch(self.function, column.path, "string", got) from None
            raise

    def _same_kind(self, column: Column, kind: Any, what: str, spec: Any) -> None:
        """All values are structs, or all are lists."""
        if all(issubclass(each, kind) for each in column.kinds):
            return
        for value, row in zip(column.values, column.rows):
            if value is not None and not isinstance(value, kind):
                got = f"{_shown(value)} in row {int(row)}"
                expected = what if spec is None else spec
                raise checks.mismatch(self.function, column.path, expected, got)


@cache
def _limits(dtype: tf.DType) -> tuple[int, int]:
    """The least and the greatest integer of a dtype, which TensorFlow looks up anew each time."""
    return int(dtype.min), int(dtype.max)


def _fitting(dtype: tf.DType) -> str:
    """The kinds of values that a dtype holds."""
    if dtype.is_complex:
        return "cfi"
    if dtype.is_floating:
        return "fi"
    return "s" if dtype == tf.string else "b" if dtype == tf.bool else "i"


def _is_text(value: Any) -> bool:
    """Whether it is a string that has UTF-8: one with half of a pair of surrogates has none."""
    return isinstance(value, str) and not any("\ud800" <= char <= "\udfff" for char in value)


def _of_name(structs: Sequence[Any], name: str) -> list[Any]:
    """The values of a field, None where there is none."""
    try:
        return list(map(itemgetter(name), structs))
    except (KeyError, TypeError):
        return [None if each is None else each.get(name) for each in structs]


def _row_with(column: Column, name: Any) -> int:
    """The row of the first struct that has a field."""
    number = next(i for i, value in enumerate(column.present) if name in value)
    return int(column.rows[column.position(number)])


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


def _holds_values(spec: Any) -> bool:
    """Whether it is the spec of a tensor, of a dtype that Python has values for."""
    return isinstance(spec, tf.TensorSpec) and spec.dtype not in (tf.resource, tf.variant)


def _own(spec: Any) -> int:
    """How many dims a value of a column has itself; none where the schema leaves it open."""
    return int(spec.shape.rank or 1) - 1


def _is_optional(column: Column, spec: Any) -> bool:
    """Whether the schema has a list where the data has single values."""
    first = next((value for value in column.values if value is not None), None)
    return spec is not None and _own(spec) > 0 and not isinstance(first, (list, tuple))


def _dense_size(spec: Any, lengths: Any) -> int | None:
    """The size of the lists, where the schema has them dense; else None."""
    if spec is None or isinstance(spec, (tf.RaggedTensorSpec, RaggedStructTensorSpec)):
        return None
    static = spec.shape[1]
    return int(static) if static is not None else int(lengths[0]) if len(lengths) else 0
