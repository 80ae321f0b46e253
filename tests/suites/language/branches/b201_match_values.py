"""match on enums, constants, nested mappings, sequences of classes, and keeping captured names."""
import enum
from dataclasses import dataclass
import tensorflow as tf

class Kind(enum.Enum):
    DENSE = "dense"
    CONV = "conv"
@dataclass
class Node:
    kind: Kind
    args: tuple = ()
    next: "Node" = None
def build(node):
    match node:
        case None:
            return tf.zeros([1])
        case Node(Kind.DENSE, (n,), None):
            return tf.zeros([n])
        case Node(Kind.DENSE, (n,), Node() as rest):
            return tf.concat([tf.zeros([n]), build(rest)], 0)
        case Node(kind=Kind.CONV, args=(a, b, *more)):
            return tf.zeros([a * b + len(more)])
    return tf.zeros([0])
reveal_type(build(Node(Kind.DENSE, (4,))))  # revealed: Tensor[float32, Shape[4]]
reveal_type(build(Node(Kind.DENSE, (4,), Node(Kind.DENSE, (3,)))))  # revealed: Tensor[float32, Shape[7]]
reveal_type(build(Node(Kind.CONV, (2, 3, 4, 5))))  # revealed: Tensor[float32, Shape[8]]
reveal_type(build(Node(Kind("conv"))))  # revealed: Tensor[float32, Shape[0]]
def shape(x):
    match x:
        case {"shape": [int(h), int(w)], **rest} if not rest:
            return h, w
        case {"shape": [h, *_], "extra": {"c": c}}:
            return h, c
        case (("hw" | "wh") as order, h, w):
            return (h, w) if order == "hw" else (w, h)
        case [[a, b], [c, d]]:
            return a + c, b + d
        case str() as s if s.isdigit():
            return (int(s),)
        case str(s):
            return (len(s), 1)
        case float() | complex():
            return (1,)
        case bool(v):
            return (2, 2) if v else (3,)
        case -1 | 0:
            return (7,)
        case _:
            return ()
for value in ({"shape": [2, 3]}, {"shape": [5], "extra": {"c": 6}}, ("wh", 1, 2), [[1, 2], [3, 4]], "12", "ab", 1.5, True, -1, 99):
    reveal_type(tf.zeros(shape(value)))  # revealed: Tensor[float32, Shape[2, 3]] | Tensor[float32, Shape[5, 6]] | Tensor[float32, Shape[2, 1]] | Tensor[float32, Shape[4, 6]] | Tensor[float32, Shape[12]] | Tensor[float32, Shape[1]] | Tensor[float32, Shape[2, 2]] | Tensor[float32, Shape[7]] | Tensor[float32, Shape[()]]
match (3, 4):
    case (n, m) if n > m:
        pass
    case (m, n):
        pass
reveal_type(tf.zeros([n, m]))  # revealed: Tensor[float32, Shape[4, 3]]
