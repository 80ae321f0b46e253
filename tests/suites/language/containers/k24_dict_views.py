"""Views of a dict follow it."""
import tensorflow as tf

d = {"a": tf.zeros([1]), "b": tf.zeros([2])}
keys = d.keys()
d["c"] = tf.zeros([3])
reveal_type(tf.zeros([len(keys)]))  # revealed: Tensor[float32, Shape[3]]
e = d | {"b": tf.ones([5, 5])}
reveal_type(e["b"])  # revealed: Tensor[float32, Shape[5, 5]]
reveal_type(d["b"])  # revealed: Tensor[float32, Shape[2]]
d |= e
reveal_type(d["b"])  # revealed: Tensor[float32, Shape[5, 5]]
reveal_type(tf.zeros([len(keys & {"a", "z"}), len(e.keys() ^ {"q"})]))  # revealed: Tensor[float32, Shape[1, 4]]
reveal_type(d.setdefault("q", tf.zeros([8])))  # revealed: Tensor[float32, Shape[8]]
reveal_type(d.setdefault("q", tf.zeros([9])))  # revealed: Tensor[float32, Shape[8]]
reveal_type(d.pop("zz", tf.zeros([6])))  # revealed: Tensor[float32, Shape[6]]
inv = {v.shape.num_elements(): k for k, v in d.items()}
reveal_type(d[inv[25]])  # revealed: Tensor[float32, Shape[5, 5]]
first, *_ = d
reveal_type(d[first])  # revealed: Tensor[float32, Shape[1]]
reveal_type({**d, "a": tf.zeros([4, 4])}["a"])  # revealed: Tensor[float32, Shape[4, 4]]
reveal_type(dict.fromkeys("xyz", tf.zeros([2]))["y"])  # revealed: Tensor[float32, Shape[2]]
reveal_type(dict(zip("pq", [tf.zeros([1]), tf.zeros([2, 2])]))["q"])  # revealed: Tensor[float32, Shape[2, 2]]
k, v = max(d.items(), key=lambda kv: kv[1].shape.num_elements())
reveal_type(v)  # revealed: Tensor[float32, Shape[5, 5]]
d.update(zip(["a"], [tf.ones([3])]), b=tf.ones([4]))
reveal_type(tf.concat([d["a"], d["b"]], 0))  # revealed: Tensor[float32, Shape[7]]
