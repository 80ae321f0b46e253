"""tf.random.Generator, initializers."""

# ruff: noqa: B018

import tensorflow as tf

generator = tf.random.Generator.from_seed(1)
generator
generator.normal([2])
generator.normal([2], dtype=tf.float64)
generator.truncated_normal([2])
generator.uniform([2])
generator.uniform([2], maxval=3, dtype=tf.int32)
generator.uniform_full_int([2])
generator.binomial([2], 1.0, 0.5)
generator.make_seeds(2)
generator.split(2)
generator.split(2)[0].normal([2])
generator.skip(3)
generator.key
generator.state
generator.algorithm  # open: a number, or a tensor of it
generator.reset_from_seed(2)
generator.reset(generator.state)
tf.random.Generator.from_state([1, 2, 3], "philox")
tf.random.Generator.from_non_deterministic_state()
tf.random.Generator.from_key_counter(0, [0, 0], "philox")
tf.random.get_global_generator()

tf.random_normal_initializer()([2])
tf.random_uniform_initializer()([2])
tf.constant_initializer(1)([2])
tf.ones_initializer()([2])
tf.zeros_initializer()([2])
tf.zeros_initializer().get_config()
tf.zeros_initializer.from_config({})
