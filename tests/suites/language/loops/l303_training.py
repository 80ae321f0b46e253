"""A training loop by hand: parameters in a dict, gradients, histories."""
import tensorflow as tf

params = {"w": tf.Variable(tf.zeros([3, 1])), "b": tf.Variable(tf.zeros([1]))}
x, y = tf.random.normal([32, 3]), tf.random.normal([32, 1])
history = {"loss": [], "norm": []}
for epoch in range(3):
    for start in range(0, 32, 8):
        bx, by = x[start:start + 8], y[start:start + 8]
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((bx @ params["w"] + params["b"] - by) ** 2)
        grads = tape.gradient(loss, params)
        for name, g in grads.items():
            params[name].assign_sub(0.1 * g)
    history["loss"].append(loss)
    history["norm"] += [tf.norm(g) for g in grads.values()]
reveal_type(bx)  # revealed: Tensor[float32, Shape[8, 3]]
reveal_type(grads["w"])  # revealed: Tensor[float32, Shape[3, 1]]
reveal_type(tf.stack(history["loss"]))  # revealed: Tensor[float32, Shape[3]]
reveal_type(tf.reshape(tf.stack(history["norm"]), [3, -1]))  # revealed: Tensor[float32, Shape[3, 2]]
