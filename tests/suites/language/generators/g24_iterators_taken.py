"""Whoever takes all items leaves an iterator empty."""
import itertools
import tensorflow as tf

def batched(it, n):
    it = iter(it)
    while chunk := list(itertools.islice(it, n)):
        yield tf.stack(chunk)
shapes = [b.shape for b in batched([tf.zeros([2])] * 5, 2)]
reveal_type(tf.zeros(shapes[-1]))  # revealed: Tensor[float32, Shape[1, 2]]
reveal_type(tf.zeros([len(shapes)]))  # revealed: Tensor[float32, Shape[3]]
def sliding(xs, k):
    its = itertools.tee(xs, k)
    for i, it in enumerate(its):
        next(itertools.islice(it, i, i), None)
    return zip(*its)
reveal_type(tf.zeros([sum(w) for w in sliding([1, 2, 3, 4], 2)]))  # revealed: Tensor[float32, Shape[3, 5, 7]]
def chunks(x, n):
    for i in range(0, x.shape[0], n):
        yield x[i : i + n]
a, b, c = chunks(tf.zeros([7, 2]), 3)
reveal_type(a)  # revealed: Tensor[float32, Shape[3, 2]]
reveal_type(c)  # revealed: Tensor[float32, Shape[1, 2]]
gen = chunks(tf.zeros([4]), 2)
reveal_type(tf.concat([*gen, *gen], 0))  # revealed: Tensor[float32, Shape[4]]
reveal_type(max(chunks(tf.zeros([5]), 2), key=len))  # revealed: Tensor[float32, Shape[2]]
evens = (n for n in itertools.count() if n % 2 == 0)
