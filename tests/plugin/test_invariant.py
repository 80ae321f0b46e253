"""Containers of TensorFlow's objects may stand where one of their base class, or of more of them, is annotated."""

from __future__ import annotations

from pathlib import Path

from tests.checks import Case, check

PROGRAM = """\
from typing import Callable, Dict, List, Optional, Union
import tensorflow as tf

Feature = Union[tf.io.FixedLenFeature, tf.io.VarLenFeature]

def layers(count: int) -> List[tf.keras.layers.Layer]:
    dense = [tf.keras.layers.Dense(3) for _ in range(count)]
    return dense

def optional(count: int) -> Optional[List[tf.keras.layers.Layer]]:
    dense: List[tf.keras.layers.Dense] = []
    return dense if count else None

def nested() -> Dict[str, List[tf.keras.layers.Layer]]:
    dense = {"head": [tf.keras.layers.Dense(3)]}
    return dense

def parsed(spec: Dict[str, Feature], size: int = 3) -> None: ...

spec = {"id": tf.io.FixedLenFeature([], tf.int64)}
parsed(spec)
parsed(size=3, spec=spec)
features: Dict[str, Feature] = spec

def convolutions() -> List[tf.keras.layers.Dense]:
    rows = [tf.keras.layers.Conv2D(3, 3)]
    return rows  # error: [return-value] "list[Conv2D]"

decode: Callable[[int], float] = lambda number: str(number)  # error: [return-value] "str" # error: [assignment] "str"

def numbers() -> List[float]:
    sizes = [1]
    return sizes  # error: [return-value] "list[int]"
"""


def test_containers_of_less(tmp_path: Path) -> None:
    case = Case("invariant", PROGRAM, 1)
    output = check([case], tmp_path)
    assert not case.problems(), output
