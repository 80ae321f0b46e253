"""What a function returns, against its return annotation."""

# ruff: noqa: UP007, UP045  (both spellings are what is tested)

import re
from dataclasses import dataclass, field
from typing import NamedTuple, Optional, TypeVar, Union

import numpy as np
import pytest
import tensorflow as tf

from tftypes import Floating, RaggedTensor, Shape, Tensor, Variable, float32, int32
from tftypes.runtime import ReturnError, function

N = TypeVar("N")
DT = TypeVar("DT", bound=Floating)


class Pair(NamedTuple):
    x: Tensor[float32, Shape[N, 3]]
    y: Tensor[int32, Shape[N]]


def returning(annotation, result):
    """A function whose body returns what `result` makes of a float32[?] tensor."""

    def f(x: Tensor[float32, Shape[None]]) -> annotation:
        return result(x)

    return function(f)


WRONG = [
    (Tensor[int32, Shape[None]], lambda x: x, "returns: expected int32[?], got float32[?]"),
    (Tensor[float32, Shape[2, 2]], lambda x: x, "returns: expected float32[2, 2], got float32[?]"),
    (
        Tensor[float32, Shape[3]],
        lambda x: tf.zeros(2),
        "returns: expected float32[3], got float32[2]",
    ),
    (
        Tensor[float32, Shape[N, N]],
        lambda x: tf.zeros([2, 3]),
        "returns: expected float32[N, N], got float32[2, 3]: N is 2 in returns, 3 here",
    ),
    (
        Tensor[float32, Shape[N, "2*N"]],
        lambda x: tf.zeros([2, 3]),
        "returns: expected float32[N, 2*N], got float32[2, 3]: 2*N is 4 with N = 2 (in returns)",
    ),
    (Tensor[float32], lambda x: None, "returns: expected float32[...], got None"),
    (Tensor[float32], lambda x: "a", "returns: expected float32[...], got 'a' (str)"),
    (Tensor[float32, Shape[()]], lambda x: 1, "returns: expected float32[], got 1 (int)"),
    (Tensor[float32], lambda x: (x, x), "returns: expected float32[...], got ("),
    (
        Tensor[float32, Shape[2]],
        lambda x: [1.0, 2.0],
        "returns: expected float32[2], got [1.0, 2.0] (list) of shape [2]",
    ),
    (
        Pair,
        lambda x: Pair(tf.zeros([2, 3]), tf.zeros([3], tf.int32)),
        "returns.y: expected int32[N], got int32[3]: N is 2 in returns.x, 3 here",
    ),
    (Pair, lambda x: (x, x), "returns: expected Pair, got ("),
    (
        tuple[Tensor[float32], Tensor[int32]],
        lambda x: (x, x),
        "returns[1]: expected int32[...], got float32[?]",
    ),
    (
        tuple[Tensor[float32], ...],
        lambda x: (x, 1),
        "returns[1]: expected float32[...], got 1 (int)",
    ),
    (
        dict[str, Tensor[float32]],
        lambda x: {"k": tf.shape(x)},
        'returns["k"]: expected float32[...], got int32[1]',
    ),
    (Optional[Tensor[int32]], lambda x: x, "returns: expected int32[...] | None, got float32[?]"),
    (
        RaggedTensor[float32, Shape[None, None]],
        lambda x: x,
        "returns: expected RaggedTensor float32[?, ?], got float32[?]",
    ),
]


@pytest.mark.parametrize(("annotation", "result", "message"), WRONG, ids=[row[2] for row in WRONG])
def test_a_wrong_result_is_an_error_while_tracing(annotation, result, message):
    f = returning(annotation, result)
    with pytest.raises(
        ReturnError, match=rf"^f\(\) {re.escape(message)}.*; annotated at .*test_returns\.py:\d+$"
    ):
        f.get_concrete_function()


RIGHT = [
    (Tensor[float32, Shape[None]], lambda x: x, [None]),
    (Tensor[Floating], lambda x: x, [None]),
    (Tensor[float32, Shape[3]], lambda x: x, [3]),
    (Tensor[float32, Shape[N, 3]], lambda x: tf.reshape(x, [-1, tf.size(x)]), [None, 3]),
    (Tensor[float32, Shape[N]], lambda x: tf.reshape(x, tf.shape(x)), [None]),
    (Tensor[float32, Shape[()]], lambda x: 1.0, []),
    (Tensor[float32, Shape[2]], lambda x: np.float32([1, 2]), [2]),
    (Optional[Tensor[float32, Shape[3]]], lambda x: x, [3]),
    (Union[Tensor[int32], Tensor[float32, Shape[3]]], lambda x: x, [3]),
    (int, lambda x: tf.size(x), []),
    (Variable[float32, Shape[2]], lambda x: VARIABLE, [2]),
]
VARIABLE = tf.Variable([1.0, 2.0])


