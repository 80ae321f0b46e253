import tensorflow as tf

def make():
    last = None
    @tf.function
    def step(x):
        nonlocal last
        if last is None:
            last = tf.zeros_like(x)  # may warn
        out = x + last  # error: tf-shape
        return out
    return step

step = make()
step(tf.ones([2]))
step(tf.ones([3]))
