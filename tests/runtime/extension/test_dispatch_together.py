"""TensorFlow's dispatch and ours in one call, methods that dispatch, and what kind of op one is."""

import collections
import inspect
import subprocess
import sys

import numpy as np
import pytest
import tensorflow as tf

from tftypes.runtime import dispatch
from tftypes.runtime.dispatch.names import innermost


class Registered(tf.experimental.ExtensionType):
    value: tf.Tensor


class Told(dispatch.Operators):
    shape, dtype = tf.TensorShape([2]), tf.float32

    @classmethod
    def __tf_dispatch__(cls, op, args, kwargs):
        return dispatch.op_name(op)


class Silent:
    @classmethod
    def __tf_dispatch__(cls, op, args, kwargs):
        return NotImplemented


@tf.experimental.dispatch_for_api(tf.subtract, {"x": Registered}, {"y": Registered})
def _subtract(x, y, name=None):
    return "registered"


@tf.experimental.dispatch_for_api(tf.concat, {"values": list[Registered]})
def _concat(values, axis, name=None):
    return "registered"


registered, told = Registered(1.0), Told()


@pytest.mark.parametrize(
    ("call", "answer"),
    [
        (lambda: tf.subtract(registered, told), "registered"),
        (lambda: tf.subtract(told, registered), "tf.math.subtract"),
        (lambda: tf.subtract(y=told, x=registered), "registered"),
        (lambda: tf.subtract(registered, 1.0), "registered"),
        (lambda: tf.subtract(told, 1.0), "tf.math.subtract"),
        (lambda: tf.subtract(registered, Silent()), "registered"),
        (lambda: tf.subtract(Silent(), registered), "registered"),
        (lambda: tf.concat([registered], 0), "registered"),
        (lambda: tf.concat([registered, told], 0), "tf.concat"),
    ],
)
def test_left_comes_before_right(call, answer):
    assert call() == answer


def test_two_that_tensorflow_has_for_the_same_types():
    class Both(tf.experimental.ExtensionType):
        value: tf.Tensor

    for _ in range(2):
        tf.experimental.dispatch_for_api(tf.multiply, {"x": Both})(lambda x, y, name=None: "one")
    with pytest.raises(ValueError, match="Multiple dispatch targets that were registered with"):
        tf.multiply(Both(1.0), 1.0)


def test_what_is_unregistered_is_not_called():
    class Gone(tf.experimental.ExtensionType):
        value: tf.Tensor

    @tf.experimental.dispatch_for_api(tf.divide, {"x": Gone})
    def divide(x, y, name=None):
        return "registered"

    assert tf.divide(Gone(1.0), 1.0) == "registered"
    tf.experimental.unregister_dispatch_for(divide)
    with pytest.raises((TypeError, ValueError)):
        tf.divide(Gone(1.0), 1.0)
    assert float(tf.divide(4.0, 2.0)) == 2.0


def test_ragged_tensors_dispatch_as_before():
    ragged = tf.ragged.constant([[1.0], [2.0, 3.0]])
    assert tf.add(ragged, 1.0).to_list() == [[2.0], [3.0, 4.0]]
    assert tf.concat([ragged, ragged], 0).shape[0] == 4


class Converts(Told):
    """It is a tensor to TensorFlow's registrations, which are there before this package is."""

    def __tf_tensor__(self, dtype=None, name=None):
        return tf.constant([1.0])


ragged, converts = tf.ragged.constant([[1.0], [2.0, 3.0]]), Converts()


@pytest.mark.parametrize(
    ("call", "answer"),
    [
        (lambda: tf.add(converts, ragged), "tf.math.add"),
        (lambda: tf.add(ragged, converts).to_list(), [[2.0], [3.0, 4.0]]),
        (lambda: (ragged + converts).to_list(), [[2.0], [3.0, 4.0]]),
        (lambda: tf.where(converts, ragged, ragged), "tf.where"),
        (lambda: tf.gather(converts, ragged), "tf.gather"),
        (lambda: tf.concat([converts, ragged], 0), "tf.concat"),
        (lambda: tf.expand_dims(converts, 0), "tf.expand_dims"),
    ],
)  # fmt: skip
def test_left_comes_before_right_with_ragged_tensors(call, answer):
    assert call() == answer


