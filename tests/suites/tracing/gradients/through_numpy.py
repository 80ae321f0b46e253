import tensorflow as tf

w = tf.Variable(tf.ones([3]))
with tf.GradientTape() as tape:
    y = tf.constant((w * 2.0).numpy())
    loss = tf.reduce_sum(y)
g = tape.gradient(loss, [w])  # warn: tf-gradient
assert g == [None]
