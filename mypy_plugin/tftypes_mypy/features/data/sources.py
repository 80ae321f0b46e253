"""What makes datasets: tensors, generators, files, other datasets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import repeat
from typing import Any, Final

from mypy.types import AnyType, Instance, Type, get_proper_type

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType
from tftypes.inference.models.tensorflow.ops import OpError, Unsure, data
from tftypes.inference.models.tensorflow.ops.arguments import shape_argument
from tftypes.inference.models.tensorflow.ops.conversion import as_tensor
from tftypes.inference.models.tensorflow.ops.values import INT64
from tftypes_mypy import convert
from tftypes_mypy.features.calls.calling import Call, Result
from tftypes_mypy.features.data import elements
from tftypes_mypy.features.data.elements import DATASET, dataset_of, element_of
from tftypes_mypy.features.signatures import specs
from tftypes_mypy.features.structures import displays, nests


def _tensors(call: Call, name: str = "tensors") -> Type | None:
    """A structure of tensors that is given to a dataset."""
    typ = call.type(name)
    if nests.is_nested(typ) and not nests.is_list(typ):
        return elements.normalized(typ, call.types)
    value = call.value(name)
    if value is UNKNOWN:
        return elements.normalized(typ, call.types)
    try:
        return convert.type_of_tensor(as_tensor(value), call.types)
    except OpError as error:
        call.fail(error.code, error.message, name)
    except Unsure:
        return elements.normalized(typ, call.types)
    return None


def from_tensors(call: Call) -> Type | None:
    element = _tensors(call)
    return None if element is None else dataset_of(element, call.types)


def from_tensor_slices(call: Call) -> Type | None:
    """The elements lose the leading dim, which is the same in all components."""
    element = _tensors(call)
    if element is None:
        return None
    sizes = [data.first_dim(tensor) for tensor in elements.tensors(element)]
    data.agreed(sizes)
    return dataset_of(elements.changed(element, data.sliced, call.types), call.types)


def scalars(call: Call) -> Type:
    """`Dataset.range`, `counter`, `random`: scalars, int64 unless a dtype is given."""
    given = call.value("output_type", call.value("dtype"))
    if isinstance(call.expressions.get("kwargs"), object) and "kwargs" in call.expressions:
        given = _keyword(call, "output_type")
    dtype = INT64 if given is None else given if isinstance(given, DType) else DType.any()
    return dataset_of(convert.type_of_tensor(TensorType(dtype, Shape.of()), call.types), call.types)


def _keyword(call: Call, name: str) -> Any:
    """An argument that the stub has in `**kwargs`."""
    at: Any = call.at
    for given, expression in zip(at.arg_names, at.args):
        if given == name:
            return call.values.of(expression)
    return None


def strings(call: Call) -> Type:
    return dataset_of(
        convert.type_of_tensor(TensorType(DType.of("string"), Shape.of()), call.types), call.types
    )


def from_generator(call: Call) -> Type | None:
    """What `output_signature` says, or `output_types` with `output_shapes`."""
    expression = call.expressions.get("output_signature")
    if expression is not None:
        element = elements.of_spec(specs.read(expression, call.values), call.types)
        return dataset_of(element, call.types)
    expression = call.expressions.get("output_types")
    if expression is None:
        return None
    element = elements.signature_of(expression, call.values)
    if nests.is_list(element):
        return None
    given = call.value("output_shapes")
    if given is not None:
        element = elements.changed_each(
            element, _shapes(given, element), data.with_shape, call.types
        )
    return dataset_of(element, call.types)


def _shapes(given: Any, element: Type) -> Iterator[Shape]:
    """The shape of each component of an element that is one tuple or one dict; any for others."""
    parts = nests.children(element)
    if isinstance(given, dict) and parts is not None:
        given = tuple(given.get(key, UNKNOWN) for key in parts)
    if parts is None:
        if convert.tensor_of(element) is not None:
            yield shape_argument(given, "output_shapes")
    elif isinstance(given, tuple) and not any(map(nests.is_nested, parts.values())):
        yield from (shape_argument(each, "output_shapes") for each in given)
    yield from repeat(Shape.unknown())


def spec_of(call: Call, name: str) -> Type | None:
    """`tf.data.DatasetSpec(element_spec)` and the specs of what else holds such elements."""
    expression = call.expressions.get("element_spec")
    if expression is None:
        return None
    element = elements.of_spec(specs.read(expression, call.values), call.types)
    if isinstance(get_proper_type(element), AnyType):
        return None
    return call.types.make(name, [element])


def counted(call: Call) -> Type:
    """`cardinality(dataset)`: a number."""
    return convert.type_of_tensor(TensorType(INT64, Shape.scalar()), call.types)


RESULTS: Final[dict[str, Result]] = {
    **{name: partial(spec_of, name=name) for name in ("tensorflow.OptionalSpec", f"{DATASET}Spec")},
    "tensorflow.data.experimental.cardinality": counted,
}


def zipped(call: Call) -> Type | None:
    """`Dataset.zip(a, b)`, and `zip((a, b))` of any structure."""
    at: Any = call.at
    given = [expression for name, expression in zip(at.arg_names, at.args) if name is None]
    if len(given) == 1:
        structure = displays.written(given[0], None, call.values)
    elif given:
        structure = nests.tuple_of(
            [call.values.type_of(expression) or convert.unknown() for expression in given],
            call.types,
        )
    else:
        structure = call.type("datasets")
    if nests.is_list(structure):
        raise OpError("tf-value", "a list of datasets is not taken; put them in a tuple")
    element = nests.mapped(
        structure, lambda leaf: element_of(leaf) or convert.unknown(), call.types
    )
    return dataset_of(element, call.types)


def sampled(call: Call) -> Type | None:
    """Elements of one dataset or another."""
    given = call.type("datasets")
    parts = nests.children(given)
    proper = get_proper_type(given)
    if parts is None and isinstance(proper, Instance) and proper.args:
        parts = {0: proper.args[-1]}
    return either([element_of(part) for part in (parts or {}).values()], "datasets", call)


def either(found: Sequence[Type | None], argument: str, call: Call) -> Type | None:
    """Elements of any of several datasets, which have one structure and the same dtypes."""
    known = [each for each in found if each is not None]
    for other in known[1:]:
        if (
            nests.same_structure(known[0], other) is False
            or nests.dtype_difference(known[0], other) is not None
        ):
            words = f"elements differ: {nests.shown(known[0])} and {nests.shown(other)}"
            raise OpError("tf-dtype", words, argument)
    if not known or len(known) < len(found):
        return None
    return dataset_of(nests.join(known, call.types), call.types)
