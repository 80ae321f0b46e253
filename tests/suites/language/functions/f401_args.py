"""Defaults that are made on call, keyword dicts filtered, functions as defaults, recursion with accumulators."""
import tensorflow as tf

def build(x, layers=(), *, act=tf.nn.relu, **options):
    options.setdefault("units", 4)
    for units in layers or [options["units"]]:
        x = act(x @ tf.zeros([x.shape[-1], units]))
    return (x, options) if options.get("more") else x

reveal_type(build(tf.zeros([2, 3])))  # revealed: Tensor[float32, Shape[2, 4]]
reveal_type(build(tf.zeros([2, 3]), [5, 6]))  # revealed: Tensor[float32, Shape[2, 6]]
x, options = build(tf.zeros([2, 3]), act=lambda t: t[None], more=True, units=7)
reveal_type(x)  # revealed: Tensor[float32, Shape[1, 2, 7]]
reveal_type(tf.zeros([len(options)]))  # revealed: Tensor[float32, Shape[2]]

def split(x, sizes, done=None):
    done = [] if done is None else done
    if not sizes:
        return done
    n, *rest = sizes
    done.append(x[:n])
    return split(x[n:], rest, done)

parts = split(tf.zeros([10, 2]), [3, 4])
reveal_type(parts[1])  # revealed: Tensor[float32, Shape[4, 2]]
reveal_type(tf.zeros([len(split(tf.zeros([5]), [1]))]))  # revealed: Tensor[float32, Shape[1]]
apply = lambda f, *a, **k: f(*a, **k)
reveal_type(apply(tf.reduce_sum, tf.zeros([3, 4]), axis=0, keepdims=True))  # revealed: Tensor[float32, Shape[1, 4]]
