"""Every container of collections, with tensors inside."""
from collections import ChainMap, Counter, OrderedDict, UserDict, UserList, defaultdict, deque, namedtuple
import tensorflow as tf

history = deque(maxlen=3)
for n in range(1, 6):
    history.append(tf.zeros([n, 2]))
reveal_type(history[0])  # revealed: Tensor[float32, Shape[3, 2]]
history.rotate(1)
reveal_type(history[0])  # revealed: Tensor[float32, Shape[5, 2]]
history.appendleft(tf.zeros([9, 2]))
reveal_type(tf.concat(list(history), 0))  # revealed: Tensor[float32, Shape[17, 2]]
reveal_type(history.pop())  # revealed: Tensor[float32, Shape[3, 2]]

defaults = {"units": 4, "rate": 0.5}
user = {"units": 6}
settings = ChainMap(user, defaults)
reveal_type(tf.zeros([settings["units"]]))  # revealed: Tensor[float32, Shape[6]]
inner = settings.new_child({"units": 10})
reveal_type(tf.zeros([inner["units"], inner.parents["units"], len(inner)]))  # revealed: Tensor[float32, Shape[10, 6, 2]]

counts = Counter("abracadabra")
reveal_type(tf.zeros([counts["a"], counts["z"] + 1, len(counts)]))  # revealed: Tensor[float32, Shape[5, 1, 5]]
(letter, most), = counts.most_common(1)
reveal_type(tf.zeros([most]))  # revealed: Tensor[float32, Shape[5]]
counts.update("aa")
counts.subtract({"b": 1})
reveal_type(tf.zeros([counts["a"], counts["b"], counts.total()]))  # revealed: Tensor[float32, Shape[7, 1, 12]]
both = Counter(x=2, y=3) + Counter(x=1)
reveal_type(tf.zeros([both["x"], sum(both.values())]))  # revealed: Tensor[float32, Shape[3, 6]]

ordered = OrderedDict(a=tf.ones([1]), b=tf.ones([2]), c=tf.ones([3]))
ordered.move_to_end("a")
reveal_type(list(ordered.values())[-1])  # revealed: Tensor[float32, Shape[1]]
key, value = ordered.popitem(last=False)
reveal_type(value)  # revealed: Tensor[float32, Shape[2]]

groups = defaultdict(list)
for name, t in [("w", tf.ones([2])), ("b", tf.ones([1])), ("w", tf.ones([4]))]:
    groups[name].append(t)
reveal_type(tf.concat(groups["w"], 0))  # revealed: Tensor[float32, Shape[6]]
nested = defaultdict(lambda: defaultdict(lambda: tf.zeros([3])))
nested["a"]["b"] += 1.0
reveal_type(nested["a"]["b"])  # revealed: Tensor[float32, Shape[3]]
reveal_type(nested["x"]["y"])  # revealed: Tensor[float32, Shape[3]]

Batch = namedtuple("Batch", "images labels", defaults=[None])
batch = Batch(tf.zeros([8, 28, 28]))
batch = batch._replace(labels=tf.zeros([8], tf.int64))
images, labels = batch
reveal_type(labels)  # revealed: Tensor[int64, Shape[8]]
reveal_type(batch._asdict()["images"])  # revealed: Tensor[float32, Shape[8, 28, 28]]
reveal_type(tf.nest.map_structure(lambda t: t[:2], batch).images)  # revealed: Tensor[float32, Shape[2, 28, 28]]


class Scope(UserDict):
    def __missing__(self, key):
        return tf.zeros([len(key)])


scope = Scope(x=tf.ones([2, 2]))
reveal_type(scope["x"])  # revealed: Tensor[float32, Shape[2, 2]]
reveal_type(scope["name"])  # revealed: Tensor[float32, Shape[4]]


class Stack(UserList):
    def joined(self):
        return tf.stack(self.data)


stack = Stack([tf.ones([2])])
stack.append(tf.zeros([2]))
reveal_type(stack.joined())  # revealed: Tensor[float32, Shape[2, 2]]
