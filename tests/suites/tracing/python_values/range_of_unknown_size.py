import tensorflow as tf

@tf.function(input_signature=[tf.TensorSpec([None, 3])])
def f(x):
    rows = []
    for i in range(x.shape[0]):  # error: tf-trace
        rows.append(x[i])
    return tf.stack(rows)

f(tf.ones([2, 3]))
