"""A gated recurrent cell, unrolled in a Python loop, by tf.while_loop and by tf.scan."""

import tensorflow as tf

BATCH, TIME, FEATURES, UNITS = 4, 6, 3, 8


def weight(rows, columns):
    return tf.Variable(tf.initializers.GlorotUniform()(shape=(rows, columns)))


class GRUCell(tf.Module):
    def __init__(self, inputs, units):
        super().__init__()
        self.units = units
        self.kernel = weight(inputs, 3 * units)
        self.recurrent = weight(units, 3 * units)
        self.bias = tf.Variable(tf.zeros([3 * units]))

    def zero_state(self, batch):
        return tf.zeros([batch, self.units])

    def __call__(self, x, h):
        from_x = tf.matmul(x, self.kernel) + self.bias
        from_h = tf.matmul(h, self.recurrent)
        xz, xr, xn = tf.split(from_x, 3, axis=1)
        hz, hr, hn = tf.split(from_h, num_or_size_splits=3, axis=1)
        z = tf.sigmoid(xz + hz)
        r = tf.sigmoid(xr + hr)
        n = tf.tanh(xn + r * hn)
        return (1.0 - z) * n + z * h


def unrolled(cell, x):
    state = cell.zero_state(x.shape[0])
    outputs = []
    for step in tf.unstack(x, axis=1):
        state = cell(step, state)
        outputs.append(state)
    return tf.stack(outputs, axis=1), state


def looped(cell, x):
    steps = x.shape[1]
    outputs = tf.TensorArray(tf.float32, size=steps, element_shape=[BATCH, UNITS])
    state = cell.zero_state(tf.shape(x)[0])

    def body(t, h, out):
        h = cell(x[:, t], h)
        return t + 1, h, out.write(t, h)

    _, state, outputs = tf.while_loop(
        lambda t, h, out: t < steps, body, [tf.constant(0), state, outputs]
    )
    return tf.transpose(outputs.stack(), [1, 0, 2]), state


def scanned(cell, x):
    by_time = tf.transpose(x, [1, 0, 2])
    states = tf.scan(lambda h, step: cell(step, h), by_time, initializer=cell.zero_state(BATCH))
    return tf.transpose(states, [1, 0, 2]), states[-1]


@tf.function
def masked_last(outputs, lengths):
    index = tf.stack([tf.range(tf.size(lengths)), lengths - 1], axis=1)
    last = tf.gather_nd(outputs, index)
    mask = tf.sequence_mask(lengths, TIME, dtype=tf.float32)
    mean = tf.reduce_sum(outputs * mask[:, :, tf.newaxis], axis=1)
    mean /= tf.cast(lengths, tf.float32)[:, tf.newaxis]
    return tf.concat([last, mean], axis=-1)


def main():
    cell = GRUCell(FEATURES, UNITS)
    x = tf.random.normal((BATCH, TIME, FEATURES))
    lengths = tf.constant([6, 3, 4, 1])
    first, state1 = unrolled(cell, x)
    second, state2 = looped(cell, x)
    third, state3 = scanned(cell, x)
    difference = tf.reduce_max(tf.abs(first - second)) + tf.reduce_max(tf.abs(first - third))
    same = tf.reduce_all(tf.abs(state1 - state2) < 1e-5)
    features = masked_last(first, lengths)
    readout = weight(2 * UNITS, 1)
    prediction = tf.squeeze(features @ readout, [1])
    target = tf.reduce_sum(x, axis=[1, 2])
    error = tf.reduce_mean((prediction - target) ** 2)
    backwards = tf.reverse(x, axis=[1])
    both = tf.concat(
        [first, tf.reverse_sequence(unrolled(cell, backwards)[0], lengths, seq_axis=1)], axis=2
    )
    print(difference.numpy(), bool(same), error.numpy(), both.shape, state3.shape)


if __name__ == "__main__":
    main()
