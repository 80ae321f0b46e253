"""sorted by keys and attributes, bisect, heapq, zip(strict), enumerate(start), reversed, min with default."""
import bisect, heapq, operator
import tensorflow as tf

parts = [tf.zeros([3, 1]), tf.zeros([1, 2]), tf.zeros([2, 3])]
parts.sort(key=lambda t: t.shape[0], reverse=True)
reveal_type(parts[0])  # revealed: Tensor[float32, Shape[3, 1]]
reveal_type(sorted(parts, key=lambda t: -t.shape[1])[-1])  # revealed: Tensor[float32, Shape[3, 1]]
pairs = [("b", 2), ("a", 5), ("c", 1)]
reveal_type(tf.zeros([n for _, n in sorted(pairs)]))  # revealed: Tensor[float32, Shape[5, 2, 1]]
reveal_type(tf.zeros([n for _, n in sorted(pairs, key=operator.itemgetter(1))]))  # revealed: Tensor[float32, Shape[1, 2, 5]]
reveal_type(tf.zeros([min([], default=4), max(pairs, key=lambda p: p[1])[1]]))  # revealed: Tensor[float32, Shape[4, 5]]
edges = [4, 8, 16]
reveal_type(tf.zeros([bisect.bisect(edges, 8), bisect.bisect_left(edges, 8), 3]))  # revealed: Tensor[float32, Shape[2, 1, 3]]
bisect.insort(edges, 5)
reveal_type(tf.zeros(edges[:2]))  # revealed: Tensor[float32, Shape[4, 5]]
heap = []
for n in (5, 2, 9, 1):
    heapq.heappush(heap, n)
reveal_type(tf.zeros([heapq.heappop(heap), heapq.heappop(heap), len(heap)]))  # revealed: Tensor[float32, Shape[1, 2, 2]]
reveal_type(tf.zeros(heapq.nlargest(2, [3, 8, 5])))  # revealed: Tensor[float32, Shape[8, 5]]
for i, t in enumerate(reversed(parts), start=2):
    reveal_type(tf.zeros([i, t.shape[1]]))  # revealed: Tensor[float32, Shape[2, 2]] | Tensor[float32, Shape[3, 3]] | Tensor[float32, Shape[4, 1]]
try:
    for a, b in zip([1, 2], [3], strict=True):
        reveal_type(tf.zeros([a, b]))  # revealed: Tensor[float32, Shape[1, 3]]
except ValueError:
    reveal_type(tf.zeros([5, 5, 5]))  # revealed: Tensor[float32, Shape[5, 5, 5]]
