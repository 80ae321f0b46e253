"""Which parts of a code a place is in, told at once for all places: what looking at each part would tell."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from mypy.nodes import NameExpr

from tftypes_mypy.ranges import Ranges
from tftypes_mypy.syntax import Place

#: Few lines and columns, so that parts begin and end where others do.
PLACES: st.SearchStrategy[Place] = st.tuples(st.integers(1, 6), st.integers(0, 3))


def _name_at(place: Place) -> NameExpr:
    name = NameExpr("x")
    name.set_line(*place)
    return name


def test_a_part_ends_before_what_follows_it() -> None:
    loop, branch = ((2, 0), (5, 9)), ((3, 4), (4, 8))
    around = Ranges([loop, branch]).around
    assert around(_name_at((1, 0))) == set()
    assert around(_name_at((2, 4))) == {(2, 0)}
    assert around(_name_at((3, 8))) == {(2, 0), (3, 4)}
    assert around(_name_at((4, 8))) == {(2, 0)}


@given(st.lists(st.tuples(PLACES, PLACES)), PLACES)
def test_the_same_as_looking_at_each(parts: list[tuple[Place, Place]], place: Place) -> None:
    each = {first for first, last in parts if first <= place < last}
    assert Ranges(parts).around(_name_at(place)) == each
