"""field(default_factory), kw_only, InitVar, __post_init__, replace, asdict."""
from dataclasses import InitVar, asdict, astuple, dataclass, field, fields, replace
import tensorflow as tf

@dataclass
class Block:
    units: int
    rows: InitVar[int] = 2
    kernel: object = field(init=False, repr=False)
    extras: list = field(default_factory=list)
    _: object = field(default=None, kw_only=True)

    def __post_init__(self, rows):
        self.kernel = tf.zeros([rows, self.units])
        self.extras.append(tf.zeros([self.units]))

a = Block(4)
b = Block(5, rows=3, extras=[tf.zeros([1, 1])])
reveal_type(a.kernel)  # revealed: Tensor[float32, Shape[2, 4]]
reveal_type(b.kernel)  # revealed: Tensor[float32, Shape[3, 5]]
reveal_type(b.extras[1])  # revealed: Tensor[float32, Shape[5]]

@dataclass(frozen=True, slots=True, order=True)
class Size:
    h: int
    w: int = 6
    def zeros(self):
        return tf.zeros([self.h, self.w])

big = max(Size(3), replace(Size(3), w=9), Size(2, 100))
reveal_type(big.zeros())  # revealed: Tensor[float32, Shape[3, 9]]
reveal_type(tf.ones(astuple(big)))  # revealed: Tensor[float32, Shape[3, 9]]
reveal_type(tf.ones([asdict(big)["w"], len(fields(big))]))  # revealed: Tensor[float32, Shape[9, 2]]
