"""pandas DataFrames: a column is a field, a row a structure.

* An index that is not pandas' default one is the field `_index_`: labels for a plain index without
  a name, a struct with a field for each level for a MultiIndex, and for an index with a name.
* A MultiIndex of rows makes a struct of as many dims as it has levels: rows whose first labels
  agree, and that follow one another, are one row of the outer dim.
* A MultiIndex of columns makes nested structs; empty strings at the end of a label are left out.
* Object columns may hold strings, lists, arrays and dicts. Categories are decoded. NaN stays NaN in
  columns of floats, since there pandas cannot tell it from a null; None, NaT and NA are nulls.

Source: StructTensor RFC, "Pandas DataFrames".
"""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import tensorflow as tf

from tftypes.struct.dense import DenseStructTensor
from tftypes.struct.dispatching import method
from tftypes.struct.fields import shown
from tftypes.struct.formats import _buffers
from tftypes.struct.formats import nulls as _nulls
from tftypes.struct.formats._packages import need
from tftypes.struct.places import check_depth
from tftypes.struct.ragged import RaggedStructTensor, ragged
from tftypes.struct.refusals import named
from tftypes.struct.tensors import StructTensor

INDEX = "_index_"


@named
def from_pandas(frame: Any, schema: Any = None, *, nulls: _nulls.Nulls = "error") -> Any:
    """The struct with the rows of a DataFrame.

    >>> import pandas as pd
    >>> from tftypes import struct
    >>> rows = struct.from_pandas(pd.DataFrame({"col1": [1, 2], "col2": [0.5, 1.5]}))
    >>> rows.shape, rows["col2"].numpy().tolist()
    (TensorShape([2]), [0.5, 1.5])

    Args:
      frame: a DataFrame. Names of columns become strings.
      schema: what the rows must be, as `struct.constant` takes it; if it has no `_index_`, the
        index is left out.
      nulls: what becomes of nulls, see `tftypes.struct.formats.nulls`.

    Returns:
      A struct of shape `[rows]`, or of a dim for each level of the rows' MultiIndex.

    Raises:
      TypeError: naming the column, if TensorFlow has no such type, or its values differ in type.
      NullError, SchemaError: as for `from_arrow`.
    """
    pd = need("pandas", "from_pandas")
    need("pyarrow", "from_pandas")
    from tftypes.struct import schemas
    from tftypes.struct.formats._arrow_in import Reader

    if not isinstance(frame, pd.DataFrame):
        raise TypeError(f"from_pandas(): expected a pandas DataFrame, got {type(frame).__name__}")
    spec: Any = None if schema is None else schemas.spec_of(schema, (None,))
    while hasattr(spec, "values_spec"):
        spec = spec.values_spec
    columns = _tree((_label(name), frame.iloc[:, i]) for i, name in enumerate(frame.columns))
    if not _is_default(frame.index) and (spec is None or INDEX in spec.field_specs):
        if INDEX in columns:
            raise ValueError(f"from_pandas(): there is an index and a column '{INDEX}'")
        columns[INDEX] = _labels(frame.index)
    arrays = {name: _array(column, name) for name, column in columns.items()}
    reader = Reader("from_pandas", _nulls.policies(nulls, "from_pandas"))
    flat = reader.columns(list(arrays), list(arrays.values()), len(frame), spec)
    return _grouped(flat, frame.index)


