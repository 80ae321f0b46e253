"""What is known of a pass over a dataset, kept beside its type: batches that are sure to be full have their size.

    dataset = tf.data.Dataset.from_tensor_slices((images, labels)).repeat().batch(32)
    for image, label in dataset.take(100):   # float32[32, 784]

The element's own type leaves that size open, as `element_spec` does: in a graph it is.
"""

from __future__ import annotations

import json
from dataclasses import astuple
from functools import lru_cache
from typing import Any, Final

from mypy.plugin import MethodContext
from mypy.types import Instance, LiteralType, ProperType, TupleType, Type, get_proper_type

from tftypes.algebra import UNKNOWN, Shape
from tftypes.inference.models.tensorflow.ops import data, passes
from tftypes.inference.models.tensorflow.ops.passes import Pass
from tftypes_mypy import convert
from tftypes_mypy.features.bodies.values import BodyValues
from tftypes_mypy.features.calls import ops as op_calls
from tftypes_mypy.features.data import elements
from tftypes_mypy.features.structures import nests
from tftypes_mypy.values import Values

#: Where a dataset keeps it, as the type of a str.
_KEPT: Final = "(pass)"


def of(typ: Type | None) -> Pass | None:
    """The pass over a dataset of this type; None where nothing is known of it."""
    typ = get_proper_type(typ)
    extra = typ.extra_attrs if isinstance(typ, Instance) else None
    kept = get_proper_type(extra.attrs.get(_KEPT)) if extra is not None else None
    return _decoded(kept.value) if isinstance(kept, LiteralType) else None


def beside(dataset: Instance, known: Pass, types: convert.Types) -> Instance:
    """The type of the dataset with what is known of it."""
    if known == Pass():
        return dataset
    text = LiteralType(json.dumps(astuple(known)), types.make("builtins.str", []))
    return dataset.copy_with_extra_attr(_KEPT, text)


@lru_cache(maxsize=1024)
def _decoded(text: Any) -> Pass | None:
    return _read(json.loads(text))


def _read(kept: Any) -> Pass | None:
    if kept is None:
        return None
    least, most, size, full, parts = kept
    return Pass(least, most, size, full, tuple(map(_read, parts)))


# --- of calls -------------------------------------------------------------------------


def after(context: MethodContext, name: str, values: Values) -> Pass:
    """The pass over what a method of a dataset, or a function of its class, returns."""
    if name in passes.METHODS:
        given = of(context.type) or Pass()
        return passes.changed(given, name, op_calls.arguments_of(context, values))
    if name == "zip":
        return _zipped(context)
    if name not in passes.SOURCES:
        return Pass()
    arguments = op_calls.arguments_of(context, values)
    for parameter, given in zip(context.callee_arg_names, context.args):
        if parameter == "args":
            arguments["args"] = [values.of(expression) for expression in given]
    return passes.source(name, arguments)


def _zipped(context: MethodContext) -> Pass:
    """`Dataset.zip(a, b)` and `Dataset.zip((a, b))`."""
    given = [get_proper_type(typ) for types in context.arg_types for typ in types]
    if len(given) == 1 and isinstance(given[0], TupleType):
        given = [get_proper_type(item) for item in given[0].items]
    is_plain = all(isinstance(typ, Instance) and elements.element_of(typ) for typ in given)
    return passes.zipped([of(typ) for typ in given]) if len(given) > 1 and is_plain else Pass()


# --- of loops -------------------------------------------------------------------------


def element(typ: Type, values: Values) -> Type | None:
    """What a loop over a value of this type gives; None where it is no dataset."""
    found, known = elements.element_of(typ), of(typ)
    if found is None or known is None or not isinstance(values, BodyValues):
        return found
    if not values.is_outside_graphs:
        return found
    return _whole(found, known, values.types)


def first(typ: Type, values: Values, count: int = 1) -> Type | None:
    """The same of the first elements alone."""
    typ, known = get_proper_type(typ), of(typ)
    if isinstance(typ, Instance) and known is not None:
        typ = beside(typ, passes.changed(known, "take", {"count": count}), values.types)
    return element(typ, values)


def _whole(element: Type, known: Pass, types: convert.Types) -> Type:
    """The element with the size of its batches."""
    items = nests.children(element)
    if known.parts and isinstance(items, dict) and len(items) == len(known.parts):
        pairs = zip(items.values(), known.parts)
        return nests.tuple_of([_whole(i, part, types) if part else i for i, part in pairs], types)
    size = known.batch
    if size is None:
        return element

    def sized(leaf: ProperType) -> Type:
        tensor = convert.tensor_of(leaf)
        if tensor is None or tensor.kind != "tensor" or not tensor.shape.prefix:
            return leaf
        if tensor.shape.prefix[0] is not UNKNOWN:
            return leaf
        shape = Shape.of(size) + data.rest(tensor.shape)
        return convert.type_of_tensor(data.with_shape(tensor, shape), types)

    return nests.mapped(element, sized, types)
