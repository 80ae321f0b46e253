"""A class with `__slots__` has no other attributes."""
import tensorflow as tf

class Point:
    __slots__ = ("x", "_y")
    def __init__(self, x, y): self.x, self._y = x, y
    def __eq__(self, o): return isinstance(o, Point) and self.x == o.x
    def __hash__(self): return hash(self.x)
    def __iter__(self): return iter((self.x, self._y))
    def __getitem__(self, i): return (self.x, self._y)[i]
    def __setitem__(self, i, v): setattr(self, ("x", "_y")[i], v)
    def __delitem__(self, i): self[i] = 1
    def __contains__(self, v): return v in (self.x, self._y)
    def __format__(self, spec): return f"{self.x}" * int(spec or 1)

p = Point(2, 3)
a, b = p
reveal_type(tf.zeros([a, b, p[-1]]))  # revealed: Tensor[float32, Shape[2, 3, 3]]
p[1] = 7
reveal_type(tf.zeros([*p]))  # revealed: Tensor[float32, Shape[2, 7]]
del p[0]
reveal_type(tf.zeros(list(p)))  # revealed: Tensor[float32, Shape[1, 7]]
try:
    p.z = 5
except AttributeError:
    p[0] = 4
reveal_type(tf.zeros([2 if Point(1, 2) == Point(1, 5) else 3, 2 if p != Point(4, 0) else 3]))  # revealed: Tensor[float32, Shape[2, 3]]
