"""What a traced function gets for what it is called with: arrays, and NumPy's scalars, come in as tensors.

Python's own numbers stay what they are, and so do lists, of whose arrays tensors are made one by one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from mypy.checker import TypeChecker
from mypy.types import (
    Instance,
    ProperType,
    TupleType,
    Type,
    TypedDictType,
    UnionType,
    get_proper_type,
    has_recursive_types,
)

from tftypes.algebra import UNKNOWN
from tftypes_mypy import convert
from tftypes_mypy.features.bodies.bound import Named
from tftypes_mypy.features.bodies.model import Actual
from tftypes_mypy.features.structures import nests
from tftypes_mypy.numpy_types import array_of, as_tensor


def tensors_in(
    given: Mapping[str, Sequence[Actual]], checker: TypeChecker, is_sure: bool
) -> Mapping[str, Sequence[Actual]]:
    """The arguments of a call as the body of a traced function has them, if it is sure to be traced."""
    return {
        name: [_taken(each, checker, is_sure) for each in items] for name, items in given.items()
    }


def _taken(actual: Actual, checker: TypeChecker, is_sure: bool) -> Actual:
    if isinstance(actual.value, Named):
        named = tuple((name, _taken(each, checker, is_sure)) for name, each in actual.value.actuals)
        return replace(actual, value=Named(named))
    if has_recursive_types(actual.type):
        return Actual(convert.unknown())
    if not _has_arrays(actual.type):
        return actual
    if not is_sure:
        return Actual(convert.unknown())
    types = convert.Types(checker.modules)
    return Actual(nests.mapped(actual.type, partial(_tensor, types=types), types), UNKNOWN)


def _has_arrays(typ: Type) -> bool:
    proper = get_proper_type(typ)
    if isinstance(proper, (UnionType, TupleType)):
        return any(map(_has_arrays, proper.items))
    if isinstance(proper, TypedDictType):
        return any(map(_has_arrays, proper.items.values()))
    if nests.is_nested(proper):
        return isinstance(proper, Instance) and any(map(_has_arrays, proper.args))
    return array_of(proper) is not None


def _tensor(leaf: ProperType, types: convert.Types) -> Type:
    if isinstance(leaf, UnionType):
        return UnionType(
            [
                nests.mapped(each, partial(_tensor, types=types), types)
                for each in convert.members(leaf)
            ]
        )
    return as_tensor(leaf, types) or leaf
