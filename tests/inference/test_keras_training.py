"""Training in the engine: what `fit` and its kin run, losses, metrics and callbacks."""

from __future__ import annotations

from pathlib import Path

from .reports import check, said


def test_fit_gives_a_step_batches_of_arrays_in_the_default_float(tmp_path: Path) -> None:
    check(
        """
        import numpy as np
        import tensorflow as tf
        from tensorflow import keras

        class Stepping(keras.Model):
            def __init__(self):
                super().__init__()
                self.dense = keras.layers.Dense(3)

            def call(self, x):
                return self.dense(x)

            def train_step(self, data):
                x, y = data
                reveal_type(x)  # revealed: Tensor[float32, Shape[None, 4]]
                reveal_type(y)  # revealed: Tensor[int64, Shape[None, 3]]
                predicted = self(x, training=True)
                reveal_type(predicted)  # revealed: Tensor[float32, Shape[None, 3]]
                loss = self.compute_loss(y=y, y_pred=predicted)
                reveal_type(loss)  # revealed: Tensor[float32, Shape[()]]
                return {"loss": loss}

        model = Stepping()
        model.compile("adam", "mse")
        history = model.fit(np.zeros((64, 4)), np.zeros((64, 3), np.int64))
        reveal_type(history.history["loss"])  # revealed: list[float]
        """,
        tmp_path,
    )


def test_labels_are_held_against_the_outputs_by_the_loss(tmp_path: Path) -> None:
    check(
        """
        import numpy as np
        import tensorflow as tf
        from tensorflow import keras

        model = keras.Sequential([keras.Input([4]), keras.layers.Dense(3)])
        model.compile("sgd", "mse")
        model.fit(np.zeros((8, 4)), np.zeros((8, 3)))
        model.fit(np.zeros((8, 4)), np.zeros((8, 2)))  # error: [tf-shape] tf.keras.losses.MeanSquaredError(): argument 'y_true'
        model.evaluate(tf.zeros([8, 4]), tf.zeros([8, 2]))  # error: [tf-shape]
        model.train_on_batch(tf.zeros([8, 4]), tf.zeros([8, 2]))  # error: [tf-shape]
        pairs = tf.data.Dataset.from_tensor_slices((tf.zeros([8, 4]), tf.zeros([8, 2]))).batch(4)
        model.fit(pairs)  # error: [tf-shape]
        """,
        tmp_path,
    )


def test_a_loss_of_the_program_gets_labels_of_the_rank_of_the_predictions(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from tensorflow import keras

        def loss(y, p):
            reveal_type(y)  # revealed: Tensor[float32, Shape[None, 1]]
            return tf.reduce_mean(tf.square(y - p))

        class Absolute(keras.losses.Loss):
            def call(self, y, p):
                reveal_type(p)  # revealed: Tensor[float32, Shape[None, 1]] | Tensor[float32, Shape[8, 1]]
                return tf.abs(y - p[:, 0])

        model = keras.Sequential([keras.Input([4]), keras.layers.Dense(1)])
        model.compile("sgd", loss)
        model.fit(tf.ones([8, 4]), tf.ones([8], tf.int32))
        model.compile("sgd", Absolute())
        model.fit(tf.ones([8, 4]), tf.ones([8], tf.int32))
        reveal_type(Absolute()(tf.ones([8]), tf.ones([8, 1])))  # revealed: Tensor[float32, Shape[()]]
        """,
        tmp_path,
    )


def test_callbacks_run_any_number_of_times(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from tensorflow import keras

        class Watch(keras.callbacks.Callback):
            def __init__(self):
                super().__init__()
                self.norms = []

            def on_epoch_end(self, epoch, logs=None):
                self.norms.append(tf.norm(self.model.layers[0].kernel))
                reveal_type(logs["loss"])  # revealed: float

        watch = Watch()
        model = keras.Sequential([keras.Input([4]), keras.layers.Dense(3)])
        model.compile("sgd", "mse")
        model.fit(tf.ones([8, 4]), tf.ones([8, 3]), callbacks=[watch], epochs=3)
        reveal_type(watch.norms)  # revealed: list[Tensor[float32, Shape[()]]]
        """,
        tmp_path,
    )


