"""A deque with a maximum length, rotated, extended at the left."""
from collections import deque
import tensorflow as tf

frames = deque(maxlen=3)
for i in range(1, 6):
    frames.append(tf.zeros([i, 2]))
reveal_type(tf.concat(list(frames), 0))  # revealed: Tensor[float32, Shape[12, 2]]
reveal_type(frames[0])  # revealed: Tensor[float32, Shape[3, 2]]
frames.rotate(1)
reveal_type(frames[0])  # revealed: Tensor[float32, Shape[5, 2]]
frames.appendleft(tf.zeros([9, 2]))
reveal_type(frames[-1])  # revealed: Tensor[float32, Shape[3, 2]]
d = deque([1, 2, 3])
d.extendleft([4, 5])
reveal_type(tf.zeros(list(d)))  # revealed: Tensor[float32, Shape[5, 4, 1, 2, 3]]
d.remove(1)
d.reverse()
reveal_type(tf.zeros(d.copy()))  # revealed: Tensor[float32, Shape[3, 2, 4, 5]]
reveal_type(tf.zeros([d.popleft(), d.pop(), d.index(4) + 1]))  # revealed: Tensor[float32, Shape[3, 5, 2]]
frames.clear()
reveal_type(tf.zeros([len(frames), frames.maxlen]))  # revealed: Tensor[float32, Shape[0, 3]]
