"""Ops that are called with objects of the program's: `__tf_dispatch__`, registered handlers, and what TensorFlow refuses.

What each program does was seen with TensorFlow 2.21.
"""

from __future__ import annotations

from pathlib import Path

from tests.inference.reports import check

HEAD = """\
from typing import List, Union
import tensorflow as tf
from typing_extensions import reveal_type

class Masked(tf.experimental.ExtensionType):
    values: tf.Tensor
    mask: tf.Tensor

m = Masked([1.0, 2.0], [True, False])
z = tf.zeros([2])
"""


def holds(source: str, folder: Path) -> None:
    """The comments of a program are what the engine says of it."""
    check(HEAD + source, folder)


def test_a_family_of_ops(tmp_path: Path) -> None:
    holds(
        """
@tf.experimental.dispatch_for_unary_elementwise_apis(Masked)
def unary(op, x):
    return Masked(op(x.values), x.mask)

@tf.experimental.dispatch_for_binary_elementwise_apis(Union[Masked, tf.Tensor], Union[Masked, tf.Tensor])
def binary(op, x, y):
    x, y = (each if isinstance(each, Masked) else Masked(each, tf.ones_like(each, tf.bool)) for each in (x, y))
    return Masked(op(x.values, y.values), x.mask & y.mask)

class Narrow(Masked): ...

reveal_type(tf.abs(m).values)  # revealed: Tensor[float32, Shape[2]]
reveal_type(tf.abs(Narrow([1.0], [True])).values)  # revealed: Tensor[float32, Shape[1]]
reveal_type(tf.cast(m, tf.int32).values)  # revealed: Tensor[int32, Shape[2]]
reveal_type(tf.clip_by_value(m, 0.0, 1.0).mask)  # revealed: Tensor[bool, Shape[2]]
reveal_type(tf.add(m, z).values)  # revealed: Tensor[float32, Shape[2]]
reveal_type(tf.equal(m, m).values)  # revealed: Tensor[bool, Shape[2]]
tf.add(m, 1.0)  # error: [tf-value] tf.add(): argument 'x': Masked does not convert to a tensor
tf.reduce_sum(m)  # error: [tf-value] tf.reduce_sum(): argument 'input_tensor': Masked does not convert to a tensor
reveal_type(tf.add(z, z))  # revealed: Tensor[float32, Shape[2]]
""",
        tmp_path,
    )


def test_an_operator_asks_as_its_op_but_for_plus(tmp_path: Path) -> None:
    holds(
        """
@tf.experimental.dispatch_for_binary_elementwise_apis(Union[Masked, tf.Tensor], Union[Masked, tf.Tensor])
def binary(op, x, y):
    return Masked(op(*(each.values if isinstance(each, Masked) else each for each in (x, y))), m.mask)

reveal_type((z - m).values)  # revealed: Tensor[float32, Shape[2]]
reveal_type((z < m).values)  # revealed: Tensor[bool, Shape[2]]
reveal_type((m < z).values)  # revealed: Tensor[bool, Shape[2]]
z + m  # error: [tf-value] z + m: argument 'y': Masked does not convert to a tensor
m - z  # error: [tf-value] m - z: argument 'x': Masked does not convert to a tensor
""",
        tmp_path,
    )


def test_plus_has_a_name_of_its_own(tmp_path: Path) -> None:
    holds(
        """
@tf.experimental.dispatch_for_api(tf.__operators__.add)
def added(x: tf.Tensor, y: Masked, name=None):
    return Masked(x + y.values, y.mask)

reveal_type((z + m).values)  # revealed: Tensor[float32, Shape[2]]
tf.add(z, m)  # error: [tf-value] tf.add(): argument 'y': Masked does not convert to a tensor
""",
        tmp_path,
    )


