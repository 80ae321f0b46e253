"""Classes made at run time, and what is asked of them."""
import tensorflow as tf

class A: n = 1
class B(A): n = 2
made = {cls.__name__: cls for cls in (A, B)}
reveal_type(tf.zeros([made["B"].n, issubclass(B, A) + 1]))  # revealed: Tensor[float32, Shape[2, 2]]
C = type("C", (B,), {"n": 7, "make": lambda self, k=2: tf.zeros([self.n, k])})
reveal_type(C().make())  # revealed: Tensor[float32, Shape[7, 2]]
reveal_type(tf.zeros([len(C.__bases__), type(C()).n]))  # revealed: Tensor[float32, Shape[1, 7]]
obj = A()
obj.__class__ = B
obj.__dict__.update(n=9, w=tf.zeros([4]))
reveal_type(tf.zeros([obj.n, len(vars(obj))]))  # revealed: Tensor[float32, Shape[9, 2]]
reveal_type(obj.w)  # revealed: Tensor[float32, Shape[4]]
for f, k in ((int, "3"), (float, "2"), (len, "abcd")):
    v = f(k)
    reveal_type(tf.zeros([int(v)]))  # revealed: Tensor[float32, Shape[3]] | Tensor[float32, Shape[2]] | Tensor[float32, Shape[4]]
reveal_type(tf.zeros([sum(isinstance(v, (int, str)) for v in (1, "a", 2.0, None))]))  # revealed: Tensor[float32, Shape[2]]
ann = A.__dict__["n"]
reveal_type(tf.zeros([ann]))  # revealed: Tensor[float32, Shape[1]]
