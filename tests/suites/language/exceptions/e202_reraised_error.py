"""A handler that logs and raises again."""
import tensorflow as tf

log = []
def guarded(f, *args):
    try:
        return f(*args)  # error below: tf-shape
    except Exception as e:
        log.append(type(e).__name__)
        raise
    finally:
        log.append("done")
reveal_type(guarded(tf.ones, [2]))  # revealed: Tensor[float32, Shape[2]]
try:
    guarded(lambda: [][0])
except IndexError:
    reveal_type(tf.zeros([len(log), len(log[1])]))  # revealed: Tensor[float32, Shape[3, 10]]
guarded(lambda a, b: a @ b, tf.zeros([2, 3]), tf.zeros([4, 5]))  # error: tf-shape
