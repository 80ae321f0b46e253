"""What the user sees when an argument does not fit."""

# ruff: noqa: UP007, UP045  (both spellings are what is tested)

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple, Optional, TypedDict, TypeVar, Union

import numpy as np
import pytest
import tensorflow as tf
from typing_extensions import TypeVarTuple, Unpack

from tftypes import (
    Add,
    Dimension,
    Floating,
    RaggedTensor,
    Shape,
    Tensor,
    Variable,
    float32,
    int32,
    string,
)
from tftypes import bool as bool_
from tftypes.runtime import ArgumentError, function

N = TypeVar("N")
DT = TypeVar("DT", bound=Floating)
Sh = TypeVar("Sh")
Ts = TypeVarTuple("Ts")


class Batch(Dimension): ...


class Width(Dimension):
    value = 784


class Pair(NamedTuple):
    x: Tensor[float32, Shape[N, 3]]
    y: Tensor[int32, Shape[N]]


@dataclass
class Example:
    x: Tensor[float32, Shape[N, 3]]
    n: int = 1


class Features(TypedDict, total=False):
    x: Tensor[float32, Shape[None]]


def ones(*shape, dtype=tf.float32):
    return tf.ones(shape, dtype)


WRONG = [
    # annotation, value, message
    (Tensor[int32, Shape[3]], ones(2, dtype=tf.int32), "expected int32[3], got int32[2]"),
    (Tensor[int32, Shape[3]], ones(3), "expected int32[3], got float32[3]"),
    (Tensor[int32, Shape[3]], ones(3, 3, dtype=tf.int32), "expected int32[3], got int32[3, 3]"),
    (Tensor[int32, Shape[()]], [1], "expected int32[], got [1] (list) of shape [1]"),
    (
        Tensor[float32, Shape[N, Width]],
        ones(2, 10),
        "expected float32[N, Width=784], got float32[2, 10]",
    ),
    (
        Tensor[float32, Shape[N, N]],
        ones(2, 3),
        "expected float32[N, N], got float32[2, 3]: N is 2 in argument 'x', 3 here",
    ),
    (
        Tensor[float32, Shape[N, "2*N + 1"]],
        ones(2, 4),
        "expected float32[N, 2*N + 1], got float32[2, 4]: 2*N + 1 is 5 with N = 2 (in argument 'x')",
    ),
    (
        Tensor[float32, Shape[N, Add[N, 1]]],
        ones(2, 4),
        "expected float32[N, N + 1], got float32[2, 4]: N + 1 is 3 with N = 2 (in argument 'x')",
    ),
    (
        Tensor[float32, Shape["2*N"]],
        ones(3),
        "expected float32[2*N], got float32[3]: no size makes 2*N that",
    ),
    (
        Tensor[float32, Shape[N, Unpack[Ts], 3]],
        ones(2, 4),
        "expected float32[N, *Ts, 3], got float32[2, 4]",
    ),
    (Tensor[Floating, Shape[None]], ones(2, dtype=tf.int32), "expected Floating[?], got int32[2]"),
    (Tensor[DT], ones(2, dtype=tf.int32), "expected DT[...], got int32[2]"),
    (Tensor[int32, Shape[1]], [1.5], "expected int32[1], got [1.5] (list) of shape [1]"),
    (Tensor[int32, Shape[1]], np.array([1.5]), "expected int32[1], got float64[1] (numpy)"),
    (Tensor[int32, Shape[1]], np.array([1.0]), "expected int32[1], got float64[1] (numpy)"),
    (
        Tensor[int32, Shape[None]],
        np.array([1, 2**40]),
        "expected int32[?], got int64[2] (numpy): 1099511627776 does not fit int32",
    ),
    (
        Tensor[int32, Shape[()]],
        2**40,
        "expected int32[], got 1099511627776 (int): 1099511627776 does not fit int32",
    ),
    (
        Tensor[float32, Shape[()]],
        1e300,
        "expected float32[], got 1e+300 (float): 1e+300 does not fit float32",
    ),
    (
        Tensor[float32, Shape[()]],
        16777217,
        "expected float32[], got 16777217 (int): 16777217 does not fit float32",
    ),
    (
        Tensor[float32, Shape[None]],
        [[1], [2, 3]],
        "expected float32[?], got [[1], [2, 3]] (list): rows of different length",
    ),
    (Tensor[float32, Shape[()]], 1j, "expected float32[], got 1j (complex)"),
    (Tensor[bool_, Shape[()]], 1, "expected bool[], got 1 (int): a number is no truth value"),
    (Tensor[string, Shape[()]], 1, "expected string[], got 1 (int)"),
    (Tensor[float32, Shape[()]], "abc", "expected float32[], got 'abc' (str)"),
    (Tensor[float32, Shape[()]], None, "expected float32[], got None"),
    (Tensor[float32, Shape[()]], {"a": 1}, "expected float32[], got dict"),
    (
        Tensor[float32],
        tf.ragged.constant([[1.0], []]),
        "expected float32[...], got RaggedTensor float32[2, ?]",
    ),
    (Tensor[float32, Shape[3]], tf.Variable([1.0]), "expected float32[3], got Variable float32[1]"),
    (
        Variable[float32, Shape[3]],
        tf.Variable([1.0]),
        "expected Variable float32[3], got Variable float32[1]",
    ),
    (Variable[float32, Shape[3]], ones(3), "expected Variable float32[3], got float32[3]"),
    (
        RaggedTensor[int32, Shape[3, None]],
        tf.ragged.constant([[1], []]),
        "expected RaggedTensor int32[3, ?], got RaggedTensor int32[2, ?]",
    ),
    (
        RaggedTensor[int32, Shape[3, None]],
        ones(3, 2),
        "expected RaggedTensor int32[3, ?], got float32[3, 2]",
    ),
    (Optional[Tensor[float32, Shape[3]]], ones(2), "expected float32[3] | None, got float32[2]"),
    (
        Union[Tensor[float32, Shape[3]], Tensor[int32, Shape[3]]],
        "a",
        "expected float32[3] | int32[3], got 'a' (str)",
    ),
    (int, 1.5, "expected int, got 1.5 (float)"),
    (int, ones(), "expected int, got float32[]"),
    (bool, 1, "expected bool, got 1 (int)"),
    (str, b"a", "expected str, got b'a' (bytes)"),
    (Literal["sum", "mean"], "max", "expected Literal['sum', 'mean'], got 'max' (str)"),
    (Pair, (ones(1, 3), [1]), "expected Pair, got ([...], [1]) (tuple)"),
    (Example, Pair(ones(1, 3), [1]), "expected Example, got Pair"),
    (
        tuple[Tensor[float32], Tensor[float32]],
        (ones(),),
        "expected tuple[float32[...], float32[...]], got a tuple of 1",
    ),
    (list[Tensor[float32]], (1.0,), "expected list[float32[...]], got (1.0,) (tuple) of shape [1]"),
    (Features, {"y": ones(1)}, "expected Features, got a dict of 'y': no such key: 'y'"),
]


