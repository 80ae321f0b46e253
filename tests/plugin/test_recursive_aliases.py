"""Aliases that mention themselves, as JSON's, are nothing to trip over; those of tensors take tensors."""

from __future__ import annotations

from pathlib import Path

from tests.checks import Case, check

PROGRAM = """\
from typing import Union

import tensorflow as tf
from tftypes import Shape, Tensor, float32

JSON = Union[int, str, list["JSON"], dict[str, "JSON"]]
Nested = Union[Tensor[float32, Shape[2]], list["Nested"]]

def post(body: JSON, sent: Tensor[float32, Shape[2]]) -> JSON:
    return body

def total(parts: Nested) -> None: ...

post({"a": [1, {"b": "c"}]}, tf.zeros([2]))
post([1], tf.zeros([3]))  # error: [tf-shape] "dim 0 is 3, expected 2"
total([tf.zeros([2]), [tf.zeros([2])]])
"""


def test_recursive_aliases(tmp_path: Path) -> None:
    case = Case("aliases", PROGRAM, 1)
    output = check([case], tmp_path)
    assert not case.problems(), output
