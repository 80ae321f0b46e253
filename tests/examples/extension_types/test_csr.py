"""The sparse matrix: its ops and gradients against dense ones, its program as a whole."""

import numpy as np
import pytest
import tensorflow as tf
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from tests.examples.extension_types.conftest import load, output

csr = load("csr")
Csr = csr.Csr

sides = st.integers(1, 4)


def matrices(height=sides, width=sides):
    """Dense matrices of small whole numbers, most of which are 0."""
    shapes = st.tuples(*(st.just(s) if isinstance(s, int) else s for s in (height, width)))
    numbers = st.sampled_from([0.0, 0.0, 0.0, 1.0, 2.0, -3.0])
    return shapes.flatmap(lambda shape: hnp.arrays(np.float32, shape, elements=numbers))


def check(result, expected):
    dense = result.to_dense() if isinstance(result, Csr) else result
    np.testing.assert_allclose(dense.numpy(), expected, rtol=1e-5)


@settings(max_examples=50, deadline=None)
@given(matrices(), st.data())
def test_matrix_products(a, data):
    m = Csr.from_dense(a)
    right = data.draw(matrices(height=a.shape[1]))
    left = data.draw(matrices(width=a.shape[0]))
    check(m @ right, a @ right)
    check(left @ m, left @ a)
    check(tf.matmul(m, a, transpose_a=True), a.T @ a)
    check(tf.matmul(a, m, transpose_b=True), a @ a.T)
    check(tf.linalg.matvec(m, right[:, 0]), a @ right[:, 0])
    product = m @ Csr.from_dense(right)
    assert isinstance(product, Csr)
    check(product, a @ right)
    check(tf.matmul(m, m, transpose_b=True), a @ a.T)


@settings(max_examples=50, deadline=None)
@given(matrices(), st.data())
def test_what_stays_sparse(a, data):
    m = Csr.from_dense(a)
    b = data.draw(matrices(*a.shape))
    sparse = {
        "transposed": (tf.transpose(m), a.T),
        "negative": (-m, -a),
        "scaled": (2.0 * m, 2.0 * a),
        "divided": (m / 2.0, a / 2.0),
        "by element": (m * b, a * b),
        "added": (m + Csr.from_dense(b), a + b),
        "subtracted": (m - Csr.from_dense(b), a - b),
        "rows": (tf.gather(m, [0, 0]), a[[0, 0]]),
        "from a row on": (m[1:], a[1:]),
        "a row": (m[0], a[0]),
        "stacked": (tf.concat([m, m], 0), np.concatenate([a, a])),
        "cast": (tf.cast(m, tf.float64), a.astype(np.float64)),
    }
    for what, (ours, expected) in sparse.items():
        assert isinstance(ours, Csr), what
        check(ours, expected)
    check(m + b, a + b)
    assert tf.shape(m).numpy().tolist() == list(a.shape)


@settings(max_examples=50, deadline=None)
@given(matrices(), st.sampled_from([None, 0, 1, -1, -2]), st.booleans())
def test_sums(a, axis, keepdims):
    check(tf.reduce_sum(Csr.from_dense(a), axis, keepdims), a.sum(axis, keepdims=keepdims))


@pytest.mark.parametrize(
    "op", sorted(csr.ZERO_AT_ZERO, key=lambda op: op.__name__), ids=lambda op: op.__name__
)
def test_ops_that_look_at_the_values_only_make_0_of_0(op):
    rest = (tf.float32,) if op is tf.cast else ()
    assert op(tf.constant(0.0), *rest).numpy() == 0
    a = np.array([[0.0, 0.5], [0.0, 0.0]], np.float32)
    check(op(Csr.from_dense(a), *rest), op(tf.constant(a), *rest))


@settings(max_examples=30, deadline=None)
@given(matrices(), st.data())
def test_gradients_are_those_of_the_dense_product_where_there_are_values(a, data):
    b = data.draw(matrices(height=a.shape[1]))
    m, dense, other = Csr.from_dense(a), tf.constant(a), tf.constant(b)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch([m.values.flat_values, dense, other])
        ours = tf.reduce_sum((m @ other) ** 2)
        theirs = tf.reduce_sum((dense @ other) ** 2)
    check(tape.gradient(ours, m), tape.gradient(theirs, dense) * (a != 0))
    check(tf.convert_to_tensor(tape.gradient(ours, other)), tape.gradient(theirs, other))


@settings(max_examples=20, deadline=None)
@given(matrices(), st.integers(1, 3))
def test_rows_of_a_dataset_are_batched_to_matrices(a, size):
    batches = tf.data.Dataset.from_tensor_slices(Csr.from_dense(a)).batch(size)
    parts = [batch.to_dense() for batch in batches]
    check(tf.concat(parts, 0), a)
    assert batches.element_spec == csr.CsrSpec([None, a.shape[1]])


def test_what_it_does_not_know_is_an_error():
    m = Csr.from_dense([[1.0, 0.0]])
    with pytest.raises(TypeError, match=r"tf\.math\.exp\(\) is not implemented for Csr"):
        tf.exp(m)
    with pytest.raises(TypeError, match=r"tf\.gather\(\) is not implemented for Csr"):
        tf.gather(m, [0], axis=1)
    with pytest.raises(ValueError, match="inner dims 2 and 3 differ"):
        m @ tf.ones([3, 1])
    with pytest.raises(ValueError, match=r"shapes \(1, 2\) and \(1, 3\) differ"):
        m + Csr.from_dense([[1.0, 0.0, 1.0]])


def test_in_a_traced_function_of_any_number_of_rows():
    product = tf.function(
        lambda m: (m @ tf.ones([2, 1]), tf.transpose(m, [0, 1])),
        input_signature=[csr.CsrSpec([None, 2])],
    )
    check(product(Csr.from_dense([[1.0, 2.0], [0.0, 0.0]]))[0], [[3.0], [0.0]])
    with pytest.raises(ValueError, match="the number of rows must be known"):
        tf.function(tf.transpose).get_concrete_function(csr.CsrSpec([None, 2]))


def test_the_program():
    lines = output("csr")
    assert lines[:4] == [
        "matrix        Csr([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]])",
        "times dense   [[20.0], [301.0]]",
        "times itself  Csr([[4.0, 0.0], [0.0, 10.0]])",
        "second row    Csr([1.0, 0.0, 3.0])",
    ]
    before, after = lines[4].removeprefix("loss").split("->")
    assert float(after) < 0.1 * float(before)
    assert lines[5:] == ["predicted     (512, 1)", "saved, loaded True"]
