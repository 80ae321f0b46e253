"""TensorArrays: the dtype, shape and number of their elements. In a graph every write makes a new one."""

from __future__ import annotations

from typing import Final

from tftypes.algebra import (
    UNKNOWN,
    Dim,
    DType,
    Expr,
    Shape,
    ShapeMismatch,
    TensorType,
    merge,
    shapes,
)
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import as_dtype, tensor_of, to_rule
from tftypes.inference.interpreter.tables import Call, LibraryClass, itself, reading
from tftypes.inference.models.tensorflow import specs
from tftypes.inference.models.tensorflow.ops import OpError, Unsure
from tftypes.inference.models.tensorflow.ops.conversion import as_tensor
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.ops.values import contents
from tftypes.inference.objects import Instance, Log, Value, noted, python_type, resolve
from tftypes.inference.widening import soften

_NAME: Final = "tensorflow.TensorArray"
_OUT_OF_RANGE: Final = "tensorflow.errors.OutOfRangeError"
#: What an array is told by, and what each is where nobody knows who made the array.
_SLOTS: Final[dict[str, Value]] = {
    "<dtype>": DType.any(),
    "<element>": Shape.unknown(),
    "<size>": None,
    "<dynamic>": True,
    "<infer>": False,
    "<sources>": None,
    "<keeps>": True,
    "<read>": frozenset(),
}


def _slot(array: Instance, name: str) -> Value:
    return array.read(name, _SLOTS[name])


def _construct(interpreter: Interpreter, call: Call) -> Value:
    given = call.receiver
    size = resolve(call.get(1, "size"))
    if size is None and interpreter.trace is None:
        words = "argument 'size' is missing, which an array needs outside of graphs"
        hint = "size=0, dynamic_size=True grows"
        raise OpError("tf-value", words, hint=hint, exception="builtins.ValueError")
    size = 0 if size is None else size
    _check_index(interpreter, size, "size")
    if isinstance(size, TensorType):
        size = size.value if interpreter.trace is None or size.shape.rank == 0 else None
    told = call.get(7, "element_shape")
    values = {
        "<dtype>": as_dtype(call.get(0, "dtype")) or DType.any(),
        "<element>": Shape.unknown() if told is None else specs.as_shape(told),
        "<size>": size if isinstance(size, (int, Expr)) else None,
        "<dynamic>": resolve(call.get(2, "dynamic_size", False)) is not False,
        "<infer>": resolve(call.get(6, "infer_shape", True)) is not False,
        "<sources>": Log(),
        "<keeps>": interpreter.truth(call.get(4, "clear_after_read", True)) is not True,
    }
    for name, value in values.items():
        interpreter.write(given, name, value)
    return given


def _next(interpreter: Interpreter, array: Instance) -> Instance:
    """The array after a write: eagerly the same, in a graph another."""
    if interpreter.trace is None:
        return array
    return interpreter.instance(_NAME, {name: _slot(array, name) for name in _SLOTS})


def _takes(array: Instance, tensor: TensorType) -> bool:
    """Whether an element is of the dtype and the shape that an array says."""
    dtype, element = _slot(array, "<dtype>"), _slot(array, "<element>")
    return (
        dtype.name in (None, tensor.dtype.name)
        and shapes.compatible(tensor.shape, element) is not False
    )


def _add(interpreter: Interpreter, array: Instance, tensor: TensorType, value: Value) -> None:
    """Note what an element is. Raises OpError where the array takes none such."""
    dtype: DType = _slot(array, "<dtype>")
    if tensor.dtype.name and dtype.name and tensor.dtype != dtype:
        words = f"the TensorArray holds {dtype}, got {tensor.dtype}: {tensor}"
        raise OpError("tf-dtype", words, hint=f"tf.cast(value, tf.{dtype})")
    if _slot(array, "<infer>") is not False:
        element: Shape = _slot(array, "<element>")
        try:
            known = merge(element, tensor.shape)
        except ShapeMismatch as error:
            if shapes.compatible(soften(element), soften(tensor.shape)) is not False:
                known = element
            else:
                raise OpError(
                    "tf-shape",
                    f"the elements of a TensorArray have one shape: {error}: {element} and {tensor.shape}",
                    hint="infer_shape=False takes several, for concat()",
                ) from None
        interpreter.write(array, "<element>", known)
    interpreter.note(array, "<sources>", value)


