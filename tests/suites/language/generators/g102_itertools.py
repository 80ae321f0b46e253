"""itertools on tensors and sizes."""
import itertools
import tensorflow as tf

a, b = [1, 2], [3, 4]
reveal_type(tf.zeros(list(itertools.chain(a, b))))  # revealed: Tensor[float32, Shape[1, 2, 3, 4]]
reveal_type(tf.zeros(list(itertools.chain.from_iterable([a, b]))))  # revealed: Tensor[float32, Shape[1, 2, 3, 4]]
reveal_type(tf.zeros([len(list(itertools.product(a, b, repeat=1))), len(list(itertools.permutations("abc", 2)))]))  # revealed: Tensor[float32, Shape[4, 6]]
reveal_type(tf.zeros(list(itertools.accumulate([1, 2, 3]))))  # revealed: Tensor[float32, Shape[1, 3, 6]]
reveal_type(tf.zeros(list(itertools.accumulate([1, 2, 3], lambda p, q: p * q, initial=2))))  # revealed: Tensor[float32, Shape[2, 2, 4, 12]]
for x, y in itertools.pairwise([tf.zeros([1, 2]), tf.zeros([2, 3]), tf.zeros([3, 4])]):
    reveal_type(x @ y)  # revealed: Tensor[float32, Shape[1, 3]] | Tensor[float32, Shape[2, 4]]
reveal_type(tf.zeros(list(itertools.islice(itertools.count(3, 2), 3))))  # revealed: Tensor[float32, Shape[3, 5, 7]]
reveal_type(tf.zeros([len(list(itertools.islice("abcdef", 1, 5, 2)))]))  # revealed: Tensor[float32, Shape[2]]
reveal_type(tf.zeros(list(itertools.takewhile(lambda n: n < 4, [1, 3, 5, 2]))))  # revealed: Tensor[float32, Shape[1, 3]]
reveal_type(tf.zeros(list(itertools.dropwhile(lambda n: n < 4, [1, 3, 5, 2]))))  # revealed: Tensor[float32, Shape[5, 2]]
for key, group in itertools.groupby([1, 1, 2, 3, 3], key=lambda n: n):
    reveal_type(tf.zeros([key, len(list(group))]))  # revealed: Tensor[float32, Shape[1, 2]] | Tensor[float32, Shape[2, 1]] | Tensor[float32, Shape[3, 2]]
for p, q in itertools.zip_longest([1, 2, 3], [4], fillvalue=7):
    reveal_type(tf.zeros([p, q]))  # revealed: Tensor[float32, Shape[1, 4]] | Tensor[float32, Shape[2, 7]] | Tensor[float32, Shape[3, 7]]
one, two = itertools.tee(iter([5, 6]))
reveal_type(tf.zeros([next(one), next(one), next(two)]))  # revealed: Tensor[float32, Shape[5, 6, 5]]
reveal_type(tf.zeros(list(itertools.starmap(pow, [(2, 2), (3, 1)]))))  # revealed: Tensor[float32, Shape[4, 3]]
reveal_type(tf.zeros(list(itertools.compress([4, 5, 6], [1, 0, 1]))))  # revealed: Tensor[float32, Shape[4, 6]]
c = itertools.cycle([2, 3])
reveal_type(tf.zeros([next(c) for _ in range(3)]))  # revealed: Tensor[float32, Shape[2, 3, 2]]
reveal_type(tf.zeros(list(itertools.filterfalse(lambda n: n % 2, [1, 2, 4]))))  # revealed: Tensor[float32, Shape[2, 4]]
reveal_type(tf.zeros([len(list(itertools.combinations(range(5), 2))), len(list(itertools.repeat(0, 4)))]))  # revealed: Tensor[float32, Shape[10, 4]]
