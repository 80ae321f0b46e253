"""mypy's errors of program objects that mypy alone knows nothing of, where the program may well be right.

What is annotated to be of a class may be of one that derives from it, one of several types is refuted by all of them
alone, and an object whose class sets attributes by their names may have any.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mypy import errorcodes as codes
from mypy.checker import TypeChecker
from mypy.checker_state import checker_state
from mypy.errors import ErrorInfo
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ConditionalExpr,
    DelStmt,
    Expression,
    FuncDef,
    IndexExpr,
    MemberExpr,
    MypyFile,
    OpExpr,
    RefExpr,
    TypeInfo,
    Var,
)
from mypy.types import (
    AnyType,
    Instance,
    NoneType,
    ProperType,
    UnboundType,
    UnionType,
    get_proper_type,
)

from tftypes_mypy import convert
from tftypes_mypy.features.bodies.results import is_exact
from tftypes_mypy.features.facts import alone
from tftypes_mypy.features.facts.alone import type_of
from tftypes_mypy.features.facts.certainty import certain_places
from tftypes_mypy.features.facts.chosen import is_chosen
from tftypes_mypy.features.facts.expected import is_expected
from tftypes_mypy.features.facts.places import given, times_given
from tftypes_mypy.features.mypy_errors.apart import takes_tensorflows
from tftypes_mypy.features.mypy_errors.called import calls_at
from tftypes_mypy.features.mypy_errors.joined import is_from_elsewhere, is_ours
from tftypes_mypy.features.mypy_errors.messages import TENSOR
from tftypes_mypy.patterns import Pattern
from tftypes_mypy.ranges import begin
from tftypes_mypy.reach import is_program
from tftypes_mypy.standing import has_more
from tftypes_mypy.syntax import Place, expressions_at, is_none, may_have, owners_at, those_of, walk

_MISSING: Final = Pattern(
    r'(?:(?:Item "(?P<item>\w+)[^"]*" of )?".*"|\S+\?) has no attribute "(?P<name>\w+)"'
)
#: Of what mypy joins to `object` nothing is known.
_JOINED: Final = Pattern(
    r'No overload variant of "__\w+__" of "\w*(?:Tensor|Variable)" matches argument type "object"$'
)
#: A list of one class where one of its base is wanted: nobody has said what else may be put in. And of what mypy joins.
_CONTAINED: Final = Pattern(
    r'Argument .* has incompatible type "(?:(?P<kind>list|dict|set)\[.*"; expected "(?:[^"]*\| )?(?P=kind)\['
    r'|\w+\[(?:str, )?(?:tuple\[Any, \.\.\.\]|object)\]")'
)
#: A tensor that is called, and of which no more is known than that somebody annotated it as one, or that it is one of
#: the things that an attribute is given: a variable, where another flag makes it a layer.
_CALLED: Final = Pattern(r'"(?:\w*Tensor|Variable)\[Any, Any\]" not callable$')
#: A dict whose first keys were tensors.
_KEYED: Final = Pattern(r'Invalid index type .*; expected type "\w*(?:Tensor|Variable)\[')
#: `model.layers[number]`, where a branch has made `number` None.
_INDEXED: Final = Pattern(r'Invalid index type "[^"]* \| [^"]*" for "')
#: Words of a class that does.
_SETTERS: Final = ("setattr(", "__dict__", "vars(self)")
_FOREIGN: Final = ("builtins.", "typing.", "tensorflow.", "tftypes.", "numpy.", "collections.")


def is_unproven(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether an error is only of what is known by us, and not of all that may be there."""
    if _JOINED.match(info.message) or _is_of_chosen(info, tree):
        return True
    if is_expected(info.line, tree) and (_is_of_unknown(info, tree) or _takes_ours(info, tree)):
        return True
    if _CALLED.match(info.message):
        return any(
            isinstance(each, CallExpr)
            and (alone.is_unknown(each.callee, tree) or _is_given_else(each.callee, tree))
            for each in expressions_at(tree, info.line, info.column)
        )
    if info.code is codes.ARG_TYPE:
        is_container = _CONTAINED.match(info.message) and not TENSOR.search(info.message)
        is_of_ours = bool(is_container) and any(
            is_ours(value, tree, type_of)
            for each in expressions_at(tree, info.line, info.column)
            for value in (each, *alone.bound_to(each, tree))
        )
        return is_of_ours or _is_one_of_several(info, tree)
    if info.code is codes.METHOD_ASSIGN:
        return any(alone.is_known_by_us(each.expr, tree) for each in _assigned_at(info, tree))
    if info.code in (codes.ATTR_DEFINED, codes.UNION_ATTR):
        missing = _MISSING.match(info.message)
        return missing is not None and any(
            _may_have(owner, missing["name"], tree) or _is_by_us(missing["item"], owner, tree)
            for owner in _asked((info.line, info.column), missing["name"], tree)
        )
    if info.code is codes.CALL_OVERLOAD and _is_method_of_array(info, tree):
        return True
    operands = [*_operands(info, tree)]
    if _INDEXED.match(info.message) and any(map(alone.is_member, operands)):
        return True
    if _KEYED.match(info.message):
        return any(map(_is_inferred, operands))
    unknown = [operand for operand in operands if alone.is_unknown(operand, tree)]
    return any(isinstance(type_of(operand), UnionType) for operand in unknown) or (
        bool(unknown) and any(map(_may_have_more, map(type_of, operands)))
    )