def _check_index(interpreter: Interpreter, index: Value, name: str = "index") -> None:
    """Counts and places are whole numbers, and the ops of a graph take int32 alone. Raises OpError for others."""
    if not isinstance(index, TensorType) or index.kind not in ("tensor", "variable", "array"):
        kind = python_type(index)
        if kind in ("float", "str") and getattr(index, "sure", True):
            hint = f"int({name}) is one" if kind == "float" else None
            raise OpError("tf-dtype", f"expected an int, got {describe(index)}", name, hint)
        return
    in_graph = interpreter.trace is not None
    if in_graph and index.kind == "array":  # it is converted
        return
    is_wrong = (
        index.dtype.name not in (None, "int32") if in_graph else index.dtype.is_integer is False
    )
    if is_wrong:
        words = "a TensorArray of a graph takes int32" if in_graph else "expected an int"
        hint = f"tf.cast({name}, tf.int32) is one"
        raise OpError("tf-dtype", f"{words}, got {index.dtype}", name, hint)
    if index.shape.rank and not in_graph and name != "indices":
        raise OpError("tf-rank", f"expected a scalar, got {index}", name)


def _check_place(
    interpreter: Interpreter,
    array: Instance,
    index: Value,
    is_read: bool,
    exception: str = _OUT_OF_RANGE,
) -> None:
    """A place is one that the array has, or gets by a write. Raises OpError for others.

    A graph may leave out what a condition keeps it from, and reads whose result is not used.
    """
    size, in_graph = _slot(array, "<size>"), interpreter.trace is not None
    grows = _slot(array, "<dynamic>") and not is_read
    if size == 0 and not is_read and not grows and (in_graph or not isinstance(index, int)):
        words, hint = "the TensorArray has no places and does not grow", "dynamic_size=True lets it"
        exception = "tensorflow.errors.InvalidArgumentError" if in_graph else exception
        raise OpError("tf-value", words, hint=hint, exception=exception)
    if in_graph or not isinstance(index, int):
        return
    if index < 0:
        words = f"index {index} is negative, and the first place is 0"
    elif isinstance(size, int) and index >= size and not grows:
        growth = "" if is_read else ", which does not grow"
        words = f"index {index} is out of range for a TensorArray of size {size}{growth}"
    else:
        return
    hint = None if is_read or index < 0 else f"size={index + 1} has room for it"
    raise OpError("tf-value", words, hint=hint, exception=exception)


def _places(call: Call) -> list[int]:
    """The indices that are known."""
    known = contents(to_rule(call.get(0, "indices")))
    return [each for each in known if isinstance(each, int)] if isinstance(known, tuple) else []


def _write(interpreter: Interpreter, call: Call) -> Value:
    array, index = call.receiver, resolve(call.get(0, "index"))
    _check_index(interpreter, index)
    if isinstance(index, TensorType):
        index = index.value if interpreter.trace is None else None
    _check_place(interpreter, array, index, is_read=False)
    dtype: DType = _slot(array, "<dtype>")
    value = call.get(1, "value")
    given = to_rule(value)
    if tensor_of(value) is None:
        raise Unsure
    tensor = as_tensor(given, dtype if dtype.name and not isinstance(given, TensorType) else None)
    made = _next(interpreter, array)
    _add(interpreter, made, tensor, value)
    _fill(interpreter, made, index)
    size = _slot(array, "<size>")
    if _slot(array, "<dynamic>"):
        grown = max(size, index + 1) if isinstance(size, int) and isinstance(index, int) else None
        interpreter.write(made, "<size>", grown)
    return made


def _size(array: Instance, graph: bool) -> Dim:
    size = _slot(array, "<size>")
    if graph and _slot(array, "<dynamic>"):
        return UNKNOWN
    return size if isinstance(size, (int, Expr)) else UNKNOWN


def _made(interpreter: Interpreter, array: Instance, shape: Shape) -> Value:
    return interpreter.made(
        TensorType(_slot(array, "<dtype>"), shape), list(noted(array, "<sources>")), "stack"
    )


def _element(array: Instance) -> Shape:
    """The shape of the elements, none where each may have its own."""
    shape: Shape = _slot(array, "<element>")
    return shape if _slot(array, "<infer>") is not False else Shape.unknown()


def _stack(interpreter: Interpreter, call: Call) -> Value:
    array = call.receiver
    size = _size(array, interpreter.trace is not None)
    return _made(interpreter, array, Shape.of(size) + _element(array))


def _fill(interpreter: Interpreter, array: Instance, index: Value = None) -> None:
    """Note that an element is there again, or any where nobody knows which."""
    read = _slot(array, "<read>")
    rest = read - {index} if isinstance(index, int) and isinstance(read, frozenset) else frozenset()
    interpreter.write(array, "<read>", rest)


def _take(interpreter: Interpreter, array: Instance, index: Value) -> None:
    """Eagerly a read clears the element. Raises OpError where that has happened before."""
    if interpreter.trace is not None or _slot(array, "<keeps>") is not False:
        return
    index = index.value if isinstance(index, TensorType) else index
    read = _slot(array, "<read>")
    if not isinstance(index, int) or not isinstance(read, frozenset):
        return
    if index in read:
        words = f"element {index} is read twice, and a read clears it"
        hint = "tf.TensorArray(..., clear_after_read=False) keeps what is read"
        raise OpError("tf-state", words, "index", hint)
    interpreter.write(array, "<read>", read | {index})


