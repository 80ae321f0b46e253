"""Arrays that are reshaped and changed in place."""
import numpy as np
import tensorflow as tf

a = np.zeros([2, 3])
b = a[0]
b[:] = 5
a.shape = (3, 2)
reveal_type(tf.constant(a))  # revealed: Tensor[float64, Shape[3, 2]]
reveal_type(tf.constant(b))  # revealed: Tensor[float64, Shape[3]]
c = a
a = a + 1
a = a.astype("float32")
reveal_type(tf.constant(c))  # revealed: Tensor[float64, Shape[3, 2]]
c += np.ones([2], np.float32)
reveal_type(tf.constant(c))  # revealed: Tensor[float64, Shape[3, 2]]
i = np.arange(3)
i += 2
i[0] = 7.9
reveal_type(tf.constant(i))  # revealed: Tensor[int64, Shape[3]]
try:
    i += 0.5
except TypeError:
    i = i + 0.5
reveal_type(tf.constant(i))  # revealed: Tensor[float64, Shape[3]]
o = np.empty((4,), dtype=[("a", "f4"), ("b", "i2", (3,))])
l = a.tolist()
reveal_type(tf.constant(l))  # revealed: Tensor[float32, Shape[3, 2]]
l.append([0.0, 0.0])
reveal_type(tf.constant(l))  # revealed: Tensor[float32, Shape[4, 2]]
reveal_type(tf.constant(np.array(l)))  # revealed: Tensor[float64, Shape[4, 2]]
v = np.atleast_2d([1, 2, 3])
reveal_type(tf.constant(v))  # revealed: Tensor[int64, Shape[1, 3]]
reveal_type(tf.constant(a.copy(order="F").flatten()))  # revealed: Tensor[float32, Shape[6]]
reveal_type(tf.zeros([a.size, a.ndim, len(a), a.itemsize]))  # revealed: Tensor[float32, Shape[6, 2, 3, 4]]
