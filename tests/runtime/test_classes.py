"""Annotations by a class: the value is one of it, with the elements that the annotation says."""

import collections.abc
import dataclasses
import re
from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, Protocol, TypeVar, Union

import numpy as np
import numpy.typing as npt
import pytest
import tensorflow as tf

import tftypes as t
from tests.runtime.extension.masked import Masked
from tftypes.runtime import ArgumentError, ReturnError, checked, function

N = TypeVar("N")
DATASET = tf.data.Dataset.from_tensor_slices(tf.ones([4, 3]))
MATRIX = tf.IndexedSlices(tf.ones([1, 3]), tf.constant([0]))


class Config:
    rate = 0.1


class Named(Protocol):
    """A protocol that cannot be asked at run time."""

    name: str


def annotated(annotation, decorator):
    def f(x):
        return 1

    f.__annotations__ = {"x": annotation}
    return decorator(f)


FITS = [
    (t.Dataset, DATASET),
    (t.Dataset[t.Tensor[t.float32, t.Shape[3]]], DATASET),
    (t.Dataset[tuple[t.Tensor, t.Tensor[t.int64]]], DATASET.enumerate().map(lambda i, x: (x, i))),
    (t.Dataset[dict[str, t.Tensor[t.float32]]], DATASET.map(lambda x: {"k": x})),
    (t.Dataset[Masked], tf.data.Dataset.from_tensors(Masked([1.0]))),
    (t.Dataset[int], tf.data.Dataset.range(3)),
    (t.Iterable, DATASET),
    (t.Iterator[t.Tensor[t.float32, t.Shape[3]]], iter(DATASET)),
    (t.Optional[t.Tensor[t.int32]], tf.experimental.Optional.from_value(tf.constant(1))),
    (t.List[t.Tensor[t.int32, t.Shape[2]]], tf.TensorArray(tf.int32, 1, element_shape=[2])),
    (t.List[t.Tensor[t.int32]], tf.queue.FIFOQueue(1, [tf.int32])),
    (t.Module, tf.Module()),
    (t.SupportsTensor, tf.constant(1)),
    (t.ExtensionType, Masked([1.0])),
    (t.TensorLike, [1.0]),
    (t.DType, tf.int32),
    (t.IndexedSlices[t.float32, t.Shape[None, 3]], MATRIX),
    (Masked, Masked([1.0])),
    (Config, Config()),
    (Config | None, None),
    (tf.Tensor, tf.constant(1)),
    (tf.Tensor, np.ones(2)),
    (tf.Tensor, tf.Variable(1.0)),
    (tf.Variable, tf.Variable(1.0)),
    (tf.data.Dataset, DATASET),
    (tf.RaggedTensor, tf.ragged.constant([[1]])),
    (np.ndarray, np.ones(2)),
    (npt.NDArray[np.float64], np.ones(2)),
    (npt.NDArray[Any], np.ones(2)),
    (npt.NDArray[np.floating], np.ones(2)),
    (Callable[[int], int], len),
    (collections.abc.Callable, len),
    (type[Config], Config),
    (Named, 3),
    (list, [1]),
]


@pytest.mark.parametrize("decorator", [checked, function])
@pytest.mark.parametrize(("annotation", "value"), FITS, ids=lambda value: f"{value!s:.40}")
def test_what_fits(annotation, value, decorator):
    assert int(annotated(annotation, decorator)(value)) == 1


