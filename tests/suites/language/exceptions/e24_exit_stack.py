"""What a stack of managers does at its end."""
import contextlib
import tensorflow as tf

order = []
@contextlib.contextmanager
def tag(n):
    order.append(n)
    yield n * 10
    order.append(-n)
def work(stop):
    with contextlib.ExitStack() as s:
        a = s.enter_context(tag(1))
        if stop: return tf.zeros([a])
        b = s.enter_context(tag(2))
        s.push(lambda *e: order.append(7))
        return tf.zeros([a, b])
reveal_type(work(False))  # revealed: Tensor[float32, Shape[10, 20]]
reveal_type(tf.zeros([abs(v) for v in order]))  # revealed: Tensor[float32, Shape[1, 2, 7, 2, 1]]
order.clear()
reveal_type(work(True))  # revealed: Tensor[float32, Shape[10]]
reveal_type(tf.zeros([len(order)]))  # revealed: Tensor[float32, Shape[2]]
class Guard(contextlib.ContextDecorator):
    def __enter__(self): order.append(5); return self
    def __exit__(self, *a): order.append(6); return True
@Guard()
def risky(x):
    if x.shape[0] > 2: raise ValueError
    return x
reveal_type(risky(tf.zeros([2])))  # revealed: Tensor[float32, Shape[2]]
reveal_type(tf.zeros([5]) if risky(tf.zeros([3])) is None else tf.zeros([4]))  # revealed: Tensor[float32, Shape[5]]
reveal_type(tf.zeros(order[-2:]))  # revealed: Tensor[float32, Shape[5, 6]]
