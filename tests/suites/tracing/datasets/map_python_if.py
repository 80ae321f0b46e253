import tensorflow as tf

def clean(x):
    return float(x) + 1.0

ds = tf.data.Dataset.range(3)
ds.map(clean)
