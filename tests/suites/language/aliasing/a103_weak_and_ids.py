"""weakref, identity, dictionaries of objects, vars and __dict__."""
import weakref
import tensorflow as tf

class Holder:
    def __init__(self, **kw):
        self.__dict__.update(kw)
h = Holder(a=tf.zeros([1]), b=tf.zeros([2]))
ref = weakref.ref(h)
ref().a = tf.zeros([4])
reveal_type(h.a)  # revealed: Tensor[float32, Shape[4]]
vars(h)["c"] = tf.zeros([5])
reveal_type(h.c)  # revealed: Tensor[float32, Shape[5]]
reveal_type(tf.concat(list(h.__dict__.values()), 0))  # revealed: Tensor[float32, Shape[11]]
delattr(h, "a")
reveal_type(tf.zeros([len(vars(h)), 1 if hasattr(h, "a") else 2]))  # revealed: Tensor[float32, Shape[2, 2]]
table = weakref.WeakKeyDictionary()
table[h] = tf.zeros([6])
reveal_type(table[ref()])  # revealed: Tensor[float32, Shape[6]]
by_id = {id(h): tf.zeros([7])}
reveal_type(by_id[id(ref())])  # revealed: Tensor[float32, Shape[7]]
names = [n for n in sorted(vars(h)) if not n.startswith("_")]
reveal_type(getattr(h, names[-1]))  # revealed: Tensor[float32, Shape[5]]
setattr(h, "x" + names[0], tf.zeros([8]))
reveal_type(h.xb)  # revealed: Tensor[float32, Shape[8]]
