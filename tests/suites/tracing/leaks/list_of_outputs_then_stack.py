import tensorflow as tf

class Recorder:
    def __init__(self):
        self.rows = []
    def __call__(self, x):
        y = x * 2.0
        self.rows.append(y)  # may warn
        return y

recorder = Recorder()
step = tf.function(recorder)
for i in range(3):
    step(tf.ones([2]))
tf.stack(recorder.rows)  # error: tf-trace
