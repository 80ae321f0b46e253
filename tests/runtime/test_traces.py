"""How often a function is traced: once for all that its annotations admit."""

# ruff: noqa: UP007, UP045  (both spellings are what is tested)

from dataclasses import InitVar, dataclass, field
from typing import ClassVar, Literal, NamedTuple, Optional, TypedDict, TypeVar, Union

import numpy as np
import pytest
import tensorflow as tf
from typing_extensions import TypeVarTuple, Unpack

from tftypes import (
    Dimension,
    Floating,
    RaggedTensor,
    Shape,
    Shape0D,
    Shape2D,
    SparseTensor,
    Tensor,
    Variable,
    float32,
    int32,
)
from tftypes.runtime import function, signature_of

N = TypeVar("N")
M = TypeVar("M")
DT = TypeVar("DT", bound=Floating)
Ts = TypeVarTuple("Ts")


class Batch(Dimension): ...


class Width(Dimension):
    value = 4


class Pair(NamedTuple):
    x: Tensor[float32, Shape[N, 3]]
    y: Tensor[int32, Shape[N]]


@dataclass
class Example:
    x: Tensor[float32, Shape[N, 3]]
    y: Tensor[int32, Shape[N]]
    weight: float = 1.0


class Features(TypedDict):
    x: Tensor[float32, Shape[N, 3]]
    y: Tensor[int32, Shape[N]]


def ones(*shape, dtype=tf.float32):
    return tf.ones(shape, dtype)


def pair(n):
    return Pair(ones(n, 3), ones(n, dtype=tf.int32))


def traces(annotation, *values):
    """How often a function of one parameter with this annotation is traced for these values."""

    @function
    def f(x: annotation):
        return 0

    for value in (*values, *values):
        f(value)
    return f.experimental_get_tracing_count()


ONE_TRACE = {
    "four widths of one dim": (Tensor[float32, Shape[3, None]], *(ones(3, n) for n in range(4))),
    "a TypeVar": (Tensor[float32, Shape[N, 3]], ones(1, 3), ones(2, 3)),
    "a named dimension": (Tensor[float32, Shape[Batch, 3]], ones(1, 3), ones(2, 3)),
    "a named size": (Tensor[float32, Shape[None, Width]], ones(1, 4), ones(2, 4)),
    "arithmetic": (Tensor[float32, Shape["2*N"]], ones(2), ones(4)),
    "any number of dims": (
        Tensor[float32, Shape[N, Unpack[Ts]]],
        ones(1),
        ones(2, 3),
        ones(1, 2, 3),
    ),
    "unknown rank": (Tensor[float32], ones(), ones(2), ones(2, 3)),
    "a known rank": (Tensor[float32, Shape2D], ones(1, 2), ones(3, 4)),
    "a scalar": (Tensor[float32, Shape0D], ones(), 2.0, 3, np.float32(1)),
    "what converts": (
        Tensor[float32, Shape[None]],
        ones(2),
        [1, 2, 3],
        (1.5,),
        np.zeros(4),
        range(5),
    ),
    "a NamedTuple": (Pair, pair(1), pair(2)),
    "a dataclass": (Example, Example(ones(1, 3), [1]), Example(ones(2, 3), [1, 2])),
    "a TypedDict": (Features, {"x": ones(1, 3), "y": [1]}, {"y": [1, 2], "x": ones(2, 3)}),
    "a dict": (dict[str, Tensor[float32, Shape[N]]], {"a": ones(1)}, {"a": ones(2)}),
    "a list": (list[Tensor[float32, Shape[None]]], [ones(1), ones(2)], [ones(3), ones(4)]),
    "a tuple": (
        tuple[Tensor[float32, Shape[N]], Tensor[int32, Shape[N]]],
        (ones(1), [1]),
        (ones(2), [1, 2]),
    ),
    "structures in structures": (
        list[tuple[Pair, Pair]],
        [(pair(1), pair(1))],
        [(pair(2), pair(2))],
    ),
    "a ragged tensor": (
        RaggedTensor[int32, Shape[N, None]],
        tf.ragged.constant([[1], [2, 3]]),
        tf.ragged.constant([[1, 2, 3]]),
    ),
    "a sparse tensor": (
        SparseTensor[float32, Shape[None, 3]],
        tf.sparse.eye(2, 3),
        tf.sparse.eye(4, 3),
    ),
}


@pytest.mark.parametrize(
    ("annotation", "values"),
    [
        pytest.param(annotation, values, id=name)
        for name, (annotation, *values) in ONE_TRACE.items()
    ],
)
def test_one_trace_for_all(annotation, values):
    assert traces(annotation, *values) == 1


