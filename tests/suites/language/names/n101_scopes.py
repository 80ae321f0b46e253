"""Scopes: class bodies, comprehensions, global, nonlocal, del, and names bound by except and import."""
import tensorflow as tf

n = 2
class A:
    n = 3
    made = tf.zeros([n])
    def get(self):
        return tf.zeros([n])
    inner = [n for _ in range(2)]
    outer = [k for k in range(n)]
reveal_type(A.made)  # revealed: Tensor[float32, Shape[3]]
reveal_type(A().get())  # revealed: Tensor[float32, Shape[2]]
reveal_type(tf.zeros([*A.inner, len(A.outer)]))  # revealed: Tensor[float32, Shape[2, 2, 3]]
def f():
    global n
    n = 5
    def g():
        n = 7
        def h():
            nonlocal n
            n += 1
            return n
        h()
        return tf.zeros([n, h()])
    return g()
reveal_type(f())  # revealed: Tensor[float32, Shape[8, 9]]
reveal_type(A().get())  # revealed: Tensor[float32, Shape[5]]
fs = [lambda: tf.zeros([i]) for i in range(1, 4)]
reveal_type(fs[0]())  # revealed: Tensor[float32, Shape[3]]
gs = [lambda i=i: tf.zeros([i]) for i in range(1, 4)]
reveal_type(gs[0]())  # revealed: Tensor[float32, Shape[1]]
total = 0
squares = [total := total + k for k in (1, 2, 3)]
reveal_type(tf.zeros(squares + [total]))  # revealed: Tensor[float32, Shape[1, 3, 6, 6]]
def shadow(len):
    return tf.zeros([len])
reveal_type(shadow(6))  # revealed: Tensor[float32, Shape[6]]
max = min
reveal_type(tf.zeros([max(3, 8)]))  # revealed: Tensor[float32, Shape[3]]
del max
reveal_type(tf.zeros([max(3, 8)]))  # revealed: Tensor[float32, Shape[8]]
globals()["made"] = tf.zeros([9])
reveal_type(made)  # revealed: Tensor[float32, Shape[9]]
exec("made2 = tf.zeros([4])") if False else None
a = b = [1]
a.append(2)
reveal_type(tf.zeros(b))  # revealed: Tensor[float32, Shape[1, 2]]
i, a[i] = 1, 8
reveal_type(tf.zeros(b))  # revealed: Tensor[float32, Shape[1, 8]]
