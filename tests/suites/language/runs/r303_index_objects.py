"""Objects that are numbers: __index__, __int__, __len__, int subclasses, __bool__."""
import tensorflow as tf

class Dim:
    def __init__(self, n):
        self.n = n
    def __index__(self):
        return self.n
    def __bool__(self):
        return self.n > 2
    def __float__(self):
        return self.n / 2

class Size(int):
    def half(self):
        return Size(self // 2)

d = Dim(3)
reveal_type(tf.zeros([5, 5])[int(d)])  # revealed: Tensor[float32, Shape[5]]
reveal_type(tf.zeros([int(d), 2 if d else 7]))  # revealed: Tensor[float32, Shape[3, 2]]
reveal_type(tf.zeros([[4, 5, 6, 7][d], int(float(d) * 4)]))  # revealed: Tensor[float32, Shape[7, 6]]
s = Size(9)
reveal_type(tf.zeros([s, s.half(), s + 1]))  # revealed: Tensor[float32, Shape[9, 4, 10]]
reveal_type(tf.zeros([len(range(d)), s.half().half()]))  # revealed: Tensor[float32, Shape[3, 2]]
