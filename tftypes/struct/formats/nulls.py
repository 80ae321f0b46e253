"""What becomes of nulls, the same in every format: an error, a value, a field, or a dimension.

Tensors have no nulls, so whoever reads data says what to do with them. A policy is

* `"error"`, the default: a `NullError` that names the column and its first null row;
* `"fill"` or `Fill(value)`: the value, or zero, `False`, `""`; an empty list for a null list; a
  struct of such values for a null struct;
* `"mask"`: filled, and a companion field of bools beside it, true where there is a value:
  `x_mask` for field `x`, `x_item_mask` for the items of a list `x` (`x_item_item_mask`, ...);
* `"ragged"`: a dimension of length 0 or 1, as the RFC represents optional fields.

Given as a string it applies wherever there is a null, and the result's type depends on whether
there is. Given by column, in a mapping, it applies whether there are nulls or not; `...` stands
for the columns not named. Columns have dotted paths; `tags[]` stands for the items of the list
`tags`; a list's structs are passed through (`ingredients.amount`).

Source: StructTensor RFC, "Limitations" and "Protocol Buffers" (optional fields).
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, Union

import numpy as np
import tensorflow as tf

KINDS = ("error", "fill", "mask", "ragged")

#: Lists in lists whose items have masks, at most.
_DEEPEST = 8


class NullError(ValueError):
    """A null where the policy is "error"."""


@dataclass(frozen=True)
class Fill:
    """The policy "fill" with a value of the user's: `nulls={"age": Fill(-1)}`."""

    value: Any


Nulls: TypeAlias = Union[str, Fill, Mapping[Any, Union[str, Fill]]]


@dataclass(frozen=True)
class Policy:
    """What becomes of the nulls of one column.

    `value` is what fills them, None for zero; `always` tells that the column was named, so that
    its type must not depend on whether there are nulls.
    """

    kind: str
    value: Any = None
    always: bool = False

    def zero(self, dtype: Any, path: str) -> Any:
        """What stands where there is no value, as a NumPy scalar or bytes.

        Raises:
          ValueError: if the value to fill in is none of the dtype.
        """
        dtype = tf.as_dtype(dtype)
        if self.value is None:
            return b"" if dtype == tf.string else dtype.as_numpy_dtype(0)
        if dtype == tf.string and isinstance(self.value, (str, bytes)):
            return self.value.encode() if isinstance(self.value, str) else self.value
        made = None
        if dtype != tf.string and isinstance(self.value, (bool, int, float, np.generic)):
            with np.errstate(all="ignore"):
                try:
                    made = dtype.as_numpy_dtype(self.value)
                except (OverflowError, ValueError):
                    made = None
        exact = made is not None and (made == self.value or made != made or dtype.is_floating)
        if not exact or (dtype == tf.bool) != isinstance(self.value, (bool, np.bool_)):
            raise ValueError(f"column '{path}': nulls cannot be filled with {self.value!r}: "
                             f"the dtype is {dtype.name}")  # fmt: skip
        return made


@dataclass
class Policies:
    """The policies of all columns. Make one with `policies(nulls)`, ask it with `at(path)`."""

    default: Policy = Policy("error")
    named: Mapping[str, Policy] = field(default_factory=dict)
    met: set[str] = field(default_factory=set)

    def at(self, path: str) -> Policy:
        """The policy of the column at `path`, which thereby counts as met."""
        self.met.add(path)
        return self.of(path)

    def of(self, path: str) -> Policy:
        """The policy of the column at `path`, be there one or not."""
        return self.named.get(path, self.default)

    def check_all_met(self, function: str) -> None:
        """Raises ValueError for a path that was named and is none of the data."""
        for path in self.named:
            if path not in self.met:
                near = difflib.get_close_matches(path, self.met, 1)
                hint = f"; did you mean '{near[0]}'?" if near else ""
                known = ", ".join(repr(name) for name in sorted(self.met) if name)
                raise ValueError(f"{function}() argument 'nulls': there is no column '{path}'; "
                                 f"there are {known or 'none'}{hint}")  # fmt: skip


def policies(nulls: Nulls | Policies, function: str) -> Policies:
    """The policies that the argument `nulls` of `function` asks for.

    >>> policies({"a": "mask", ...: Fill(0)}, "from_rows").at("a")
    Policy(kind='mask', value=None, always=True)

    Raises:
      ValueError: if it is no policy, or no mapping from paths to policies.
    """
    if isinstance(nulls, Policies):
        return nulls
    if isinstance(nulls, Mapping):
        named = {path: _policy(each, function, True) for path, each in nulls.items()}
        rest = named.pop(..., Policy("error"))
        for path in named:
            if not isinstance(path, str):
                raise ValueError(f"{function}() argument 'nulls': expected column paths as keys, "
                                 f"got {path!r}")  # fmt: skip
        return Policies(Policy(rest.kind, rest.value), named)
    return Policies(_policy(nulls, function, False))


