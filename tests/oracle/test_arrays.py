"""What is said of NumPy's functions is what NumPy does: for all pairs of dtypes, and for calls as programs write them."""

from __future__ import annotations

import doctest
from importlib.metadata import version
from itertools import product
from typing import Any

import numpy as np
import pytest

from tftypes.algebra import DType, Shape, TensorType
from tftypes.inference.models.tensorflow.ops import PyValue, array_functions, arrays
from tftypes.inference.models.tensorflow.ops.array_functions import FUNCTIONS, apply

DTYPES = (
    "bool",
    "int8",
    "uint8",
    "int16",
    "uint16",
    "int32",
    "uint32",
    "int64",
    "uint64",
    "float16",
    "float32",
    "float64",
    "complex64",
    "complex128",
)


def abstract(value: Any) -> Any:
    """What the checker sees of an argument: of an array its dtype and shape."""
    if isinstance(value, np.ndarray):
        return TensorType(DType.of(value.dtype.name), Shape.of(*value.shape), "array")
    if isinstance(value, np.dtype):
        return DType.of(value.name)
    return [abstract(item) for item in value] if isinstance(value, list) else value


def agrees(said: TensorType | None, made: Any) -> bool:
    """Whether what is said of a result is so, if perhaps not all."""
    if said is None:
        return True
    fits = said.dtype.name in (None, made.dtype.name) and made.dtype.name in said.dtype.names
    dims = said.shape.dims
    return fits and (
        dims is None
        or len(dims) == made.ndim
        and all(not isinstance(d, int) or d == size for d, size in zip(dims, made.shape))
    )


@pytest.mark.parametrize(
    "name", ["add", "multiply", "divide", "subtract", "power", "maximum", "less"]
)
def test_two_dtypes_together(name: str) -> None:
    function = getattr(np, name)
    wrong = []
    for left, right in product([np.ones([2, 1], d) for d in DTYPES] + [2, 2.5, True], repeat=2):
        if not isinstance(left, np.ndarray) and not isinstance(right, np.ndarray):
            continue
        try:
            made = function(left, right)
        except TypeError:
            continue  # bools cannot be subtracted
        if not agrees(apply(name, [abstract(left), abstract(right)], {}), made):
            wrong.append((left, right, made.dtype))
    assert wrong == []


