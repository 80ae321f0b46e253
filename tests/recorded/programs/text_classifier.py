"""Text: cleaning, splitting, a vocabulary table, bags of words and an embedding classifier."""

import tensorflow as tf

SENTENCES = [
    "The film was wonderful, a joy!",
    "Terrible plot and terrible acting.",
    "A joy from start to end",
    "I want my two hours back...",
]
LABELS = [1, 0, 1, 0]
BUCKETS = 64
MAX_WORDS = 8
EMBEDDING = 12


def clean(text):
    text = tf.strings.lower(text)
    text = tf.strings.regex_replace(text, "[^a-z ]", "")
    return tf.strings.strip(text)


def words(text):
    return tf.strings.split(clean(text))


def word_ids(text):
    tokens = words(text)
    ids = tf.strings.to_hash_bucket_fast(tokens, BUCKETS - 1) + 1
    return ids.to_tensor(shape=[None, MAX_WORDS])


def bag_of_words(ids):
    hot = tf.one_hot(ids, BUCKETS)
    counts = tf.reduce_sum(hot, axis=1)
    present = tf.cast(counts > 0, tf.float32)
    documents = tf.reduce_sum(present, axis=0, keepdims=True)
    idf = tf.math.log((1.0 + len(SENTENCES)) / (1.0 + documents)) + 1.0
    return tf.math.l2_normalize(counts * idf, axis=1)


class Classifier(tf.Module):
    def __init__(self):
        super().__init__()
        self.table = tf.Variable(tf.random.normal([BUCKETS, EMBEDDING], stddev=0.5))
        self.w = tf.Variable(tf.random.normal([EMBEDDING, 1]))
        self.b = tf.Variable([0.0])

    def __call__(self, ids):
        vectors = tf.nn.embedding_lookup(self.table, ids)
        mask = tf.cast(tf.not_equal(ids, 0), tf.float32)
        pooled = tf.reduce_sum(vectors * mask[..., tf.newaxis], axis=1)
        pooled = pooled / tf.maximum(tf.reduce_sum(mask, axis=1, keepdims=True), 1.0)
        return tf.reshape(pooled @ self.w + self.b, [-1])


def train(model, ids, labels, steps=3, rate=0.5):
    loss = tf.constant(0.0)
    for _ in range(steps):
        with tf.GradientTape() as tape:
            logits = model(ids)
            losses = tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits)
            loss = tf.reduce_mean(losses)
        dw, db = tape.gradient(loss, [model.w, model.b])
        model.w.assign_sub(rate * dw)
        model.b.assign_sub(rate * db)
    return loss


def similarity(bags):
    return tf.matmul(bags, bags, transpose_b=True) * (1.0 - tf.eye(len(SENTENCES)))


def main():
    texts = tf.constant(SENTENCES)
    labels = tf.constant(LABELS, dtype=tf.float32)
    ids = word_ids(texts)
    bags = bag_of_words(ids)
    closest = tf.argmax(similarity(bags), axis=1)
    model = Classifier()
    loss = train(model, ids, labels)
    probability = tf.sigmoid(model(ids))
    predicted = tf.cast(probability > 0.5, tf.int32)
    correct = tf.reduce_mean(tf.cast(predicted == tf.cast(labels, tf.int32), tf.float32))
    lengths = tf.strings.length(texts)
    longest = tf.gather(texts, tf.argmax(lengths))
    initials = tf.strings.substr(clean(texts), 0, 1)
    tokens = words(texts)
    counts = tokens.row_lengths()
    flat, index, occurrences = tf.unique_with_counts(tokens.values)
    joined = tf.strings.reduce_join(tokens, axis=-1, separator="_")
    described = tf.strings.join([initials, joined], separator=":")
    report = tf.strings.format("loss {}", loss)
    numbers = tf.strings.to_number(tf.constant(["1.5", "2"]))
    print(
        closest,
        correct,
        longest,
        counts,
        flat[:2],
        index[0],
        tf.reduce_max(occurrences),
        described,
        report,
        numbers,
    )


if __name__ == "__main__":
    main()
