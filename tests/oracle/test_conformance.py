"""docs/conformance.md is up to date, as far as that can be told without drawing."""

from __future__ import annotations

import doctest
import re

import pytest

from tests.stubs.conftest import SAME_TENSORFLOW
from tftypes.inference.models.tensorflow.ops import RULES

from . import conformance, families
from .public import functions, usage

TABLE = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in conformance.PAGE.read_text().splitlines()
    if line.startswith("| ") and not line.startswith(("| family", "| ---"))
]


@pytest.mark.skipif(not SAME_TENSORFLOW, reason="the page is of another TensorFlow")
def test_the_table_has_every_family_and_every_rule() -> None:
    """Run `make conformance` when this fails."""
    computed = [row[:4] for row in conformance.rows({}, functions())]
    assert [row[:4] for row in TABLE] == computed


def test_no_drawn_call_contradicts_tensorflow() -> None:
    column = conformance.COLUMNS.index("contradictions")
    assert {row[0]: row[column] for row in TABLE if row[column] != "0"} == {}


def test_the_rows_add_up() -> None:
    *families, whole = TABLE
    assert sum(int(row[1]) for row in families) == int(whole[1]) == len(RULES)
    for column in range(3, len(whole)):
        assert sum(int(row[column]) for row in families) == int(whole[column])


def test_the_functions_without_a_rule_are_those_listed() -> None:
    assert conformance.PAGE.read_text().endswith(conformance.listed())


def test_the_usage_counts_public_functions() -> None:
    assert set(usage()) <= set(functions().values())


@pytest.mark.parametrize("name", ["reshape", "math.reduce_sum", "linalg.matmul", "concat", "cast"])
def test_what_is_called_most_has_a_rule(name: str) -> None:
    assert usage()[name] > 100
    assert f"tensorflow.{name}" in RULES


def test_a_call_is_counted_by_the_name_it_is_imported_under() -> None:
    from .public import calls

    text = (
        "import tensorflow as T\nfrom tensorflow import math as m\nT.nn.relu(T.abs(m.exp(x)))\nm.y"
    )
    assert sorted(calls(text)) == ["abs", "math.exp", "nn.relu"]


def test_the_page_names_no_function_twice() -> None:
    names = re.findall(r"`(tf\.[\w.]+)` \d+", conformance.PAGE.read_text())
    assert len(names) == len(set(names))


def test_the_examples_in_docstrings() -> None:
    assert doctest.testmod(families).failed == 0