@method("to_pandas")
@named
def to_pandas(st: Any, *, binary: bool = False, masks: bool = False) -> Any:
    """A DataFrame with a row for each structure: the inverse of `from_pandas`.

    >>> from tftypes import struct
    >>> struct.to_pandas(struct.constant([{"a": 1, "b": {"x": 2.0}}, {"a": 3, "b": {"x": 4.0}}]))
       a    b
            x
    0  1  2.0
    1  3  4.0

    Args:
      st: a struct. Of a higher rank than 1, its positions become a MultiIndex, unless it has an
        `_index_` with labels for them. Nested structs become a MultiIndex of columns; ragged and
        higher-dimensional fields, columns of arrays.
      binary: whether strings are left bytes; as text, they must be UTF-8.
      masks: whether fields `x_mask`, as nulls="mask" makes them, are written as the nulls of `x`,
        in a column of one of pandas' nullable dtypes.

    Raises:
      TypeError, ValueError: as `to_arrow`.
    """
    pd = need("pandas", "to_pandas")
    need("pyarrow", "to_pandas")
    from tftypes.struct.formats._arrow_out import Writer, as_row

    if not isinstance(st, StructTensor):
        raise TypeError(f"to_pandas(): expected a struct, got {type(st).__name__}")
    writer = Writer("to_pandas", binary)
    flat, positions = _flat(st if st.rank else as_row(st))
    shown = flat.without(INDEX) if INDEX in flat.field_names() else flat
    if masks:
        series = list(_nullable(pd, writer, shown))
    else:
        series = [(path, _column(writer, v, ".".join(path))) for path, v in _leaves(shown, ())]
    index = _index(pd, writer, flat, positions)
    frame = pd.DataFrame({i: column for i, (_, column) in enumerate(series)}, copy=True)
    if not series:
        frame = pd.DataFrame(index=pd.RangeIndex(_length(flat)))
    frame.columns = _names(pd, [path for path, _ in series])
    if index is not None:
        frame.index = index
    return frame


# In.


def _label(name: Any) -> tuple[str, ...]:
    parts = [str(part) for part in name] if isinstance(name, tuple) else [str(name)]
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    return tuple(parts)


def _tree(columns: Iterable[tuple[tuple[str, ...], Any]]) -> dict[str, Any]:
    """Columns under the parts of their labels."""
    tree: dict[str, Any] = {}
    for label, column in columns:
        node = tree
        for part in label[:-1]:
            node = node.setdefault(part, {})
            if not isinstance(node, dict):
                raise ValueError(f"from_pandas(): '{part}' is both a column and has columns")
        if label[-1] in node:
            raise ValueError(f"from_pandas(): there are two columns '{'.'.join(label)}'")
        node[label[-1]] = column
    return tree


def _array(column: Any, path: str) -> Any:
    """The Arrow array of a column, or of a tree of them."""
    from tftypes.struct.formats._pyarrow import pa

    if isinstance(column, dict):
        arrays = [_array(each, f"{path}.{name}") for name, each in column.items()]
        return pa.StructArray.from_arrays(arrays, list(column))
    dtype = column.dtype
    if hasattr(column, "sparse") and str(dtype).startswith("Sparse"):
        column = column.sparse.to_dense()
        dtype = column.dtype
    if isinstance(dtype, np.dtype) and dtype.kind == "c":
        raise TypeError(
            f"from_pandas(): column '{path}' is of dtype {dtype}, for which Arrow has no type: make "
            "two columns of it, its .real and its .imag"
        )
    if dtype.kind == "O" and _is_mixed(column):
        check_depth([column.tolist()], f"from_pandas(): column '{path}'")
    try:
        if isinstance(dtype, np.dtype) and dtype.kind in "biuf":
            made = pa.array(np.ascontiguousarray(column.to_numpy()), from_pandas=False)
        else:
            made = pa.array(column, from_pandas=True)
    except (pa.ArrowException, TypeError, ValueError, OverflowError) as error:
        if dtype.kind != "O":
            raise TypeError(f"from_pandas(): column '{path}' of dtype {dtype}: {error}") from error
        if any(isinstance(cell, np.ndarray) and cell.ndim != 1 for cell in column):
            return _array(column.map(_lists), path)
        raise _mixed(column, path) from error
    if not isinstance(made, pa.ChunkedArray):
        return made
    from tftypes.struct.formats._arrow_data import whole

    return whole(made)