@pytest.mark.parametrize(("annotation", "value", "message"), WRONG, ids=[row[2] for row in WRONG])
def test_message(annotation, value, message):
    @function
    def f(x: annotation):
        raise AssertionError("traced")

    with pytest.raises(ArgumentError) as caught:
        f(value)
    if "Pair, got (" in message:
        message = "expected Pair, got "
    assert str(caught.value).startswith(f"f() argument 'x': {message}")
    assert re.search(r"; annotated at .*test_arguments\.py:\d+$", str(caught.value))


INSIDE = [
    (
        Pair,
        Pair(ones(2, 3), [1, 2, 3]),
        "argument 'x.y': expected int32[N], got [1, 2, 3] (list) of shape [3]: N is 2 in argument 'x.x', 3 here",
    ),
    (Example, Example(ones(2, 4)), "argument 'x.x': expected float32[N, 3], got float32[2, 4]"),
    (Example, Example(ones(2, 3), 1.5), "argument 'x.n': expected int, got 1.5 (float)"),
    (
        dict[str, Tensor[int32, Shape[3]]],
        {"a": [1, 2, 3], "k": [1, 2]},
        "argument 'x[\"k\"]': expected int32[3], got [1, 2] (list) of shape [2]",
    ),
    (
        list[Tensor[int32, Shape[N]]],
        [[1], [1, 2]],
        "argument 'x[1]': expected int32[N], got [1, 2] (list) of shape [2]: N is 1 in argument 'x[0]', 2 here",
    ),
    (
        tuple[int, Pair],
        (1, Pair(ones(2, 4), [1, 2])),
        "argument 'x[1].x': expected float32[N, 3], got float32[2, 4]",
    ),
    (
        Optional[Pair],
        Pair(ones(2, 4), [1, 2]),
        "argument 'x.x': expected float32[N, 3], got float32[2, 4]",
    ),
    (Features, {"x": ones(1, 2)}, "argument 'x[\"x\"]': expected float32[?], got float32[1, 2]"),
]


