import tensorflow as tf

ds = tf.data.Dataset.from_tensor_slices((tf.zeros([4, 2]), tf.zeros([4])))
ds = ds.map(lambda x, y: ((x, x), y))
ds = ds.map(lambda pair, y: pair[0] + y)
ds.map(lambda x, y: x)  # error: tf-signature
