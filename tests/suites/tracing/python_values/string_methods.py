import tensorflow as tf

@tf.function
def f(name):
    return tf.strings.join([name, ".png"])

f("a")
f(tf.constant("b"))

@tf.function
def g(name):
    return name + "." + name.upper()  # error: tf-trace

g("a")
g(tf.constant("b"))
