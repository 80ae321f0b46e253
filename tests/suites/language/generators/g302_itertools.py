"""itertools: chain, islice, accumulate, product, groupby, tee, pairwise, zip_longest, cycle, takewhile."""
from itertools import accumulate, chain, combinations, count, cycle, dropwhile, groupby, islice, pairwise, product, repeat, starmap, takewhile, tee, zip_longest
import tensorflow as tf

xs = [tf.zeros([n, 2]) for n in (1, 2, 3)]
reveal_type(tf.concat(list(chain(xs, xs[:1])), 0))  # revealed: Tensor[float32, Shape[7, 2]]
reveal_type(list(accumulate(xs, lambda a, b: tf.concat([a, b], 0)))[-1])  # revealed: Tensor[float32, Shape[6, 2]]
reveal_type(list(starmap(tf.fill, [([2], 1), ([3, 3], 2.0)]))[1])  # revealed: Tensor[float32, Shape[3, 3]]
groups = {k: list(v) for k, v in groupby(sorted([3, 1, 4, 1, 5, 9, 2], key=lambda n: n % 2), key=lambda n: n % 2)}
reveal_type(tf.zeros([len(groups[0]), len(groups[1])]))  # revealed: Tensor[float32, Shape[2, 5]]
reveal_type([a @ tf.transpose(b) for a, b in pairwise(xs)][1])  # revealed: Tensor[float32, Shape[2, 3]]
reveal_type(tf.zeros(list(islice(count(3, 2), 1, 4))))  # revealed: Tensor[float32, Shape[5, 7, 9]]
reveal_type(tf.zeros([sum(1 for _ in combinations(range(4), 2)), len(list(product("ab", repeat=3)))]))  # revealed: Tensor[float32, Shape[6, 8]]
a, b = tee(iter(xs))
next(a)
reveal_type(tf.concat([*a], 0))  # revealed: Tensor[float32, Shape[5, 2]]
reveal_type(next(b))  # revealed: Tensor[float32, Shape[1, 2]]
reveal_type([p or tf.ones([9]) for p, _ in zip_longest([], repeat(0, 2))][0])  # revealed: Tensor[float32, Shape[9]]
reveal_type(tf.zeros([*takewhile(lambda n: n < 3, [1, 2, 3, 1]), *dropwhile(lambda n: n < 3, [1, 3, 1])]))  # revealed: Tensor[float32, Shape[1, 2, 3, 1]]
colours = cycle("rgb")
reveal_type(tf.constant([next(colours) for _ in range(5)]))  # revealed: Tensor[string, Shape[5]]
