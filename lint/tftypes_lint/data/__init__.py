"""Tables about TensorFlow's names, written by lint/generator/tables.py; each is read when first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

_HERE = Path(__file__).parent


@cache
def tensor_functions() -> frozenset[str]:
    """Full names of public functions that return one tensor.

    >>> "tensorflow.matmul" in tensor_functions(), "tensorflow.split" in tensor_functions()
    (True, False)
    """
    return frozenset(row[0] for row in _rows("tensor_functions"))


@cache
def private_names() -> Mapping[str, str]:
    """The public name of what lies below `tensorflow.python`.

    >>> private_names()["tensorflow.python.ops.math_ops.matmul"]
    'tf.linalg.matmul'
    """
    return {row[0]: row[1] for row in _rows("private")}


@cache
def removed_names() -> Mapping[str, tuple[str, str]]:
    """Public names that are gone: the first release of TensorFlow without it, and what replaces it.

    >>> removed_names()["tf.placeholder"]
    ('2.0', 'tf.compat.v1.placeholder')
    """
    return {name: (version, instead) for name, version, instead in _rows("removed")}


@cache
def deprecated_names() -> Mapping[str, tuple[str, ...]]:
    """Public names that TensorFlow calls deprecated, and the names that its advice mentions."""
    return {name: tuple(instead.split()) for name, instead in _rows("deprecated")}


class Argument(NamedTuple):
    """An argument that is gone since some release, or only deprecated where that is empty."""

    gone: str
    #: The argument that means exactly the same, if there is one.
    instead: str


@cache
def old_arguments() -> Mapping[str, Mapping[str, Argument]]:
    """Arguments that are gone or deprecated, by public function and name.

    >>> old_arguments()["tf.reduce_sum"]["keep_dims"]
    Argument(gone='2.0', instead='keepdims')
    """
    found: dict[str, dict[str, Argument]] = {}
    for name, argument, gone, instead in _rows("arguments"):
        found.setdefault(name, {})[argument] = Argument(gone, instead)
    return found


def words(text: str) -> frozenset[str]:
    """A set of names that is written as a text.

    >>> sorted(words("map filter"))
    ['filter', 'map']
    """
    return frozenset(text.split())


def _rows(table: str) -> list[list[str]]:
    lines = (_HERE / f"{table}.txt").read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]