X = np.ones([2, 3, 4], np.float32)
M = np.ones([3, 4], np.int64)
CALLS: list[tuple[str, Any, list[Any], dict[str, Any]]] = [
    ("array", np.array, [[[1, 2], [3, 4]]], {}),
    ("array", np.array, [[1.5, 2]], {"dtype": np.dtype("float32")}),
    ("asarray", np.asarray, [[True, False]], {}),
    ("zeros", np.zeros, [(2, 3)], {}),
    ("ones", np.ones, [5], {"dtype": np.dtype("int32")}),
    ("full", np.full, [(2,), 3], {}),
    ("eye", np.eye, [3, 4], {}),
    ("sort", np.sort, [M], {}),
    ("sort", np.sort, [X], {"axis": 0}),
    ("sort", np.sort, [X, None], {}),
    ("partition", np.partition, [M, 1], {}),
    ("argpartition", np.argpartition, [X, 1, 0], {}),
    ("digitize", np.digitize, [X, [0.5, 1.5]], {}),
    ("searchsorted", np.searchsorted, [M[0], X], {}),
    ("interp", np.interp, [X, [0.0, 1.0], [2, 3]], {}),
    ("diff", np.diff, [M], {}),
    ("diff", np.diff, [X], {"n": 2, "axis": 0}),
    ("trapezoid", getattr(np, "trapezoid", None) or np.trapz, [np.ones([3, 4])], {}),
    *(
        ("convolve", np.convolve, [M[0], X[0, 0, :3], mode], {})
        for mode in ("full", "same", "valid")
    ),
    *(
        (name, getattr(np.linalg, name), [np.eye(3)], {})
        for name in ("inv", "cholesky", "det", "matrix_rank")
    ),
    ("inv", np.linalg.inv, [np.eye(3, dtype=np.int64)], {}),
    ("pinv", np.linalg.pinv, [X], {}),
    ("solve", np.linalg.solve, [np.eye(3), np.ones([3, 2], np.float32)], {}),
    ("solve", np.linalg.solve, [np.eye(3, dtype=np.float32), np.ones([3], np.float32)], {}),
    ("kron", np.kron, [np.eye(2), M], {}),
    ("cov", np.cov, [np.random.default_rng(0).normal(size=(3, 5))], {}),
    ("corrcoef", np.corrcoef, [np.random.default_rng(0).normal(size=(3, 5))], {}),
    *((name, getattr(np.fft, name), [np.ones([2, 9])], {}) for name in ("fft", "rfft")),
    ("rfft", np.fft.rfft, [np.ones([2, 9]), 4], {}),
    *((name, getattr(np.fft, name), [9], {}) for name in ("fftfreq", "rfftfreq")),
    ("lognormal", np.random.lognormal, [], {"size": 3}),
    ("arange", np.arange, [2, 9, 3], {}),
    ("arange", np.arange, [0.0, 1.0, 0.1], {}),
    ("linspace", np.linspace, [0, 1, 7], {}),
    ("randn", np.random.randn, [2, 3], {}),
    ("uniform", np.random.uniform, [0, 1, (2, 3)], {}),
    ("normal", np.random.normal, [], {"size": (2, 3)}),
    ("random", np.random.random, [(4,)], {}),
    ("randint", np.random.randint, [0, 5, (2, 2)], {}),
    ("gamma", np.random.gamma, [2.0, 1.0, 7], {}),
    ("beta", np.random.beta, [2.0, 1.0], {"size": [2, 3]}),
    ("exponential", np.random.exponential, [1.0, (2, 3)], {}),
    ("poisson", np.random.poisson, [3.0, 5], {}),
    ("binomial", np.random.binomial, [10, 0.5, (4, 1)], {}),
    ("multivariate_normal", np.random.multivariate_normal, [[0, 3], [[1, 0.5], [0.5, 1]], 9], {}),
    (
        "multivariate_normal",
        np.random.multivariate_normal,
        [],
        {"mean": [0, 3], "cov": [[1, 0.5], [0.5, 1]], "size": (9, 2)},
    ),
    ("multivariate_normal", np.random.multivariate_normal, [[0.0], [[1.0]]], {}),
    ("dirichlet", np.random.dirichlet, [[1.0, 2.0, 3.0], 4], {}),
    ("choice", np.random.choice, [10, (2, 3)], {"replace": True}),
    ("choice", np.random.choice, [np.ones([7], np.float32), 3], {}),
    ("permutation", np.random.permutation, [10], {}),
    ("permutation", np.random.permutation, [X], {}),
    ("einsum", np.einsum, ["ij,kjl->ki", M.T[:3], X], {}),
    ("tensordot", np.tensordot, [X, M.T, 1], {}),
    ("tensordot", np.tensordot, [X, M], {"axes": [[1, 2], [0, 1]]}),
    *(
        ("dot", np.dot, [left, right], {})
        for left, right in ((M[0], M[1]), (M, M[0]), (X, M.T), (X, M[0]))
    ),
    *(
        ("matmul", np.matmul, [left, right], {})
        for left, right in ((M[0], M.T), (X, M[0]), (M[0], M[1]))
    ),
    ("column_stack", np.column_stack, [[M[:, 0], M]], {}),
    ("dstack", np.dstack, [[M, M]], {}),
    ("dstack", np.dstack, [[M[0], X[0, 0]]], {}),
    *(
        (f"atleast_{n}d", getattr(np, f"atleast_{n}d"), [each], {})
        for n in (1, 2, 3)
        for each in (3, M[0], M, X)
    ),
    *(("tile", np.tile, [M, reps], {}) for reps in (2, (2, 1, 3), (3,))),
    ("expand_dims", np.expand_dims, [X, (0, -1)], {}),
    ("take_along_axis", np.take_along_axis, [X, np.argsort(X, 1), 1], {}),
    *((name, getattr(np, name), [M, 0.5, 1], {}) for name in ("percentile", "quantile")),
    ("percentile", np.percentile, [M, [25, 75]], {}),
    ("random", np.random.default_rng(0).random, [(4,)], {"dtype": np.dtype("float32")}),
    ("multinomial", np.random.multinomial, [5, [0.5, 0.5], 3], {}),
    ("trace", np.trace, [M], {}),
    ("trace", np.trace, [X], {}),
    *((name, getattr(np, name), [1, 2, 5], {}) for name in ("logspace", "geomspace")),
    *(
        (name, getattr(np, name), [X, 0], {})
        for name in ("ptp", "average", "nansum", "count_nonzero")
    ),
    ("max", np.max, [X, 1], {"initial": 0.0}),
    ("repeat", np.repeat, [X, 3], {}),
    ("repeat", np.repeat, [X, 3], {"axis": 1}),
    ("roll", np.roll, [X, 1, 0], {}),
    ("pad", np.pad, [X, 1], {}),
    ("pad", np.pad, [X, (1, 2)], {}),
    ("pad", np.pad, [X, ((0, 1),)], {"mode": "edge"}),
    ("pad", np.pad, [X, [(0, 0), (1, 2), (3, 0)], "constant"], {"constant_values": 1}),
    ("pad", np.pad, [X, ((1,), (2,), (3,))], {}),
    ("swapaxes", np.swapaxes, [X, 0, -1], {}),
    ("moveaxis", np.moveaxis, [X, 0, -1], {}),
    ("moveaxis", np.moveaxis, [X, -1, 0], {}),
    ("argsort", np.argsort, [X], {}),
    ("argsort", np.argsort, [M], {"axis": None, "kind": "stable"}),
    ("full_like", np.full_like, [M, 2.5], {}),
    ("broadcast_to", np.broadcast_to, [M, (2, 3, 4)], {}),
    ("outer", np.outer, [M, X], {}),
    ("outer", np.outer, [[1, 2], [1.5, 2.5, 3.5]], {}),
    ("column_stack", np.column_stack, [[M[0], M[1]]], {}),
    ("flipud", np.flipud, [M], {}),
    ("tril", np.tril, [X], {"k": 1}),
    ("mod", np.mod, [M, 2], {}),
    ("floor_divide", np.floor_divide, [X, 2], {}),
    ("greater_equal", np.greater_equal, [X, M], {}),
    ("not_equal", np.not_equal, [M, 2.5], {}),
    ("logical_and", np.logical_and, [X > 0, M], {}),
    ("floor", np.floor, [X], {}),
    ("isnan", np.isnan, [X], {}),
    ("logical_not", np.logical_not, [M], {}),
    ("cumsum", np.cumsum, [M], {}),
    ("cumsum", np.cumsum, [X], {"axis": 1}),
    ("cumprod", np.cumprod, [M > 0], {"axis": 0}),
    ("norm", np.linalg.norm, [X], {"axis": -1}),
    ("norm", np.linalg.norm, [M, 1, 0], {"keepdims": True}),
    ("reshape", np.reshape, [X, (-1, 4)], {}),
    ("expand_dims", np.expand_dims, [X, -1], {}),
    ("squeeze", np.squeeze, [X[:1]], {}),
    ("transpose", np.transpose, [X], {}),
    ("transpose", np.transpose, [X, (2, 0, 1)], {}),
    ("concatenate", np.concatenate, [[X, X]], {"axis": 1}),
    ("concatenate", np.concatenate, [[M, M.astype("float32")]], {}),
    ("stack", np.stack, [[X, X]], {}),
    ("vstack", np.vstack, [[M, M]], {}),
    ("hstack", np.hstack, [[M, M]], {}),
    ("hstack", np.hstack, [[M[0], M[0]]], {}),
    ("matmul", np.matmul, [M, M.T], {}),
    ("exp", np.exp, [M], {}),
    ("sqrt", np.sqrt, [X], {}),
    ("abs", np.abs, [M], {}),
    ("mean", np.mean, [M], {"axis": 0}),
    ("mean", np.mean, [X], {"axis": (0, 1), "keepdims": True}),
    ("sum", np.sum, [M > 0], {"axis": 1}),
    ("max", np.max, [X], {"axis": -1}),
    ("argmax", np.argmax, [X], {"axis": 2}),
    ("where", np.where, [M > 0, 1.0, 0.0], {}),
    ("where", np.where, [M > 0, M, 0.5], {}),
    ("where", np.where, [X > 0, X, M], {}),
    ("where", np.where, [X[0] > 0, 1, X], {}),
    ("any", np.any, [M > 0], {"axis": 0}),
    ("clip", np.clip, [X, 0, 1], {}),
    ("clip", np.clip, [M, 0, 0.5], {}),
    ("clip", np.clip, [M[0], None, X], {}),
    *([("clip", np.clip, [X], {"min": 0.0})] if version("numpy") >= "2.1" else []),
    ("round", np.round, [X, 2], {}),
    ("around", np.around, [M], {}),
    *(
        (name, getattr(np, name), [each], {})
        for name in (
            "cbrt",
            "deg2rad",
            "arcsinh",
            "positive",
            "conj",
            "real",
            "flip",
            "rot90",
        )
        for each in (X * 0.5, M)
    ),
    *(
        (name, getattr(np, name), [X, M], {})
        for name in ("hypot", "arctan2", "fmod", "isclose", "isin")
    ),
    *((name, getattr(np, name), [M, 1], {}) for name in ("hypot", "gcd", "lcm", "heaviside")),
    *(
        (f"bitwise_{name}", getattr(np, f"bitwise_{name}"), [left, right], {})
        for name in ("and", "or", "xor")
        for left, right in ((M, 1), (M > 0, M[0] > 0), (M.astype("int8"), M > 0))
    ),
    *((f"{name}_shift", getattr(np, f"{name}_shift"), [M, 2], {}) for name in ("left", "right")),
    ("inner", np.inner, [M[0], X[0]], {}),
    ("vdot", np.vdot, [M, M], {}),
    ("cross", np.cross, [[1, 2, 3], [0.5, 1, 2]], {}),
    ("gradient", np.gradient, [M[0]], {}),
    ("average", np.average, [X, 1, np.ones(3)], {}),
    ("average", np.average, [M], {"weights": np.ones([3, 4], np.float32)}),
    ("std", np.std, [X], {"axis": 1, "ddof": 1}),
    ("select", np.select, [[M > 0, M < 0], [M, 0.5]], {}),
    ("select", np.select, [[X > 0], [X], 0], {}),
    ("tri", np.tri, [3], {}),
    ("rot90", np.rot90, [X], {"k": 2}),
    ("insert", np.insert, [M[0], 1, 7], {}),
    ("insert", np.insert, [M[0], 1, [7, 8]], {}),
    ("insert", np.insert, [M, 1, 7], {}),
    ("insert", np.insert, [M, 0, 7], {"axis": 1}),
    ("insert", np.insert, [M, [0, 2], 7, 0], {}),
    ("delete", np.delete, [M, 1], {}),
    ("delete", np.delete, [M, [0, 2], 1], {}),
    ("delete", np.delete, [X, -1, 0], {}),
    ("indices", np.indices, [(2, 3)], {}),
    ("resize", np.resize, [M, (2, 5)], {}),
    ("diagonal", np.diagonal, [M], {}),
    ("diagonal", np.diagonal, [X], {}),
    ("unique", np.unique, [[3, 1, 3]], {}),
    ("bincount", np.bincount, [[3, 1, 3]], {}),
    ("bincount", np.bincount, [[3, 1, 3]], {"minlength": 7}),
    ("hanning", np.hanning, [5], {}),
]


