"""How often mypy checks the body of a loop: until its names stand for the same at the end as in the round before.

Of a name beside whose type something stands it never says so, and gives up after four rounds: 16 of a loop in a
loop, 1024 of the innermost of five. So it is made to forget that: of an array whose name is bound again, since it
holds in no other round, and of any name that is bound once, since its declaration tells the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.binder import ConditionalTypeBinder, CurrentType
from mypy.literals import Key
from mypy.nodes import Context, Var
from mypy.subtypes import is_same_type
from mypy.types import Instance, TupleType, Type

from tftypes_mypy import names, standing
from tftypes_mypy.assignments import Assignments


def settle(binder: ConditionalTypeBinder, at: Context, made: Type, known: Assignments) -> None:
    """Makes mypy forget what is needless of the names that this round of a loop has bound so far.

    What is made here may be what names are bound to next.
    """
    for end, key, typ in _bound(binder, at, made, known):
        var = key[1] if len(key) == 2 else None
        if isinstance(var, Var) and isinstance(typ, Instance) and typ.extra_attrs is not None:
            if not known.is_bound_again(var):
                _forget(key, var, typ, binder)
            elif typ.type.fullname == names.ARRAY:
                _forget_dims(key, binder, end)


def _bound(
    binder: ConditionalTypeBinder, at: Context, made: Type, known: Assignments
) -> Iterator[tuple[int, Key, Type]]:
    """What names are bound to in the loops around, and where mypy keeps what each round of the loop ends with."""
    ends = [before + 1 for before in binder.break_frames]
    end = ends[0]
    for number, frame in enumerate(binder.frames):
        if number in ends:
            end = number
        elif number > end:
            for key, bound in frame.types.items():
                yield end, key, bound.type
    for target in known.targets_of(at):
        for part in made.items if isinstance(made, TupleType) else [made]:
            yield end, ("Var", target), part


def _forget(key: Key, var: Var, typ: Instance, binder: ConditionalTypeBinder) -> None:
    """Forgets a name that was bound to the same in the last round, and that nothing else was told of."""
    if not _tells(var.type, typ) or not _tells(binder.declarations.get(key) or typ, typ):
        return
    ends = {before + 1 for before in binder.break_frames}
    for number, frame in enumerate(binder.frames):
        if key in frame.types:
            if number not in ends or frame.types[key].type != typ:
                break
            del frame.types[key]


def _tells(declared: Type | None, typ: Instance) -> bool:
    """Whether a name that is declared so may stand for the type, and nothing else is known of it."""
    if declared is None or not is_same_type(declared, typ):
        return False
    more = declared.extra_attrs if isinstance(declared, Instance) else None
    known = typ.extra_attrs.attrs if typ.extra_attrs is not None else {}
    return more is None or more.attrs.items() <= known.items()


def _forget_dims(key: Key, binder: ConditionalTypeBinder, end: int) -> None:
    """Forgets what was known of an array before this round."""
    for frame in binder.frames[: end + 1]:
        before = frame.types.get(key)
        if before is not None and standing.has_more(before.type):
            frame.types[key] = CurrentType(standing.plain(before.type), before.from_assignment)
