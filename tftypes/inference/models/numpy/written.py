"""What of NumPy is made of other functions of NumPy's: written in Python, and run by the interpreter itself."""

from __future__ import annotations

import ast
from functools import partial
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Model
from tftypes.inference.models.python.written import called, functions
from tftypes.inference.objects import Value

_ROOT: Final = ast.parse("""
import numpy as np

def _vector(key):
    if isinstance(key, slice):
        start = 0 if key.start is None else key.start
        if isinstance(key.step, complex):
            return np.linspace(start, key.stop, int(abs(key.step)))
        return np.arange(start, key.stop, 1 if key.step is None else key.step)
    return _unknown if isinstance(key, str) else np.atleast_1d(key)

class _Open:
    def __getattr__(self, name): return _unknown

class _Grid(_Open):
    def __getitem__(self, key):
        if isinstance(key, tuple):
            return np.stack(np.meshgrid(*map(_vector, key), indexing="ij"))
        return _vector(key)

class _OpenGrid(_Open):
    def __getitem__(self, key): return np.ix_(*map(_vector, key)) if isinstance(key, tuple) else _vector(key)

def _pieces(key):
    keys = key if isinstance(key, tuple) else (key,)
    made = [_vector(each) for each in keys]
    weak = [isinstance(each, (int, float)) for each in keys]
    strong = [each.dtype == np.float64 for each, is_weak in zip(made, weak) if not is_weak]
    if any(weak) and not all(strong):
        return _unknown  # a number of Python's takes the dtype of the arrays beside it
    return made

class _Rows(_Open):
    def __getitem__(self, key): return np.concatenate(_pieces(key))

class _Columns(_Open):
    def __getitem__(self, key):
        made = [each[:, None] if each.ndim == 1 else each for each in _pieces(key)]
        return np.concatenate(made, axis=-1) if all([each.ndim == 2 for each in made]) else _unknown

mgrid, ogrid, r_, c_ = _Grid(), _OpenGrid(), _Rows(), _Columns()

def loadtxt(fname, dtype=float, **settings): return np.empty(_unknown, dtype)

def block(arrays):
    if isinstance(arrays, list) and all([isinstance(each, list) for each in arrays]):
        rows = [[np.atleast_2d(each) for each in row] for row in arrays]
        if all([each.ndim == 2 for row in rows for each in row]):
            return np.concatenate([np.concatenate(row, axis=-1) for row in rows], axis=-2)
    return _unknown

def union1d(ar1, ar2): return np.unique(np.concatenate([np.ravel(ar1), np.ravel(ar2)]))

def setdiff1d(ar1, ar2, assume_unique=False):
    items = np.ravel(ar1) if assume_unique else np.unique(ar1)
    return items[np.isin(items, ar2, invert=True)]

class vectorize(_Open):
    def __init__(self, pyfunc, otypes=None, doc=None, excluded=None, cache=False, signature=None):
        self.pyfunc, self._otypes = pyfunc, otypes
        self._known = excluded is None and signature is None and isinstance(otypes, list) and len(otypes) == 1
    def __call__(self, *args, **kwargs):
        _unknown(self.pyfunc)
        if kwargs or not self._known:
            return _unknown
        return np.empty(np.shape(sum([np.zeros(np.shape(each)) for each in args])), self._otypes[0])
""")
_STRIDES: Final = ast.parse("""
import numpy as np

def sliding_window_view(x, window_shape, axis=None, **settings):
    x = np.asarray(x)
    window = (window_shape,) if isinstance(window_shape, int) else tuple(window_shape)
    axes = (tuple(range(x.ndim)) if axis is None else (axis,) if isinstance(axis, int) else tuple(axis))
    sizes = list(x.shape)
    for place, size in zip(axes, window):
        sizes[place] -= size - 1
    return np.empty(tuple(sizes) + window, x.dtype) if len(axes) == len(window) else _unknown
""")
#: The methods of functions of two arrays: of each item of the one and each of the other, and along an axis.
_OUTER: Final = """
import numpy as np

def outer(A, B, **settings):
    a, b = np.asarray(A), np.asarray(B)
    return _unknown if settings else np.{name}(np.reshape(a, a.shape + (1,) * b.ndim), b)
"""
_ACCUMULATE: Final = """
def accumulate(array, axis=0, dtype=None, out=None):
    return _unknown if dtype is not None or out is not None else {steps}
"""
_SAME: Final = "np.empty(np.shape(array), np.asarray(array).dtype)"
_STEPS: Final = {
    **dict.fromkeys(("subtract", "divide", "power", "equal", "less", "greater"), ""),
    **dict.fromkeys(("maximum", "minimum"), _SAME),
    "add": "np.cumsum(array, axis)",
    "multiply": "np.cumprod(array, axis)",
}


def _methods(name: str, steps: str) -> dict[str, Model]:
    text = (_OUTER + (_ACCUMULATE if steps else "")).format(name=name, steps=steps)
    return functions(f"numpy.{name}", ast.parse(text))


def _made(member: str, interpreter: Interpreter) -> Value:
    return called("numpy", _ROOT, member, interpreter, None)


FUNCTIONS: Final[dict[str, Model]] = {
    **functions("numpy", _ROOT),
    **functions("numpy.lib.stride_tricks", _STRIDES),
    **{key: model for each in _STEPS.items() for key, model in _methods(*each).items()},
}
CONSTANTS: Final = {
    f"numpy.{name}": partial(_made, name) for name in ("mgrid", "ogrid", "r_", "c_")
}
