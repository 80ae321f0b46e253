"""Fields computed from fields: `apply` on values as they are, `map_values` on flat ones.

Source: StructTensor RFC, "Path-Based Manipulation"; struct2tensor's `map_values`,
`map_many_values`, `map_ragged_tensor`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf

from tftypes.struct.on_structs import on_structs
from tftypes.struct.paths import Path, get, names_of, parent_of, paths_of, put, shown
from tftypes.struct.rows import with_same_rows
from tftypes.struct.tensors import StructTensor
from tftypes.struct.transforms.dims import Ragged, with_values
from tftypes.struct.unconverted import converted


@on_structs
def apply(
    struct: StructTensor,
    sources: Path | list[Path],
    function: Callable[..., Any],
    target: Path | None = None,
) -> StructTensor:
    """A field computed from one or several others, by any op or function.

    >>> from tftypes import struct
    >>> st = struct.constant([{"items": [{"price": 2.0, "count": 3.0}, {"price": 1.0, "count": 1.0}]}])
    >>> st = struct.apply(st, ["items.price", "items.count"], tf.multiply, "items.cost")
    >>> st = struct.apply(st, "items.cost", lambda cost: tf.reduce_sum(cost, -1), "total")
    >>> st.to_py()[0]["total"]
    7.0

    Args:
      sources: a path, or a list of paths.
      function: is given the values at these paths, with the dims of all the structs that each
        path goes through in front, as `st.field_value` shows them. What it returns begins with
        the dims of the structs that the target path goes through.
      target: the path of the result: a new field, or one that is replaced; the only source if None.

    Raises:
      KeyError: if there is no such field.
      ValueError: if the result has other dims than its new parent.

    Source: StructTensor RFC, "Path-Based Manipulation".
    """
    paths = paths_of(sources)
    goal = _goal(paths, target, "apply")
    parent_of(struct, goal)
    result = converted(function)(*[get(struct, path) for path in paths])
    return put(struct, goal, result)


@on_structs
def map_values(
    struct: StructTensor,
    sources: Path | list[Path],
    function: Callable[..., Any],
    target: Path | None = None,
    *,
    new_field_name: str | None = None,
) -> StructTensor:
    """A field computed value by value: as `apply`, on the flat values of all lists at once.

    >>> from tftypes import struct
    >>> st = struct.constant([{"docs": [{"words": ["A", "b"]}, {"words": []}]}])
    >>> struct.map_values(st, "docs.words", tf.strings.lower).to_py()
    [{'docs': [{'words': [b'a', b'b']}, {'words': []}]}]

    The result has the shape of the source, and shares its partitions.

    Args:
      sources: a path, or a list of paths of fields that share their partitions.
      function: is given the flat values; it returns as many.
      target: the path of the result; the only source if None.
      new_field_name: instead of `target`, as in struct2tensor: the name beside the first source.

    Raises:
      KeyError: if there is no such field.
      ValueError: if the sources are ragged in different ways, or the result has another length.

    Source: struct2tensor's `map_values`, `map_many_values`.
    """
    paths = paths_of(sources)
    if target is None and new_field_name is not None:
        target = (*paths[0][:-1], new_field_name)
    goal = _goal(paths, target, "map_values")
    return put(
        struct, goal, _mapped([get(struct, path) for path in paths], converted(function), paths)
    )


def _goal(paths: list[tuple[str, ...]], target: Path | None, function: str) -> tuple[str, ...]:
    if not paths:
        raise ValueError(f"{function}(): expected a path, or several, as 'sources', got none")
    if target is None and len(paths) > 1:
        raise ValueError(
            f"{function}(): with several sources, 'target' must say where the result goes"
        )
    goal = paths[0] if target is None else names_of(target)
    if not goal:
        raise ValueError(f"{function}(): a field needs a name: the target path is empty")
    return goal


def _mapped(values: list[Any], function: Callable[..., Any], paths: list[tuple[str, ...]]) -> Any:
    first = values[0]
    if not any(isinstance(value, Ragged) for value in values):
        return _checked(function(*values), first, paths)
    for value, path in zip(values, paths):
        if not isinstance(value, Ragged):
            raise ValueError(
                f"map_values(): {shown(path)} is dense and {shown(paths[0])} is ragged: "
                "their values do not stand side by side (apply() takes them as they are)"
            )
    flat = [value.values for value in values]
    for value, path in zip(values[1:], paths[1:]):
        flat = with_same_rows(
            flat,
            f"map_values(): {shown(path)}",
            first.row_splits,
            value.row_splits,
            shown(paths[0]),
        )
    return with_values(first, _mapped(flat, function, paths))


def _checked(result: Any, first: Any, paths: list[tuple[str, ...]]) -> Any:
    if not isinstance(result, (tf.Tensor, StructTensor)) and not isinstance(result, Ragged):
        result = tf.convert_to_tensor(result)
    shape = result.shape
    if first.shape.rank and (shape.rank == 0 or not shape[:1].is_compatible_with(first.shape[:1])):
        raise ValueError(
            f"map_values(): the function made values of shape {shape} of those at "
            f"{', '.join(map(shown, paths))} of shape {first.shape}: it must make one of each"
        )
    return result
