"""Dtypes as sets of what a tensor may hold."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tftypes
from tftypes.algebra import DType, DTypeMismatch, dtypes, meet, promote, same
from tftypes.algebra.dtype_tables import ALIASES, GROUPS, NAMES
from tftypes.algebra.dtypes import compatible, join, join_all, promote_python

INT8, INT32, FLOAT32 = map(DType.of, ("int8", "int32", "float32"))
INTEGER, FLOATING, ANY = DType.group("Integer"), DType.group("Floating"), DType.any()
T = DType.var("T")

drawn = st.sets(st.sampled_from(NAMES), min_size=1).map(lambda names: DType(frozenset(names)))


@pytest.mark.parametrize(
    ("dtype", "text"),
    [
        (FLOAT32, "float32"),
        (DType.of("half"), "float16"),
        (DType.of("double"), "float64"),
        (FLOATING, "Floating"),
        (DType.of("int16", "int8"), "int8 | int16"),
        (ANY, "?"),
        (DType.group("DType"), "?"),
        (DType.group("Bool"), "bool"),
        (DType.var("T", FLOATING), "T"),
    ],
)
def test_text(dtype: DType, text: str) -> None:
    assert str(dtype) == repr(dtype) == text


def test_what_is_no_dtype_is_refused() -> None:
    with pytest.raises(ValueError, match="'float31' is not a dtype"):
        DType.of("float31")
    with pytest.raises(ValueError, match="'Float' is not a group of dtypes: one of DType, Numeric"):
        DType.group("Float")
    with pytest.raises(ValueError, match="at least one"):
        DType.of()


def test_the_name_is_known_for_one_dtype_only() -> None:
    assert (FLOAT32.name, FLOAT32.is_known) == ("float32", True)
    assert (FLOATING.name, FLOATING.is_known) == (None, False)


@pytest.mark.parametrize(
    ("dtype", "facts"),
    [
        ("float32", {"is_floating", "is_numeric"}),
        ("bfloat16", {"is_floating", "is_numeric"}),
        ("int32", {"is_integer", "is_numeric"}),
        ("uint8", {"is_integer", "is_unsigned", "is_numeric"}),
        ("complex64", {"is_complex", "is_numeric"}),
        ("qint8", {"is_quantized", "is_numeric"}),
        ("bool", {"is_bool"}),
        ("string", {"is_string"}),
        ("resource", set()),
    ],
)
def test_facts(dtype: str, facts: set[str]) -> None:
    every = [name for name in dir(DType) if name.startswith("is_") and name != "is_known"]
    assert {name for name in every if getattr(DType.of(dtype), name)} == facts
    assert all(getattr(ANY, name) is None for name in every)


def test_a_fact_about_several_dtypes_is_known_where_they_agree() -> None:
    assert INTEGER.is_integer is True
    assert INTEGER.is_floating is False
    assert DType.of("int8", "float32").is_integer is None


def test_dtypes_and_groups_are_those_of_the_namespace() -> None:
    declared = {name: getattr(tftypes, name) for name in NAMES if hasattr(tftypes, name)}
    assert {"float32", "int4", "qint8", "resource"} <= set(declared)
    for group, members in GROUPS.items():
        if len(members) > 1:
            base = getattr(tftypes, group)
            below = {name for name, dtype in declared.items() if issubclass(dtype, base)}
            assert below == members & set(declared)
    for alias, name in ALIASES.items():
        assert getattr(tftypes, alias) is getattr(tftypes, name)


@pytest.mark.parametrize(
    ("a", "b", "verdict"),
    [
        (INT8, INT8, True),
        (INT8, INT32, False),
        (INT8, FLOATING, False),
        (INT8, INTEGER, None),
        (INTEGER, INTEGER, None),
        (T, T, True),
        (T, INT8, None),
        (T, DType.var("U"), None),
    ],
)
def test_same(a: DType, b: DType, verdict: bool | None) -> None:
    assert same(a, b) is same(b, a) is verdict


@pytest.mark.parametrize(
    ("actual", "declared", "verdict"),
    [
        (INT8, INT8, True),
        (INT8, INTEGER, True),
        (INT8, ANY, True),
        (INTEGER, INT8, None),
        (ANY, FLOATING, None),
        (INT8, FLOATING, False),
        (T, T, True),
        (INT8, T, None),
        (INT8, DType.var("T", FLOATING), False),
    ],
)
def test_compatible(actual: DType, declared: DType, verdict: bool | None) -> None:
    assert compatible(actual, declared) is verdict


@given(drawn, drawn)
def test_join_and_meet_are_union_and_intersection(a: DType, b: DType) -> None:
    assert join(a, b) == join(b, a)
    assert compatible(a, join(a, b)) is True
    if a.names & b.names:
        assert compatible(meet(a, b), a) is True and compatible(meet(a, b), b) is True
        assert join(a, meet(a, b)) == meet(a, join(a, b)) == a
    else:
        with pytest.raises(DTypeMismatch, match=r"^dtypes .* and .* differ$"):
            meet(a, b)


def test_a_type_variable_survives_where_it_says_more() -> None:
    assert meet(T, ANY) == meet(ANY, T) == join(T, T) == T
    assert meet(T, INT8) == INT8
    assert str(join(T, INT8)) == "?"


def test_join_all() -> None:
    assert join_all([INT8, INT32, INT8]) == DType.of("int8", "int32")
    assert join_all([]) == ANY


@pytest.mark.parametrize("dtype", [INT8, FLOATING, ANY, T], ids=str)
def test_copies_are_equal(dtype: DType) -> None:
    assert pickle.loads(pickle.dumps(dtype)) == copy.deepcopy(dtype) == dtype


def test_tensors_are_not_converted_by_default() -> None:
    assert promote(INT32, INT32) == INT32
    assert promote(INTEGER, INT32) == INT32
    with pytest.raises(DTypeMismatch) as caught:
        promote(INT32, FLOAT32)
    assert str(caught.value) == "dtypes int32 and float32 differ"
    assert (caught.value.a, caught.value.b) == (INT32, FLOAT32)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_promotion_of_several_dtypes_gives_every_possible_result() -> None:
    assert str(promote(DType.of("int8", "int16"), INT32, "safe")) == "int32"
    assert str(promote(DType.of("int8", "float32"), DType.of("int16"), "safe")) == "float32 | int16"
    assert promote(T, T, "all") == T


@given(drawn, drawn, st.sampled_from(["off", "legacy", "safe", "all"]))
def test_promotion_commutes_and_keeps_the_same_dtype(a: DType, b: DType, mode: dtypes.Mode) -> None:
    try:
        result = promote(a, b, mode)
    except DTypeMismatch:
        with pytest.raises(DTypeMismatch):
            promote(b, a, mode)
        assert not a.names & b.names
        return
    assert promote(b, a, mode) == result
    assert a.names & b.names <= result.names


def test_a_python_value_takes_the_dtype_of_the_tensor() -> None:
    assert promote_python(FLOAT32, 1) == FLOAT32
    assert promote_python(ANY, 1.5).within("Inexact") is True
    with pytest.raises(DTypeMismatch, match=r"^int32 cannot hold 1\.5$"):
        promote_python(INT32, 1.5)
    with pytest.raises(DTypeMismatch, match="^int32 cannot hold a Python float$"):
        promote_python(INT32, float)
    with pytest.raises(DTypeMismatch, match=r"^int8 cannot hold 10+$"):
        promote_python(INT8, 10**30)
    with pytest.raises(DTypeMismatch, match="^2147483648 does not fit into int32$"):
        promote_python(DType.of("int64"), 2**31, "safe")


def test_a_python_type_stands_for_an_ordinary_value() -> None:
    assert dtypes.can_hold(FLOAT32, int) is dtypes.can_hold(FLOAT32, float) is True
    assert dtypes.can_hold(INT32, float) is dtypes.can_hold(INT32, str) is False
    assert dtypes.can_hold(DType.of("int32", "float32"), float) is None


@pytest.mark.parametrize("value", [None, object(), [1, None], {}])
def test_what_is_no_python_scalar_is_a_type_error(value: object) -> None:
    with pytest.raises(TypeError, match="not a Python scalar"):
        dtypes.from_python(value)
