"""tf.data: the elements of each dataset, from those of the datasets that it is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import repeat
from typing import Any, Final, TypeGuard

from mypy.plugin import AttributeContext, MethodContext
from mypy.types import Instance, TupleType, Type, get_proper_type

from tftypes.algebra import UNKNOWN, Dim, Shape, TensorType
from tftypes.inference.models.tensorflow.ops import OpError, Unsure, data
from tftypes.inference.models.tensorflow.ops.arguments import dim_argument
from tftypes.inference.models.tensorflow.ops.passes import METHODS as KNOWN
from tftypes.inference.models.tensorflow.ops.values import BOOL, INT64, is_dim
from tftypes_mypy import convert
from tftypes_mypy.features.calls import calling
from tftypes_mypy.features.calls.calling import Call, Callbacks, Result
from tftypes_mypy.features.data import elements, passes
from tftypes_mypy.features.data import sources as data_sources
from tftypes_mypy.features.data import states as data_states
from tftypes_mypy.features.data.elements import dataset_of, element_of, owner_element, parts_of
from tftypes_mypy.features.structures import nests
from tftypes_mypy.values import Values

# --- methods of a dataset -------------------------------------------------------------


def _changed(call: Call, change: elements.Change) -> Type | None:
    element = owner_element(call)
    if element is None:
        return None
    return dataset_of(elements.changed(element, change, call.types), call.types)


def _size(call: Call) -> Dim:
    """The size of the batches: known where the last, smaller one is dropped."""
    size = dim_argument(call.value("batch_size", UNKNOWN), "batch_size")
    if isinstance(size, int) and size < 1:
        raise OpError("tf-value", f"expected 1 or more, got {size}", "batch_size")
    return size if call.value("drop_remainder", False) is True else UNKNOWN


def batch(call: Call) -> Type | None:
    size = _size(call)
    return _changed(call, lambda component: data.batched(component, size))


def rebatch(call: Call) -> Type | None:
    size = UNKNOWN if isinstance(call.value("batch_size"), (list, tuple)) else _size(call)
    element = owner_element(call)
    for tensor in elements.tensors(element) if element is not None else []:
        if tensor.shape.rank == 0:
            raise OpError("tf-rank", f"expected batches, got a scalar {tensor} in each element")
    return _changed(call, lambda component: data.rebatched(component, size))


def unbatch(call: Call) -> Type | None:
    return _changed(call, data.sliced)


def ragged_batch(call: Call) -> Type | None:
    size = _size(call)

    def change(component: TensorType) -> TensorType:
        made = data.batched(component, size)
        dims = component.shape.dims
        if dims is None:
            raise Unsure
        # What is dense and of one size stays dense.
        ragged = UNKNOWN in dims or component.kind == "ragged"
        return TensorType(made.dtype, made.shape, "ragged" if ragged else component.kind)

    return _changed(call, change)


def padded_batch(call: Call) -> Type | None:
    return _padded(call, _size(call))


def _padded(call: Call, size: Dim) -> Type | None:
    """Batches of what is padded to `padded_shapes`, or else to the longest of a batch."""
    element = owner_element(call)
    if element is None:
        return None
    value = call.value("padded_shapes")
    padded: Iterable[Shape | None] = repeat(None)
    if value is not None and isinstance(get_proper_type(element), TupleType):
        parts = nests.children(element)
        if (
            not isinstance(value, tuple)
            or parts is None
            or len(value) != len(parts)
            or any(map(nests.is_nested, parts.values()))
        ):
            padded = repeat(Shape.unknown())
        else:
            padded = [_padded_shape(each) for each in value]
    elif value is not None:
        padded = repeat(Shape.unknown() if nests.is_nested(element) else _padded_shape(value))
    made = elements.changed_each(
        element, padded, lambda t, shape: data.batched(data.padded(t, shape), size), call.types
    )
    return dataset_of(made, call.types)


def _padded_shape(value: Any) -> Shape | None:
    """-1 and None leave an axis to the batch."""
    if isinstance(value, (list, tuple)):
        dims = [dim if is_dim(dim) and dim != -1 else UNKNOWN for dim in value]
        return Shape.of(*dims)
    return value if isinstance(value, Shape) else Shape.unknown()


def windows(call: Call) -> Type | None:
    """Each component is a dataset of its own."""
    element = owner_element(call)
    if element is None:
        return None
    inner = nests.mapped(element, lambda leaf: dataset_of(leaf, call.types), call.types)
    return dataset_of(inner, call.types)


def concatenate(call: Call) -> Type | None:
    return data_sources.either(
        [owner_element(call), element_of(call.type("dataset"))], "dataset", call
    )


def enumerated(call: Call) -> Type | None:
    element = owner_element(call)
    number = convert.type_of_tensor(TensorType(INT64, Shape.of()), call.types)
    if element is None:
        return None
    return dataset_of(nests.tuple_of([number, element], call.types), call.types)


# --- methods that call a function -----------------------------------------------------


def mapped(call: Call) -> Type | None:
    made = call.result("map_func", parts_of(call))
    return None if made is None else dataset_of(elements.returned(made, call.types), call.types)


def flattened(call: Call) -> Type | None:
    """`flat_map`, `interleave`: the function makes datasets, whose elements these are."""
    made = call.result("map_func", parts_of(call))
    if made is not None and (nests.is_nested(made) or convert.tensor_of(made) is not None):
        raise OpError("tf-value", f"returns {nests.shown(made)}, expected a Dataset", "map_func")
    element = element_of(made)
    return None if element is None else dataset_of(element, call.types)


def filtered(call: Call) -> Type | None:
    """The predicate gives a bool scalar."""
    made = call.result("predicate", parts_of(call))
    tensor = convert.tensor_of(made) if made is not None else None
    if tensor is not None and tensor.kind == "tensor":
        wrong_dtype = tensor.dtype.names.isdisjoint(BOOL.names)
        if wrong_dtype or tensor.shape.rank not in (None, 0) or tensor.shape.min_rank:
            code = "tf-dtype" if wrong_dtype else "tf-rank"
            call.fail(code, f"expected a bool scalar, got {tensor}", "predicate")
    element = owner_element(call)
    return None if element is None else dataset_of(element, call.types)


def applied(call: Call) -> Type | None:
    return call.result("transformation_func", None if call.owner is None else [call.owner])


def grouped(call: Call) -> Type | None:
    call.result("key_func", parts_of(call))
    made = call.result("reduce_func", _key_and_window(call))
    element = element_of(made)
    return None if element is None else dataset_of(element, call.types)


def _key_and_window(call: Call) -> Sequence[Type] | None:
    element = owner_element(call)
    key = convert.type_of_tensor(TensorType(INT64, Shape.of()), call.types)
    return None if element is None else [key, dataset_of(element, call.types)]


def bucketed(call: Call) -> Type | None:
    """Batches of elements of similar length, padded to the longest."""
    call.result("element_length_func", parts_of(call))
    if call.value("no_padding", False) is True:
        return None
    to_boundary = call.value("pad_to_bucket_boundary", False) is not False
    return None if to_boundary else _padded(call, UNKNOWN)


# --- tables ---------------------------------------------------------------------------


def _hook(context: MethodContext, values: Values, name: str) -> Type:
    result = _RESULTS.get(name)
    default = get_proper_type(context.default_return_type)
    made = default if result is None else get_proper_type(calling.returned(context, values, result))
    if _is_dataset(made) and _is_dataset(default):
        made = default.copy_modified(args=made.args)  # of its own class
    made = get_proper_type(_open(made))
    if not _is_dataset(made):
        return made
    return passes.beside(made, passes.after(context, name, values), values.types)


def _is_dataset(typ: Type) -> TypeGuard[Instance]:
    return isinstance(typ, Instance) and typ.type.fullname in (elements.DATASET, _OLD)


def _open(default: Type) -> Type:
    """What the stub says, with Any for what mypy could not solve."""
    proper = get_proper_type(default)
    if _is_dataset(proper):
        element = get_proper_type(proper.args[0])
        if not isinstance(element, (Instance, TupleType)):
            return proper.copy_modified(args=[convert.unknown()])
    return default


#: Its methods give datasets of its own class.
_OLD: Final = "tensorflow.compat.v1.data.Dataset"
#: Classes of datasets; a method is found by the class of its object.
_CLASSES: Final = (
    elements.DATASET,
    _OLD,
    "tensorflow.data.TFRecordDataset",
    "tensorflow.data.TextLineDataset",
    "tensorflow.data.FixedLengthRecordDataset",
)

_RESULTS: Final[dict[str, Result]] = {
    "from_tensors": data_sources.from_tensors,
    "from_tensor_slices": data_sources.from_tensor_slices,
    "from_generator": data_sources.from_generator,
    "range": data_sources.scalars,
    "counter": data_sources.scalars,
    "random": data_sources.scalars,
    "list_files": data_sources.strings,
    "zip": data_sources.zipped,
    "sample_from_datasets": data_sources.sampled,
    "choose_from_datasets": data_sources.sampled,
    "cardinality": data_sources.counted,
    "batch": batch,
    "padded_batch": padded_batch,
    "ragged_batch": ragged_batch,
    "rebatch": rebatch,
    "unbatch": unbatch,
    "window": windows,
    "concatenate": concatenate,
    "enumerate": enumerated,
    "map": mapped,
    "flat_map": flattened,
    "interleave": flattened,
    "filter": filtered,
    "take_while": filtered,
    "apply": applied,
    "group_by_window": grouped,
    "bucket_by_sequence_length": bucketed,
    "reduce": data_states.reduced,
    "scan": data_states.scanned,
}

METHODS: Final[dict[str, Callable[..., Type]]] = {
    f"{owner}.{name}": partial(_hook, name=name)
    for owner in _CLASSES
    for name in _RESULTS.keys() | KNOWN
}

#: What the functions among the arguments are called with.
CALLBACKS: Final[dict[str, Callbacks]] = {
    f"{owner}.{name}": given
    for owner in _CLASSES
    for name, given in {
        "map": {"map_func": parts_of},
        "flat_map": {"map_func": parts_of},
        "interleave": {"map_func": parts_of},
        "filter": {"predicate": parts_of},
        "take_while": {"predicate": parts_of},
        "apply": {"transformation_func": lambda call: call.owner and [call.owner]},
        "group_by_window": {"key_func": parts_of, "reduce_func": _key_and_window},
        "bucket_by_sequence_length": {"element_length_func": parts_of},
        "reduce": {"reduce_func": data_states.for_reduce},
        "scan": {"scan_func": data_states.for_scan},
    }.items()
}


def _element_spec(context: AttributeContext, types: convert.Types) -> Type:
    element = element_of(context.type)
    return context.default_attr_type if element is None else elements.spec_type(element, types)


ATTRIBUTES: Final[dict[str, Callable[..., Type]]] = {
    f"{elements.DATASET}.element_spec": _element_spec
}
