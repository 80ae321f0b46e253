"""A list of layers of one class where one of layers is wanted, or a dict of such: to mypy alone both are of Any.

layers = [tf.keras.layers.Dense(3) for _ in range(4)]
return layers    # from a function of `-> list[tf.keras.layers.Layer]`

mypy refuses a list for that something else could be put into it there.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy import errorcodes as codes
from mypy.checker import TypeChecker
from mypy.checker_state import checker_state
from mypy.errors import ErrorInfo
from mypy.nodes import AssignmentStmt, MypyFile
from mypy.subtypes import is_subtype
from mypy.types import (
    CallableType,
    Instance,
    ProperType,
    Type,
    TypeVarType,
    flatten_nested_unions,
    get_proper_type,
)

from tftypes_mypy import convert
from tftypes_mypy.assigned_lines import returned_at, statements_at
from tftypes_mypy.features.facts.alone import is_of_tensorflow, type_of
from tftypes_mypy.features.mypy_errors.called import calls_at
from tftypes_mypy.ranges import begin


def is_invariant(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether a container of TensorFlow's objects is refused, all of which may stand where it is wanted; or a tensor."""
    return any(
        (_holds_ours(given) and _goes_for(given, wanted)) or _is_of_bound(given, wanted)
        for given, wanted in _pairs(info, tree)
        if given is not None and wanted is not None and not is_subtype(given, wanted)
    )


def _pairs(info: ErrorInfo, tree: MypyFile) -> Iterator[tuple[Type | None, Type | None]]:
    """What is given, and what is wanted, where the error is."""
    if info.code is codes.ASSIGNMENT:
        for statement in statements_at(tree, info.line):
            if isinstance(statement, AssignmentStmt):
                given = type_of(statement.rvalue)
                yield from ((given, type_of(each)) for each in statement.lvalues)
    elif info.code is codes.RETURN_VALUE:
        checker = checker_state.type_checker
        # Of a lambda's body mypy says so, too, with no function around it.
        wanted = checker.return_types[-1:] if isinstance(checker, TypeChecker) else []
        for returned in returned_at(tree, info.line):
            yield from ((type_of(returned), each) for each in wanted)
    elif info.code is codes.ARG_TYPE:
        for call in calls_at(info, tree):
            function = type_of(call.callee)
            parameters = function.arg_types if isinstance(function, CallableType) else []
            for argument in call.args:
                if begin(argument) == (info.line, info.column):
                    yield from ((type_of(argument), each) for each in parameters)


def _holds_ours(container: Type) -> bool:
    return any(
        is_of_tensorflow(part) or _holds_ours(part)
        for each in _members(container)
        if isinstance(each, Instance)
        for part in each.args
    )


def _goes_for(given: Type, wanted: Type) -> bool:
    """Whether one may stand for the other if nothing is put into it."""
    return all(
        is_subtype(each, wanted) or any(_is_wider(each, other) for other in _members(wanted))
        for each in _members(given)
    )


def _is_wider(given: Type, wanted: Type) -> bool:
    """Whether two are containers of a kind, and what is in the one goes for what is in the other."""
    if not (isinstance(given, Instance) and isinstance(wanted, Instance)):
        return False
    is_of_kind = given.type is wanted.type and bool(given.args)
    return is_of_kind and all(map(_goes_for, given.args, wanted.args))


def _is_of_bound(given: Type, wanted: Type) -> bool:
    """`x + 1` where `T` is wanted, which is bound to tensors: no op makes one of a class that derives from theirs."""
    proper = get_proper_type(wanted)
    if not isinstance(proper, TypeVarType) or proper.values:
        return False
    bounds = _members(proper.upper_bound)
    return all(map(convert.tensor_of, bounds)) and is_subtype(given, proper.upper_bound)


def _members(typ: Type) -> list[ProperType]:
    return [get_proper_type(each) for each in flatten_nested_unions([typ])]
