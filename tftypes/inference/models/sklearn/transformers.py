"""Scalers and encoders of scikit-learn: what rows they take, and the arrays that they make of them.

They are written in Python, and run by the interpreter itself; `sklearn._refused` reports what they refuse.
"""

from __future__ import annotations

import ast
from typing import Final, TypeGuard

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.python.written import functions, written_call
from tftypes.inference.objects import TOP, Value, resolve

_TREE: Final = ast.parse("""
import numpy as np
import sklearn

class _Transformer:
    def __getattr__(self, name):
        self._width = _unknown  # it may have learned elsewhere
        return _unknown
    def __setattr__(self, name, value):
        super().__setattr__(name, value)
        if not name.startswith("_"):
            self._width = _unknown
    def _rows(self, X):
        array = np.asarray(X)
        if array.ndim != 2:
            return sklearn._refused(array.ndim, len(array), self._width, isinstance(X, np.ndarray))
        return array
    def fit(self, X, y=None, **settings):
        self._width = self._rows(X).shape[1]
        return self
    def partial_fit(self, X, y=None, **settings): return self.fit(X)
    def fit_transform(self, X, y=None, **settings):
        rows = self._rows(X)
        self._width = rows.shape[1]
        return self._made(rows)
    def transform(self, X, copy=None):
        rows = self._rows(X)
        if self._width is None or rows.shape[1] != self._width:
            return sklearn._unfit(rows.shape[1], self._width)
        return self._made(rows)

class _Scaler(_Transformer):
    def _made(self, rows): return np.empty(rows.shape, rows.dtype if rows.dtype in ("float16", "float32") else np.float64)
    def inverse_transform(self, X, copy=None):
        rows = self._rows(X)
        if self._width is None or self._width != 1 and rows.shape[1] != self._width:
            return sklearn._unfit(rows.shape[1], self._width)
        return self._made(rows)

class StandardScaler(_Scaler):
    def __init__(self, *, copy=True, with_mean=True, with_std=True): self._width = None

class MinMaxScaler(_Scaler):
    def __init__(self, feature_range=(0, 1), *, copy=True, clip=False): self._width = None

class MaxAbsScaler(_Scaler):
    def __init__(self, *, copy=True, clip=False): self._width = None

class RobustScaler(_Scaler):
    def __init__(self, *, with_centering=True, with_scaling=True, quantile_range=(25.0, 75.0), copy=True, unit_variance=False):
        self._width = None

class OneHotEncoder(_Transformer):
    def __init__(self, *, categories="auto", drop=None, sparse_output=True, dtype=np.float64, handle_unknown="error",
                 min_frequency=None, max_categories=None, feature_name_combiner="concat"):
        self._width, self._dense, self._dtype = None, sparse_output is False, dtype
    def _made(self, rows): return np.empty((len(rows), _unknown), self._dtype) if self._dense else _unknown
    def inverse_transform(self, X): return _unknown

class OrdinalEncoder(_Transformer):
    def __init__(self, *, categories="auto", dtype=np.float64, handle_unknown="error", unknown_value=None,
                 encoded_missing_value=np.nan, min_frequency=None, max_categories=None):
        self._width, self._dtype = None, dtype
    def _made(self, rows): return np.empty(rows.shape, self._dtype)
    def inverse_transform(self, X): return _unknown

class LabelEncoder:
    def __getattr__(self, name): return _unknown
    def _labels(self, y):
        array = np.asarray(y)
        if array.ndim != 1 and array.shape[1:] != (1,):
            return sklearn._no_labels(array.ndim)
        return array
    def fit(self, y):
        self._labels(y)
        return self
    def fit_transform(self, y): return np.empty((len(self._labels(y)),), np.int64)
    def transform(self, y): return self.fit_transform(y)
    def inverse_transform(self, y): return _unknown
""")


#: The weights of classes, one for each of `classes`, and those of samples.
_WEIGHTS: Final = ast.parse("""
import numpy as np

def compute_class_weight(class_weight, *, classes, y, sample_weight=None): return np.ones(len(classes))

def compute_sample_weight(class_weight, y, *, indices=None): return np.ones(len(y))
""")


def _refused(interpreter: Interpreter, call: Call) -> Value:
    """Refuses an array that is no rows of features: a column of a frame, one row, a batch of windows."""
    rank, size, width, is_array = map(resolve, call.args)
    node = written_call(interpreter)
    if type(rank) is not int or not isinstance(node, ast.Call) or not node.args:
        return TOP
    given, method = node.args[0], ast.unparse(node.func)
    code, row = ast.unparse(given), "(1, -1)" if size == width else "(-1, 1)"
    if rank == 1 and _is_column(given):
        hint = f"{ast.unparse(given.value)}[[{ast.unparse(given.slice)}]] has one column"
    elif rank == 1:
        hint = f"{code}.reshape{row}" if is_array is True else f"np.reshape({code}, {row})"
    else:
        hint = f"{method}({code}.reshape(-1, {code}.shape[-1]))"
        hint = hint if method.endswith(".fit") else f"{hint}.reshape({code}.shape)"
    words = f"{method}() takes rows of features, got rank {rank}; {hint}"
    interpreter.refuse(call.node, "tf-rank", words, "builtins.ValueError")
    return TOP


def _is_column(node: ast.expr) -> TypeGuard[ast.Subscript]:
    key = node.slice if isinstance(node, ast.Subscript) else None
    return isinstance(key, ast.Constant) and isinstance(key.value, str)


def _unfit(interpreter: Interpreter, call: Call) -> Value:
    """Refuses rows before it has learned from some, and rows of another width."""
    width, learned = map(resolve, call.args)
    node = written_call(interpreter)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return TOP
    owner, method = ast.unparse(node.func.value), node.func.attr
    words = f"{owner}.{method}() takes rows of {learned} features as those of fit(), got {width}"
    if learned is None:
        words = f"{owner}.{method}() comes before fit()"
        words += f"; {owner}.fit_transform() learns first" if method == "transform" else ""
    interpreter.refuse(call.node, "tf-shape", words, "builtins.ValueError")
    return TOP


def _no_labels(interpreter: Interpreter, call: Call) -> Value:
    """Refuses several columns where one of labels is taken."""
    node = written_call(interpreter)
    name = ast.unparse(getattr(node, "func", ast.Name("fit")))
    words = f"{name}() takes one column of labels, got rank {resolve(call.args[0])}"
    interpreter.refuse(call.node, "tf-rank", words, "builtins.ValueError")
    return TOP


FUNCTIONS: Final = {
    **functions("sklearn.preprocessing", _TREE),
    **functions("sklearn.utils.class_weight", _WEIGHTS),
    "sklearn._refused": _refused,
    "sklearn._unfit": _unfit,
    "sklearn._no_labels": _no_labels,
}
