"""`tf.function(jit_compile=True)`: what XLA does not compile is told where the compiled function is called.

What each program does was seen with TensorFlow 2.21 on a CPU.
"""

from __future__ import annotations

from pathlib import Path

from tests.inference.reports import check

HEAD = """\
import tensorflow as tf
from typing_extensions import reveal_type

compiled = tf.function(jit_compile=True)
x = tf.ones([2])
"""


def holds(source: str, folder: Path) -> None:
    """The comments of a program are what the engine says of it."""
    check(HEAD + source, folder)


def test_ops_without_a_kernel(tmp_path: Path) -> None:
    holds(
        """
table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer([1, 2], [3, 4]), -1)

@compiled
def labelled(x):
    return tf.strings.as_string(x)

@compiled
def halved(x):
    return tf.py_function(lambda v: v / 2.0, [x], tf.float32)

@compiled
def printed(x):
    tf.print(x)
    return x

@compiled
def looked_up(keys):
    return table.lookup(keys)

@compiled
def counted(x):
    for _ in tf.data.Dataset.range(3):
        x = x + 1.0
    return x

@compiled
def doubled(x):
    return tf.reduce_sum(tf.boolean_mask(x, x > 0.0)) * 2.0

labelled(x)  # error: [tf-trace] the function cannot be compiled: XLA has no kernel for tf.strings.as_string()
halved(x)  # error: [tf-trace] the function cannot be compiled: XLA has no kernel for tf.py_function()
printed(x)  # error: [tf-trace] the function cannot be compiled: XLA has no kernel for tf.print()
looked_up(tf.constant([1]))  # error: [tf-trace] the function cannot be compiled: XLA has no kernel for lookup tables
counted(x)  # error: [tf-trace] the function cannot be compiled: XLA has no kernel for iterators of datasets
reveal_type(doubled(x))  # revealed: Tensor[float32, Shape[()]]
try:
    labelled(x)
except tf.errors.InvalidArgumentError:
    pass
""",
        tmp_path,
    )


def test_strings_neither_go_in_nor_come_out(tmp_path: Path) -> None:
    holds(
        """
words = tf.constant(["a", "b"])

@compiled
def doubled(x, name):
    return x * 2.0

@compiled
def named(x):
    return tf.constant("a")

@compiled
def unnamed(x):
    name = tf.constant("a")
    return x

doubled(x, words)  # error: [tf-trace] the function cannot be compiled: XLA has no strings
doubled(x, "a Python value")
named(x)  # error: [tf-trace] the function cannot be compiled: XLA has no strings
unnamed(x)
""",
        tmp_path,
    )


def test_a_part_of_what_is_compiled(tmp_path: Path) -> None:
    holds(
        """
@tf.function
def det(x):
    return tf.linalg.det(x)

@compiled
def doubled(x):
    return 2.0 * det(x)

@compiled
def eig(x):
    return tf.linalg.eig(x)[1]

@tf.function
def around(x):
    return eig(x)

det(tf.eye(2))
doubled(tf.eye(2))  # error: [tf-trace] the function cannot be compiled: XLA has no kernel for tf.linalg.det()
around(tf.eye(2))  # error: [tf-trace] the function cannot be compiled: XLA has no kernel for tf.linalg.eig()
""",
        tmp_path,
    )


def test_a_loop_keeps_shapes_whatever_is_said_to_vary(tmp_path: Path) -> None:
    body = """
def {name}(x):
    i = tf.constant(0)
    while i < 3:
        tf.autograph.experimental.set_loop_options(shape_invariants=[(x, tf.TensorShape([None]))])
        x = {value}
        i += 1
    return x
"""
    holds(
        "@compiled" + body.format(name="grown", value="tf.concat([x, x], 0)")
        + "@compiled" + body.format(name="scaled", value="x * 2.0")
        + "@tf.function" + body.format(name="not_compiled", value="tf.concat([x, x], 0)")
        + """
grown(x)  # error: [tf-shape] the function cannot be compiled: a loop changes float32[2] to float32[4]
scaled(x)
not_compiled(x)
""",
        tmp_path,
    )  # fmt: skip
