"""Programs with an `input_signature`, sorted by what TensorFlow does with them.

Each follows the same prelude and makes a traced function `f`; some call it.
"""

from __future__ import annotations

PRELUDE = """\
from __future__ import annotations
import functools
from dataclasses import dataclass
from typing import Any, NamedTuple, Optional, Sequence, TypedDict, TypeVar, Union
import numpy as np
import tensorflow as tf
from tensorflow import TensorSpec as S
from tensorflow import function as fn
from tftypes import (
    Add, Dimension, Floating, Integer, RaggedTensor, Shape, SparseTensor, Tensor, Variable, float32, float64, int32, int64
)

N = TypeVar("N")
M = TypeVar("M")
DT = TypeVar("DT", bound=Floating)
X = Tensor[float32, Shape[3]]
Y = Tensor[float32, Shape[4]]
s = S([3])
x = tf.zeros([3])

class Batch(Dimension): ...

class Width(Dimension):
    value = 3

class Pair(NamedTuple):
    a: Any
    b: Any

class Named(NamedTuple):
    a: Tensor[float32, Shape[3]]
    b: Tensor[float32, Shape[4]]

class Both(TypedDict):
    a: Tensor[float32, Shape[3]]
    b: Tensor[float32, Shape[4]]

@dataclass
class Data:
    a: Any

"""

#: TensorFlow takes these, and the body gets what the annotations say.
ACCEPTED = """
@tf.function(input_signature=[S([3])])
def f(a: X): return a
---
@tf.function(input_signature=[S([None, 3])])
def f(a: Tensor[float32, Shape[N, Width]]): return a
---
@tf.function(input_signature=[S(None)])
def f(a: X): return a
---
@tf.function(input_signature=(S((3,), "int32"), S(tf.TensorShape([2, None]), np.int64), S([], tf.float64)))
def f(a: Tensor[int32, Shape[3]], b: Tensor[int64, Shape[2, 5]], c: Tensor[Floating, Shape[()]]): return a
---
@tf.function(input_signature=[S([32, 3])])
def f(a: Tensor[float32, Shape[Batch, 3]]): return a
---
@tf.function(input_signature=[S([3]), S([7])])
def f(a: Tensor[float32, Shape[N]], b: Tensor[float32, Shape["2*N + 1"]]): return a
---
@tf.function(input_signature=[S([3]), S([None]), S([3])])
def f(a: Tensor[float32, Shape[N]], b: Tensor[float32, Shape[N]], c: Tensor[float32, Shape[N]]): return a
---
@tf.function(input_signature=[S([3]), S([3])])
def f(a: Optional[X], b: Union[Y, X, None] = None): return a
---
@tf.function(input_signature=[])
def f(): return 1
---
@tf.function(input_signature=())
def f(a=1, *, b=2, **c): return a
---
@tf.function(input_signature=[s])
def f(a: X, times: int = 2, *, training: bool = False, **options: Any): return a
---
@tf.function(input_signature=[s, s])
def f(*a: X): return a[0]
---
@tf.function(input_signature=[s])
def f(a: X, b=1, *c: X): return a
---
f = tf.function(lambda a: a, input_signature=[s])
---
def g(a: X): return a
f = tf.function(g, [s])
---
def g(a: X): return a
f = fn(input_signature=[s])(g)
---
def g(a: X): return a
f = functools.partial(tf.function, input_signature=[s])(g)
---
signed = functools.partial(tf.function, input_signature=[s])
@signed
def f(a: X): return a
---
SIGNATURE = [s] + [S([4])] * 2
@tf.function(input_signature=SIGNATURE)
def f(a: X, b: Y, c: Y): return a
---
@tf.function(input_signature=tuple([*[s], s]))
def f(a: X, b: X): return a
---
@tf.function(input_signature=[[s, s]])
def f(a: list[X]): return a[0]
---
@tf.function(input_signature=[(s, [S([4])])])
def f(a: tuple[X, list[Y]]): return a[0]
---
@tf.function(input_signature=[(s, s)])
def f(a: tuple[X, ...]): return a[0]
---
@tf.function(input_signature=[{"a": s, "b": S([4])}, dict(a=s)])
def f(a: Both, b: dict[str, X]): return b["a"]
---
@tf.function(input_signature=[Named(s, b=S([4]))])
def f(a: Named): return a.a
---
@tf.function(input_signature=[Pair(s, s)])
def f(a: tuple[X, X]): return a[0]
---
@tf.function(input_signature=Pair(s, s))
def f(a: X, b: X): return a
---
@tf.function(input_signature=[tf.RaggedTensorSpec([2, None], tf.int32), tf.SparseTensorSpec([3, 4])])
def f(a: RaggedTensor[int32, Shape[2, None]], b: SparseTensor[float32, Shape[3, 4]]): return a
---
@tf.function(input_signature=[tf.RaggedTensorSpec([3]), tf.RaggedTensorSpec([3, 3], ragged_rank=0)])
def f(a: X, b: Tensor[float32, Shape[3, 3]]): return a
---
class Model(tf.Module):
    @tf.function(input_signature=[s])
    def call(self, a: X): return a
f = Model().call
---
class Model:
    @staticmethod
    @tf.function(input_signature=[s])
    def call(a: X): return a
f = Model.call
---
class Model:
    def __call__(self, a: X): return a
f = tf.function(Model(), input_signature=[s])
---
class Model:
    def call(self, a: X): return a
f = tf.function(Model().call, input_signature=[s])
---
@tf.function(input_signature=None)
def f(): return 1
---
@tf.function(input_signature=[s])
def f(a: X, times: int = 2): return a
f(x)
f(x, 2)
f([1, 2, 3])
f(np.zeros(3))
---
@tf.function(input_signature=[s, S([], tf.int32)])
def f(a, b): return a
f(x, 2)
f(tf.Variable(x), tf.constant(2))
f(b=2, a=x)
---
@tf.function(input_signature=[s])
def f(a: X, times: int = 1, training: bool = False, mode: str = "same", mask: Optional[X] = None): return a
f(x, 1, False, "same", None)
one, no = 1, False
f(x, one, training=no)
---
@tf.function(input_signature=[s, s])
def f(*a): return a[0]
f(x, x)
"""

