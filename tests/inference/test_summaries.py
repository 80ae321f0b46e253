"""tf.summary: what is written needs a step, where there is a writer."""

from __future__ import annotations

from pathlib import Path

from tests.inference.reports import check


def test_what_is_written_without_a_step_is_told(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        writer = tf.summary.create_file_writer("logs")
        with writer.as_default():
            tf.summary.scalar("a", 1.0)  # error: [tf-state] no step is set for what is written; tf.summary.scalar('a', 1.0, step=step) says which one it is
            tf.summary.histogram("a", [1.0])  # error: [tf-state] no step is set for what is written; tf.summary.histogram(
            tf.summary.image("a", tf.zeros([1, 4, 4, 3]), max_outputs=1)  # error: [tf-state] no step is set for what is written; tf.summary.image(
            tf.summary.audio("a", tf.zeros([1, 10, 1]), 8000)  # error: [tf-state] no step is set for what is written
            tf.summary.text("a", "said")  # error: [tf-state] no step is set for what is written
            tf.summary.write("a", tf.zeros([2]), step=None)  # error: [tf-state] no step is set for what is written; step=...
            for epoch in range(3):
                tf.summary.scalar("a", 1.0)  # error: [tf-state] no step is set for what is written; tf.summary.scalar('a', 1.0, step=epoch)
                tf.summary.scalar('a', 1.0, step=epoch), tf.summary.scalar("a", 1.0, epoch)

        @tf.function
        def traced(x):
            with writer.as_default():
                tf.summary.scalar("a", x)  # error: [tf-state] no step is set for what is written

        traced(1.0)
        tf.summary.scalar("a", "high", step=1)  # error: [tf-dtype] tf.summary.scalar(): argument 'data': expected a number, got string[]
        writer.set_as_default()
        tf.summary.scalar("a", 1.0)  # error: [tf-state] no step is set for what is written
        """,
        tmp_path,
    )


def test_a_step_may_be_set_before_and_without_a_writer_none_is_needed(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        writer = tf.summary.create_file_writer("logs")

        def log(value, **named):
            with writer.as_default():
                return tf.summary.scalar("a", value, **named)

        def nobody_calls(writer):
            with writer.as_default():
                tf.summary.scalar("a", 1.0)

        tf.summary.scalar("a", 1.0)
        log(1.0, step=1)
        tf.summary.scalar("a", 1.0)
        with writer.as_default(step=3):
            tf.summary.scalar("a", 1.0)
            with writer.as_default():
                tf.summary.scalar("a", 1.0)
        with writer.as_default(), tf.summary.record_if(False):
            tf.summary.scalar("a", 1.0)
        tf.summary.experimental.set_step(3)
        log(1.0)
        tf.summary.experimental.set_step(None)
        tf.summary.scalar("a", 1.0)
        """,
        tmp_path,
    )


def test_a_callback_of_keras_may_set_the_step(tmp_path: Path) -> None:
    check(
        """
        import numpy as np
        import tensorflow as tf
        from tensorflow import keras

        writer = tf.summary.create_file_writer("logs")

        class Log(keras.callbacks.Callback):
            def on_epoch_end(self, epoch, logs=None):
                with writer.as_default():
                    tf.summary.scalar("a", 1.0)

        model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])
        model.compile("sgd", "mse")
        board = keras.callbacks.TensorBoard("logs", update_freq=1)
        model.fit(np.zeros((4, 2)), np.zeros((4, 1)), callbacks=[board, Log()], verbose=0)
        """,
        tmp_path,
    )
