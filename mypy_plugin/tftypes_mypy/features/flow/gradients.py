"""Gradients: the structure of the sources, and the shapes of both sides in a jacobian."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy.types import CallableType, ProperType, TupleType, Type, UnionType, get_proper_type

from tftypes.algebra import Shape, TensorType
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.ops.data import rest
from tftypes_mypy import convert
from tftypes_mypy.features.calls.calling import Call, Result
from tftypes_mypy.features.structures import nests
from tftypes_mypy.features.structures.items import forgotten, items_of

#: Makes the gradient for one source.
Each = Callable[[TensorType], TensorType]


def _structured(sources: Type, each: Each, types: convert.Types) -> Type:
    def leaf(source: ProperType) -> Type:
        tensor = convert.tensor_of(source)
        if tensor is None or tensor.kind not in ("tensor", "variable"):
            return convert.unknown()
        return convert.type_of_tensor(each(tensor), types)

    return nests.mapped(sources, leaf, types)


def gradient(call: Call) -> Type | None:
    """`tape.gradient(target, sources)`: one of each source's dtype and shape."""
    if not call.has("sources"):
        return None
    return _structured(_sources(call), lambda t: TensorType(t.dtype, t.shape), call.types)


def _sources(call: Call) -> Type:
    """The sources; of a list that is filled in several places mypy knows the first item.

    Nothing is known where they are a structure in one branch only: which one it was, mypy cannot tell.
    """
    typ = call.type("sources")
    whole = get_proper_type(call.values.type_of(call.expressions["sources"]))
    if isinstance(whole, UnionType) and nests.may_be_nested(whole):
        return convert.unknown()
    if not nests.is_nested(typ) or items_of(typ) is not None:
        return typ
    is_mixed = call.values.assignments.is_mixed(call.expressions["sources"])
    return forgotten(typ) if is_mixed else typ


def gradients(call: Call) -> Type | None:
    """`tf.gradients(ys, xs)`: a list, whatever the structure."""
    leaves = _leaves(call)
    made = [_structured(x, lambda t: TensorType(t.dtype, t.shape), call.types) for x in leaves]
    return nests.list_of(made, call.types) if made else None


def _leaves(call: Call) -> list[Type]:
    """What `xs` is made of; nothing where that may be more than is seen: Any may be a list of any length."""
    leaves = [*(nests.leaves(call.type("xs")) or ())]
    return [] if any(map(nests.may_be_nested, leaves)) else leaves


def hessians(call: Call) -> Type | None:
    """Each source's shape twice."""
    leaves = _leaves(call)
    made = [
        _structured(x, lambda t: TensorType(t.dtype, t.shape + t.shape), call.types) for x in leaves
    ]
    return nests.list_of(made, call.types) if made else None


def _target(call: Call) -> TensorType | None:
    return convert.tensor_of(call.type("target"))


def jacobian(call: Call) -> Type | None:
    """The target's shape, then the source's."""
    target = _target(call)
    if target is None or not call.has("sources"):
        return None
    shape = target.shape
    return _structured(_sources(call), lambda t: TensorType(t.dtype, shape + t.shape), call.types)


def batch_jacobian(call: Call) -> Type | None:
    """The batch once, then the rest of the target's shape and of the source's."""
    target, source = _target(call), convert.tensor_of(call.type("source"))
    if target is None or source is None:
        return None
    for name, tensor in (("target", target), ("source", source)):
        if tensor.shape.rank is not None and tensor.shape.rank < 2:
            raise OpError("tf-rank", f"expected rank 2 or more, got {tensor}", name)
    both = [tensor.shape for tensor in (target, source)]
    batch = next((s.prefix[0] for s in both if s.prefix and isinstance(s.prefix[0], int)), None)
    first = both[0].slice(0, 1) if batch is None else Shape.of(batch)
    shape = first + rest(target.shape) + rest(source.shape)
    return convert.type_of_tensor(TensorType(source.dtype, shape), call.types)


def custom_gradient(call: Call) -> Type | None:
    """The decorated function returns its result alone, without the function for the gradient."""
    function = get_proper_type(call.type("f"))
    if not isinstance(function, CallableType):
        return None
    pair = get_proper_type(function.ret_type)
    if not isinstance(pair, TupleType) or len(pair.items) != 2:
        return None
    return function.copy_modified(ret_type=pair.items[0])


RESULTS: Final[dict[str, Result]] = {
    "tensorflow.GradientTape.gradient": gradient,
    "tensorflow.GradientTape.jacobian": jacobian,
    "tensorflow.GradientTape.batch_jacobian": batch_jacobian,
    "tensorflow.gradients": gradients,
    "tensorflow.hessians": hessians,
    "tensorflow.custom_gradient": custom_gradient,
}
