"""Batches of elements that are filled up: what pads them has the structure, the ranks and the dtypes of the elements."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Final

from tftypes.algebra import UNKNOWN, Dim, DType, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import tensor_of
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.tensorflow.dataset_batches import batch_size
from tftypes.inference.models.tensorflow.dataset_elements import (
    call_on,
    component,
    settled,
    with_batch,
)
from tftypes.inference.models.tensorflow.ops import OpError, passes
from tftypes.inference.models.tensorflow.ops import data as components
from tftypes.inference.models.tensorflow.shown_structures import shown
from tftypes.inference.models.tensorflow.specs import as_shape, is_open
from tftypes.inference.models.tensorflow.structures import is_list, map_leaves, members, with_parts
from tftypes.inference.objects import TOP, Value, is_unknown, python_type, resolve
from tftypes.inference.values import Dataset, Mapped, contents_of, is_dict, whole_dict

#: What makes a dense element of one that is not, by the kind of its tensor.
_DENSE: Final = {"ragged": "lambda x: x.to_tensor()", "sparse": "tf.sparse.to_dense"}


def padded_batch(interpreter: Interpreter, call: Call) -> Value:
    size, drops, number = batch_size(interpreter, call, 3)
    given: Dataset = call.receiver
    rows, room = settled(interpreter, given), resolve(call.get(1, "padded_shapes"))
    made = _filled(interpreter, call, rows, room, size)
    _check_values(rows, resolve(call.get(2, "padding_values")), rows)
    arguments = {"batch_size": number, "drop_remainder": drops}
    fault, later = _too_long(interpreter, call, rows, room, number)
    return Dataset(made, passes.changed(given.once, "batch", arguments), fault, later)


def _too_long(
    interpreter: Interpreter, call: Call, rows: Value, room: Value, number: Value
) -> tuple[tuple[str, str] | None, tuple[str, str] | None]:
    """What goes wrong with the first batch, and with a later one, where an element has no room."""
    for place, tensors in enumerate(call.receiver.firsts):
        left = iter(tensors)

        def known(leaf: Value) -> Value:
            tensor = next(left, None)  # noqa: B023
            if tensor is None or not isinstance(leaf, TensorType) or leaf.kind != "tensor":
                return TOP
            return TensorType(leaf.dtype, tensor.shape)

        try:
            _filled(interpreter, call, map_leaves(interpreter, known, rows), room, UNKNOWN)
        except OpError as error:
            words = f"padded_batch() of element {place}: {error.message}"
            hint = "map(lambda x: x[:size]) before it cuts the elements"
            fault = error.code, f"{words}; {hint}"
            return (fault, None) if isinstance(number, int) and place < number else (None, fault)
    return None, None


def _filled(interpreter: Interpreter, call: Call, rows: Value, room: Value, size: Dim) -> Value:
    """A batch of elements that are filled up to the shapes in `room`."""
    function = call.node.func if isinstance(call.node, ast.Call) else None
    receiver = ast.unparse(function.value) if isinstance(function, ast.Attribute) else "dataset"

    def padded(each: Value, shape: Value = None) -> Value:
        if not isinstance(each, TensorType):
            return TOP
        if each.kind in _DENSE:
            words = f"expected dense elements, got {each}"
            hint = f"{receiver}.map({_DENSE[each.kind]}) makes them so"
            raise OpError("tf-value", words, hint=hint, exception="builtins.TypeError")
        if shape is None and is_open(each.shape):
            hint = "padded_shapes=[None] is for vectors"
            words = "nobody knows the rank of the elements before they are made"
            raise OpError("tf-rank", words, "padded_shapes", hint, "builtins.ValueError")
        return components.batched(
            components.padded(each, None if shape is None else as_shape(shape)), size
        )

    return _beside(interpreter, padded, rows, room, rows)


def bucketed(interpreter: Interpreter, call: Call) -> Value:
    """`bucket_by_sequence_length`: batches of elements whose lengths are between the same boundaries."""
    each = with_batch(interpreter, call.receiver.element, UNKNOWN)
    function = "element_length_func"
    made = call_on(interpreter, call.get(0, function), each, call.node, function)
    length = tensor_of(made)
    if length is not None and length.dtype.name not in (None, "int32"):
        words = f"expected an int32 scalar, got {component(length)}"
        raise OpError("tf-dtype", words, function, "tf.shape(x)[0] is the length of a vector")
    bounds, sizes = (
        _numbers(interpreter, call, place, name)
        for place, name in ((1, "bucket_boundaries"), (2, "bucket_batch_sizes"))
    )
    if bounds is not None and sizes is not None and len(sizes) != len(bounds) + 1:
        words = f"{len(bounds)} boundaries make {len(bounds) + 1} buckets, got {len(sizes)} sizes"
        raise OpError("tf-value", words, "bucket_batch_sizes")
    room = resolve(call.get(3, "padded_shapes"))
    if room is not TOP and interpreter.known_items(room) == ():  # it is no shape, but none
        room = None
    made = _filled(interpreter, call, each, room, UNKNOWN)
    _check_values(each, resolve(call.get(4, "padding_values")), each)
    return Dataset(made if room is None else TOP)


def _numbers(interpreter: Interpreter, call: Call, place: int, name: str) -> Sequence[Value] | None:
    """A list of ints. Raises OpError for one number, and for a float in the list."""
    value = resolve(call.get(place, name))
    if python_type(value) in ("int", "float"):
        words = f"expected a list, got {value}"
        raise OpError("tf-value", words, name, f"[{value}] is one", "builtins.TypeError")
    found = interpreter.known_items(value)
    other = next((each for each in found or () if isinstance(resolve(each), float)), None)
    if other is not None:
        words = f"expected ints, got {other}"
        raise OpError("tf-dtype", words, name, f"int({other}) is one", "builtins.TypeError")
    return found


# -- the shapes --------------------------------------------------------------------------------------------------------


def _beside(
    interpreter: Interpreter,
    function: Callable[..., Value],
    value: Value,
    room: Value,
    whole: Value,
) -> Value:
    """A function on the leaves of an element with a shape for each. Raises OpError for another structure of shapes."""
    value, room = resolve(value), resolve(room)
    children = members(value)
    if children is None:
        if room is None and value is not whole:
            words = "None is no shape"
            raise OpError("tf-value", words, "padded_shapes", _shapes_of(whole), _VALUE)
        return function(value, room)
    if room is None and value is whole:
        return map_leaves(interpreter, lambda each: function(each, None), value)
    if not _is_plain(value) or is_unknown(room):
        return map_leaves(interpreter, lambda each: TOP, value)
    beside = members(room)
    if _is_apart(value, room) or beside is None or beside.keys() != children.keys():
        words = f"expected shapes in {_named(value)}, as the elements are, got {shown(room)}"
        raise OpError("tf-value", words, "padded_shapes", _shapes_of(whole), _VALUE)
    made = [_beside(interpreter, function, children[key], beside[key], whole) for key in children]
    return with_parts(interpreter, value, made)


_VALUE: Final = "builtins.ValueError"


def _is_plain(value: Value) -> bool:
    """Whether all of a tuple or a dict is known."""
    contents = contents_of(value)
    return isinstance(contents, tuple) or isinstance(contents, Mapped) and contents.is_whole


def _is_apart(value: Value, other: Value) -> bool:
    """Whether one is a tuple or a dict and the other is not."""
    return is_dict(value) is not is_dict(other) or is_list(other)


def _named(value: Value) -> str:
    known = whole_dict(value)
    if known is not None:
        return f"a dict with {', '.join(map(repr, known))}"
    return f"a tuple of {len(members(value) or ())}"


def _shapes_of(value: Value) -> str | None:
    """The argument that pads all elements to the longest."""
    code = _shape_of(value)
    return None if code is None else f"padded_shapes={code}"


def _shape_of(value: Value) -> str | None:
    value = resolve(value)
    if isinstance(value, TensorType):
        sizes = value.shape.dims
        known = [str(each) if isinstance(each, int) else "None" for each in sizes or ()]
        return None if sizes is None else f"[{', '.join(known)}]"
    known = whole_dict(value)
    parts = [_shape_of(each) for each in (members(value) or {}).values()]
    if not parts or None in parts:
        return None
    if known is not None:
        return f"{{{', '.join(f'{name!r}: {each}' for name, each in zip(known, parts))}}}"
    return f"({', '.join(map(str, parts))}{',' if len(parts) == 1 else ''})"


# -- the values --------------------------------------------------------------------------------------------------------


def _check_values(value: Value, fill: Value, whole: Value) -> None:
    """What fills up has the dtype of what is filled, and one value may stand for all. Raises OpError."""
    value, fill = resolve(value), resolve(fill)
    children, beside = members(value), members(fill)
    if fill is None or is_unknown(fill):
        return
    if children is None:
        _check_value(value, fill, value is whole)
    elif beside is None or is_list(fill):
        for each in children.values():
            _check_values(each, fill, whole)
    elif _is_plain(value) and _is_plain(fill):
        if _is_apart(value, fill) or beside.keys() != children.keys():
            words = f"expected values in {_named(value)}, as the elements are, got {shown(fill)}"
            raise OpError("tf-value", words, "padding_values", exception=_VALUE)
        for key, each in children.items():
            _check_values(each, beside[key], whole)


def _check_value(value: Value, fill: Value, is_whole: bool) -> None:
    found = tensor_of(fill)
    if found is None or not isinstance(value, TensorType):
        return
    if found.shape.rank:
        raise OpError("tf-rank", f"expected scalars, got {found}", "padding_values")
    names = found.dtype.name, value.dtype.name
    if None in names or names[0] == names[1]:
        return
    code = _converted(fill, value.dtype)
    hint = code and (f"padding_values={code}" if is_whole else code)
    words = f"expected {value.dtype} as the elements have, got {found.dtype}"
    raise OpError("tf-dtype", words, "padding_values", hint, "builtins.TypeError")


def _converted(fill: Value, dtype: DType) -> str | None:
    """A number as a program writes it in another dtype."""
    if python_type(fill) not in ("int", "float") or not isinstance(fill, (int, float)):
        return None
    if not (dtype.is_integer or dtype.is_floating) or fill != int(fill):
        return None
    code = repr(float(fill) if dtype.is_floating else int(fill))
    return code if dtype.name in ("int32", "float32") else f"tf.constant({code}, tf.{dtype})"
