"""A group of exceptions is split."""
import tensorflow as tf

def run(fs):
    errors, out = [], []
    for f in fs:
        try:
            out.append(f())
        except Exception as e:
            errors.append(e)
    if errors:
        raise ExceptionGroup("bad", errors)
    return tf.concat(out, 0)

reveal_type(run([lambda: tf.zeros([1]), lambda: tf.zeros([2])]))  # revealed: Tensor[float32, Shape[3]]
n = m = 1
try:
    run([lambda: [][0], lambda: int("x"), lambda: {}[0]])
except* ValueError as g:
    n = len(g.exceptions) + 3
except* LookupError as g:
    m = len(g.exceptions) + 5
reveal_type(tf.zeros([n, m]))  # revealed: Tensor[float32, Shape[4, 7]]
