"""Properties that compute, are overridden, and are set through a subclass; class variables counted."""
import tensorflow as tf

class Shape:
    count = 0
    def __init__(self, side):
        Shape.count += 1
        self.side = side
    @property
    def size(self):
        return self.side * self.side
    @size.setter
    def size(self, n):
        self.side = int(n ** 0.5)
    def zeros(self):
        return tf.zeros([self.side, self.size])

class Wide(Shape):
    @property
    def size(self):
        return super().size + 1
    @size.setter
    def size(self, n):
        Shape.size.fset(self, n * 4)

s, w = Shape(3), Wide(2)
reveal_type(s.zeros())  # revealed: Tensor[float32, Shape[3, 9]]
reveal_type(w.zeros())  # revealed: Tensor[float32, Shape[2, 5]]
s.size = 16
reveal_type(s.zeros())  # revealed: Tensor[float32, Shape[4, 16]]
w.size = 9
reveal_type(w.zeros())  # revealed: Tensor[float32, Shape[6, 37]]
s.size += 9
reveal_type(s.zeros())  # revealed: Tensor[float32, Shape[5, 25]]
reveal_type(tf.zeros([Wide.count]))  # revealed: Tensor[float32, Shape[2]]
