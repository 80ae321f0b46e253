"""Nested loops with else, continue, enumerate over zip, and names after loops."""
import tensorflow as tf

sizes = [(1, 2), (3, 4), (5, 6)]
for i, (a, b) in enumerate(sizes):
    for k in range(a, b + 5, 3):
        if k == 4:
            break
        if k % 2 == 0:
            continue
        reveal_type(tf.zeros([i + 1, k]))  # revealed: Tensor[float32, Shape[1, 1]] | Tensor[float32, Shape[2, 3]] | Tensor[float32, Shape[3, 5]]
    else:
        reveal_type(tf.zeros([a, b, 9]))  # revealed: Tensor[float32, Shape[3, 4, 9]] | Tensor[float32, Shape[5, 6, 9]]
        continue
    reveal_type(tf.zeros([a]))  # revealed: Tensor[float32, Shape[1]]
reveal_type(tf.zeros([i, k, a, b]))  # revealed: Tensor[float32, Shape[2, 8, 5, 6]]
x = tf.zeros([16, 2])
steps = 0
while x.shape[0] > 1:
    x = tf.reshape(x, [x.shape[0] // 2, -1])
    steps += 1
reveal_type(x)  # revealed: Tensor[float32, Shape[1, 32]]
reveal_type(tf.zeros([steps]))  # revealed: Tensor[float32, Shape[4]]
matrix = [[1, 2, 3], [4, 5, 6]]
reveal_type(tf.zeros([sum(row) for row in zip(*matrix)]))  # revealed: Tensor[float32, Shape[5, 7, 9]]
reveal_type(tf.zeros([n for row in matrix for n in row if n % 2]))  # revealed: Tensor[float32, Shape[1, 3, 5]]
todo, seen = [4], []
while todo:
    n = todo.pop()
    seen.append(n)
    if n > 1:
        todo += [n - 1] if n % 2 else [n // 2]
reveal_type(tf.zeros(seen))  # revealed: Tensor[float32, Shape[4, 2, 1]]
for n in reversed(range(2, 9, 3)):
    x = tf.zeros([n])
reveal_type(x)  # revealed: Tensor[float32, Shape[2]]
