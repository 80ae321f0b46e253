"""Lists and dicts that hold several kinds of things, of which mypy takes each for one like the first.

metrics = {"loss": tf.keras.metrics.Mean()}
metrics["error"] = other.Metric()             # which is Any to mypy
metrics["error"].add_batch(labels)            # "Mean" has no attribute "add_batch"

To mypy alone all that TensorFlow makes is Any, and so is all that is in a list with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.errors import ErrorInfo
from mypy.nodes import (
    CallExpr,
    DictExpr,
    DictionaryComprehension,
    Expression,
    IndexExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    TupleExpr,
)
from mypy.types import Instance, ProperType

from tftypes_mypy.assigned_lines import inferred
from tftypes_mypy.features.facts import alone
from tftypes_mypy.features.mypy_errors.joined import is_from_elsewhere
from tftypes_mypy.patterns import Pattern
from tftypes_mypy.syntax import expressions_at, owners_at

_MISSING: Final = Pattern(r'(?:Item "[^"]*" of )?"[^"]*" has no attribute "(?P<name>\w+)"')
#: What else is asked of an object, and the method that answers.
_ASKED: Final = (
    (Pattern(r'Unsupported target for indexed assignment \("'), "__setitem__"),
    (Pattern(r'Value of type "[^"]*" is not indexable'), "__getitem__"),
    (Pattern(r'"[^"]*" not callable$'), "__call__"),
)
#: The methods of a list or a dict that give what is in it, one or all.
_GIVING: Final = frozenset({"get", "items", "pop", "popitem", "setdefault", "values"})


def is_of_held(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether one of several things that a list or a dict holds is asked for what another has."""
    missing = _MISSING.match(info.message)
    names = [name for pattern, name in _ASKED if pattern.match(info.message)]
    name = missing["name"] if missing is not None else names[0] if names else None
    return name is not None and any(
        _holds_another(container, owner, name, tree)
        for owner in _owners(info, name, tree)
        for container in _containers(owner, tree)
    )


def _owners(info: ErrorInfo, name: str, tree: MypyFile) -> Iterator[Expression]:
    """What is asked for an attribute of the name, for an item, or called, where an error is."""
    yield from owners_at(tree, info.line, info.column, name)
    for each in expressions_at(tree, info.line, info.column):
        if isinstance(each, IndexExpr) and name in ("__getitem__", "__setitem__"):
            yield each.base
        elif isinstance(each, CallExpr) and name == "__call__":
            yield each.callee


def _containers(owner: Expression, tree: MypyFile) -> Iterator[Expression]:
    """What an object comes from: `rows` of `rows[0]`, of `rows.get(0)`, and of `row` in `for row in rows`."""
    values = alone.bound_to(owner, tree) if isinstance(owner, NameExpr) else ()
    for value in (owner, *values):
        if isinstance(value, IndexExpr):
            yield value.base
        elif isinstance(value, CallExpr) and isinstance(value.callee, MemberExpr):
            if value.callee.name in _GIVING:
                yield value.callee.expr
        elif value is not owner and isinstance(value, (NameExpr, MemberExpr)):
            yield value


def _holds_another(container: Expression, owner: Expression, name: str, tree: MypyFile) -> bool:
    """Whether nobody annotated a container, and there is something in it that may have such an attribute."""
    if not any(True for _ in inferred(container, tree)):
        return False
    is_of_tensorflow = alone.is_of_tensorflow(alone.type_of(owner))
    if is_of_tensorflow and is_from_elsewhere(container, tree):
        return True
    return any(
        _may_have(typ := alone.type_of(part), name)
        and (is_of_tensorflow or alone.is_of_tensorflow(typ) or alone.is_unknown(part, tree))
        for part in _held_in(container, tree)
    )


def _may_have(typ: ProperType | None, name: str) -> bool:
    return not isinstance(typ, Instance) or typ.type.get(name) is not None


def _held_in(container: Expression, tree: MypyFile) -> Iterator[Expression]:
    """What a module puts into a container, where it makes it and later."""
    values = (
        alone.assigned_to(container.name, tree)
        if isinstance(container, MemberExpr)
        else alone.bound_to(container, tree)
    )
    for value in values:
        if value is not container:
            yield from written_in(value)
    for value in alone.put_in(container, tree):
        yield value
        yield from written_in(value)


def written_in(display: Expression) -> Iterator[Expression]:
    """What is in a list, tuple or dict as it is written; nothing for what is none."""
    if isinstance(display, (ListExpr, TupleExpr)):
        yield from display.items
    elif isinstance(display, DictExpr):
        yield from (value for _, value in display.items)
    elif isinstance(display, ListComprehension):
        yield display.generator.left_expr
    elif isinstance(display, DictionaryComprehension):
        yield display.value