def _is_one_of_several(info: ErrorInfo, tree: MypyFile) -> bool:
    """`range(settings["steps"])`, where a regularizer of Keras' is in the dict too: to mypy alone that may be anything."""
    return not TENSOR.search(info.message) and any(
        isinstance(typ := type_of(each), UnionType)
        and not (_is_made_none(typ) or (_has_none(typ) and alone.is_of_tensorflow(typ)))
        and alone.is_unknown(each, tree)
        for each in expressions_at(tree, info.line, info.column)
    )


def _has_none(typ: UnionType) -> bool:
    return any(isinstance(get_proper_type(item), NoneType) for item in typ.items)


def _is_made_none(typ: UnionType) -> bool:
    """`answer.value if answer.is_valid else None`, of which mypy alone says as much."""
    return _has_none(typ) and any(isinstance(get_proper_type(i), AnyType) for i in typ.items)


def _is_method_of_array(info: ErrorInfo, tree: MypyFile) -> bool:
    """`model.predict(x).max(axis=1, keepdims=1)`: NumPy takes more than its stubs have."""
    return any(
        isinstance(call.callee, MemberExpr)
        and isinstance(typ := type_of(call.callee.expr), Instance)
        and typ.type.fullname.startswith("numpy.")
        and alone.is_unknown(call.callee.expr, tree)
        for call in calls_at(info, tree)
    )


