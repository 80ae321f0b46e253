"""A transformer block written with dicts of weights and plain functions, trained a few steps."""
import math
from collections import OrderedDict
from types import SimpleNamespace
import tensorflow as tf

cfg = SimpleNamespace(dim=16, heads=4, layers=2, vocab=50, ctx=12)


def init(shape, scale=0.02):
    return tf.Variable(tf.random.stateless_normal(shape, seed=[0, len(shape)]) * scale)


def block_params():
    d = cfg.dim
    return OrderedDict(
        qkv=init([d, 3 * d]),
        proj=init([d, d]),
        mlp=[init([d, 4 * d]), init([4 * d, d])],
        norms=[{"g": init([d]), "b": init([d])} for _ in range(2)],
    )


params = {"tok": init([cfg.vocab, cfg.dim]), "pos": init([cfg.ctx, cfg.dim]), "blocks": [block_params() for _ in range(cfg.layers)]}


def norm(x, g, b, eps=1e-5):
    m, v = tf.nn.moments(x, axes=[-1], keepdims=True)
    return (x - m) * tf.math.rsqrt(v + eps) * g + b


def split_heads(x):
    *lead, t, d = x.shape
    return tf.transpose(tf.reshape(x, [*lead, t, cfg.heads, d // cfg.heads]), [0, 2, 1, 3])


def attention(x, qkv, proj):
    q, k, v = map(split_heads, tf.split(x @ qkv, 3, axis=-1))
    scores = tf.matmul(q, k, transpose_b=True) / math.sqrt(q.shape[-1])
    t = x.shape[1]
    mask = tf.linalg.band_part(tf.ones([t, t]), -1, 0)
    scores = tf.where(mask[None, None] > 0, scores, -1e9)
    reveal_type(scores)  # revealed: Tensor[float32, Shape[3, 4, 8, 8]] | Tensor[float32, Shape[1, 4, 8, 8]] | Tensor[float32, Shape[1, 4, 9, 9]] | Tensor[float32, Shape[1, 4, 10, 10]]
    out = tf.transpose(tf.nn.softmax(scores) @ v, [0, 2, 1, 3])
    return tf.reshape(out, x.shape) @ proj


def forward(tokens):
    x = tf.gather(params["tok"], tokens) + params["pos"][: tokens.shape[1]]
    for block in params["blocks"]:
        n1, n2 = block["norms"]
        x += attention(norm(x, **n1), block["qkv"], block["proj"])
        up, down = block["mlp"]
        x += tf.nn.gelu(norm(x, **n2) @ up) @ down
    return tf.matmul(x, params["tok"], transpose_b=True)


tokens = tf.random.stateless_uniform([3, 9], [1, 2], 0, cfg.vocab, tf.int32)
inputs, labels = tokens[:, :-1], tokens[:, 1:]
variables = tf.nest.flatten(params)
for step in range(2):
    with tf.GradientTape() as tape:
        logits = forward(inputs)
        loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits))
    for v, g in zip(variables, tape.gradient(loss, variables)):
        v.assign_sub(0.1 * tf.convert_to_tensor(g))
reveal_type(logits)  # revealed: Tensor[float32, Shape[3, 8, 50]]
reveal_type(loss)  # revealed: Tensor[float32, Shape[()]]
reveal_type(variables[0])  # revealed: Variable[float32, Shape[16, 64]]
reveal_type(tf.zeros([len(variables)]))  # revealed: Tensor[float32, Shape[18]]
text = inputs[:1]
for _ in range(3):
    nxt = tf.argmax(forward(text[:, -cfg.ctx:])[:, -1], -1, output_type=tf.int32)
    text = tf.concat([text, nxt[:, None]], axis=1)
reveal_type(text)  # revealed: Tensor[int32, Shape[1, 11]]
