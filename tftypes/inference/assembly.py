"""Puts the interpreter together: the families of the language and the models of the libraries."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, Final

from tftypes.algebra import Expr, TensorType
from tftypes.algebra.expressions import Polynomial, Quotient, Symbol
from tftypes.inference import models
from tftypes.inference.annotations import reading, type_parameters
from tftypes.inference.contracts import assignments
from tftypes.inference.interpreter import (
    attributes,
    booleans,
    branches,
    calls,
    classes,
    comparisons,
    comprehensions,
    context_managers,
    displays,
    escaping,
    exceptions,
    functions,
    generators,
    imports,
    item_writes,
    iterables,
    iteration,
    library,
    loops,
    members,
    names,
    nothing,
    operators,
    patterns,
    protocols,
    subscripts,
    truths,
)
from tftypes.inference.interpreter.tables import Tables
from tftypes.inference.models.keras import symbols
from tftypes.inference.models.struct import ops as structs
from tftypes.inference.models.tensorflow import dispatch
from tftypes.inference.values import Named, Tensor

_EXPRESSIONS: Final = (
    attributes, booleans, branches, calls, comparisons, comprehensions, displays, functions, generators, names, operators, subscripts,
)  # fmt: skip
_STATEMENTS: Final = (
    branches, calls, classes, context_managers, exceptions, functions, imports, loops, names, operators, patterns,
)  # fmt: skip
#: Every module of these packages is a model; a new one is a new file.
_LIBRARIES: Final = (
    "python", "numpy", "pandas", "pillow", "sklearn", "einops", "tfds", "tensorflow", "keras", "struct",
)  # fmt: skip


@cache
def _models() -> tuple[ModuleType, ...]:
    """The modules of the models, in the order of their names."""
    found = []
    for library_name in _LIBRARIES:
        package = import_module(f"{models.__name__}.{library_name}")
        for each in sorted(iter_modules(package.__path__), key=lambda each: each.name):
            if not each.ispkg:  # the op rules have a registry of their own
                found.append(import_module(f"{package.__name__}.{each.name}"))
    return tuple(found)


def _merged(modules: tuple[Any, ...], name: str) -> dict[Any, Any]:
    found: dict[Any, Any] = {}
    for module in modules:
        table: Mapping[Any, Any] = getattr(module, name, {})
        if twice := found.keys() & table.keys():
            raise ValueError(
                f"{module.__name__}.{name} defines again: {', '.join(map(str, twice))}"
            )
        found.update(table)
    return found


def _with_subclasses(table: dict[Any, Any]) -> dict[Any, Any]:
    """Tables are asked for the exact type: what holds for a class holds for its subclasses."""
    families = ((TensorType, (Tensor,)), (Expr, (Symbol, Quotient, Polynomial)), (tuple, (Named,)))
    for base, kinds in families:
        if base in table:
            table.update((kind, table[base]) for kind in kinds if kind not in table)
    return table


@cache
def tables() -> Tables:
    """All tables, made once in a process."""
    return Tables(
        expressions=_merged(_EXPRESSIONS, "EXPRESSIONS"),
        statements=_merged((*_STATEMENTS, assignments, type_parameters), "STATEMENTS"),
        calls=_with_subclasses(_merged((calls, classes, nothing, protocols, *_models()), "CALLS")),
        attributes=_with_subclasses(
            _merged((attributes, members, library, nothing, *_models()), "ATTRIBUTES")
        ),
        attribute_writes=_with_subclasses(
            _merged((attributes, library, members, nothing, *_models()), "ATTRIBUTE_WRITES")
        ),
        items=_with_subclasses(_merged((nothing, subscripts, *_models()), "ITEMS")),
        item_writes=_with_subclasses(_merged((item_writes, *_models()), "ITEM_WRITES")),
        iterables=_with_subclasses(_merged((iteration, *_models()), "ITERABLES")),
        truths=_with_subclasses(_merged((truths, *_models()), "TRUTHS")),
        conditions=_with_subclasses(_merged((truths, *_models()), "CONDITIONS")),
        has_method=members.has_method,
        check_iterable=iterables.check_iterable,
        subscription=reading.subscription,
        hold_name=assignments.hold_name,
        import_for_types=imports.import_for_types,
        tried=exceptions.tried,
        symbolic=symbols.apply,
        structural=structs.apply,
        dispatched=dispatch.dispatched,
        escape=escaping.escape,
        forget=escaping.forget,
        remedies=_merged(_models(), "REMEDIES"),
        functions=_merged(_models(), "FUNCTIONS"),
        classes=_merged(_models(), "CLASSES"),
        constants=_merged(_models(), "CONSTANTS"),
    )
