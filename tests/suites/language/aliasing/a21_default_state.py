"""Defaults of a function are there to be changed."""
import tensorflow as tf

def push(x, seen=[], *, n={"k": 0}):
    seen.append(x)
    n["k"] += 1
    return tf.concat(seen, 0), n["k"]

reveal_type(push(tf.zeros([1]))[0])  # revealed: Tensor[float32, Shape[1]]
reveal_type(push(tf.zeros([2]), [])[0])  # revealed: Tensor[float32, Shape[2]]
reveal_type(push(tf.zeros([3]))[0])  # revealed: Tensor[float32, Shape[4]]
reveal_type(tf.zeros([push(tf.zeros([1]))[1]]))  # revealed: Tensor[float32, Shape[4]]
push.__defaults__[0].clear()
reveal_type(push(tf.zeros([4]))[0])  # revealed: Tensor[float32, Shape[4]]
def size(x, m=len(push.__defaults__[0])): return tf.zeros([m + 1])
push(tf.zeros([1]))
reveal_type(size(0))  # revealed: Tensor[float32, Shape[2]]
