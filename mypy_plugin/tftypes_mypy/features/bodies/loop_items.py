"""What a loop goes through, item by item, where that is known: `[64, 128]`, `range(3)`, `zip(sizes, layers)`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from mypy.erasetype import remove_instance_last_known_values
from mypy.nodes import (
    CallExpr,
    Expression,
    IndexExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    SliceExpr,
    StarExpr,
    TupleExpr,
    Var,
)
from mypy.types import AnyType, Instance, TupleType, Type, TypeOfAny, UnpackType, get_proper_type

from tftypes.algebra import UNKNOWN, Shape
from tftypes_mypy import convert, names
from tftypes_mypy.features.bodies.loop_plan import parts
from tftypes_mypy.features.bodies.values import BodyValues, type_of
from tftypes_mypy.features.structures import displays, nests
from tftypes_mypy.features.structures.items import Key, is_kept, is_unchanged, items_of
from tftypes_mypy.python_calls import CALLS
from tftypes_mypy.python_calls import items_of as values_in
from tftypes_mypy.syntax import walk

#: The type of an item, and its value.
Item = tuple[Type, Any]
Items = Sequence[Item]

#: The longest sequence that is gone through item by item.
LONGEST: Final = 16
#: How deep calls like `enumerate(zip(...))` are followed.
_DEPTH: Final = 6
#: What may be gone through and is told by its items: of anything else mypy is not asked beforehand.
_TELLING: Final = (CallExpr, IndexExpr, ListExpr, MemberExpr, NameExpr, TupleExpr)


def items(sequence: Expression, values: BodyValues) -> Items | None:
    """What a loop over an expression goes through; None where that is not known item by item."""
    if not isinstance(sequence, _TELLING):
        return None
    typ = values.checker.expr_checker.accept(sequence)
    if convert.tensor_of(typ) is not None:
        return None  # in a graph all rounds are one
    return _items(sequence, values, 0)


def _items(sequence: Expression, values: BodyValues, depth: int) -> Items | None:
    if depth > _DEPTH:
        return None
    if isinstance(sequence, (ListExpr, TupleExpr)):
        return _display(sequence, values)
    if isinstance(sequence, CallExpr) and isinstance(sequence.callee, RefExpr):
        made = _CALLS.get(sequence.callee.fullname)
        if made is not None and not any(kind.is_star() for kind in sequence.arg_kinds):
            found = made(sequence, values, depth + 1)
            if found is not None:
                return found
        if isinstance(sequence.callee, MemberExpr) and not sequence.args:
            found = _of_dict(sequence.callee, values)
            if found is not None:
                return found
    if isinstance(sequence, IndexExpr) and isinstance(sequence.index, SliceExpr):
        whole, part = _items(sequence.base, values, depth + 1), values.of(sequence.index)
        if whole is not None:
            bounds = (part.start, part.stop, part.step)
            is_known = all(each is None or type(each) is int for each in bounds)
            return list(whole)[part] if is_known and part.step != 0 else None
    return _of_type(sequence, values) or _of_value(sequence, values)


def _display(sequence: ListExpr | TupleExpr, values: BodyValues) -> Items | None:
    if any(isinstance(item, StarExpr) for item in sequence.items):
        return None
    return [(written(item, values), values.of(item)) for item in sequence.items]


def written(item: Expression, values: BodyValues) -> Type:
    """The type of an item, with what is known of those in it."""
    typ = values.type_of(item)
    return convert.unknown() if typ is None else displays.written(item, typ, values)


def _known(sequence: Expression, values: BodyValues) -> Mapping[Key, Type] | None:
    """The types of the items of a list or a dict that nobody changes."""
    typ = values.type_of(sequence)
    if typ is None:
        return None
    made = get_proper_type(displays.written(sequence, typ, values))
    if isinstance(sequence, MemberExpr) and not is_kept(made):
        return None
    if isinstance(sequence, (NameExpr, IndexExpr)) and not is_unchanged(sequence, values):
        return None
    return items_of(made)


def _of_type(sequence: Expression, values: BodyValues) -> Items | None:
    typ = get_proper_type(values.type_of(sequence))
    found: Sequence[Type] | None = None
    if isinstance(typ, TupleType):
        is_long = any(isinstance(get_proper_type(item), UnpackType) for item in typ.items)
        found = None if is_long else typ.items
    elif isinstance(typ, Instance):
        known = _known(sequence, values) or {}
        if typ.type.fullname == "builtins.list":
            found = list(known.values()) if list(known) == [*range(len(known))] else None
        else:  # a dict is gone through by its keys
            return [_item(key, values) for key in known] or None
    if not found:
        return None
    value = values_in(values.of(sequence)) or []
    if len(value) != len(found):
        value = [UNKNOWN] * len(found)
    return list(zip(found, value))


def _of_value(sequence: Expression, values: BodyValues) -> Items | None:
    value = values.of(sequence, AnyType(TypeOfAny.special_form))
    if not isinstance(value, (tuple, list, dict, Shape)):
        return None
    found = values_in(value)
    return None if found is None else [_item(each, values) for each in found]


def _item(value: Any, values: BodyValues) -> Item:
    typ = type_of(value, values.types)
    # The value is kept apart: what mypy knows of one round is not so in the next.
    return convert.unknown() if typ is None else remove_instance_last_known_values(typ), value


def _of_dict(callee: MemberExpr, values: BodyValues) -> Items | None:
    """`layers.items()`, `layers.values()`."""
    known = _known(callee.expr, values) if callee.name in ("items", "values", "keys") else None
    owner = get_proper_type(values.type_of(callee.expr))
    if not known or not isinstance(owner, Instance) or owner.type.fullname == "builtins.list":
        return None
    value = values.of(callee.expr)
    pairs = [
        (_item(key, values), (typ, value.get(key, UNKNOWN) if isinstance(value, dict) else UNKNOWN))
        for key, typ in known.items()
    ]
    if callee.name == "items":
        return [_together(pair, values) for pair in pairs]
    return [pair[callee.name == "values"] for pair in pairs]


def _together(parts: Sequence[Item], values: BodyValues) -> Item:
    typ = nests.tuple_of([typ for typ, _ in parts], values.types)
    return typ, tuple(value for _, value in parts)


# --- comprehensions ---------------------------------------------------------------------------------------------------


def each_of(
    comprehension: ListComprehension, values: BodyValues, bound: dict[Var, Any]
) -> Sequence[Type] | None:
    """The types of the items of `[layers.Dense(units) for units in (3, 4)]`.

    `bound` takes the values of the names of the comprehension, while it is gone through.
    """
    generator = comprehension.generator
    if len(generator.indices) != 1 or any(generator.condlists) or any(generator.is_async):
        return None
    index, made = generator.indices[0], generator.left_expr
    names = [name.node if name is not None else None for name in parts(index)]
    found = items(generator.sequences[0], values)
    if found is None or not 0 < len(found) <= LONGEST or not all(isinstance(n, Var) for n in names):
        return None
    checker, types = values.checker, []
    calls = [node for node in walk(made) if isinstance(node, CallExpr)]
    before: dict[Expression, Any] = {
        call: values.results[call] for call in calls if call in values.results
    }
    try:
        for typ, value in found:
            with (
                checker.local_type_map,
                checker.msg.filter_errors(),
                checker.binder.frame_context(can_skip=False, discard=True),
            ):
                checker.analyze_index_variables(index, typ, True, comprehension)
                given = _spread(index, value)
                bound.update((var, each) for var, each in given.items() if each is not UNKNOWN)
                typ = checker.expr_checker.accept(made)
                types.append(displays.written(made, typ, values))
            bound.clear()
    finally:
        bound.clear()
        for call in calls:
            values.results.pop(call, None)
        values.results.update(before)
    return types


def _spread(index: Expression, value: Any) -> dict[Var, Any]:
    """The value of each name of a target."""
    if not isinstance(index, (TupleExpr, ListExpr)):
        var = index.node if isinstance(index, NameExpr) else None
        return {var: value} if isinstance(var, Var) else {}
    inner = values_in(value) if isinstance(value, (tuple, list)) else None
    if inner is None or len(inner) != len(index.items):
        return {}
    return {k: v for part, each in zip(index.items, inner) for k, v in _spread(part, each).items()}


# --- Python's functions of sequences ----------------------------------------------------------------------------------


def _enumerate(call: CallExpr, values: BodyValues, depth: int) -> Items | None:
    found = _items(call.args[0], values, depth) if call.args else None
    start = values.of(call.args[1]) if len(call.args) == 2 else 0
    if found is None or type(start) is not int or len(call.args) > 2:
        return None
    return [_together([_item(start + i, values), each], values) for i, each in enumerate(found)]


def _zip(call: CallExpr, values: BodyValues, depth: int) -> Items | None:
    columns = [_items(each, values, depth) for each in call.args]
    if any(name is not None for name in call.arg_names) or not columns or None in columns:
        return None
    return [_together(row, values) for row in zip(*(each or [] for each in columns))]


def _same(call: CallExpr, values: BodyValues, depth: int) -> Items | None:
    return _items(call.args[0], values, depth) if len(call.args) == 1 else None


def _shown(call: CallExpr, values: BodyValues, depth: int) -> Items | None:
    """`tqdm(sizes, desc="epoch")`."""
    return _items(call.args[0], values, depth) if call.arg_names[:1] == [None] else None


def _range(call: CallExpr, values: BodyValues, depth: int) -> Items | None:
    """`trange(3, desc="epoch")`."""
    given = [values.of(each) for each, name in zip(call.args, call.arg_names) if name is None]
    found = values_in(CALLS["builtins.range"](given))
    return None if found is None else [_item(each, values) for each in found]


def _reversed(call: CallExpr, values: BodyValues, depth: int) -> Items | None:
    found = _same(call, values, depth)
    return None if found is None else list(found)[::-1]


_CALLS: Final[dict[str, Callable[[CallExpr, BodyValues, int], Items | None]]] = {
    "builtins.enumerate": _enumerate,
    "builtins.zip": _zip,
    "builtins.reversed": _reversed,
    "builtins.list": _same,
    "builtins.tuple": _same,
    **dict.fromkeys(names.PROGRESS, _shown),
    **dict.fromkeys(names.PROGRESS_RANGES, _range),
}
