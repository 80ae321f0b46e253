"""Whether two values are one object."""

from __future__ import annotations

from tftypes.inference.objects import (
    DERIVED,
    OPEN,
    Class,
    Container,
    External,
    Instance,
    Value,
    is_unknown,
    python_type,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import OneOf


def is_same_object(left: Value, right: Value) -> bool | None:
    """`left is right`; None where it is not known."""
    if type(left) is OneOf or type(right) is OneOf:
        a, b = (each.values if type(each) is OneOf else (each,) for each in (left, right))
        found = {is_same_object(x, y) for x in a for y in b}
        return found.pop() if len(found) == 1 else None
    if is_unknown(left) or is_unknown(right):
        return None
    if (
        left is None
        or right is None
        or left is ...
        or right is ...
        or isinstance(left, bool)
        and isinstance(right, bool)
    ):
        return left is right
    if left is not right and is_member(left) and is_member(right):
        return False
    if isinstance(left, (Container, Instance, Class)) and isinstance(
        right, (Container, Instance, Class)
    ):
        return True if left is right else False if _are_of_other_classes(left, right) else None
    if isinstance(left, External) and isinstance(right, External):
        return left.name == right.name
    if type(left) is not type(right) and python_type(left) != python_type(right):
        return False
    return None


def _are_of_other_classes(left: Value, right: Value) -> bool:
    """Whether the classes of two objects are known, and no object is of both."""
    known = [
        each for each in (left, right) if not isinstance(each, Instance) or has_known_class(each)
    ]
    if len(known) < 2 or type(left) is not type(right):
        return len(known) == 2
    classes = [each.cls for each in (left, right) if isinstance(each, Instance)]
    return len(classes) == 2 and not any(
        isinstance(a, Class) and b in a.mro for a, b in (classes, classes[::-1])
    )


def has_known_class(value: Instance) -> bool:
    """Whether an object's class is the program's, and the one that it is told to have."""
    is_exact = value.read(DERIVED) is ABSENT and value.read(OPEN) is ABSENT
    return is_exact and isinstance(value.cls, Class) and not value.cls.is_open


def is_member(value: Value) -> bool:
    """Whether it is a member of an enumeration, of which there is one for each name."""
    return (
        isinstance(value, Instance)
        and isinstance(value.cls, Class)
        and "members" in value.cls.facts
        and value in value.cls.facts["members"].values()
    )
