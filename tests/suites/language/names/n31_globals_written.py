"""Names bound again, by hand and through globals()."""
import tensorflow as tf

x = tf.zeros([2, 3])
def f():
    return x.shape[0]
y, x = x, tf.zeros([f(), 9])
reveal_type(x)  # revealed: Tensor[float32, Shape[2, 9]]
reveal_type(y)  # revealed: Tensor[float32, Shape[2, 3]]
x: "tf.Tensor" = x[0]
reveal_type(x)  # revealed: Tensor[float32, Shape[9]]
z = (x := tf.zeros([4])).shape[0] + f()
reveal_type(tf.zeros([z]))  # revealed: Tensor[float32, Shape[8]]
print = lambda v: v[None]
reveal_type(print(x))  # revealed: Tensor[float32, Shape[1, 4]]
del print
print(x)
def tensor(tf): return tf * 2
reveal_type(tf.zeros([tensor(3)]))  # revealed: Tensor[float32, Shape[6]]
import tensorflow as keras_like
reveal_type(keras_like.ones([1]))  # revealed: Tensor[float32, Shape[1]]
from tensorflow import zeros as Z, float64 as D
reveal_type(Z([2], D))  # revealed: Tensor[float64, Shape[2]]
_, (__, *_) = 1, (2, 3, 4)
reveal_type(tf.zeros([__, *_]))  # revealed: Tensor[float32, Shape[2, 3, 4]]
globals()["dyn"] = 6
reveal_type(tf.zeros([dyn]))  # revealed: Tensor[float32, Shape[6]]
for name in ("aa", "bb"):
    globals()[name + "_w"] = tf.zeros([len(name), 1])
reveal_type(bb_w)  # revealed: Tensor[float32, Shape[2, 1]]
