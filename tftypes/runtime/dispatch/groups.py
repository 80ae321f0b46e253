"""What is known of ops in general: which are elementwise, and which reduce along an axis.

Source: RFC 269, "Which operations to override"; the elementwise lists are TensorFlow's own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import tensorflow as tf

from tftypes.runtime.dispatch.names import innermost, public_op
from tftypes.runtime.private import dispatch

Op = Callable[..., Any]

#: They combine the values of their first argument along `axis`.
_REDUCTIONS = (
    "math.argmax",
    "math.argmin",
    "math.count_nonzero",
    "math.reduce_all",
    "math.reduce_any",
    "math.reduce_euclidean_norm",
    "math.reduce_logsumexp",
    "math.reduce_max",
    "math.reduce_mean",
    "math.reduce_min",
    "math.reduce_prod",
    "math.reduce_std",
    "math.reduce_sum",
    "math.reduce_variance",
    "norm",
    "sparse.reduce_max",
    "sparse.reduce_sum",
    "strings.reduce_join",
)


def is_unary_elementwise_op(op: Op) -> bool:
    """Whether `op` applies an independent transformation to each element of its first argument.

    >>> is_unary_elementwise_op(tf.abs), is_unary_elementwise_op(tf.reduce_sum)
    (True, False)
    """
    return innermost(op) in _keys(unary_elementwise_ops)


def is_binary_elementwise_op(op: Op) -> bool:
    """Whether `op` combines the elements of its first two arguments, with broadcasting.

    >>> is_binary_elementwise_op(tf.add), is_binary_elementwise_op(tf.matmul)
    (True, False)
    """
    return innermost(op) in _keys(binary_elementwise_ops)


def is_reduction_op(op: Op) -> bool:
    """Whether `op` combines the values of its first argument along its `axis`.

    >>> is_reduction_op(tf.reduce_sum), is_reduction_op(tf.cumsum)
    (True, False)
    """
    return innermost(op) in _keys(reduction_ops)


@cache
def unary_elementwise_ops() -> tuple[Op, ...]:
    """All ops for which `is_unary_elementwise_op` holds, as the public functions."""
    return _public(dispatch.unary_elementwise_apis())


@cache
def binary_elementwise_ops() -> tuple[Op, ...]:
    """All ops for which `is_binary_elementwise_op` holds, as the public functions."""
    return _public(dispatch.binary_elementwise_apis())


@cache
def reduction_ops() -> tuple[Op, ...]:
    """All ops for which `is_reduction_op` holds, as the public functions."""
    return tuple(_found(name) for name in _REDUCTIONS)


def _found(name: str) -> Any:
    found: Any = tf
    for part in name.split("."):
        found = getattr(found, part)
    return found


def _public(apis: Any) -> tuple[Op, ...]:
    return tuple(dict.fromkeys(map(public_op, apis)))


@cache
def _keys(ops: Callable[[], tuple[Op, ...]]) -> frozenset[Any]:
    return frozenset(map(innermost, ops()))
