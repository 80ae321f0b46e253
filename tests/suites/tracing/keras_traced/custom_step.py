import tensorflow as tf
from typing_extensions import reveal_type

import numpy as np


class Trainer(tf.keras.Model):
    def __init__(self, widths):
        super().__init__()
        self.stack = [tf.keras.layers.Dense(w, activation="relu") for w in widths]
        self.out = {"a": tf.keras.layers.Dense(1), "b": tf.keras.layers.Dense(4)}

    def call(self, x):
        for layer in self.stack:
            x = layer(x)
        reveal_type(x)  # revealed: Tensor[float32, Shape[2, 6]] | Tensor[float32, Shape[4, 6]]
        return {k: layer(x) for k, layer in self.out.items()}

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            pred = self(x, training=True)
            loss = tf.reduce_mean(tf.square(pred["a"] - y))
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients([(g, v) for g, v in zip(grads, self.trainable_variables) if g is not None])
        if loss > 100.0:  # error: tf-trace
            loss = loss / 2.0
        return {"loss": loss}


model = Trainer([8, 6])
reveal_type(model(tf.ones([2, 5]))["b"])  # revealed: Tensor[float32, Shape[2, 4]]
model.compile(optimizer="sgd")
model.fit(np.ones((8, 5), "float32"), np.ones((8, 1), "float32"), batch_size=4, verbose=0)
