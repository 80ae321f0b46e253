"""What is drawn, what is asked for, and what hangs on neither."""
# argv: 3
# argv: 6
# unknown: the number of rows
import sys
import tensorflow as tf

n = int(sys.argv[1])
rows = [tf.zeros([n, k]) for k in (1, 2)]
x = tf.concat(rows, 1)
reveal_type(x)  # revealed: Tensor[float32, Shape[None, 3]]
mean = tf.reduce_mean(x, 0, keepdims=True)
reveal_type(mean)  # revealed: Tensor[float32, Shape[1, 3]]
reveal_type((x - mean) @ tf.transpose(mean))  # revealed: Tensor[float32, Shape[None, 1]]
reveal_type(tf.split(tf.zeros([n * 3, 2]), 3)[0])  # revealed: Tensor[float32, Shape[None, 2]]
reveal_type(tf.reshape(x, [3, -1]))  # revealed: Tensor[float32, Shape[3, None]]
reveal_type(tf.stack([x[0], x[-1]]))  # revealed: Tensor[float32, Shape[2, 3]]
count = 0
for row in x:
    count += 1
reveal_type(row)  # revealed: Tensor[float32, Shape[3]]
reveal_type(tf.one_hot(tf.argmax(x, 1), 3))  # revealed: Tensor[float32, Shape[None, 3]]
