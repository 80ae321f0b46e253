"""finally overrides a return; a flag tells whether the body was done; exceptions carry on in loops."""
import tensorflow as tf

def overridden(x):
    try:
        return x
    finally:
        x = tf.transpose(x)
        if x.shape[0] == 5:
            return x

reveal_type(overridden(tf.zeros([2, 5])))  # revealed: Tensor[float32, Shape[5, 2]]
reveal_type(overridden(tf.zeros([2, 6])))  # revealed: Tensor[float32, Shape[2, 6]]
good, bad = [], []
for shape in ([2, 3], [-1, 3], [4], "ab"):
    try:
        t = tf.zeros(shape)
    except (ValueError, TypeError, tf.errors.InvalidArgumentError, tf.errors.UnimplementedError) as error:
        bad.append(type(error))
        continue
    good.append(t)
reveal_type(good[-1])  # revealed: Tensor[float32, Shape[4]]
reveal_type(tf.zeros([len(good), len(bad)]))  # revealed: Tensor[float32, Shape[2, 2]]

def first_fitting(x, sizes):
    for size in sizes:
        try:
            y = tf.reshape(x, size)
        except tf.errors.InvalidArgumentError:
            pass
        else:
            break
    else:
        y = x
    return y

reveal_type(first_fitting(tf.zeros([12]), [[5, 2], [3, 4], [2, 6]]))  # revealed: Tensor[float32, Shape[3, 4]]
reveal_type(first_fitting(tf.zeros([13]), [[5, 2], [3, 4]]))  # revealed: Tensor[float32, Shape[13]]
