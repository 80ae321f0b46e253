import tensorflow as tf

v = tf.Variable([1, 2, 3])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(v * v)
g = tape.gradient(loss, v)  # warn: tf-gradient
assert g is None
