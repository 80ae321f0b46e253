"""A line fitted to noisy points by hand: variables, a tape, batches, an optimizer of our own."""

import tensorflow as tf

TRUE_W = 3.0
TRUE_B = 2.0
EXAMPLES = 200
BATCH = 20

x = tf.linspace(-2.0, 2.0, EXAMPLES)
noise = tf.random.normal([EXAMPLES], stddev=0.3)
y = x * TRUE_W + TRUE_B + noise


class LinearModel(tf.Module):
    def __init__(self, name=None):
        super().__init__(name=name)
        self.w = tf.Variable(5.0)
        self.b = tf.Variable(0.0)

    def __call__(self, inputs):
        return self.w * inputs + self.b


def squared_loss(target, predicted):
    return tf.reduce_mean(tf.square(target - predicted))


class Momentum:
    def __init__(self, variables, rate=0.1, decay=0.9):
        self.variables = variables
        self.rate = rate
        self.decay = decay
        self.velocities = [tf.Variable(tf.zeros_like(v)) for v in variables]

    def apply(self, gradients):
        for variable, velocity, gradient in zip(self.variables, self.velocities, gradients):
            velocity.assign(self.decay * velocity - self.rate * gradient)
            variable.assign_add(velocity)


def train_step(model, optimizer, inputs, target):
    with tf.GradientTape() as tape:
        loss = squared_loss(target, model(inputs))
    gradients = tape.gradient(loss, [model.w, model.b])
    optimizer.apply(gradients)
    return loss


def closed_form(inputs, target):
    design = tf.stack([inputs, tf.ones_like(inputs)], axis=1)
    solution = tf.linalg.lstsq(design, target[:, tf.newaxis])
    residual = tf.matmul(design, solution) - tf.expand_dims(target, 1)
    return tf.squeeze(solution, axis=1), tf.sqrt(tf.reduce_mean(residual**2))


def r_squared(target, predicted):
    total = tf.reduce_sum(tf.math.squared_difference(target, tf.reduce_mean(target)))
    left = tf.reduce_sum(tf.math.squared_difference(target, predicted))
    return 1.0 - left / total


def main():
    model = LinearModel()
    optimizer = Momentum([model.w, model.b], rate=0.02)
    dataset = (
        tf.data.Dataset.from_tensor_slices((x, y))
        .shuffle(EXAMPLES)
        .batch(BATCH, drop_remainder=True)
    )
    history = []
    for epoch in range(3):
        for batch_x, batch_y in dataset:
            loss = train_step(model, optimizer, batch_x, batch_y)
        history.append(loss)
    losses = tf.stack(history)
    improvement = losses[0] - losses[-1]
    solution, error = closed_form(x, y)
    slope, intercept = solution[0], solution[1]
    predicted = model(x)
    order = tf.argsort(tf.abs(y - predicted), direction="DESCENDING")
    outliers = tf.gather(x, order[:5])
    print(improvement.numpy(), slope, intercept, error, r_squared(y, predicted), outliers)


if __name__ == "__main__":
    main()