#: TensorFlow takes these too, but the body gets what the annotations exclude.
CONTRADICTED = """
@tf.function(input_signature=[S([3])])
def f(a: Y): return a
---
@tf.function(input_signature=[S([3, 3])])
def f(a: X): return a
---
@tf.function(input_signature=[S([3])])
def f(a: Tensor[int32, Shape[3]]): return a
---
@tf.function(input_signature=[S([None, 4])])
def f(a: Tensor[float32, Shape[N, Width]]): return a
---
@tf.function(input_signature=[S([], tf.int32)])
def f(a: Tensor[Floating, Shape[()]]): return a
---
@tf.function(input_signature=[S([3]), S([4])])
def f(a: Tensor[float32, Shape[N]], b: Tensor[float32, Shape[N]]): return a
---
@tf.function(input_signature=[S([3]), S([8])])
def f(a: Tensor[float32, Shape[N]], b: Tensor[float32, Shape["2*N + 1"]]): return a
---
@tf.function(input_signature=[S([3]), S([3], tf.float64)])
def f(a: Tensor[DT, Shape[3]], b: Tensor[DT, Shape[3]]): return a
---
@tf.function(input_signature=[S([3])])
def f(a: Optional[Y]): return a
---
@tf.function(input_signature=[s, S([4])])
def f(*a: X): return a[0]
---
@tf.function(input_signature=[s, s])
def f(a: X, b: Y = None): return a
---
@tf.function(input_signature=[[s, S([4])]])
def f(a: list[X]): return a[0]
---
@tf.function(input_signature=[[s, s]])
def f(a: tuple[X, X]): return a[0]
---
@tf.function(input_signature=[(s, s)])
def f(a: list[X]): return a[0]
---
@tf.function(input_signature=[(s, s)])
def f(a: tuple[X, X, X]): return a[0]
---
@tf.function(input_signature=[(s, S([4]))])
def f(a: Named): return a
---
@tf.function(input_signature=[Named(s, s)])
def f(a: Named): return a.a
---
@tf.function(input_signature=[{"a": s, "b": s}])
def f(a: Both): return a["a"]
---
@tf.function(input_signature=[{"a": s}])
def f(a: Both): return a["a"]
---
@tf.function(input_signature=[{"a": S([4])}])
def f(a: dict[str, X]): return a["a"]
---
@tf.function(input_signature=[[s]])
def f(a: X): return a[0]
---
@tf.function(input_signature=[s])
def f(a: list[X]): return a
---
@tf.function(input_signature=[s])
def f(a: Variable[float32, Shape[3]]): return a
---
@tf.function(input_signature=[tf.RaggedTensorSpec([None, None])])
def f(a: Tensor[float32, Shape[None, None]]): return a
---
@tf.function(input_signature=[tf.RaggedTensorSpec([None, None])])
def f(a: RaggedTensor[int32, Shape[None, None]]): return a
---
@tf.function(input_signature=[tf.SparseTensorSpec([3, 4])])
def f(a: SparseTensor[float32, Shape[3, 5]]): return a
---
class Model:
    @tf.function(input_signature=[s])
    def call(self, a: Y): return a
f = Model().call
---
class Model:
    def __call__(self, a: Y): return a
f = tf.function(Model(), input_signature=[s])
---
f = functools.partial(tf.function, input_signature=[s])(lambda a: a)
def g(a: Y): return a
f = functools.partial(tf.function, input_signature=[s])(g)
"""

