"""__getattr__ hands what is missing to the wrapped tensor."""
import tensorflow as tf

class Named:
    def __init__(self, tensor, *names):
        self.tensor, self.names = tensor, names
    def __getattr__(self, name):
        if name.startswith("sum_"):
            return lambda: Named(tf.reduce_sum(self.tensor, self.names.index(name[4:])), *[n for n in self.names if n != name[4:]])
        return getattr(self.tensor, name)
    def __getitem__(self, name):
        return self.shape[self.names.index(name)]

x = Named(tf.zeros([2, 3, 4]), "b", "t", "c")
reveal_type(x.sum_t().tensor)  # revealed: Tensor[float32, Shape[2, 4]]
reveal_type(tf.zeros([x["c"], x.shape.rank], x.dtype))  # revealed: Tensor[float32, Shape[4, 3]]
y = x.sum_b().sum_c()
reveal_type(y.tensor)  # revealed: Tensor[float32, Shape[3]]
tf.matmul(y.tensor[None], tf.zeros([y["t"] + 1, 2]))  # error: tf-shape
