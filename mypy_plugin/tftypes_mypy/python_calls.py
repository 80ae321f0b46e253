"""Calls of functions of Python's, and of a few others, whose results are known when their arguments are."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Expr, Shape, TensorType
from tftypes.inference.models.tensorflow.ops import PyValue, array_functions
from tftypes_mypy import names

#: The longest sequence that is followed item by item.
LONGEST: Final = 256

Call = Callable[[list[Any]], Any]


def items_of(value: Any) -> list[Any] | None:
    """The items of a sequence that is known item by item."""
    if isinstance(value, Shape):
        return None if value.dims is None else list(value.dims)
    if isinstance(value, dict):
        return list(value)
    is_text = isinstance(value, str) and len(value) <= LONGEST
    return list(value) if is_text or isinstance(value, (tuple, list)) else None


def is_dim(value: object) -> bool:
    return isinstance(value, Expr) or (type(value) is int and value >= 0)


# --- one argument ---------------------------------------------------------------------


def _length(value: Any) -> Any:
    if isinstance(value, (tuple, list, str, dict)):
        return len(value)
    if isinstance(value, Shape) and value.rank is not None:
        return value.rank
    if isinstance(value, TensorType) and value.shape.rank:
        return value.shape[0]
    return UNKNOWN


def _int(value: Any) -> Any:
    if isinstance(value, Expr):
        return value
    if isinstance(value, PyValue) and value.type in ("int", "bool", "float"):
        return PyValue("int")
    return int(value) if isinstance(value, (int, float)) and math.isfinite(value) else UNKNOWN


def _float(value: Any) -> Any:
    if isinstance(value, (int, float)):
        return float(value)
    return PyValue("float") if isinstance(value, (PyValue, Expr)) else UNKNOWN


def _container(value: Any, kind: type[list[Any]] | type[tuple[Any, ...]]) -> Any:
    items = items_of(value)
    return UNKNOWN if items is None else kind(items)


def _shape(value: Any) -> Any:
    if isinstance(value, Shape):
        return value
    if value is None:
        return Shape.unknown()
    if not isinstance(value, (tuple, list)):
        return UNKNOWN
    return Shape.of(*(dim if is_dim(dim) else UNKNOWN for dim in value))


def _number(value: Any, function: Callable[[Any], Any]) -> Any:
    """Of a number that is known; an int of another size, or a float that is not finite, is none."""
    if type(value) not in (int, float, bool):
        return UNKNOWN
    try:
        return function(value)
    except (ValueError, OverflowError):
        return UNKNOWN


def _rooted(value: Any) -> Any:
    return PyValue("float") if isinstance(value, (Expr, PyValue)) else _number(value, math.sqrt)


def product(value: Any) -> Any:
    """The product of all dims: a symbolic one where a dim is."""
    items = items_of(value)
    if items is None or not all(is_dim(item) for item in items):
        return UNKNOWN
    result: Any = 1
    for item in items:
        result = result * item
    return result


def _sum(value: Any) -> Any:
    items = items_of(value)
    if items is None or not all(isinstance(item, (int, float, Expr)) for item in items):
        return UNKNOWN
    result: Any = 0
    for item in items:
        result = result + item
    return result


def _reversed(value: Any) -> Any:
    items = items_of(value)
    return UNKNOWN if items is None else items[::-1]


def _sorted(value: Any) -> Any:
    items = items_of(value)
    known = items is not None and all(type(item) is int for item in items)
    return sorted(items) if items is not None and known else UNKNOWN


def _code(value: Any) -> Any:
    return ord(value) if isinstance(value, str) and len(value) == 1 else UNKNOWN


def _is_sparse(value: Any) -> Any:
    """Of a symbol of Keras' it is not known: `keras.Input(..., sparse=True)` makes such."""
    return value.kind == "sparse" if isinstance(value, TensorType) else UNKNOWN


_ONE: Final[dict[str, Callable[[Any], Any]]] = {
    "builtins.ord": _code,
    "builtins.len": _length,
    "builtins.int": _int,
    "builtins.float": _float,
    "builtins.list": partial(_container, kind=list),
    "builtins.tuple": partial(_container, kind=tuple),
    "builtins.abs": partial(_number, function=abs),
    "builtins.round": partial(_number, function=round),
    "builtins.sum": _sum,
    "builtins.reversed": _reversed,
    "builtins.sorted": _sorted,
    "math.ceil": partial(_number, function=math.ceil),
    "math.floor": partial(_number, function=math.floor),
    "math.log2": partial(_number, function=math.log2),
    "math.log": partial(_number, function=math.log),
    "math.exp": partial(_number, function=math.exp),
    "math.sqrt": _rooted,
    "math.prod": product,
    "numpy.prod": product,
    "tensorflow.keras.backend.is_sparse": _is_sparse,
    names.TENSOR_SHAPE: _shape,
}