def _lists(cell: Any) -> Any:
    """An array of any number of dims as lists of vectors, which Arrow takes; all else as it is."""
    if not isinstance(cell, np.ndarray) or cell.ndim == 1:
        return cell
    return [_lists(each) for each in cell] if cell.ndim else cell.item()


def _mixed(column: Any, path: str) -> TypeError:
    """The error for a column of objects: it names the first row that does not go with those before it."""
    from tftypes.struct.formats._pyarrow import pa

    def type_of(count: int) -> Any:
        """The type of so many rows; None if there is none."""
        try:
            return pa.array(column.iloc[:count], from_pandas=True).type
        except (pa.ArrowException, TypeError, ValueError, OverflowError):
            return None

    row = bisect.bisect_left(range(1, len(column)), True, key=lambda n: type_of(n) is None)
    got, before = f"got {shown(column.iloc[row])} in row {row}", type_of(row) if row else None
    if before is None or pa.types.is_null(before):
        return TypeError(f"from_pandas(): column '{path}': {got}, for which Arrow has no type")
    return TypeError(
        f"from_pandas(): column '{path}': {got}, which does not go with {before} in the rows "
        "before: make the column of one type"
    )


def _is_mixed(column: Any) -> bool:
    """Whether there may be lists and dicts among Python values."""
    infer: Any = need("pandas", "from_pandas").api.types.infer_dtype
    return str(infer(column)).startswith("mixed")


def _is_default(index: Any) -> bool:
    """Whether it only counts: pandas' default index, or the positions of a struct of more dims."""
    pd = need("pandas", "from_pandas")
    if isinstance(index, pd.RangeIndex):
        return bool(index.start == 0 and index.step == 1 and index.name is None)
    if not isinstance(index, pd.MultiIndex) or any(name is not None for name in index.names):
        return False
    levels = [index.get_level_values(i).to_numpy() for i in range(index.nlevels)]
    if not all(level.dtype == np.int64 for level in levels):
        return False
    splits = _runs(index)
    counted = _positions(splits, len(index))
    return all(map(np.array_equal, levels, counted))


def _labels(index: Any) -> Any:
    """The labels as a column, or a tree of them: by name, where they have one."""
    if index.nlevels == 1 and index.name is None:
        return index.to_series()
    names = [str(i) if name is None else str(name) for i, name in enumerate(index.names)]
    if len(set(names)) != len(names):
        raise ValueError(f"from_pandas(): two levels of the index have one name: {names}")
    return {name: index.get_level_values(i).to_series() for i, name in enumerate(names)}


def _runs(index: Any) -> list[Any]:
    """The row splits of a MultiIndex, the outermost first."""
    starts, changed = [], np.zeros(len(index), np.bool_)
    changed[:1] = True
    for codes in index.codes[:-1]:
        codes = np.asarray(codes)
        changed = changed.copy()
        changed[1:] |= codes[1:] != codes[:-1]
        starts.append(np.flatnonzero(changed))
    splits = []
    for outer, inner in zip(starts, [*starts[1:], None]):
        if inner is None:
            splits.append(np.append(outer, len(index)))
        else:
            splits.append(np.append(np.searchsorted(inner, outer), len(inner)))
    return [each.astype(np.int64) for each in splits]


def _grouped(flat: Any, index: Any) -> Any:
    if index.nlevels == 1:
        return flat
    for splits in reversed(_runs(index)):
        flat = ragged(flat, _buffers.tensor_of(splits))
    return flat


# Out.


def _flat(st: Any) -> tuple[Any, list[Any] | None]:
    """A struct of rank 1 with all structures, and their positions, a vector for each dim."""
    from tftypes.struct.formats._arrow_out import Writer

    if st.rank == 1:
        return st, None
    splits, writer = [], Writer("to_pandas")
    while st.rank > 1:
        if isinstance(st, RaggedStructTensor):
            splits.append(np.asarray(st.row_splits).astype(np.int64))
            st = st.values
        else:
            st, length, size = writer.unfolded(st, "")
            splits.append(np.arange(length + 1, dtype=np.int64) * size)
    return st, _positions(splits, _length(st))


