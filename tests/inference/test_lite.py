"""tf.lite: what a converted model takes, and which calls wait for `allocate_tensors`."""

from __future__ import annotations

from pathlib import Path

from tests.inference.reports import check


def test_a_converted_model_takes_tensors_of_its_input_alone(tmp_path: Path) -> None:
    check(
        """
        import numpy as np
        import tensorflow as tf
        from tensorflow import keras

        class Digits(tf.Module):
            def __init__(self):
                super().__init__()
                self.w = tf.Variable(tf.random.normal([4, 2]))

            @tf.function(input_signature=[tf.TensorSpec([1, 4], tf.float32)])
            def __call__(self, x):
                return x @ self.w

        def ready(content):
            made = tf.lite.Interpreter(model_content=content)
            made.allocate_tensors()
            return made, made.get_input_details()[0]["index"]

        digits, Converter = Digits(), tf.lite.TFLiteConverter
        concrete = digits.__call__.get_concrete_function()
        lite, index = ready(Converter.from_concrete_functions([concrete], digits).convert())
        x = np.zeros((1, 4))
        lite.set_tensor(index, x)  # error: [tf-dtype] lite.set_tensor(): argument 'value': the input of the model is float32, got array float64[1, 4]; x.astype(np.float32)
        lite.set_tensor(index, tf.zeros((1, 4), tf.int32))  # error: [tf-dtype] lite.set_tensor(): argument 'value': the input of the model is float32, got int32[1, 4]; tf.cast(
        lite.set_tensor(index, np.zeros(4, np.float32))  # error: [tf-rank] lite.set_tensor(): argument 'value': the input of the model has rank 2, got array float32[4]
        lite.set_tensor(index, np.zeros((2, 4), np.float32))  # error: [tf-shape] lite.set_tensor(): argument 'value': dim 0 of the input of the model is 1, got array float32[2, 4]
        lite.set_tensor(index, x.astype(np.float32)), lite.set_tensor(index, tf.zeros((1, 4)))
        lite.invoke()

        model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(2)])
        converter = Converter.from_keras_model(model)
        converter.optimizations = [tf.lite.Optimize.DEFAULT]
        other, place = ready(converter.convert())
        other.set_tensor(place, x)  # error: [tf-dtype] other.set_tensor(): argument 'value': the input of the model is float32, got array float64[1, 4]
        other.set_tensor(place, np.zeros((2, 4), np.float32))  # error: [tf-shape] other.set_tensor(): argument 'value': dim 0 of the input of the model is 1
        other.set_tensor(place, np.zeros((1, 4), np.float32))
        converter.inference_input_type = tf.uint8
        last, at = ready(converter.convert())
        last.set_tensor(at, np.zeros((1, 4), np.uint8))
        """,
        tmp_path,
    )


def test_tensors_have_memory_after_allocate_tensors(tmp_path: Path) -> None:
    check(
        """
        import numpy as np
        import tensorflow as tf
        from elsewhere import prepare

        rows = np.zeros((2, 4), np.float32)
        lite = tf.lite.Interpreter("model.tflite")
        lite.set_tensor(0, rows)  # error: [tf-state] lite.set_tensor(): the tensors have no memory yet; lite.allocate_tensors() before it
        lite.invoke()  # error: [tf-state] lite.invoke(): the tensors have no memory yet; lite.allocate_tensors() before it
        lite.allocate_tensors()
        lite.set_tensor(0, rows)
        lite.invoke()
        lite.resize_tensor_input(0, [2, 4])  # to what it is, it may be
        lite.invoke()

        signed = tf.lite.Interpreter("model.tflite")
        signed.get_signature_runner()(x=rows)
        signed.invoke()

        class Scorer:
            def __init__(self, path):
                self.lite = tf.lite.Interpreter(path)
                self.output = self.lite.get_output_details()[0]["index"]

            def __call__(self, row):
                self.lite.invoke()  # error: [tf-state] self.lite.invoke(): the tensors have no memory yet; self.lite.allocate_tensors() before it
                return self.lite.get_tensor(self.output)

        Scorer("model.tflite")(rows)

        given = tf.lite.Interpreter("model.tflite")
        prepare(given)
        given.invoke()
        """,
        tmp_path,
    )
