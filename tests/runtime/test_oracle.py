"""tf.function with the equivalent input_signature as judge.

What it rejects is rejected; what the annotation admits runs, in one trace, with equal results.
"""

import warnings
from typing import Any, NamedTuple, TypeVar

import numpy as np
import pytest
import tensorflow as tf
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tftypes
from tftypes import Dimension, Shape, Tensor
from tftypes.runtime import ArgumentError, function

N, M = TypeVar("N"), TypeVar("M")


class Batch(Dimension): ...


class Width(Dimension):
    value = 2


DTYPES = ["float32", "float64", "int32", "int64", "bool", "complex64"]
#: A dim of an annotation, and what an input_signature has in its place.
DIMS = {0: 0, 1: 1, 2: 2, 3: 3, None: None, N: None, M: None, Batch: None, Width: 2}

dims = st.lists(st.sampled_from(list(DIMS)), max_size=3)
shapes = st.one_of(st.none(), dims)
sizes = st.integers(0, 3)


@st.composite
def signatures(draw):
    """One to three parameters, as dtype and dims each; None for an unknown rank."""
    return draw(st.lists(st.tuples(st.sampled_from(DTYPES), shapes), min_size=1, max_size=3))


def annotation(dtype, shape):
    kind = getattr(tftypes, dtype)
    return Tensor[kind] if shape is None else Tensor[kind, Shape[tuple(shape)]]


def spec(dtype, shape):
    return tf.TensorSpec(None if shape is None else [DIMS[dim] for dim in shape], dtype)


@st.composite
def values(draw, dtype, shape):
    """A tensor, array or list that may or may not fit."""
    if draw(st.booleans()) and shape is not None:
        rank = [draw(sizes) if DIMS[dim] is None else DIMS[dim] for dim in shape]
    else:
        rank = draw(st.lists(sizes, max_size=3))
    dtype = draw(st.sampled_from([dtype, dtype, dtype, *DTYPES]))
    array = np.arange(np.prod(rank, dtype=int)).reshape(rank).astype(dtype)
    kind = draw(st.sampled_from(["tensor", "tensor", "array", "list"]))
    return {"tensor": tf.constant, "array": np.asarray, "list": np.ndarray.tolist}[kind](array)


def consistent(signature, arguments):
    """Whether every name in the annotations has one size."""
    known: dict[Any, int] = {}
    for (_, shape), argument in zip(signature, arguments):
        for dim, size in zip(shape or (), np.shape(argument)):
            if dim in (N, M, Batch) and known.setdefault(dim, size) != size:
                return False
    return True


def make(signature):
    """The function annotated and derived, and its equivalent for tf.function."""
    names = "abc"[: len(signature)]

    def body(*args):
        return [tf.identity(arg) for arg in args]

    scope: dict[str, Any] = {"body": body}
    exec(f"def f({', '.join(names)}): return body({', '.join(names)})", scope)
    scope["f"].__annotations__ = {n: annotation(*p) for n, p in zip(names, signature)}
    theirs = tf.function(scope["f"], input_signature=[spec(*p) for p in signature], autograph=False)
    return function(scope["f"], autograph=False), theirs


def run(call, arguments):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # NumPy's, where TensorFlow drops imaginary parts
            return [result.numpy() for result in call(*arguments)]
    except TypeError as error:
        return error


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(signatures(), st.data())
def test_it_takes_what_tensorflow_takes(signature, data):
    ours, theirs = make(signature)
    assert ours.input_signature == theirs.input_signature
    for _ in range(4):
        arguments = [data.draw(values(*parameter)) for parameter in signature]
        mine, their = run(ours, arguments), run(theirs, arguments)
        if isinstance(their, TypeError) or not consistent(signature, arguments):
            assert isinstance(mine, ArgumentError)
        elif isinstance(mine, ArgumentError):
            # The only other reason: an array that TensorFlow would change, in kind at least.
            assert any(is_other_kind(*pair) for pair in zip(signature, arguments)), mine
        else:
            for a, b in zip(mine, their):
                assert (a.dtype, a.shape, a.tolist()) == (b.dtype, b.shape, b.tolist())
    assert ours.experimental_get_tracing_count() <= 1


def is_other_kind(parameter, argument):
    order = "biufc"
    if not isinstance(argument, (np.ndarray, list)):
        return False
    found, wanted = np.asarray(argument).dtype.kind, np.dtype(parameter[0]).kind
    return order.index(found) > order.index(wanted)


class Pair(NamedTuple):
    x: Tensor[tftypes.float32, Shape[N, 2]]
    y: Tensor[tftypes.int32, Shape[N]]


structures = {
    "tuple": (tuple[Pair, Pair], lambda a, b: (a, b)),
    "list": (list[Pair], lambda a, b: [a, b]),
    "dict": (dict[str, Pair], lambda a, b: {"q": a, "p": b}),
    "nested": (dict[str, tuple[list[Pair], Pair]], lambda a, b: {"k": ([a, a], b)}),
}


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(sorted(structures)), st.lists(st.tuples(sizes, sizes), min_size=1, max_size=4)
)
def test_structures_come_through_unchanged(name, rows):
    kind, build = structures[name]

    @function
    def f(x: kind):
        return tf.nest.map_structure(lambda tensor: tensor + 1, x)

    for n, m in rows:
        value = build(*[Pair(tf.zeros([k, 2]), tf.range(k)) for k in (n, m)])
        if n != m:
            first = m if name == "dict" else n
            with pytest.raises(ArgumentError, match=f"N is {first} in argument"):
                f(value)
            continue
        tf.nest.map_structure(lambda a, b: np.testing.assert_array_equal(a + 1, b), value, f(value))
    assert f.experimental_get_tracing_count() <= 1