SEVERAL = {
    "Optional: with and without": (2, Optional[Tensor[float32, Shape[N]]], ones(1), None, ones(2)),
    "a union of two dtypes": (
        2,
        Union[Tensor[float32, Shape[N]], Tensor[int32, Shape[N]]],
        ones(1),
        [1, 2],
        ones(3),
    ),
    "a group of dtypes": (
        2,
        Tensor[Floating, Shape[None]],
        ones(1),
        ones(2),
        ones(1, dtype=tf.float64),
    ),
    "a TypeVar over dtypes": (2, Tensor[DT, Shape[None]], ones(1), ones(2, dtype=tf.float64)),
    "three static ints": (3, int, 1, 2, 3),
    "equal statics of three types": (3, float, 1, 1.0, True),
    "zero and minus zero": (2, float, 0.0, -0.0),
    "not a number, twice": (1, float, float("nan"), float("nan")),
    "literals": (2, Literal["sum", "mean"], "sum", "mean", "sum"),
    "lists by length": (
        2,
        list[Tensor[float32, Shape[N]]],
        [ones(1)],
        [ones(1), ones(1)],
        [ones(2)],
    ),
    "dicts by keys": (
        2,
        dict[str, Tensor[float32]],
        {"a": ones(1)},
        {"b": ones(1)},
        {"a": ones(2)},
    ),
    "static fields of a dataclass": (
        2,
        Example,
        Example(ones(1, 3), [1]),
        Example(ones(1, 3), [1], 2.0),
    ),
    "variables": (2, Variable[float32, Shape[None]], tf.Variable([1.0]), tf.Variable([1.0, 2.0])),
}


@pytest.mark.parametrize(
    ("expected", "annotation", "values"),
    [
        pytest.param(expected, annotation, values, id=name)
        for name, (expected, annotation, *values) in SEVERAL.items()
    ],
)
def test_one_trace_for_each_kind(expected, annotation, values):
    assert traces(annotation, *values) == expected


def test_the_body_sees_what_the_annotation_says():
    seen = []

    @function
    def f(
        x: Tensor[float32, Shape[N, Width]],
        y: Tensor[float32],
        z: Tensor[int32, Shape[2, "2*N"]],
        n: int,
        example: Example,
    ):
        seen.extend([x.shape, y.shape, z.shape, n, example])

    f(ones(3, 4), 1.0, ones(2, 6, dtype=tf.int32), 5, Example(ones(3, 3), [1, 2, 3], 0.5))
    assert seen[0].as_list() == [None, 4]
    assert seen[1].rank is None
    assert seen[2].as_list() == [2, None]
    assert seen[3] == 5
    assert isinstance(seen[4], Example)
    assert (seen[4].x.shape.as_list(), seen[4].weight) == ([None, 3], 0.5)


def test_subclasses_come_as_themselves():
    @dataclass
    class Weighted(Example):
        extra: Tensor[float32, Shape[N]] = 0.0

        def total(self):
            return tf.reduce_sum(self.x) * tf.reduce_sum(self.extra)

    class Tagged(Pair):
        def total(self):
            return tf.reduce_sum(self.x)

    @function
    def f(example: Example, pair: Pair):
        return example.total() + pair.total()

    for n in (1, 2):
        example = Weighted(ones(n, 3), [1] * n, extra=ones(n))
        assert f(example, Tagged(ones(n, 3), [1] * n)).numpy() == 3 * n * n + 3 * n
    assert f.experimental_get_tracing_count() == 1
    with pytest.raises(
        TypeError, match=r"argument 'example.x': .* N is 2 in argument 'example.extra', 1 here"
    ):
        f(Weighted(ones(1, 3), [1], extra=ones(2)), Tagged(ones(1, 3), [1]))


def test_dataclasses_of_all_kinds():
    @dataclass(frozen=True)
    class Frozen:
        x: Tensor[float32, Shape[N]]

    @dataclass
    class Computed:
        x: Tensor[float32, Shape[N]]
        double: Tensor[float32, Shape[N]] = field(init=False)
        offset: InitVar[float] = 0.0
        sizes: ClassVar[list] = []

        def __post_init__(self, offset):
            self.double = 2 * self.x + offset

    @function
    def f(frozen: Frozen, computed: Computed):
        return frozen.x + computed.double

    assert f(Frozen(ones(2)), Computed(ones(2), 5.0)).numpy().tolist() == [8.0, 8.0]
    assert f(Frozen(ones(1)), Computed(ones(1))).numpy().tolist() == [3.0]
    assert f.experimental_get_tracing_count() == 1


def test_collections_that_a_module_tracks():
    module = tf.Module()
    module.rows = {"a": ones(2), "b": ones(2)}
    module.pair = pair(2)
    module.items = [ones(2), ones(2)]

    @function
    def f(
        rows: dict[str, Tensor[float32, Shape[N]]],
        pair: Pair,
        items: list[Tensor[float32, Shape[N]]],
    ):
        return rows["a"] + items[1] + pair.x[:, 0]

    assert f(module.rows, module.pair, module.items).numpy().tolist() == [3.0, 3.0]


