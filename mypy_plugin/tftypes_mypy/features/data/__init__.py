"""tf.data: the elements of datasets, and what makes and changes them."""