def _read(interpreter: Interpreter, call: Call) -> Value:
    index = resolve(call.get(0, "index"))
    _check_index(interpreter, index)
    known = index.value if isinstance(index, TensorType) else index
    _check_place(interpreter, call.receiver, known, is_read=True)
    _take(interpreter, call.receiver, index)
    return _made(interpreter, call.receiver, _element(call.receiver))


def _gather(interpreter: Interpreter, call: Call) -> Value:
    indices = tensor_of(call.get(0, "indices"))
    _check_index(interpreter, resolve(call.get(0, "indices")), "indices")
    for each in _places(call):  # they are those of a list, which counts from its end, too
        _check_place(interpreter, call.receiver, max(each, 0), True, "builtins.IndexError")
    size = indices.shape[0] if indices is not None and indices.shape.rank else UNKNOWN
    return _made(interpreter, call.receiver, Shape.of(size) + _element(call.receiver))


def _concat(interpreter: Interpreter, call: Call) -> Value:
    array = call.receiver
    shape, size = _element(array), _size(array, interpreter.trace is not None)
    if not shape.rank or array.read("<split>", False):
        return _made(
            interpreter,
            array,
            Shape.of(UNKNOWN) + shape.slice(1) if shape.rank else Shape.unknown(),
        )
    first = shape[0]
    known = not (first is UNKNOWN or size is UNKNOWN)
    return _made(interpreter, array, Shape.of(first * size if known else UNKNOWN) + shape.slice(1))


def _check_count(array: Instance, count: Dim) -> None:
    """Raises OpError for more elements than an array of one size has places for."""
    size = _slot(array, "<size>")
    if _slot(array, "<dynamic>") or not isinstance(count, int) or not isinstance(size, int):
        return
    if count > size:
        words = f"{count} elements do not fit a TensorArray of size {size}, which does not grow"
        raise OpError("tf-value", words, "value", f"size={count} has room for them")


def _unstack(interpreter: Interpreter, call: Call) -> Value:
    value = tensor_of(call.get(0, "value"))
    if value is None or not value.shape.rank:
        raise Unsure
    element = TensorType(value.dtype, value.shape.slice(1))
    if interpreter.trace is None:
        _check_count(call.receiver, value.shape[0])
    # Outside of graphs nobody asks what an element is.
    if interpreter.trace is None and not _takes(call.receiver, element):
        interpreter.write(call.receiver, "<dtype>", DType.any())
        return _opaque(interpreter, call)
    made = _next(interpreter, call.receiver)
    _add(interpreter, made, element, call.get(0, "value"))
    size = value.shape[0]
    interpreter.write(made, "<size>", size if isinstance(size, (int, Expr)) else None)
    if interpreter.trace is not None:  # it has so many elements until it is written to
        interpreter.write(made, "<dynamic>", False)
    _fill(interpreter, made)
    return made


def _scatter(interpreter: Interpreter, call: Call) -> Value:
    _check_index(interpreter, resolve(call.get(0, "indices")), "indices")
    for each in _places(call):
        _check_place(interpreter, call.receiver, each, is_read=False)
    return _opaque(interpreter, call)


def _opaque(interpreter: Interpreter, call: Call) -> Value:
    """Of the elements nothing more is known."""
    made = _next(interpreter, call.receiver)
    interpreter.write(made, "<element>", Shape.unknown())
    interpreter.write(made, "<size>", None)
    interpreter.write(made, "<infer>", False)
    _fill(interpreter, made)
    interpreter.note(made, "<sources>", *call.values)
    return made


def _count(interpreter: Interpreter, call: Call) -> Value:
    size = _slot(call.receiver, "<size>") if interpreter.trace is None else None
    return interpreter.made(TensorType(DType.of("int32"), Shape.scalar(), value=size), [])


CLASSES: Final = {
    _NAME: LibraryClass(
        construct=_construct,
        pure=frozenset({"write", "unstack", "scatter", "split"}),
        methods={
            "write": _write,
            "read": _read,
            "stack": _stack,
            "gather": _gather,
            "concat": _concat,
            "unstack": _unstack,
            "scatter": _scatter,
            "split": _opaque,
            "identity": itself,
            "size": _count,
        },
        attributes={
            "dtype": reading("<dtype>", _SLOTS["<dtype>"]),
            "element_shape": reading("<element>", _SLOTS["<element>"]),
            "dynamic_size": reading("<dynamic>", _SLOTS["<dynamic>"]),
        },
    )
}
