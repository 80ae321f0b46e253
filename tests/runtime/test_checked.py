"""`checked`: annotations compared at each call, without a tf.function."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

import pytest
import tensorflow as tf

from tftypes import Dim, Shape, Tensor, float32, int32
from tftypes.runtime import ArgumentError, ReturnError, checked, function

N = TypeVar("N")
M = TypeVar("M")


@checked
def product(
    a: Tensor[float32, Shape[N, M]], b: Tensor[float32, Shape[M, 2]]
) -> Tensor[float32, Shape[N, 2]]:
    return a @ b


@checked
def doubled(a: Tensor[float32, Shape[N]]) -> Tensor[float32, Shape[N]]:
    return tf.concat([a, a], 0)


def error_of(call, kind=ArgumentError):
    with pytest.raises(kind) as error:
        call()
    return str(error.value).partition("; annotated at ")[0].replace("\n", " ").split("Error: ")[-1]


def test_one_name_is_one_size():
    assert product(tf.ones([3, 4]), tf.ones([4, 2])).shape == (3, 2)
    assert error_of(lambda: product(tf.ones([3, 4]), tf.ones([5, 2]))) == (
        "product() argument 'b': expected float32[M, 2], got float32[5, 2]: "
        "M is 4 in argument 'a', 5 here"
    )


def test_the_message_says_where_the_annotation_stands():
    with pytest.raises(ArgumentError, match=r"annotated at .*test_checked.py:\d+$"):
        product(tf.ones([3, 4]), tf.ones([5, 2]))


def test_the_result():
    message = (
        "doubled() returns: expected float32[N], got float32[6]: N is 3 in argument 'a', 6 here"
    )
    assert error_of(lambda: doubled(tf.ones(3)), ReturnError) == message
    assert error_of(lambda: tf.function(lambda x: doubled(x))(tf.ones(3)), ReturnError) == message


def test_an_unknown_size_fits_anything():
    anything = tf.function(lambda x: doubled(x), input_signature=[tf.TensorSpec([None])])
    assert anything(tf.ones(3)).shape == 6


def test_a_list_becomes_a_tensor():
    assert product([[1.0]], [[1.0, 2.0]]).numpy().tolist() == [[1.0, 2.0]]


@checked
def sign(x: Tensor[float32, Shape[()]]) -> Tensor[float32, Shape[()]]:
    if x > 0:
        return tf.constant(1.0)
    else:
        return tf.constant(-1.0)


def test_autograph_converts_the_body():
    assert tf.function(lambda x: sign(x))(tf.constant(-3.0)) == -1.0


@checked
@dataclass
class Pair:
    x: Tensor[float32, Shape[N]]
    y: Tensor[float32, Shape[N]]


@checked
class Both(NamedTuple):
    x: Tensor[float32, Shape[N]]
    y: Tensor[float32, Shape[N]]


@pytest.mark.parametrize("kind", [Pair, Both])
def test_a_class_of_fields(kind):
    assert kind(tf.ones(2), y=tf.ones(2)).y.shape == 2
    assert error_of(lambda: kind(tf.ones(2), tf.ones(3))) == (
        f"{kind.__name__}() argument 'y': expected float32[N], got float32[3]: "
        "N is 2 in argument 'x', 3 here"
    )
    with pytest.raises(ArgumentError, match=r"annotated at .*test_checked.py:\d+$"):
        kind(tf.ones(2), tf.ones(3))


@pytest.mark.parametrize("kind", [Pair, Both])
def test_a_class_of_fields_is_an_argument_and_a_result(kind):
    @checked
    def same(pair: kind, more: list[Tensor[float32]]) -> kind:
        return pair

    pair, more = kind(tf.ones(2), tf.ones(2)), [tf.ones(1)]
    assert same(pair, more) is pair, "nothing is converted, so nothing is copied"
    converted = same(pair, [[1.0]])
    assert type(converted) is kind and converted is not None


def test_a_class_of_fields_in_a_traced_function():
    @tf.function
    def total(pair):
        return Both(pair.x + pair.y, pair.y)

    pair = Both(tf.ones(2), tf.ones(2))
    assert total(pair).x.numpy().tolist() == [2.0, 2.0]
    specs = Both(tf.TensorSpec([None]), tf.TensorSpec([None]))
    assert total.get_concrete_function(specs)(pair).x.numpy().tolist() == [2.0, 2.0]


def test_what_a_function_changes_in_an_argument_is_changed():
    @checked
    def fill(parts: list[Tensor[float32, Shape[N]]]) -> None:
        parts.append(parts[0])

    parts = [tf.ones(2)]
    fill(parts)
    assert len(parts) == 2


def test_a_class_without_fields_is_refused():
    with pytest.raises(TypeError, match="Plain is neither a dataclass nor a NamedTuple"):

        @checked
        class Plain: ...


class Layer(Generic[N]):
    @checked
    def call(self, x: Tensor[float32, Shape[N]]) -> int:
        return 1

    @checked
    @classmethod
    def of(cls, x: Tensor[float32, Shape[2]]):
        return cls

    @checked
    @staticmethod
    def size(x: Tensor[float32, Shape[2]]):
        return 2


def test_methods():
    layer = Layer()
    layer.call(tf.ones(2))
    Layer().call(tf.ones(3))
    assert error_of(lambda: layer.call(tf.ones(3))) == (
        "Layer.call() argument 'x': expected float32[N], got float32[3]: "
        "N is 2 since the first call of this Layer, 3 here"
    )
    assert Layer.of(tf.ones(2)) is Layer
    assert error_of(lambda: Layer.size(tf.ones(3))).startswith("Layer.size() argument 'x'")


@checked
async def later(x: Tensor[float32, Shape[N]]) -> Tensor[float32, Shape[N]]:
    return tf.concat([x, x], 0)


@checked
def parts(x: Tensor[float32, Shape[N]]) -> Iterator[Tensor[float32]]:
    yield x


def test_coroutines_and_generators():
    assert error_of(lambda: asyncio.run(later(tf.ones(2))), ReturnError).startswith(
        "later() returns"
    )
    assert len(list(parts(tf.ones(1)))) == 1
    assert error_of(lambda: parts(tf.constant(1))).startswith("parts() argument 'x'")


@checked
def many(x: Tensor[int32], *rest: Tensor[float32], k: int = 1, **named: Tensor[float32]) -> None:
    return None


def test_every_kind_of_parameter():
    many(1, 1.0, k=2, z=1.0)
    assert error_of(lambda: many(1, tf.ones(1), tf.constant(1))) == (
        "many() argument 'rest[1]': expected float32[...], got int32[]"
    )
    assert error_of(lambda: many(1, k="a")) == "many() argument 'k': expected int, got 'a' (str)"
    assert "argument 'z'" in error_of(lambda: many(1, z=tf.constant(1)))


def test_switched_off_it_is_the_function_itself():
    program = (
        "from tftypes.runtime import checked\n"
        "def f(x): ...\n"
        "assert checked(f) is f and checked()(f) is f\n"
    )
    environment = {**os.environ, "TFTYPES_CHECKED": "0"}
    subprocess.run([sys.executable, "-c", program], check=True, env=environment)


def test_a_size_may_come_from_an_argument():
    @checked
    def zeros(n: Dim[N], like: Tensor[float32, Shape["2*N"]]) -> Tensor[float32, Shape[N]]:
        return tf.zeros([n])

    assert zeros(2, tf.zeros([4])).shape == [2]
    with pytest.raises(ArgumentError, match=r"2\*N is 4 with N = 2"):
        zeros(2, tf.zeros([5]))
    for wrong in (-1, True, "two"):
        with pytest.raises(ArgumentError, match="argument 'n': expected Dim"):
            zeros(wrong, tf.zeros([4]))


def test_a_traced_function_has_a_trace_for_each_size_from_an_argument():
    @function
    def zeros(n: Dim[N]) -> Tensor[float32, Shape[N]]:
        return tf.zeros([n])

    for size in (2, 3, 2):
        assert zeros(size).shape == [size]
    assert zeros.experimental_get_tracing_count() == 2
