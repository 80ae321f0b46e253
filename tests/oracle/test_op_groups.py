"""The families of ops that the engine knows are those that TensorFlow dispatches together."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from tensorflow.python.util import dispatch

from tftypes.inference.declarations import Declarations
from tftypes.inference.models.tensorflow.op_groups import ASSERTIONS, BINARY, KINDS, UNARY
from tftypes.runtime.dispatch import groups, names

DECLARED = Declarations()


def canonical(ops: Iterable[Any]) -> set[str]:
    """The canonical names of the public functions that ops are."""
    found: set[str] = set()
    for op in ops:
        for attribute, root in (("_tf_api_names", ""), ("_tf_api_names_v1", "compat.v1.")):
            for name in names._exported(attribute, op):
                shown = names._OPERATORS.get(name, name)
                found.add(DECLARED.canonical(f"tensorflow.{root}{shown}"))
    return {name for name in found if "raw_ops" not in name}


@pytest.mark.parametrize(
    ("known", "listed"),
    [
        (UNARY, dispatch.unary_elementwise_apis),
        (BINARY, dispatch.binary_elementwise_apis),
        (ASSERTIONS, lambda: dispatch._BINARY_ELEMENTWISE_ASSERT_APIS),
        (KINDS["unary_elementwise"], groups.unary_elementwise_ops),
        (KINDS["binary_elementwise"], groups.binary_elementwise_ops),
        (KINDS["reduction"], groups.reduction_ops),
    ],
)
def test_a_family_is_what_tensorflow_lists(
    known: frozenset[str], listed: Callable[[], Iterable[Any]]
) -> None:
    assert known == canonical(listed())
