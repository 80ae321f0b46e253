import tensorflow as tf

def __getattr__(name):
    kind, _, n = name.partition("_")
    if not n.isdigit():
        raise AttributeError(name)
    return getattr(tf, kind)([int(n)])
