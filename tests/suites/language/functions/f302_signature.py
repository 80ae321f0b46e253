"""inspect.signature binds, functions carry attributes, defaults can be changed."""
import inspect
import tensorflow as tf

def dense(x, units=4, *, bias=True, **rest):
    return tf.zeros([x.shape[0], units + bias])

sig = inspect.signature(dense)
reveal_type(tf.zeros([len(sig.parameters), sig.parameters["units"].default]))  # revealed: Tensor[float32, Shape[4, 4]]
bound = sig.bind(tf.zeros([3, 2]), bias=False)
reveal_type(dense(*bound.args, **bound.kwargs))  # revealed: Tensor[float32, Shape[3, 4]]
config = {"units": 9, "bias": False, "colour": "red"}
names = [n for n, p in sig.parameters.items() if p.default is not p.empty]
reveal_type(dense(tf.zeros([2, 2]), **{k: config[k] for k in names}))  # revealed: Tensor[float32, Shape[2, 9]]
dense.calls = 6
dense.__defaults__ = (7,)
reveal_type(dense(tf.zeros([dense.calls, 1])))  # revealed: Tensor[float32, Shape[6, 8]]
