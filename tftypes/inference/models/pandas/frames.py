"""Frames and series of pandas as columns of arrays: written in Python, and run by the interpreter itself.

A column's text is of no dtype that is known: it is an array of objects, or one of pandas' own. Rows that are chosen by
what they hold are of an unknown number. What has an array in `_array` is converted to it by ops (`rules.as_array`).
"""

from __future__ import annotations

import ast
from typing import Final

from tftypes.inference.models.python.written import functions

TREE: Final = ast.parse("""
import numpy as np
import pandas as pd

_READING = ("plot", "query", "style", "str", "dt", "cat", "index", "dtypes", "name", "is_unique")
_OF_ARRAYS = ("reshape", "flatten", "numpy", "expand_dims", "tobytes", "argpartition", "itemset")
_NUMBERS = (
    "float", "float16", "float32", "float64", "int", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool",
)

def _are(rows, kinds):
    if not isinstance(rows, list) or not rows: return False
    return isinstance(rows[0], kinds) and all([isinstance(each, kinds) for each in rows])

def _items(values): return values._array if isinstance(values, (Series, Index)) else np.asarray(values)

def _cast(array, dtype):
    known = dtype in _NUMBERS if isinstance(dtype, str) else dtype is not str
    return array.astype(dtype) if known else np.empty(array.shape, object)

def _raw(other): return other._array if isinstance(other, _Data) else other
def _texts(shape): return np.resize(np.array([""], dtype=object), shape)

def _together(columns):
    arrays = list(columns.values())
    if not arrays:
        return np.empty((_unknown, 0))
    texts, flags = [each.dtype == "string" for each in arrays], [each.dtype == "bool" for each in arrays]
    shape = (len(arrays[0]), len(arrays))
    if any(texts):
        return _texts(shape) if all(texts) else np.resize(np.array(["", 0], dtype=object), shape)
    if all(flags) or not any(flags):
        return np.stack(arrays, axis=1)
    return np.resize(np.array([True, 0], dtype=object), shape)

class _Data:
    def __getattr__(self, name):
        if name in _OF_ARRAYS:
            return pd._lacked(type(self).__name__, name)
        if name not in _READING:
            self._forget()  # it may change the data
        return _unknown
    def _told(self, *args, **settings): return _unknown
    info = describe = hist = boxplot = to_csv = to_pickle = to_string = to_json = memory_usage = corr = cov = _told
    nunique = value_counts = groupby = duplicated = select_dtypes = nlargest = nsmallest = quantile = _told
    resample = rolling = any = all = join = mean = std = min = max = sum = to_dict = iterrows = itertuples = _told
    @property
    def values(self): return self._array
    @property
    def shape(self): return self._array.shape
    @property
    def size(self): return self._array.size
    def __len__(self): return len(self._array)
    def to_numpy(self, dtype=None, *args, **settings): return self._array if dtype is None else _cast(self._array, dtype)
    def __array__(self, dtype=None, copy=None): return self._array if dtype is None else self._array.astype(dtype)
    def _done(self, made, inplace):
        if not inplace:
            return made
        self._become(made)
    def _sliced(self, key):
        ends = (key.start, key.stop, key.step)
        if not all([each is None or isinstance(each, int) for each in ends]):
            return self._some()  # the ends are labels
        return self._like(lambda each: each[key])
    def copy(self, deep=True): return self._like(lambda each: each)
    def head(self, n=5): return self._like(lambda each: each[:n])
    def tail(self, n=5): return self._like(lambda each: each[-n:])
    def sample(self, n=None, frac=None, *args, **settings):
        if frac == 1 or frac == 1.0:
            return self.copy()
        return self._counted(1 if n is None and frac is None else _unknown if n is None else n)
    def _counted(self, count): return self._like(lambda each: np.empty((count,) + each.shape[1:], each.dtype))
    def _some(self): return self._counted(_unknown)
    def dropna(self, *args, inplace=False, **settings): return self._done(self._some(), inplace)
    def drop_duplicates(self, *args, inplace=False, **settings): return self._done(self._some(), inplace)
    def sort_values(self, *args, inplace=False, **settings): return self._done(self.copy(), inplace)
    def sort_index(self, *args, inplace=False, **settings): return self._done(self.copy(), inplace)
    def fillna(self, *args, inplace=False, **settings): return self._done(self._objects(), inplace)
    replace = ffill = bfill = fillna
    def isna(self): return self._like(lambda each: np.empty(each.shape, bool))
    def isin(self, values): return self.isna()
    isnull = notna = notnull = isna
    def _objects(self): return self._like(lambda each: np.empty(each.shape, object))
    def clip(self, *args, inplace=False, **settings): return self._done(self.copy(), inplace)
    def abs(self): return self._like(np.abs)
    def round(self, decimals=0): return self.copy()
    def shift(self, *args, **settings): return self._objects()
    def diff(self, *args, **settings): return self._objects()
    def cumsum(self, *args, **settings): return self._objects()
    def __neg__(self): return self._like(lambda each: -each)
    def __add__(self, other): return self._with(other, lambda a, b: a + b)
    def __radd__(self, other): return self._with(other, lambda a, b: b + a)
    def __sub__(self, other): return self._with(other, lambda a, b: a - b)
    def __rsub__(self, other): return self._with(other, lambda a, b: b - a)
    def __mul__(self, other): return self._with(other, lambda a, b: a * b)
    def __rmul__(self, other): return self._with(other, lambda a, b: b * a)
    def __truediv__(self, other): return self._with(other, lambda a, b: a / b)
    def __rtruediv__(self, other): return self._with(other, lambda a, b: b / a)
    def __floordiv__(self, other): return self._with(other, lambda a, b: a // b)
    def __mod__(self, other): return self._with(other, lambda a, b: a % b)
    def __pow__(self, other): return self._with(other, lambda a, b: a ** b)
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __and__ = __or__ = isin
    def __invert__(self): return self._like(lambda each: ~each)
    @property
    def iloc(self): return _Places(self)
    @property
    def loc(self): return _Labels(self)

class Series(_Data):
    ndim = 1
    def __init__(self, data=None, index=None, dtype=None, name=None, *args, **settings):
        array = _items(list(data.values()) if isinstance(data, dict) else data)
        array = _texts(array.shape) if array.dtype == "string" else array
        known = array.ndim == 1 and (index is None or isinstance(data, (list, tuple)))
        array = array if known else np.empty((_unknown,), object)
        self.name = name
        self._array = array if dtype is None else _cast(array, dtype)
    @property
    def dtype(self): return self._array.dtype
    def __iter__(self): return iter(self._array)
    def __contains__(self, key): return _unknown
    def __getitem__(self, key):
        if isinstance(key, slice):
            return self._sliced(key)
        if isinstance(key, (list, _Data, np.ndarray)):
            return self._some()
        return self._array[0] if isinstance(key, int) else _unknown
    def __setitem__(self, key, value): self._become(self._objects())
    def _become(self, made): self._array = made._array
    def _forget(self): self._array = np.empty((_unknown,), object)
    def _like(self, change): return Series(change(self._array), name=self.name)
    def _with(self, other, make):
        if isinstance(other, Series) and other._array.shape != self._array.shape or isinstance(other, DataFrame):
            return _unknown  # rows come together by their labels
        return Series(make(self._array, _raw(other)), name=self.name)
    def astype(self, dtype, *args, **settings): return Series(_cast(self._array, dtype), name=self.name)
    def map(self, *args, **settings): return self._objects()
    def apply(self, func, *args, **settings):
        _unknown(func)
        return self._objects()
    def tolist(self): return self._array.tolist()
    def to_list(self): return self._array.tolist()
    def to_frame(self, name=None): return DataFrame({self.name if name is None else name: self._array})
    def unique(self): return np.unique(self._array)
    def reset_index(self, drop=False, **settings): return self.copy() if drop else _unknown
    def min(self, *args, **settings): return np.min(self._array)
    def max(self, *args, **settings): return np.max(self._array)
    def mean(self, *args, **settings): return np.mean(self._array)
    def std(self, *args, **settings): return np.std(self._array)
    def sum(self, *args, **settings): return np.sum(self._array)

class Index(_Data):
    ndim = 1
    def __init__(self, names=None, *args, **settings):
        self._names = _unknown if names is None else names
        self._array = np.empty((len(self._names),), object)
    def __iter__(self): return iter(self._names)
    def __contains__(self, name): return name in self._names
    def __getitem__(self, key): return self._names[key] if isinstance(key, (int, slice)) else _unknown
    def _forget(self): self._names = _unknown
    def tolist(self): return list(self._names)
    def to_list(self): return list(self._names)
    def get_loc(self, key): return self._names.index(key)

class DataFrame(_Data):
    ndim = 2
    _counted_rows = False  # whether numbers label its rows, for sure
    def __init__(self, data=None, index=None, columns=None, dtype=None, copy=None):
        self._columns, names = None, None if columns is None else list(columns)
        if isinstance(data, DataFrame) and columns is None:
            self._become(data)
        elif isinstance(data, dict) and (names is None or all([name in data for name in names])):
            self._put({name: data[name] for name in (data if names is None else names)}, index)
        elif isinstance(data, np.ndarray) and data.ndim == 2:
            names = list(range(data.shape[1])) if names is None else names
            self._put({name: data[:, i] for i, name in enumerate(names)}, None)
        elif _are(data, dict):
            same = all([list(each) == list(data[0]) for each in data])
            self._put({name: [each[name] for each in data] for name in data[0]}, None) if same and names is None else self._forget()
        elif _are(data, (list, tuple)):
            names = list(range(len(data[0]))) if names is None else names
            even = all([len(each) == len(names) for each in data])
            self._put({name: [each[i] for each in data] for i, name in enumerate(names)}, None) if even else self._forget()
        else:
            self._forget()
        if dtype is not None:
            self._become(self.astype(dtype))
        self._counted_rows = self._counted_rows and index is None
    def _put(self, columns, index):
        whole = {name: each for name, each in columns.items() if isinstance(each, (list, tuple, np.ndarray, _Data))}
        made = {name: _items(each) for name, each in whole.items()}
        series = [each for each in whole.values() if isinstance(each, Series)]
        flat = all([each.ndim == 1 for each in made.values()])
        known = bool(made) and flat and index is None and (not series or len(series) == len(made))
        if not known or len(set([each.shape[0] for each in made.values()])) != 1:
            return self._forget() if not known or series else pd._uneven({name: each.shape[0] for name, each in made.items()})
        rows = list(made.values())[0].shape[0]
        self._set({name: made[name] if name in made else np.full(rows, each) for name, each in columns.items()})
        self._counted_rows = not series
    def _set(self, columns):
        self._columns = columns
        self._array = _together(columns)
    def _become(self, made):
        self._columns = None if made._columns is None else dict(made._columns)
        self._array, self._counted_rows = made._array, made._counted_rows
    def _forget(self):
        self._columns, self._counted_rows = None, False
        self._array = np.empty((_unknown, _unknown), object)
    def _frame(self, array):
        made = DataFrame()
        made._array = array
        return made
    def _like(self, change):
        if self._columns is None:
            return self._frame(change(self._array))
        return self._of({name: change(each) for name, each in self._columns.items()})
    def _of(self, columns):
        made = DataFrame()
        made._set(columns)
        made._counted_rows = self._counted_rows
        return made
    def _with(self, other, make):
        if isinstance(other, _Data) or self._columns is None:
            return self._objects()
        if not isinstance(other, (int, float)):
            return self._objects()
        return self._like(lambda each: np.empty(each.shape, object) if each.dtype == "string" else make(each, other))
    def _series(self, name):
        if self._columns is None:
            return Series(np.empty((len(self._array),), object), name=name)
        if name not in self._columns:
            return pd._no_column(name, list(self._columns))
        return Series(self._columns[name], name=name)
    def _relabelled(self):
        self._counted_rows = False
        return self
    def _chosen(self, names):
        if self._columns is None:
            return self._frame(np.empty((len(self._array), len(names)), object))
        for name in names:
            if name not in self._columns:
                return pd._no_column(name, list(self._columns))
        return self._of({name: self._columns[name] for name in names})
    def __getattr__(self, name):
        if self._columns is not None and name in self._columns:
            return self._series(name)
        return super().__getattr__(name)
    @property
    def columns(self): return Index(None if self._columns is None else list(self._columns))
    @columns.setter
    def columns(self, names):
        if self._columns is not None:
            self._set(dict(zip(names, self._columns.values())))
    @property
    def index(self): return _unknown
    @index.setter
    def index(self, labels): self._relabelled()
    @property
    def T(self): return self._frame(self._array.T)
    def transpose(self, *args, **settings): return self.T
    def keys(self): return self.columns
    def items(self): return [(name, self._series(name)) for name in self.columns]
    def __iter__(self): return iter(self.columns)
    def __contains__(self, name): return name in self.columns
    def __getitem__(self, key):
        if isinstance(key, (str, int)):
            return self._series(key)
        if isinstance(key, slice):
            return self._sliced(key)
        if isinstance(key, Index) or isinstance(key, list) and all([isinstance(each, str) for each in key]):
            return self._chosen(list(key))
        names = self._columns
        if isinstance(key, tuple) and names is not None and key not in names and all([name in names for name in key]):
            return pd._no_column(key, list(names))
        return self._some() if isinstance(key, (Series, np.ndarray)) else _unknown
    def __setitem__(self, key, value):
        if self._columns is None or not isinstance(key, (str, int)):
            return self._forget()
        rows = len(self._array)
        if isinstance(value, Series) and len(value) != rows:
            value = np.empty((rows,), object)
        scalar = isinstance(value, (int, float, str))
        self._set({**self._columns, key: _items(np.full(rows, value) if scalar else value)})
    def __delitem__(self, key): self.pop(key)
    def pop(self, item):
        found = self._series(item)
        if self._columns is None:
            self._become(self._frame(np.empty((len(self._array), _unknown), object)))
        else:
            self._set({name: each for name, each in self._columns.items() if name != item})
        return found
    def drop(self, labels=None, axis=0, index=None, columns=None, level=None, inplace=False, errors="raise"):
        gone = labels if columns is None and axis in (1, "columns") else columns
        if gone is None or index is not None:
            if isinstance(labels, str) and self._counted_rows and errors == "raise":
                return pd._no_row(labels, labels in self._columns)
            return self._done(self._some(), inplace)
        if self._columns is None or errors != "raise":
            return self._done(self._frame(np.empty((len(self._array), _unknown), object)), inplace)
        gone = [gone] if isinstance(gone, (str, int)) else list(gone)
        self._chosen(gone)
        return self._done(self._of({name: each for name, each in self._columns.items() if name not in gone}), inplace)
    def rename(self, mapper=None, columns=None, inplace=False, **settings):
        if self._columns is None or not isinstance(columns, dict):
            return self._done(self._objects()._relabelled(), inplace)
        return self._done(self._of({columns.get(name, name): each for name, each in self._columns.items()}), inplace)
    def reset_index(self, level=None, drop=False, inplace=False, **settings):
        made = self.copy() if drop else self._frame(np.empty((len(self._array), _unknown), object))
        return self._done(made, inplace)
    def astype(self, dtype, *args, **settings):
        if self._columns is None:
            return self._frame(np.empty(self._array.shape, object) if isinstance(dtype, dict) else _cast(self._array, dtype))
        chosen = dtype if isinstance(dtype, dict) else dict.fromkeys(self._columns, dtype)
        return self._of({
            name: _cast(each, chosen[name]) if name in chosen else each for name, each in self._columns.items()
        })
    def apply(self, func, *args, **settings):
        _unknown(func)
        return _unknown
    def map(self, func, *args, **settings):
        _unknown(func)
        return self._objects()
    def applymap(self, func, *args, **settings): return self.map(func)

class _Places:
    def __init__(self, data): self._data = data
    def __setitem__(self, key, value): self._data._become(self._data._objects())
    def __getitem__(self, key):
        data = self._data
        rows, chosen = key if isinstance(key, tuple) else (key, None)
        if isinstance(data, Series):
            return data._like(lambda each: each[key]) if isinstance(key, slice) else data._array[key] if isinstance(key, int) else data._some()
        if not isinstance(rows, slice):
            return _unknown if isinstance(rows, int) else data._some() if chosen is None else _unknown
        part = data._like(lambda each: each[rows])
        if chosen is None:
            return part
        if isinstance(chosen, str) or isinstance(chosen, list) and chosen and all([isinstance(each, str) for each in chosen]):
            return pd._no_place(rows.start is None and rows.stop is None)
        if isinstance(chosen, (int, slice)) and part._columns is not None:
            names = list(part._columns)[chosen]
            return part._series(names) if isinstance(chosen, int) else part._chosen(names)
        if isinstance(chosen, int):
            return Series(part._array[:, chosen])
        if isinstance(chosen, slice):
            return part._frame(part._array[:, chosen])
        return part._frame(np.empty((len(part._array), _unknown), object))

class _Labels(_Places):
    def __setitem__(self, key, value):
        super().__setitem__(key, value)
        self._data._counted_rows = False
    def __getitem__(self, key):
        data = self._data
        if isinstance(data, DataFrame) and isinstance(key, tuple) and len(key) == 2:
            part = data if isinstance(key[0], slice) and key[0] == slice(None) else data._some()
            if isinstance(key[0], (slice, list, Series, np.ndarray)):
                return part[key[1]] if isinstance(key[1], (str, list)) else _unknown
            return _unknown
        return data._some() if isinstance(key, (slice, list, Series, np.ndarray)) else _unknown

def read_csv(filepath_or_buffer, names=None, usecols=None, index_col=None, chunksize=None, iterator=False, **settings):
    if chunksize is not None or iterator:
        return _unknown
    made = DataFrame()
    if index_col is None and (names is not None or usecols is not None):
        count = len(names if usecols is None else usecols)
        return made._frame(np.empty((_unknown, count), object))
    return made

def get_dummies(data, columns=None, dtype=None, **settings):
    if not isinstance(data, DataFrame):
        return _unknown
    kinds = [] if data._columns is None else [each.dtype for each in data._columns.values()]
    texts = dtype is float and columns is None and any([kind == "string" for kind in kinds])
    known = texts and all([kind in ("int64", "float64", "string") for kind in kinds])
    return data._frame(np.empty((len(data), _unknown), float if known else object))

def concat(objs, axis=0, **settings):
    frames = list(objs)
    known = all([isinstance(each, DataFrame) for each in frames]) and all([each._columns is not None for each in frames])
    if not known or axis not in (0, "index") or any([list(each.columns) != list(frames[0].columns) for each in frames]):
        return _unknown
    made = frames[0]._of({name: np.concatenate([each._columns[name] for each in frames]) for name in frames[0].columns})
    return made._relabelled()
""")
FUNCTIONS: Final = functions("pandas", TREE)