@pytest.mark.parametrize(
    ("call", "shape"),
    [
        (lambda: tf.stack([ragged, ragged]), [2, None, None]),
        (lambda: tf.stack([ragged, tf.ones([2, 1])]), [2, None, None]),
        (lambda: tf.concat((ragged, ragged), axis=1), [2, None]),
        (lambda: tf.add_n([ragged, ragged]), [2, None]),
        (lambda: tf.add_n(iter([ragged, ragged])), [2, None]),
        (lambda: tf.strings.join([tf.ragged.constant([["a"], ["b"]]), "c"]), [2, None]),
        (lambda: tf.strings.format("{}", ragged), []),
        (lambda: tf.strings.format("{} {}", [ragged, 1.0]), []),
    ],
)
def test_lists_of_ragged_tensors_are_tensorflows(call, shape):
    assert call().shape.as_list() == shape


def test_what_tensorflow_does_not_take_in_a_list_it_refuses_itself():
    with pytest.raises(ValueError, match="has no len"):
        tf.stack([ragged, tf.sparse.from_dense([1.0])])


Pair = collections.namedtuple("Pair", "first second")
one = tf.constant(1.0)


@pytest.mark.parametrize(
    "values",
    [
        [one, one, converts],
        (one, converts),
        Pair(one, converts),
        tf.Module(),
        [[one, converts], [one, one]],
        [Pair(one, [converts])],
    ],
    ids=["list", "tuple", "namedtuple", "list of a module", "list in a list", "mixed"],
)
def test_lists_of_any_class_are_looked_through(values):
    if isinstance(values, tf.Module):
        values.kept = [one, converts]  # a class of TensorFlow's, derived from list
        values = values.kept
    assert tf.stack(values) == "tf.stack"


def test_a_class_made_after_lists_of_its_base_were_seen():
    class Plain:
        def __tf_tensor__(self, dtype=None, name=None):
            return tf.constant(1.0)

    assert tf.stack([one, Plain()]).numpy().tolist() == [1.0, 1.0]

    class Later(Plain):
        __tf_dispatch__ = Told.__tf_dispatch__

    assert tf.stack([one, Plain(), Later()]) == "tf.stack"


_IMPORTED_LATER = """
import tensorflow as tf

class Early(tf.experimental.ExtensionType):
    value: tf.Tensor

@tf.experimental.dispatch_for_api(tf.subtract, {"x": Early}, {"y": Early})
def subtract(x, y, name=None):
    return "early"

@tf.experimental.dispatch_for_api(tf.concat, {"values": list[Early]})
def concat(values, axis, name=None):
    return "early"

import tftypes.runtime

class Told:
    @classmethod
    def __tf_dispatch__(cls, op, args, kwargs):
        return "told"

early, told = Early(1.0), Told()
print(tf.subtract(early, told), tf.subtract(told, early), tf.subtract(early, 1.0),
      tf.concat([early], 0), tf.concat([told, early], 0))
for function in subtract, concat:
    tf.experimental.unregister_dispatch_for(function)
for call in (lambda: tf.subtract(early, 1.0)), (lambda: tf.concat([early, early], 0)):
    try:
        print(call())
    except (TypeError, ValueError):
        print("refused")
"""


