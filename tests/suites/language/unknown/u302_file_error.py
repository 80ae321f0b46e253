"""The text of a file: its lines are unknown, their rank is not."""
# argv: 1 2
# argv: 1 2 3
# unknown: the file
import sys
import tensorflow as tf

with open("numbers.txt", "w") as out:
    print(*sys.argv[1:], sep="\n", file=out)
with open("numbers.txt") as lines:
    numbers = [float(line) for line in lines]
x = tf.constant(numbers)
reveal_type(x)  # revealed: Tensor[float32, Shape[None]]
reveal_type(tf.stack([x, x], 1))  # revealed: Tensor[float32, Shape[None, 2]]
reveal_type(tf.reduce_sum(x))  # revealed: Tensor[float32, Shape[()]]
tf.matmul(x, x)  # error: tf-rank