def test_extra_arguments_are_checked_and_traced_each():
    @function
    def f(*rows: Tensor[float32, Shape[N]], **named: Tensor[float32, Shape[N]]):
        return tf.add_n([*rows, *named.values()])

    assert f([1.0], [2.0], c=[3.0]).numpy().tolist() == [6.0]
    assert f([1, 2], ones(2), c=ones(2)).numpy().tolist() == [3.0, 4.0]
    assert f.experimental_get_tracing_count() == 1
    assert f(ones(1)).numpy().tolist() == [1.0]
    assert f.experimental_get_tracing_count() == 2
    with pytest.raises(
        TypeError,
        match=r"argument 'rows\[1\]': expected float32\[N\], .* N is 1 in argument 'rows\[0\]', 2",
    ):
        f(ones(1), ones(2))
    with pytest.raises(
        TypeError,
        match=r"argument 'c': expected float32\[N\], .* N is 1 in argument 'rows\[0\]', 2",
    ):
        f(ones(1), c=ones(2))


def test_keyword_arguments_with_any_names():
    @function
    def f(*, b: Tensor[float32], **others: Tensor[float32]):
        return [b, others["a"], others["é"], others["z_"], others["Z"]]

    for _ in range(3):
        values = f(b=1.0, a=2.0, é=3.0, z_=4.0, Z=5.0)
        assert [value.numpy() for value in values] == [1.0, 2.0, 3.0, 4.0, 5.0]


class Options(TypedDict, total=False):
    scale: Tensor[float32, Shape[()]]
    k: int


def test_keyword_arguments_of_a_typed_dict():
    @function
    def f(x: Tensor[float32, Shape[N]], **options: Unpack[Options]):
        return x * options.get("scale", 1.0) + float(options.get("k", 0))

    assert repr(signature_of(f)) == "f(x: float32[N], **options: Unpack[Options])"
    assert f([1.0, 2.0]).numpy().tolist() == [1.0, 2.0]
    assert f([1.0, 2.0], scale=3, k=1).numpy().tolist() == [4.0, 7.0]
    with pytest.raises(TypeError, match=r"f\(\) argument 'k': expected int, got 1.5 \(float\)"):
        f([1.0], k=1.5)
    with pytest.raises(TypeError, match=r"f\(\) got an unexpected keyword argument 'z'"):
        f([1.0], z=1)


def test_what_is_not_annotated_is_as_in_tensorflow():
    calls = [
        ((ones(1, 3), 1), {}),
        ((ones(2, 3), 1), {}),
        ((ones(2, 3), 2), {}),
        ((3, ones(2)), {}),
    ]

    def body(x, y):
        return 0

    ours, theirs = function(body), tf.function(body)
    for args, kwargs in (*calls, *calls):
        ours(*args, **kwargs)
        theirs(*args, **kwargs)
    assert ours.experimental_get_tracing_count() == theirs.experimental_get_tracing_count() == 4
    assert ours.input_signature is None


def test_positional_only_and_keyword_only_parameters():
    @function
    def f(
        x: Tensor[float32, Shape[None]],
        /,
        y: Tensor[float32] = 1.0,
        *,
        scale: Tensor[float32] = 2.0,
        k: int = 1,
    ):
        return (x + y) * scale * k

    assert f([1.0]).numpy().tolist() == [4.0]
    assert f([1.0], 0.0, scale=1.0, k=3).numpy().tolist() == [3.0]
    assert f([1.0, 2.0], y=1.0, scale=ones()).numpy().tolist() == [2.0, 3.0]
    assert f.experimental_get_tracing_count() == 2  # for two values of k
    with pytest.raises(TypeError, match=r"f\(\) missing a required argument: 'x'"):
        f(y=[1.0])
    with pytest.raises(TypeError, match=r"f\(\) 'x' parameter is positional only, but was passed"):
        f(x=[1.0])
    with pytest.raises(TypeError, match=r"f\(\) got an unexpected keyword argument 'z'"):
        f([1.0], z=1)
    with pytest.raises(TypeError, match=r"f\(\) too many positional arguments"):
        f([1.0], 1.0, 2.0)


def test_reduce_retracing_and_no_autograph():
    @function(reduce_retracing=True, autograph=False)
    def f(x: Tensor[float32, Shape[None]], y):
        return x + y

    for n in range(1, 6):
        f(ones(n), ones(n))
    assert f.experimental_get_tracing_count() == 2  # y once exactly, then with an open size


def test_frequent_static_values_warn_only_if_most_calls_trace(monkeypatch):
    warnings = []
    monkeypatch.setattr(tf.get_logger(), "warning", lambda text, *args: warnings.append(text))

    @function
    def f(x: Tensor[float32], k: int):
        return x + float(k)

    for k in range(8):
        for _ in range(20):
            f(1.0, k)
    assert not warnings
    for k in range(8, 16):
        f(1.0, k)
    assert any("triggered tf.function retracing" in text for text in warnings)
