"""Keras layers in dicts and lists."""
import tensorflow as tf
from tensorflow.keras import layers

WIDTHS = {"small": [8, 4], "large": [32, 16, 8]}


def tower(widths, activation="relu"):
    return [layers.Dense(w, activation=activation, name=f"d{i}") for i, w in enumerate(widths)]


class Ensemble(tf.keras.Model):
    def __init__(self, towers, classes):
        super().__init__()
        self.towers = {name: tower(w) for name, w in towers.items()}
        self.heads = {name: layers.Dense(classes) for name in towers}
        self.norms = [layers.LayerNormalization() for _ in range(2)]
        self.drop = layers.Dropout(0.1)

    def call(self, inputs, training=False):
        out = {}
        for name, tower_layers in self.towers.items():
            x = inputs
            for i, layer in enumerate(tower_layers):
                x = layer(x)
                if i < len(self.norms):
                    x = self.norms[i](x) if x.shape[-1] == -1 else x
            out[name] = self.heads[name](self.drop(x, training=training))
        out["mean"] = tf.reduce_mean(tf.stack(list(out.values())), axis=0)
        return out


model = Ensemble(WIDTHS, 5)
y = model(tf.zeros([3, 10]))
reveal_type(y["small"])  # revealed: Tensor[float32, Shape[3, 5]]
reveal_type(y["mean"])  # revealed: Tensor[float32, Shape[3, 5]]
reveal_type(model.towers["large"][1].kernel.value)  # revealed: Variable[float32, Shape[32, 16]]
stack = tf.keras.Sequential([layers.Input((12,)), *tower([6, 2])])
reveal_type(stack(tf.zeros([4, 12])))  # revealed: Tensor[float32, Shape[4, 2]]

blocks = {
    "conv": lambda f: [layers.Conv2D(f, 3, padding="same"), layers.ReLU()],
    "pool": lambda s: [layers.MaxPooling2D(s)],
    "flat": lambda _: [layers.Flatten()],
}
x = tf.zeros([2, 16, 16, 1])
for kind, argument in [("conv", 4), ("pool", 2), ("conv", 8), ("pool", 4), ("flat", None)]:
    for layer in blocks[kind](argument):
        x = layer(x)
    reveal_type(x)  # revealed: Tensor[float32, Shape[2, 16, 16, 4]] | Tensor[float32, Shape[2, 8, 8, 4]] | Tensor[float32, Shape[2, 8, 8, 8]] | Tensor[float32, Shape[2, 2, 2, 8]] | Tensor[float32, Shape[2, 32]]

inputs = {name: layers.Input((size,), name=name) for name, size in [("a", 3), ("b", 5)]}
encoded = [layers.Dense(4)(t) for t in inputs.values()]
merged = layers.Concatenate()(encoded)
functional = tf.keras.Model(inputs, {"score": layers.Dense(1)(merged), "code": merged})
result = functional({"a": tf.zeros([7, 3]), "b": tf.zeros([7, 5])})
reveal_type(result["score"])  # revealed: Tensor[float32, Shape[7, 1]]
reveal_type(result["code"])  # revealed: Tensor[float32, Shape[7, 8]]
shared = layers.Dense(9)
reveal_type([shared(t) for t in tf.unstack(tf.zeros([3, 2, 6]))][-1])  # revealed: Tensor[float32, Shape[2, 9]]
reveal_type(tf.zeros([len(model.heads), len(functional.layers)]))  # revealed: Tensor[float32, Shape[2, 6]]
