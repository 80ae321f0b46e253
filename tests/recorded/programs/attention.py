"""Multi-head attention and a decoder block from matrices, with a causal mask and padding."""

import tensorflow as tf

BATCH = 2
LENGTH = 7
WIDTH = 16
HEADS = 4
DEPTH = WIDTH // HEADS
VOCABULARY = 50


def positional_encoding(length, depth):
    half = depth // 2
    positions = tf.range(length, dtype=tf.float32)[:, tf.newaxis]
    rates = tf.range(half, dtype=tf.float32)[tf.newaxis, :] / half
    angles = positions / tf.pow(10000.0, rates)
    return tf.concat([tf.sin(angles), tf.cos(angles)], axis=-1)


def split_heads(x):
    shape = tf.shape(x)
    x = tf.reshape(x, [shape[0], shape[1], HEADS, DEPTH])
    return tf.transpose(x, perm=[0, 2, 1, 3])


def merge_heads(x):
    x = tf.transpose(x, [0, 2, 1, 3])
    return tf.reshape(x, (x.shape[0], x.shape[1], WIDTH))


def scaled_dot_product_attention(q, k, v, mask=None):
    scores = tf.matmul(q, k, transpose_b=True)
    scores = scores / tf.math.sqrt(tf.cast(tf.shape(k)[-1], tf.float32))
    if mask is not None:
        scores += (1.0 - mask) * -1e9
    weights = tf.nn.softmax(scores, axis=-1)
    return tf.matmul(weights, v), weights


class MultiHeadAttention(tf.Module):
    def __init__(self):
        super().__init__()
        self.wq = tf.Variable(tf.random.normal([WIDTH, WIDTH], stddev=0.1))
        self.wk = tf.Variable(tf.random.normal([WIDTH, WIDTH], stddev=0.1))
        self.wv = tf.Variable(tf.random.normal([WIDTH, WIDTH], stddev=0.1))
        self.wo = tf.Variable(tf.random.normal([WIDTH, WIDTH], stddev=0.1))

    def __call__(self, query, memory, mask=None):
        q = split_heads(query @ self.wq)
        k = split_heads(memory @ self.wk)
        v = split_heads(memory @ self.wv)
        attended, weights = scaled_dot_product_attention(q, k, v, mask)
        return merge_heads(attended) @ self.wo, weights


class LayerNorm(tf.Module):
    def __init__(self, width):
        super().__init__()
        self.gain = tf.Variable(tf.ones([width]))
        self.bias = tf.Variable(tf.zeros([width]))

    def __call__(self, x):
        mean, variance = tf.nn.moments(x, axes=[-1], keepdims=True)
        return self.gain * (x - mean) * tf.math.rsqrt(variance + 1e-6) + self.bias


class Block(tf.Module):
    def __init__(self):
        super().__init__()
        self.attention = MultiHeadAttention()
        self.norm1 = LayerNorm(WIDTH)
        self.norm2 = LayerNorm(WIDTH)
        self.w1 = tf.Variable(tf.random.normal([WIDTH, 4 * WIDTH]))
        self.w2 = tf.Variable(tf.random.normal([4 * WIDTH, WIDTH]))

    def __call__(self, x, mask):
        attended, weights = self.attention(x, x, mask)
        x = self.norm1(x + attended)
        hidden = tf.nn.gelu(tf.tensordot(x, self.w1, axes=1))
        x = self.norm2(x + tf.einsum("btd,dw->btw", hidden, self.w2))
        return x, weights


def masks(tokens):
    padding = tf.cast(tf.not_equal(tokens, 0), tf.float32)[:, tf.newaxis, tf.newaxis, :]
    causal = tf.linalg.band_part(tf.ones([LENGTH, LENGTH]), -1, 0)
    return padding * causal


def main():
    tokens = tf.constant([[5, 8, 9, 3, 0, 0, 0], [7, 2, 2, 4, 6, 1, 0]])
    embeddings = tf.Variable(tf.random.uniform([VOCABULARY, WIDTH], -0.05, 0.05))
    x = tf.nn.embedding_lookup(embeddings, tokens) * WIDTH**0.5
    x = x + positional_encoding(LENGTH, WIDTH)
    block = Block()
    mask = masks(tokens)
    y, weights = block(x, mask)
    logits = tf.matmul(y, embeddings, transpose_b=True)
    labels = tf.concat([tokens[:, 1:], tf.zeros([BATCH, 1], tf.int32)], axis=1)
    losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
    weight = tf.cast(labels > 0, losses.dtype)
    loss = tf.reduce_sum(losses * weight) / tf.reduce_sum(weight)
    best = tf.argmax(logits, axis=-1, output_type=tf.int32)
    hits = tf.reduce_sum(tf.cast(best == labels, tf.float32) * weight)
    sharpest = tf.reduce_max(weights, axis=[1, 2, 3])
    print(loss.numpy(), hits.numpy(), sharpest.shape)


if __name__ == "__main__":
    main()
