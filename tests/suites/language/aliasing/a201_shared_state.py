"""Class attributes, default arguments, closures and module tables share their lists."""
import copy
import tensorflow as tf

class Registry:
    items = []
    by_name = {}
    def add(self, name, t):
        self.items.append(t)
        self.by_name[name] = self
        self.count = getattr(self, "count", 0) + 1
        return self
a, b = Registry(), Registry()
a.add("x", tf.zeros([1])).add("y", tf.zeros([2]))
b.add("z", tf.zeros([3]))
reveal_type(tf.concat(Registry.items, 0))  # revealed: Tensor[float32, Shape[6]]
reveal_type(tf.zeros([a.count, b.count, len(a.by_name)]))  # revealed: Tensor[float32, Shape[2, 1, 3]]
b.items = [tf.zeros([9])]
reveal_type(tf.concat(a.items, 0))  # revealed: Tensor[float32, Shape[6]]
reveal_type(b.items[0])  # revealed: Tensor[float32, Shape[9]]
reveal_type(tf.concat(Registry.by_name["z"].items, 0))  # revealed: Tensor[float32, Shape[9]]
def log(x, seen=[]):
    seen.append(x.shape[0])
    return seen
log(tf.zeros([4]))
reveal_type(tf.zeros(log(tf.zeros([5]))))  # revealed: Tensor[float32, Shape[4, 5]]
nested = {"a": {"b": [tf.zeros([1])]}}
shallow, deep = dict(nested), copy.deepcopy(nested)
nested["a"]["b"].append(tf.zeros([2]))
nested["a"] = {}
reveal_type(tf.concat(shallow["a"]["b"], 0))  # revealed: Tensor[float32, Shape[3]]
reveal_type(tf.concat(deep["a"]["b"], 0))  # revealed: Tensor[float32, Shape[1]]
row = [0] * 3
rows = [row, row[:], list(row), row]
row[0] = 5
reveal_type(tf.zeros([r[0] + 1 for r in rows]))  # revealed: Tensor[float32, Shape[6, 1, 1, 6]]
x = y = {"k": 1}
x |= {"m": 2}
reveal_type(tf.zeros([len(y)]))  # revealed: Tensor[float32, Shape[2]]
x = x | {"n": 3}
reveal_type(tf.zeros([len(y), len(x)]))  # revealed: Tensor[float32, Shape[2, 3]]
s = t = (1, 2)
s += (3,)
reveal_type(tf.zeros([len(t), len(s)]))  # revealed: Tensor[float32, Shape[2, 3]]
state = {"best": None}
def update(t):
    if state["best"] is None or t.shape[0] > state["best"].shape[0]:
        state["best"] = t
for n in (2, 6, 4):
    update(tf.zeros([n]))
reveal_type(state["best"])  # revealed: Tensor[float32, Shape[6]]
