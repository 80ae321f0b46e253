"""The queue gives the smallest first, not the one that came first."""
import heapq
from bisect import insort
import tensorflow as tf

queue = []
for priority, n in [(5, 2), (1, 3), (3, 4)]:
    heapq.heappush(queue, (priority, n, tf.zeros([n, n])))
_, n, first = heapq.heappop(queue)
reveal_type(first)  # revealed: Tensor[float32, Shape[3, 3]]
best = heapq.nlargest(1, queue)[0][2]
reveal_type(best)  # revealed: Tensor[float32, Shape[2, 2]]
sizes = [1, 4, 9]
insort(sizes, 6)
reveal_type(tf.zeros(sizes[2:]))  # revealed: Tensor[float32, Shape[6, 9]]
tf.linalg.matvec(queue[0][2], tf.zeros([2]))  # error: tf-shape