def _positions(splits: Sequence[Any], length: int) -> list[Any]:
    """The position of each of `length` values in each dim."""
    inner = np.arange(length)
    made: list[Any] = []
    for each in reversed(splits):
        rows = np.searchsorted(each, np.arange(int(each[-1])), side="right") - 1
        made.insert(0, (np.arange(int(each[-1])) - each[rows])[inner])
        inner = rows[inner]
    return [inner, *made]


def _length(flat: Any) -> int:
    return int(np.asarray(flat._dynamic_shape(1))[0])


def _leaves(st: Any, path: tuple[str, ...]) -> Iterable[tuple[tuple[str, ...], Any]]:
    """The columns of a struct of rank 1, those of nested ones among them."""
    for name in st.field_names():
        value = st.field_value(name)
        if isinstance(value, DenseStructTensor) and value.rank == 1 and value.field_names():
            yield from _leaves(value, (*path, name))
        else:
            yield (*path, name), value


def _column(writer: Any, value: Any, path: str) -> Any:
    simple = isinstance(value, tf.Tensor) and value.shape.rank == 1 and value.dtype != tf.string
    if simple and (value.dtype == tf.bool or value.dtype.is_complex):
        return value.numpy()
    made = writer.array(value, path)
    return _buffers.array_of(value) if simple else made.to_pandas()


def _nullable(pd: Any, writer: Any, flat: Any) -> Iterable[tuple[tuple[str, ...], Any]]:
    """The columns of a struct, without masks, and with the nulls that these stand for."""
    from tftypes.struct.formats._arrow_masks import with_nulls
    from tftypes.struct.formats._pyarrow import pa

    dtypes = {pa.bool_(): pd.BooleanDtype(), pa.string(): pd.StringDtype()}
    for name in ("Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64"):
        dtypes[pa.type_for_alias(name.lower())] = pd.api.types.pandas_dtype(name)
    dtypes |= {pa.float32(): pd.Float32Dtype(), pa.float64(): pd.Float64Dtype()}

    def columns(array: Any, path: tuple[str, ...]) -> Iterable[tuple[tuple[str, ...], Any]]:
        if pa.types.is_struct(array.type) and array.type.num_fields:
            for field, each in zip(array.type, array.flatten()):
                yield from columns(each, (*path, field.name))
        else:
            masked = array.buffers()[0] is not None
            yield path, array.to_pandas(types_mapper=dtypes.get if masked else None)

    return columns(with_nulls(writer.array(flat), "to_pandas"), ())


def _index(pd: Any, writer: Any, flat: Any, positions: list[Any] | None) -> Any:
    if INDEX not in flat.field_names():
        return None if positions is None else pd.MultiIndex.from_arrays(positions)
    labels = flat.field_value(INDEX)
    if not isinstance(labels, StructTensor):
        return pd.Index(_column(writer, labels, INDEX))
    names = labels.field_names()
    columns = [_column(writer, labels.field_value(name), f"{INDEX}.{name}") for name in names]
    own = [None if name == str(i) else name for i, name in enumerate(names)]
    if len(columns) == 1:
        return pd.Index(columns[0], name=own[0])
    return pd.MultiIndex.from_arrays(columns, names=own)


def _names(pd: Any, paths: list[tuple[str, ...]]) -> Any:
    for path in paths:
        if len(path) > 1 and not path[-1]:
            raise ValueError(
                f"to_pandas(): a field of '{'.'.join(path[:-1])}' has the name '', with which labels "
                "of pandas are filled up: rename it"
            )
    depth = max(map(len, paths), default=1)
    if depth == 1:
        return pd.Index([path[0] for path in paths])
    return pd.MultiIndex.from_tuples([path + ("",) * (depth - len(path)) for path in paths])
