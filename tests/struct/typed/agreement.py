"""Whether a value is one of the type that the checker has revealed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import tensorflow as tf

from tftypes.struct import DenseStructTensor, RaggedStructTensor, StructTensor

_CLASSES = {
    "Tensor": tf.Tensor,
    "RaggedTensor": tf.RaggedTensor,
    "StructTensor": StructTensor,
    "DenseStructTensor": DenseStructTensor,
    "RaggedStructTensor": RaggedStructTensor,
}


class Name:
    """A type as its text: evaluated by Python, since it is written as Python."""

    def __init__(self, name: str, *args: Any) -> None:
        self.name = name
        self.args = args

    def __getitem__(self, args: Any) -> Name:
        return Name(self.name, *(args if isinstance(args, tuple) and args else (args,)))

    def __getattr__(self, name: str) -> Name:
        return Name(name)

    def __or__(self, other: Any) -> Name:
        return Name("|", self, other)


class _Names(dict[str, Any]):
    def __missing__(self, name: str) -> Name:
        return Name(name)


def disagreement(
    value: Any, revealed: str, schemas: Mapping[str, tuple[str, ...]] | None = None
) -> str | None:
    """What is wrong with the type of a value; None where nothing is, or it says nothing.

    `schemas` has the names of the fields of each schema that has a name.
    """
    text = revealed.replace("{...}", "{'...': None}").replace(", ...}", ", '...': None}")
    return _of(value, eval(text, _Names()), schemas or {})  # text of ours, from mypy


def _of(value: Any, typ: Name, schemas: Mapping[str, tuple[str, ...]]) -> str | None:
    if typ.name in ("Any", "object"):
        return None
    if typ.name == "|":
        found = [_of(value, each, schemas) for each in typ.args]
        return None if None in found else found[0]
    if typ.name in ("list", "tuple"):
        items = typ.args * len(value) if typ.name == "list" else typ.args
        found = [_of(item, each, schemas) for item, each in zip(value, items)]
        return next(filter(None, found), None)
    if typ.name == "TensorShape":
        return None if _fits(value, typ.args[0]) else f"is the shape {value}"
    if not isinstance(value, _CLASSES[typ.name]):
        return f"is a {type(value).__name__}"
    first, shape = typ.args
    if isinstance(value, StructTensor):
        names = schemas.get(first.name) if isinstance(first, Name) else tuple(first)
        if names is not None and "..." not in names and names != value.field_names():
            return f"has the fields {value.field_names()}"
    elif isinstance(first, Name) and first.name not in ("Any", value.dtype.name):
        return f"is of {value.dtype.name}"
    return None if _fits(value.shape, shape) else f"is of shape {value.shape}"


def _fits(shape: Any, typ: Name) -> bool:
    if typ.name == "Any":
        return True
    dims = () if typ.args == ((),) else typ.args
    if Ellipsis in dims:  # any number of dims
        run = dims.index(Ellipsis)
        before, after = dims[:run], dims[run + 1 :]
        left = shape.rank - len(after)
        return (
            left >= run
            and _fits(shape[:run], Name("Shape", *before))
            and _fits(shape[left:], Name("Shape", *after))
        )
    if shape.rank != len(dims):
        return False
    return all(not isinstance(d, int) or size in (None, d) for size, d in zip(shape, dims))
