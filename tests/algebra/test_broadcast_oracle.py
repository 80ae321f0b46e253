"""Broadcasting of partly unknown shapes, compared with what TensorFlow infers."""

from __future__ import annotations

from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tftypes.algebra import Shape, ShapeMismatch, Unknown, broadcast, merge
from tftypes.algebra.shapes import compatible

dims = st.none() | st.sampled_from([0, 1, 1, 2, 3])
statics = st.lists(dims, max_size=3) | st.none()


def ours(static: list[int | None] | None) -> Shape:
    return Shape.unknown() if static is None else Shape.of(*static)


@given(a=statics, b=statics)
def test_broadcasting_agrees_with_tensorflow(
    tf: ModuleType, a: list[int | None] | None, b: list[int | None] | None
) -> None:
    with tf.Graph().as_default():
        left, right = tf.compat.v1.placeholder(tf.int32, a), tf.compat.v1.placeholder(tf.int32, b)
        try:
            inferred = tf.add(left, right).shape
            static = tf.broadcast_static_shape(left.shape, right.shape)
        except ValueError:
            with pytest.raises(ShapeMismatch):
                broadcast(ours(a), ours(b))
            return
    result = broadcast(ours(a), ours(b))
    for theirs in (inferred, static):
        expected = ours(None if theirs.rank is None else theirs.as_list())
        if a is None or b is None:
            # TensorFlow knows no dim of an unknown rank; those known here never contradict.
            assert compatible(result, expected) is True
        else:
            assert result == expected


@given(a=statics, b=statics)
def test_merging_agrees_with_tensorflow(
    tf: ModuleType, a: list[int | None] | None, b: list[int | None] | None
) -> None:
    try:
        merged = tf.TensorShape(a).merge_with(tf.TensorShape(b))
    except ValueError:
        with pytest.raises(ShapeMismatch):
            merge(ours(a), ours(b))
        return
    assert merge(ours(a), ours(b)) == ours(None if merged.rank is None else merged.as_list())


@given(actual=statics, declared=statics)
def test_compatible_agrees_with_tensorflow(
    tf: ModuleType, actual: list[int | None] | None, declared: list[int | None] | None
) -> None:
    theirs = tf.TensorShape(actual).is_compatible_with(tf.TensorShape(declared))
    verdict = compatible(ours(actual), ours(declared))
    assert (verdict is False) == (not theirs)
    if verdict:
        assert tf.TensorShape(actual).is_subtype_of(tf.TensorShape(declared))


@given(a=st.lists(dims, max_size=4), start=st.integers(-5, 5), stop=st.integers(-5, 5))
def test_slicing_agrees_with_tensorflow(
    tf: ModuleType, a: list[int | None], start: int, stop: int
) -> None:
    theirs = tf.TensorShape(a)[start:stop]
    assert [None if isinstance(d, Unknown) else d for d in ours(a)[start:stop]] == theirs.as_list()