@pytest.mark.parametrize(("name", "function", "args", "kwargs"), CALLS, ids=[c[0] for c in CALLS])
def test_a_call(name: str, function: Any, args: list[Any], kwargs: dict[str, Any]) -> None:
    said = apply(name, [abstract(arg) for arg in args], {k: abstract(v) for k, v in kwargs.items()})
    made = function(*args, **kwargs)
    assert str(said) == f"array {made.dtype.name}[{', '.join(map(str, made.shape))}]"


@pytest.mark.parametrize(
    "key", [0, -1, slice(1), (..., None), (slice(None), None, 2), (slice(0, 9), -1)]
)
def test_an_index(key: Any) -> None:
    assert agrees(arrays.getitem(abstract(X), key), X[key])


def test_as_many_as_there_are_different_ones() -> None:
    assert str(apply("argwhere", [abstract(M)], {})) == "array int64[?, 2]"
    assert str(apply("unique", [abstract(M)], {})) == "array int64[?]"


def test_what_is_not_known_is_not_said() -> None:
    unknown = TensorType(DType.any(), Shape.unknown(), "array")
    assert apply("zeros", [PyValue("str")], {}) is None
    assert str(apply("add", [unknown, 1.0], {})) == "array ?[...]"
    assert all(
        apply(name, [unknown], {}) is None or apply(name, [unknown], {}) for name in FUNCTIONS
    )


def test_the_examples_in_docstrings() -> None:
    assert [doctest.testmod(module).failed for module in (arrays, array_functions)] == [0, 0]
