"""A list of shapes is changed while another name sees it, and the last layer fails."""
import tensorflow as tf

layers = [(3, 4), (4, 5)]
view = layers
view.append((5, 2))
def run(x, spec):
    for i, o in spec:
        x = x @ tf.zeros([i, o])  # error: tf-shape
    return x
reveal_type(run(tf.zeros([1, 3]), layers))  # revealed: Tensor[float32, Shape[1, 2]]
view[1:2] = [(4, 6), (6, 5)]
reveal_type(run(tf.zeros([1, 3]), layers))  # revealed: Tensor[float32, Shape[1, 2]]
layers.insert(0, layers.pop())
run(tf.zeros([1, 5]), reversed(view[:1]))
run(tf.zeros([1, 5]), layers)  # error below: tf-shape
