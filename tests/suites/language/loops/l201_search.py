"""Searching loops: while with else, for with several exits, enumerate on strings, nested breaks by flags."""
import tensorflow as tf

def pow2(n):
    k = 1
    while k < n:
        k *= 2
    else:
        k += 0
    return k
reveal_type(tf.zeros([pow2(5), pow2(16), pow2(17)]))  # revealed: Tensor[float32, Shape[8, 16, 32]]
def digits(n):
    out = []
    while n:
        n, d = divmod(n, 10)
        out.insert(0, d)
    return out
reveal_type(tf.zeros(digits(3245)))  # revealed: Tensor[float32, Shape[3, 2, 4, 5]]
for i, c in enumerate("conv2d", 1):
    if c.isdigit():
        rank = int(c)
        break
else:
    rank = 0
reveal_type(tf.zeros([2] * (rank + 2)))  # revealed: Tensor[float32, Shape[2, 2, 2, 2]]
reveal_type(tf.zeros([i]))  # revealed: Tensor[float32, Shape[5]]
grid = [[1, 0, 3], [4, 5, 0]]
hit = None
for r, row in enumerate(grid):
    for k, v in enumerate(row):
        if v == 5:
            hit = r, k
            break
    if hit:
        break
reveal_type(tf.zeros([hit[0] + 1, hit[1] + 1, r + 2]))  # revealed: Tensor[float32, Shape[2, 2, 3]]
a, b = 1, 1
seq = []
while len(seq) < 6:
    seq.append(a)
    a, b = b, a + b
reveal_type(tf.zeros(seq))  # revealed: Tensor[float32, Shape[1, 1, 2, 3, 5, 8]]
low, high = 0, 100
while low < high:
    mid = (low + high) // 2
    if mid * mid < 50:
        low = mid + 1
    else:
        high = mid
reveal_type(tf.zeros([low]))  # revealed: Tensor[float32, Shape[8]]
x = tf.zeros([1, 2])
for _ in range(3):
    x = tf.concat([x, x], axis=_ % 2)
reveal_type(x)  # revealed: Tensor[float32, Shape[4, 4]]
n = 27
steps = 0
while n != 1 and steps < 20:
    n = n // 2 if n % 2 == 0 else 3 * n + 1
    steps += 1
reveal_type(tf.zeros([steps]))  # revealed: Tensor[float32, Shape[20]]
