"""Sorting by keys, heaps and places."""
import operator, heapq, bisect
import tensorflow as tf

ts = [("b", tf.zeros([3])), ("a", tf.zeros([7])), ("c", tf.zeros([1, 2]))]
reveal_type(sorted(ts, key=operator.itemgetter(0))[0][1])  # revealed: Tensor[float32, Shape[7]]
reveal_type(min(ts, key=lambda p: (p[1].shape.rank, p[0]))[1])  # revealed: Tensor[float32, Shape[7]]
ts.sort(key=lambda p: p[1].shape.num_elements(), reverse=True)
reveal_type(ts[0][1])  # revealed: Tensor[float32, Shape[7]]
reveal_type(ts[-1][1])  # revealed: Tensor[float32, Shape[1, 2]]
heap = [(5, "x"), (2, "y"), (9, "z")]
heapq.heapify(heap)
heapq.heappush(heap, (1, "w"))
reveal_type(tf.zeros([heapq.heappop(heap)[0], heapq.heappop(heap)[0]]))  # revealed: Tensor[float32, Shape[1, 2]]
reveal_type(tf.zeros(heapq.nlargest(2, [4, 8, 6])))  # revealed: Tensor[float32, Shape[8, 6]]
reveal_type(tf.zeros([bisect.bisect_left([1, 3, 5, 7], 5)]))  # revealed: Tensor[float32, Shape[2]]
words = "the quick brown fox".split()
reveal_type(tf.zeros(list(map(len, sorted(words, key=str.upper)))))  # revealed: Tensor[float32, Shape[5, 3, 5, 3]]
reveal_type(tf.zeros([len(max(words, key=len)), len(words[-1])]))  # revealed: Tensor[float32, Shape[5, 3]]
reveal_type(tf.zeros([i for i, _ in sorted(enumerate([30, 10, 20], start=1), key=operator.itemgetter(1))]))  # revealed: Tensor[float32, Shape[2, 3, 1]]
reveal_type(tf.zeros([*map(operator.attrgetter("shape.rank"), [tf.zeros([1, 1]), tf.zeros([3])])]))  # revealed: Tensor[float32, Shape[2, 1]]
