"""Views of a dict are live; keys of two dicts combine; a tuple holds a list."""
import tensorflow as tf

params = {"w": tf.zeros([2, 3]), "b": tf.zeros([3])}
names, values = params.keys(), params.values()
params["g"] = tf.ones([7])
reveal_type(list(values)[-1])  # revealed: Tensor[float32, Shape[7]]
reveal_type(tf.zeros([len(names), len(names & {"w", "x"}), len(names - {"w"})]))  # revealed: Tensor[float32, Shape[3, 1, 2]]
pair = ([tf.zeros([1])], "fixed")
pair[0].append(tf.zeros([4, 4]))
first, _ = pair
reveal_type(first[-1])  # revealed: Tensor[float32, Shape[4, 4]]
first += [tf.zeros([6])]
reveal_type(pair[0][2])  # revealed: Tensor[float32, Shape[6]]
first = first + [tf.zeros([8])]
reveal_type(pair[0][-1])  # revealed: Tensor[float32, Shape[6]]
