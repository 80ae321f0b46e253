"""How structs are shown to people: in one line, and as a table in notebooks.

Only what is shown is looked at, so a struct of any size is shown at once.

Source: StructTensor RFC, "Indexing", where it prints structs.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

import numpy as np
import tensorflow as tf

from tftypes.struct import slicing
from tftypes.struct.dispatching import method
from tftypes.struct.invariants import shown
from tftypes.struct.specs import StructTensorSpec
from tftypes.struct.tensors import StructTensor
from tftypes.struct.values import StructTensorValue, ragged_value

#: The longest line, and what is tried for it: how many elements, fields and letters are shown.
WIDTH = 160
_LIMITS = ((8, 99, 40), (3, 99, 20), (3, 6, 12), (2, 3, 10), (1, 2, 8), (1, 1, 8))
#: How many rows a table has, and the limits in its cells.
_ROWS = 10
_CELL = (3, 6, 40)


class _Rest:
    """What stands for the elements or fields that are left out."""

    def __repr__(self) -> str:
        return "..."


_REST = _Rest()


@method("__repr__")
def text(st: Any) -> str:
    """One line: the values as far as they fit, or the types of a symbolic struct."""
    if not is_known(st):
        return f"<StructTensor {_typed(st.__tf_type_spec__())}>"
    line = ""
    for limits in _LIMITS:
        line = _shown(_preview(st, limits[0]), *limits)
        if len(line) <= WIDTH:
            break
    return f"<StructTensor {line}>"


def is_known(value: Any) -> bool:
    """Whether a value is there, and not only to be computed."""
    if isinstance(value, StructTensorValue):
        return True
    tensors = tf.nest.flatten(value, expand_composites=True)
    return all(isinstance(tensor, tf.__internal__.EagerTensor) for tensor in tensors)


def _typed(spec: Any) -> str:
    """The fields with their types, those of the struct's dims included."""
    fields = ", ".join(f"{name!r}: {_type(part)}" for name, part in spec.field_specs.items())
    shape = f"{shown(spec.shape)} " if spec.shape.rank else ""
    return f"{shape}{{{fields}}}"


def _type(spec: Any) -> str:
    if isinstance(spec, StructTensorSpec):
        return _typed(spec)
    if isinstance(spec, (tf.TensorSpec, tf.RaggedTensorSpec, tf.SparseTensorSpec)):
        return f"{spec.dtype.name}{shown(spec.shape) if spec.shape.rank != 0 else ''}"
    return repr(spec)


def _preview(value: Any, limit: int) -> Any:
    """Nested lists and dicts of the first values: one more in each list than is shown."""
    if isinstance(value, (StructTensor, StructTensorValue)):
        return _of_struct(value, limit)
    if isinstance(value, (tf.RaggedTensor, ragged_value)):
        return _of_rows(value.values, value.row_splits, limit)
    if isinstance(value, tf.SparseTensor):
        sizes = tf.minimum(value.dense_shape, limit + 1)
        value = tf.sparse.to_dense(tf.sparse.slice(value, tf.zeros_like(sizes), sizes))
    if isinstance(value, (tf.Tensor, np.ndarray)):
        head = value[(slice(limit + 1),) * len(value.shape)]
        array = np.asarray(head)
        return array.tolist() if array.dtype != object or array.ndim else array.item()
    return value


def _of_struct(st: Any, limit: int) -> Any:
    if getattr(st, "row_splits", None) is not None:
        return _of_rows(st.values, st.row_splits, limit)
    names = st.field_names()
    columns = [_preview(st.field_value(name), limit) for name in names]
    shape = [min(size, limit + 1) for size in st.shape]
    return _zipped(names, columns, shape)


def _zipped(names: Sequence[str], columns: list[Any], shape: list[int]) -> Any:
    if not shape:
        return dict(zip(names, columns))
    items: list[Any] = []
    for i in range(shape[0]):
        row = [column[i] if isinstance(column, list) else _Opaque(column) for column in columns]
        items.append(_zipped(names, row, shape[1:]))
    return items


