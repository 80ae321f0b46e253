"""None stands for a default; or, is None, and the ternary in a chain."""
import tensorflow as tf

def attend(q, k=None, v=None, mask=None, scale=None):
    k = q if k is None else k
    v = k if v is None else v
    scores = tf.matmul(q, k, transpose_b=True) * (scale or k.shape[-1] ** -0.5)
    if mask is not None:
        scores += mask
    weights = tf.nn.softmax(scores)
    reveal_type(weights)  # revealed: Tensor[float32, Shape[2, 5, 5]] | Tensor[float32, Shape[2, 5, 7]]
    return weights @ v

q, k = tf.zeros([2, 5, 4]), tf.zeros([2, 7, 4])
reveal_type(attend(q))  # revealed: Tensor[float32, Shape[2, 5, 4]]
reveal_type(attend(q, k, mask=tf.zeros([5, 7])))  # revealed: Tensor[float32, Shape[2, 5, 4]]
reveal_type(attend(q, k, tf.zeros([2, 7, 9]), scale=1.0))  # revealed: Tensor[float32, Shape[2, 5, 9]]
