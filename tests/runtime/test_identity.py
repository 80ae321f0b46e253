"""A derived function as a Python object: its annotations, its methods, copies and pickles."""

import copy
import functools
import gc
import inspect
import pickle
import typing
import weakref
from typing import TypeVar

import numpy as np
import pytest
import tensorflow as tf

from tftypes import Floating, RaggedTensor, Shape, Tensor, Variable, float32
from tftypes.runtime import function, signature_of

N = TypeVar("N")
F = TypeVar("F", bound=Floating)
Row = Tensor[float32, Shape[N]]


@function
def double(x: Row) -> Row:
    """Twice the row."""
    return 2 * x


class Scale:
    factor = 2.0

    def __init__(self, factor=2.0):
        self.factor = factor

    @function
    def __call__(self, x: Row) -> Row:
        return x * self.factor

    @function
    def apply(self, x: Row) -> Row:
        return x * self.factor


def test_its_annotations_are_those_of_the_function():
    assert double.__annotations__ == {"x": Row, "return": Row}
    assert typing.get_type_hints(double) == {"x": Row, "return": Row}
    assert Scale(1.0).apply.__annotations__ == {"x": Row, "return": Row}
    assert (double.__name__, double.__doc__) == ("double", "Twice the row.")
    assert list(inspect.signature(double).parameters) == ["x"]


def test_a_wrapper_around_it_has_its_signature():
    @functools.wraps(double)
    def wrapped(*args):
        return double(*args)

    assert wrapped.__annotations__ == double.__annotations__
    assert repr(signature_of(wrapped)) == "double(x: float32[N]) -> float32[N]"
    assert repr(signature_of(function(wrapped))) == "double(x: float32[N]) -> float32[N]"


# --- methods --------------------------------------------------------------------------


def test_a_method_of_an_object_that_nothing_else_holds():
    assert Scale(3.0).apply([1.0]).numpy().tolist() == [3.0]
    assert [Scale(k).apply([1.0]).numpy().tolist() for k in (1.0, 2.0)] == [[1.0], [2.0]]
    assert (lambda: Scale(4.0))().apply(x=[1.0]).numpy().tolist() == [4.0]
    method = Scale(5.0).apply
    gc.collect()
    assert method([1.0]).numpy().tolist() == [5.0]


def test_an_object_that_something_holds_has_one_function():
    scale = Scale(2.0)
    held = {"k": [scale]}
    assert scale.apply is scale.apply is held["k"][0].apply
    scale.apply([1.0])
    held["k"][0].apply([1.0, 2.0])
    assert scale.apply.experimental_get_tracing_count() == 1


def test_a_method_keeps_no_object_alive():
    scale = Scale(2.0)
    scale.apply([1.0])
    reference = weakref.ref(scale)
    del scale
    gc.collect()
    assert reference() is None


def test_a_method_whose_object_is_gone():
    scale = Scale(2.0)
    method = scale.apply
    del scale
    gc.collect()
    with pytest.raises(ReferenceError, match=r"Scale.apply\(\) is a method of an object that is g"):
        method([1.0])


# --- copies and pickles ---------------------------------------------------------------


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickled_before_and_after_a_trace(protocol):
    double([1.0])
    assert pickle.loads(pickle.dumps(double, protocol)) is double
    scale = Scale(3.0)
    scale.apply([1.0])
    assert pickle.loads(pickle.dumps(scale, protocol)).apply([1.0]).numpy().tolist() == [3.0]
    method = pickle.loads(pickle.dumps(scale.apply, protocol))
    assert method([2.0]).numpy().tolist() == [6.0]


def test_what_has_no_name_is_not_pickled():
    with pytest.raises(pickle.PicklingError, match="is not this function"):
        pickle.dumps(function(lambda x: x))


def test_copied_after_a_trace():
    assert copy.copy(double) is copy.deepcopy(double) is double

    class Model(tf.Module):
        def __init__(self):
            super().__init__()
            self.weight = tf.Variable(2.0)
            self.apply = function(self.applied)

        def applied(self, x: Row) -> Row:
            return x * self.weight

        @function
        def method(self, x: Row) -> Row:
            return x * self.weight

    model = Model()
    model.apply([1.0])
    model.method([1.0])
    other = copy.deepcopy(model)
    other.weight.assign(3.0)
    for f in (other.apply, other.method):
        assert f([1.0]).numpy().tolist() == [3.0]
    for f in (model.apply, model.method):
        assert f([1.0]).numpy().tolist() == [2.0]


# --- what is refused ------------------------------------------------------------------