def test_what_a_program_registered_before_the_import():
    run = subprocess.run(
        [sys.executable, "-c", _IMPORTED_LATER], capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == ["early", "told", "early", "early", "told", "refused", "refused"]


# --- methods of linear operators ------------------------------------------------------


@pytest.mark.parametrize("name", ["matvec", "solvevec", "matmul", "solve", "add_to_tensor"])
@pytest.mark.parametrize(
    "operator",
    [
        tf.linalg.LinearOperatorIdentity(2),
        tf.linalg.LinearOperatorDiag([1.0, 2.0]),
        tf.linalg.LinearOperatorFullMatrix([[1.0, 0.0], [0.0, 1.0]]),
    ],
    ids=lambda operator: type(operator).__name__,
)
def test_methods_of_linear_operators(operator, name):
    assert getattr(operator, name)(Told()) == f"tf.linalg.LinearOperator.{name}"


def test_the_class_is_told_the_method_of_the_base_class():
    class Is:
        @classmethod
        def __tf_dispatch__(cls, op, args, kwargs):
            return op is tf.linalg.LinearOperator.matvec and args[0]

    operator = tf.linalg.LinearOperatorDiag([1.0, 2.0])
    assert operator.matvec(Is()) is operator


def test_linear_operators_of_tensors_are_as_before():
    operator = tf.linalg.LinearOperatorDiag([1.0, 2.0])
    x = tf.constant([3.0, 4.0])
    assert operator.matvec(x).numpy().tolist() == [3.0, 8.0]
    assert operator.solvevec(x, name="solve").numpy().tolist() == [3.0, 2.0]
    assert tf.linalg.matvec(operator, x).numpy().tolist() == [3.0, 8.0]
    assert "matvec" in tf.linalg.LinearOperator.matvec.__doc__


# --- kinds of ops ---------------------------------------------------------------------


KINDS = {
    "unary_elementwise": dispatch.is_unary_elementwise_op,
    "binary_elementwise": dispatch.is_binary_elementwise_op,
    "reduction": dispatch.is_reduction_op,
}


@pytest.mark.parametrize("kind", KINDS)
def test_an_api_of_ones_own_has_a_kind(kind):
    @dispatch.dispatchable(kind=kind)
    def api(x):
        return x

    assert [name for name, holds in KINDS.items() if holds(api)] == [kind]
    assert api(3) == 3

    class Knows:
        @classmethod
        def __tf_dispatch__(cls, op, args, kwargs):
            return "taken" if KINDS[kind](op) else NotImplemented

    assert api(Knows()) == "taken"


def test_a_kind_that_there_is_not():
    with pytest.raises(ValueError, match="argument 'kind': expected one of unary_elementwise, bin"):
        dispatch.dispatchable(kind="ternary")


@pytest.mark.parametrize(
    "name", ["reduce_sum", "reduce_max", "argmax", "count_nonzero", "norm", "reduce_logsumexp"]
)
def test_reductions_of_tensorflow_1(name):
    assert dispatch.is_reduction_op(getattr(tf.compat.v1, name))
    assert not dispatch.is_unary_elementwise_op(getattr(tf.compat.v1, name))


FLOATS = [tf.constant([0.2, 0.5, 0.7]), tf.constant([3.0, 7.0, 11.0])]
DRAWN = [*FLOATS, tf.constant([1, 2, 3]), tf.constant([True, False, True]),
         tf.complex(FLOATS[0], FLOATS[1])]  # fmt: skip
#: They take one tensor at a time but say something of all, or need what is not drawn here.
NOT_DRAWN = {"scalar_mul"}


def same(a, b):
    try:
        return np.shape(a) == np.shape(b) and np.allclose(a, b, equal_nan=True)
    except ValueError:  # of parts that differ in shape
        return False


def is_unary(op):
    """Whether TensorFlow computes each element of the result from one element."""
    for x in DRAWN:
        try:
            whole, parts = op(x), [op(part) for part in x]
        except Exception:
            continue
        if isinstance(whole, tf.Tensor) and same(whole, parts):
            return True
    return False


def is_binary(op):
    """Whether TensorFlow computes each element from two, and broadcasts."""
    for x in DRAWN:
        y = tf.reverse(x, [0])
        try:
            whole, parts = op(x, y), [op(one, two) for one, two in zip(x, y)]
            table = op(x[:, tf.newaxis], y[tf.newaxis])
        except Exception:
            continue
        if isinstance(whole, tf.Tensor) and same(whole, parts) and table.shape == [3, 3]:
            return True
    return False


def required(op):
    parameters = inspect.signature(op).parameters.values()
    return sum(p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD for p in parameters)


def public(namespace):
    return {name: op for name, op in vars(namespace).items() if inspect.isfunction(op)}


@pytest.mark.parametrize("name", sorted(public(tf.math).keys() - NOT_DRAWN))
def test_groups_are_what_tensorflow_computes(name):
    op = getattr(tf.math, name)
    if not dispatch.supports_dispatch(op):
        pytest.skip("it asks no argument")
    count = required(op)
    if count == 1:
        assert dispatch.is_unary_elementwise_op(op) == is_unary(op)
    if count == 2:
        assert dispatch.is_binary_elementwise_op(op) == is_binary(op)
        assert not dispatch.is_unary_elementwise_op(op)


def test_each_op_is_in_one_group():
    groups = [
        {innermost(op) for op in ops()}
        for ops in (
            dispatch.unary_elementwise_ops,
            dispatch.binary_elementwise_ops,
            dispatch.reduction_ops,
        )
    ]
    assert sum(map(len, groups)) == len(set.union(*groups))
