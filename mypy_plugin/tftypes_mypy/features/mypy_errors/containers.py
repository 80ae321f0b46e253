"""Lists and dicts that take something else than what mypy saw first.

To mypy, `entry = {}; entry["text"] = "a"` makes a dict of strings. It reports the `entry["line"] = 3`
that follows and goes on with strings, of which TensorFlow refuses what it takes of ints.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mypy.binder import CurrentType
from mypy.checker import TypeChecker
from mypy.checker_state import checker_state
from mypy.literals import literal_hash
from mypy.nodes import Expression, Var
from mypy.types import Instance, Type, get_proper_type

from tftypes_mypy import convert
from tftypes_mypy.patterns import Pattern

#: What mypy says of something that is put in.
_PUT: Final = Pattern(
    r'Argument \d+ to "(?:append|appendleft|extend|extendleft|insert|update|add|__setitem__)" of "'
    r'|Incompatible types in assignment \(expression has type "[^"]*", target has type "'
    r"|(?:List|Set) (?:item|comprehension)|Dict entry|(?:Key|Value) expression"
    r'|No overload variant of "(?:__setitem__|update|extend|__iadd__)" of "'
    r'|Unsupported operand types for \+ \("list\['
)

_CLASSES: Final = frozenset(
    {
        *(f"builtins.{name}" for name in ("list", "dict", "set")),
        *(f"collections.{name}" for name in ("OrderedDict", "defaultdict", "deque")),
    }
)


def is_put(message: str) -> bool:
    """Whether an error may be of something that is put into a container."""
    return _PUT.match(message) is not None


def loosen(grown: Iterable[tuple[Var, Expression]]) -> None:
    """Nothing is known of the items of what something else is put into, by its variable and its name."""
    checker = checker_state.type_checker
    for var, name in grown:
        loose = _loosened(var.type)
        if loose is None:
            continue
        is_first, var.type = var.type != loose, loose
        key = literal_hash(name)
        if (
            isinstance(checker, TypeChecker)
            and key is not None
            and checker.binder.get(name) is not None
        ):
            checker.binder.put(name, loose)
            # Of the branches around too, but once: what each round of a loop undoes never settles.
            for frame in checker.binder.frames if is_first else ():
                if key in frame.types:
                    frame.types[key] = CurrentType(loose, frame.types[key].from_assignment)


def _loosened(typ: Type | None) -> Instance | None:
    typ = get_proper_type(typ)
    if not isinstance(typ, Instance) or typ.type.fullname not in _CLASSES or not typ.args:
        return None
    loose = typ.copy_modified(args=[*typ.args[:-1], convert.unknown()])
    loose.extra_attrs = None
    return loose
