"""tf.raw_ops from TensorFlow's op registry, which knows the kind of every argument and the dtypes of the results."""

from __future__ import annotations

import inspect
from dataclasses import replace
from typing import Any

from . import api
from .signatures import parameter

# `Any` and `Sum`, like all other ops, are names of this module: types are written out.
DENSE = "TensorLike"
UNKNOWN = "tf.Tensor[typing.Any, typing.Any]"
ATTRIBUTES = {
    "bool": "Flag",
    "float": "typing.SupportsFloat",
    "int": "typing.SupportsInt",
    "shape": "ShapeLike",
    "string": "str | bytes",
    "type": "DTypeLike",
}
EXTRA_IMPORTS = (
    "import typing",
    "import tftypes",
    "from tensorflow._typing import DTypeLike, Flag, ShapeLike, TensorLike",
)


def module(
    path: str, functions: dict[str, Any], op_defs: dict[str, Any], dtype_names: dict[int, str]
) -> api.Module:
    """The stub of all raw ops: a function each, and a class for each that has several results.

    A tuple with attributes: mypy takes four times as long to read as many named tuples.
    """
    definitions: dict[str, api.Definition] = {}
    for name in sorted(functions):
        results = [(arg.name, result_type(arg, dtype_names)) for arg in op_defs[name].output_arg]
        if len(results) > 1:
            fields = tuple(api.Constant(field, annotation) for field, annotation in results)
            base = f"tuple[{', '.join(annotation for _, annotation in results)}]"
            definitions[f"_{name}"] = api.Class(f"_{name}", (base,), tuple(map(checkable, fields)))
        definitions[name] = function(name, functions[name], op_defs[name], results)
    return api.Module(path, definitions, imports=EXTRA_IMPORTS)


def checkable(field: api.Constant) -> api.Constant:
    """A field may be called as a method of tuple is, which mypy does not like."""
    return replace(field, ignore="assignment") if field.name in ("count", "index") else field


def function(
    name: str, callable_: Any, op_def: Any, results: list[tuple[str, str]]
) -> api.Function:
    """Raw ops take keyword arguments only."""
    kinds = {arg.name: input_type(arg) for arg in op_def.input_arg} | {
        a.name: attribute_type(a) for a in op_def.attr
    }
    raw = [parameter(p) for p in inspect.signature(callable_).parameters.values()]
    parameters = tuple(
        replace(
            p,
            kind="keyword",
            annotation="str | None" if p.name == "name" else or_none(kinds.get(p.name, DENSE), p),
        )
        for p in raw
    )
    if not results:
        return api.Function(name, parameters, "tf.Operation | None")
    return api.Function(name, parameters, results[0][1] if len(results) == 1 else f"_{name}")


def or_none(annotation: str, p: api.Parameter) -> str:
    return (
        f"{annotation} | None" if p.default == "None" and annotation != "typing.Any" else annotation
    )


def input_type(arg: Any) -> str:
    if arg.is_ref or arg.type_list_attr or arg.number_attr:
        return "typing.Any"
    return DENSE


def attribute_type(attr: Any) -> str:
    return ATTRIBUTES.get(attr.type, "typing.Any")


def result_type(arg: Any, dtype_names: dict[int, str]) -> str:
    """The dtype is known where the op has only one for this result."""
    if arg.type_list_attr:
        return "list[typing.Any]"
    name = dtype_names.get(arg.type)
    tensor = f"tf.Tensor[tftypes.{name}, typing.Any]" if name else UNKNOWN
    return f"list[{tensor}]" if arg.number_attr else tensor
