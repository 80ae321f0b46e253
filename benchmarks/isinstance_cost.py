"""`isinstance` with an interface against `isinstance` with TensorFlow's class, and a protocol."""

from __future__ import annotations

import os
from timeit import Timer
from typing import Any, Protocol, runtime_checkable

import tftypes

ROUNDS, CALLS = 50, 20_000
MANY = 1000


@runtime_checkable
class StructuralTensor(Protocol):
    """What an interface would be as an ordinary protocol."""

    def __tf_tensor__(self, dtype: Any, name: Any) -> Any: ...
    def __array__(self) -> Any: ...
    def __getitem__(self, key: Any) -> Any: ...
    def __add__(self, other: Any) -> Any: ...
    def __matmul__(self, other: Any) -> Any: ...
    def __len__(self) -> int: ...


def _nanoseconds(checks: list[tuple[object, object]]) -> list[float]:
    """The fastest of rounds in which the checks take turns."""
    statement = "isinstance(value, kind)"
    timers = [Timer(statement, globals={"value": value, "kind": kind}) for value, kind in checks]
    times = [[timer.timeit(CALLS) for timer in timers] for _ in range(ROUNDS)]
    return [1e9 / CALLS * min(column) for column in zip(*times)]


def rows() -> list[tuple[str, float, float, str]]:
    """Costs of a yes and a no, also when many types were asked about before."""
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    import tensorflow as tf

    tensor, variable, dataset = tf.constant(1), tf.Variable(1), tf.data.Dataset.range(3)
    comparisons = {
        "a tensor is a Tensor": ((tensor, tftypes.Tensor), (tensor, tf.Tensor)),
        "a variable is no Tensor": ((variable, tftypes.Tensor), (variable, tf.Tensor)),
        "a dataset is a Dataset": ((dataset, tftypes.Dataset), (dataset, tf.data.Dataset)),
        "a number is no Tensor": ((1, tftypes.Tensor), (1, tf.Tensor)),
        "against a protocol": ((tensor, tftypes.Tensor), (tensor, StructuralTensor)),
    }
    costs = _nanoseconds([check for pair in comparisons.values() for check in pair])
    before = list(zip(comparisons, costs[::2], costs[1::2], ["ns"] * len(comparisons)))
    types = [type(f"Kind{number}", (), {}) for number in range(MANY)]
    assert not any(isinstance(kind(), tftypes.Tensor) for kind in types)
    after = _nanoseconds([(tensor, tftypes.Tensor), (tensor, tf.Tensor)])
    return [*before, (f"the first, after {MANY} types", after[0], after[1], "ns")]


if __name__ == "__main__":
    for what, ours, theirs, unit in rows():
        print(f"{what}: {ours:.0f} {unit} against {theirs:.0f} {unit}, ratio {ours / theirs:.2f}")