def _policy(nulls: Any, function: str, always: bool) -> Policy:
    if isinstance(nulls, Fill):
        return Policy("fill", nulls.value, always)
    if isinstance(nulls, str) and nulls in KINDS:
        return Policy(nulls, None, always)
    raise ValueError(f"{function}() argument 'nulls': expected 'error', 'fill', 'mask', 'ragged', "
                     f"Fill(value) or a mapping from columns to these, got {nulls!r}")  # fmt: skip


def child(path: str, name: str) -> str:
    """The path of a field of the structs at `path`, or of those in the list at `path`."""
    path = path.rstrip("[]")
    return f"{path}.{name}" if path else name


def items(path: str) -> str:
    """The path of the items of the list at `path`."""
    return f"{path}[]"


def error(function: str, path: str, row: int) -> NullError:
    """The error for a null in the column at `path`, first met in that row of the data."""
    what = f"column '{path}' has a null" if path else "there is a null struct"
    return NullError(f"{function}(): {what} in row {row}; "
                     "nulls='fill', 'mask' or 'ragged' says what to make of it")  # fmt: skip


def mask_name(name: str, depth: int = 0) -> str:
    """The companion field that says which values of field `name` are there.

    >>> mask_name("x"), mask_name("x", depth=1)
    ('x_mask', 'x_item_mask')
    """
    return f"{name}{'_item' * depth}_mask"


def with_masks(
    parts: Iterable[tuple[str, Any, Mapping[int, Any]]], function: str, path: str = ""
) -> dict[str, Any]:
    """The fields of a struct: each with its companions after it.

    >>> with_masks([("x", [1, 0], {0: [True, False]}), ("y", [2, 3], {})], "from_rows")
    {'x': [1, 0], 'x_mask': [True, False], 'y': [2, 3]}

    Args:
      parts: for each field its name, its values, and its masks by depth.
      function: for whom, for the error.
      path: of the struct in the data.

    Raises:
      ValueError: if a companion has the name of a field, or of another companion.
    """
    parts = list(parts)
    own = {name for name, _, _ in parts}
    fields: dict[str, Any] = {}
    for name, value, masks in parts:
        fields[name] = value
        for depth, mask in sorted(masks.items()):
            companion = mask_name(name, depth)
            if companion in own or companion in fields:
                raise taken(function, child(path, companion), child(path, name))
            fields[companion] = mask
    return fields


def companions(names: Iterable[str], policies: Policies, path: str = "") -> set[str]:
    """The names of the masks that are made beside the fields of these names, at any depth.

    >>> sorted(companions(["x", "y"], policies({"y": "mask", "y[]": "mask"}, "from_rows")))
    ['y_item_mask', 'y_mask']

    Args:
      names: of the fields of a struct.
      policies: what becomes of nulls.
      path: of the struct in the data.
    """
    return {
        mask_name(name, depth)
        for name in names
        for depth in range(_DEEPEST)
        if policies.of(child(path, name) + "[]" * depth).kind == "mask"
    }


def masks_of(name: str, path: str, wanted: Collection[str], policies: Policies) -> frozenset[int]:
    """The depths at which a field has masks among those that are wanted.

    >>> sorted(masks_of("y", "s.y", {"y_mask", "y_item_mask"}, policies({"s.y[]": "mask"}, "f")))
    [1]
    """
    return frozenset(
        depth
        for depth in range(_DEEPEST)
        if mask_name(name, depth) in wanted and policies.of(path + "[]" * depth).kind == "mask"
    )


def taken(function: str, companion: str, path: str) -> ValueError:
    """The error for a companion whose name another field has."""
    return ValueError(f"{function}(): nulls='mask' puts a field '{companion}' beside '{path}', and "
                      "there is one already: rename it, or choose 'fill' or 'ragged'")  # fmt: skip


def lengths_to_splits(lengths: Any, dtype: Any = np.int64) -> Any:
    """Row splits from row lengths: `[2, 0, 1]` gives `[0, 2, 2, 3]`. Bools count as 0 and 1.

    >>> lengths_to_splits(np.array([True, False, True]))
    array([0, 1, 1, 2])
    """
    splits = np.zeros(len(lengths) + 1, dtype)
    np.cumsum(lengths, out=splits[1:], dtype=dtype)
    return splits


def first_null(valid: Any) -> int:
    """The position of the first false in a vector of bools; -1 if all are true."""
    position = int(np.argmin(valid)) if len(valid) else 0
    return position if len(valid) and not valid[position] else -1
