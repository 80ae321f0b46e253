import numpy as np
import tensorflow as tf

def augment(image):
    return np.flip(image, 1)

images = tf.data.Dataset.from_tensor_slices(tf.zeros([4, 8, 8, 3]))
for image in images:
    augment(image)
images.map(augment)
