"""Values that a strategy distributes: one part for each replica, each held against the annotation.

What is annotated is what a replica sees. A name is one size in a replica; in another, whose last
batch is smaller, it may be another one.

Source: `tf.distribute.DistributedValues`; RFC 208, "Distributed types".
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from tftypes.runtime.errors import Path
from tftypes.runtime.patterns import Call, Policy
from tftypes.runtime.private import distribute_values


class ReplicaKeys(NamedTuple):
    """The key of a distributed value: that of each replica's part."""

    keys: tuple[Hashable, ...]


def parts_of(value: Any, call: Call) -> tuple[Any, ...] | None:
    """The parts of a distributed value, or of its spec where specs may stand for values."""
    if isinstance(value, distribute_values.PerReplica):
        return tuple(value.values)
    if call.specs and isinstance(value, distribute_values.PerReplicaSpec):
        return tuple(value._value_specs)
    return None


def check(
    check_part: Callable[[Any, Path, Call], Hashable],
    parts: tuple[Any, ...],
    value: Any,
    path: Path,
    call: Call,
) -> ReplicaKeys:
    """The key of a distributed value, which is one leaf of the call.

    Raises:
      Mismatch: for the first part that the annotation does not admit.
    """
    keys = []
    for index, part in enumerate(parts):
        own = call.replica(index)
        own.policy = Policy.EXACT
        keys.append(check_part(part, (path, f" of replica {index}"), own))
        own.leaves.clear()
    call.leaves.append(value)
    return ReplicaKeys(tuple(keys))


def spec_of(keys: ReplicaKeys, type_of: Callable[[Any], Any]) -> Any:
    """The spec of all distributed values with these keys; None where a part has none."""
    types = [type_of(key) for key in keys.keys]
    return None if None in types else distribute_values.PerReplicaSpec(*types)
