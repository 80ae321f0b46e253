"""Slices of lists that are assigned and deleted."""
import tensorflow as tf

ts = [tf.zeros([n]) for n in range(1, 7)]
ts[1:3] = [tf.zeros([9])]
reveal_type(tf.concat(ts, 0))  # revealed: Tensor[float32, Shape[25]]
ts[::2] = [tf.ones([1, n]) for n in (10, 20, 30)]
reveal_type(ts[2])  # revealed: Tensor[float32, Shape[1, 20]]
del ts[::2]
reveal_type(tf.zeros([len(ts)]))  # revealed: Tensor[float32, Shape[2]]
reveal_type(ts[-1])  # revealed: Tensor[float32, Shape[5]]
ts *= 2
reveal_type(tf.concat(ts, 0))  # revealed: Tensor[float32, Shape[28]]
ts.insert(-1, tf.zeros([7]))
reveal_type(ts[-2])  # revealed: Tensor[float32, Shape[7]]
ts.reverse()
reveal_type(ts[1])  # revealed: Tensor[float32, Shape[7]]
reveal_type(ts[slice(None, None, -1)][0])  # revealed: Tensor[float32, Shape[9]]
ts.extend(t[None] for t in ts[:2])
reveal_type(ts[-1])  # revealed: Tensor[float32, Shape[1, 7]]
