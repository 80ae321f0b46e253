"""A descriptor that is called through the class, weights shared by a class attribute, an error in __init__."""
import tensorflow as tf

class Shared:
    def __get__(self, obj, owner):
        if "table" not in owner.__dict__:
            owner.table = tf.zeros([owner.size, 2])
        return owner.table
class A:
    size = 3
    weights = Shared()
    def __init__(self, x):
        self.y = x @ self.weights  # error: tf-shape
class B(A):
    size = 4
reveal_type(A.weights)  # revealed: Tensor[float32, Shape[3, 2]]
reveal_type(B.weights)  # revealed: Tensor[float32, Shape[4, 2]]
reveal_type(A(tf.zeros([1, 3])).y)  # revealed: Tensor[float32, Shape[1, 2]]
reveal_type(B(tf.zeros([1, 4])).y)  # revealed: Tensor[float32, Shape[1, 2]]
B(tf.zeros([1, 3]))  # error below: tf-shape