@pytest.mark.parametrize(
    ("annotation", "result", "shape"), RIGHT, ids=[str(row[0]) for row in RIGHT]
)
def test_the_annotation_adds_what_the_trace_does_not_know(annotation, result, shape):
    concrete = returning(annotation, result).get_concrete_function()
    assert concrete.structured_outputs.shape.as_list() == shape


def test_structures_keep_their_type():
    @function
    def f(
        x: Tensor[float32, Shape[N, None]],
    ) -> dict[str, tuple[Pair, Tensor[float32, Shape[None, 3]]]]:
        return {"k": (Pair(x, tf.zeros(tf.shape(x)[:1], tf.int32)), x)}

    outputs = f.get_concrete_function().structured_outputs
    assert isinstance(outputs["k"][0], Pair)
    assert outputs["k"][0].x.shape.as_list() == outputs["k"][1].shape.as_list() == [None, 3]
    assert f(tf.ones([2, 3]))["k"][0].y.shape == [2]


def test_what_was_added_is_checked_when_it_runs():
    f = returning(Tensor[float32, Shape[3]], lambda x: 2 * x)
    assert f([1, 2, 3]).numpy().tolist() == [2, 4, 6]
    with pytest.raises(ReturnError, match=r"returns: expected float32\[3\], got float32\[\?\]"):
        f([1])


def test_nothing_is_added_where_the_trace_knows_as_much():
    concrete = returning(Tensor[float32, Shape[None]], lambda x: 2 * x).get_concrete_function()
    assert "Assert" not in {op.type for op in concrete.graph.get_operations()}


def test_a_dtype_variable_in_arguments_and_result():
    @function
    def f(x: Tensor[DT, Shape[N]]) -> Tensor[DT, Shape[N]]:
        return tf.cast(x, tf.float32)

    assert f([1.0]).dtype == tf.float32
    with pytest.raises(
        ReturnError,
        match=r"returns: expected DT\[N\], got float32\[\?\]: DT is float64 in argument 'x'",
    ):
        f(tf.constant([1.0], tf.float64))


def test_no_check_without_annotation():
    @function
    def f(x: Tensor[float32]):
        return x, None

    @function
    def g(x: Tensor[float32]) -> None:
        return None

    assert f(1.0)[1] is None
    assert g(1.0) is None


@dataclass
class Scored:
    """Tensors, and what is static."""

    y: Tensor[float32, Shape[N]]
    unit: str
    parts: list[Tensor[float32, Shape[N]]] = field(default_factory=list)
    total: Tensor[float32, Shape[()]] = field(init=False)

    def __post_init__(self):
        self.total = tf.reduce_sum(self.y)


def test_a_dataclass_is_a_result():
    @function
    def scored(x: Tensor[float32, Shape[N]]) -> Scored:
        return Scored(2.0 * x, "m", [x, x])

    for numbers in ([1.0, 2.0], [1.0, 2.0, 3.0], [1.0, 2.0]):  # traced, and from the trace
        result = scored(numbers)
        assert type(result) is Scored and result.unit == "m"
        assert result.y.numpy().tolist() == [2.0 * number for number in numbers]
        assert float(result.total) == 2.0 * sum(numbers)
        assert result.parts[1].shape == [len(numbers)]

    assert type(tf.function(lambda x: (scored(x).y, tf.constant(1)))(tf.ones(2))) is tuple


def test_a_dataclass_inside_a_result_without_an_annotation():
    @function
    def both(x: Tensor[float32]):
        return {"scored": (Scored(x, "m"), x), "none": None}

    result = both([1.0])["scored"][0]
    assert type(result) is Scored and result.y.numpy().tolist() == [1.0]


def test_a_dataclass_that_does_not_fit_its_annotation():
    @function
    def scored(x: Tensor[float32, Shape[None]]) -> Scored:
        return Scored(tf.zeros([2, 2]), "m")

    with pytest.raises(ReturnError, match=r"returns.y: expected float32\[N\], got float32\[2, 2\]"):
        scored([1.0])
