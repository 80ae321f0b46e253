"""Results against the return annotation: while a function is traced, and when a call returns.

A trace knows the sizes that are the same for all its calls. What one call alone tells (N is 3 in
its argument) is compared where the call is made: in Python where values are eager, and by an
assertion in the caller's graph where they are not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping
from typing import Any

import tensorflow as tf

from tftypes.algebra.dims import Dim, Expr, Symbol, symbols
from tftypes.algebra.expressions import Quotient
from tftypes.runtime.describe import describe, is_within
from tftypes.runtime.errors import Mismatch, Path
from tftypes.runtime.leaves import Node
from tftypes.runtime.patterns import Call, Policy, UnknownSize, origin
from tftypes.runtime.records import restored

ROOT: Path = (None, "returns")
#: Makes the error of a mismatch: with the function's name and the place of the annotation.
MakeError = Callable[[Mismatch], Exception]


def checked(node: Node, value: Any, call: Call, error: MakeError) -> Any:
    """`value`, the result of a function's body, with the static shapes the annotation gives it.

    Where the annotation knows more than the trace, the graph compares when it runs (TFLite has
    these ops among its select ops only). Nothing is changed or converted.

    Args:
      node: the node of the return annotation.
      value: the result.
      call: what the arguments have bound.
      error: makes the error that the graph raises.

    Raises:
      Mismatch: if the annotation does not admit the result.
    """
    key, found = _check(node, value, call)
    leaves = [_precise(leaf, spec, node, error) for leaf, spec in zip(found, node.types(key))]
    if all(new is old for new, old in zip(leaves, found)):
        return value
    return restored(node.build(key, iter(leaves)))


def compared(node: Node, value: Any, call: Call, error: MakeError) -> Any:
    """`value`, what a call returned, compared with the sizes that this call has bound.

    Args:
      node: the node of the return annotation.
      value: the result.
      call: what the arguments have bound; with ``unknown`` where a graph is built.
      error: makes the error that the graph raises.

    Raises:
      Mismatch: if the annotation does not admit the result.
    """
    asked = len(call.unknown or ())
    key, leaves = _check(node, value, call)
    assertions = _assertions(call, asked) if call.unknown is not None else []
    assertions += call.deferred
    if not assertions:
        return value
    with tf.control_dependencies([_assert(*assertion, error) for assertion in assertions]):
        made = [tf.identity(leaf) if isinstance(leaf, tf.Tensor) else leaf for leaf in leaves]
    return restored(node.build(key, iter(made)))


def asserted(call: Call, error: MakeError) -> None:
    """Has the graph compare what arguments leave to it: predicates of values that it knows alone."""
    for condition, refusal in call.deferred:
        _assert(condition, refusal, error)
    call.deferred.clear()


def _check(node: Node, value: Any, call: Call) -> tuple[Any, list[Any]]:
    call.policy, call.traced = Policy.NATURAL, False
    call.leaves.clear()
    call.deferred.clear()
    key = node.check(value, ROOT, call)
    call.settle()
    return key, list(call.leaves)


def _precise(leaf: Any, spec: Any, node: Node, error: MakeError) -> Any:
    if not isinstance(leaf, tf.Tensor) or not isinstance(spec, tf.TensorSpec):
        return leaf
    if is_within(leaf.shape, spec.shape):
        return leaf
    refusal = Mismatch(ROOT, node.text, describe(leaf), "the sizes at run time are others")
    # Not `tf.ensure_shape`: from it Grappler would infer that the assertion holds, and remove that.
    with tf.control_dependencies([_assert(_has_shape(leaf, spec.shape), refusal, error)]):
        compared = tf.identity(leaf)
    compared.set_shape(spec.shape)
    return compared


def _has_shape(tensor: Any, shape: tf.TensorShape) -> Any:
    """Whether a tensor has a static shape of known rank, as the graph knows it when it runs."""
    sizes = tf.shape(tensor)

    def same() -> Any:
        known = [(axis, size) for axis, size in enumerate(shape) if size is not None]
        return tf.reduce_all([True, *(tf.equal(sizes[axis], size) for axis, size in known)])

    if tensor.shape.rank is not None:
        return same()
    return tf.cond(tf.equal(tf.size(sizes), shape.rank), same, lambda: tf.constant(False))


def _assertions(call: Call, asked: int) -> list[tuple[Any, Mismatch]]:
    """A condition for each size of the result that only the running graph knows.

    Args:
      call: what it has found; `asked` of its unknown sizes are of arguments.
    """
    unknown = call.unknown or []
    known = dict(call.sizes)
    found = []
    for index, size in enumerate(unknown):
        names = symbols(size.dim)
        if not isinstance(size.tensor, tf.Tensor):
            continue
        if isinstance(size.dim, Symbol) and size.dim.key not in known:
            known[size.dim.key] = _size(size), size.path
            continue
        if index < asked or any(name.key not in known for name in names):
            continue
        expected = evaluated(size.dim, {name.key: known[name.key][0] for name in names})
        because = f"axis {size.axis} is another size at run time than {size.dim}"
        if names:
            because += f" {origin(known[names[0].key][1])}"
        refusal = Mismatch(size.path, size.expected, describe(size.tensor), because)
        found.append((tf.equal(_size(size), expected), refusal))
    return found


def _size(size: UnknownSize) -> Any:
    return tf.shape(size.tensor)[size.axis]


def evaluated(dim: Dim, sizes: Mapping[Hashable, Any]) -> Any:
    """A dim in numbers, or in tensors, for its symbols.

    >>> n = Symbol("N")
    >>> evaluated((2 * n + 1) // 3, {"N": 4})
    3
    """
    if isinstance(dim, Symbol):
        return sizes[dim.key]
    if isinstance(dim, Quotient):
        return evaluated(dim.numerator, sizes) // evaluated(dim.denominator, sizes)
    if not isinstance(dim, Expr):
        return dim
    total: Any = 0
    for monomial, coefficient in dim.terms.items():
        term: Any = coefficient
        for atom, power in monomial:
            term = term * evaluated(atom, sizes) ** power
        total = total + term
    return total


def _assert(condition: Any, refusal: Mismatch, error: MakeError) -> Any:
    return tf.debugging.Assert(condition, [str(error(refusal))])


def refusal_in(error: Exception) -> str | None:
    """The text of one of these assertions in an error that a graph has raised; None if it is not.

    >>> refusal_in(ValueError("assertion failed: [f() returns: expected float32[4]; annotated at a.py:3]"))
    'f() returns: expected float32[4]; annotated at a.py:3'
    """
    found = _TEXT.search(str(error))
    return None if found is None else found.group(1).replace("\\'", "'")


_TEXT = re.compile(r"assertion failed: \[(.*?; annotated at [^\]]*)\]", re.DOTALL)
