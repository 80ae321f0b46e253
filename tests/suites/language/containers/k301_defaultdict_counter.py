"""defaultdict, Counter, OrderedDict, ChainMap."""
from collections import ChainMap, Counter, OrderedDict, defaultdict
import tensorflow as tf

groups = defaultdict(list)
for name, n in [("a", 1), ("b", 2), ("a", 3)]:
    groups[name].append(tf.zeros([n, 2]))
reveal_type(tf.concat(groups["a"], 0))  # revealed: Tensor[float32, Shape[4, 2]]
count = Counter("abracadabra")
reveal_type(tf.zeros([count["a"], len(count)]))  # revealed: Tensor[float32, Shape[5, 5]]
reveal_type(tf.zeros([n for _, n in count.most_common(2)]))  # revealed: Tensor[float32, Shape[5, 2]]
od = OrderedDict(x=tf.zeros([1]), y=tf.zeros([2]), z=tf.zeros([3]))
od.move_to_end("x")
reveal_type(od.popitem()[1])  # revealed: Tensor[float32, Shape[1]]
reveal_type(od.popitem(last=False)[1])  # revealed: Tensor[float32, Shape[2]]
chain = ChainMap({"n": 4}, {"n": 9, "m": 5})
reveal_type(tf.zeros([chain["n"], chain["m"]]))  # revealed: Tensor[float32, Shape[4, 5]]
