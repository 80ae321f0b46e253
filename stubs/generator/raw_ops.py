"""TensorFlow's op registry, which knows the kind of every argument and the dtypes of the results.

It types tf.raw_ops, and the public functions that are the same ops under another name.
"""

from __future__ import annotations

import inspect
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from . import api
from .signatures import parameter

# `Any` and `Sum`, like all other ops, are names of this module: types are written out.
DENSE = "TensorLike"
ATTRIBUTES = {
    "bool": "Flag",
    "float": "typing.SupportsFloat",
    "int": "typing.SupportsInt",
    "shape": "ShapeLike",
    "string": "str | bytes",
    "type": "DTypeLike",
}
#: The type variables of _typing, for the dtypes that an op leaves open.
VARIABLES = ("DT", "DU", "DV")
EXTRA_IMPORTS = (
    "import typing",
    "import tftypes",
    f"from tensorflow._typing import DTypeLike, {', '.join(VARIABLES)}, Element, Flag, NamedDType, ShapeLike, TensorLike",
)


#: The names and types of what an op returns.
Results = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Registry:
    """The ops: functions and definitions by name, and the names of the dtypes that the definitions refer to."""

    functions: dict[str, Any]
    op_defs: dict[str, Any]
    dtype_names: dict[int, str]

    @cached_property
    def named(self) -> dict[Hashable, str]:
        """The ops by the Python functions that they were made of."""
        return {made_of(function): name for name, function in self.functions.items()}

    @cached_property
    def first_with_results(self) -> dict[Results, str]:
        """The first op, by name, that has these results."""
        found: dict[Results, str] = {}
        for name in sorted(self.functions):
            found.setdefault(tuple(Op(name, self).results), name)
        return found


def made_of(function: Any) -> Hashable:
    plain = inspect.unwrap(function)
    return getattr(plain, "__module__", None), getattr(plain, "__name__", None)


def module(path: str, registry: Registry) -> api.Module:
    """The stub of all raw ops: a function each, and a class for each that has several results.

    A tuple with attributes: mypy takes four times as long to read as many named tuples. Ops with the same results have
    one class, that of the first of them.
    """
    definitions: dict[str, api.Definition] = {}
    for name in sorted(registry.functions):
        op = Op(name, registry)
        if len(op.results) > 1 and op.results_name() == f"_{name}":
            definitions[f"_{name}"] = op.result_class()
        # Raw ops take keyword arguments only.
        function = op.function(name, registry.functions[name], "", "keyword")
        definitions[name] = function
    return api.Module(path, definitions, imports=EXTRA_IMPORTS)


class Op:
    """The types of one op."""

    def __init__(self, name: str, registry: Registry) -> None:
        self.name = name
        self.registry = registry
        self.definition = registry.op_defs[name]
        self.results = [(arg.name, self.result_type(arg)) for arg in self.definition.output_arg]

    def variables(self) -> dict[str, str]:
        """The dtypes that are the same in a result as in an argument, by the name of the op's attribute."""
        decided = [arg.type_attr for arg in self.definition.input_arg if decides(arg)]
        decided += [attr.name for attr in self.definition.attr if attr.type == "type"]
        wanted = dict.fromkeys(
            arg.type_attr for arg in self.definition.output_arg if arg.type_attr in decided
        )
        return dict(zip(wanted, VARIABLES))

    def result_type(self, arg: Any) -> str:
        if arg.type_list_attr:
            return "list[typing.Any]"
        name = self.registry.dtype_names.get(arg.type)
        dtype = f"tftypes.{name}" if name else self.variables().get(arg.type_attr, "typing.Any")
        tensor = f"tf.Tensor[{dtype}, typing.Any]"
        return f"list[{tensor}]" if arg.number_attr else tensor

    def result_class(self) -> api.Class:
        fields = [checkable(api.Constant(*result)) for result in self.results]
        base = f"tuple[{', '.join(annotation for _, annotation in self.results)}]"
        return api.Class(self.results_name(), (base,), tuple(fields))

    def results_name(self) -> str:
        """What the class of the results is called."""
        return f"_{self.registry.first_with_results[tuple(self.results)]}"

    def argument_types(self) -> dict[str, str]:
        """The types of all arguments; the first that has it decides the dtype of a result."""
        undecided = self.variables()
        types = {}
        for arg in self.definition.input_arg:
            variable = undecided.pop(arg.type_attr, None) if decides(arg) else None
            types[arg.name] = f"Element[{variable}]" if variable else input_type(arg)
        for attr in self.definition.attr:
            variable = undecided.get(attr.name)
            types[attr.name] = (
                f"tf.DType[{variable}] | NamedDType" if variable else attribute_type(attr)
            )
        return types

    def function(
        self, name: str, callable_: Any, prefix: str, kind: str | None = None
    ) -> api.Function:
        """The function; `prefix` leads to the module where the classes of results stand."""
        types = self.argument_types()
        raw = [parameter(p) for p in inspect.signature(callable_).parameters.values()]
        parameters = tuple(
            replace(p, kind=kind or p.kind, annotation=annotation(p, types)) for p in raw
        )
        return api.Function(name, parameters, self.returns(prefix))

    def returns(self, prefix: str) -> str:
        if not self.results:
            return "tf.Operation | None"
        if len(self.results) == 1:
            return self.results[0][1]
        generic = ", ".join(self.variables().values())
        name = prefix + self.results_name()
        return f"{name}[{generic}]" if generic else name


def decides(arg: Any) -> bool:
    return bool(arg.type_attr) and not arg.number_attr and not arg.is_ref


def checkable(field: api.Constant) -> api.Constant:
    """A field may be called as a method of tuple is, which mypy does not like."""
    return replace(field, ignore="assignment") if field.name in ("count", "index") else field


def annotation(p: api.Parameter, types: dict[str, str]) -> str:
    if p.name == "name":
        return "str | None"
    text = types.get(p.name, DENSE)
    return f"{text} | None" if p.default == "None" and text != "typing.Any" else text


def input_type(arg: Any) -> str:
    if arg.is_ref or arg.type_list_attr or arg.number_attr:
        return "typing.Any"
    return DENSE


def attribute_type(attr: Any) -> str:
    """The literals of an enum are for editors; a checker cannot know what a str holds."""
    plain = ATTRIBUTES.get(attr.type, "typing.Any")
    values = [f'"{value}"' for value in strings(attr)]
    return f"typing.Literal[{', '.join(values)}] | {plain}" if values else plain


def strings(attr: Any) -> Iterator[str]:
    """What a string may be, where the op says so."""
    if attr.type == "string":
        yield from (value.decode() for value in attr.allowed_values.list.s)