def test_predictions_have_a_row_for_each_of_the_inputs(tmp_path: Path) -> None:
    check(
        """
        import numpy as np
        import tensorflow as tf
        from tensorflow import keras

        model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10)])
        scores = model.predict(np.zeros([70, 4, 4]), batch_size=32)
        reveal_type(scores)  # revealed: ndarray[float32, Shape[70, 10]]
        model.predict(tf.zeros([5, 2, 8]))
        model.predict(tf.zeros([5, 2, 9]))  # error: [tf-shape]
        """,
        tmp_path,
    )


def test_a_model_that_may_be_compiled_elsewhere_is_no_mistake(tmp_path: Path) -> None:
    check(
        """
        import unknown
        import tensorflow as tf
        from tensorflow import keras

        x, y = tf.zeros([8, 4]), tf.zeros([8, 3])

        def make():
            return keras.Sequential([keras.Input((4,)), keras.layers.Dense(3)])

        make().fit(x, y)  # error: [tf-state] make().fit(): this model is not compiled

        sometimes, elsewhere, later = make(), make(), make()
        if unknown.flag:
            sometimes.compile("adam", "mse")
        sometimes.fit(x, y)
        unknown.compile(elsewhere)
        elsewhere.fit(x, y)

        class Trainer:
            def __init__(self):
                self.model = make()

            def set_up(self):
                self.model.compile("adam", "mse")

            def run(self):
                self.model.fit(x, y)

        def train():
            later.fit(x, y)
        """,
        tmp_path,
    )


def test_a_train_step_takes_its_batch_apart(tmp_path: Path) -> None:
    check(
        """
        import keras
        import numpy as np

        class Net(keras.Model):
            def __init__(self):
                super().__init__()
                self.dense = keras.layers.Dense(2)

            def call(self, x):
                return self.dense(x)

            def train_step(self, data):
                x, y, weight = keras.utils.unpack_x_y_sample_weight(data)
                reveal_type(y)  # revealed: Tensor[float32, Shape[None, 2]]
                reveal_type(weight)  # revealed: None
                reveal_type(keras.utils.pack_x_y_sample_weight(x, y)[0])  # revealed: Tensor[float32, Shape[None, 3]]
                return {"loss": keras.ops.mean(y - self(x))}

        net = Net()
        net.compile("adam", "mse")
        net.fit(np.ones((8, 3), "float32"), np.ones((8, 2), "float32"))
        """,
        tmp_path,
    )


def test_no_other_input_is_offered_for_a_model_that_is_trained(tmp_path: Path) -> None:
    source = """
        import numpy as np
        from tensorflow import keras

        model = keras.Sequential([keras.Input([4]), keras.layers.Dense(3)])
        model.compile("sgd", "mse")
        {}
        model.predict(np.zeros((8, 5)))
        """
    (fresh,) = said(source.format(""), tmp_path)
    (trained,) = said(source.format("model.fit(np.zeros((8, 4)), np.zeros((8, 3)))"), tmp_path)
    assert "keras.Input((5,))" in fresh
    assert "keras.Input" not in trained and "dim 1 is 5" in trained


def test_a_list_of_rows_is_no_array_however_many_there_are(tmp_path: Path) -> None:
    """Keras takes the first array of a list for the one Input."""
    check(
        """
        import csv
        import numpy as np
        from tensorflow import keras

        def read(stream):
            rows, labels = [], []
            for row in csv.DictReader(stream):
                rows.append(np.array([float(row[key]) for key in ("mass", "width")]))
                labels.append(int(row["kind"]))
            return rows, np.array(labels)

        def model(shape):
            made = keras.Sequential([keras.Input(shape), keras.layers.Dense(1)])
            made.compile("sgd", "mse")
            return made

        def images(stream):
            return [np.zeros((int(line), 2)) for line in stream]

        x, y = read(open("rows.csv"))
        model((2,)).fit(x, y)  # error: [tf-rank] model((2,)).fit(): its Input takes [batch, 2], of rank 2, got rank 1
        model((2,)).predict(x)  # error: [tf-rank] model((2,)).predict(): its Input takes [batch, 2], of rank 2, got rank 1
        model((2,)).fit(np.array(x), y)
        model((1,)).predict(x)
        model((2,)).predict(images(open("sizes")))
        """,
        tmp_path,
    )
