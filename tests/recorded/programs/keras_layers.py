"""Keras subclassing: layers of our own, a model with a training step, losses and metrics."""

import tensorflow as tf

keras = tf.keras


class Linear(keras.layers.Layer):
    def __init__(self, units=32, activation=None):
        super().__init__()
        self.units = units
        self.activation = activation

    def build(self, input_shape):
        self.w = self.add_weight(shape=(input_shape[-1], self.units), initializer="random_normal")
        self.b = self.add_weight(shape=(self.units,), initializer="zeros")

    def call(self, inputs):
        outputs = tf.matmul(inputs, self.w) + self.b
        if self.activation == "relu":
            outputs = tf.nn.relu(outputs)
        return outputs


class Squeeze(keras.layers.Layer):
    def call(self, inputs):
        pooled = tf.reduce_mean(inputs, axis=[1, 2], keepdims=True)
        return inputs * tf.sigmoid(pooled)


class Classifier(keras.Model):
    def __init__(self, classes):
        super().__init__()
        self.hidden = Linear(16, "relu")
        self.norm = keras.layers.LayerNormalization()
        self.head = Linear(classes)
        self.dropout = keras.layers.Dropout(0.2)

    def call(self, inputs, training=False):
        flat = tf.reshape(inputs, [tf.shape(inputs)[0], 8 * 8 * 3])
        x = self.hidden(flat)
        x = self.norm(x)
        x = self.dropout(x, training=training)
        return self.head(x)


model = Classifier(5)
optimizer = keras.optimizers.Adam(1e-3)
loss_object = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
train_loss = keras.metrics.Mean()
train_accuracy = keras.metrics.SparseCategoricalAccuracy()


@tf.function
def train_step(images, labels):
    with tf.GradientTape() as tape:
        predictions = model(images, training=True)
        loss = loss_object(labels, predictions)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    train_loss(loss)
    train_accuracy(labels, predictions)
    return loss


def contrastive(anchors, positives, temperature=0.1):
    anchors = tf.math.l2_normalize(anchors, axis=-1)
    positives = tf.math.l2_normalize(positives, axis=-1)
    similarity = tf.matmul(anchors, positives, transpose_b=True) / temperature
    targets = tf.range(tf.shape(similarity)[0])
    losses = tf.keras.losses.sparse_categorical_crossentropy(targets, similarity, from_logits=True)
    return tf.reduce_mean(losses)


images = tf.random.normal([40, 8, 8, 3])
labels = tf.random.uniform([40], 0, 5, dtype=tf.int64)
dataset = tf.data.Dataset.from_tensor_slices((images, labels)).shuffle(40).batch(10)

for epoch in range(2):
    for batch_images, batch_labels in dataset:
        step_loss = train_step(batch_images, batch_labels)

logits = model(images)
probabilities = tf.nn.softmax(logits)
predicted = tf.argmax(probabilities, axis=1)
wrong = tf.where(tf.not_equal(predicted, labels))
mistakes = tf.gather_nd(images, wrong)
gated = Squeeze()(images)
upscaled = keras.layers.UpSampling2D()(gated)
pooled = keras.layers.GlobalAveragePooling2D()(upscaled)
loss = contrastive(pooled, pooled + tf.random.normal(tf.shape(pooled), stddev=0.01))
small = keras.Sequential([keras.layers.Dense(4, activation="relu"), keras.layers.Dense(1)])
output = small(tf.ones([3, 2]))
difference = output - tf.zeros([3, 1])
print(
    step_loss, loss, tf.shape(mistakes)[0] >= 0, tf.reduce_sum(difference), train_accuracy.result()
)
