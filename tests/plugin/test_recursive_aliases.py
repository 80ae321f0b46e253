"""Aliases that mention themselves, as JSON's, are nothing to trip over; those of tensors take tensors."""

from __future__ import annotations

from pathlib import Path

from tests.checks import Case, check

PROGRAM = """\
from typing import Mapping, Sequence, TypeVar, Union

import tensorflow as tf
from tftypes import Shape, Tensor, float32

JSON = Union[int, str, list["JSON"], dict[str, "JSON"]]
Nested = Union[Tensor[float32, Shape[2]], list["Nested"]]
Deep = Union[Tensor[float32, Shape[2]], Sequence["Deep"], Mapping[str, "Deep"]]
T = TypeVar("T")
Structure = Union[T, Sequence["Structure[T]"], Mapping[str, "Structure[T]"]]

def post(body: JSON, sent: Tensor[float32, Shape[2]]) -> JSON:
    return body

def total(parts: Nested) -> None: ...

post({"a": [1, {"b": "c"}]}, tf.zeros([2]))
post([1], tf.zeros([3]))  # error: [tf-shape] "dim 0 is 3, expected 2"
total([tf.zeros([2]), [tf.zeros([2])]])

def deep(parts: Deep) -> None: ...
def of(weights: Structure[tf.Tensor]) -> None:
    tf.nest.map_structure(lambda leaf: shown(leaf, weights), weights)
def shown(leaf, weights):
    return leaf.shape, weights

deep(["ab", "c"])
deep({"a": [tf.zeros([2])]})
"""


