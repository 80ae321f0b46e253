"""A graph network: adjacency in sparse form, neighbours gathered, messages summed by segment."""

import tensorflow as tf

NODES, FEATURES, UNITS = 6, 4, 5

edges = tf.constant([[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0], [0, 3]], dtype=tf.int64)


def adjacency(pairs):
    both = tf.concat([pairs, tf.reverse(pairs, axis=[1])], axis=0)
    values = tf.ones([both.shape[0]])
    return tf.sparse.reorder(tf.SparseTensor(both, values, dense_shape=[NODES, NODES]))


def normalized(matrix):
    degrees = tf.sparse.reduce_sum(matrix, axis=1)
    inverse = tf.math.rsqrt(tf.maximum(degrees, 1.0))
    rows = tf.gather(inverse, matrix.indices[:, 0])
    columns = tf.gather(inverse, matrix.indices[:, 1])
    return tf.SparseTensor(matrix.indices, matrix.values * rows * columns, matrix.dense_shape)


def graph_convolution(matrix, nodes, weights):
    return tf.nn.relu(tf.sparse.sparse_dense_matmul(matrix, nodes @ weights))


def message_passing(pairs, nodes, weights):
    sources = tf.gather(nodes, pairs[:, 0])
    targets = tf.gather(nodes, pairs[:, 1])
    messages = tf.concat([sources, targets, sources - targets], axis=1)
    messages = tf.nn.elu(tf.matmul(messages, weights))
    return tf.math.unsorted_segment_sum(messages, pairs[:, 1], num_segments=NODES)


def attention_weights(pairs, scores):
    peak = tf.math.unsorted_segment_max(scores, pairs[:, 1], NODES)
    exponent = tf.exp(scores - tf.gather(peak, pairs[:, 1]))
    total = tf.math.unsorted_segment_sum(exponent, pairs[:, 1], NODES)
    return exponent / tf.gather(total, pairs[:, 1])


def page_rank(dense, damping=0.85, steps=20):
    out = tf.reduce_sum(dense, axis=1, keepdims=True)
    transition = tf.transpose(dense / out)
    rank = tf.fill([NODES, 1], 1.0 / NODES)
    for _ in range(steps):
        rank = (1.0 - damping) / NODES + damping * tf.matmul(transition, rank)
    return tf.squeeze(rank)


def shortest_paths(dense):
    distance = tf.where(dense > 0, dense, tf.fill(tf.shape(dense), 1e6))
    distance = tf.linalg.set_diag(distance, tf.zeros([NODES]))
    for k in range(NODES):
        through = distance[:, k, tf.newaxis] + distance[tf.newaxis, k, :]
        distance = tf.minimum(distance, through)
    return distance


def main():
    matrix = adjacency(edges)
    propagation = normalized(matrix)
    nodes = tf.random.normal([NODES, FEATURES])
    weights = tf.Variable(tf.random.normal([FEATURES, UNITS]))
    hidden = graph_convolution(propagation, nodes, weights)
    message_weights = tf.Variable(tf.random.normal([3 * UNITS, UNITS]))
    updated = message_passing(edges, hidden, message_weights)
    scores = tf.reduce_sum(
        tf.gather(updated, edges[:, 0]) * tf.gather(updated, edges[:, 1]), axis=1
    )
    attention = attention_weights(edges, scores)
    dense = tf.sparse.to_dense(matrix)
    rank = page_rank(dense)
    distances = shortest_paths(dense)
    diameter = tf.reduce_max(distances)
    laplacian = tf.linalg.diag(tf.reduce_sum(dense, axis=0)) - dense
    eigenvalues, eigenvectors = tf.linalg.eigh(laplacian)
    fiedler = eigenvectors[:, 1]
    halves = tf.dynamic_partition(tf.range(NODES), tf.cast(fiedler > 0, tf.int32), 2)
    together = tf.dynamic_stitch([tf.range(3), tf.range(3, 6)], tf.split(nodes, 2))
    transposed = tf.sparse.transpose(matrix)
    summed = tf.sparse.add(matrix, transposed)
    symmetric = tf.reduce_all(tf.equal(tf.sparse.to_dense(summed), 2 * dense))
    pooled = tf.concat([tf.reduce_max(updated, axis=0), tf.reduce_mean(updated, axis=0)], 0)
    print(
        attention.shape,
        rank,
        diameter,
        eigenvalues.shape,
        halves[0].shape,
        together.shape,
        symmetric,
        pooled.shape,
    )


if __name__ == "__main__":
    main()