def _is_of_unknown(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether anything that an error is of is unknown to mypy alone, or an array of which we know more."""
    return any(
        isinstance(part, Expression) and (alone.is_unknown(part, tree) or has_more(type_of(part)))
        for each in _subjects(info, tree)
        for part in walk(each)
    )


def _takes_ours(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether an argument, or what is expected there, is of TensorFlow's: mypy alone says nothing of either."""
    given, _, expected = info.message.rpartition("expected ")
    return (
        info.code is codes.ARG_TYPE
        and bool(given)
        and (
            any(map(alone.is_of_tensorflow, map(type_of, _subjects(info, tree))))
            or takes_tensorflows(info, expected, tree)
        )
    )


def _is_given_else(owner: Expression, tree: MypyFile) -> bool:
    """Whether a name or an attribute is given something that is no tensor, or may be none."""
    if isinstance(owner, MemberExpr) and is_from_elsewhere(owner, tree):
        return True
    types = [None if value is None else type_of(value) for value in given(owner, tree)]
    return any(typ is None or convert.tensor_of(typ) is None for typ in types)


def _subjects(info: ErrorInfo, tree: MypyFile) -> Iterator[Expression]:
    """What is asked for an attribute, or called with too much; of any other error all that begins there."""
    if info.code is codes.NAME_DEFINED:
        return
    place = info.line, info.column
    if info.code in (codes.ATTR_DEFINED, codes.UNION_ATTR):
        missing = _MISSING.match(info.message)
        yield from _asked(place, missing["name"], tree) if missing is not None else ()
        return
    for each in expressions_at(tree, *place):
        if info.code is not codes.CALL_ARG:
            yield each
        elif isinstance(each, CallExpr):
            yield each.callee


def _is_of_chosen(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether it is of a call of what may be another module's."""
    checker = checker_state.type_checker
    return isinstance(checker, TypeChecker) and any(
        isinstance(each, (CallExpr, RefExpr)) and is_chosen(each, tree, checker.modules)
        for each in expressions_at(tree, info.line, info.column)
    )


def _asked(place: Place, name: str, tree: MypyFile) -> Iterator[Expression]:
    """What is asked for an attribute of this name: `del x[0]` asks for a method, too."""
    yield from owners_at(tree, *place, name)
    if name == "__delitem__":
        for statement in those_of(tree, DelStmt):
            if begin(statement) == place and isinstance(statement.expr, IndexExpr):
                yield statement.expr.base


def _may_have(owner: Expression, name: str, tree: MypyFile) -> bool:
    """Whether an object, of which mypy alone knows nothing, may have an attribute all the same."""
    if _is_surely_asked(owner, tree):
        return False
    held = type_of(owner)
    kinds = [
        get_proper_type(kind) for kind in (held.items if isinstance(held, UnionType) else [held])
    ]
    if alone.is_unknown(owner, tree):
        return any(_has(kind, name) for kind in kinds)
    # What another module has given to an attribute, mypy's cache does not tell.
    return (
        is_from_elsewhere(owner, tree)
        and _is_inferred(owner)
        and any(isinstance(kind, Instance) and _takes_any(kind.type) for kind in kinds)
    )


def _takes_any(info: TypeInfo) -> bool:
    """Whether a class of the program's may set attributes by their names."""
    checker = checker_state.type_checker
    home = checker.modules.get(info.module_name) if isinstance(checker, TypeChecker) else None
    return home is not None and is_program(home.path) and sets_by_name(info)


def _is_by_us(item: str | None, owner: Expression, tree: MypyFile) -> bool:
    """Whether a name is one of several things, of which this one comes from where mypy alone knows nothing."""
    held, least = type_of(owner), 1
    if item is None and isinstance(owner, MemberExpr) and alone.is_of_tensorflow(held):
        return times_given(owner) > 1
    if item is None and isinstance(held, Instance):  # mypy goes by the first of several
        item, least = held.type.name, 2
    values = given(owner, tree) if item not in (None, "None") else ()
    known = [value for value in values if value is not None and _is_known(value, tree)]
    return (
        len(values) >= least
        and len(known) < len(values)
        and not any(_is_of(type_of(value), item) for value in known)
    )


def _is_of(typ: ProperType | None, item: str | None) -> bool:
    """Whether a type is the one that mypy calls so: of `3` it writes more."""
    is_it = isinstance(typ, Instance) and typ.type.name == item
    return is_it or re.search(rf"\b{item}\b", str(typ)) is not None


def _is_known(value: Expression, tree: MypyFile) -> bool:
    """Whether mypy alone knows what class an object is of: `map(f, xs)`, whatever is in it."""
    if alone.is_of_tensorflow(type_of(value)):
        return False
    made_by = value.callee if isinstance(value, CallExpr) else None
    kind = made_by.node if isinstance(made_by, RefExpr) else None
    if isinstance(kind, TypeInfo):
        return not alone.is_wrapped(kind)
    return not alone.is_unknown(value, tree)


def _is_surely_asked(owner: Expression, tree: MypyFile) -> bool:
    """Whether each run that makes a name None in `x = tf.zeros([2]) if c else None` comes by here."""
    values = alone.bound_to(owner, tree)
    if len(values) != 1 or not _may_be_none(values[0]):
        return False
    places = {(each.line, each.column) for each in (values[0], owner)}
    return any(
        places <= certain_places(function.body, lambda condition: None)
        for function in those_of(tree, FuncDef)
        if function.line <= owner.line <= (function.end_line or 0)
    )


def _may_be_none(value: Expression) -> bool:
    parts = (value.if_expr, value.else_expr) if isinstance(value, ConditionalExpr) else ()
    return any(map(is_none, parts))


def _has(kind: ProperType | None, name: str) -> bool:
    if not isinstance(kind, Instance):
        return isinstance(kind, (AnyType, UnboundType))  # of what is no type mypy has said so
    may_be_set = not is_exact(kind) or sets_by_name(kind.type) or alone.is_wrapped(kind.type)
    return kind.type.get(name) is not None or (_is_own(kind.type) and may_be_set)


def _is_own(info: TypeInfo) -> bool:
    """Whether a class is the program's own."""
    checker = checker_state.type_checker
    tree = checker.modules.get(info.module_name) if isinstance(checker, TypeChecker) else None
    return tree is not None and not tree.is_stub


def _is_inferred(name: Expression) -> bool:
    """Whether nobody annotated what a name or an attribute stands for."""
    node = alone.member(name) if isinstance(name, MemberExpr) else getattr(name, "node", None)
    return isinstance(node, Var) and node.is_inferred


def _may_have_more(kind: ProperType | None) -> bool:
    """Whether a metaclass of the program's own may have given a class operators that are not written."""
    made_by = kind.type.metaclass_type if isinstance(kind, Instance) else None
    return made_by is not None and not made_by.type.fullname.startswith((*_FOREIGN, "abc."))


def sets_by_name(info: TypeInfo) -> bool:
    """Whether the module of a class, or of a base of it, may set attributes whose names are not written."""
    checker = checker_state.type_checker
    modules = checker.modules if isinstance(checker, TypeChecker) else {}
    own = {base.module_name for base in info.mro if not base.fullname.startswith(_FOREIGN)}
    return any(name in modules and may_have(modules[name], *_SETTERS) for name in own)


def _operands(info: ErrorInfo, tree: MypyFile) -> Iterator[Expression]:
    """What an index or an operator is asked of, where that is refused."""
    place = info.line, info.column
    if info.code is codes.OPERATOR:
        for node in expressions_at(tree, *place):
            if isinstance(node, OpExpr):
                yield from (node.left, node.right)
    elif info.code in (codes.INDEX, codes.CALL_OVERLOAD):
        for indexed in those_of(tree, IndexExpr):
            if place in (begin(indexed), begin(indexed.index)):
                yield indexed.base


def _assigned_at(info: ErrorInfo, tree: MypyFile) -> Iterator[MemberExpr]:
    for node in those_of(tree, AssignmentStmt):
        if node.line == info.line:
            yield from (each for each in node.lvalues if isinstance(each, MemberExpr))
