"""Fields that are sparse, or of an extension type: the op itself is asked, or says that it cannot."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import tensorflow as tf

from tftypes.runtime import StackableTypeSpec, extension_type
from tftypes.struct import DenseStructTensor, RaggedStructTensor

SPARSE = np.array([[1, 0], [0, 2], [3, 0], [0, 0]])


def _struct() -> Any:
    return DenseStructTensor([4], {"x": [0, 1, 2, 3], "sp": tf.sparse.from_dense(SPARSE)})


def dense(st: Any) -> Any:
    return tf.sparse.to_dense(st.field_value("sp")).numpy()


@pytest.mark.parametrize(
    ("op", "expected"),
    [
        (lambda st: tf.gather(st, [2, 0, 2]), SPARSE[[2, 0, 2]]),
        (lambda st: tf.gather(st, [[2, 0], [1, 1]]), SPARSE[[[2, 0], [1, 1]]]),
        (lambda st: tf.boolean_mask(st, [True, False, True, False]), SPARSE[[0, 2]]),
        (lambda st: tf.concat([st, st], 0), np.concatenate([SPARSE, SPARSE])),
        (lambda st: tf.stack([st, st], 0), np.stack([SPARSE, SPARSE])),
        (lambda st: tf.stack([st, st], 1), np.stack([SPARSE, SPARSE], 1)),
        (lambda st: tf.expand_dims(st, 1), SPARSE[:, None]),
        (lambda st: tf.squeeze(tf.expand_dims(st, 0), [0]), SPARSE),
        (lambda st: tf.reshape(st, [2, 2]), SPARSE.reshape(2, 2, 2)),
        (lambda st: tf.reverse(st, [0]), SPARSE[::-1]),
        (lambda st: tf.tile(st, [2]), np.tile(SPARSE, [2, 1])),
        (lambda st: tf.repeat(st, [0, 2, 1, 0], axis=0), SPARSE[[1, 1, 2]]),
        (lambda st: tf.where([True, False, True, True], st, tf.reverse(st, [0])), SPARSE[[0, 2, 2, 3]]),
        (lambda st: tf.split(st, 2)[1], SPARSE[2:]),
        (lambda st: tf.unstack(st)[1], SPARSE[1]),
        (tf.identity, SPARSE),
    ],
)  # fmt: skip
def test_sparse_fields(op: Any, expected: Any) -> None:
    result = op(_struct())
    assert (dense(result) == expected).all()
    traced = tf.function(lambda st: op(st), autograph=False)(_struct())
    assert (dense(traced) == expected).all()


def test_sparse_fields_in_rows() -> None:
    rows = RaggedStructTensor.from_row_splits(_struct(), [0, 1, 1, 4])
    taken = tf.gather(rows, [2, 0])
    assert taken.row_splits.numpy().tolist() == [0, 3, 4]
    assert (dense(taken.values) == SPARSE[[1, 2, 3, 0]]).all()


@extension_type
class Celsius:
    """It has `tf.gather` and `tf.concat`, and nothing else."""

    def __init__(self, degrees: Any) -> None:
        self.degrees = tf.convert_to_tensor(degrees)

    @property
    def shape(self) -> Any:
        return self.degrees.shape

    def __tf_type_spec__(self) -> Any:
        return CelsiusSpec(self.degrees.shape)

    @classmethod
    def __tf_dispatch__(cls, op: Any, args: Any, kwargs: Any) -> Any:
        if op is tf.gather:
            return cls(op(args[0].degrees, *args[1:]))
        if op is tf.concat:
            return cls(op([item.degrees for item in args[0]], args[1]))
        return NotImplemented


class CelsiusSpec(StackableTypeSpec):
    def __init__(self, shape: Any) -> None:
        self.shape = tf.TensorShape(shape)

    def serialize(self) -> Any:
        return (self.shape,)

    def to_components(self, value: Any) -> Any:
        return value.degrees

    def from_components(self, components: Any) -> Any:
        return Celsius(components)

    @property
    def component_specs(self) -> Any:
        return tf.TensorSpec(self.shape, tf.float32)

    @property
    def value_type(self) -> type:
        return Celsius


WEATHER = DenseStructTensor(
    [3], {"inside": DenseStructTensor([3], {"t": Celsius([1.0, 2.0, 3.0])})}
)


def test_an_extension_type_is_asked_for_the_op() -> None:
    taken = tf.gather(WEATHER, [2, 0]).field_value("inside")
    assert taken.field_value("t").degrees.numpy().tolist() == [3.0, 1.0]
    joined = tf.concat([WEATHER, taken_as(WEATHER)], 0).field_value("inside")
    assert joined.field_value("t").degrees.numpy().tolist() == [1.0, 2.0, 3.0, 2.0]
    assert joined.shape.as_list() == [4]


def taken_as(st: Any) -> Any:
    return tf.gather(st, [1])


def test_what_it_does_not_take_is_told_with_the_field_and_the_type() -> None:
    with pytest.raises(
        TypeError, match=r"tf.expand_dims\(\) of field 'inside.t': Celsius does not take it"
    ):
        tf.expand_dims(WEATHER, 0)


def test_a_struct_without_fields_keeps_its_shape() -> None:
    none = DenseStructTensor([2, 3], {})
    assert tf.gather(none, [0, 0, 1]).shape.as_list() == [3, 3]
    assert tf.concat([none, none], 1).shape.as_list() == [2, 6]
    assert tf.stack([none, none], 2).shape.as_list() == [2, 3, 2]
    assert tf.expand_dims(none, 0).shape.as_list() == [1, 2, 3]
    assert tf.reshape(none, [-1]).shape.as_list() == [6]
    assert tf.tile(none, [2, 1]).shape.as_list() == [4, 3]
    assert tf.unstack(none)[0].shape.as_list() == [3]
    assert tf.boolean_mask(none, [True, False]).shape.as_list() == [1, 3]
    assert int(tf.size(none)) == 6
    rows = RaggedStructTensor.from_row_splits(DenseStructTensor([3], {}), [0, 1, 3])
    assert tf.gather(rows, [1]).row_splits.numpy().tolist() == [0, 2]
    single = DenseStructTensor([], {})
    assert tf.stack([single, single]).shape.as_list() == [2]
    assert tf.expand_dims(single, 0).shape.as_list() == [1]
