"""The classes of collections."""
from collections import OrderedDict, deque, ChainMap, Counter, defaultdict
import tensorflow as tf

d = OrderedDict(a=tf.zeros([1]), b=tf.zeros([2]), c=tf.zeros([3]))
d.move_to_end("a")
reveal_type(list(d.values())[-1])  # revealed: Tensor[float32, Shape[1]]
d.move_to_end("c", last=False)
k, v = d.popitem(last=False)
reveal_type(v)  # revealed: Tensor[float32, Shape[3]]
reveal_type(d.popitem()[1])  # revealed: Tensor[float32, Shape[1]]

cm = ChainMap({"w": 2}, {"w": 5, "h": 7})
reveal_type(tf.zeros([cm["w"], cm["h"]]))  # revealed: Tensor[float32, Shape[2, 7]]
child = cm.new_child({"h": 1})
child["w"] = 9
reveal_type(tf.zeros([child["w"], child["h"], cm["w"], child.parents["h"]]))  # revealed: Tensor[float32, Shape[9, 1, 2, 7]]

c = Counter("mississippi")
reveal_type(tf.zeros([c["s"], c["z"] + 1, len(c)]))  # revealed: Tensor[float32, Shape[4, 1, 4]]
reveal_type(tf.zeros([n for _, n in c.most_common(2)]))  # revealed: Tensor[float32, Shape[4, 4]]
c.update({"m": 3})
reveal_type(tf.zeros([c["m"], sum(c.values())]))  # revealed: Tensor[float32, Shape[4, 14]]

dd = defaultdict(lambda: tf.zeros([4]))
dd["x"] = tf.concat([dd["x"], dd["y"]], 0)
reveal_type(dd["x"])  # revealed: Tensor[float32, Shape[8]]
reveal_type(tf.zeros([len(dd)]))  # revealed: Tensor[float32, Shape[2]]

q = deque([1, 2, 3, 4], maxlen=3)
q.appendleft(9)
q.rotate(1)
reveal_type(tf.zeros(list(q)))  # revealed: Tensor[float32, Shape[3, 9, 2]]
q.extend([5, 6])
reveal_type(tf.zeros(q))  # revealed: Tensor[float32, Shape[2, 5, 6]]
