"""Dtypes and their groups agree with TensorFlow's."""

from types import ModuleType
from typing import Any

import pytest

import tftypes
from tftypes.algebra.dtypes import DType
from tftypes.dtypes import BY_NAME

GROUPS = {
    tftypes.Numeric: "is_numeric",
    tftypes.Integer: "is_integer",
    tftypes.Floating: "is_floating",
    tftypes.Complex: "is_complex",
    tftypes.Unsigned: "is_unsigned",
    tftypes.Quantized: "is_quantized",
}
NEWER_THAN_TENSORFLOW_2_16 = {
    *("float8_e4m3fnuz", "float8_e4m3b11fnuz", "float8_e5m2fnuz", "float4_e2m1fn", "int2", "uint2")
}


def all_dtypes(tf: ModuleType) -> dict[str, Any]:
    """TensorFlow's public dtypes by their public names, `half` and `double` included."""
    spaces = (tf.dtypes, tf.dtypes.experimental)
    found = [(name, getattr(space, name)) for space in spaces for name in dir(space)]
    return {name: dtype for name, dtype in found if isinstance(dtype, tf.DType)}


def test_every_public_dtype_of_tensorflow_is_there(tf: ModuleType) -> None:
    assert set(all_dtypes(tf)) <= set(tftypes.__all__)


def test_no_dtype_is_made_up(tf: ModuleType) -> None:
    for name in set(BY_NAME) - NEWER_THAN_TENSORFLOW_2_16:
        assert tf.as_dtype(name).name == BY_NAME[name].__name__


def test_aliases_are_those_of_tensorflow(tf: ModuleType) -> None:
    for name, dtype in all_dtypes(tf).items():
        assert getattr(tftypes, name).__name__ == dtype.name
    assert (tftypes.half, tftypes.double) == (tftypes.float16, tftypes.float64)


@pytest.mark.parametrize("group", GROUPS)
def test_groups_hold_what_tensorflow_says(group: type, tf: ModuleType) -> None:
    for name, dtype in all_dtypes(tf).items():
        expected = getattr(dtype, GROUPS[group])
        if group is tftypes.Numeric:  # TensorFlow leaves out numbers of 2, 4 and some of 8 bits
            expected = expected or dtype.is_floating or dtype.is_integer
        assert issubclass(getattr(tftypes, name), group) == expected, name


def test_what_tensorflow_has_no_word_for() -> None:
    for dtype in set(BY_NAME.values()):
        integer, floating = issubclass(dtype, tftypes.Integer), issubclass(dtype, tftypes.Floating)
        assert issubclass(dtype, tftypes.Real) == (integer or floating)
        assert issubclass(dtype, tftypes.Inexact) == (
            floating or issubclass(dtype, tftypes.Complex)
        )
        assert issubclass(dtype, tftypes.Signed) == (
            integer and not issubclass(dtype, tftypes.Unsigned)
        )


def test_tensorflows_dtype_objects_are_instances_of_dtype(tf: ModuleType) -> None:
    assert isinstance(tf.int32, tftypes.DType)
    assert not isinstance("int32", tftypes.DType)
    assert not isinstance(tftypes.int32, tftypes.DType)


def test_the_algebra_groups_dtypes_alike() -> None:
    groups = (*GROUPS, tftypes.DType, tftypes.Real, tftypes.Inexact, tftypes.Signed)
    for group in groups:
        ours = {dtype.__name__ for dtype in BY_NAME.values() if issubclass(dtype, group)}
        assert DType.group(group.__name__) == DType.of(*ours)
