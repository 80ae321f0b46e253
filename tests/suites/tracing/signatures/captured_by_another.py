import tensorflow as tf


class Scale(tf.Module):
    def __init__(self):
        super().__init__()
        self.by = tf.Variable(2.0)

    @tf.function(input_signature=[tf.TensorSpec([None])])
    def times(self, x):
        return x * self.by


def export(folder):
    tf.saved_model.save(Scale(), folder)


Scale().times(tf.zeros([3]))