REFUSED = [
    (t.Dataset, 3, "expected Dataset, got 3 (int)"),
    (t.Dataset[t.Tensor[t.int64]], DATASET, "'x.element_spec': expected int64[...], got TensorSpec float32[3]"),
    (t.Dataset[t.Tensor[t.float32, t.Shape[4]]], DATASET, "'x.element_spec': expected float32[4], got TensorSpec float32[3]"),
    (t.Dataset[tuple[t.Tensor]], DATASET, "'x.element_spec': expected tuple["),
    (t.Dataset[Masked], DATASET, "'x.element_spec': expected Masked, got TensorSpec float32[3]"),
    (t.Iterator[t.Tensor[t.int64]], iter(DATASET), "'x.element_spec': expected int64[...]"),
    (t.Iterator, DATASET, "expected Iterator, got"),
    (t.Module, 3, "expected Module, got 3 (int)"),
    (t.Optional[t.Tensor[t.int32]], tf.experimental.Optional.from_value(1.0), "'x.element_spec': expected int32[...]"),
    (t.List[t.Tensor[t.int32, t.Shape[3]]], tf.TensorArray(tf.int32, 1, element_shape=[2]), "'x.element_spec': expected int32[3]"),
    (t.List[t.Tensor[t.int64]], tf.queue.FIFOQueue(1, [tf.int32]), "'x.element_spec': expected int64[...]"),
    (t.List, [1], "expected List, got [1] (list)"),
    (t.SupportsTensor, object(), "expected SupportsTensor, got object"),
    (t.ExtensionType, 3, "expected ExtensionType, got 3 (int)"),
    (t.TensorLike, object(), "expected TensorLike, got object"),
    (t.IndexedSlices[t.float32, t.Shape[None, 4]], MATRIX, "expected IndexedSlices float32[?, 4], got IndexedSlices float32[?, 3]"),
    (t.IndexedSlices[t.int32], MATRIX, "expected IndexedSlices int32[...], got IndexedSlices float32[?, 3]"),
    (t.IndexedSlices[t.float32], tf.IndexedSlices(tf.ones([1]), [0]), "its indices are [0] (list) of shape [1], no tensor"),
    (Masked, tf.ones([1]), "expected Masked, got float32[1]"),
    (Config, {}, "expected Config, got dict"),
    (Config | None, 3, "expected Config | None, got 3 (int)"),
    (tf.Tensor, "x", "expected tf.Tensor, got 'x' (str)"),
    (tf.Tensor, tf.ragged.constant([[1]]), "expected tf.Tensor, got RaggedTensor int32[1, ?]"),
    (tf.Variable, 3, "expected tf.Variable, got 3 (int)"),
    (tf.data.Dataset, 3, "expected tf.data.Dataset, got 3 (int)"),
    (tf.RaggedTensor, tf.ones([1]), "expected tf.RaggedTensor, got float32[1]"),
    (np.ndarray, "x", "expected ndarray, got 'x' (str)"),
    (npt.NDArray[np.float32], np.ones(2), "expected an array of float32, got float64[2] (numpy)"),
    (Callable[[int], int], 3, "expected Callable[[int], int], got 3 (int)"),
    (type[Config], Config(), "expected type["),
]  # fmt: skip


@pytest.mark.parametrize("decorator", [checked, function])
@pytest.mark.parametrize(("annotation", "value", "message"), REFUSED, ids=[r[2] for r in REFUSED])
def test_what_is_refused(annotation, value, message, decorator):
    f = annotated(annotation, decorator)
    with pytest.raises(ArgumentError) as error:
        f(value)
    text = str(error.value)
    assert text.startswith("f() argument 'x") and message in text
    assert re.search(r"; annotated at .*test_classes\.py:\d+$", text)


def test_elements_share_sizes_with_the_other_arguments():
    @function
    def f(x: t.Tensor[t.float32, t.Shape[N]], rows: t.Dataset[t.Tensor[t.float32, t.Shape[N]]]):
        return x

    f(tf.ones([3]), DATASET)
    with pytest.raises(ArgumentError, match=r"'rows.element_spec': .* N is 2 in argument 'x', 3 h"):
        f(tf.ones([2]), DATASET)


def test_a_class_costs_no_trace_more_than_in_a_tf_function():
    @function
    def f(x: t.Tensor[t.float32, t.Shape[None]], config: Config, y: tf.Tensor):
        return x * config.rate + y

    config = Config()
    for size in (1, 2, 3):
        f(tf.ones([size]), config, tf.ones([]))
    assert f.experimental_get_tracing_count() == 1
    f(tf.ones([1]), Config(), tf.ones([]))
    assert f.experimental_get_tracing_count() == 2


@pytest.mark.parametrize(
    ("annotation", "result", "message"),
    [
        (None, tf.ones([1]), "expected None, got float32"),
        (Masked, tf.ones([1]), "expected Masked, got float32[1]"),
        (tf.data.Dataset, tf.ones([1]), "expected tf.data.Dataset, got float32[1]"),
        (tf.Tensor, [tf.ones([1])], "expected tf.Tensor, got [<tf"),
        (Config, 3, "expected Config, got 3 (int)"),
    ],
)
@pytest.mark.parametrize("decorator", [checked, function])
def test_results(annotation, result, message, decorator):
    def f():
        return tf.constant(result) if isinstance(result, tf.Tensor) else result

    f.__annotations__ = {"return": annotation}
    with pytest.raises(ReturnError, match=r"f\(\) returns: " + re.escape(message)[:20]):
        decorator(f)()


@pytest.mark.parametrize("result", [1.0, np.ones(2), tf.Variable(1.0)], ids=["number", "array", "variable"])  # fmt: skip
def test_a_result_that_tensorflow_makes_a_tensor_of(result):
    @function
    def f() -> tf.Tensor:
        return result

    assert isinstance(f(), tf.Tensor)


def test_nothing_returned():
    @function
    def f(x: t.Tensor[t.float32]) -> None:
        tf.debugging.assert_all_finite(x, "finite")

    assert f(1.0) is None


# --- predicates -----------------------------------------------------------------------


def even_rows(x):
    return x.shape[0] is None or x.shape[0] % 2 == 0


def positive(x):
    return tf.reduce_all(x > 0)


Rows = Annotated[t.Tensor[t.float32, t.Shape[N, 2]], "rows", even_rows, positive]


