"""Names for sizes that nobody knows: those of parameters, and of the names that a shape is unpacked to."""

from __future__ import annotations

from pathlib import Path

from .reports import check


def test_parameters_that_nobody_knows_are_sizes_where_sizes_are_asked_for(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        class Attention(tf.Module):
            def __init__(self, units, heads):
                self.heads = heads
                self.w = tf.Variable(tf.random.normal([units, 3 * units]))
                reveal_type(self.w)  # revealed: Variable[float32, Shape[units, 3*units]]
                reveal_type(tf.zeros([units // heads, units + 1]))  # revealed: Tensor[float32, Shape[units//heads, units + 1]]

            def __call__(self, x):
                b, t, c = tf.shape(x)
                reveal_type(x)  # revealed: Tensor[Any, Shape[b, t, c]]
                reveal_type(x @ self.w)  # revealed: Tensor[float32, Shape[b, t, 3*units]]
                y = tf.reshape(x, [b, t, self.heads, c // self.heads])
                reveal_type(y)  # revealed: Tensor[Any, Shape[b, t, heads, c//heads]]
                return tf.transpose(y, [0, 2, 1, 3]) @ tf.zeros([3, 4])
        """,
        tmp_path,
    )


def test_an_int_that_is_annotated_is_a_size_of_any_sign(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        def windows(x, size: int, axis: int = -1):
            reveal_type(tf.zeros([size, 2 * size]))  # revealed: Tensor[float32, Shape[size, 2*size]]
            if axis < 0:
                axis = axis + 2
            reveal_type(tf.reduce_sum(tf.zeros([3, 4]), axis=axis))  # revealed: Tensor[float32, Shape[None]]
            return tf.zeros([size, 3]) @ tf.zeros([4, size])  # error: [tf-shape] operator @: inner dims 3 and 4 differ
        """,
        tmp_path,
    )


def test_parameters_may_be_tensors_as_well(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        def both(x, y):
            reveal_type(tf.stack([x, y]))  # revealed: Any
            z = x * 2 + y
            reveal_type(tf.reduce_sum(z, axis=0))  # revealed: Any
            return tf.concat([z, z], axis=0)
        """,
        tmp_path,
    )


def test_messages_name_the_sizes(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        def project(x, units):
            b, t, c = x.shape
            return tf.zeros([units, 4]) @ tf.zeros([5, units])  # error: [tf-shape] operator @: inner dims 4 and 5 differ: left is float32[units, 4], right is float32[5, units]
        """,
        tmp_path,
    )
