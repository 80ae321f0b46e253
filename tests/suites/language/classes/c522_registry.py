"""Blocks registered by a decorator and built by name from a specification."""
import inspect
import tensorflow as tf

BLOCKS = {}


def register(name=None, **defaults):
    def wrap(thing):
        key = name or thing.__name__.lower()
        if key in BLOCKS:
            raise KeyError(f"{key} is registered twice")
        BLOCKS[key] = (thing, defaults)
        return thing
    return wrap


@register()
class Linear:
    def __init__(self, units, use_bias=True):
        self.units, self.use_bias = units, use_bias
        self.kernel = None

    def __call__(self, x):
        if self.kernel is None:
            self.kernel = tf.Variable(tf.random.normal([x.shape[-1], self.units]))
            self.bias = tf.Variable(tf.zeros([self.units])) if self.use_bias else None
        y = x @ self.kernel
        return y if self.bias is None else y + self.bias


@register("pool", axis=1)
class Pool:
    def __init__(self, axis, keepdims=False):
        self.axis, self.keepdims = axis, keepdims

    def __call__(self, x):
        return tf.reduce_max(x, axis=self.axis, keepdims=self.keepdims)


@register("relu")
def relu(x):
    return tf.nn.relu(x)


def build(spec):
    kind, _, argument = spec.partition(":")
    thing, defaults = BLOCKS[kind]
    if not inspect.isclass(thing):
        return thing
    kwargs = dict(defaults)
    if argument:
        for pair in argument.split(","):
            key, value = pair.split("=")
            kwargs[key] = int(value)
    return thing(**kwargs)


x = tf.random.normal([8, 10, 6])
pipeline = [build(s) for s in "linear:units=12 relu pool linear:units=3,use_bias=0".split()]
for block in pipeline:
    x = block(x)
    reveal_type(x)  # revealed: Tensor[float32, Shape[8, 10, 12]] | Tensor[float32, Shape[8, 12]] | Tensor[float32, Shape[8, 3]]
reveal_type(pipeline[0].kernel)  # revealed: Variable[float32, Shape[6, 12]]
reveal_type(build("pool:keepdims=1,axis=0")(x))  # revealed: Tensor[float32, Shape[1, 3]]
reveal_type(tf.zeros([len(BLOCKS)]))  # revealed: Tensor[float32, Shape[3]]