# --- several --------------------------------------------------------------------------


def range_of(args: list[Any]) -> range | None:
    """The range of these arguments, if they are known."""
    if not 1 <= len(args) <= 3 or not all(type(arg) is int for arg in args):
        return None
    try:
        return range(*args)
    except ValueError:
        return None


def _range(args: list[Any]) -> Any:
    found = range_of(args)
    return UNKNOWN if found is None or len(found) > LONGEST else list(found)


def _extreme(args: list[Any], choose: Callable[[Iterable[Any]], Any]) -> Any:
    items = items_of(args[0]) if len(args) == 1 else args
    if not items or not all(type(item) in (int, float) for item in items):
        return UNKNOWN
    return choose(items)


def _zip(args: list[Any]) -> Any:
    columns = [items_of(arg) for arg in args]
    if any(column is None for column in columns):
        return UNKNOWN
    return list(zip(*(column for column in columns if column is not None)))


def _enumerate(args: list[Any]) -> Any:
    items = items_of(args[0]) if args else None
    start = args[1] if len(args) > 1 else 0
    return UNKNOWN if items is None or type(start) is not int else list(enumerate(items, start))


def _divmod(args: list[Any]) -> Any:
    if len(args) != 2 or not all(isinstance(arg, (int, Expr)) for arg in args) or args[1] == 0:
        return UNKNOWN
    return args[0] // args[1], args[0] % args[1]


def _sizes(args: list[Any]) -> Any:
    dims = args[0].shape.dims if len(args) == 1 and isinstance(args[0], TensorType) else None
    return UNKNOWN if dims is None else tuple(dims)


def _rank(args: list[Any]) -> Any:
    sizes = _sizes(args)
    return UNKNOWN if sizes is UNKNOWN else len(sizes)


_SEVERAL: Final[dict[str, Call]] = {
    "builtins.range": _range,
    "builtins.max": partial(_extreme, choose=max),
    "builtins.min": partial(_extreme, choose=min),
    "builtins.zip": _zip,
    "builtins.enumerate": _enumerate,
    "builtins.divmod": _divmod,
    names.INT_SHAPE: _sizes,
    "tensorflow.keras.backend.ndim": _rank,
}


def _one(args: list[Any], function: Callable[[Any], Any]) -> Any:
    return function(args[0]) if len(args) == 1 else UNKNOWN


#: By full name: from the values of positional arguments to that of the call.
CALLS: Final[dict[str, Call]] = {
    **{name: partial(_one, function=function) for name, function in _ONE.items()},
    **_SEVERAL,
}


# --- methods --------------------------------------------------------------------------


def method(owner: Any, name: str, args: list[Any]) -> Any:
    """The result of a method of a shape, a tensor, a list or a dict."""
    if isinstance(owner, TensorType) and owner.kind == "array":
        return array_functions.scalar(name, owner, args)
    if isinstance(owner, TensorType):
        if name == "numpy" and not args and owner.kind in ("tensor", "variable"):
            return TensorType(owner.dtype, owner.shape, "array")
        return owner.shape if name == "get_shape" and not args else UNKNOWN
    if isinstance(owner, Shape):
        return _shape_method(owner, name, args)
    if isinstance(owner, dict) and not args:
        found = {"keys": list(owner), "values": list(owner.values()), "items": list(owner.items())}
        return found.get(name, UNKNOWN)
    if isinstance(owner, dict) and name == "get" and isinstance(args[0], (str, int)):
        return owner.get(args[0], args[1] if len(args) > 1 else None)
    if isinstance(owner, (list, tuple)) and name == "copy":
        return owner[:]
    return UNKNOWN


def _shape_method(shape: Shape, name: str, args: list[Any]) -> Any:
    if name == "as_list" and shape.dims is not None:
        return list(shape.dims)
    if name == "num_elements":
        return product(shape)
    if name == "concatenate" and len(args) == 1:
        return joined(shape, args[0])
    return UNKNOWN


def joined(left: Any, right: Any) -> Any:
    """Two shapes, one of which may be a list or a tuple, in one."""
    both = [_shape(part) for part in (left, right)]
    return both[0] + both[1] if all(isinstance(part, Shape) for part in both) else UNKNOWN
