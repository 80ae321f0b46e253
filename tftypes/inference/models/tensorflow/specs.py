"""Shapes, dtypes and specs as values that a program makes, and what a spec stands for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from types import MappingProxyType
from typing import Final

from tftypes.algebra import UNKNOWN, Dim, DType, Expr, Shape, Symbol, TensorType, Variadic
from tftypes.algebra.dtypes import limits
from tftypes.algebra.tensors import Kind
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.iteration import size_of
from tftypes.inference.interpreter.provenance import Sources
from tftypes.inference.interpreter.rules import as_dtype, to_rule
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model
from tftypes.inference.models.tensorflow import element_specs, extension_specs
from tftypes.inference.models.tensorflow.composites import is_composite
from tftypes.inference.models.tensorflow.ops import PyValue, Unsure
from tftypes.inference.models.tensorflow.spec_checks import check_dtype, check_sizes
from tftypes.inference.models.tensorflow.structures import map_leaves
from tftypes.inference.objects import TOP, Instance, Trace, Unknown, Value, resolve
from tftypes.inference.state import ABSENT
from tftypes.inference.structs import Struct
from tftypes.inference.values import Tensor

_KINDS: Final[dict[str, Kind]] = {
    "TensorSpec": "tensor",
    "RaggedTensorSpec": "ragged",
    "SparseTensorSpec": "sparse",
    "IndexedSlicesSpec": "indexed_slices",
}
#: The class of a spec of a kind of tensor.
CLASS_NAMES: Final = {kind: name for name, kind in _KINDS.items()}


def as_shape(value: Value) -> Shape:
    """The shape that an argument says: a shape, sizes with None or -1 for those that are open, None for any rank."""
    found = to_rule(value)
    if isinstance(found, TensorType) and isinstance(found.value, tuple):
        found = found.value
    if isinstance(found, Shape):
        return found
    if isinstance(found, (list, tuple)):
        return Shape.of(*map(_size, found))
    return Shape.of(found) if isinstance(found, (int, Expr)) else Shape.unknown()


def _size(value: Value) -> Dim:
    is_told = isinstance(value, Expr) or isinstance(value, int) and value >= 0
    return value if is_told else UNKNOWN


def _spec(interpreter: Interpreter, call: Call) -> Value:
    kind = _KINDS[call.name.rpartition(".")[2]]
    check_sizes(call.get(0, "shape"), "shape")
    check_dtype(call.get(1, "dtype"))
    shape = as_shape(call.get(0, "shape"))
    dtype = as_dtype(call.get(1, "dtype", DType.of("float32")))
    return Tensor(
        dtype or DType.any(),
        shape,
        "spec",
        history=SpecOf(
            kind,
            resolve(call.get(2, "name")),
            not call.given(1, "dtype"),
            resolve(call.get(2, "ragged_rank")) if kind == "ragged" else None,
            any_rank=call.given(0, "shape") and resolve(call.get(0, "shape")) is None,
            unsure=_unsure(to_rule(call.get(0, "shape"))),
        ),
    )


def _shape(interpreter: Interpreter, call: Call) -> Shape:
    check_sizes(call.get(0, "dims"), "dims")
    return as_shape(call.get(0, "dims"))


def _unsure(shape: Value) -> frozenset[int]:
    """The axes of a list of sizes that may be numbers."""
    sizes = shape if isinstance(shape, (list, tuple)) else ()
    return frozenset(
        axis for axis, size in enumerate(sizes) if size is not None and _size(size) is UNKNOWN
    )


_NAMELESS: Final[Mapping[int, str]] = MappingProxyType({})


class SpecOf:
    """What a spec is of: the kind of tensor, its name, whether its dtype was left out, and how many dims are ragged.

    `sizes` is how messages call the open sizes, by axis. `any_rank` says that the program leaves the rank open, `unsure`
    has the axes whose sizes the program knows, and nobody else.
    """

    __slots__ = ("any_rank", "kind", "name", "ragged_rank", "sizes", "unsure", "untyped")

    def __init__(
        self,
        kind: Kind,
        name: Value,
        untyped: bool = False,
        ragged_rank: Value = None,
        sizes: Mapping[int, str] = _NAMELESS,
        any_rank: bool = False,
        unsure: frozenset[int] = frozenset(),
    ) -> None:
        self.kind, self.name, self.untyped, self.ragged_rank = kind, name, untyped, ragged_rank
        self.sizes, self.any_rank, self.unsure = sizes, any_rank, unsure

    @property
    def cls(self) -> str | None:
        """The class of the spec; None for that of a kind of tensor without one."""
        name = CLASS_NAMES.get(self.kind)
        return None if name is None else f"tensorflow.{name}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SpecOf) and (self.kind, self.name) == (other.kind, other.name)

    def __hash__(self) -> int:
        return hash(self.kind)


@dataclass(frozen=True, slots=True)
class PlaceholderOf:
    """What a placeholder stands for: the name of its spec."""

    name: str


def _facts(spec: TensorType) -> SpecOf:
    facts = spec.history if isinstance(spec, Tensor) else None
    return facts if isinstance(facts, SpecOf) else SpecOf("tensor", None)


def spec_kind(spec: TensorType) -> Kind:
    """The kind of tensor that a spec is of."""
    return _facts(spec).kind


def is_dtype_left_out(spec: TensorType) -> bool:
    """Whether the dtype is the one that a spec has when none is given."""
    return _facts(spec).untyped


def is_ragged(spec: TensorType) -> bool:
    """Whether what a RaggedTensorSpec stands for is ragged: one without a ragged dim is of plain tensors."""
    facts = _facts(spec)
    if facts.kind != "ragged" or facts.ragged_rank == 0:
        return False
    return spec.shape.rank is None or spec.shape.rank > 1


def spec_name(spec: TensorType) -> str | None:
    name = _facts(spec).name
    return name if isinstance(name, str) else None


def spec_of(tensor: TensorType, sizes: Mapping[int, str] = _NAMELESS) -> Tensor:
    """The spec of a tensor."""
    kind: Kind = "tensor" if tensor.kind in ("array", "variable") else tensor.kind
    return Tensor(tensor.dtype, tensor.shape, "spec", history=SpecOf(kind, None, sizes=sizes))


def placeholder(
    interpreter: Interpreter,
    spec: TensorType,
    trace: Trace | None,
    sources: Sources | None = frozenset(),
) -> Tensor:
    """The tensor of a graph that stands for whatever a spec admits: each open size, or shape, is a symbol of its own."""
    shape = spec.shape
    facts = _facts(spec)
    sizes = facts.sizes

    def size(axis: int, dim: Dim) -> Dim:
        if isinstance(dim, (int, Expr)) or axis in facts.unsure:
            return dim
        return open_size(interpreter, sizes.get(axis, f"d{axis}"))

    dims = tuple(size(i, each) for i, each in enumerate(shape.prefix))
    middle: Variadic | object = shape.middle
    kind = spec_kind(spec)
    if kind == "ragged":
        dims = shape.prefix
    elif shape == Shape.unknown():
        middle = _whole(interpreter, "open" if facts.any_rank else "spec").middle
    named = Shape(dims, middle, shape.suffix)  # type: ignore[arg-type]
    name = spec_name(spec)
    history = None if name is None else PlaceholderOf(name)
    return Tensor(spec.dtype, named, kind, trace=trace, sources=sources, history=history)


def open_size(interpreter: Interpreter, name: str) -> Symbol:
    """A size that nobody knows until the graph runs."""
    return Symbol(name, key=("spec", interpreter.trail.tick()), kind="batch")


def is_sure(spec: Value) -> bool:
    """Whether all that is not known of the shape of a spec is open."""
    return isinstance(spec, TensorType) and not _facts(spec).unsure


def open_shape(interpreter: Interpreter) -> Shape:
    """A shape of which not even the rank is known until the graph runs."""
    return _whole(interpreter, "open")


def _whole(interpreter: Interpreter, kind: str) -> Shape:
    return Shape((), Variadic("shape", key=(kind, interpreter.trail.tick())))


def is_open(shape: Shape) -> bool:
    """Whether nobody knows the rank of a shape before the graph runs."""
    key = shape.middle.key if isinstance(shape.middle, Variadic) else None
    return isinstance(key, tuple) and key[0] == "open"


def has_any_rank(spec: TensorType) -> bool:
    """Whether the program says of a spec that its rank is open."""
    return _facts(spec).any_rank


def as_run(value: Value) -> Value:
    """A tensor of a graph as what runs the graph gets it: it has some rank."""
    if not isinstance(value, TensorType) or not is_open(value.shape):
        return value
    return TensorType(
        value.dtype, Shape(value.shape.prefix, UNKNOWN, value.shape.suffix), value.kind
    )


def placeholder_name(value: Value) -> str | None:
    """The name of the spec that a placeholder stands for, where it has one."""
    facts = value.history if isinstance(value, Tensor) else None
    return facts.name if isinstance(facts, PlaceholderOf) else None


def is_spec(value: Value) -> bool:
    return isinstance(value, TensorType) and value.kind == "spec"


def placeholders(
    interpreter: Interpreter,
    value: Value,
    trace: Trace | None,
    sources: Sources | None = frozenset(),
) -> Value:
    """A structure with a tensor of the graph for each spec in it, and a value for each spec of an extension type."""

    def leaf(each: Value) -> Value:
        if extension_specs.is_type_spec(each):
            return extension_specs.value_from(interpreter, each, leaf)
        if element_specs.element_of(each) is not ABSENT:
            return element_specs.value_from(each, inside, trace)
        if isinstance(each, (Instance, Unknown)):
            return TOP  # a spec of which nothing is known
        return placeholder(interpreter, each, trace, sources) if is_spec(each) else each

    def inside(each: Value) -> Value:
        return placeholders(interpreter, each, None)

    return map_leaves(interpreter, leaf, value)


def _spec_from(interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.get(0, "value", call.get(0, "tensor", call.get(0, "spec"))))
    if is_composite(value):
        return extension_specs.spec_from(interpreter, value, spec_of)
    if isinstance(value, Struct):
        return element_specs.spec_of_struct(interpreter, value)
    return spec_of(value) if isinstance(value, TensorType) else TOP


def _dtype(interpreter: Interpreter, call: Call) -> Value:
    return as_dtype(call.get(0, "type_value")) or DType.any()


def _as_list(interpreter: Interpreter, call: Call) -> Value:
    shape: Shape = call.receiver
    if shape.dims is None:
        return TOP
    return interpreter.list(tuple(size_of(interpreter, each) for each in shape.dims))


def _rank(interpreter: Interpreter, value: Shape) -> Value:
    return PyValue("int") if value.rank is None else value.rank


def _num_elements(interpreter: Interpreter, call: Call) -> Value:
    shape: Shape = call.receiver
    total: Value = 1
    for each in shape.dims or (UNKNOWN,):
        if not isinstance(each, (int, Expr)):
            return TOP
        total = total * each
    return size_of(interpreter, total)


def _fully_defined(interpreter: Interpreter, call: Call) -> Value:
    shape: Shape = call.receiver
    sizes = [size_of(interpreter, each) for each in shape.dims or ()]
    if shape.dims is not None and all(isinstance(each, int) for each in sizes):
        return True
    return False if None in sizes else PyValue("bool")


def _dtype_is(test: str, interpreter: Interpreter, value: DType) -> Value:
    answers = {test in _groups(name) for name in value.names}
    return answers.pop() if len(answers) == 1 else PyValue("bool")


def _limit(is_max: bool, interpreter: Interpreter, value: DType) -> Value:
    """The largest or smallest number: an int of Python's, or a scalar of NumPy's. Raises Unsure for other dtypes."""
    if value.is_floating:
        return TensorType(value, Shape.scalar(), "array")
    found = limits(value) if value.is_integer else None
    if found is None:
        raise Unsure
    return found[is_max]


@cache
def _groups(name: str) -> frozenset[str]:
    found = {
        group for group in ("Floating", "Integer", "Complex") if name in DType.group(group).names
    }
    return frozenset(found | ({"Bool"} if name == "bool" else set()))


def _spec_attribute(name: str, interpreter: Interpreter, value: TensorType) -> Value:
    if name == "shape" and isinstance(getattr(value, "history", None), SpecOf) and value.shape.dims:
        return placeholder(interpreter, value, None).shape  # what is open is None
    return spec_name(value) if name == "name" else getattr(value, name)


FUNCTIONS: Final[dict[str, Model]] = {
    **{f"tensorflow.{name}": _spec for name in _KINDS},
    "tensorflow.type_spec_from_value": _spec_from,
    "tensorflow.TensorSpec.from_tensor": _spec_from,
    "tensorflow.TensorSpec.from_spec": _spec_from,
    "tensorflow.TensorShape": _shape,
    "tensorflow.dtypes.DType": _dtype,
    "tensorflow.DType": _dtype,
    "tensorflow.dtypes.as_dtype": _dtype,
    "tensorflow.as_dtype": _dtype,
}
CLASSES: Final = {
    "tensorflow.TensorShape": LibraryClass(
        methods={
            "as_list": _as_list,
            "num_elements": _num_elements,
            "is_fully_defined": _fully_defined,
        },
        attributes={"rank": _rank, "ndims": _rank},
    ),
    "tensorflow.DType": LibraryClass(
        attributes={
            "name": lambda _, value: value.name or PyValue("str"),
            "is_floating": partial(_dtype_is, "Floating"),
            "is_integer": partial(_dtype_is, "Integer"),
            "is_complex": partial(_dtype_is, "Complex"),
            "is_bool": partial(_dtype_is, "Bool"),
            "max": partial(_limit, True),
            "min": partial(_limit, False),
        }
    ),
    "tensorflow.TensorSpec": LibraryClass(
        attributes={name: partial(_spec_attribute, name) for name in ("shape", "dtype", "name")}
    ),
    **{
        f"tensorflow.{name}": LibraryClass(
            attributes={each: partial(_spec_attribute, each) for each in ("shape", "dtype")}
        )
        for name in ("RaggedTensorSpec", "SparseTensorSpec")
    },
}
