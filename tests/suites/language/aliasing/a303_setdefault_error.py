"""Two keys were made from one list."""
import tensorflow as tf

groups = dict.fromkeys(["train", "test"], [])
groups["train"].append(tf.zeros([4, 3]))
groups.setdefault("test", []).append(tf.zeros([2, 5]))
reveal_type(groups["train"][1])  # revealed: Tensor[float32, Shape[2, 5]]
own = {}
own.setdefault("train", []).append(tf.zeros([4, 3]))
own.setdefault("train", []).append(tf.zeros([1, 3]))
reveal_type(tf.concat(own["train"], 0))  # revealed: Tensor[float32, Shape[5, 3]]
tf.concat(groups["train"], 0)  # error: tf-shape