def test_what_returns_before_it_has_run_is_refused():
    async def waiting(x: Row):
        return x

    def yielding(x: Row):
        yield x

    async def both(x: Row):
        yield x

    for func, kind in ((waiting, "a coroutine"), (yielding, "a generator"), (both, "an asynchron")):
        with pytest.raises(TypeError, match=rf"argument 'func': .*{func.__name__} is {kind}"):
            function(func)


# --- NumPy's scalars ------------------------------------------------------------------


def test_numpy_scalars_are_python_values():
    traces = []

    @function
    def f(x: Row, k: int, rate: float = 1.0, flag: bool = False):
        traces.append((type(k), type(rate), type(flag)))
        return x

    for k in (np.int64(3), np.int32(3), 3):
        f([1.0], k, np.float32(0.5), np.bool_(True))
    assert traces == [(int, float, bool)]
    with pytest.raises(TypeError, match=r"argument 'k': expected int, got float64\[\] \(numpy\)"):
        f([1.0], np.float64(3.0))
    with pytest.raises(TypeError, match=r"argument 'k': expected int, got int64\[1\] \(numpy\)"):
        f([1.0], np.array([3]))


# --- experimental_implements ----------------------------------------------------------


def test_defaults_of_a_function_that_implements_another():
    @function(experimental_implements="example.scaled")
    def scaled(x: Row, k: int = 2, by: float = 0.5) -> Row:
        return x * float(k) * by

    assert scaled([1.0]).numpy().tolist() == [1.0]
    assert scaled([1.0], 4).numpy().tolist() == [2.0]
    with pytest.raises(TypeError, match=r"scaled\(\) argument 'k': expected int, got 'a' \(str\)"):
        scaled([1.0], "a")


# --- saved without a call -------------------------------------------------------------


class Uncalled(tf.Module):
    @function
    def ragged(self, x: RaggedTensor[float32, Shape[None, None]]):
        return tf.reduce_sum(x, axis=1)

    @function
    def group(self, x: Tensor[F, Shape[N]], y: Tensor[F, Shape[N]]) -> Tensor[F, Shape[N]]:
        return x + y

    @function
    def either(self, x: Tensor[float32, Shape[N]] | RaggedTensor[float32, Shape[N, None]]):
        return x * 2.0

    @function
    def maybe(self, x: Row, by: Row | None, how: typing.Literal["a", "b"]):
        return (x if by is None else x * by) + {"a": 0.0, "b": 1.0}[how]

    @function
    def open(self, x: Row, size: int):
        return x


def test_a_function_that_was_never_called_is_saved_for_all_that_it_admits(tmp_path):
    tf.saved_model.save(Uncalled(), str(tmp_path))
    loaded = tf.saved_model.load(str(tmp_path))
    ragged = tf.ragged.constant([[1.0], [2.0, 3.0]])
    assert loaded.ragged(ragged).numpy().tolist() == [1.0, 5.0]
    for dtype in (tf.float16, tf.bfloat16, tf.float32, tf.float64):
        x = tf.ones([2], dtype)
        assert loaded.group(x, x).dtype == dtype
    assert loaded.either(tf.ones([2])).numpy().tolist() == [2.0, 2.0]
    assert loaded.either(ragged).to_list() == [[2.0], [4.0, 6.0]]
    assert loaded.maybe(tf.ones([1]), None, "a").numpy().tolist() == [1.0]
    assert loaded.maybe(tf.ones([1]), 2 * tf.ones([1]), "b").numpy().tolist() == [3.0]


def test_a_function_that_admits_too_much_to_be_saved(tmp_path):
    class Model(tf.Module):
        @function
        def f(self, x: Tensor[Floating], y: Tensor[Floating], z: Tensor[Floating]):
            return x

    with pytest.raises(ValueError, match=r"Model.f\(\) was never called, and admits more than 32"):
        tf.saved_model.save(Model(), str(tmp_path))


def test_a_function_that_does_not_do_what_it_admits(tmp_path):
    class Model(tf.Module):
        @function
        def f(self, x: Tensor[F, Shape[N]]):
            return x + tf.constant(1.0, tf.float32)

    with pytest.raises(ValueError, match=r"Model.f\(\) was never called, and cannot be saved for"):
        tf.saved_model.save(Model(), str(tmp_path))


def test_a_function_of_variables_is_saved_when_it_was_called(tmp_path):
    class Model(tf.Module):
        @function
        def f(self, v: Variable[float32, Shape[N]]):
            return v + 1.0

    tf.saved_model.save(Model(), str(tmp_path))
