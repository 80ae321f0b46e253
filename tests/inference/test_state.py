"""State: one trail for all slots, exits that remember what they saw, joins slot by slot."""

from __future__ import annotations

from pathlib import Path

from .reports import check


def test_contents_of_a_list_are_joined_as_contents(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        def rows(more):
            found = [tf.ones([2])]
            if more:
                found.append(tf.ones([2]))
            for each in found:
                reveal_type(each)  # revealed: Tensor[float32, Shape[2]]

        rows(tf.random.uniform([]) > 0)
        """,
        tmp_path,
    )


def test_three_names_for_one_list_see_each_others_changes(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        class Box:
            def __init__(self):
                self.items = []

        def put(box, item):
            box.items.append(item)

        box = Box()
        same = box.items
        put(box, tf.ones([2]))
        if tf.random.uniform([]) > 0:
            put(box, tf.ones([2]))
        for each in same:
            reveal_type(each)  # revealed: Tensor[float32, Shape[2]]
        """,
        tmp_path,
    )


def test_a_return_under_a_condition_remembers_what_it_saw(tmp_path: Path) -> None:
    """The list is younger than the call, and changed after one path has left with it."""
    check(
        """
        import tensorflow as tf

        def pick(stop):
            found = [tf.ones([2])]
            if stop:
                return found
            found[0] = tf.ones([3])
            return found

        reveal_type(pick(tf.random.uniform([]) > 0)[0])  # revealed: Tensor[float32, Shape[None]]
        """,
        tmp_path,
    )


def test_what_a_call_reads_is_what_is_there_then(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        def first(rows):
            if not rows:
                return -1
            reveal_type(tf.stack(rows))  # revealed: Tensor[float32, Shape[1, 7]]
            return 0

        rows = []
        first(rows)
        rows.append(tf.ones([7]))
        first(rows)
        """,
        tmp_path,
    )


def test_a_call_that_nobody_can_follow_may_change_its_receiver(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from somewhere import once

        class Sum:
            def __init__(self):
                self.sum = None

            @once
            def start(self, value):
                self.sum = tf.Variable(tf.zeros_like(value))

            def value(self):
                return tf.convert_to_tensor(self.sum)

        total = Sum()
        total.start(tf.ones([2]))
        total.value()
        """,
        tmp_path,
    )


def test_a_method_that_nobody_calls_runs_on_an_object_that_others_may_have_changed(
    tmp_path: Path,
) -> None:
    check(
        """
        import tensorflow as tf

        class Model(tf.Module):
            def __init__(self):
                super().__init__()
                self.kernel = None

            def build(self, rows):
                self.kernel = tf.Variable(tf.ones([rows, 2]))

            def use(self, x):
                return tf.matmul(x, self.kernel)
        """,
        tmp_path,
    )
