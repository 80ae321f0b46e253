"""What NumPy refuses for sure: sizes that are no ints, bounds the wrong way round, what is no dtype, nothing to join."""

from __future__ import annotations

import ast
from typing import Final

from tftypes.algebra import DType, TensorType
from tftypes.inference.interpreter.arguments import argument_of, written_owner
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import as_dtype, to_rule
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.models.tensorflow.ops import OpError, PyValue, Unsure
from tftypes.inference.models.tensorflow.ops.conversion import measured
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.objects import Container, Value, python_type, resolve
from tftypes.inference.values import Dataset

_TYPE_ERROR: Final = "builtins.TypeError"
_VALUE_ERROR: Final = "builtins.ValueError"
_GENERATOR: Final = "numpy.random.Generator"
_DRAWING: Final = ("numpy.random", _GENERATOR)
_OWNERS: Final = ("numpy", *_DRAWING)
#: Where a function has the sizes of what it makes.
_SIZES: Final = {
    **dict.fromkeys(("zeros", "ones", "empty", "full"), (0, "shape")),
    **dict.fromkeys(("random", "random_sample", "standard_normal"), (0, "size")),
    **dict.fromkeys(("uniform", "normal", "randint", "integers"), (2, "size")),
    **dict.fromkeys(("choice", "poisson"), (1, "size")),
}
#: What has a dtype after the first argument.
_TYPED: Final = ("zeros", "ones", "empty", "array", "asarray")
_JOINING: Final = ("stack", "concatenate", "vstack", "hstack", "dstack", "column_stack")
#: What draws numbers of a dtype that is given: whole ones, and those of a Generator's others.
_WHOLE: Final = ("randint", "integers")
_REAL: Final = ("random", "standard_normal", "standard_exponential", "standard_gamma")
_AVERAGING: Final = ("average", "mean", "median", "std", "var")


def checked(model: Model) -> Model:
    """A model whose arguments are checked before. Raises OpError for what NumPy refuses whatever else there is."""

    def run(interpreter: Interpreter, call: Call) -> Value:
        owner, _, name = call.name.rpartition(".")
        if owner in _OWNERS:
            _check(interpreter, name, call)
        if owner in _DRAWING and "dtype" in call.kwargs:
            _check_drawn(owner, name, call)
        return model(interpreter, call)

    return run


def _check_drawn(owner: str, name: str, call: Call) -> None:
    """What draws numbers of one dtype takes no other, and most take none. Raises OpError for one."""
    is_whole, is_real = name in _WHOLE, name in _REAL and owner == _GENERATOR
    takes_one, dtype = is_whole or is_real, as_dtype(resolve(call.kwargs["dtype"]))
    if takes_one and (dtype is None or dtype.is_floating is not is_whole):
        return
    words = f"draws no {dtype}" if takes_one else "has no parameter 'dtype'"
    hint = None
    if isinstance(node := call.node, ast.Call) and not any(
        each.arg is None for each in node.keywords
    ):
        rest = [each for each in node.keywords if each.arg != "dtype"]
        code, given = ast.Call(node.func, node.args, rest), argument_of(node, -1, "dtype")
        hint = f"{ast.unparse(code)}.astype({'dtype' if given is None else ast.unparse(given)}) casts them"
    raise OpError("tf-dtype" if takes_one else "tf-call", words, hint=hint, exception=_TYPE_ERROR)


def _check(interpreter: Interpreter, name: str, call: Call) -> None:
    if name in _SIZES:
        _check_sizes(interpreter, resolve(call.get(*_SIZES[name])), _SIZES[name][1])
    if name in ("rand", "randn"):
        _check_each(interpreter, call)
    if name in ("randint", "integers"):
        _check_bounds(interpreter, call)
    if name in _TYPED:
        _check_dtype(interpreter, name, call)
    if name in ("concatenate", "stack"):
        _check_axis(call)
    given = resolve(call.get(0, "a"))
    if isinstance(given, Dataset) and name in (*_JOINING, *_AVERAGING):
        code, hint = argument_of(call.node, 0, "a"), None
        if code is not None and isinstance(resolve(given.element), TensorType):
            hint = f"list({ast.unparse(code)}.as_numpy_iterator()) is one"
        words = "expected arrays, got a Dataset"
        raise OpError("tf-value", words, hint=hint, exception=_TYPE_ERROR)
    if name in _JOINING and interpreter.known_items(resolve(call.get(0, "arrays"))) == ():
        raise OpError("tf-value", "expected one array or more, got none", exception=_VALUE_ERROR)


def _check_sizes(interpreter: Interpreter, value: Value, argument: str) -> None:
    items = interpreter.known_items(value) if isinstance(value, (Container, tuple)) else None
    for each in map(resolve, (value,) if items is None else items):
        if _is_sure(each, ("float", "str")):
            hint = f"{int(each)} is one" if isinstance(each, float) and each.is_integer() else None
            words = f"expected ints, got {describe(to_rule(each))}"
            raise OpError("tf-dtype", words, argument, hint, _TYPE_ERROR)
        if type(each) is int and each < 0:
            words = f"expected sizes of 0 or more, got {each}"
            raise OpError("tf-value", words, argument, exception=_VALUE_ERROR)


