import tensorflow as tf

@tf.function(input_signature=(tf.TensorSpec([None], tf.float32, "x"), {"k": tf.TensorSpec([2], tf.int64)}))
def f(x, d):
    return x, d["k"]

f(tf.ones([3]), {"k": tf.constant([1, 2], tf.int64)})
f(x=tf.ones([3]), d={"k": tf.constant([1, 2], tf.int64)})
f(tf.ones([3]), {"k": tf.constant([1, 2])})  # error: tf-signature
