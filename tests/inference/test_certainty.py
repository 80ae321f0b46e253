"""Certainty: a finding is reported only where TensorFlow refuses whatever the unknown values are."""

from __future__ import annotations

from pathlib import Path

from .reports import check


def test_sizes_that_the_engine_has_named_may_be_equal(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        def product(x, y):
            a, b = x.shape
            c, d = y.shape
            reveal_type(x)  # revealed: Tensor[Any, Shape[a, b]]
            return tf.matmul(x, y)
        """,
        tmp_path,
    )


def test_a_known_size_is_refuted_beside_named_ones(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        def product(x):
            a, b = x.shape
            return tf.matmul(tf.ones([a, 3]), tf.ones([4, b]))  # error: [tf-shape]
        """,
        tmp_path,
    )


def test_the_caller_knows_which_way_an_unknown_condition_goes(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from somewhere import PREDICT

        def loss(logits, labels, mode):
            if mode == PREDICT:
                return logits
            return tf.cast(labels, tf.float32) - logits

        loss(tf.ones([2]), None, PREDICT)
        """,
        tmp_path,
    )


def test_what_is_wrong_on_both_ways_of_an_unknown_condition_is_wrong(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from somewhere import flag

        def scale(x):
            return x @ tf.ones([4, 4])  # error: [tf-shape]

        if flag:
            scale(tf.ones([2, 3]))
        else:
            scale(tf.ones([2, 3]))
        """,
        tmp_path,
    )


def test_what_nobody_knows_compared_with_a_number_is_no_bool(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from somewhere import table

        index = table.lookup(tf.constant([1, 2]))
        mask = tf.expand_dims(tf.cast(index == 0, tf.float32), 1)
        """,
        tmp_path,
    )


def test_an_unknown_index_may_be_a_mask(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from somewhere import mask

        ids = tf.range(8)
        tf.concat([ids, ids[mask]], 0)
        """,
        tmp_path,
    )


def test_what_a_handler_catches_is_no_finding(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        try:
            tf.matmul(tf.ones([2, 3]), tf.ones([2, 3]))
        except (ValueError, tf.errors.InvalidArgumentError):
            kept = tf.ones([1])
        reveal_type(kept)  # revealed: Tensor[float32, Shape[1]]
        """,
        tmp_path,
    )


def test_comparisons_of_sizes_choose_the_way(tmp_path: Path) -> None:
    """A tensor that says whether two sizes are equal is as good a condition as the sizes are."""
    check(
        """
        import tensorflow as tf
        from keras import ops

        def added(x, width):
            if ops.equal(x.shape[-1], width):
                return x + tf.zeros([2, width])
            if tf.equal(x.shape[-1], width) or tf.shape(x)[-1] == width or tf.less(width, 3):
                return x * tf.zeros([2, width])
            return tf.zeros([1])

        reveal_type(added(tf.zeros([2, 3]), 4))  # revealed: Tensor[float32, Shape[1]]
        reveal_type(added(tf.zeros([2, 3]), 3))  # revealed: Tensor[float32, Shape[2, 3]]
        """,
        tmp_path,
    )
