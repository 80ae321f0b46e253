"""NumPy's functions, dtypes as callables, constants, and generators of random numbers."""

from __future__ import annotations

import math
from functools import partial
from typing import Final

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType
from tftypes.inference.interpreter import arrays
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.escaping import consumed
from tftypes.inference.interpreter.rules import as_dtype, dtype_named, tensor_of, to_rule
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model, giving, making
from tftypes.inference.models.numpy import contents
from tftypes.inference.models.numpy.checks import check_rows, checked
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.models.tensorflow.ops.array_functions import FUNCTIONS as ARRAYS
from tftypes.inference.objects import TOP, External, Value, python_type, resolve
from tftypes.inference.values import Named

_GENERATOR: Final = "numpy.random.Generator"
#: What a function of two arrays does with all items of one, along the first axis.
_REDUCTIONS: Final = {
    "add": "sum",
    "multiply": "prod",
    "maximum": "max",
    "minimum": "min",
    "logical_and": "all",
    "logical_or": "any",
}
#: Where a function of an array's is found by its last name.
_MODULES: Final = ("numpy", "numpy.random", "numpy.linalg", "numpy.fft")


def _any_function(interpreter: Interpreter, call: Call) -> Value:
    """What no model of its own knows: a dtype that is called, a rule for arrays, or nothing."""
    module, _, name = call.name.rpartition(".")
    if isinstance(dtype := dtype_named(call.name), DType):
        return _converted(dtype, interpreter, call)
    owner = module.removeprefix("numpy.")
    if name == "reduce" and owner in _REDUCTIONS and len(call.args) == 1:
        return arrays.apply(
            interpreter, _REDUCTIONS[owner], Call(call.args, {"axis": 0, **call.kwargs}, call.node)
        )
    if module in _MODULES and name in ARRAYS and "**" not in call.kwargs:
        return arrays.apply(interpreter, name, call)
    interpreter.escape(call.values)
    return TOP


def _array(interpreter: Interpreter, call: Call) -> Value:
    """`np.array(rows)`: rows of different lengths make an array of objects, where one is asked for."""
    dtype = resolve(call.get(1, "dtype"))
    if dtype is None or as_dtype(dtype) is not None:
        interpreter.certain(check_rows, [to_rule(call.get(0, "object"))], call.node)
    name = call.name.rpartition(".")[2]
    return arrays.apply(interpreter, name, call)


def _converted(dtype: DType, interpreter: Interpreter, call: Call) -> Value:
    """`np.float32(x)`: a scalar of a number, an array of an array."""
    value = resolve(call.get(0, "x", 0))
    found = tensor_of(value)
    shape = Shape.unknown() if found is None else found.shape
    inside = contents.of(value)
    return arrays.array(
        interpreter,
        TensorType(dtype, shape, "array"),
        None if inside is None else contents.cast(inside, dtype),
    )


#: What a draw gives where no size is given, and how many arguments come before the size.
_DRAWN: Final = {
    "random": ("float", 0), "random_sample": ("float", 0), "standard_normal": ("float", 0),
    "uniform": ("float", 2), "normal": ("float", 2), "randint": ("int", 2), "poisson": ("int", 1), "choice": ("int", 1),
}  # fmt: skip


def _random(name: str, interpreter: Interpreter, call: Call) -> Value:
    """A draw: an array of a size, or a number where no size is given."""
    is_own = _GENERATOR in call.name
    made = arrays.apply(interpreter, name, call, f"{'' if is_own else 'np.random'}.{name}()")
    drawn, before = _DRAWN.get(name, ("", 0))
    is_sized = "size" in call.kwargs or "**" in call.kwargs or len(call.args) > before
    if made is not TOP or not drawn or is_sized or drawn == "int" and is_own:
        return made
    is_unit = name.startswith("random") or name == "uniform" and not call.values
    return PyValue(drawn, drawn=is_unit, given=True) if all(map(_is_number, call.values)) else TOP


def _is_number(value: Value) -> bool:
    return python_type(resolve(value)) in ("int", "float", "bool")


def _rand(name: str, interpreter: Interpreter, call: Call) -> Value:
    if not call.args and not call.kwargs:
        return PyValue("float", drawn=name == "rand", given=True)
    return arrays.apply(interpreter, name, call)