@pytest.mark.parametrize(("annotation", "value", "message"), INSIDE, ids=[row[2] for row in INSIDE])
def test_the_path_to_what_is_wrong(annotation, value, message):
    @function
    def f(x: annotation):
        raise AssertionError("traced")

    with pytest.raises(ArgumentError, match=re.escape(message)):
        f(value)


def test_two_sizes_for_one_name():
    @function
    def add(a: Tensor[float32, Shape[Batch, 2]], b: Tensor[float32, Shape[Batch, 2]]):
        return a + b

    with pytest.raises(
        ArgumentError,
        match=re.escape(
            "argument 'b': expected float32[Batch, 2], got float32[3, 2]: Batch is 2 in argument 'a', 3 here"
        ),
    ):
        add(ones(2, 2), ones(3, 2))
    assert add(ones(3, 2), ones(3, 2)).shape == [3, 2]  # another call, another size


def test_two_dtypes_for_one_type_variable():
    @function
    def add(a: Tensor[DT, Shape[N]], b: Tensor[DT, Shape[N]]):
        return a + b

    with pytest.raises(
        ArgumentError,
        match=re.escape(
            "argument 'b': expected DT[N], got float64[1]: DT is float32 in argument 'a'"
        ),
    ):
        add(ones(1), ones(1, dtype=tf.float64))
    assert add(ones(1, dtype=tf.float64), [1]).dtype == tf.float64  # a list becomes what DT is


def test_two_shapes_for_one_variable():
    @function
    def add(a: Tensor[float32, Sh], b: Tensor[float32, Sh]):
        return a + b

    assert add(ones(2, 3), ones(2, 3)).shape == [2, 3]
    with pytest.raises(
        ArgumentError,
        match=re.escape(
            "argument 'b': expected float32[*Sh], got float32[3]: *Sh is [2, 3] in argument 'a', [3] here"
        ),
    ):
        add(ones(2, 3), ones(3))


def test_the_line_of_the_parameter():
    @function
    def f(
        x: Tensor[float32],
        y: Tensor[float32, Shape[3]],
    ):
        return x

    line = test_the_line_of_the_parameter.__code__.co_firstlineno + 4
    with pytest.raises(ArgumentError, match=rf"test_arguments\.py:{line}$"):
        f(1.0, 2.0)


def test_a_method_is_named_with_its_class():
    class Layer:
        @function
        def __call__(self, x: Tensor[float32, Shape[3]]):
            return x

    with pytest.raises(
        ArgumentError, match=r"^Layer\.__call__\(\) argument 'x': expected float32\[3\]"
    ):
        Layer()(ones(2))


def test_an_unknown_size_refutes_nothing():
    @function
    def inner(x: Tensor[float32, Shape[N, 3]], y: Tensor[float32, Shape[N, "2*N"]]):
        return tf.reduce_sum(x) + tf.reduce_sum(y)

    @tf.function(input_signature=[tf.TensorSpec(None), tf.TensorSpec([None, None])])
    def outer(x, y):
        return inner(x, y)

    assert outer(ones(2, 3), ones(2, 4)).numpy() == 14


def test_what_is_unknown_while_tracing_is_checked_when_it_runs():
    @function
    def inner(x: Tensor[float32, Shape[N, 3]]):
        return x

    @tf.function(input_signature=[tf.TensorSpec(None)])
    def outer(x):
        return inner(x)

    assert outer(ones(2, 3)).shape == [2, 3]
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"\[2,4\].*not compatible.*\[\?,3\]"):
        outer(ones(2, 4))


def test_a_known_size_is_refuted_while_tracing():
    @function
    def inner(x: Tensor[float32, Shape[N, 3]]):
        return x

    @tf.function(input_signature=[tf.TensorSpec([None, 4])])
    def outer(x):
        return inner(x)

    with pytest.raises(
        TypeError, match=r"inner\(\) argument 'x': expected float32\[N, 3\], got float32\[\?, 4\]"
    ):
        outer(ones(2, 4))
