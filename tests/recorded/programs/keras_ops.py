"""Keras 3: a small transformer whose layers are written with keras.ops, and functional models of them."""

import tensorflow as tf

keras = tf.keras
layers, ops = keras.layers, keras.ops


def positions(length, width):
    places = ops.cast(ops.arange(length), "float32")
    rates = ops.exp(ops.arange(0, width, 2, dtype="float32") * (-4.0 / width))
    angles = ops.outer(places, rates)
    both = ops.concatenate([ops.sin(angles), ops.cos(angles)], axis=-1)
    return ops.expand_dims(both, axis=0)


class Attention(layers.Layer):
    def __init__(self, heads, width):
        super().__init__()
        self.heads = heads
        self.size = width // heads
        self.qkv = layers.Dense(3 * width)
        self.out = layers.Dense(width)

    def split(self, x):
        batch, length, width = ops.shape(x)
        x = ops.reshape(x, (batch, length, self.heads, self.size))
        return ops.transpose(x, (0, 2, 1, 3))

    def call(self, x, training=False):
        batch, length, width = ops.shape(x)
        query, key, value = ops.split(self.qkv(x), 3, axis=-1)
        query, key, value = self.split(query), self.split(key), self.split(value)
        scores = ops.matmul(query, ops.swapaxes(key, -1, -2)) / ops.sqrt(float(self.size))
        mask = ops.tril(ops.ones((length, length), dtype="bool"))
        scores = ops.where(mask, scores, -1e9)
        weights = ops.softmax(scores, axis=-1)
        if training:
            weights = keras.random.dropout(weights, 0.1)
        mixed = ops.einsum("bhts,bhsd->bthd", weights, value)
        return self.out(ops.reshape(mixed, (batch, length, self.heads * self.size)))


class RootMeanSquareNorm(layers.Layer):
    def build(self, input_shape):
        self.scale = self.add_weight(shape=(input_shape[-1],), initializer="ones")

    def call(self, x):
        power = ops.mean(ops.square(x), axis=-1, keepdims=True)
        return ops.multiply(x, ops.rsqrt(power + 1e-6)) * self.scale


class Gated(layers.Layer):
    def __init__(self, width, inner):
        super().__init__()
        self.wide = layers.Dense(2 * inner)
        self.narrow = layers.Dense(width)

    def call(self, x):
        gate, value = ops.split(self.wide(x), 2, axis=-1)
        return self.narrow(ops.silu(gate) * value)


class Block(layers.Layer):
    def __init__(self, heads, width):
        super().__init__()
        self.attend = Attention(heads, width)
        self.feed = Gated(width, 2 * width)
        self.first, self.second = RootMeanSquareNorm(), RootMeanSquareNorm()

    def call(self, x, training=False):
        x = x + self.attend(self.first(x), training=training)
        return x + self.feed(self.second(x))


class Language(keras.Model):
    def __init__(self, words, width):
        super().__init__()
        self.embed = layers.Embedding(words, width)
        self.block = Block(4, width)
        self.norm = RootMeanSquareNorm()
        self.head = layers.Dense(words)

    def call(self, tokens, training=False):
        x = self.embed(tokens) + positions(12, 16)
        x = self.block(x, training=training)
        return self.head(self.norm(x))


def loss_of(labels, logits):
    losses = ops.sparse_categorical_crossentropy(labels, logits, from_logits=True)
    counted = ops.cast(ops.not_equal(labels, 0), losses.dtype)
    return ops.sum(losses * counted) / ops.maximum(ops.sum(counted), 1.0)


model = Language(50, 16)
tokens = keras.random.randint((8, 12), 0, 50)
optimizer = keras.optimizers.Adam(1e-3)

with tf.GradientTape() as tape:
    logits = model(tokens, training=True)
    loss = loss_of(tokens, logits)
optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))

probabilities = ops.softmax(logits[:, -1])
best, places = ops.top_k(probabilities, k=5)
chosen = ops.take_along_axis(places, ops.zeros((8, 1), dtype="int32"), axis=1)
longer = ops.concatenate([tokens, chosen], axis=1)
accuracy = ops.mean(ops.equal(ops.argmax(logits, axis=-1), tokens))

inputs = keras.Input((32, 32, 3))
patches = ops.image.extract_patches(inputs, 8)
patches = ops.reshape(patches, (-1, 16, 192))
hidden = layers.Dense(16)(patches)
hidden = ops.add(hidden, ops.mean(hidden, axis=1, keepdims=True))
pooled = ops.max(hidden, axis=1)
normed = ops.divide(pooled, ops.norm(pooled, axis=-1, keepdims=True))
pictures = keras.Model(inputs, layers.Dense(5)(normed))
scores = pictures(keras.random.uniform((4, 32, 32, 3)))
classes = ops.one_hot(ops.argmax(scores, axis=-1), 5)
error = ops.categorical_crossentropy(classes, ops.softmax(scores))