def _is_sure(value: Value, kinds: tuple[str, ...]) -> bool:
    is_told = not isinstance(value, PyValue) or value.sure
    return is_told and python_type(value) in kinds


def _check_each(interpreter: Interpreter, call: Call) -> None:
    """`rand(2, 3)` takes each size by itself."""
    for place, each in enumerate(map(resolve, call.args)):
        if isinstance(each, tuple) or isinstance(each, Container) and each.kind == "list":
            code, hint = argument_of(call.node, place, ""), None
            if code is not None and len(call.args) == 1 and isinstance(call.node, ast.Call):
                hint = f"{ast.unparse(call.node.func)}(*{ast.unparse(code)}) takes each size"
            words = f"expected ints, got {describe(to_rule(each))}"
            raise OpError("tf-value", words, hint=hint, exception=_TYPE_ERROR)
        _check_sizes(interpreter, each, f"d{place}")


def _check_bounds(interpreter: Interpreter, call: Call) -> None:
    """`randint(low, high)` draws from low on, and below high; `randint(high)` from 0 on."""
    low, high, size = (
        resolve(call.get(place, name)) for place, name in enumerate(("low", "high", "size"))
    )
    if high is None:
        low, high = 0, low
    sizes = (
        (1,) if size is None else (size,) if type(size) is int else interpreter.known_items(size)
    )
    some = sizes is not None and all(type(each) is int and each > 0 for each in sizes)
    if type(low) is not int or type(high) is not int or "endpoint" in call.kwargs:
        return
    if some and low >= high:
        swapped = None
        if low > high and isinstance(call.node, ast.Call) and len(call.args) > 1:
            first, last, *rest = call.node.args
            more = [*map(ast.unparse, (last, first, *rest, *call.node.keywords))]
            swapped = f"{ast.unparse(call.node.func)}({', '.join(more)}) draws from {high} on"
        words = f"there is no int from {low} on and below {high}"
        raise OpError("tf-value", words, "high", swapped, _VALUE_ERROR)


def _check_axis(call: Call) -> None:
    """A second array in the place of the axis: `np.concatenate(a, b)`."""
    axis, hint = resolve(call.get(1, "axis")), None
    if isinstance(axis, TensorType) and axis.shape.rank:
        if isinstance(call.node, ast.Call) and len(call.args) == len(call.node.args) == 2:
            code = ", ".join(map(ast.unparse, call.node.args))
            hint = f"{ast.unparse(call.node.func)}(({code})) takes both"
        words = f"expected an int, got {describe(axis)}"
        raise OpError("tf-value", words, "axis", hint, _TYPE_ERROR)


def _check_dtype(interpreter: Interpreter, name: str, call: Call) -> None:
    """A second size, a second item, or a dtype of TensorFlow's in the place of the dtype."""
    dtype = resolve(call.get(1, "dtype"))
    code = argument_of(call.node, 1, "dtype")
    if isinstance(dtype, DType) and isinstance(code, ast.Attribute) and code.attr == dtype.name:
        words = f"expected a dtype of NumPy's, got {ast.unparse(code)}"
        known = {"string": "str", "bool": "bool"}
        hint = f"dtype={known.get(code.attr, f'{written_owner(call.node)}.{code.attr}')} is one"
        raise OpError("tf-dtype", words, "dtype", hint, _TYPE_ERROR)
    is_list = isinstance(dtype, Container) and dtype.kind == "list"
    items = interpreter.known_items(dtype) if is_list else (dtype,)
    if not items or not all(_is_sure(resolve(each), ("int",)) for each in items):
        return
    hint = None
    if isinstance(call.node, ast.Call) and len(call.args) == len(call.node.args) == 2:
        code = ", ".join(map(ast.unparse, call.node.args))
        both = f"[{code}]" if name.endswith("array") else f"({code})"
        hint = f"{ast.unparse(call.node.func)}({both}) takes both"
    words = f"expected a dtype, got {describe(to_rule(dtype))}"
    raise OpError("tf-dtype", words, "dtype", hint, _TYPE_ERROR)


def check_rows(value: object) -> None:
    """Raises OpError for rows of several lengths, which make no array."""
    try:
        measured(value)
    except OpError as error:
        if error.code == "tf-shape":
            made = OpError(error.code, error.message, "object", _instead(value), _VALUE_ERROR)
            raise made.complete("np.array()", {}) from None
    except Unsure:
        pass


def _instead(value: object) -> str:
    """What holds rows of several lengths, arrays of several ranks, and images of several sizes."""
    items = value if isinstance(value, (list, tuple)) else ()
    shapes = [each.shape for each in items if isinstance(each, TensorType)]
    if len({each.rank for each in shapes}) > 1:
        return "leave out np.array(): a list holds them as they are"
    if shapes and shapes[0].rank == 3:
        return f"tf.image.resize(image, {(shapes[0].dims or ())[:2]}) gives each one size"
    return "tf.keras.utils.pad_sequences() fills them up, tf.ragged.constant() takes them"
