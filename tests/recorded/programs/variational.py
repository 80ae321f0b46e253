"""Probabilistic losses: a variational autoencoder, a mixture density, importance weights."""

import math

import tensorflow as tf

INPUT, LATENT, HIDDEN = 20, 3, 16
COMPONENTS = 5
LOG_2PI = math.log(2 * math.pi)


def normal_log_density(x, mean, log_scale):
    standardized = (x - mean) * tf.exp(-log_scale)
    return -0.5 * (standardized**2 + LOG_2PI) - log_scale


def kl_to_standard_normal(mean, log_scale):
    return 0.5 * tf.reduce_sum(tf.exp(2 * log_scale) + mean**2 - 1.0 - 2 * log_scale, axis=-1)


class Dense:
    def __init__(self, n_in, n_out, activation=None):
        self.w = tf.Variable(tf.random.normal([n_in, n_out], stddev=1.0 / math.sqrt(n_in)))
        self.b = tf.Variable(tf.zeros([n_out]))
        self.activation = activation

    def __call__(self, x):
        y = tf.matmul(x, self.w) + self.b
        return y if self.activation is None else self.activation(y)

    @property
    def variables(self):
        return [self.w, self.b]


class VAE:
    def __init__(self):
        self.encode1 = Dense(INPUT, HIDDEN, tf.nn.relu)
        self.encode2 = Dense(HIDDEN, 2 * LATENT)
        self.decode1 = Dense(LATENT, HIDDEN, tf.nn.relu)
        self.decode2 = Dense(HIDDEN, INPUT)

    @property
    def variables(self):
        layers = [self.encode1, self.encode2, self.decode1, self.decode2]
        return [v for layer in layers for v in layer.variables]

    def encode(self, x):
        mean, log_scale = tf.split(self.encode2(self.encode1(x)), 2, axis=-1)
        return mean, log_scale

    def decode(self, z):
        return self.decode2(self.decode1(z))

    def loss(self, x):
        mean, log_scale = self.encode(x)
        noise = tf.random.normal(tf.shape(mean))
        z = mean + tf.exp(log_scale) * noise
        logits = self.decode(z)
        cross_entropy = tf.nn.sigmoid_cross_entropy_with_logits(labels=x, logits=logits)
        reconstruction = tf.reduce_sum(cross_entropy, axis=-1)
        kl = kl_to_standard_normal(mean, log_scale)
        return tf.reduce_mean(reconstruction + kl), kl

    def importance_weighted(self, x, samples):
        mean, log_scale = self.encode(x)
        noise = tf.random.normal([samples, x.shape[0], LATENT])
        z = mean + tf.exp(log_scale) * noise
        logits = tf.reshape(self.decode(tf.reshape(z, [-1, LATENT])), [samples, -1, INPUT])
        log_px = -tf.reduce_sum(
            tf.nn.sigmoid_cross_entropy_with_logits(
                labels=tf.broadcast_to(x, tf.shape(logits)), logits=logits
            ),
            -1,
        )
        log_pz = tf.reduce_sum(normal_log_density(z, 0.0, 0.0), axis=-1)
        log_qz = tf.reduce_sum(normal_log_density(z, mean, log_scale), axis=-1)
        weights = log_px + log_pz - log_qz
        return tf.reduce_logsumexp(weights, axis=0) - math.log(samples)


def mixture_negative_log_likelihood(y, parameters):
    logits, means, log_scales = tf.split(parameters, [COMPONENTS, COMPONENTS, COMPONENTS], axis=-1)
    log_mixture = tf.nn.log_softmax(logits, axis=-1)
    log_density = normal_log_density(y[:, None], means, log_scales)
    return -tf.reduce_mean(tf.reduce_logsumexp(log_mixture + log_density, axis=-1))


def focal_loss(labels, logits, gamma=2.0):
    probability = tf.nn.sigmoid(logits)
    correct = tf.where(labels > 0.5, probability, 1.0 - probability)
    return tf.reduce_mean(-tf.pow(1.0 - correct, gamma) * tf.math.log(correct + 1e-7))


def main():
    x = tf.cast(tf.random.uniform([24, INPUT]) > 0.5, tf.float32)
    model = VAE()
    with tf.GradientTape() as tape:
        loss, kl = model.loss(x)
    gradients = tape.gradient(loss, model.variables)
    for variable, gradient in zip(model.variables, gradients):
        variable.assign_sub(0.01 * gradient)
    bound = model.importance_weighted(x, 6)
    network = Dense(INPUT, 3 * COMPONENTS)
    y = tf.reduce_sum(x, axis=1)
    mixture = mixture_negative_log_likelihood(y, network(x))
    focal = focal_loss(x[:, 0], network(x)[:, 0])
    generated = tf.sigmoid(model.decode(tf.random.normal([5, LATENT])))
    entropy = -tf.reduce_sum(tf.math.xlogy(generated, generated), axis=1)
    covariance = tf.matmul(x, x, transpose_a=True) / tf.cast(tf.shape(x)[0], x.dtype)
    factor = tf.linalg.cholesky(covariance + 0.1 * tf.eye(INPUT))
    logdet = 2.0 * tf.reduce_sum(tf.math.log(tf.linalg.diag_part(factor)))
    whitened = tf.linalg.triangular_solve(factor, tf.transpose(x))
    print(loss, kl.shape, bound.shape, mixture, focal, entropy.shape, logdet, whitened.shape)


if __name__ == "__main__":
    main()
