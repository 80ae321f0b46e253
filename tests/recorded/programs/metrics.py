"""Metrics by hand: streaming mean, confusion, precision and recall, AUC, calibration, IoU."""

import tensorflow as tf

CLASSES = 4


class StreamingMean(tf.Module):
    def __init__(self, shape=()):
        super().__init__()
        self.total = tf.Variable(tf.zeros(shape))
        self.count = tf.Variable(0.0)

    def update(self, values):
        values = tf.cast(values, tf.float32)
        self.total.assign_add(tf.reduce_sum(values, axis=0))
        self.count.assign_add(tf.cast(tf.shape(values)[0], tf.float32))

    def result(self):
        return tf.math.divide_no_nan(self.total, self.count)


def confusion_matrix(labels, predictions):
    index = labels * CLASSES + predictions
    counts = tf.math.bincount(index, minlength=CLASSES**2, maxlength=CLASSES**2)
    return tf.reshape(counts, [CLASSES, CLASSES])


def precision_recall(matrix):
    matrix = tf.cast(matrix, tf.float32)
    diagonal = tf.linalg.diag_part(matrix)
    precision = tf.math.divide_no_nan(diagonal, tf.reduce_sum(matrix, axis=0))
    recall = tf.math.divide_no_nan(diagonal, tf.reduce_sum(matrix, axis=1))
    f1 = tf.math.divide_no_nan(2 * precision * recall, precision + recall)
    return precision, recall, f1


def roc(labels, scores, steps=11):
    thresholds = tf.linspace(0.0, 1.0, steps)
    predicted = scores[tf.newaxis, :] >= thresholds[:, tf.newaxis]
    positive = tf.cast(labels, tf.bool)
    true_positive = tf.reduce_sum(tf.cast(predicted & positive, tf.float32), axis=1)
    false_positive = tf.reduce_sum(tf.cast(predicted & ~positive, tf.float32), axis=1)
    positives = tf.reduce_sum(tf.cast(positive, tf.float32))
    negatives = tf.cast(tf.size(labels), tf.float32) - positives
    return true_positive / positives, false_positive / negatives


def area(x, y):
    order = tf.argsort(x)
    x, y = tf.gather(x, order), tf.gather(y, order)
    return tf.reduce_sum((x[1:] - x[:-1]) * (y[1:] + y[:-1]) / 2.0)


def calibration(labels, scores, bins=5):
    index = tf.cast(tf.floor(scores * bins), tf.int32)
    index = tf.clip_by_value(index, 0, bins - 1)
    hits = tf.math.unsorted_segment_mean(tf.cast(labels, tf.float32), index, bins)
    confidence = tf.math.unsorted_segment_mean(scores, index, bins)
    weight = tf.math.unsorted_segment_sum(tf.ones_like(scores), index, bins)
    return tf.reduce_sum(weight * tf.abs(hits - confidence)) / tf.reduce_sum(weight)


def box_iou(a, b):
    a, b = a[:, None, :], b[None, :, :]
    low = tf.maximum(a[..., :2], b[..., :2])
    high = tf.minimum(a[..., 2:], b[..., 2:])
    size = tf.maximum(high - low, 0.0)
    overlap = size[..., 0] * size[..., 1]
    area_a = tf.reduce_prod(a[..., 2:] - a[..., :2], axis=-1)
    area_b = tf.reduce_prod(b[..., 2:] - b[..., :2], axis=-1)
    return overlap / (area_a + area_b - overlap)


def main():
    labels = tf.random.uniform([100], 0, CLASSES, dtype=tf.int32)
    logits = tf.random.normal([100, CLASSES])
    predictions = tf.argmax(logits, axis=1, output_type=tf.int32)
    matrix = confusion_matrix(labels, predictions)
    precision, recall, f1 = precision_recall(matrix)
    macro = tf.reduce_mean(f1)
    top2 = tf.math.in_top_k(labels, logits, k=2)
    mean = StreamingMean([CLASSES])
    for part in tf.split(logits, 4):
        mean.update(part)
    average = mean.result()
    binary = tf.cast(tf.equal(labels, 1), tf.int32)
    scores = tf.sigmoid(logits[:, 1])
    true_rate, false_rate = roc(binary, scores)
    auc = area(false_rate, true_rate)
    error = calibration(binary, scores)
    corners = tf.random.uniform([6, 2])
    boxes = tf.concat([corners, corners + tf.random.uniform([6, 2], 0.1, 0.5)], axis=1)
    overlap = box_iou(boxes, boxes[:3])
    matched = tf.reduce_any(overlap > 0.5, axis=1)
    kept = tf.boolean_mask(boxes, matched)
    percentile = tf.sort(scores)[tf.cast(0.9 * 100, tf.int32)]
    keras_accuracy = tf.keras.metrics.SparseCategoricalAccuracy()
    keras_accuracy.update_state(labels, logits)
    print(precision, recall, macro, tf.reduce_mean(tf.cast(top2, tf.float32)), average, auc, error)
    print(kept.shape[1], percentile, keras_accuracy.result())


if __name__ == "__main__":
    main()
