"""From the function that TensorFlow dispatches in to the public op that a user names.

`tf.add`, the method behind `x + y` and the generated kernel call are different functions, wrapped
several times over; `__tf_dispatch__` is always given `tf.math.add`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Generic, TypeVar

import tensorflow as tf

#: Operators dispatch under names of their own; `x[...]` is known by no other.
_OPERATORS = {
    "__operators__.add": "math.add",
    "__operators__.eq": "math.equal",
    "__operators__.ne": "math.not_equal",
}

_Names_co = TypeVar("_Names_co", covariant=True)


class Op(Generic[_Names_co]):
    """For annotations: the op of any of these public names, in an overload of `__tf_dispatch__`.

    The checker then gives `tf.matmul(csr, dense)` another type than `tf.abs(csr)`. An overload's
    `args` may type the leading arguments. At run time ops are functions, and none of this class.

    >>> from typing import Literal
    >>> from typing_extensions import get_args
    >>> get_args(Op[Literal["tf.matmul", "tf.linalg.matvec"]])
    (typing.Literal['tf.matmul', 'tf.linalg.matvec'],)
    """

    def __init__(self) -> None:
        raise TypeError("dispatch.Op is for annotations only: ops are functions, such as tf.matmul")

    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...


def innermost(op: Any) -> Any:
    """The function below all decorators: the same for all the ways in which an op is wrapped."""
    while hasattr(op, "__wrapped__"):
        op = op.__wrapped__
    return op


@cache
def public_op(api: Callable[..., Any]) -> Any:
    """The public function for one that dispatches, itself where it has no public name.

    >>> public_op(tf.__operators__.add) is tf.math.add
    True
    """
    for name in _exported("_tf_api_names", api):
        found = _resolved(tf, _OPERATORS.get(name, name))
        if found is not None and (name in _OPERATORS or innermost(found) is innermost(api)):
            return found
    for name in sorted(_exported("_tf_api_names_v1", api), key=len):
        found = _resolved(tf.compat.v1, name)
        if found is not None and innermost(found) is innermost(api):
            return found
    return api


@cache
def op_name(op: Callable[..., Any]) -> str:
    """How an op is called in messages: `tf.math.add`.

    >>> op_name(tf.add)
    'tf.math.add'
    """
    names = _exported("_tf_api_names", op)
    if names:
        return f"tf.{_OPERATORS.get(names[0], names[0])}"
    names = _exported("_tf_api_names_v1", op)
    if names:
        return f"tf.compat.v1.{names[0]}"
    name: str = getattr(op, "__qualname__", repr(op))
    return f"{op.__module__}.{name}" if hasattr(op, "__module__") else name


def _exported(attribute: str, op: Any) -> tuple[str, ...]:
    """The names under which a function is exported; what it wraps may hold them."""
    while True:
        names = vars(op).get(attribute) if hasattr(op, "__dict__") else None
        if names or not hasattr(op, "__wrapped__"):
            return tuple(names or ())
        op = op.__wrapped__


def _resolved(root: Any, name: str) -> Any:
    for part in name.split("."):
        root = getattr(root, part, None)
    return root
