"""Functions over the slices of tensors: `tf.map_fn`, `scan`, `foldl`, `foldr`, `vectorized_map`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.types import NoneType, ProperType, Type, get_proper_type

from tftypes.algebra import UNKNOWN, Dim, Shape, TensorType
from tftypes.inference.models.tensorflow.ops import OpError, Unsure, data
from tftypes_mypy import convert
from tftypes_mypy.features.calls.calling import Call, Callbacks, Result
from tftypes_mypy.features.data import elements
from tftypes_mypy.features.data.elements import tensor_form
from tftypes_mypy.features.structures import nests

#: A shape that a loop weakens settles after as many rounds as it has dims.
ROUNDS: Final = 8


def _elems(call: Call) -> Type | None:
    """The tensors that are mapped over, in their structure; lists are structure here."""
    elems = tensor_form(call.type("elems"), call.types)
    return elems if nests.leaves(elems) is not None else None


def _slices(call: Call) -> Type | None:
    """What the function gets: all of one index."""
    elems = _elems(call)
    if elems is None:
        return None
    try:
        data.agreed(_sizes(elems))
        return elements.changed(elems, data.sliced, call.types)
    except OpError as error:
        raise OpError(error.code, error.message, "elems") from None


def _sizes(elems: Type) -> list[Dim]:
    return [data.first_dim(tensor) for tensor in elements.tensors(elems)]


def _length(call: Call) -> Dim:
    elems = _elems(call)
    return UNKNOWN if elems is None else data.agreed(_sizes(elems))


def _one(call: Call) -> Sequence[Type] | None:
    slices = _slices(call)
    return None if slices is None else [slices]


def _stacked(call: Call, made: Type) -> Type:
    length = _length(call)
    return elements.changed(made, lambda each: data.batched(each, length), call.types)


# --- map_fn, vectorized_map -----------------------------------------------------------


def map_fn(call: Call) -> Type | None:
    """The results stacked; of the dtypes of `fn_output_signature`, or else of the elements."""
    given = _one(call)
    result = call.result("fn", given)
    signature = call.expressions.get("fn_output_signature") or call.expressions.get("dtype")
    if signature is not None and isinstance(
        get_proper_type(call.values.type_of(signature)), NoneType
    ):
        signature = None
    if signature is not None:
        declared = elements.signature_of(signature, call.values)
        parameter = "fn_output_signature" if call.has("fn_output_signature") else "dtype"
        return _signed(call, result, declared, parameter)
    if given is None:
        return None
    if result is None:
        return _unshaped(_stacked(call, given[0]), call)
    words = _difference(result, given[0], "as elems have; fn_output_signature says otherwise")
    if words is not None:
        call.fail("tf-dtype", words, "fn")
        return None
    made = _converted(result, given[0], call)
    elems = _elems(call)
    if elems is None or all(tensor.kind == "tensor" for tensor in elements.tensors(elems)):
        return _stacked(call, made)
    return _like(elems, _stacked(call, made), call)


def _unshaped(typ: Type, call: Call) -> Type:
    """Known dtypes, and the length: what else there is the function decides."""

    def change(tensor: TensorType) -> TensorType:
        return data.with_shape(tensor, Shape.of(data.first_dim(tensor)) + Shape.unknown())

    return elements.changed(typ, change, call.types)


def _like(elems: Type, made: Type, call: Call) -> Type | None:
    """Results where elements are ragged: those in their places are ragged too."""
    if nests.same_structure(elems, made) is not True:
        return None
    kinds = [convert.tensor_of(elem) for elem, _ in nests.paired(elems, made)]

    def change(tensor: TensorType, elem: TensorType | None) -> TensorType:
        if elem is None or (elem.kind == "ragged" and tensor.shape.rank == 1):
            raise Unsure
        return TensorType(tensor.dtype, tensor.shape, elem.kind)

    return elements.changed_each(made, kinds, change, call.types)


def _converted(result: Type, expected: Type, call: Call) -> Type:
    """What the function returns, numbers as tensors of the dtype that is expected in their place."""
    made = tensor_form(result, call.types)
    pairs = iter(list(nests.paired(made, expected)))

    def leaf(typ: ProperType) -> Type:
        tensor = convert.tensor_of(typ)
        declared = convert.tensor_of(next(pairs, (typ, typ))[1])
        if tensor is None or declared is None:
            return typ
        return convert.type_of_tensor(
            TensorType(declared.dtype, tensor.shape, tensor.kind), call.types
        )

    if nests.same_structure(made, expected) is not True:
        return made
    return nests.mapped(made, leaf, call.types)


def _signed(call: Call, made: Type | None, declared: Type, parameter: str) -> Type | None:
    if made is None:
        return _stacked(call, declared)
    words = _difference(made, declared, f"as {parameter} says")
    if words is not None:
        call.fail("tf-dtype", words, "fn")
        return None
    kinds = {tensor.kind for tensor in elements.tensors(declared)}
    return _stacked(call, _converted(made, declared, call) if kinds == {"tensor"} else declared)


def _difference(made: Type, expected: Type, why: str) -> str | None:
    """What a function returns that it must not, for sure."""
    if nests.same_structure(made, expected) is False:
        return f"returns {nests.shown(made)}, expected {nests.shown(expected)} {why}"
    words = nests.dtype_difference(made, expected)
    return None if words is None else f"{words}, {why}"


def vectorized_map(call: Call) -> Type | None:
    """The results stacked; inputs of length 1 are repeated."""
    result = call.result("fn", _each(call))
    if result is None:
        return None
    elems = _elems(call)
    sizes = [] if elems is None else [size for size in _sizes(elems) if size != 1]
    length = data.agreed(sizes) if sizes else 1 if elems is not None else UNKNOWN
    made = tensor_form(result, call.types)
    return elements.changed(made, lambda each: data.batched(each, length), call.types)


def _each(call: Call) -> Sequence[Type] | None:
    elems = _elems(call)
    if elems is not None and any(tensor.kind != "tensor" for tensor in elements.tensors(elems)):
        return None
    return None if elems is None else [elements.changed(elems, data.sliced, call.types)]


# --- scan, foldl, foldr ---------------------------------------------------------------


def _carried(call: Call) -> Sequence[Type] | None:
    """The accumulator and one element: what the function is called with."""
    slices = _slices(call)
    if slices is None:
        return None
    start = call.type("initializer") if call.has("initializer") else slices
    if isinstance(get_proper_type(start), NoneType):
        start = slices
    state = tensor_form(start, call.types)
    return None if nests.leaves(state) is None else [state, slices]


def _widened(call: Call) -> Sequence[Type] | None:
    """The same for a step that may change the accumulator's shape, as foldl does outside of graphs."""
    given = _carried(call)
    for _ in range(ROUNDS):
        made = call.result("fn", given, quiet=True)
        if given is None or made is None:
            return None
        wider = nests.join([given[0], tensor_form(made, call.types)], call.types)
        if wider == given[0]:
            return given
        given = [wider, given[1]]
    return None


