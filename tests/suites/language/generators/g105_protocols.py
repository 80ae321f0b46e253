"""The old iteration protocol, iter with a sentinel, reversed, map and filter over several."""
import tensorflow as tf

class Old:
    def __getitem__(self, i):
        if i > 2:
            raise IndexError
        return tf.zeros([i + 1])
    def __reversed__(self):
        yield tf.zeros([9])
for t in Old():
    reveal_type(t)  # revealed: Tensor[float32, Shape[1]] | Tensor[float32, Shape[2]] | Tensor[float32, Shape[3]]
reveal_type(list(reversed(Old()))[0])  # revealed: Tensor[float32, Shape[9]]
a, b, c = Old()
reveal_type(tf.concat([a, b, c], 0))  # revealed: Tensor[float32, Shape[6]]
stack = [3, 2, 0, 7]
reveal_type(tf.zeros(list(iter(lambda: stack.pop(0), 0))))  # revealed: Tensor[float32, Shape[3, 2]]
reveal_type(tf.zeros(list(map(lambda p, q: p + q, [1, 2, 3], [4, 5]))))  # revealed: Tensor[float32, Shape[5, 7]]
reveal_type(tf.zeros(list(filter(None, [0, 2, 0, 3]))))  # revealed: Tensor[float32, Shape[2, 3]]
reveal_type(tf.zeros([*map(max, [1, 5], [3, 2])]))  # revealed: Tensor[float32, Shape[3, 5]]
it = iter([1, 2, 3, 4])
reveal_type(tf.zeros([p * q for p, q in zip(it, it)]))  # revealed: Tensor[float32, Shape[2, 12]]
class Both:
    def __iter__(self):
        yield from (2, 3)
    def __len__(self):
        return 5
reveal_type(tf.zeros([sum(Both()), len(Both()), max(Both())]))  # revealed: Tensor[float32, Shape[5, 5, 3]]
reveal_type(tf.zeros([any(n > 2 for n in Both()) + 1, all([]) + 1]))  # revealed: Tensor[float32, Shape[2, 2]]
reveal_type(tf.zeros(tuple(x for x in Both() for _ in range(x) if x != 3)))  # revealed: Tensor[float32, Shape[2, 2]]