@pytest.mark.parametrize("decorator", [checked, function])
def test_predicates_on_shapes_and_values(decorator):
    @decorator
    def total(x: Rows) -> Annotated[t.Tensor[t.float32, t.Shape[()]], positive]:
        return tf.reduce_sum(x) - 6.0

    assert float(total(tf.ones([4, 2]))) == 2.0
    with pytest.raises(
        ArgumentError,
        match=r"total\(\) argument 'x': expected float32\[N, 2\] with even_rows, positive, got "
        r"float32\[3, 2\]: even_rows is not true; annotated at .*test_classes.py:\d+",
    ):
        total(tf.ones([3, 2]))
    with pytest.raises(ArgumentError, match="got float32.*: positive is not true"):
        total(-tf.ones([4, 2]))
    with pytest.raises(ReturnError, match=r"total\(\) returns: .*: positive is not true"):
        total(tf.ones([2, 2]))


def test_a_predicate_on_a_value_that_only_the_graph_knows():
    @function
    def double(x: Rows):
        return 2 * x

    traced = tf.function(lambda x: double(x), input_signature=[tf.TensorSpec([None, 2])])
    assert traced(tf.ones([2, 2])).numpy().tolist() == [[2.0, 2.0]] * 2
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"double\(\) argument .*: positive"):
        traced(-tf.ones([2, 2]))


def test_a_predicate_on_a_part_of_an_alternative():
    @function
    def f(x: Union[Annotated[int, lambda n: n > 0], t.Tensor[t.float32]]):
        return x

    assert int(f(3)) == 3
    assert float(f(-1.0)) == -1.0
    f.get_concrete_function(tf.TensorSpec([2]))


# --- classes with fields of other classes ---------------------------------------------


@dataclasses.dataclass
class Sample:
    masked: Masked
    count: int = 3


@dataclasses.dataclass
class Plain:
    x: tf.Tensor


class Nested(NamedTuple):
    ragged: tf.RaggedTensor
    sample: Sample


@dataclasses.dataclass
class Options:
    rate: float
    name: str = "a"


RAGGED, MASKED = tf.ragged.constant([[1.0], [2.0, 3.0]]), Masked([1.0, 2.0])
WITH_FIELDS = {
    "an extension type": (Sample, Sample(MASKED), lambda v: v.masked.values * v.count),
    "a tensor": (Plain, Plain(tf.ones([2])), lambda v: v.x),
    "a ragged tensor": (Nested, Nested(RAGGED, Sample(MASKED)), lambda v: v.ragged.flat_values),
    "Python values": (Options, Options(0.5), lambda v: tf.constant(v.rate)),
    "in a list": (list[Nested], [Nested(RAGGED, Sample(MASKED))], lambda v: v[0].ragged.flat_values),
    "in a list of anything": (list[Any], [[MASKED, RAGGED]], lambda v: v[0][0].values),
}  # fmt: skip


@pytest.mark.parametrize(("annotation", "value", "read"), WITH_FIELDS.values(), ids=WITH_FIELDS)
def test_fields_of_other_classes(annotation, value, read):
    def f(x):
        return x, read(x)

    f.__annotations__ = {"x": annotation, "return": tuple[annotation, t.Tensor]}
    traced = function(f)
    for _ in range(2):
        same, result = traced(value)
        assert type(same) is type(value)
        assert result.numpy().tolist() == read(value).numpy().tolist()
    assert traced.experimental_get_tracing_count() == 1


@pytest.mark.parametrize("decorator", [function, checked])
@pytest.mark.parametrize(
    ("value", "message"),
    [
        (Sample(3), "'x.masked': expected Masked, got 3 (int)"),
        (Sample(MASKED, 0.5), "'x.count': expected int, got 0.5 (float)"),
        (Plain("a"), "'x.x': expected tf.Tensor, got 'a' (str)"),
        (Nested(tf.ones([1]), Sample(MASKED)), "'x.ragged': expected tf.RaggedTensor, got float32[1]"),
        (Nested(RAGGED, Sample(None)), "'x.sample.masked': expected Masked, got None"),
        (Options("b"), "'x.rate': expected float, got 'b' (str)"),
    ],
    ids=lambda case: case if isinstance(case, str) else "",
)  # fmt: skip
def test_fields_of_another_class_than_theirs(value, message, decorator):
    with pytest.raises(ArgumentError, match=re.escape(message)):
        annotated(type(value), decorator)(value)


@pytest.mark.parametrize("decorator", [function, checked])
def test_keys_of_a_dict(decorator):
    counts = annotated(dict[Union[int, t.Tensor, str], t.Tensor], decorator)  # not all are static
    assert counts({1: tf.ones([1])}) == 1
    f = annotated(dict[str, t.Tensor], decorator)
    assert f({"a": tf.ones([1])}) == 1
    with pytest.raises(ArgumentError, match="got a dict of 1: its key 1 is no str"):
        f({1: tf.ones([1])})
