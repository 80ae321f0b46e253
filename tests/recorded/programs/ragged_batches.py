"""Sentences of different lengths in ragged batches, without padding until it is needed."""

import tensorflow as tf

VOCABULARY = 30
WIDTH = 6

sentences = tf.ragged.constant([[3, 1, 4], [1, 5], [9, 2, 6, 5, 3], [5]])
table = tf.Variable(tf.random.normal([VOCABULARY, WIDTH]))


def mean_embedding(ids):
    vectors = tf.gather(table, ids)
    return tf.reduce_mean(vectors, axis=1)


def with_markers(ids, start=27, end=28):
    rows = ids.nrows()
    starts = tf.fill([rows, 1], start)
    ends = tf.fill([rows, 1], end)
    return tf.concat([starts, ids, ends], axis=1)


def bigrams(ids):
    left = ids[:, :-1]
    right = ids[:, 1:]
    return left * VOCABULARY + right


def padded(ids, length):
    dense = ids.to_tensor(default_value=0, shape=[None, length])
    mask = tf.sequence_mask(ids.row_lengths(), length)
    return dense, mask


def attention_pool(dense, mask, query):
    keys = tf.nn.embedding_lookup(table, dense)
    scores = tf.einsum("btd,d->bt", keys, query)
    scores = tf.where(mask, scores, -1e9)
    weights = tf.nn.softmax(scores)
    return tf.einsum("bt,btd->bd", weights, keys)


def main():
    marked = with_markers(sentences)
    pooled = mean_embedding(marked)
    pairs = bigrams(marked)
    distinct, positions = tf.unique(pairs.flat_values)
    lengths = sentences.row_lengths()
    longest = tf.reduce_max(lengths)
    dense, mask = padded(sentences, 6)
    query = tf.Variable(tf.ones([WIDTH]))
    attended = attention_pool(dense, mask, query)
    sums = tf.math.segment_sum(sentences.values, sentences.value_rowids())
    squares = tf.map_fn(lambda row: tf.reduce_sum(row**2), sentences, fn_output_signature=tf.int32)
    doubled = sentences * 2
    even = tf.ragged.boolean_mask(sentences, tf.equal(sentences % 2, 0))
    sparse = sentences.to_sparse()
    back = tf.RaggedTensor.from_sparse(sparse)
    from_lengths = tf.RaggedTensor.from_row_lengths(tf.range(6), [2, 0, 4])
    joined = tf.concat([from_lengths, tf.ragged.constant([[7], [8, 8], []])], axis=0)
    sorted_first = tf.sort(doubled[0], direction="DESCENDING")
    box = joined.bounding_shape()
    similarity = tf.matmul(pooled, attended, transpose_b=True)
    batches = tf.data.Dataset.from_tensor_slices(sentences).batch(2)
    totals = [tf.reduce_sum(batch) for batch in batches]
    print(
        distinct.shape, positions.shape, longest, sums, squares, even, back.shape, sorted_first, box
    )
    print(similarity.shape, tf.stack(totals))


if __name__ == "__main__":
    main()
