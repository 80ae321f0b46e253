"""Checks of what is known only when a graph runs: each holds back the tensors that rely on it.

A `tf.function` runs every assertion that it traced. A TensorFlow 1 graph, a pruned function and a
signature run only what they are asked for: there an assertion that nothing depends on never fails.
So this module is the only one that makes assertions, and it returns what relies on them. Conditions
compare with `tf.equal`: in a TensorFlow 1 graph `==` of tensors is identity.

Source: `tf.debugging.Assert`, `tf.control_dependencies`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import numpy as np
import tensorflow as tf

_enabled: ContextVar[bool] = ContextVar("tftypes.struct.validation", default=True)

#: What is wrong, a bool for each row; and the error for the first row that is.
Fault = tuple[Any, Callable[[Any], Exception]]


@contextmanager
def validation(enabled: bool) -> Iterator[None]:
    """Within it, what is not static about structs is checked or not; it is by default.

    With it off, tracing adds no assertion to the graph.

    >>> with validation(False):
    ...     is_enabled()
    False
    """
    token = _enabled.set(enabled)
    try:
        yield
    finally:
        _enabled.reset(token)


def is_enabled() -> bool:
    """Whether what is not static is checked where this is called."""
    return _enabled.get()


def require(
    value: Any,
    conditions: Callable[[], Sequence[Any]],
    text: str,
    data: Mapping[str, Any],
    *,
    validate: bool = True,
) -> Any:
    """The value, once all conditions hold.

    >>> size = tf.constant(3)
    >>> require(size, lambda: [size < 2], "too large", {"size": size})
    Traceback (most recent call last):
    ValueError: too large; got size 3

    Args:
      value: a tensor, an extension type or a structure of them: what relies on the conditions.
      conditions: makes scalar bools; it is not called where nothing is checked.
      text: says what was expected.
      data: what the message shows, by name: tensors, or functions that make them.
      validate: whether the caller wants it checked; `validation` has a say too.

    Returns:
      The value itself where the conditions are known to hold, or are not checked. In a graph, the
      same values in tensors that come to be after the assertion.

    Raises:
      ValueError: where a condition is known not to hold. In a graph the assertion fails, with a
        `tf.errors.InvalidArgumentError`, when it runs.
    """
    if not (validate and is_enabled()):
        return value
    found = list(conditions())
    if not found:
        return value
    holds = found[0] if len(found) == 1 else tf.reduce_all(tf.stack(found))
    shown = {name: item() if callable(item) else item for name, item in data.items()}
    static = tf.get_static_value(holds)
    if static is None:
        parts = [text, *(part for item in shown.items() for part in item)]
        return after([tf.debugging.Assert(holds, parts)], value)
    if not static:
        listed = ", ".join(f"{name} {_printed(item)}" for name, item in shown.items())
        raise ValueError(f"{text}; got {listed}")
    return value


def without_faults(value: Any, faults: Sequence[Fault]) -> Any:
    """The value, once no row has any of the faults.

    Args:
      value: as for `require`.
      faults: of as many rows each. The error is given the number of the row; in a graph, where
        that is not known, its message begins the assertion's, which runs where the value is used.

    Raises:
      Exception: eagerly, the error of the first fault that a row has.
    """
    if not faults:
        return value
    if tf.executing_eagerly():
        for wrong, error in faults:
            rows = np.asarray(wrong)
            if rows.any():
                raise error(int(np.argmax(rows)))
        return value
    if faults[0][0].shape[0] == 0:
        return value
    wrong = tf.reduce_any(tf.stack([wrong for wrong, _ in faults]), 0)
    text = "; or ".join(str(error("(below)")) for _, error in faults)
    return _where_used(wrong, text, value)


def _where_used(wrong: Any, text: str, value: Any) -> Any:
    """The value after an assertion that no row is wrong, which runs where the value is used.

    A `tf.function` runs the assertions that it traced, and what they need: messages would be
    decoded for nothing but their checks. A call without effects of its own is left out, with all in
    it, where nothing uses its result.

    Source: `tf.raw_ops.PartitionedCall`.
    """

    def held_back(wrong: Any, *tensors: Any) -> Any:
        holds = tf.logical_not(tf.reduce_any(wrong))
        return after([tf.debugging.Assert(holds, [text, tf.where(wrong)[:1]])], tensors)

    parts = tf.nest.flatten(value, expand_composites=True)
    own = {id(part): part for part in parts}  # splits that fields share remain one tensor
    given = [wrong, *own.values()]
    specs = [tf.TensorSpec(tensor.shape, tensor.dtype) for tensor in given]
    traced = tf.function(held_back, autograph=False).get_concrete_function(*specs)
    traced.add_to_graph(tf.compat.v1.get_default_graph())
    dtypes = [tensor.dtype for tensor in own.values()]
    made = dict(zip(own, tf.raw_ops.PartitionedCall(args=given, Tout=dtypes, f=traced)))
    for key, tensor in made.items():
        tensor.set_shape(own[key].shape)
    return tf.nest.pack_sequence_as(
        value, [made[id(part)] for part in parts], expand_composites=True
    )


def after(operations: Sequence[Any], value: Any) -> Any:
    """The same value, in tensors that come to be once the operations have run.

    A tensor that the value has in several places, such as splits that fields share, remains one.
    """
    made: dict[int, Any] = {}

    def held_back(tensor: Any) -> Any:
        if not isinstance(tensor, tf.Tensor) or tensor.dtype == tf.resource:
            return tensor
        if id(tensor) not in made:
            made[id(tensor)] = tf.identity(tensor)
        return made[id(tensor)]

    with tf.control_dependencies(list(operations)):
        return tf.nest.map_structure(held_back, value, expand_composites=True)


def same(a: Any, b: Any) -> bool:
    """Whether two tensors are known to have the same values: one tensor, or held back copies of it.

    >>> tensor = tf.constant([0, 2])
    >>> same(tensor, tensor), same(tensor, tf.constant([0, 2]))
    (True, False)
    """
    return a is b or _origin(a) is _origin(b)


def _origin(tensor: Any) -> Any:
    """What a tensor is a copy of."""
    while tf.is_symbolic_tensor(tensor) and tensor.op.type == "Identity":
        tensor = tensor.op.inputs[0]
    return tensor


def _printed(value: Any) -> str:
    static = tf.get_static_value(value)
    if static is None:
        return repr(value)
    return np.array2string(np.asarray(static), threshold=20, separator=", ").replace("\n", "")
