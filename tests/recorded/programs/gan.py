"""A generative adversarial network on points of a circle."""

import math

import tensorflow as tf

NOISE = 4
HIDDEN = 16
BATCH = 32


def dense_parameters(n_in, n_out):
    limit = math.sqrt(6 / (n_in + n_out))
    w = tf.Variable(tf.random.uniform((n_in, n_out), -limit, limit))
    b = tf.Variable(tf.zeros((n_out,)))
    return w, b


class Generator(tf.Module):
    def __init__(self):
        self.w1, self.b1 = dense_parameters(NOISE, HIDDEN)
        self.w2, self.b2 = dense_parameters(HIDDEN, 2)

    def __call__(self, z):
        h = tf.nn.leaky_relu(tf.matmul(z, self.w1) + self.b1, alpha=0.2)
        return tf.tanh(tf.matmul(h, self.w2) + self.b2)


class Discriminator(tf.Module):
    def __init__(self):
        self.w1, self.b1 = dense_parameters(2, HIDDEN)
        self.w2, self.b2 = dense_parameters(HIDDEN, 1)

    def __call__(self, x):
        h = tf.nn.leaky_relu(x @ self.w1 + self.b1)
        h = tf.nn.dropout(h, 0.1)
        return tf.squeeze(h @ self.w2 + self.b2, axis=-1)


def real_points(n):
    angle = tf.random.uniform([n], 0.0, 2 * math.pi)
    points = tf.stack([tf.cos(angle), tf.sin(angle)], axis=1)
    return points + tf.random.normal(tf.shape(points), stddev=0.05)


def cross_entropy(labels, logits):
    return tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits))


def discriminator_loss(real, fake):
    real_loss = cross_entropy(tf.ones_like(real) * 0.9, real)
    fake_loss = cross_entropy(tf.zeros_like(fake), fake)
    return real_loss + fake_loss


def generator_loss(fake):
    return cross_entropy(tf.ones_like(fake), fake)


def gradient_penalty(discriminator, real, fake):
    alpha = tf.random.uniform([real.shape[0], 1])
    mixed = alpha * real + (1.0 - alpha) * fake
    with tf.GradientTape() as tape:
        tape.watch(mixed)
        score = discriminator(mixed)
    gradient = tape.gradient(score, mixed)
    norm = tf.sqrt(tf.reduce_sum(gradient**2, axis=1) + 1e-12)
    return tf.reduce_mean((norm - 1.0) ** 2)


def train_step(generator, discriminator, g_optimizer, d_optimizer):
    noise = tf.random.normal([BATCH, NOISE])
    real = real_points(BATCH)
    with tf.GradientTape() as g_tape, tf.GradientTape() as d_tape:
        fake = generator(noise)
        real_score = discriminator(real)
        fake_score = discriminator(fake)
        g_loss = generator_loss(fake_score)
        d_loss = discriminator_loss(real_score, fake_score)
        d_loss += 10.0 * gradient_penalty(discriminator, real, fake)
    g_gradients = g_tape.gradient(g_loss, generator.trainable_variables)
    d_gradients = d_tape.gradient(d_loss, discriminator.trainable_variables)
    g_optimizer.apply_gradients(zip(g_gradients, generator.trainable_variables))
    d_optimizer.apply_gradients(zip(d_gradients, discriminator.trainable_variables))
    return g_loss, d_loss


def nearest_distance(a, b):
    differences = tf.expand_dims(a, 1) - tf.expand_dims(b, 0)
    distances = tf.norm(differences, axis=-1)
    return tf.reduce_mean(tf.reduce_min(distances, axis=1))


def main():
    tf.random.set_seed(3)
    generator = Generator()
    discriminator = Discriminator()
    g_optimizer = tf.keras.optimizers.Adam(1e-3)
    d_optimizer = tf.keras.optimizers.Adam(1e-3)
    g_losses = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
    for step in range(3):
        g_loss, d_loss = train_step(generator, discriminator, g_optimizer, d_optimizer)
        g_losses = g_losses.write(step, g_loss)
    history = g_losses.stack()
    samples = generator(tf.random.normal([100, NOISE]))
    center, spread = tf.nn.moments(samples, axes=[0])
    radius = tf.math.reduce_euclidean_norm(samples, axis=1)
    distance = nearest_distance(samples, real_points(50))
    print(
        history.shape,
        center.numpy(),
        tf.reduce_mean(radius).numpy(),
        spread.shape,
        distance.numpy(),
    )


if __name__ == "__main__":
    main()
