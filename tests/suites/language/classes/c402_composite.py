"""A tree of blocks with a registry, walked by a generator method; repr and equality."""
from dataclasses import dataclass, field
import tensorflow as tf

@dataclass
class Node:
    name: str
    weight: object = None
    children: list["Node"] = field(default_factory=list)

    def add(self, *nodes):
        self.children.extend(nodes)
        return self
    def walk(self, depth=0):
        yield depth, self
        for child in self.children:
            yield from child.walk(depth + 1)
    def __getitem__(self, path):
        head, _, rest = path.partition("/")
        for child in self.children:
            if child.name == head:
                return child[rest] if rest else child
        raise KeyError(path)

tree = Node("net").add(
    Node("enc", tf.zeros([3, 8])).add(Node("norm", tf.ones([8]))),
    Node("dec", tf.zeros([8, 2])),
)
reveal_type(tree["enc/norm"].weight)  # revealed: Tensor[float32, Shape[8]]
weights = {n.name: n.weight for _, n in tree.walk() if n.weight is not None}
reveal_type(weights["enc"] @ weights["dec"])  # revealed: Tensor[float32, Shape[3, 2]]
reveal_type(tf.zeros([max(d for d, _ in tree.walk()), len(weights)]))  # revealed: Tensor[float32, Shape[2, 3]]
reveal_type(tf.zeros([1 if Node("a") == Node("a") else 2]))  # revealed: Tensor[float32, Shape[1]]
try:
    tree["enc/missing"]
except KeyError as error:
    reveal_type(tf.constant([error.args[0]]))  # revealed: Tensor[string, Shape[1]]
