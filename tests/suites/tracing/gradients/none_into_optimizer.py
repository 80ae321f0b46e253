import tensorflow as tf

a = tf.Variable(tf.ones([3]))
with tf.GradientTape() as tape:
    tape.stop_recording()
    loss = tf.reduce_sum(tf.stop_gradient(a) * 2.0)
grads = tape.gradient(loss, [a])  # may warn
print(grads[0] + 1.0)  # error: tf-dtype
