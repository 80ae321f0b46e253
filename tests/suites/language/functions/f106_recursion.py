"""Mutual recursion, trees, memo, generators that recurse, a function that replaces itself."""
import tensorflow as tf

def even(n, x):
    return x if n == 0 else odd(n - 1, tf.concat([x, x], 0))
def odd(n, x):
    return even(n - 1, x[None]) if n else x
reveal_type(even(2, tf.zeros([3])))  # revealed: Tensor[float32, Shape[1, 6]]
reveal_type(even(4, tf.zeros([1, 1])))  # revealed: Tensor[float32, Shape[1, 2, 2, 1]]
tree = {"v": 1, "kids": [{"v": 2, "kids": []}, {"v": 3, "kids": [{"v": 4, "kids": []}]}]}
def walk(node, depth=1):
    yield tf.zeros([node["v"], depth])
    for kid in node["kids"]:
        yield from walk(kid, depth + 1)
for t in walk(tree):
    reveal_type(t)  # revealed: Tensor[float32, Shape[1, 1]] | Tensor[float32, Shape[2, 2]] | Tensor[float32, Shape[3, 2]] | Tensor[float32, Shape[4, 3]]
def flat(items):
    return [x for item in items for x in (flat(item) if isinstance(item, (list, tuple)) else [item])]
reveal_type(tf.zeros(flat([1, [2, (3, [4])], []])))  # revealed: Tensor[float32, Shape[1, 2, 3, 4]]
def fib(n, memo={0: 1, 1: 1}):
    if n not in memo:
        memo[n] = fib(n - 1) + fib(n - 2)
    return memo[n]
reveal_type(tf.zeros([fib(10)]))  # revealed: Tensor[float32, Shape[89]]
def first(n):
    global first
    first = lambda n: tf.zeros([n, n])
    return tf.zeros([n])
reveal_type(first(2))  # revealed: Tensor[float32, Shape[2]]
reveal_type(first(2))  # revealed: Tensor[float32, Shape[2, 2]]
