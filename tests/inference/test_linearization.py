"""The order of bases is Python's own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tftypes.inference.declarations import standard
from tftypes.inference.declarations.declarations import linearized

OBJECT = "builtins.object"


@given(st.lists(st.lists(st.integers(0, 6), unique=True, max_size=3), max_size=7))
def test_it_is_what_python_makes_of_the_same_classes(bases: list[list[int]]) -> None:
    made: list[type] = []
    orders = {OBJECT: (OBJECT,)}
    for number, each in enumerate(bases):
        chosen = [made[index] for index in each if index < len(made)]
        name = f"C{number}"
        names = [base.__name__ for base in chosen] or [OBJECT]
        try:
            made.append(type(name, tuple(chosen), {}))
        except TypeError:
            with pytest.raises(TypeError, match=f"{name}: no order of the bases"):
                linearized(name, names, orders.__getitem__)
            return
        orders[name] = linearized(name, names, orders.__getitem__)
        assert orders[name] == (*(base.__name__ for base in made[-1].__mro__[:-1]), OBJECT)


@pytest.mark.parametrize("name", ["builtins.KeyError", "enum.IntEnum", "collections.abc.Mapping"])
def test_a_class_of_the_standard_library_has_its_own(name: str) -> None:
    found = standard.find(name)
    assert found is not None
    assert standard.mro(found)[0] == name
    assert set(type.__dir__(found)) <= {
        member for base in standard.mro(found) for member in members_of(base)
    }


def members_of(name: str) -> tuple[str, ...]:
    found = standard.find(name)
    return standard.members(found) if found else ()
