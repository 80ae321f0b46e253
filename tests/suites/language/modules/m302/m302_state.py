import tensorflow as tf

size = 2
log = []

def hook(t):
    return t

def make():
    t = hook(tf.zeros([size]))
    log.append(t)
    return t

def reset(n):
    global size, log
    size, log = n, []
