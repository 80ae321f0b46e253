"""What is known of ops in general: which are elementwise, and which reduce along an axis.

Source: RFC 269, "Which operations to override"; the elementwise lists are TensorFlow's own, mended
where an op is none of its list, or is in none.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import tensorflow as tf

from tftypes.runtime.dispatch.names import innermost, public_op
from tftypes.runtime.private import dispatch

Op = Callable[..., Any]

#: An API of another package says this of itself: `dispatchable(kind=...)`.
KINDS = ("unary_elementwise", "binary_elementwise", "reduction")
KIND = "__tf_dispatch_kind__"

#: TensorFlow has these among the unary ones: the first takes two tensors, the second looks along an
#: axis.
_NOT_UNARY = ("math.nextafter", "nn.log_softmax")
#: TensorFlow has these in neither list.
_UNARY = ("identity", "quantization.fake_quant_with_min_max_args", "stop_gradient")
_BINARY = ("math.igamma", "math.igammac", "math.nextafter", "math.polygamma")
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
    return _is_of(op, "unary_elementwise", unary_elementwise_ops)


def is_binary_elementwise_op(op: Op) -> bool:
    """Whether `op` combines the elements of its first two arguments, with broadcasting.

    >>> is_binary_elementwise_op(tf.add), is_binary_elementwise_op(tf.matmul)
    (True, False)
    """
    return _is_of(op, "binary_elementwise", binary_elementwise_ops)


def is_reduction_op(op: Op) -> bool:
    """Whether `op` combines the values of its first argument along its `axis`.

    >>> is_reduction_op(tf.reduce_sum), is_reduction_op(tf.cumsum)
    (True, False)
    """
    return _is_of(op, "reduction", reduction_ops)


@cache
def unary_elementwise_ops() -> tuple[Op, ...]:
    """TensorFlow's ops for which `is_unary_elementwise_op` holds, as the public functions."""
    others = {innermost(op) for name in _NOT_UNARY for op in _found(name)}
    more = [op for name in _UNARY for op in _found(name)]
    found = _public([*dispatch.unary_elementwise_apis(), *more])
    return tuple(op for op in found if innermost(op) not in others)


@cache
def binary_elementwise_ops() -> tuple[Op, ...]:
    """TensorFlow's ops for which `is_binary_elementwise_op` holds, as the public functions."""
    others = [op for name in _BINARY for op in _found(name)]
    return _public([*dispatch.binary_elementwise_apis(), *others])


@cache
def reduction_ops() -> tuple[Op, ...]:
    """TensorFlow's ops for which `is_reduction_op` holds, as the public functions."""
    found = [op for name in _REDUCTIONS for op in _found(name)]
    return tuple({innermost(op): op for op in reversed(found)}.values())


def _found(name: str) -> list[Any]:
    """The op of this name, and that of TensorFlow 1 where it is another function."""
    found = []
    for root in (tf, tf.compat.v1):
        op: Any = root
        for part in name.split("."):
            op = getattr(op, part, None)
        if op is not None:
            found.append(op)
    return found


def _is_of(op: Op, kind: str, ops: Callable[[], tuple[Op, ...]]) -> bool:
    return innermost(op) in _keys(ops) or getattr(op, KIND, None) == kind


def _public(apis: Any) -> tuple[Op, ...]:
    return tuple(dict.fromkeys(map(public_op, apis)))


@cache
def _keys(ops: Callable[[], tuple[Op, ...]]) -> frozenset[Any]:
    return frozenset(map(innermost, ops()))
