"""itertools over tensors and sizes."""
import itertools
from itertools import accumulate, chain, combinations, count, cycle, groupby, islice, pairwise, permutations, product, repeat, starmap, takewhile, dropwhile, tee, zip_longest, compress, filterfalse
import operator
import tensorflow as tf

sizes = [4, 8, 16, 3]
weights = [tf.zeros([a, b]) for a, b in pairwise(sizes)]
reveal_type(weights[1])  # revealed: Tensor[float32, Shape[8, 16]]
x = tf.ones([2, 4])
for w in weights:
    x = x @ w
reveal_type(x)  # revealed: Tensor[float32, Shape[2, 3]]
ends = list(accumulate(sizes))
reveal_type(tf.zeros(ends))  # revealed: Tensor[float32, Shape[4, 12, 28, 31]]
reveal_type(tf.zeros([list(accumulate(sizes, operator.mul, initial=1))[2]]))  # revealed: Tensor[float32, Shape[32]]
grid = list(product(range(2), "ab", repeat=1))
reveal_type(tf.zeros([len(grid), len(list(combinations(sizes, 2))), len(list(permutations(range(3))))]))  # revealed: Tensor[float32, Shape[4, 6, 6]]
reveal_type(tf.zeros(list(islice(count(5, 5), 3))))  # revealed: Tensor[float32, Shape[5, 10, 15]]
reveal_type(tf.stack(list(islice(cycle([tf.ones([2]), tf.zeros([2])]), 5))))  # revealed: Tensor[float32, Shape[5, 2]]
reveal_type(tf.stack(list(starmap(tf.fill, [([2], 1.0), ([2], 2.0)]))))  # revealed: Tensor[float32, Shape[2, 2]]
reveal_type(tf.zeros([*takewhile(lambda s: s < 10, sizes)]))  # revealed: Tensor[float32, Shape[4, 8]]
reveal_type(tf.zeros([*dropwhile(lambda s: s < 10, sizes)]))  # revealed: Tensor[float32, Shape[16, 3]]
reveal_type(tf.zeros([*filterfalse(lambda s: s % 8, sizes)]))  # revealed: Tensor[float32, Shape[8, 16]]
reveal_type(tf.zeros(tuple(compress(sizes, [1, 0, 0, 1]))))  # revealed: Tensor[float32, Shape[4, 3]]
a, b = tee(iter(weights))
next(b)
for left, right in zip(a, b):
    reveal_type(left @ right)  # revealed: Tensor[float32, Shape[4, 16]] | Tensor[float32, Shape[8, 3]]
by_rank = {}
tensors = [tf.zeros([1]), tf.zeros([2]), tf.zeros([3, 3]), tf.zeros([4, 4])]
for rank, group in groupby(tensors, key=lambda t: t.shape.rank):
    by_rank[rank] = list(group)
reveal_type(by_rank[2][-1])  # revealed: Tensor[float32, Shape[4, 4]]
reveal_type(tf.concat(by_rank[1], 0))  # revealed: Tensor[float32, Shape[3]]
for tensor, name in zip_longest(by_rank[1], ["first"], fillvalue="none"):
    reveal_type(tensor)  # revealed: Tensor[float32, Shape[1]] | Tensor[float32, Shape[2]]
flat = list(chain.from_iterable(by_rank.values()))
reveal_type(flat[2])  # revealed: Tensor[float32, Shape[3, 3]]
reveal_type(tf.concat(list(itertools.chain([flat[0]], repeat(flat[1], 3))), axis=0))  # revealed: Tensor[float32, Shape[7]]
pairs = [tf.tensordot(p, q, 1) for p, q in itertools.combinations_with_replacement([tf.ones([3]), tf.ones([3])], 2)]
reveal_type(tf.stack(pairs))  # revealed: Tensor[float32, Shape[3]]
