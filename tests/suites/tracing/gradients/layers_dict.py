import tensorflow as tf
from typing_extensions import reveal_type

from collections import OrderedDict
from contextlib import nullcontext

params = OrderedDict(w=tf.Variable(tf.ones([3, 2])), b=tf.Variable(tf.zeros([2])), unused=tf.Variable(1.0))


def loss_of(params, x):
    y = x @ params["w"] + params["b"]
    return tf.reduce_mean(tf.square(y))


@tf.function
def train(x, watch=True):
    with tf.GradientTape() if watch else nullcontext() as tape:
        loss = loss_of(params, x)
    grads = tape.gradient(loss, params)
    for name, g in grads.items():
        if g is not None:
            params[name].assign_sub(0.1 * g)
    return reveal_type(loss), reveal_type(grads["w"])  # revealed: Tensor[float32, Shape[()]] | Tensor[float32, Shape[3, 2]]


loss, grad = train(tf.ones([4, 3]))
reveal_type(grad)  # revealed: Tensor[float32, Shape[3, 2]]
with tf.GradientTape(persistent=True) as tape:
    loss = loss_of(params, tf.ones([5, 3]))
reveal_type(tape.gradient(loss, list(params.values())[:2])[1])  # revealed: Tensor[float32, Shape[2]]
reveal_type(tape.jacobian(loss, params["w"]))  # revealed: Tensor[float32, Shape[3, 2]]
missing = tape.gradient(loss, params["unused"])  # cause
reveal_type(missing)  # revealed: None
print(missing + 1.0)  # error: tf-gradient
