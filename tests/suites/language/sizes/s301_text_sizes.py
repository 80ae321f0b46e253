"""Sizes from texts: split, strip, format, zfill, find, count, map(int)."""
import tensorflow as tf

h, w = map(int, "24x32".split("x"))
reveal_type(tf.zeros([h, w]))  # revealed: Tensor[float32, Shape[24, 32]]
spec = " conv3-64 "
kind, _, filters = spec.strip().partition("-")
reveal_type(tf.zeros([int(kind[4:]), int(filters)]))  # revealed: Tensor[float32, Shape[3, 64]]
vocab = sorted(set("the cat sat on the mat".split()))
reveal_type(tf.one_hot([vocab.index("cat")], len(vocab)))  # revealed: Tensor[float32, Shape[1, 5]]
reveal_type(tf.zeros([len("abc".center(9)), "banana".count("an"), "banana".find("n")]))  # revealed: Tensor[float32, Shape[9, 2, 2]]
reveal_type(tf.zeros([len("-".join(["a"] * 4)), len(f"{7:03d}"), int("ff", 16) // 50]))  # revealed: Tensor[float32, Shape[7, 3, 5]]
reveal_type(tf.constant([c.upper() for c in "xyz" if c != "y"]))  # revealed: Tensor[string, Shape[2]]