def test_one_op_by_annotations_and_by_dicts(tmp_path: Path) -> None:
    holds(
        """
@tf.experimental.dispatch_for_api(tf.concat)
def joined(values: List[Masked], axis, name="joined"):
    return Masked(tf.concat([each.values for each in values], axis), tf.concat([each.mask for each in values], axis))

@tf.experimental.dispatch_for_api(tf.shape, {"input": Masked})
def shape(input, out_type=tf.int32, name=None):
    return tf.shape(input.values, out_type)

@tf.experimental.dispatch_for_api(tf.reduce_sum)
def total(input_tensor: Masked, axis=None, keepdims=False):
    return tf.reduce_sum(input_tensor.values, axis, keepdims)

reveal_type(tf.concat([m, m], 0).values)  # revealed: Tensor[float32, Shape[4]]
reveal_type(tf.concat(values=[m, m], axis=0).mask)  # revealed: Tensor[bool, Shape[4]]
tf.concat([m, z], 0)  # error: [tf-value] tf.concat(): argument 'values': Masked does not convert to a tensor
reveal_type(tf.shape(m))  # revealed: Tensor[int32, Shape[1]]
reveal_type(tf.shape(m, out_type=tf.int64))  # revealed: Tensor[int64, Shape[1]]
reveal_type(tf.reduce_sum(m, keepdims=True))  # revealed: Tensor[float32, Shape[1]]
""",
        tmp_path,
    )


def test_two_handlers_for_one_call_are_refused(tmp_path: Path) -> None:
    holds(
        """
@tf.experimental.dispatch_for_unary_elementwise_apis(Masked)
def unary(op, x):
    return Masked(op(x.values), x.mask)

@tf.experimental.dispatch_for_api(tf.abs)
def absolute(x: Masked, name=None):
    return x

tf.abs(m)  # error: [tf-value] tf.abs(): several handlers are registered for the types of the arguments
tf.experimental.unregister_dispatch_for(absolute)
reveal_type(tf.abs(m).values)  # revealed: Tensor[float32, Shape[2]]
""",
        tmp_path,
    )


def test_the_body_of_a_handler_is_run_for_the_call(tmp_path: Path) -> None:
    holds(
        """
@tf.experimental.dispatch_for_binary_elementwise_apis(Masked, Masked)
def binary(op, x, y):
    return Masked(op(x.values, y.values), m.mask)  # error: [tf-shape] tf.math.add(): argument 'y': [3] and [2]

tf.add(Masked([1.0, 2.0, 3.0], [True] * 3), m)
""",
        tmp_path,
    )


def test_a_class_answers_for_itself(tmp_path: Path) -> None:
    """With `import tftypes.runtime`, TensorFlow asks any class."""
    holds(
        """
from tftypes.runtime import dispatch

class Celsius(dispatch.Operators):
    def __init__(self, degrees):
        self.degrees = tf.convert_to_tensor(degrees)

    @classmethod
    def __tf_dispatch__(cls, op, args, kwargs):
        if dispatch.is_unary_elementwise_op(op):
            return cls(op(args[0].degrees, *args[1:], **kwargs))
        if dispatch.is_binary_elementwise_op(op):
            a, b = (x.degrees if isinstance(x, cls) else x for x in args[:2])
            return cls(op(a, b, *args[2:], **kwargs))
        if op is tf.reduce_sum:
            reveal_type(args)  # revealed: tuple[Celsius, int, bool, None]
            return cls(op(args[0].degrees, *args[1:], **kwargs))
        return NotImplemented

class Fahrenheit(Celsius):
    @classmethod
    def __tf_dispatch__(cls, op, args, kwargs):
        return "first"

c = Celsius([20.0, 21.0])
reveal_type(tf.abs(c).degrees)  # revealed: Tensor[float32, Shape[2]]
reveal_type((z + c).degrees)  # revealed: Tensor[float32, Shape[2]]
reveal_type((c - 1.0).degrees)  # revealed: Tensor[float32, Shape[2]]
reveal_type((1.0 - c).degrees)  # revealed: Tensor[float32, Shape[2]]
reveal_type((-c).degrees)  # revealed: Tensor[float32, Shape[2]]
reveal_type((c < 1.0).degrees)  # revealed: Tensor[bool, Shape[2]]
reveal_type(tf.reduce_sum(axis=0, input_tensor=c).degrees)  # revealed: Tensor[float32, Shape[()]]
tf.linalg.matmul(c, c)  # error: [tf-value] tf.linalg.matmul(): argument 'a': Celsius does not convert to a tensor
reveal_type(tf.add(c, Fahrenheit([1.0])))  # revealed: str
c + tf.zeros([3])
""".replace(
            "return cls(op(a, b, *args[2:], **kwargs))",
            "return cls(op(a, b, *args[2:], **kwargs))  # error: [tf-shape] tf.math.add(): argument 'y': [2] and [3]",
        ),
        tmp_path,
    )


