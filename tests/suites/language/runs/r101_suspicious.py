"""Looks wrong and runs: shapes are only wrong where nobody goes."""
import tensorflow as tf

class Lazy:
    def __init__(self, f):
        self.f = f
    def __call__(self):
        return self.f()
never = Lazy(lambda: tf.zeros([2]) + tf.zeros([3]))
always = Lazy(lambda: tf.zeros([2]) + tf.zeros([2]))
reveal_type(always())  # revealed: Tensor[float32, Shape[2]]
x = tf.zeros([4])
assert True or x + tf.zeros([3])
for _ in []:
    x + tf.zeros([7])
while False:
    x + tf.zeros([8])
reveal_type(x)  # revealed: Tensor[float32, Shape[4]]
def rarely(flag=False, **kw):
    if flag or kw.get("force"):
        return x + tf.zeros([9])
    return x
reveal_type(rarely(force=0))  # revealed: Tensor[float32, Shape[4]]
try:
    x + tf.zeros([5])
except tf.errors.InvalidArgumentError as e:
    reveal_type(x)  # revealed: Tensor[float32, Shape[4]]
else:
    raise SystemExit
gen = (x + tf.zeros([n]) for n in (4, 1, 5))
reveal_type(next(gen))  # revealed: Tensor[float32, Shape[4]]
reveal_type(next(gen))  # revealed: Tensor[float32, Shape[4]]
del gen
table = {"good": lambda: x + 1.0, "bad": lambda: x + tf.zeros([6])}
reveal_type(table["good" if len(table) == 2 else "bad"]())  # revealed: Tensor[float32, Shape[4]]
reveal_type(max([x], key=lambda t: t.shape[0]))  # revealed: Tensor[float32, Shape[4]]
if __name__ != "__main__":
    x + tf.zeros([10])
