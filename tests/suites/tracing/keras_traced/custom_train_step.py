import keras
import tensorflow as tf

class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(2)
    def call(self, x):
        return self.dense(x)
    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self(x) - y) ** 2)
        if float(loss) > 10:  # error: tf-trace
            print("large")
        return {"loss": loss}

net = Net()
net.compile(optimizer="sgd")
net.fit(tf.zeros([4, 3]), tf.zeros([4, 2]), verbose=0)
