"""Every table of dtypes, compared with TensorFlow itself."""

from __future__ import annotations

import cmath
import json
import os
import subprocess
import sys
import warnings
from importlib.metadata import version
from types import ModuleType
from typing import Any

import pytest

from tftypes.algebra import DType, DTypeMismatch, dtypes
from tftypes.algebra.dtype_tables import NAMES
from tftypes.algebra.promotion_tables import table

IS_NEWEST = version("tensorflow").startswith("2.21.")
MODES: list[dtypes.Mode] = ["off", "legacy", "safe", "all"]

BITS = (0, 1, 2, 3, 4, 7, 8, 11, 15, 16, 24, 31, 32, 53, 63, 64)
INTS = sorted({sign * 2**bits + d for bits in BITS for sign in (1, -1) for d in (-1, 0, 1)})
FLOATS = [0.0, -0.0, 0.5, 1.5, 6.0, 30.0, 448.0, 1e3, 6e4, 1e5, 3e38, 3.5e38, 1e300]
VALUES: list[dtypes.Scalar] = [
    *(True, False, 10**30, 10**40, 10**400, *INTS, *FLOATS),
    *(-x for x in FLOATS),
    *map(float, ("inf", "-inf", "nan")),
    *(1j, 1 + 0j, complex(1e300, 0), complex(0, 1e40)),
    *("a", "", b"a"),
]


def test_every_dtype_is_there(tf: ModuleType) -> None:
    known = {name for name in dir(tf.dtypes) if isinstance(getattr(tf.dtypes, name), tf.DType)}
    assert {tf.as_dtype(name).name for name in known} <= set(NAMES)
    assert not IS_NEWEST or all(tf.as_dtype(name).name == name for name in NAMES)


def as_dtype(tf: ModuleType, name: str) -> Any:
    try:
        return tf.as_dtype(name)
    except TypeError:
        if IS_NEWEST:
            raise
        pytest.skip("this TensorFlow has no such dtype yet")


def test_aliases(tf: ModuleType) -> None:
    assert DType.of("half").name == tf.half.name
    assert DType.of("double").name == tf.double.name


@pytest.mark.parametrize("name", NAMES)
def test_facts(tf: ModuleType, name: str) -> None:
    ours, theirs = DType.of(name), as_dtype(tf, name)
    for fact in ("floating", "integer", "complex", "bool", "unsigned", "quantized"):
        assert getattr(ours, f"is_{fact}") is getattr(theirs, f"is_{fact}")


@pytest.mark.parametrize("name", NAMES)
def test_sizes(tf: ModuleType, name: str) -> None:
    assert (dtypes.size(name) or 0) == as_dtype(tf, name).size


@pytest.mark.parametrize("name", NAMES)
def test_limits(tf: ModuleType, name: str) -> None:
    ours, theirs = dtypes.limits(name), as_dtype(tf, name)
    if ours is None:
        with pytest.raises(TypeError):
            theirs.max  # noqa: B018
    else:
        assert ours == (float_or_int(theirs.min), float_or_int(theirs.max))


def float_or_int(limit: Any) -> int | float:
    return limit if isinstance(limit, int) else float(limit)


@pytest.fixture(scope="module")
def measured() -> dict[str, dict[tuple[str, str], str | None]]:
    """The sum of any two operands, by mode, measured in a process of its own; of the dtypes that are there."""
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.algebra.promotion_in_tensorflow"],
        env={**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        check=True,
    )
    return {m: {(a, b): c for a, b, c in rows} for m, rows in json.loads(run.stdout).items()}


#: What TensorFlow has no addition for, whatever the dtypes promote to.
NOT_ADDED = {"bool", *DType.group("Quantized").names, "resource", "variant"}


@pytest.mark.parametrize("mode", MODES)
def test_promotion_of_two_tensors(
    measured: dict[str, dict[tuple[str, str], str | None]], mode: dtypes.Mode
) -> None:
    for a in NAMES:
        for b in NAMES:
            if not IS_NEWEST and (a, b) not in measured[mode]:
                continue
            theirs = measured[mode][a, b]
            try:
                ours = dtypes.promote(DType.of(a), DType.of(b), mode)
            except DTypeMismatch:
                assert theirs is None, (a, b)
                continue
            if theirs is not None:
                assert theirs in ours.names, (a, b)
            elif ours.is_known:
                # Same dtypes, or the sum of what they promote to is an error.
                assert a == b and measured["off"][a, b] is None, (a, b)


#: Legacy promotion is NumPy's, which looked at values before NumPy 2.
NUMPY_2 = pytest.mark.skipif(version("numpy") < "2", reason="the table is that of NumPy 2")
WITH_NUMPY_2: list[Any] = [
    pytest.param(mode, marks=NUMPY_2) if mode == "legacy" else mode for mode in MODES
]


