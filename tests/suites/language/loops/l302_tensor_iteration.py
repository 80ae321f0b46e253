"""for over tensors, over a dataset, over a range of a size; unstack."""
import tensorflow as tf

x = tf.zeros([3, 2, 5])
total = tf.zeros([5])
for plane in x:
    for row in plane:
        total += row
    reveal_type(plane)  # revealed: Tensor[float32, Shape[2, 5]]
reveal_type(total)  # revealed: Tensor[float32, Shape[5]]
steps = [t * i for i, t in enumerate(tf.unstack(x, axis=1))]
reveal_type(steps[1])  # revealed: Tensor[float32, Shape[3, 5]]
for batch in tf.data.Dataset.from_tensor_slices((x, [1, 2, 3])).batch(2):
    reveal_type(batch[0])  # revealed: Tensor[float32, Shape[2, 2, 5]] | Tensor[float32, Shape[1, 2, 5]]
for i in range(tf.shape(x)[0]):
    out = x[i, :, : i + 1]
reveal_type(out)  # revealed: Tensor[float32, Shape[2, 3]]
