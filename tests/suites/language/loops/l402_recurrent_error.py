"""A cell is stepped over time; the mask of the last step has another batch."""
import tensorflow as tf

def cell(x, h, w):
    z = tf.concat([x, h], -1) @ w
    gate, value = tf.split(z, 2, axis=-1)
    return tf.sigmoid(gate) * tf.tanh(value)

def unroll(xs, h, w, masks=None):
    outputs = []
    for t, x in enumerate(tf.unstack(xs, axis=1)):
        new = cell(x, h, w)
        h = new if masks is None else tf.where(masks[t], new, h)  # error: tf-shape
        outputs.append(h)
    return tf.stack(outputs, 1), h

xs, w = tf.zeros([4, 6, 3]), tf.zeros([8, 10])
ys, h = unroll(xs, tf.zeros([4, 5]), w)
reveal_type(ys)  # revealed: Tensor[float32, Shape[4, 6, 5]]
masks = [tf.ones([4, 1], tf.bool)] * 5 + [tf.ones([3, 1], tf.bool)]
reveal_type(unroll(xs[:, :5], h, w, masks)[1])  # revealed: Tensor[float32, Shape[4, 5]]
unroll(xs, h, w, masks)  # error below: tf-shape
