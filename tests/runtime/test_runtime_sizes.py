"""Sizes of results that are known only when the graph runs, against those of the arguments."""

import re
from typing import NamedTuple, TypeVar

import pytest
import tensorflow as tf
from typing_extensions import TypeVarTuple, Unpack

from tests.runtime.test_returns import returning
from tftypes import Dimension, Shape, Tensor, float32
from tftypes.runtime import ReturnError, function

N = TypeVar("N")
M = TypeVar("M")
Ts = TypeVarTuple("Ts")


class Batch(Dimension): ...


class Pair(NamedTuple):
    x: Tensor[float32, Shape[N]]
    y: Tensor[float32, Shape[N]]


def positive(x):
    return tf.boolean_mask(x, x > 0)


@function
def kept(x: Tensor[float32, Shape[N]]) -> Tensor[float32, Shape[N]]:
    return positive(x)


@function
def twice(x: Tensor[float32, Shape[N]]) -> Tensor[float32, Shape["2*N"]]:
    return tf.concat([positive(x), x], 0)


@function
def batch(x: Tensor[float32, Shape[Batch]]) -> Pair:
    return Pair(x, positive(x))


@function
def rest(x: Tensor[float32, Shape[Unpack[Ts]]]) -> Tensor[float32, Shape[Unpack[Ts]]]:
    return positive(tf.reshape(x, [-1]))


@function
def four(x: Tensor[float32, Shape[None]]) -> Tensor[float32, Shape[4]]:
    return positive(x)


GOOD = [1.0] * 4
BAD = [1.0, -1.0, 1.0, 1.0]
CASES = [
    (kept, "kept() returns: expected float32[N]", "N is 4 in argument 'x', 3 here"),
    (twice, "twice() returns: expected float32[2*N]", "2*N is 8 with N = 4 (in argument 'x')"),
    (batch, "batch() returns.y: expected float32[N]", "N is 4 in returns.x, 3 here"),
    (rest, "rest() returns: expected float32[*Ts]", "*Ts is [4] in argument 'x', [3] here"),
    (four, "four() returns: expected float32[4]", "the sizes at run time are others"),
]
IDS = [case[0].name for case in CASES]


@pytest.mark.parametrize(("f", "start", "reason"), CASES, ids=IDS)
@pytest.mark.parametrize("call", ["first", "later"])
def test_eagerly_it_is_a_return_error(f, start, reason, call):
    if call == "later":
        f(GOOD)
    with pytest.raises(
        ReturnError,
        match=rf"^{re.escape(start)}, got .*{re.escape(reason)}; annotated at .*py:\d+$",
    ):
        f(BAD)
    f(GOOD)


@pytest.mark.parametrize(("f", "start", "reason"), CASES, ids=IDS)
def test_in_a_graph_it_is_an_assertion_with_the_same_words(f, start, reason):
    if f is rest:
        pytest.skip("how many sizes `*Ts` has is known, what they are only the graph knows")
    traced = tf.function(lambda x: f(x), input_signature=[tf.TensorSpec([None])])
    tf.nest.map_structure(tf.convert_to_tensor, traced(GOOD))
    with pytest.raises(tf.errors.InvalidArgumentError, match=re.escape(start)) as error:
        traced(BAD)
    assert "annotated at" in str(error.value)


def test_a_graph_that_knows_the_argument_compares_with_that():
    traced = tf.function(lambda x: kept(x))
    with pytest.raises(tf.errors.InvalidArgumentError, match="axis 0 is another size .* than N"):
        traced(tf.constant(BAD))


def test_a_derived_function_around_it_says_the_same():
    @function
    def outer(x: Tensor[float32, Shape[None]]):
        return kept(x)

    with pytest.raises(ReturnError, match=r"^kept\(\) returns: .* than N in argument 'x'; annot"):
        outer(BAD)


def test_in_a_dataset():
    rows = tf.data.Dataset.from_tensors(BAD).map(lambda x: kept(tf.ensure_shape(x, [None])))
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"kept\(\) returns"):
        list(rows)


def test_an_unknown_rank():
    f = returning(Tensor[float32, Shape[2]], lambda x: tf.reshape(x, tf.cast(x, tf.int32)))
    with pytest.raises(ReturnError, match=r"f\(\) returns: expected float32\[2\]"):
        f([2.0, 1.0])


def test_compiled_by_xla():
    @function(jit_compile=True)
    def f(x: Tensor[float32, Shape[N]], y: Tensor[float32, Shape[M]]) -> Tensor[float32, Shape[N]]:
        return x + tf.reduce_sum(y)

    assert f([1.0], [1.0, 2.0]).shape == (1,)

    @function(jit_compile=True)
    def g(x: Tensor[float32, Shape[N]], y: Tensor[float32, Shape[M]]) -> Tensor[float32, Shape[N]]:
        return x + y

    with pytest.raises(ReturnError, match="N is 1 in argument 'x', 2 here"):
        g([1.0], [1.0, 2.0])
