"""operator, copy, heapq and bisect beside tensors."""
import bisect
import copy
import heapq
import math
import operator
from operator import attrgetter, itemgetter, methodcaller
import tensorflow as tf


class Layer:
    def __init__(self, units):
        self.units = units
        self.weights = [tf.ones([units])]
        self.parent = None

    def __deepcopy__(self, memo):
        new = Layer(self.units + 1)
        memo[id(self)] = new
        return new

    def scaled(self, n):
        return tf.zeros([self.units * n])


layers = [Layer(5), Layer(2), Layer(9)]
layers.sort(key=attrgetter("units"))
reveal_type(layers[0].weights[0])  # revealed: Tensor[float32, Shape[2]]
reveal_type(max(layers, key=attrgetter("units")).scaled(2))  # revealed: Tensor[float32, Shape[18]]
reveal_type(methodcaller("scaled", 3)(layers[1]))  # revealed: Tensor[float32, Shape[15]]
first, last = itemgetter(0, -1)(layers)
reveal_type(last.weights[0])  # revealed: Tensor[float32, Shape[9]]
table = {"a": (tf.ones([3]), 2), "b": (tf.ones([4]), 1)}
name, (tensor, order) = min(table.items(), key=lambda kv: itemgetter(1)(kv[1]))
reveal_type(tensor)  # revealed: Tensor[float32, Shape[4]]

shallow = copy.copy(layers[0])
shallow.weights.append(tf.zeros([7, 7]))
reveal_type(layers[0].weights[-1])  # revealed: Tensor[float32, Shape[7, 7]]
deep = copy.deepcopy({"l": layers[2], "w": layers[2].weights})
reveal_type(deep["l"].weights[0])  # revealed: Tensor[float32, Shape[10]]
deep["w"].append(tf.zeros([1, 1]))
reveal_type(layers[2].weights[-1])  # revealed: Tensor[float32, Shape[9]]
reveal_type(deep["w"][-1])  # revealed: Tensor[float32, Shape[1, 1]]

heap = []
for score, n in [(0.5, 3), (0.1, 6), (0.9, 2), (0.3, 4)]:
    heapq.heappush(heap, (-score, tf.zeros([n])) if False else (-score, n))
    if len(heap) > 3:
        heapq.heappop(heap)
best = heapq.heappop(heap)[1]
reveal_type(tf.zeros([best]))  # revealed: Tensor[float32, Shape[3]]
reveal_type(tf.zeros(heapq.nlargest(2, [4, 9, 1, 7])))  # revealed: Tensor[float32, Shape[9, 7]]
reveal_type(tf.zeros([heapq.nsmallest(1, layers, key=lambda l: l.units)[0].units]))  # revealed: Tensor[float32, Shape[2]]
queue = [5, 3, 8]
heapq.heapify(queue)
reveal_type(tf.zeros([queue[0], heapq.heapreplace(queue, 10), queue[0]]))  # revealed: Tensor[float32, Shape[3, 3, 5]]

buckets = [8, 16, 32, 64]
def bucketed(length):
    return buckets[bisect.bisect_left(buckets, length)]
reveal_type(tf.zeros([bucketed(10), bucketed(32)]))  # revealed: Tensor[float32, Shape[16, 32]]
bisect.insort(buckets, 20)
reveal_type(tf.zeros([buckets[2], bisect.bisect(buckets, 16)]))  # revealed: Tensor[float32, Shape[20, 2]]
reveal_type(tf.zeros([math.ceil(10 / 4), math.isqrt(17), math.prod([2, 3]), math.gcd(12, 18), math.comb(4, 2)]))  # revealed: Tensor[float32, Shape[3, 4, 6, 6, 6]]
reveal_type(tf.zeros([int(math.log2(64)), math.floor(2.7), round(3.6), 7 // 2, -(-7 // 2), 1 << 3]))  # revealed: Tensor[float32, Shape[6, 2, 4, 3, 4, 8]]
reveal_type(operator.getitem(tf.zeros([4, 5]), slice(1, 3)))  # revealed: Tensor[float32, Shape[2, 5]]
reveal_type(operator.add(tf.ones([2, 1]), tf.ones([3])))  # revealed: Tensor[float32, Shape[2, 3]]
x = tf.ones([2])
x = operator.iadd(x, tf.ones([4, 1]))
reveal_type(x)  # revealed: Tensor[float32, Shape[4, 2]]
