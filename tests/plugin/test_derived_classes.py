"""Classes of a program that derive from TensorFlow's may do what mypy alone, to which these are Any, has nothing against."""

from __future__ import annotations

from pathlib import Path

from tests.checks import Case, assert_all

OVERRIDES = """\
import tensorflow as tf

class Buffer(tf.Module):
    @tf.function
    @tf.Module.with_name_scope
    def sample(self, count, power):
        return count * power

    @tf.function
    def size(self) -> tf.Tensor:
        return tf.constant(3)

    def name_of(self, row):
        return row

class Own(Buffer):
    @tf.Module.with_name_scope
    def sample(self, count, power):
        return super().sample(count, power)

    def size(self) -> tf.Tensor:
        return tf.constant(4)

    def name_of(self, row, column):  # error: [override] "name_of"
        return row
"""

TRACED_AGAIN = """\
import tensorflow as tf

class First(tf.Module):
    def trace(self):
        self.run = tf.function(lambda ids: ids, input_signature=[tf.TensorSpec([None], tf.int32)])

class Second(First):
    def _run(self, ids, rates):
        return ids

    def trace(self):
        specs = [tf.TensorSpec([None], tf.int32), tf.TensorSpec([None], tf.float32)]
        self.run = tf.function(self._run, input_signature=specs)
        self.other = tf.function(3)  # error: [call-overload] "int"
"""

#: What Keras' classes have, though it is no part of what Keras promises.
PRIVATE = """\
import tensorflow as tf

class Cell(tf.keras.layers.LSTMCell):
    def _compute_carry_and_output(self, x, h_tm1, c_tm1):
        self._size = 3
        return x, h_tm1

    def call(self, inputs, states, training=None):
        self._sise  # error: [attr-defined] "_sise"
        super()._compute_fused(inputs)  # error: [misc] "undefined in superclass"
        self._compute_carry_and_output_fused(inputs, states)
        return super()._compute_carry_and_output_fused(inputs, states)
"""

#: Python asks for one item after the other.
ITERATED = """\
import tensorflow as tf

class Blocks(tf.keras.layers.Layer):
    def __init__(self, blocks):
        super().__init__()
        self.blocks = blocks

    def __getitem__(self, index):
        return self.blocks[index]

    def call(self, x):
        for block in self:
            x = block(x)
        first, *rest = self
        return x, list(self)[0], zip(rest, self), [*self], first in self

for part in tf.Module():  # error: [attr-defined] "__iter__"
    pass
"""

FACTORIES = """\
import tensorflow as tf

def private(cls: type[tf.keras.optimizers.Optimizer]):
    class Private(cls):
        def apply_gradients(self, grads_and_vars):
            return super().apply_gradients(grads_and_vars)
    return Private

def own(base: type[int]):
    class Own(base):  # error: [misc] "Invalid base class" # error: [valid-type] "base"
        pass
    return Own
"""

#: What a tensor is meant to be, in the words of the program.
NAMED = """\
import tensorflow as tf

class FloatTensor(tf.Tensor):
    pass

class Valued(tf.Tensor):
    def value(self): ...

def add(x: FloatTensor, y: FloatTensor | None = None) -> FloatTensor:
    total: FloatTensor = tf.constant([1.0]) + x
    return total if y is None else total + y

add(tf.zeros([2]))
add(3)  # error: [arg-type] "int"
valued: Valued = tf.zeros([2])  # error: [assignment] "Valued"
"""


def test_what_runs_is_no_error(tmp_path: Path) -> None:
    cases = [
        Case("overrides", OVERRIDES, 1),
        Case("traced again", TRACED_AGAIN, 1),
        Case("private", PRIVATE, 1),
        Case("iterated", ITERATED, 1),
        Case("factories", FACTORIES, 1),
        Case("named", NAMED, 1),
    ]
    assert_all(cases, tmp_path)
