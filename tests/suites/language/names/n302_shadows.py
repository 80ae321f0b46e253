"""Names of builtins and of modules shadowed; the variable of a comprehension; except deletes."""
import tensorflow as tf

n, x = 4, tf.zeros([9])
squares = [n * n for n in range(3)]
reveal_type(tf.zeros([n, squares[-1]]))  # revealed: Tensor[float32, Shape[4, 4]]
error = tf.zeros([6])
try:
    raise KeyError("k")
except KeyError as error:
    pass
try:
    last = error
except NameError:
    last = tf.zeros([1, 2])
reveal_type(last)  # revealed: Tensor[float32, Shape[1, 2]]
len = lambda t: t.shape[0] + 1
reveal_type(tf.zeros([len(x)]))  # revealed: Tensor[float32, Shape[10]]
del len
reveal_type(tf.zeros([len([x, x])]))  # revealed: Tensor[float32, Shape[2]]
for x in [tf.zeros([3]), tf.zeros([3, 1])]:
    y = x
reveal_type(x)  # revealed: Tensor[float32, Shape[3, 1]]
class Scope:
    n = n + 1
    m = [n] * 2
    t = tf.zeros(m)
reveal_type(Scope.t)  # revealed: Tensor[float32, Shape[5, 5]]
