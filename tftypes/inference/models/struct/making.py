"""Structs that are made: of fields, of rows, and of Python's dicts and lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, DType, Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model
from tftypes.inference.models.struct import methods
from tftypes.inference.models.struct.fields import as_field, given
from tftypes.inference.models.struct.ops import factory
from tftypes.inference.models.struct.schemas import schema_in
from tftypes.inference.models.tensorflow.ops import OpError, PyValue
from tftypes.inference.models.tensorflow.ops.conversion import as_tensor
from tftypes.inference.models.tensorflow.specs import as_shape
from tftypes.inference.objects import TOP, Container, Instance, Value, resolve
from tftypes.inference.structs import ANY_SCHEMA, Field, Layout, Schema, Struct, layout_of
from tftypes.inference.values import Seq, contents_of, whole_dict

_MODULE: Final = "tftypes.struct"


# -- of fields ----------------------------------------------------------------------------------------------------------


def _dense(interpreter: Interpreter, call: Call) -> Value:
    """`DenseStructTensor([2], {"title": titles})`: the fields tell the dims that the shape leaves open."""
    shape = as_shape(call.get(0, "shape"))
    struct = Struct(ANY_SCHEMA, shape, "dense", interpreter.trace, explicit=True)
    fields = _known_items(call.get(1, "fields"))
    if fields is None or shape.rank is None:
        return struct
    made: dict[str, Field | None] = {}
    for name, value in fields.items():
        try:
            made[name] = given(value, struct)
        except OpError as error:
            raise OpError(error.code, f"field {name!r}: {error.message}", "fields") from None
    known = [shape, *(found for each in fields.values() if (found := _begin(each, shape.rank)))]
    return replace(struct, schema=Schema(tuple(made.items())), shape=_agreed(known))


def _known_items(value: Value) -> dict[str, Value] | None:
    """The items of a dict with texts as keys; None where they are not all known."""
    known = whole_dict(value)
    return dict(known) if known is not None and all(isinstance(key, str) for key in known) else None


def _begin(value: Value, rank: int) -> Shape | None:
    """The first dims of a value."""
    found = as_field(value)
    if found is None or found.shape.rank is None:
        return None
    return found.shape.slice(0, rank)


def _agreed(known: Sequence[Shape]) -> Shape:
    """The dims that all of these are, as far as one of them tells."""
    found = known[0]
    for each in known[1:]:
        found = Shape.of(*(other if dim is UNKNOWN else dim for dim, other in zip(found, each)))
    return found


# -- of Python's values -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Nested:
    """Values out of the lists that they are in: the lists' sizes by level, and the last level where they differ."""

    dims: tuple[Dim, ...]
    ragged: int
    leaves: list[Value]


def _unnested(values: list[Value]) -> _Nested | None:
    """The values of several structures, or of one; None where they are not all known."""
    dims: list[Dim] = []
    ragged = 0
    while values and all(map(_is_list, values)):
        lists = [contents_of(each) for each in values]
        if any(isinstance(each, Seq) for each in lists):
            return None
        sizes = {len(each) for each in lists}
        dims.append(sizes.pop() if len(sizes) == 1 else UNKNOWN)
        ragged = len(dims) if dims[-1] is UNKNOWN else ragged
        values = [resolve(item) for each in lists for item in each]
    if any(map(_is_list, values)):
        return None
    return _Nested(tuple(dims), ragged, values)


def _is_list(value: Value) -> bool:
    return isinstance(value, (tuple, Seq)) or isinstance(value, Container) and value.kind == "list"


def _is_dict(value: Value) -> bool:
    return isinstance(value, Container) and value.kind == "dict"


