"""Methods: each instance has its own traces, variables and sizes, and is not kept alive."""

import functools
import gc
import weakref
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

import pytest
import tensorflow as tf

from tftypes import Dimension, Shape, Tensor, float32
from tftypes.runtime import function, signature_of

N = TypeVar("N")
In = TypeVar("In")
Out = TypeVar("Out")


class Scale(tf.Module):
    def __init__(self, factor=2.0):
        super().__init__()
        self.factor = factor
        self.variable = None
        self.bodies = 0

    @function
    def __call__(self, x: Tensor[float32, Shape[N, 3]]) -> Tensor[float32, Shape[N, 3]]:
        self.bodies += 1
        if self.variable is None:
            self.variable = tf.Variable(self.factor)
        return x * self.variable

    @function
    def plus(self, x: Tensor[float32, Shape[N]], *, k: int = 1) -> Tensor[float32, Shape[N]]:
        return x + float(k)


def test_each_instance_creates_its_variables_once():
    two, three = Scale(2.0), Scale(3.0)
    for rows in (1, 2, 3):
        assert two(tf.ones([rows, 3])).numpy().max() == 2.0
        assert three(tf.ones([rows, 3])).numpy().max() == 3.0
    two.variable.assign(5.0)
    assert two([[1, 2, 3]]).numpy().tolist() == [[5, 10, 15]]
    assert two.bodies == three.bodies == 2  # as tf.function: once with, once without new variables
    assert len(two.variables) == 1


def test_the_signature_of_a_method_has_no_self():
    scale = Scale()
    assert (
        repr(signature_of(scale.plus)) == "Scale.plus(x: float32[N], *, k: int = 1) -> float32[N]"
    )
    assert scale.plus.input_signature == (tf.TensorSpec([None]),)
    assert Scale.plus.input_signature is None
    assert scale.plus is scale.plus
    assert scale.plus([1.0], k=3).numpy().tolist() == [4.0]
    assert scale.plus.get_concrete_function()(tf.ones([2])).shape == [2]
    assert Scale.plus(scale, [1.0]).numpy().tolist() == [2.0]


def test_an_instance_is_not_kept_alive():
    scale = Scale()
    scale(tf.ones([2, 3]))
    scale.plus([1.0])
    instance, variable = weakref.ref(scale), weakref.ref(scale.variable)
    del scale
    gc.collect()
    assert instance() is None
    assert variable() is None


def test_instances_need_not_be_hashable_and_equal_ones_are_two():
    @dataclass
    class Adder:
        amount: float

        @function
        def __call__(self, x: Tensor[float32, Shape[N]]):
            return x + self.amount

    a, b, c = Adder(1.0), Adder(1.0), Adder(2.0)
    assert [f([0.0]).numpy().tolist() for f in (a, b, c)] == [[1.0], [1.0], [2.0]]
    assert a.__call__ is not b.__call__


def test_inherited_and_overridden_methods():
    class Double(Scale):
        @function
        def plus(self, x: Tensor[float32, Shape[2]]) -> Tensor[float32, Shape[2]]:
            return 2.0 * super().plus(x)

    assert Double().plus([1.0, 2.0]).numpy().tolist() == [4.0, 6.0]
    assert Double()(tf.ones([1, 3])).shape == [1, 3]
    with pytest.raises(TypeError, match=r"Double\.plus\(\) argument 'x': expected float32\[2\]"):
        Double().plus([1.0])


class Tools:
    factor = 3.0

    @staticmethod
    @function
    def double(x: Tensor[float32, Shape[N]]):
        return 2.0 * x

    @function
    @staticmethod
    def triple(x: Tensor[float32, Shape[N]]):
        return 3.0 * x

    @classmethod
    @function
    def scale(cls, x: Tensor[float32, Shape[N]]):
        return cls.factor * x

    @function
    @classmethod
    def shift(cls, x: Tensor[float32, Shape[N]]):
        return cls.factor + x


@pytest.mark.parametrize("tools", [Tools, Tools()], ids=["class", "instance"])
def test_static_and_class_methods(tools):
    assert tools.double([1.0, 2.0]).numpy().tolist() == [2.0, 4.0]
    assert tools.triple([1.0, 2.0]).numpy().tolist() == [3.0, 6.0]
    assert tools.scale([1.0]).numpy().tolist() == [3.0]
    assert tools.shift([1.0]).numpy().tolist() == [4.0]
    with pytest.raises(
        TypeError, match=r"Tools\.scale\(\) argument 'x': expected float32\[N\], got float32\[\]"
    ):
        tools.scale(tf.ones([]))


def test_a_method_decorated_further():
    def logged(method):
        @functools.wraps(method)
        def call(self, *args, **kwargs):
            self.calls += 1
            return method(self, *args, **kwargs)

        return call

    class Model(tf.Module):
        calls = 0

        @function
        @logged
        def inner(self, x: Tensor[float32, Shape[N]]):
            return x + 1.0

        @tf.Module.with_name_scope
        @function
        def scoped(self, x: Tensor[float32, Shape[N]]):
            return x + 2.0

    model = Model()
    for n in (1, 2, 3):
        assert model.inner(tf.zeros([n])).shape == [n]
        assert model.scoped(tf.zeros([n])).shape == [n]
    assert model.calls == 1  # traced once
    with pytest.raises(TypeError, match=r"argument 'x': expected float32\[N\]"):
        model.inner(tf.zeros([]))


class Hidden(Dimension):
    value = 5


class Linear(tf.Module, Generic[In, Out]):
    @function
    def __call__(self, x: Tensor[float32, Shape[N, In]]):
        return x

    @function
    def backwards(self, y: Tensor[float32, Shape[N, Out]], x: Tensor[float32, Shape[N, In]]):
        return y


def test_a_type_variable_of_the_class_has_one_size_for_an_instance():
    a, b = Linear(), Linear()
    a(tf.ones([2, 3]))
    a(tf.ones([4, 3]))  # N is of the call
    b(tf.ones([2, 7]))
    with pytest.raises(
        TypeError,
        match=(
            r"Linear\.__call__\(\) argument 'x': expected float32\[N, In\], got float32\[2, 4\]: "
            r"In is 3 since the first call of this Linear, 4 here"
        ),
    ):
        a(tf.ones([2, 4]))
    with pytest.raises(
        TypeError, match=r"Linear\.backwards\(\) argument 'x': .* In is 3 since the first call"
    ):
        a.backwards(tf.ones([2, 5]), tf.ones([2, 4]))
    a.backwards(tf.ones([2, 5]), tf.ones([2, 3]))


def test_a_subscribed_class_binds_its_type_variables():
    linear = Linear[Literal[3], Hidden]()
    linear(tf.ones([2, 3]))
    with pytest.raises(TypeError, match=r"In is 3 in Linear\[3, Hidden\], 4 here"):
        linear(tf.ones([2, 4]))
    with pytest.raises(
        TypeError,
        match=r"argument 'y': expected float32\[N, Out\], .* Out is 5 in Linear\[3, Hidden\], 6 here",
    ):
        linear.backwards(tf.ones([2, 6]), tf.ones([2, 3]))


def test_a_call_that_failed_binds_nothing():
    linear = Linear()
    with pytest.raises(TypeError, match="argument 'x': expected"):
        linear.backwards(tf.ones([2, 5]), tf.ones([3, 4]))
    linear.backwards(tf.ones([2, 6]), tf.ones([2, 7]))
