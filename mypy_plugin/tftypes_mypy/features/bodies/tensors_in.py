"""What a traced function gets for what it is called with: arrays, and NumPy's scalars, come in as tensors.

Python's own numbers stay what they are, and so do lists, of whose arrays tensors are made one by one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import MemberExpr, MypyFile
from mypy.types import (
    Instance,
    ProperType,
    TupleType,
    Type,
    TypedDictType,
    UnionType,
    get_proper_type,
)

from tftypes.algebra import UNKNOWN, TensorType
from tftypes_mypy import convert
from tftypes_mypy.features.bodies.bound import Named
from tftypes_mypy.features.bodies.model import Actual
from tftypes_mypy.features.bodies.sources import is_program
from tftypes_mypy.features.structures import nests
from tftypes_mypy.numpy_types import array_of
from tftypes_mypy.syntax import may_have, per_tree, those_of

#: Lets functions run untraced, which get the arrays then.
_EAGERLY: Final = "run_functions_eagerly"


def tensors_in(
    given: Mapping[str, Sequence[Actual]], checker: TypeChecker
) -> Mapping[str, Sequence[Actual]]:
    """The arguments of a call as the body of a traced function has them."""
    return {name: [_taken(actual, checker) for actual in items] for name, items in given.items()}


def _taken(actual: Actual, checker: TypeChecker) -> Actual:
    if isinstance(actual.value, Named):
        named = tuple((name, _taken(each, checker)) for name, each in actual.value.actuals)
        return replace(actual, value=Named(named))
    if not _has_arrays(actual.type):
        return actual
    if any(map(_runs_untraced, checker.modules.values())):
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
    array = array_of(leaf)
    if array is None:
        return leaf
    return convert.type_of_tensor(TensorType(array.dtype, array.shape), types)


@per_tree
def _runs_untraced(tree: MypyFile) -> bool:
    """Whether a module of the program may have functions run without being traced."""
    if not is_program(tree) or not may_have(tree, _EAGERLY):
        return False
    return any(node.name.endswith(_EAGERLY) for node in those_of(tree, MemberExpr))
