"""functools and operator: caches, partial methods, reductions, getters, total ordering."""
import functools
import operator
import tensorflow as tf

@functools.lru_cache(maxsize=None)
def eye(n):
    return tf.eye(n)

reveal_type(eye(3) @ eye(3))  # revealed: Tensor[float32, Shape[3, 3]]
reveal_type(tf.zeros([eye.cache_info().hits, eye.cache_info().misses]))  # revealed: Tensor[float32, Shape[1, 1]]

class Net:
    def dense(self, x, units, *, scale=1.0):
        return x @ tf.fill([x.shape[-1], units], scale)  # error: tf-dtype
    head = functools.partialmethod(dense, units=10)
    stem = functools.partialmethod(dense, units=4, scale=0.5)

net = Net()
reveal_type(net.head(net.stem(tf.ones([2, 3]))))  # revealed: Tensor[float32, Shape[2, 10]]
parts = {"x": tf.zeros([2, 3]), "y": tf.zeros([2, 1])}
x, y = operator.itemgetter("x", "y")(parts)
reveal_type(tf.concat([x, y], 1))  # revealed: Tensor[float32, Shape[2, 4]]
reveal_type(functools.reduce(operator.matmul, [tf.ones([1, 2]), tf.ones([2, 5]), tf.ones([5, 3])]))  # revealed: Tensor[float32, Shape[1, 3]]
rank = operator.attrgetter("shape.rank")
reveal_type(tf.zeros([rank(x), 1]))  # revealed: Tensor[float32, Shape[2, 1]]
reveal_type(operator.methodcaller("dense", x, units=6)(net))  # revealed: Tensor[float32, Shape[2, 6]]

@functools.total_ordering
class Sized:
    def __init__(self, t):
        self.t = t
    def __eq__(self, other):
        return len(self.t) == len(other.t)
    def __lt__(self, other):
        return len(self.t) < len(other.t)

big = max(Sized(tf.zeros([2])), Sized(tf.zeros([5])), Sized(tf.zeros([3])))
reveal_type(big.t)  # revealed: Tensor[float32, Shape[5]]
reveal_type(min([tf.zeros([4, 1]), tf.zeros([2, 9])], key=len))  # revealed: Tensor[float32, Shape[2, 9]]
net.head(y, scale="a")  # error below: tf-dtype
