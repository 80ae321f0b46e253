"""Minibatches by slices, a training loop, an early stop."""
import random
import math
import numpy as np
import tensorflow as tf

tf.random.set_seed(0)
random.seed(3)
rng = np.random.default_rng(0)

features = rng.normal(size=(50, 6)).astype("float32")
targets = rng.integers(0, 3, size=50)
split = int(len(features) * 0.8)
train_x, test_x = features[:split], features[split:]
train_y, test_y = np.split(targets, [split])
BATCH = 16

w = tf.Variable(tf.random.normal([6, 3], stddev=0.1))
b = tf.Variable(tf.zeros([3]))
optimizer = tf.keras.optimizers.SGD(0.1)


def logits(x):
    return x @ w + b


best, patience = math.inf, 2
history = {"loss": [], "accuracy": []}
for epoch in range(3):
    order = rng.permutation(len(train_x))
    for i in range(0, len(train_x), BATCH):
        index = order[i:i + BATCH]
        x, y = tf.constant(train_x[index]), tf.constant(train_y[index])
        reveal_type(x)  # revealed: Tensor[float32, Shape[16, 6]] | Tensor[float32, Shape[8, 6]]
        with tf.GradientTape() as tape:
            z = logits(x)
            loss = tf.nn.sparse_softmax_cross_entropy_with_logits(y, z)
            mean = tf.reduce_mean(loss)
        reveal_type(loss)  # revealed: Tensor[float32, Shape[16]] | Tensor[float32, Shape[8]]
        grads = tape.gradient(mean, [w, b])
        optimizer.apply_gradients(zip(grads, [w, b]))
        history["loss"].append(float(mean))
    reveal_type(grads[0])  # revealed: Tensor[float32, Shape[6, 3]]
    predictions = tf.argmax(logits(test_x), axis=1)
    accuracy = tf.reduce_mean(tf.cast(predictions == test_y, tf.float32))
    history["accuracy"].append(accuracy)
    if (value := float(mean)) < best:
        best, waited = value, 0
    else:
        waited += 1
        if waited > patience:
            break
reveal_type(predictions)  # revealed: Tensor[int64, Shape[10]]
reveal_type(tf.stack(history["accuracy"]))  # revealed: Tensor[float32, Shape[3]]
reveal_type(tf.constant(history["loss"]))  # revealed: Tensor[float32, Shape[9]]

data = tf.range(11)
batches = [data[i:i + 4] for i in range(0, len(data), 4)]
reveal_type(batches[0])  # revealed: Tensor[int32, Shape[4]]
reveal_type(batches[-1])  # revealed: Tensor[int32, Shape[3]]
for a, c in zip(batches, batches[1:]):
    reveal_type(c)  # revealed: Tensor[int32, Shape[4]] | Tensor[int32, Shape[3]]
shuffled = list(range(8))
random.shuffle(shuffled)
reveal_type(tf.gather(tf.zeros([8, 2]), shuffled))  # revealed: Tensor[float32, Shape[8, 2]]
reveal_type(tf.constant(random.sample(range(100), k=5)))  # revealed: Tensor[int32, Shape[5]]
reveal_type(tf.zeros([len(random.choices("ab", k=4))]))  # revealed: Tensor[float32, Shape[4]]
