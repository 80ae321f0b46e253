"""A tf.data pipeline: records written and parsed, filtered, windowed, bucketed, padded."""

import tensorflow as tf

LENGTH = 12


def serialize(number, words, score):
    feature = {
        "number": tf.train.Feature(int64_list=tf.train.Int64List(value=[number])),
        "words": tf.train.Feature(bytes_list=tf.train.BytesList(value=words)),
        "score": tf.train.Feature(float_list=tf.train.FloatList(value=[score])),
    }
    example = tf.train.Example(features=tf.train.Features(feature=feature))
    return example.SerializeToString()


FEATURES = {
    "number": tf.io.FixedLenFeature([], tf.int64),
    "words": tf.io.VarLenFeature(tf.string),
    "score": tf.io.FixedLenFeature([1], tf.float32, default_value=[0.0]),
}


def parse(record):
    parsed = tf.io.parse_single_example(record, FEATURES)
    words = tf.sparse.to_dense(parsed["words"])
    return parsed["number"], words, parsed["score"]


def windows(series, size):
    dataset = tf.data.Dataset.from_tensor_slices(series)
    dataset = dataset.window(size + 1, shift=2, drop_remainder=True)
    dataset = dataset.flat_map(lambda window: window.batch(size + 1, drop_remainder=True))
    return dataset.map(lambda window: (window[:-1], window[-1]))


def generate():
    for i in range(1, 7):
        yield list(range(i)), float(i)


def main():
    records = [serialize(i, [b"w"] * (i % 3 + 1), i / 2) for i in range(LENGTH)]
    dataset = tf.data.Dataset.from_tensor_slices(records).map(parse)
    even = dataset.filter(lambda number, words, score: tf.equal(number % 2, 0))
    padded = even.padded_batch(3, padded_shapes=([], [None], [1]))
    for numbers, words, scores in padded:
        counted = tf.reduce_sum(tf.cast(words != "", tf.int32), axis=1)
        mean = tf.reduce_mean(scores)
        top = tf.reduce_max(numbers)

    series = tf.sin(tf.range(60, dtype=tf.float32) * 0.3)
    for past, future in windows(series, 8).batch(4, drop_remainder=True):
        trend = past[:, -1] - past[:, 0]
        scaled = (past - tf.reduce_mean(past, axis=1, keepdims=True)) / tf.math.reduce_std(past)
        naive = tf.reduce_mean(tf.abs(future - past[:, -1]))

    generated = tf.data.Dataset.from_generator(
        generate,
        output_signature=(tf.TensorSpec([None], tf.int32), tf.TensorSpec([], tf.float32)),
    )
    bucketed = generated.bucket_by_sequence_length(
        lambda sequence, label: tf.shape(sequence)[0],
        bucket_boundaries=[3],
        bucket_batch_sizes=[2, 2],
    )
    for sequences, labels in bucketed:
        first = sequences[:, 0]
        weighted = tf.cast(sequences, tf.float32) * labels[:, tf.newaxis]

    numbers = tf.data.Dataset.range(10)
    squares = numbers.map(lambda n: n * n)
    pairs = tf.data.Dataset.zip((numbers, squares)).shuffle(10).repeat(2).take(15)
    total = pairs.reduce(tf.constant(0, tf.int64), lambda acc, pair: acc + pair[0] * pair[1])
    for index, (number, square) in pairs.batch(5).enumerate():
        ratio = square / tf.maximum(number, 1)
        position = index + 1
    images = tf.data.Dataset.from_tensors(tf.zeros([28, 28])).repeat(3)
    batch = next(iter(images.batch(3)))
    pixels = tf.reshape(batch, [batch.shape[0], -1])
    interleaved = tf.data.Dataset.range(3).interleave(
        lambda n: tf.data.Dataset.from_tensors(n).repeat(2), cycle_length=2
    )
    listed = [value * 2 for value in interleaved]
    print(counted, mean, top, trend.shape, scaled.shape, naive, first, weighted.shape, total)
    print(ratio, position, pixels.shape, tf.stack(listed))


if __name__ == "__main__":
    main()