@pytest.mark.parametrize("mode", WITH_NUMPY_2[1:])
def test_every_entry_of_the_tables(
    measured: dict[str, dict[tuple[str, str], str | None]], mode: dtypes.Mode
) -> None:
    examples = {"int": "1", "float": "1.5", "complex": "1j"}
    entries = table(mode).items()
    assert len(entries) == 15 * 18
    for (a, b), ours in entries:
        theirs = measured[mode][a, examples.get(b, b)]
        # Two bools promote to bool, which cannot be added.
        assert theirs == (None if a == b == "bool" else ours), (a, b)


@pytest.mark.parametrize("mode", WITH_NUMPY_2)
def test_promotion_of_a_tensor_and_a_python_value(
    measured: dict[str, dict[tuple[str, str], str | None]], mode: dtypes.Mode
) -> None:
    values: list[dtypes.Scalar] = [True, 1, 300, 2**31 - 1, 2**31, -(2**31) - 1, 1.5, 1e40, 1j]
    for name in NAMES:
        if not IS_NEWEST and (name, name) not in measured[mode]:
            continue
        for value in values:
            theirs = measured[mode][name, repr(value)]
            try:
                ours = dtypes.promote_python(DType.of(name), value, mode)
            except DTypeMismatch:
                assert theirs is None, (name, value)
                continue
            if theirs is not None:
                assert theirs in ours.names, (name, value)


@pytest.mark.parametrize("name", NAMES)
def test_what_a_dtype_holds(tf: ModuleType, name: str) -> None:
    """True: converted eagerly and while tracing, and the value kept. False: neither.

    Older ones with NumPy 1 refuse some values that the newest converts in one of both ways.
    """
    as_dtype(tf, name)
    for value in VALUES:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            eager = _converted(tf, value, name)
            with tf.Graph().as_default():
                traced = _converted(tf, value, name)
        if eager is traced is None:
            verdict: bool | None = False
        else:
            verdict = True if _is_kept(value, eager) and _is_kept(value, traced) else None
        ours = dtypes.can_hold(name, value)
        if verdict and _rounds_down_to_the_limit(name, value):
            assert ours is None, value
        else:
            assert ours is verdict or not IS_NEWEST and ours is None, value


def _converted(tf: ModuleType, value: dtypes.Scalar, name: str) -> Any:
    if name == "uint64" and isinstance(value, int) and not 0 <= value < 2**64:
        # Eagerly a SystemError, which leaves the interpreter to abort at the next conversion.
        if not tf.inside_function() and tf.executing_eagerly():
            return None
    try:
        tensor = tf.convert_to_tensor(value, tf.as_dtype(name))
    except (TypeError, ValueError, OverflowError):
        return None
    array = tf.get_static_value(tensor)
    return array.item() if hasattr(array, "item") else array


def _is_kept(value: dtypes.Scalar, converted: Any) -> bool:
    """But for the rounding of a dtype of 3 bits' precision."""
    if converted is None:
        return False
    if isinstance(value, str):
        return bool(converted == value.encode())
    if isinstance(value, bytes) or isinstance(value, int) and isinstance(converted, int):
        return bool(converted == value)
    # float8 scalars come as they are.
    number = complex(converted)
    if cmath.isnan(value) or cmath.isinf(value):
        return all(test(number) == test(value) for test in (cmath.isnan, cmath.isinf))
    return cmath.isclose(number, value, rel_tol=2**-3)


def _rounds_down_to_the_limit(name: str, value: dtypes.Scalar) -> bool:
    """Whether it is beyond the largest value, if by less than the rounding: not decided."""
    if isinstance(value, (int, float)) and DType.of(name).is_floating:
        limits = dtypes.limits(name)
        return limits is not None and limits[1] < abs(value) < float("inf")
    return False


PYTHON_LISTS: list[object] = [
    *([], [[], []], [1, 2], (1, 2.5), [[1], [2.5]], [1, 2**40], [True, False], ["a", b"b"]),
    *([True, 1], [1, True], [True, 1.5], [1, 1j], [1j, 1.5], [[1, 2], [3, 4]]),
]


@pytest.mark.parametrize("value", [*VALUES, *PYTHON_LISTS], ids=repr)
def test_the_dtype_of_a_python_value(tf: ModuleType, value: object) -> None:
    found = set()
    for context in (tf.init_scope, tf.Graph().as_default):
        try:
            with context(), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found.add(tf.constant(value).dtype.name)
        except (TypeError, ValueError, OverflowError):
            pass
    try:
        ours = dtypes.from_python(value)
    except ValueError:
        assert found == set()
        return
    assert found <= ours.names


@pytest.mark.parametrize("value", [[1, "a"], ["a", 1.5], [True, "a"], [2**64], 2**64])
def test_what_has_no_dtype(tf: ModuleType, value: object) -> None:
    with pytest.raises(ValueError):
        dtypes.from_python(value)
    for context in (tf.init_scope, tf.Graph().as_default):
        with pytest.raises((TypeError, ValueError, OverflowError)), context():
            tf.constant(value)


def test_numpy_scalars_are_not_taken_for_python_ones() -> None:
    import numpy as np

    with pytest.raises(TypeError, match="not a Python scalar"):
        dtypes.from_python(np.float64(1.5))