#: TensorFlow refuses these: when it decorates, or in every call.
REJECTED = """
@tf.function(input_signature=[s])
def f(a, b): return a
---
@tf.function(input_signature=[s, s])
def f(a): return a
---
@tf.function(input_signature=[])
def f(a): return a
---
f = tf.function(lambda a, b: a, input_signature=[s])
---
@tf.function(input_signature=[s])
def f(a, *, k): return a
---
@tf.function(input_signature=[s, s])
def f(a, *, k): return a
---
@tf.function(input_signature=[s, s])
def f(a, *, k=1.0): return a
---
@tf.function(input_signature=[s, s])
def f(a, **k): return a
---
@tf.function(input_signature=[s, s, s])
def f(a, b=1.0, *c): return a
---
@tf.function(input_signature=s)
def f(a): return a
---
@tf.function(input_signature={"a": s})
def f(a): return a
---
@tf.function(input_signature=[3])
def f(a): return a
---
@tf.function(input_signature=[None])
def f(a): return a
---
@tf.function(input_signature=["x"])
def f(a): return a
---
@tf.function(input_signature=[[s, None]])
def f(a): return a
---
@tf.function(input_signature=[{"a": 2.0}])
def f(a): return a
---
@tf.function(input_signature=[tf.float32])
def f(a): return a
---
@tf.function(input_signature=[tf.zeros([3])])
def f(a): return a
---
@tf.function(input_signature=[np.zeros(3)])
def f(a): return a
---
@tf.function(input_signature=[S])
def f(a): return a
---
@tf.function(input_signature=[tf.TensorShape([3])])
def f(a): return a
---
@tf.function(input_signature=[{s}])
def f(a): return a
---
@tf.function(input_signature=[Data(s)])
def f(a): return a
---
class Model:
    @classmethod
    @tf.function(input_signature=[s])
    def call(cls, a): return a
f = Model.call
---
class Model:
    @classmethod
    @tf.function(input_signature=[s, s])
    def call(cls, a): return a
f = Model.call
f(tf.zeros([3]))  # from Python 3.13 on it only fails here
---
class Model:
    @tf.function(input_signature=[s])
    @classmethod
    def call(cls, a): return a
---
class Model:
    @tf.function(input_signature=[])
    @property
    def size(self): return 1
---
class Model:
    @tf.function(input_signature=[s])
    def call(this, a): return a
---
class Model:
    def __call__(self, a): return a
f = tf.function(Model(), input_signature=[s, s])
---
class Model:
    def call(self, a): return a
f = tf.function(Model().call, input_signature=[s, s])
---
@tf.function(input_signature=[s])
@tf.autograph.experimental.do_not_convert
def f(a, b): return a
---
@functools.partial(tf.function, input_signature=[s])
def f(a, b): return a
---
signed = tf.function(input_signature=[s])
@signed
def f(a, b): return a
---
S([-1, 3])
---
S([3.0])
---
S(["a"])
---
S([3], "flaot32")
---
S([3], int)
---
S([3], str)
---
@tf.function(input_signature=[s])
def f(a): return a
f(tf.zeros([4]))
---
@tf.function(input_signature=[s])
def f(a): return a
f(tf.zeros([3], tf.int32))
---
@tf.function(input_signature=[S([3, None])])
def f(a: Tensor[float32, Shape[N, M]]): return a
f(tf.zeros([4, 3]))
---
@tf.function(input_signature=[s, s])
def f(*a): return a[0]
f(x)
---
@tf.function(input_signature=[s, s])
def f(*a): return a[0]
f(x, x, x)
---
@tf.function(input_signature=[s])
def f(a, *b): return a
f(a=x)
---
@tf.function(input_signature=[s])
def f(a, **k): return a
f(x, k=1)
---
@tf.function(input_signature=[s, s])
def f(a, b=None): return a
f(x)
---
@tf.function(input_signature=[s])
def f(a: X, training: bool = False): return a
f(x, training=True)
---
@tf.function(input_signature=[s])
def f(a: X, *, times: int = 2): return a
f(x, times=3)
---
@tf.function(input_signature=[s])
def f(a: X, mode: str = "same"): return a
f(x, "valid")
---
@tf.function(input_signature=[s])
def f(a: X, mask: Optional[X] = None): return a
f(x, x)
---
@tf.function(input_signature=[s])
def f(a: X, mask: Optional[X] = None): return a
f(x, tf.Variable(x))
"""