def _shuffled(interpreter: Interpreter, call: Call) -> Value:
    """`shuffle(x)` changes the order of an array's or a list's items."""
    value = resolve(call.get(0, "x"))
    arrays.written(interpreter, value)
    if not isinstance(value, TensorType):
        interpreter.call(External("random.shuffle"), [value], {}, call.node)
    return None


def _meshgrid(interpreter: Interpreter, call: Call) -> Value:
    """`np.meshgrid(x, y)`: of each vector an array with all of their sizes, the first two exchanged."""
    parts = [tensor_of(each) for each in call.args]
    indexing = resolve(call.kwargs.get("indexing", "xy"))
    if call.kwargs.keys() - {"indexing"} or not all(
        each is not None and each.shape.rank == 1 for each in parts
    ):
        return TOP
    dims = [each.shape[0] for each in parts if each is not None]
    if indexing == "xy" and len(dims) > 1:
        dims[:2] = dims[1], dims[0]
    elif indexing not in ("xy", "ij"):
        return TOP
    made = tuple(
        TensorType(
            arrays.apply(interpreter, "array", Call([each], {}, call.node)).dtype,
            Shape.of(*dims),
            "array",
        )
        for each in call.args
    )
    return interpreter.list(made)


def _reshaped(interpreter: Interpreter, call: Call) -> Value:
    """`np.reshape(x, shape, order)`."""
    return arrays.apply(interpreter, "reshape", Call(call.args[:2], call.kwargs, call.node))


def _first(interpreter: Interpreter, call: Call, name: str = "array") -> Value:
    """What a function makes of the first argument alone."""
    return arrays.apply(interpreter, name, Call(call.args[:1], {}, call.node))


def _axis(interpreter: Interpreter, call: Call) -> tuple[TensorType, int] | None:
    """What is split, and along which axis; None where that is not known, or there is none such."""
    value, axis = _first(interpreter, call), resolve(call.get(2, "axis", 0))
    rank = value.shape.rank if isinstance(value, TensorType) else None
    is_known = rank is not None and type(axis) is int and -rank <= axis < rank
    return (value, axis) if is_known else None


