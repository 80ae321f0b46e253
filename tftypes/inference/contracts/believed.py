"""Which annotations tell what an unknown value is."""

from __future__ import annotations

from typing import Final

from tftypes.algebra import DType
from tftypes.inference.objects import External, Value
from tftypes.inference.values import Annotation

_CONTAINERS: Final = ("sequence", "dict", "tuple")
#: Classes that people name for values of others: the tensor that a layer makes is called a layer, a class that wraps is
#: called a wrapper, and a spec is called a shape.
_LOOSE: Final = (
    "tensorflow.keras.Layer",
    "keras.Layer",
    "tensorflow.keras.layers.Wrapper",
    "tensorflow.TensorShape",
)


def is_held(annotation: Annotation) -> bool:
    """Whether programs that run keep to an annotation.

    Nothing holds calls to Python's own types, and people write them where they give others: a list for a tuple or a
    tensor, a bool for a number. So a container is held where it is one of what tftypes holds.
    """
    kind, args = annotation.kind, annotation.args
    if kind in _CONTAINERS:
        return _is_of_known(annotation)
    if kind == "union":
        return all(map(is_held, args))
    if kind == "python":
        return False
    if kind == "tensor":
        # the dtype of an `NDArray` is for other checkers, and programs give ints for bools
        return bool(args[0].kind != "array" or args[0].shape.rank is not None)
    return not (kind == "class" and isinstance(args[0], External) and args[0].name in _LOOSE)


def is_confirmed(annotation: Annotation, default: Value) -> bool:
    """Whether the default of a parameter says as well that it is a number."""
    kinds = (int, float)
    return type(default) in kinds and annotation == Annotation("python", (type(default).__name__,))


def _is_of_known(annotation: Annotation) -> bool:
    """Whether something in an annotation is a dtype, a shape, a size or a schema."""
    kind, args = annotation.kind, annotation.args
    if kind in (*_CONTAINERS, "union"):
        return any(_is_of_known(each) for each in args if isinstance(each, Annotation))
    if kind == "tensor":
        return bool(args[0].dtype != DType.any() or args[0].shape.rank is not None)
    return kind in ("struct", "int")