def test_a_function_of_the_program_asks_too(tmp_path: Path) -> None:
    holds(
        """
from tftypes.runtime import dispatch

class Celsius:
    def __init__(self, degrees):
        self.degrees = degrees

    @classmethod
    def __tf_dispatch__(cls, op, args, kwargs):
        if dispatch.is_unary_elementwise_op(op):
            return cls(op(args[0].degrees))
        return NotImplemented

@dispatch.dispatchable(kind="unary_elementwise")
def halved(x):
    return x / 2

reveal_type(halved(Celsius(z)).degrees)  # revealed: Tensor[float32, Shape[2]]
reveal_type(halved(z))  # revealed: Tensor[float32, Shape[2]]
""",
        tmp_path,
    )


def test_what_is_not_known_may_take_the_call(tmp_path: Path) -> None:
    """Where the program has classes that answer, an unknown operand is no reason to refuse the others."""
    holds(
        """
import tftypes.runtime

class Named:
    @classmethod
    def __tf_dispatch__(cls, op, args, kwargs):
        return "named"

def turned(x):
    return tf.transpose(x, ["time", "sensor"])

def scaled(x):
    reveal_type(z * x)  # revealed: Any

reveal_type(turned(Named()))  # revealed: str
""",
        tmp_path,
    )


def test_the_types_that_a_class_is_asked_about(tmp_path: Path) -> None:
    holds(
        """
import tftypes.runtime

class Limited:
    @classmethod
    def __tf_dispatch__(cls, op, args, kwargs):
        return "asked"

Limited.__tf_dispatch_types__ = (tf.Tensor, Limited)
reveal_type(tf.add(z, Limited()))  # revealed: str
reveal_type(tf.add(1, Limited()))  # revealed: str
reveal_type(tf.add(tf.Variable([1.0]), Limited()))  # revealed: str
reveal_type(tf.concat([z, Limited()], 0))  # revealed: str
tf.add(tf.ragged.constant([[1.0]]), Limited())  # error: [tf-value]
""",
        tmp_path,
    )


def test_handlers_are_for_extension_types(tmp_path: Path) -> None:
    holds(
        """
import tftypes.runtime

class Plain:
    @classmethod
    def __tf_dispatch__(cls, op, args, kwargs):
        return NotImplemented

@tf.experimental.dispatch_for_api(tf.sqrt)
def rooted(x: Plain, name=None):
    return "rooted"

tf.sqrt(Plain())  # error: [tf-value] tf.sqrt(): argument 'x': Plain does not convert to a tensor
""",
        tmp_path,
    )


def test_what_converts_is_a_tensor_to_ops(tmp_path: Path) -> None:
    holds(
        """
class Money(tf.experimental.ExtensionType):
    cents: tf.Tensor

    def __tf_tensor__(self, dtype=None, name=None):
        return self.cents

class Coin(tf.experimental.ExtensionType):
    cents: tf.Tensor

tf.abs(Money([1, 2]))
tf.abs(Coin([1]))  # error: [tf-value]
tf.register_tensor_conversion_function(Coin, lambda coin, dtype=None, name=None, as_ref=False: coin.cents)
tf.abs(Coin([1]))
""",
        tmp_path,
    )