#: What only a run can tell: the checker is silent whatever TensorFlow says.
UNKNOWN = """
@tf.function(input_signature=[s])
def f(a: X, times: int = 1, mask: Optional[X] = None): return a
def call(times: int, mask: Optional[X]) -> None: f(x, times, mask)
call(1, None)
call(2, x)
---
SIGNATURE = {"a": s}
SIGNATURE["b"] = S([4])
@tf.function(input_signature=[SIGNATURE])
def f(a: Both): return a
---
def size() -> int: return 3
@tf.function(input_signature=[S([size()])])
def f(a: Y): return a
---
def signature() -> list: return [s, s]
@tf.function(input_signature=signature())
def f(a: X): return a
---
SIGNATURE = [s]
SIGNATURE.append(s)
@tf.function(input_signature=SIGNATURE)
def f(a: X): return a
---
@tf.function(input_signature=[S([3]) if tf.config.list_physical_devices("GPU") else S([4])])
def f(a: Y): return a
---
def wrapped(g: Any) -> Any:
    return lambda *a: g(*a)
@tf.function(input_signature=[s, s])
@wrapped
def f(a: X): return a
"""


def _split(table: str) -> list[str]:
    return [text.strip() + "\n" for text in table.split("---")]


#: By the name of the table, the text of each program.
TABLES = {
    "accepted": _split(ACCEPTED),
    "contradicted": _split(CONTRADICTED),
    "rejected": _split(REJECTED),
    "unknown": _split(UNKNOWN),
}
