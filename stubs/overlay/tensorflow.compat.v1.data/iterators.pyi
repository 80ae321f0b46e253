"""Iterators of datasets, today's too."""

from typing import Any

import tensorflow as tf

def make_initializable_iterator(dataset: tf.data.Dataset[Any]) -> tf.compat.v1.data.Iterator: ...  # and the rest
def make_one_shot_iterator(dataset: tf.data.Dataset[Any]) -> tf.compat.v1.data.Iterator: ...
