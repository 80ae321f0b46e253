"""Derivatives: Jacobians, Hessians, gradients by inputs, custom gradients, line search, Newton."""

import tensorflow as tf


def rosenbrock(x):
    return tf.reduce_sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


def gradient_and_hessian(f, x):
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            value = f(x)
        gradient = inner.gradient(value, x)
    hessian = outer.jacobian(gradient, x)
    return value, gradient, hessian


def newton(f, x, steps=5):
    for _ in range(steps):
        value, gradient, hessian = gradient_and_hessian(f, x)
        damped = hessian + 1e-3 * tf.eye(x.shape[0])
        direction = tf.linalg.solve(damped, gradient[:, tf.newaxis])
        x = x - tf.squeeze(direction, axis=1)
    return x, value


@tf.custom_gradient
def clipped_gradient(x):
    def backward(upstream):
        return tf.clip_by_norm(upstream, 0.5)

    return tf.identity(x), backward


@tf.function
def halley(a, steps):
    x = tf.ones_like(a)
    for _ in tf.range(steps):
        x = x * (x**3 + 2.0 * a) / (2.0 * x**3 + a)
    return x


def backtracking(f, x, direction, slope):
    step = tf.constant(1.0)
    while f(x + step * direction) > f(x) + 1e-4 * step * slope:
        step = step * 0.5
    return step


def saliency(weights, images, labels):
    with tf.GradientTape() as tape:
        tape.watch(images)
        logits = tf.reshape(images, [images.shape[0], -1]) @ weights
        picked = tf.gather(logits, labels, batch_dims=1)
    gradient = tape.gradient(picked, images)
    heat = tf.reduce_max(tf.abs(gradient), axis=-1)
    low = tf.reduce_min(heat, axis=[1, 2], keepdims=True)
    high = tf.reduce_max(heat, axis=[1, 2], keepdims=True)
    return (heat - low) / (high - low)


def integrated_gradients(f, baseline, x, steps=10):
    alphas = tf.linspace(0.0, 1.0, steps + 1)
    path = baseline + alphas[:, tf.newaxis] * (x - baseline)
    with tf.GradientTape() as tape:
        tape.watch(path)
        outputs = tf.map_fn(f, path)
    gradients = tape.gradient(outputs, path)
    average = tf.reduce_mean((gradients[:-1] + gradients[1:]) / 2.0, axis=0)
    return (x - baseline) * average


def main():
    start = tf.constant([-1.2, 1.0, 0.5])
    value, gradient, hessian = gradient_and_hessian(rosenbrock, start)
    eigenvalues = tf.linalg.eigvalsh(hessian)
    solution, final = newton(rosenbrock, start)
    slope = tf.tensordot(gradient, -gradient, axes=1)
    step = backtracking(rosenbrock, start, -gradient, slope)
    x = tf.Variable([3.0, 4.0])
    with tf.GradientTape(persistent=True) as tape:
        y = clipped_gradient(x) * 10.0
        z = tf.reduce_sum(y**2)
    dz = tape.gradient(z, x)
    jacobian = tape.jacobian(y, x)
    roots = halley(tf.constant([8.0, 27.0, 64.0]), tf.constant(6))
    weights = tf.random.normal([4 * 4 * 3, 10])
    images = tf.random.uniform([2, 4, 4, 3])
    heat = saliency(weights, images, tf.constant([3, 7]))
    attribution = integrated_gradients(rosenbrock, tf.zeros([3]), start)
    completeness = tf.abs(
        tf.reduce_sum(attribution) - (rosenbrock(start) - rosenbrock(tf.zeros([3])))
    )
    a = tf.random.normal([5, 3, 3])
    with tf.GradientTape() as tape:
        tape.watch(a)
        squared = tf.matmul(a, a)
    batch_jacobian = tape.batch_jacobian(squared, a)
    curvature = tf.linalg.trace(hessian)
    print(value, eigenvalues, solution, final, step, dz, jacobian, roots, heat.shape, completeness)
    print(batch_jacobian.shape, curvature)


if __name__ == "__main__":
    main()