def scan(call: Call) -> Type | None:
    """All accumulators stacked, each of the shape of the first."""
    given = _carried(call)
    result = call.result("fn", given)
    if given is None or result is None:
        return None
    words = _difference(result, given[0], "as the accumulator")
    if words is not None:
        call.fail("tf-dtype", words, "fn")
        return None
    made = _converted(result, given[0], call)
    if call.value("infer_shape", True) is not True:
        return _unshaped(_stacked(call, made), call)
    words = nests.shape_difference(made, given[0])
    length = _length(call)
    if words is not None and (call.is_traced() or (isinstance(length, int) and length > 1)):
        call.fail("tf-shape", f"{words}; the accumulator keeps its shape", "fn")
    if words is not None:
        return None
    return _stacked(call, nests.narrowed(given[0], made, call.types))


def _folded(call: Call) -> Sequence[Type] | None:
    """In a graph the accumulator keeps its shape; outside, each step may give it another."""
    return _carried(call) if call.is_traced() else _widened(call)


def fold(call: Call) -> Type | None:
    """The last accumulator."""
    given = _folded(call)
    result = call.result("fn", given)
    if given is None or result is None or not call.is_traced():
        return given[0] if given is not None else None
    words = _difference(result, given[0], "as the accumulator")
    if words is not None:
        call.fail("tf-dtype", words, "fn")
        return None
    made = tensor_form(result, call.types)
    words = nests.shape_difference(made, given[0])
    if words is not None:
        call.fail("tf-shape", f"{words}; the accumulator keeps its shape", "fn")
        return None
    return given[0]


RESULTS: Final[dict[str, Result]] = {
    "tensorflow.map_fn": map_fn,
    "tensorflow.vectorized_map": vectorized_map,
    "tensorflow.scan": scan,
    "tensorflow.foldl": fold,
    "tensorflow.foldr": fold,
}

CALLBACKS: Final[dict[str, Callbacks]] = {
    "tensorflow.map_fn": {"fn": _one},
    "tensorflow.vectorized_map": {"fn": _each},
    "tensorflow.scan": {"fn": _carried},
    "tensorflow.foldl": {"fn": _folded},
    "tensorflow.foldr": {"fn": _folded},
}
