"""Texts become padded integer arrays: vocabularies, masks, shuffled splits and batches."""
import collections
import itertools
import numpy as np
import tensorflow as tf

TEXTS = ["the cat sat", "a dog", "the dog sat on the cat"]
counts = collections.Counter(itertools.chain.from_iterable(t.split() for t in TEXTS))
vocabulary = {word: i + 1 for i, (word, _) in enumerate(counts.most_common())}
reveal_type(tf.zeros([len(vocabulary) + 1, 8]))  # revealed: Tensor[float32, Shape[7, 8]]
ids = [[vocabulary[w] for w in t.split()] for t in TEXTS]
longest = max(map(len, ids))
padded = np.zeros((len(ids), longest), dtype=np.int32)
for row, sequence in enumerate(ids):
    padded[row, :len(sequence)] = sequence
reveal_type(tf.constant(padded))  # revealed: Tensor[int32, Shape[3, 6]]
mask = padded != 0
reveal_type(tf.constant(mask))  # revealed: Tensor[bool, Shape[3, 6]]
table = tf.random.normal([len(vocabulary) + 1, 8])
embedded = tf.nn.embedding_lookup(table, padded)
reveal_type(embedded)  # revealed: Tensor[float32, Shape[3, 6, 8]]
pooled = tf.reduce_sum(embedded * mask[..., None].astype("float32"), 1) / mask.sum(1, keepdims=True).astype(np.float32)
reveal_type(pooled)  # revealed: Tensor[float32, Shape[3, 8]]
order = np.random.default_rng(0).permutation(len(ids))
train, test = np.split(padded[order], [2])
reveal_type(tf.constant(train))  # revealed: Tensor[int32, Shape[2, 6]]
reveal_type(tf.constant(test))  # revealed: Tensor[int32, Shape[1, 6]]
labels = np.array([0, 2, 1])
onehot = np.eye(3, dtype="float32")[labels]
reveal_type(tf.constant(onehot))  # revealed: Tensor[float32, Shape[3, 3]]
x = np.pad(padded, [(0, 0), (1, 1)])
reveal_type(tf.constant(x))  # revealed: Tensor[int32, Shape[3, 8]]
tf.matmul(pooled, onehot)  # error: tf-shape