def _split(interpreter: Interpreter, call: Call) -> Value:
    """`np.split(x, 3, axis=1)`, `np.split(x, [2, 5])`: a list of arrays."""
    found, where = _axis(interpreter, call), resolve(call.get(1, "indices_or_sections"))
    if found is None:
        return TOP
    value, axis = found
    size, places = value.shape[axis], interpreter.known_items(where)
    if type(where) is int and type(size) is int and 0 < where <= 64 and not size % where:
        places = range(0, size, size // where)[1:]
    if type(size) is not int or places is None or not all(type(each) is int for each in places):
        return TOP
    edges = [0, *(slice(each).indices(size)[1] for each in places), size]
    sizes = (max(stop - start, 0) for start, stop in zip(edges, edges[1:]))
    shapes = (value.shape.replace(axis, each) for each in sizes)
    return interpreter.list(tuple(TensorType(value.dtype, each, "array") for each in shapes))


def _parts(interpreter: Interpreter, call: Call) -> Value:
    """`np.array_split(x, 3)`: the first parts have one row more where the number of rows is no multiple."""
    found, count = _axis(interpreter, call), resolve(call.get(1, "indices_or_sections"))
    if found is None or type(count) is not int:
        return _split(interpreter, call)
    size = found[0].shape[found[1]]
    if type(size) is not int or not 0 < count <= 64:
        return TOP
    rows, more = divmod(size, count)
    edges = [rows * i + min(i, more) for i in range(1, count)]
    given = [call.args[0], interpreter.list(tuple(edges)), found[1]]
    return _split(interpreter, Call(given, {}, call.node, call.name))


def _split_along(axis: int, interpreter: Interpreter, call: Call) -> Value:
    """`np.vsplit(x, 2)`, `np.hsplit(x, 2)`."""
    return _split(interpreter, Call([*call.args, axis], {}, call.node, call.name))


def _factors(interpreter: Interpreter, call: Call) -> Value:
    """`np.linalg.svd(x)`: two matrices of vectors and the singular values between them."""
    full = interpreter.truth(call.get(1, "full_matrices", True))
    both = interpreter.truth(call.get(2, "compute_uv", True))
    made = _of_square(
        "mm k nn" if full else "mk k kn", interpreter, Call(call.args[:1], {}, call.node)
    )
    if made is TOP or full is None or both is None:
        return TOP
    return Named(made, ("U", "S", "Vh")) if both else made[1]


def _histogram(interpreter: Interpreter, call: Call) -> Value:
    """`np.histogram(x, bins=5)`: how many there are in each bin, and the edges of the bins."""
    bins = resolve(call.get(1, "bins", 10))
    if type(bins) is not int or call.kwargs.keys() - {"bins", "range"}:
        return TOP
    counts = TensorType(DType.of("int64"), Shape.of(bins), "array")
    edges = _first(interpreter, call, "sqrt")
    dtype = edges.dtype if isinstance(edges, TensorType) else DType.any()
    return counts, TensorType(dtype, Shape.of(bins + 1), "array")


def _diagonal(interpreter: Interpreter, call: Call) -> Value:
    """`np.diag(v)` is a matrix of a vector, and of a matrix its diagonal."""
    made = _first(interpreter, call)
    if not isinstance(made, TensorType) or len(call.args) + len(call.kwargs) > 1:
        return TOP
    dims = made.shape.dims
    if dims is None or len(dims) not in (1, 2):
        return TOP
    if len(dims) == 1:
        return TensorType(made.dtype, Shape.of(dims[0], dims[0]), "array")
    known = isinstance(dims[0], int) and isinstance(dims[1], int)
    shape = Shape.of(min(dims) if known else UNKNOWN)  # type: ignore[type-var]
    return TensorType(made.dtype, shape, "array")


def _nonzero(interpreter: Interpreter, call: Call) -> Value:
    """`np.nonzero(x)`, `np.where(x)`: of each axis the places of what is not zero."""
    made = _first(interpreter, call)
    if not isinstance(made, TensorType) or made.shape.rank is None:
        return TOP
    return (TensorType(DType.of("int64"), Shape.of(UNKNOWN), "array"),) * made.shape.rank


def _unique(interpreter: Interpreter, call: Call) -> Value:
    """`np.unique(x, return_counts=True)`: the items, and for each of them or of `x` the numbers that are asked for."""
    made = arrays.apply(interpreter, "unique", Call(call.args, {}, call.node))
    asked = {name: interpreter.truth(each) for name, each in call.kwargs.items()}
    names = ("return_index", "return_inverse", "return_counts")
    if not isinstance(made, TensorType) or asked.keys() - set(names) or None in asked.values():
        return TOP
    given = arrays.apply(interpreter, "ravel", Call(call.args, {}, call.node))
    sizes = [(given if name == "return_inverse" else made) for name in names if asked.get(name)]
    beside = [
        TensorType(DType.of("int64"), each.shape, "array")
        for each in sizes
        if isinstance(each, TensorType)
    ]
    return (made, *beside) if beside else made


def _where(interpreter: Interpreter, call: Call) -> Value:
    if len(call.args) + len(call.kwargs) == 1:
        return _nonzero(interpreter, call)
    return arrays.apply(interpreter, "where", call)


def _unraveled(interpreter: Interpreter, call: Call) -> Value:
    """`np.unravel_index(place, shape)`: an index for each axis."""
    place, sizes = contents.of(resolve(call.args[0])), call.get(1, "shape")
    known = interpreter.known_items(sizes)
    if known is None:
        return TOP
    found: list[Value] = []
    for size in reversed(known):
        exact = type(place) is int and type(size) is int and size > 0
        place, index = divmod(place, size) if exact else (None, None)
        made = TensorType(DType.of("int64"), Shape.scalar(), "array")
        found.insert(0, arrays.array(interpreter, made, index))
    scalar = tensor_of(call.args[0])
    return tuple(found) if scalar is not None and scalar.shape.rank == 0 else TOP


def _of_square(shapes: str, interpreter: Interpreter, call: Call) -> Value:
    """`np.linalg.eigh(x)`, `np.linalg.qr(x)`: arrays of the sizes of a matrix, of rows, columns or the fewer of them."""
    value = _first(interpreter, call, "inv")
    dims = value.shape.dims if isinstance(value, TensorType) else None
    if dims is None or len(call.args) + len(call.kwargs) > 1:
        return TOP
    *batch, rows, columns = dims
    least = min(rows, columns) if type(rows) is int and type(columns) is int else UNKNOWN
    sizes = {"m": rows, "n": columns, "k": least}
    return tuple(
        TensorType(value.dtype, Shape.of(*batch, *map(sizes.__getitem__, each)), "array")
        for each in shapes.split()
    )


def _open_mesh(interpreter: Interpreter, call: Call) -> Value:
    """`np.ix_(rows, columns)`: vectors along an axis each, so that indices of all combinations come of them."""
    parts = [arrays.apply(interpreter, "array", Call([each], {}, call.node)) for each in call.args]
    if not all(isinstance(each, TensorType) and each.shape.rank == 1 for each in parts):
        return TOP
    rank = len(parts)
    return tuple(
        TensorType(
            each.dtype, Shape.of(*(each.shape[0] if i == j else 1 for j in range(rank))), "array"
        )
        for i, each in enumerate(parts)
    )


def _dtype(interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.get(0, "dtype"))
    python = {"builtins.int": "int64", "builtins.float": "float64"}
    if isinstance(value, External) and value.name in python:
        return DType.of(python[value.name])
    return as_dtype(value) or DType.any()


def _shape(interpreter: Interpreter, call: Call) -> Value:
    made = _first(interpreter, call)
    return interpreter.attribute(made, "shape", call.node)


def _attribute(name: str, interpreter: Interpreter, call: Call) -> Value:
    """`np.ndim(x)`, `np.size(x)`."""
    made = _first(interpreter, call)
    return interpreter.attribute(made, name, call.node) if len(call.args) == 1 else PyValue("int")


_DRAWS: Final = (
    "random", "random_sample", "standard_normal", "uniform", "normal", "randint", "integers", "choice", "permutation",
    "beta", "gamma", "laplace", "logistic", "gumbel", "exponential", "rayleigh", "chisquare", "poisson", "geometric",
    "binomial", "multinomial", "multivariate_normal", "dirichlet",
)  # fmt: skip

_FUNCTIONS: Final[dict[str, Model]] = {
    "numpy.*": _any_function,
    "numpy.array": _array,
    "numpy.asarray": _array,
    **{f"numpy.random.{name}": partial(_random, name) for name in _DRAWS},
    **{f"numpy.random.{name}": partial(_rand, name) for name in ("rand", "randn")},
    "numpy.random.shuffle": _shuffled,
    "numpy.random.seed": giving(None),
    "numpy.random.default_rng": making(_GENERATOR),
    "numpy.random.RandomState": making(_GENERATOR),
    "numpy.meshgrid": _meshgrid,
    "numpy.reshape": _reshaped,
    "numpy.ix_": _open_mesh,
    "numpy.nonzero": _nonzero,
    "numpy.where": _where,
    "numpy.unique": _unique,
    "numpy.unravel_index": _unraveled,
    "numpy.linalg.eigh": partial(_of_square, "n mn"),
    "numpy.linalg.qr": partial(_of_square, "mk kn"),
    "numpy.split": _split,
    "numpy.array_split": _parts,
    "numpy.vsplit": partial(_split_along, 0),
    "numpy.hsplit": partial(_split_along, 1),
    "numpy.linalg.svd": _factors,
    "numpy.histogram": _histogram,
    "numpy.diag": _diagonal,
    "numpy.dtype": _dtype,
    "numpy.shape": _shape,
    "numpy.ndim": partial(_attribute, "ndim"),
    "numpy.size": partial(_attribute, "size"),
    "numpy.allclose": giving(PyValue("bool")),
    "numpy.array_equal": giving(PyValue("bool")),
    "numpy.set_printoptions": giving(None),
    "numpy.save": consumed,
    "numpy.savez": consumed,
    "numpy.testing.assert_allclose": giving(None),
    "numpy.testing.assert_array_equal": giving(None),
    "numpy.testing.assert_equal": giving(None),
    "numpy.testing.assert_almost_equal": giving(None),
}
FUNCTIONS: Final = {name: checked(model) for name, model in _FUNCTIONS.items()}
CONSTANTS: Final = {
    "numpy.pi": giving(math.pi),
    "numpy.e": giving(math.e),
    "numpy.inf": giving(math.inf),
    "numpy.nan": giving(math.nan),
    "numpy.newaxis": giving(None),
    "numpy.__version__": giving(PyValue("str")),
}
CLASSES: Final = {
    _GENERATOR: LibraryClass(
        methods={
            **{name: checked(partial(_random, name)) for name in _DRAWS},
            **{name: checked(partial(_rand, name)) for name in ("rand", "randn")},
            "shuffle": _shuffled,
            "seed": giving(None),
        }
    )
}
