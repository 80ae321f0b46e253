"""Arrow arrays to tensors: numbers, offsets and nested values in place, bits and strings converted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import tensorflow as tf

from tftypes.struct.dense import dense
from tftypes.struct.formats import _buffers, checks
from tftypes.struct.formats import nulls as _nulls
from tftypes.struct.formats._arrow_kinds import KINDS, Result
from tftypes.struct.formats._arrow_memory import advice, normal, stored, valid_of
from tftypes.struct.formats._arrow_places import (
    NONE,
    Level,
    Place,
    depth_of,
    is_ragged,
    levels,
    named,
)
from tftypes.struct.formats._arrow_types import TYPES, arrow_type
from tftypes.struct.formats._pyarrow import pa, pc
from tftypes.struct.tensors import StructTensor

_TOP = Place()


@dataclass(frozen=True)
class Reader:
    """How one call reads: for whom, and what becomes of nulls."""

    function: str
    policies: _nulls.Policies

    def columns(self, names: list[str], arrays: list[Any], length: int, spec: Any) -> Any:
        """The struct with these columns."""
        if spec is not None:
            checks.check_rows(spec, length, self.function)
        made = self.fields(names, arrays, length, spec, _TOP)
        self.policies.check_all_met(self.function)
        return made

    def array(self, array: Any, spec: Any) -> Any:
        """The value with an element for each of the array."""
        if spec is not None and not spec.shape[:1].is_compatible_with([len(array)]):
            raise checks.mismatch(self.function, "", spec, f"{len(array)} elements")
        value, masks = self.value(array, spec, _TOP)
        self.policies.check_all_met(self.function)
        if not masks:
            return value
        if not isinstance(value, StructTensor) or set(masks) != {0}:
            raise ValueError(f"{self.function}(): nulls='mask': there is no struct to put a mask in; "
                             "use 'fill' or 'ragged'")  # fmt: skip
        companion = _nulls.mask_name("")
        if companion in value.field_names():
            raise _nulls.taken(self.function, companion, "the structs")
        return value.with_updates({companion: masks[0]})

    def value(self, array: Any, spec: Any, place: Place) -> Result:
        """The value of an array anywhere in the data, and its masks.

        Raises:
          TypeError: naming the column, for what TensorFlow or Arrow's own functions have not.
        """
        try:
            return self._value(array, spec, place)
        except pa.ArrowNotImplementedError as error:
            raise TypeError(
                f"{self.function}(): column '{place.path}' of type {array.type}: {error}"
            ) from error

    def _value(self, array: Any, spec: Any, place: Place) -> Result:
        plain = KINDS.get(array.type.id)
        if plain is None:
            array = normal(array, self.function, place.path)
            plain = KINDS.get(array.type.id)
            if plain is None:
                return self._other(array, spec, place)
        if self.policies.named or place.masks or place.absent is not None or array.null_count:
            return self._nullable(plain, array, spec, place)
        if spec is not None and levels(spec) > depth_of(array.type):
            return self._nullable(plain, array, spec, place)
        return plain(self, array, spec, place, None)

    def _nullable(self, plain: Any, array: Any, spec: Any, place: Place) -> Result:
        """An array in which there may be nulls, or of which the policy is to be told apart."""
        policy = self.policies.at(place.path)
        valid = valid_of(array)
        there = valid if place.absent is None else valid & ~place.absent
        first = _nulls.first_null(valid if place.absent is None else valid | place.absent)
        deeper = spec is not None and levels(spec) > depth_of(array.type)
        if policy.kind == "ragged" and (deeper or policy.always or first >= 0):
            return self._optional(plain, array, spec, place, there)
        if first >= 0 and policy.kind == "error":
            raise _nulls.error(self.function, place.path, place.row(first))
        if policy.kind == "fill":
            place = replace(place, filler=policy)
        if first < 0 and place.absent is None:
            there = None
        value, masks = plain(self, array, spec, place, there)
        if policy.kind == "mask" and (first >= 0 or policy.always or 0 in place.masks):
            masks[0] = _buffers.tensor_of(np.ones(len(array), np.bool_) if there is None else there)
        return value, masks

    def _optional(self, plain: Any, array: Any, spec: Any, place: Place, there: Any) -> Result:
        """Rows of no value or one."""
        kept = np.flatnonzero(there)
        present = array if len(kept) == len(array) else array.filter(pa.array(there))
        inner = Place(place.path, lambda i: place.row(int(kept[i])), masks=place.masks - {0})
        item = None
        if spec is not None:
            if not is_ragged(spec):
                raise checks.mismatch(
                    self.function, place.path, spec, f"{named(array.type)}, none or one a row"
                )
            item = checks.rows_of(spec)
        value, masks = plain(self, present, item, inner, None)
        level = Level(_buffers.tensor_of(_nulls.lengths_to_splits(there)), spec)
        return level.over(value), {deep: level.over(mask) for deep, mask in masks.items()}

    def _other(self, array: Any, spec: Any, place: Place) -> Result:
        """What Arrow has and TensorFlow has not: refused, or read as the schema says."""
        dtype = getattr(spec, "dtype", None)
        if pa.types.is_null(array.type) and spec is not None:
            return self._nulls_only(array, spec, place)
        if isinstance(dtype, tf.DType) and dtype in TYPES:
            own = stored(array.type) if pa.types.is_temporal(array.type) else None
            if own is not None and dtype.is_integer:
                return self.value(array.view(TYPES[own]), spec, place)
            if pa.types.is_decimal(array.type) and (dtype.is_floating or dtype.is_integer):
                try:
                    numbers = pc.cast(array, TYPES[dtype])
                except pa.ArrowInvalid as error:
                    got = f"{named(array.type)} ({error})"
                    raise checks.mismatch(self.function, place.path, spec, got) from error
                return self.value(numbers, spec, place)
        raise TypeError(
            f"{self.function}(): column '{place.path}' is of type {array.type}, "
            f"which TensorFlow has not{advice(array.type)}"
        )

    def _nulls_only(self, array: Any, spec: Any, place: Place) -> Result:
        """An array of no type, of which the schema says what it would be."""
        whole = spec
        if self.policies.at(place.path).kind == "ragged" and is_ragged(spec):
            whole = checks.rows_of(spec)
        return self.value(pa.nulls(len(array), arrow_type(whole)), spec, place)

    def fields(
        self, names: list[str], arrays: Iterable[Any], length: int, spec: Any, place: Place
    ) -> Any:
        """A dense struct of `length` structures."""
        if len(set(names)) != len(names):
            twice = next(name for name in names if names.count(name) > 1)
            where = f"'{place.path}'" if place.path else "the data"
            raise ValueError(f"{self.function}(): {where} has two fields named '{twice}'")
        arrays = list(arrays)
        masks = {} if spec is None else self._wanted(names, arrays, spec, place)
        specs = {} if spec is None else spec.field_specs
        parts = []
        for name, array in zip(names, arrays):
            path = _nulls.child(place.path, name)
            inner = Place(path, place.row, place.absent, masks=masks.get(name, NONE))
            parts.append((name, *self.value(array, specs.get(name), inner)))
        fields = _nulls.with_masks(parts, self.function, place.path)
        if spec is not None:
            checks.check_names(fields, specs, self.function, place.path)
            fields = {name: fields[name] for name in specs}
        return dense(tf.TensorShape([length]), fields)

    def _wanted(
        self, names: list[str], arrays: list[Any], spec: Any, place: Place
    ) -> dict[str, frozenset[int]]:
        """The depths at which the schema has masks of each field; what else it has is there."""
        if hasattr(spec, "values_spec") or not hasattr(spec, "field_specs"):
            raise checks.mismatch(self.function, place.path, spec, f"struct {{{', '.join(names)}}}")
        specs, masks = spec.field_specs, {}
        for name, array in zip(names, arrays):
            path, depths = _nulls.child(place.path, name), set()
            for depth in range(depth_of(array.type)):
                companion = _nulls.mask_name(name, depth)
                asked = companion in specs and companion not in names
                if asked and self.policies.at(path).kind == "mask":
                    depths.add(depth)
                path = _nulls.items(path)
            if depths:
                masks[name] = frozenset(depths)
        made = {_nulls.mask_name(name, depth) for name, all_ in masks.items() for depth in all_}
        checks.check_names(
            names, [each for each in specs if each not in made], self.function, place.path
        )
        return masks
