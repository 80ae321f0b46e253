"""The broken twins are the good programs, line for line, but for the marked lines."""

import demo
import pytest

PAIRS = list(zip(demo.PROGRAMS, demo.TWINS))
KINDS = {"tf-shape", "tf-dtype", "tf-rank", "tf-axis", "tf-value", "tf-signature", "tf-attribute"}


@pytest.mark.parametrize(("program", "twin"), PAIRS, ids=lambda path: path.name)
def test_a_twin_differs_on_its_marked_lines_only(program, twin):
    good, bad = program.read_text().splitlines(), twin.read_text().splitlines()
    assert len(good) == len(bad)
    differing = {number for number, (a, b) in enumerate(zip(good, bad), start=1) if a != b}
    assert differing == {bug.line for bug in demo.planted(twin)}


@pytest.mark.parametrize("twin", demo.TWINS, ids=lambda path: path.name)
def test_a_twin_has_bugs_of_many_kinds(twin):
    bugs = demo.planted(twin)
    kinds = {bug.code for bug in bugs}
    assert len(bugs) >= 6
    assert kinds <= KINDS
    assert len(kinds) >= 4
    assert "tf-signature" in kinds


@pytest.mark.parametrize("program", demo.PROGRAMS, ids=lambda path: path.name)
def test_a_good_program_has_no_mark(program):
    assert demo.planted(program) == []
