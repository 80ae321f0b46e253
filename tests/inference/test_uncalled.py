"""What nobody calls is run once: for what its annotations say, and on unknowns."""

from __future__ import annotations

from pathlib import Path

import pytest

from .reports import check, said

_WRONG = "tf.matmul(tf.ones([2, 3]), tf.ones([2, 3]))"
_INNER = "inner dims 3 and 2 differ"


@pytest.mark.parametrize(
    "decorators",
    [
        "",
        "@tf.function",
        "@tf.function(input_signature=[tf.TensorSpec([3])])",
        "@contextlib.contextmanager",
        "@functools.lru_cache",
        "@wrapped",
        "@keras.saving.register_keras_serializable()",
        "@somebody.decorates(with_this=1)",
    ],
)
def test_a_function_is_run_whatever_decorates_it(decorators: str, tmp_path: Path) -> None:
    text = f"""
import contextlib, functools, keras, somebody, tensorflow as tf

def wrapped(function):
    @functools.wraps(function)
    def call(*args, **kwargs):
        return function(*args, **kwargs)
    return call

{decorators}
def nobody_calls_it(x):
    yield {_WRONG}
"""
    for program in (text, text.replace("yield", "return")):
        found = said(program, tmp_path)
        assert len(found) == 1 and _INNER in found[0], found


@pytest.mark.parametrize(
    "decorator",
    ["property", "functools.cached_property", "staticmethod", "classmethod", "tf.function"],
)
def test_so_is_a_method(decorator: str, tmp_path: Path) -> None:
    text = f"""
import functools
import tensorflow as tf

class Model:
    @{decorator}
    def nobody_calls_it(self, *args):
        return {_WRONG}
"""
    found = said(text, tmp_path)
    assert len(found) == 1 and _INNER in found[0], found


def test_the_setter_of_a_property_is_run(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        class Model:
            @property
            def rate(self):
                return 0.5

            @rate.setter
            def rate(self, value):
                tf.matmul(tf.ones([2, 3]), tf.ones([2, 3]))  # error: [tf-shape] tf.matmul(): argument 'b': inner dims 3 and 2 differ
        """,
        tmp_path,
    )


def test_a_traced_function_is_traced_for_its_annotations_or_specs(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from tftypes import Shape, Tensor, bool as boolean, float32

        @tf.function
        def annotated(x: Tensor[float32, Shape[2, 3]], p: Tensor[boolean, Shape[()]]) -> None:
            reveal_type(tf.cond(p, lambda: 1, lambda: 2))  # revealed: Tensor[int32, Shape[()]]
            x.numpy()  # error: [tf-trace] a symbolic tensor has no .numpy()

        @tf.function(input_signature=[tf.TensorSpec([None, 5])])
        def specified(x):
            reveal_type(x)  # revealed: Tensor[float32, Shape[None, 5]]
            return x @ x  # right for a batch of 5

        @tf.function
        def unknown(x, n):
            reveal_type(tf.reshape(x, [n, 2]))  # revealed: Tensor[Any, Shape[n, 2]]
        """,
        tmp_path,
    )


@pytest.mark.parametrize(
    "decorator", ["unittest.expectedFailure", "pytest.mark.xfail", "pytest.mark.xfail(strict=True)"]
)
def test_what_a_test_expects_to_fail_is_no_finding(decorator: str, tmp_path: Path) -> None:
    text = f"""
import pytest, unittest
import tensorflow as tf

@{decorator}
def test_shapes():
    {_WRONG}
"""
    assert said(text, tmp_path) == []


def test_what_a_class_leaves_to_those_that_derive_from_it(tmp_path: Path) -> None:
    """A method may run on an object of a class below, which has its own sizes; constants of its own class are no proof."""
    check(
        """
        import tensorflow as tf

        class Base:
            units = None
            width = 3

            def __init__(self):
                self.rows = None
                self.columns = 3

            def of_the_class(self):
                return tf.zeros([self.units, self.width])

            def of_the_object(self):
                return tf.zeros([self.rows, 2])

            def wider(self):
                return tf.matmul(tf.zeros([2, 4]), tf.zeros([self.width, 2]))

            def own(self):
                return tf.matmul(tf.zeros([2, 4]), tf.zeros([self.columns, 2]))  # error: [tf-shape]

        class Abstract:
            def __init__(self):
                self.rows = None

            def rows_of(self, x):
                raise NotImplementedError

            def of_the_object(self):
                return tf.zeros([self.rows, 2])

        class Last:
            def __init__(self):
                self.rows = None

            def of_the_object(self):
                return tf.zeros([self.rows, 2])  # error: [tf-value] tf.zeros(): argument 'shape': None is no size

        class Four(Base):
            units, width = 2, 4

        reveal_type(Four().of_the_class())  # revealed: Tensor[float32, Shape[2, 4]]
        """,
        tmp_path,
    )