def _inferred(values: list[Value]) -> Field | None:
    """What a field is in each structure, of its values in all of them: ragged where the lengths of lists differ."""
    nested = _unnested(list(map(resolve, values)))
    if nested is None or not nested.leaves:
        return None
    shape, ragged = Shape.of(*nested.dims), (nested.ragged, nested.ragged)
    dicts = [_known_items(each) for each in nested.leaves]
    if None not in dicts:
        schema = _schema_of([each for each in dicts if each is not None])
        return None if schema is None else Field(schema, shape, ragged)
    dtype = _dtype(list(map(to_rule, nested.leaves)))
    return None if dtype is None else Field(dtype, shape, ragged)


def _dtype(leaves: list[Any]) -> DType | None:
    """The dtype of numbers or texts; an int of which nothing is known may need 64 bits."""
    plain = (bool, int, float, str, bytes, PyValue)
    if not all(isinstance(leaf, plain) and leaf != PyValue("int") for leaf in leaves):
        return None
    if any(isinstance(leaf, PyValue) and not leaf.sure for leaf in leaves):
        return None
    if {type(leaf) for leaf in leaves} == {int} and any(not -(2**31) <= leaf < 2**31 for leaf in leaves):  # fmt: skip
        return DType.of("int64")
    made = as_tensor(leaves)
    return made.dtype if isinstance(made, TensorType) else None


def _schema_of(dicts: list[dict[str, Value]]) -> Schema | None:
    names = list(dicts[0])
    if any(each.keys() != dicts[0].keys() for each in dicts):
        return None
    return Schema(tuple((name, _inferred([each[name] for each in dicts])) for name in names))


def _constant(interpreter: Interpreter, call: Call) -> Value:
    """`struct.constant([{"title": "soup"}])`."""
    value, schema = resolve(call.get(0, "value")), resolve(call.get(1, "schema"))
    nested = _unnested([value]) if _is_list(value) else _Nested((), 0, [value])
    if nested is None or not all(map(_is_dict, nested.leaves)):
        return Struct(
            schema_in(interpreter, schema, None), Shape.unknown(), None, interpreter.trace
        )
    shape = Shape.of(*nested.dims)
    known: Layout = "ragged" if nested.ragged else "dense"
    struct = Struct(ANY_SCHEMA, shape, layout_of(shape, known), interpreter.trace)
    if schema is not None:
        return replace(struct, schema=schema_in(interpreter, schema, shape.rank))
    dicts = [_known_items(each) for each in nested.leaves]
    found = (
        None
        if None in dicts or not dicts
        else _schema_of([each for each in dicts if each is not None])
    )
    return struct if found is None else replace(struct, schema=found)


_FACTORIES: Final = ("from_row_splits", "from_row_lengths", "from_value_rowids", "from_uniform_row_length")  # fmt: skip


FUNCTIONS: Final[dict[str, Model]] = {
    f"{_MODULE}.constant": _constant,
    **{f"{_MODULE}.RaggedStructTensor.{name}": partial(factory, name) for name in _FACTORIES},
}


def _of_structs(models: Mapping[str, Callable[..., Value]]) -> dict[str, Callable[..., Value]]:
    """Models that are asked about structs alone: an object of a class that derives from theirs is none."""

    def only(model: Callable[..., Value]) -> Callable[..., Value]:
        def asked(interpreter: Interpreter, call: Call | Value) -> Value:
            of = call.receiver if isinstance(call, Call) else call
            return TOP if isinstance(of, Instance) else model(interpreter, call)

        return asked

    return {name: only(model) for name, model in models.items()}


_METHODS: Final = _of_structs(methods.METHODS)
_READS: Final = _of_structs(methods.READS)
CLASSES: Final = {
    f"{_MODULE}.StructTensor": LibraryClass(methods=_METHODS, attributes=_READS),
    f"{_MODULE}.DenseStructTensor": LibraryClass(
        construct=_dense, methods=_METHODS, attributes=_READS
    ),
    f"{_MODULE}.RaggedStructTensor": LibraryClass(
        methods=_METHODS, attributes={**_READS, **_of_structs(methods.PARTS)}
    ),
}