class _Opaque:
    """A part of a value that cannot be shown by itself."""

    def __init__(self, value: Any) -> None:
        self.name: str = value.name if isinstance(value, _Opaque) else type(value).__name__

    def __repr__(self) -> str:
        return f"<{self.name}>"


def _of_rows(values: Any, splits: Any, limit: int) -> list[Any]:
    bounds = np.asarray(splits[: limit + 2]).tolist()
    return [
        _preview(_span(values, start, min(stop, start + limit + 1)), limit)
        for start, stop in zip(bounds, bounds[1:])
    ]


def _span(values: Any, start: int, stop: int) -> Any:
    if isinstance(values, StructTensorValue):
        return values.span(start, stop)
    if isinstance(values, (np.ndarray, tf.Tensor)):
        return values[start:stop]
    if isinstance(values, ragged_value):
        splits = values.row_splits[start : stop + 1]
        return ragged_value(values.values[splits[0] : splits[-1]], splits - splits[0])
    return slicing.index(values, (slice(start, stop),))


def _shown(value: Any, items: int, fields: int, letters: int) -> str:
    if isinstance(value, dict):
        parts = [f"{k!r}: {_shown(v, items, fields, letters)}" for k, v in value.items()]
        return f"{{{', '.join(_cut(parts, fields))}}}"
    if isinstance(value, list):
        return f"[{', '.join(_cut([_shown(v, items, fields, letters) for v in value], items))}]"
    if isinstance(value, bytes):
        return _short(value, letters)
    if isinstance(value, float):
        return f"{value:.6g}" if value % 1 else repr(value)
    line = repr(value)
    return line if isinstance(value, (int, complex, _Rest, _Opaque)) else line[:40]


def _cut(parts: list[str], limit: int) -> list[str]:
    return parts if len(parts) <= limit else [*parts[:limit], "..."]


def _short(value: bytes, letters: int) -> str:
    """Text as text, other bytes as bytes."""
    try:
        known: Any = value.decode()
    except UnicodeDecodeError:
        known = value
    if len(known) <= letters:
        return repr(known)
    quoted = repr(known[: letters - 3])
    return f"{quoted[:-1]}...{quoted[-1]}"


@method("_repr_html_")
def html(st: StructTensor[Any, Any]) -> str:
    """A table with a row for each structure and a column for each field, for notebooks."""
    if st.rank > 1 or not is_known(st):
        return preformatted(repr(st))
    names = st.field_names()
    if not st.rank:
        rows = [
            _row([name, _shown(_preview(st.field_value(name), 3), *_CELL)], "th") for name in names
        ]
        return _table("StructTensor", "", rows)
    head = _preview(st, _ROWS)[:_ROWS]
    cells = [[_shown(row[name], *_CELL) for name in names] for row in head]
    left = len(st) - len(head)
    rows = [_row([str(i), *row], "th") for i, row in enumerate(cells)]
    if left:
        rows.append(f'<tr><td colspan="{len(names) + 1}">... {left} more</td></tr>')
    return _table(f"StructTensor {shown(st.shape)}", _header(["", *names]), rows)


def _row(cells: list[str], first: str) -> str:
    head, *rest = map(escape, cells)
    return f"<tr><{first}>{head}</{first}>{''.join(f'<td>{cell}</td>' for cell in rest)}</tr>"


def _header(names: list[str]) -> str:
    return f"<thead><tr>{''.join(f'<th>{escape(name)}</th>' for name in names)}</tr></thead>"


def _table(caption: str, head: str, rows: list[str]) -> str:
    return (
        f"<table><caption>{escape(caption)}</caption>{head}<tbody>{''.join(rows)}</tbody></table>"
    )


def preformatted(lines: str) -> str:
    """Text as it is."""
    return f"<pre>{escape(lines)}</pre>"
