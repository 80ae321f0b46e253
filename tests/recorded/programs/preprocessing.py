"""Tabular data: standardisation, buckets, crosses, missing values, folds, k-means, PCA."""

import numpy as np
import tensorflow as tf

ROWS = 90


def table(n):
    age = tf.random.uniform([n], 18, 80, dtype=tf.int32)
    income = tf.exp(tf.random.normal([n], 10.0, 0.5))
    city = tf.gather(tf.constant(["Rome", "Oslo", "Lima"]), tf.random.uniform([n], 0, 3, tf.int32))
    height = tf.where(tf.random.uniform([n]) < 0.1, np.nan, tf.random.normal([n], 170.0, 10.0))
    return {"age": age, "income": income, "city": city, "height": height}


def standardize(x):
    return (x - tf.reduce_mean(x)) / tf.math.reduce_std(x)


def impute(x):
    missing = tf.math.is_nan(x)
    present = tf.boolean_mask(x, tf.logical_not(missing))
    return tf.where(missing, tf.reduce_mean(present), x), tf.cast(missing, tf.float32)


def bucketize(x, boundaries):
    index = tf.searchsorted(tf.constant(boundaries), x, side="right")
    return tf.one_hot(index, len(boundaries) + 1)


def hashed(text, buckets=10):
    return tf.one_hot(tf.strings.to_hash_bucket_fast(text, buckets), buckets)


def cross(a, b):
    product = a[:, :, tf.newaxis] * b[:, tf.newaxis, :]
    return tf.reshape(product, [tf.shape(product)[0], a.shape[1] * b.shape[1]])


def features(data):
    height, missing = impute(data["height"])
    age = bucketize(data["age"], [30, 45, 60])
    city = hashed(data["city"])
    numeric = tf.stack(
        [standardize(tf.math.log(data["income"])), standardize(height), missing], axis=-1
    )
    return tf.concat([numeric, age, city, cross(age, city)], axis=1)


def pca(x, components):
    centered = x - tf.reduce_mean(x, axis=0)
    s, u, v = tf.linalg.svd(centered)
    explained = tf.cumsum(s**2) / tf.reduce_sum(s**2)
    return tf.matmul(centered, v[:, :components]), explained[components - 1]


def k_means(x, k, steps=4):
    centers = tf.gather(x, tf.random.shuffle(tf.range(tf.shape(x)[0]))[:k])
    assignment = tf.zeros([x.shape[0]], tf.int64)
    for _ in range(steps):
        distances = tf.reduce_sum((x[:, None] - centers[None]) ** 2, axis=2)
        assignment = tf.argmin(distances, axis=1)
        centers = tf.math.unsorted_segment_mean(x, assignment, k)
    return centers, assignment


def folds(x, n):
    parts = tf.split(x, n, axis=0)
    for i in range(n):
        train = tf.concat(parts[:i] + parts[i + 1 :], axis=0)
        yield train, parts[i]


def ridge(x, y, penalty):
    gram = tf.matmul(x, x, transpose_a=True) + penalty * tf.eye(tf.shape(x)[1])
    return tf.linalg.solve(gram, tf.matmul(x, y, transpose_a=True))


def main():
    data = table(ROWS)
    x = features(data)
    reduced, explained = pca(x, 4)
    centers, assignment = k_means(reduced, 3)
    sizes = tf.math.bincount(tf.cast(assignment, tf.int32), minlength=3)
    y = tf.reduce_sum(reduced, axis=1, keepdims=True) + tf.random.normal([ROWS, 1])
    both = tf.concat([reduced, y], axis=1)
    errors = []
    for train, test in folds(both, 3):
        w = ridge(train[:, :-1], train[:, -1:], 0.1)
        errors.append(tf.reduce_mean((tf.matmul(test[:, :-1], w) - test[:, -1:]) ** 2))
    correlation = tf.matmul(reduced, reduced, transpose_a=True) / ROWS
    histogram = tf.histogram_fixed_width(data["income"], [0.0, 1e5], nbins=8)
    order = tf.argsort(data["age"])
    youngest = tf.gather(data["city"], order[:3])
    array = np.arange(12, dtype=np.float32).reshape(3, 4)
    from_numpy = tf.convert_to_tensor(array) * 2.0
    norms, _ = tf.linalg.normalize(from_numpy, axis=1)
    print(
        explained,
        centers.shape,
        sizes,
        tf.stack(errors),
        correlation.shape,
        histogram,
        youngest,
        norms.shape,
    )


if __name__ == "__main__":
    main()
