"""Matrix factorisation of ratings: embeddings, a ranking loss, top items, recall."""

import tensorflow as tf

USERS, ITEMS, FACTORS = 40, 60, 8
RATINGS = 500


class Factorization(tf.Module):
    def __init__(self, users, items, factors):
        super().__init__()
        initializer = tf.random_normal_initializer(stddev=0.1)
        self.users = tf.Variable(initializer([users, factors]), name="users")
        self.items = tf.Variable(initializer([items, factors]), name="items")
        self.user_bias = tf.Variable(tf.zeros([users]), name="user_bias")
        self.item_bias = tf.Variable(tf.zeros([items]), name="item_bias")
        self.mean = tf.Variable(0.0, trainable=False)

    def __call__(self, user, item):
        u = tf.gather(self.users, user)
        v = tf.gather(self.items, item)
        interaction = tf.reduce_sum(u * v, axis=-1)
        return (
            self.mean
            + tf.gather(self.user_bias, user)
            + tf.gather(self.item_bias, item)
            + interaction
        )

    def scores(self, user):
        u = tf.gather(self.users, user)
        return tf.matmul(u, self.items, transpose_b=True) + self.item_bias


def ratings(n):
    user = tf.random.uniform([n], 0, USERS, dtype=tf.int64)
    item = tf.random.uniform([n], 0, ITEMS, dtype=tf.int64)
    value = tf.cast((user * 7 + item * 3) % 5, tf.float32) + 1.0
    return {"user": user, "item": item, "rating": value}


def rating_loss(model, batch, l2=1e-3):
    predicted = model(batch["user"], batch["item"])
    error = batch["rating"] - predicted
    penalty = tf.nn.l2_loss(tf.gather(model.users, batch["user"]))
    return tf.reduce_mean(tf.square(error)) + l2 * penalty


def ranking_loss(model, user, positive, negative):
    difference = model(user, positive) - model(user, negative)
    return -tf.reduce_mean(tf.math.log_sigmoid(difference))


def recommend(model, user, seen, k=5):
    scores = model.scores(user)
    scores -= 1e6 * tf.gather(seen, user)
    best, items = tf.math.top_k(scores, k=k)
    return items, tf.sigmoid(best)


def recall(recommended, relevant):
    hits = tf.gather(relevant, recommended, axis=1, batch_dims=1)
    found = tf.reduce_sum(hits, axis=1)
    return tf.reduce_mean(tf.math.divide_no_nan(found, tf.reduce_sum(relevant, axis=1)))


def main():
    data = ratings(RATINGS)
    model = Factorization(USERS, ITEMS, FACTORS)
    model.mean.assign(tf.reduce_mean(data["rating"]))
    dataset = tf.data.Dataset.from_tensor_slices(data).shuffle(RATINGS).batch(100)
    optimizer = tf.keras.optimizers.Adagrad(0.1)
    for batch in dataset:
        with tf.GradientTape() as tape:
            loss = rating_loss(model, batch)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    pairs = tf.stack([data["user"], data["item"]], axis=1)
    seen = tf.scatter_nd(pairs, tf.ones([RATINGS]), shape=[USERS, ITEMS])
    seen = tf.cast(seen > 0, tf.float32)
    users = tf.range(10)
    items, confidence = recommend(model, users, seen)
    relevant = tf.cast(tf.random.uniform([10, ITEMS]) > 0.8, tf.float32)
    quality = recall(items, relevant)
    negatives = tf.random.uniform([RATINGS], 0, ITEMS, dtype=tf.int64)
    ranking = ranking_loss(model, data["user"], data["item"], negatives)
    popularity = tf.math.bincount(tf.cast(data["item"], tf.int32), minlength=ITEMS, maxlength=ITEMS)
    per_user = tf.math.unsorted_segment_mean(data["rating"], data["user"], num_segments=USERS)
    normalized = tf.math.l2_normalize(model.items, axis=1)
    neighbours = tf.linalg.matmul(normalized, normalized, transpose_b=True)
    closest = tf.argsort(neighbours, axis=-1, direction="DESCENDING")[:, 1:4]
    print(loss, quality, ranking, popularity.shape, per_user.shape, closest.shape, confidence.shape)


if __name__ == "__main__":
    main()
