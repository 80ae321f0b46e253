"""A convolutional classifier from raw ops, with batch normalisation and residual blocks."""

import tensorflow as tf

CLASSES = 10


def he_normal(shape):
    fan_in = shape[0] * shape[1] * shape[2]
    return tf.Variable(tf.random.truncated_normal(shape, stddev=(2.0 / fan_in) ** 0.5))


class Conv(tf.Module):
    def __init__(self, channels_in, channels_out, size=3, stride=1):
        super().__init__()
        self.filters = he_normal([size, size, channels_in, channels_out])
        self.stride = stride

    def __call__(self, x):
        return tf.nn.conv2d(x, self.filters, strides=self.stride, padding="SAME")


class BatchNorm(tf.Module):
    def __init__(self, channels, momentum=0.9):
        super().__init__()
        self.scale = tf.Variable(tf.ones([channels]))
        self.offset = tf.Variable(tf.zeros([channels]))
        self.mean = tf.Variable(tf.zeros([channels]), trainable=False)
        self.variance = tf.Variable(tf.ones([channels]), trainable=False)
        self.momentum = momentum

    def __call__(self, x, training):
        if training:
            mean, variance = tf.nn.moments(x, axes=[0, 1, 2])
            self.mean.assign(self.momentum * self.mean + (1 - self.momentum) * mean)
            self.variance.assign(self.momentum * self.variance + (1 - self.momentum) * variance)
        else:
            mean, variance = self.mean, self.variance
        return tf.nn.batch_normalization(x, mean, variance, self.offset, self.scale, 1e-5)


class Residual(tf.Module):
    def __init__(self, channels_in, channels_out, stride):
        super().__init__()
        self.conv1 = Conv(channels_in, channels_out, stride=stride)
        self.norm1 = BatchNorm(channels_out)
        self.conv2 = Conv(channels_out, channels_out)
        self.norm2 = BatchNorm(channels_out)
        self.shortcut = Conv(channels_in, channels_out, size=1, stride=stride)

    def __call__(self, x, training):
        h = tf.nn.relu(self.norm1(self.conv1(x), training))
        h = self.norm2(self.conv2(h), training)
        return tf.nn.relu(h + self.shortcut(x))


class Net(tf.Module):
    def __init__(self):
        super().__init__()
        self.stem = Conv(1, 8)
        self.block1 = Residual(8, 8, 1)
        self.block2 = Residual(8, 16, 2)
        self.weights = tf.Variable(tf.random.normal([16, CLASSES], stddev=0.1))
        self.bias = tf.Variable(tf.zeros([CLASSES]))

    def __call__(self, images, training=False):
        x = tf.cast(images, tf.float32) / 255.0
        x = tf.nn.relu(self.stem(x))
        x = tf.nn.max_pool2d(x, ksize=2, strides=2, padding="VALID")
        x = self.block1(x, training)
        x = self.block2(x, training)
        x = tf.reduce_mean(x, axis=[1, 2])
        x = tf.nn.dropout(x, rate=0.1) if training else x
        return tf.matmul(x, self.weights) + self.bias


def smoothed_loss(labels, logits, smoothing=0.1):
    targets = tf.one_hot(labels, CLASSES)
    targets = targets * (1 - smoothing) + smoothing / CLASSES
    return tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(labels=targets, logits=logits))


net = Net()
optimizer = tf.keras.optimizers.SGD(0.01)


@tf.function
def train_step(images, labels):
    with tf.GradientTape() as tape:
        logits = net(images, training=True)
        loss = smoothed_loss(labels, logits)
        decay = tf.add_n([tf.nn.l2_loss(v) for v in net.trainable_variables])
        total = loss + 1e-4 * decay
    gradients = tape.gradient(total, net.trainable_variables)
    gradients, norm = tf.clip_by_global_norm(gradients, 1.0)
    optimizer.apply_gradients(zip(gradients, net.trainable_variables))
    return total, norm


def accuracy(logits, labels):
    predictions = tf.argmax(logits, axis=1)
    return tf.reduce_mean(tf.cast(tf.equal(predictions, tf.cast(labels, tf.int64)), tf.float32))


images = tf.cast(tf.random.uniform([32, 28, 28, 1], 0, 256, dtype=tf.int32), tf.uint8)
labels = tf.random.uniform([32], maxval=CLASSES, dtype=tf.int32)
for step in range(2):
    loss, norm = train_step(images, labels)
logits = net(images)
probabilities = tf.nn.softmax(logits)
confidence = tf.reduce_max(probabilities, axis=-1)
values, classes = tf.math.top_k(probabilities, k=3)
confusion = tf.math.confusion_matrix(labels, tf.argmax(logits, 1), num_classes=CLASSES)
print(
    loss.numpy(), norm.numpy(), accuracy(logits, labels).numpy(), tf.linalg.trace(confusion).numpy()
)
