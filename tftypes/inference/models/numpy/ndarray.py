"""Methods and attributes of NumPy's arrays and scalars."""

from __future__ import annotations

import math
from functools import partial
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Expr, Shape, TensorType, dtypes, num_elements
from tftypes.inference.interpreter import arrays
from tftypes.inference.interpreter.arguments import refused
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.iteration import size_or_none
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.interpreter.tables import Call, LibraryClass, giving
from tftypes.inference.models.numpy import contents
from tftypes.inference.models.numpy.contents import flattened
from tftypes.inference.models.tensorflow.ops import OpError, PyValue
from tftypes.inference.models.tensorflow.ops.values import is_dim, is_number
from tftypes.inference.models.tensorflow.tensors import dtype_of, rank_of
from tftypes.inference.objects import TOP, External, Value, resolve
from tftypes.inference.spelling import misspelt
from tftypes.inference.values import Seq, Tensor

_INT: Final = PyValue("int")
#: Methods that do what the function of their name does.
_METHODS: Final = (
    "reshape", "astype", "flatten", "ravel", "squeeze", "transpose", "sum", "prod", "mean", "std", "var", "max", "min",
    "argmax", "argmin", "any", "all", "argsort", "repeat", "clip", "round", "copy", "cumsum", "cumprod", "dot", "swapaxes",
    "take", "searchsorted", "diagonal", "trace",
)  # fmt: skip


def _method(name: str, interpreter: Interpreter, call: Call) -> Value:
    if refused(interpreter, interpreter.declared.find(f"numpy.ndarray.{name}"), call):
        return TOP
    args = [call.receiver, *call.args]
    return arrays.apply(interpreter, name, Call(args, call.kwargs, call.node), f".{name}()")


def _python(value: Any, dtype: str | None) -> Value:
    """What a scalar is as Python's own number."""
    if value is not None:
        return value
    if dtype == "bytes":
        return arrays.BYTES
    names = {"float": "float", "int": "int", "uint": "int", "bool": "bool", "string": "str"}
    kind = names.get((dtype or "").rstrip("0123456789"))
    return TOP if kind is None else PyValue(kind)


def _item(interpreter: Interpreter, call: Call) -> Value:
    """`x.item()`, `x.item(3)`: a number, by its place in the row of all of them."""
    array, place = call.receiver, resolve(call.get(0, "args", 0))
    count = num_elements(array.shape)
    if not call.args and not call.kwargs and is_number(count) and count != 1:
        words = f"one element is a number, and the array has {count}: {array}"
        raise OpError("tf-shape", words, hint="x.tolist() has all of them")
    held = flattened(to_rule(array).value)
    known = len(call.args) < 2 and type(place) is int and -len(held) <= place < len(held)
    return _python(held[place] if known else None, array.dtype.name)


def _to_list(interpreter: Interpreter, call: Call) -> Value:
    array = call.receiver
    dtype = "bytes" if arrays.of_bytes(array) else array.dtype.name
    return _listed(interpreter, array.shape.dims, to_rule(array).value, dtype)


def _viewed(interpreter: Interpreter, call: Call) -> Value:
    """`x.view()`; as another dtype the last axis may have another size."""
    if call.args or call.kwargs:
        return TOP
    return call.receiver


def _listed(
    interpreter: Interpreter, dims: tuple[Any, ...] | None, held: Any, dtype: str | None
) -> Value:
    """Nested lists of so many numbers."""
    if dims is None:
        return TOP
    if not dims:
        return _python(held, dtype)
    size, inner = dims[0], dims[1:]
    if isinstance(held, tuple):
        return interpreter.list(tuple(_listed(interpreter, inner, each, dtype) for each in held))
    if isinstance(size, int) and size <= contents.MOST:
        return interpreter.list(
            tuple(_listed(interpreter, inner, None, dtype) for _ in range(size))
        )
    return interpreter.list(Seq((), _listed(interpreter, inner, None, dtype)))


def _in_place(interpreter: Interpreter, call: Call) -> Value:
    arrays.written(interpreter, call.receiver)
    return None


def _size(interpreter: Interpreter, value: TensorType) -> Value:
    dims = value.shape.dims
    if dims is None or not all(isinstance(each, (int, Expr)) for each in dims):
        return size_or_none(interpreter)
    return math.prod(dims)


def _transposed(interpreter: Interpreter, value: TensorType) -> Value:
    dims = value.shape.dims
    shape = Shape.unknown() if dims is None else Shape.of(*dims[::-1])
    return TensorType(value.dtype, shape, "array")


def _same(interpreter: Interpreter, value: TensorType) -> Value:
    return value if value.dtype.is_floating or value.dtype.is_integer else TOP


def _flat(interpreter: Interpreter, value: TensorType) -> Value:
    """The elements in a row, which share its memory."""
    size = _size(interpreter, value)
    return Tensor.of(value, Shape.of(size if is_dim(size) else UNKNOWN))


#: What tensors, lists and pandas have and arrays have not.
_INSTEAD: Final = {
    "numpy": "it is an array already, leave out .numpy()",
    "get_shape": "its shape is a tuple",
    "set_shape": "reshape() gives another",
    "eval": "it has its values",
    "assign": "x[...] = value does it",
    "append": "np.append(x, item) does it",
    "extend": "np.append(x, items) does it",
    "values": "it is an array already, leave out .values",
    "to_numpy": "it is an array already, leave out .to_numpy()",
    "unsqueeze": "np.expand_dims(x, axis) does it",
    "length": "len(x) counts its rows",
}
#: What arrays and NumPy's numbers have besides the methods and attributes that are known below, of NumPy 1 and 2.
_OTHERS: Final = (
    "argpartition", "as_integer_ratio", "base", "bit_count", "byteswap", "choose", "compress", "conj", "conjugate",
    "ctypes", "data", "denominator", "device", "dump", "dumps", "flags", "fromhex", "getfield", "hex", "imag",
    "is_integer", "itemset", "mT", "newbyteorder", "numerator", "ptp", "resize", "setfield", "strides", "to_device",
    "tofile", "tostring",
)  # fmt: skip


def _gone(_: Interpreter, name: str) -> str | None:
    """What does the work of an attribute that no array has; None for one that arrays have."""
    if name in _KNOWN:
        return None
    if name in _INSTEAD:
        return _INSTEAD[name]
    near = misspelt(name, sorted(_KNOWN), 0.7)
    return f"did you mean '{near}'?" if near else "no array of NumPy's has it"


_CLASS: Final = LibraryClass(
    methods={
        **{name: partial(_method, name) for name in _METHODS},
        "item": _item,
        "tolist": _to_list,
        "tobytes": giving(arrays.BYTES),
        "view": _viewed,
        "nonzero": lambda interpreter, call: interpreter.call(
            External("numpy.nonzero"), [call.receiver], {}, call.node
        ),
        **dict.fromkeys(("fill", "sort", "put", "partition", "setflags"), _in_place),
    },
    attributes={
        "shape": lambda interpreter, value: interpreter.items(value.shape),
        "dtype": dtype_of,
        "ndim": rank_of,
        "size": _size,
        "T": _transposed,
        "flat": _flat,
        "real": _same,
        "nbytes": giving(_INT),
        "itemsize": lambda _, value: dtypes.size(value.dtype) or _INT,
    },
    gone=_gone,
)
_KNOWN: Final = frozenset((*_CLASS.methods, *_CLASS.attributes, *_OTHERS))
CLASSES: Final = {"numpy.ndarray": _CLASS}
