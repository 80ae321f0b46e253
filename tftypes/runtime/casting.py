"""Branches of different types: `cond`, `case` and `switch_case` that cast to a common one.

`tf.cond` needs the same type from both branches. Here a dense and a ragged result become ragged, a
dense and a sparse one sparse, and types of one's own whatever their specs' `castable_type` says.

Source: RFC 269, "Automatic type casting".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import tensorflow as tf

from tftypes.runtime.type_specs import TypeSpec, type_spec_of

Branch = Callable[[], Any]


def castable_type(a: Any, b: Any) -> Any:
    """A spec to which values of both specs can be cast, or None.

    >>> castable_type(tf.TensorSpec([2, 3]), tf.RaggedTensorSpec([2, None]))
    RaggedTensorSpec(TensorShape([2, None]), tf.float32, 1, tf.int64)
    >>> castable_type(tf.TensorSpec([2]), tf.TensorSpec([3], tf.int32)) is None
    True
    """
    for one, other in ((a, b), (b, a)):
        if isinstance(one, TypeSpec):
            found = one.castable_type(other)
            if found is not None:
                return found
    if type(a) is type(b):
        return a.most_specific_common_supertype([b])
    for one, other in ((a, b), (b, a)):
        if isinstance(one, tf.TensorSpec) and getattr(other, "dtype", None) == one.dtype:
            return _with_dense(other, one)
    return None


def cast(value: Any, spec: Any) -> Any:
    """`value` as a value of `spec`, which `castable_type` has given for its type.

    >>> cast(tf.constant([[1, 2]]), tf.RaggedTensorSpec([1, None], tf.int32))
    <tf.RaggedTensor [[1, 2]]>

    Raises:
      TypeError: if it cannot be cast.
    """
    if isinstance(spec, TypeSpec):
        return spec.cast(value)
    own = type_spec_of(value)
    if type(own) is type(spec) and own.is_compatible_with(spec):
        return value
    if isinstance(own, tf.TensorSpec):
        if isinstance(spec, tf.RaggedTensorSpec):
            return tf.RaggedTensor.from_tensor(
                value, ragged_rank=spec.ragged_rank, row_splits_dtype=spec.row_splits_dtype
            )
        if isinstance(spec, tf.SparseTensorSpec):
            return tf.sparse.from_dense(value)
    if isinstance(value, tf.IndexedSlices) and isinstance(spec, tf.TensorSpec):
        return tf.convert_to_tensor(value)
    raise TypeError(f"{own} cannot be cast to {spec}")


def cond(pred: Any, true_fn: Branch, false_fn: Branch, name: str | None = None) -> Any:
    """As `tf.cond`, with results of different types cast to a common one.

    In a traced function both branches are traced to learn their types. Where only one runs, eagerly,
    its result is returned as it is.

    Raises:
      TypeError: where no common type is known, as `tf.cond` does.

    >>> @tf.function
    ... def pick(p):
    ...     return cond(p, lambda: tf.ragged.constant([[1], [2, 3]]), lambda: tf.zeros([2, 2], tf.int32))
    >>> pick(tf.constant(False)).to_list()
    [[0, 0], [0, 0]]
    """
    true_fn, false_fn = _alike("cond", [true_fn, false_fn])
    return tf.cond(pred, true_fn, false_fn, name=name)


def case(
    pred_fn_pairs: Sequence[tuple[Any, Branch]],
    default: Branch | None = None,
    exclusive: bool = False,
    strict: bool = False,
    name: str = "case",
) -> Any:
    """As `tf.case`, with results of different types cast to a common one."""
    branches = [branch for _, branch in pred_fn_pairs]
    *cast_branches, last = _alike("case", [*branches, branches[0] if default is None else default])
    pairs = [(pred, branch) for (pred, _), branch in zip(pred_fn_pairs, cast_branches)]
    return tf.case(pairs, None if default is None else last, exclusive, strict, name)


def switch_case(
    branch_index: Any, branch_fns: Any, default: Branch | None = None, name: str = "switch_case"
) -> Any:
    """As `tf.switch_case`, with results of different types cast to a common one."""
    pairs = list(branch_fns.items()) if isinstance(branch_fns, dict) else list(branch_fns)
    numbered = [pair if isinstance(pair, tuple) else (i, pair) for i, pair in enumerate(pairs)]
    branches = [branch for _, branch in numbered]
    *cast_branches, last = _alike(
        "switch_case", [*branches, branches[-1] if default is None else default]
    )
    made = {index: branch for (index, _), branch in zip(numbered, cast_branches)}
    return tf.switch_case(branch_index, made, None if default is None else last, name)


def _with_dense(other: Any, dense: tf.TensorSpec[Any, Any]) -> Any:
    """The type for a dense tensor and one of another kind."""
    if isinstance(other, tf.RaggedTensorSpec):
        rank = other.shape.rank
        if dense.shape.rank is None or rank is None or dense.shape.rank != rank:
            return None
        common = other.shape.most_specific_compatible_shape(dense.shape)
        ragged = [None if 0 < i <= other.ragged_rank else size for i, size in enumerate(common)]
        return tf.RaggedTensorSpec(ragged, other.dtype, other.ragged_rank, other.row_splits_dtype)
    if isinstance(other, tf.SparseTensorSpec):
        return tf.SparseTensorSpec(
            other.shape.most_specific_compatible_shape(dense.shape), other.dtype
        )
    if isinstance(other, tf.IndexedSlicesSpec):
        return tf.TensorSpec(None, dense.dtype)
    return None


def _alike(name: str, branches: list[Branch]) -> list[Branch]:
    """The branches, each with the cast to the type that they have in common.

    Raises:
      TypeError: if they have none.
    """
    if tf.executing_eagerly():
        return branches
    first, *others = [_traced(branch) for branch in branches]
    target = first
    for other in others:
        try:
            tf.nest.assert_same_structure(first, other)
        except (TypeError, ValueError):
            raise TypeError(
                f"{name}(): the branches return different structures: {first} and {other}"
            ) from None
        target = _common(name, target, other)
    return [_casting(branch, target) for branch in branches]


def _traced(branch: Branch) -> Any:
    """The specs of what a branch returns."""
    outputs = tf.function(branch).get_concrete_function().structured_outputs
    return tf.nest.map_structure(
        lambda output: output if _is_spec(output) else type_spec_of(output), outputs
    )


def _is_spec(value: Any) -> bool:
    return value is None or isinstance(value, tf.TypeSpec)


def _common(name: str, a: Any, b: Any) -> Any:
    def of_two(one: Any, other: Any) -> Any:
        if one is None and other is None:
            return None
        found = None if one is None or other is None else castable_type(one, other)
        if found is None:
            raise TypeError(
                f"{name}(): no common type of what the branches return: {one!r} and {other!r}; "
                "castable_type() and cast() of a spec may give one"
            )
        return found

    return tf.nest.map_structure(of_two, a, b)


def _casting(branch: Branch, target: Any) -> Branch:
    def run() -> Any:
        result = branch()
        return tf.nest.map_structure(
            lambda spec, value: value if spec is None else cast(value, spec), target, result
        )

    return run
