import tensorflow as tf

MODELS = {}
DEFAULT, _HIDDEN = 7, 8

def register(fn):
    MODELS[fn.__module__.rpartition(".")[2]] = fn
    return fn

def dense(x, units):
    return x @ tf.zeros([x.shape[-1], units])
