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


def test_recursive_aliases(tmp_path: Path) -> None:
    case = Case("aliases", PROGRAM, 1)
    output = check([case], tmp_path)
    assert not case.problems(), output
