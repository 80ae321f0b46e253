"""Branches whose results are of different types."""

import pytest
import tensorflow as tf

from tests.runtime.extension.masked import Masked, MaskedSpec
from tftypes.runtime import register_type_spec
from tftypes.runtime.casting import case, cast, castable_type, cond, switch_case


def ragged():
    return tf.ragged.constant([[1], [2, 3]])


def dense():
    return tf.constant([[4, 5], [6, 7]])


def sparse():
    return tf.sparse.from_dense([[0, 1], [2, 3]])


def text():
    return tf.constant("a")


def both():
    return {"a": ragged(), "b": dense()}


def only_dense():
    return {"a": dense(), "b": dense()}


def chosen(a, b):
    """What each of the branches gives, under `cond` in a traced function."""
    choose = tf.function(lambda which: cond(which, a, b))
    return choose(tf.constant(True)), choose(tf.constant(False))


def test_dense_and_ragged_are_ragged():
    first, second = chosen(ragged, dense)
    assert first.to_list() == [[1], [2, 3]]
    assert second.to_list() == [[4, 5], [6, 7]]


def test_dense_and_sparse_are_sparse():
    first, second = chosen(dense, sparse)
    assert isinstance(first, tf.SparseTensor) and isinstance(second, tf.SparseTensor)
    assert tf.sparse.to_dense(first).numpy().tolist() == [[4, 5], [6, 7]]


def test_inside_a_structure():
    first, second = chosen(both, only_dense)
    assert first["a"].to_list() == [[1], [2, 3]] and second["a"].to_list() == [[4, 5], [6, 7]]
    assert second["b"].shape == (2, 2)


def test_what_needs_no_cast():
    assert [int(x) for x in chosen(lambda: 1, lambda: 2)] == [1, 2]
    assert chosen(lambda: None, lambda: None) == (None, None)


@pytest.mark.parametrize(("a", "b"), [(sparse, ragged), (dense, text)])
def test_where_nothing_is_common_it_says_so(a, b):
    with pytest.raises(
        TypeError,
        match=r"cond\(\): no common type of what the branches return: .*Spec\(.* and .*Sp",
    ):
        chosen(a, b)


def test_different_structures():
    with pytest.raises(TypeError, match=r"the branches return different structures: \(Tensor"):
        chosen(lambda: (dense(), dense()), dense)


def test_case_and_switch_case():
    pick = tf.function(lambda i: switch_case(i, {0: dense, 1: ragged}, default=dense))
    assert [pick(tf.constant(i)).to_list()[0] for i in (0, 1, 2)] == [[4, 5], [1], [4, 5]]
    choose = tf.function(lambda p: case([(p, dense)], default=ragged))
    assert choose(tf.constant(True)).to_list() == [[4, 5], [6, 7]]


def test_eagerly_only_one_branch_runs():
    assert cond(tf.constant(False), ragged, dense).shape == (2, 2)
    assert switch_case(tf.constant(1), [ragged, dense]).shape == (2, 2)


# Types of one's own: a version of an encoding, cast to the newer one.


@register_type_spec
class PlainSpec(MaskedSpec):
    """The encoding of an earlier version, without a mask; it is cast to the present one."""

    def castable_type(self, spec):
        newest = MaskedSpec(self.shape, self.dtype, self.unit)
        return newest.most_specific_compatible_type(spec) if type(spec) is MaskedSpec else None

    def to_components(self, value):
        return value.values

    def from_components(self, components):
        made = Old.__new__(Old)
        made.values, made.mask = components, None
        return made

    @property
    def component_specs(self):
        return tf.TensorSpec(self.shape, self.dtype)

    @property
    def value_type(self):
        return Old


class Old(Masked):
    def __tf_type_spec__(self):
        return PlainSpec(self.values.shape, self.values.dtype)


@register_type_spec
class NewestSpec(MaskedSpec):
    def cast(self, value, cast_context=None):
        return Masked(value.values) if isinstance(value, Old) else super().cast(value, cast_context)


def test_the_specs_decide():
    assert castable_type(PlainSpec([2]), MaskedSpec([3])) == MaskedSpec([None])
    assert castable_type(MaskedSpec([3]), PlainSpec([2])) == MaskedSpec([None])
    assert castable_type(PlainSpec([2]), tf.TensorSpec([2])) is None
    assert cast(Old([1.0]), NewestSpec([1])).mask.numpy().tolist() == [True]
    with pytest.raises(TypeError, match="expected MaskedSpec.*got PlainSpec"):
        cast(Old([1.0]), MaskedSpec([1]))


def test_what_cannot_be_cast_is_named():
    with pytest.raises(TypeError, match="RaggedTensorSpec.* cannot be cast to TensorSpec"):
        cast(ragged(), tf.TensorSpec([2, None], tf.int32))
