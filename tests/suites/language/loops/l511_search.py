"""Beam search, queues and fixed points: loops that grow, break and carry tensors."""
import heapq
from collections import OrderedDict, deque
import tensorflow as tf

def beam(start, width, steps):
    beams = [(0.0, 0, start)]
    count = 0
    for _ in range(steps):
        grown = []
        for score, _, t in beams:
            for k in (1, 2):
                count += 1
                heapq.heappush(grown, (score + k, count, tf.concat([t, tf.fill([k], 1.0)], 0)))
        beams = heapq.nsmallest(width, grown)
    return beams

best = beam(tf.zeros([1]), 2, 3)
reveal_type(best[0][2])  # revealed: Tensor[float32, Shape[4]]
reveal_type(best[1][2])  # revealed: Tensor[float32, Shape[5]]

graph = {"a": ["b", "c"], "b": ["d"], "c": ["d"], "d": []}
depth, queue = {"a": 0}, deque(["a"])
while queue:
    node = queue.popleft()
    for child in graph[node]:
        if child not in depth:
            depth[child] = depth[node] + 1
            queue.append(child)
reveal_type(tf.constant([depth[k] for k in sorted(depth)]))  # revealed: Tensor[int32, Shape[4]]
reveal_type(tf.zeros([max(depth.values()), len(depth)]))  # revealed: Tensor[float32, Shape[2, 4]]

class LRU(OrderedDict):
    def __init__(self, size):
        super().__init__()
        self.size = size
    def put(self, key, value):
        self[key] = value
        self.move_to_end(key)
        while len(self) > self.size:
            self.popitem(last=False)

cache = LRU(2)
for n in range(1, 5):
    cache.put(f"w{n}", tf.zeros([n, n]))
reveal_type(cache["w4"])  # revealed: Tensor[float32, Shape[4, 4]]
reveal_type(tf.concat([cache["w3"], tf.ones([1, 3])], 0))  # revealed: Tensor[float32, Shape[4, 3]]
reveal_type(tf.zeros([len(cache)]))  # revealed: Tensor[float32, Shape[2]]
x = tf.ones([16])
while (n := x.shape[0]) > 3:
    x = tf.reduce_max(tf.reshape(x, [n // 2, 2]), 1)
reveal_type(x)  # revealed: Tensor[float32, Shape[2]]
for a in cache.values():
    x = a @ tf.ones([3, 2])  # error: tf-shape
