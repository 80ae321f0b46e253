"""Families of functions as TensorFlow's documentation has them."""

from __future__ import annotations


def family_of(fullname: str) -> str:
    """The module or class that a function is documented under.

    >>> family_of("tensorflow.math.exp"), family_of("tensorflow.reshape"), family_of("tensorflow.RaggedTensor.nrows")
    ('tf.math', 'tf', 'tf.RaggedTensor')
    """
    return "tf" + fullname.rpartition(".")[0].removeprefix("tensorflow")
