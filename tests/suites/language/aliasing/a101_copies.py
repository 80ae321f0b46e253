"""copy, deepcopy, slices, list multiplication and class-level lists."""
import copy
import tensorflow as tf

class Node:
    shared = []
    def __init__(self, t):
        self.t = t
        self.children = []
    def __copy__(self):
        new = Node(self.t)
        new.children = self.children
        return new
root = Node(tf.zeros([1]))
root.children.append(Node(tf.zeros([2])))
shallow, deep = copy.copy(root), copy.deepcopy(root)
root.children[0].t = tf.zeros([3])
root.children.append(root)
reveal_type(shallow.children[0].t)  # revealed: Tensor[float32, Shape[3]]
reveal_type(deep.children[0].t)  # revealed: Tensor[float32, Shape[2]]
reveal_type(tf.zeros([len(shallow.children), len(deep.children)]))  # revealed: Tensor[float32, Shape[2, 1]]
root.shared.append(1)
Node.shared.append(2)
reveal_type(tf.zeros([len(deep.shared)]))  # revealed: Tensor[float32, Shape[2]]
root.shared = [1, 2, 3]
reveal_type(tf.zeros([len(deep.shared), len(root.shared)]))  # revealed: Tensor[float32, Shape[2, 3]]
grid = [[tf.zeros([1])] * 2] * 2
grid[0][1] = tf.zeros([5])
reveal_type(grid[1][1])  # revealed: Tensor[float32, Shape[5]]
safe = [[0] * 2 for _ in range(2)]
safe[0][0] = 4
reveal_type(tf.zeros([safe[1][0], safe[0][0]]))  # revealed: Tensor[float32, Shape[0, 4]]
memo = {}
t = tf.zeros([6])
pair = copy.deepcopy([t, t])
reveal_type(pair[1])  # revealed: Tensor[float32, Shape[6]]
cycle = [1]
cycle.append(cycle)
reveal_type(tf.zeros([cycle[1][1][0], len(cycle)]))  # revealed: Tensor[float32, Shape[1, 2]]