#: Whatever a body or an op is given that holds what is like itself.
EVERYWHERE = """\
from typing import Any, NamedTuple, Optional, TypedDict, Dict, List, Mapping, Sequence, Tuple, Union

import numpy as np
import tensorflow as tf

JSON = Union[int, str, List["JSON"], Dict[str, "JSON"]]
Lists = List["Lists"]
Pairs = Tuple["Pairs", ...]
Nest = Union[tf.Tensor, Sequence["Nest"], Mapping[str, "Nest"]]
Arrays = Union[np.ndarray, List["Arrays"], Tuple["Arrays", ...], Dict[str, "Arrays"]]

class Tree(NamedTuple):
    value: tf.Tensor
    left: Optional["Tree"]
    rows: List["Tree"]

class Node(TypedDict):
    value: tf.Tensor
    rows: List["Node"]

def tree_of(x: int) -> Tree:
    return Tree(tf.zeros([x]), None, [])

def node_of(x: int) -> Node:
    return {"value": tf.zeros([x]), "rows": []}

def json_of(x: int) -> JSON:
    return x

def lists_of(x: int) -> Lists:
    return []

def pairs_of(x: int) -> Pairs:
    return ()

def nest_of(x: int) -> Nest:
    return tf.zeros([x])

def arrays_of(x: int) -> Arrays:
    return np.zeros([x])

def same(x):
    return x

def wrapped(x):
    return [x], {"a": x}, (x, x)

def cond(x, flag=None):
    if flag:
        return x
    return json_of(3), nest_of(2), lists_of(1), pairs_of(3), arrays_of(2)

@tf.function
def traced(x):
    return x, nest_of(2), arrays_of(3)

class Net(tf.keras.layers.Layer):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.nest = nest_of(3)
        self.json = json_of(1)
        self.rows = [json_of(1)]
        self.rows.append(json_of(2))

    def call(self, x):
        y = same(self.nest)
        for k in self.rows:
            same(k)
        tf.nest.map_structure(lambda t: t, y)
        return y

    def more(self, x):
        return self.json, self.cfg, wrapped(self.json)

for made in (json_of, lists_of, pairs_of, nest_of, arrays_of):
    same(made(1))
    wrapped(made(1))
for value in [json_of(1)], [lists_of(1)], [pairs_of(1)], [nest_of(1)], [arrays_of(1)]:
    same(value)
    traced(value)
    traced(value[0])
    tf.nest.flatten(value)
    tf.nest.map_structure(same, value)
    tf.stack(value)
    tf.concat(value, 0)
    tf.convert_to_tensor(value)
    tf.data.Dataset.from_tensor_slices(value)
    tf.data.Dataset.from_tensors(value[0]).map(same).batch(2)
    tf.cond(tf.constant(True), lambda: value[0], lambda: value[0])
    tf.while_loop(lambda v: True, lambda v: v, [value[0]])
    tf.map_fn(same, value[0])
    np.array(value) + 1
    [same(v) for v in value]
    dict(a=value)["a"]
    Net(value)(value[0])
    Net(value[0]).more(3)
    cond(value)
    a, b = value, same(value)
    x = value[0]
    x = same(x)
    x += value
    if isinstance(x, tf.Tensor):
        x + 1
    x[0]
    x.shape
    tf.gather(x, value)
    x + tf.zeros([2])
    tf.zeros([2]) + x
    tf.reshape(tf.zeros([4]), x)
    tf.function(same)(x)
    print(x, [x, x], {"a": x}, (x,))
    tf.debugging.assert_equal(x, value)
same(json_of(1))
wrapped(json_of(1))
cond(json_of(1))
cond(lists_of(1))
cond(pairs_of(1))
cond(nest_of(1))
cond(arrays_of(1))
traced(json_of(1))
traced(lists_of(1))
traced(pairs_of(1))
traced(nest_of(1))
traced(arrays_of(1))
Net(json_of(1))
Net(lists_of(1))
Net(pairs_of(1))
Net(nest_of(1))
Net(arrays_of(1))
for f in (json_of(1), lists_of(1), pairs_of(1)):
    same(f)
tf.nest.flatten(pairs_of(1))
tf.nest.flatten(lists_of(1))
tf.nest.flatten(nest_of(1))
tf.nest.flatten(arrays_of(1))
tf.stack(pairs_of(1))
tf.stack(lists_of(1))
tf.stack(nest_of(1))
tf.stack(arrays_of(1))
tf.stack(json_of(1))
tf.nest.map_structure(same, pairs_of(1))
tf.nest.map_structure(same, lists_of(1))
tf.nest.map_structure(tf.identity, nest_of(1))
tf.data.Dataset.from_tensor_slices(lists_of(1))
tf.data.Dataset.from_tensor_slices(pairs_of(1))
tf.data.Dataset.from_tensor_slices(nest_of(1))
tf.data.Dataset.from_tensor_slices(arrays_of(1))
tf.while_loop(same, same, lists_of(1))
tf.while_loop(same, same, pairs_of(1))
tf.cond(True, lambda: pairs_of(1), lambda: lists_of(1))
np.array(arrays_of(1))
np.array(lists_of(1))
np.array(pairs_of(1))
np.concatenate(lists_of(1))
np.concatenate(pairs_of(1))
p, q = pairs_of(1)
l, m = lists_of(1)
same(p)
same(l)
tf.zeros([2]) + p
tf.zeros([3]) + l
tf.reshape(tf.zeros([4]), p)
tf.reshape(tf.zeros([4]), l)

for n in [tree_of(1)], [node_of(1)]:
    same(n), wrapped(n), traced(n), traced(n[0]), cond(n), tf.nest.flatten(n), tf.nest.map_structure(same, n)
    tf.data.Dataset.from_tensors(n).map(same)
    Net(n)(n[0])
t, d = tree_of(1), node_of(1)
same(t)
wrapped(t)
traced(t)
cond(t)
tf.nest.flatten(t)
tf.nest.map_structure(same, t)
Net(t)(t)
same(d)
wrapped(d)
traced(d)
cond(d)
tf.nest.flatten(d)
tf.nest.map_structure(same, d)
Net(d)(d)
tf.data.Dataset.from_tensors(t).map(same)
tf.data.Dataset.from_tensors(d).map(same).batch(2).map(same)
tf.while_loop(same, same, [t])
tf.cond(True, lambda: t, lambda: t)
tf.cond(True, lambda: d, lambda: d)
tf.map_fn(same, t)
tf.function(same)(t)
tf.function(same)(d)
same(t.rows)
same(t.left)
same(d['rows'])
traced(t.rows)
traced(t.left)
traced(d['rows'])
tf.stack(t)
tf.stack(d)
tf.zeros([2]) + t
"""


def test_recursive_aliases(tmp_path: Path) -> None:
    cases = [Case("aliases", PROGRAM, 1), Case("everywhere", EVERYWHERE, 1)]
    output = check(cases, tmp_path)
    assert not [problem for case in cases for problem in case.problems()], output
