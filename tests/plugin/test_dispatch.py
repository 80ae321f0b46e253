"""What ops give for a class whose `__tf_dispatch__` has overloads: by the op and by its arguments."""

from __future__ import annotations

from pathlib import Path

from tests.checks import Case, check

CLASSES = """\
from __future__ import annotations
from typing import Any, Literal, overload
import tensorflow as tf
from tftypes.runtime import dispatch

class Sparse(dispatch.Operators):
    @overload
    @classmethod
    def __tf_dispatch__(
        cls, op: dispatch.Op[Literal["tf.matmul"]], args: tuple[Sparse, Sparse], kwargs: Any
    ) -> Sparse: ...
    @overload
    @classmethod
    def __tf_dispatch__(
        cls, op: dispatch.Op[Literal["tf.matmul", "tf.math.logical_and"]], args: Any, kwargs: Any
    ) -> tf.Tensor: ...
    @overload
    @classmethod
    def __tf_dispatch__(
        cls, op: dispatch.Op[Literal["tf.concat"]], args: tuple[list[Sparse], int], kwargs: Any
    ) -> str: ...
    @overload
    @classmethod
    def __tf_dispatch__(
        cls, op: dispatch.Op[Literal["tf.reduce_sum"]], args: tuple[Any, None], kwargs: Any
    ) -> float: ...
    @overload
    @classmethod
    def __tf_dispatch__(
        cls, op: dispatch.Op[Literal["tf.split"]], args: Any, kwargs: Any
    ) -> list[Sparse]: ...
    @overload
    @classmethod
    def __tf_dispatch__(cls, op: Any, args: Any, kwargs: Any) -> Sparse: ...
    @classmethod
    def __tf_dispatch__(cls, op: Any, args: Any, kwargs: Any) -> Any:
        return NotImplemented

class Narrow(Sparse): ...

class Other:
    @classmethod
    def __tf_dispatch__(cls, op: Any, args: Any, kwargs: Any) -> Other:
        return cls()
"""
CALLS = """
def by_the_op(x: Sparse) -> None:
    reveal_type(tf.abs(x))  # revealed: case0.Sparse
    reveal_type(tf.reduce_sum(x, None))  # revealed: float
    reveal_type(tf.reduce_sum(x, axis=0))  # revealed: case0.Sparse
    reveal_type(tf.split(x, 2))  # revealed: list[case0.Sparse]
    reveal_type(tf.concat([x, x], 0))  # revealed: str

def by_the_arguments(x: Sparse, n: Narrow, dense: tf.Tensor, typed: tf.Tensor[tf.float32]) -> None:
    reveal_type(tf.matmul(x, x))  # revealed: case0.Sparse
    reveal_type(tf.matmul(x, b=x, transpose_a=True))  # revealed: case0.Sparse
    reveal_type(tf.matmul(b=dense, a=x))  # revealed: Tensor[Any, Any]
    reveal_type(tf.linalg.matmul(typed, x))  # revealed: Tensor[Any, Any]
    reveal_type(tf.matmul(n, n))  # revealed: case0.Sparse

def by_the_operator(x: Sparse, dense: tf.Tensor) -> None:
    reveal_type(x @ x)  # revealed: case0.Sparse
    reveal_type(x @ dense)  # revealed: Tensor[Any, Any]
    reveal_type(dense @ x)  # revealed: Tensor[Any, Any]
    reveal_type([[1.0]] @ x)  # revealed: Tensor[Any, Any]
    reveal_type(1.0 - x)  # revealed: case0.Sparse
    reveal_type(x < 1.0)  # revealed: case0.Sparse
    reveal_type(-x)  # revealed: case0.Sparse
    reveal_type(x[0])  # revealed: case0.Sparse
    reveal_type(x & True)  # revealed: Tensor[Any, Any]

def not_known(x: Sparse, any: Any, either: Sparse | tf.Tensor, other: Other, dense: tf.Tensor) -> None:
    reveal_type(tf.matmul(x, any))  # revealed: Any
    reveal_type(tf.matmul(x, either))  # revealed: Any
    reveal_type(tf.matmul(*(x, x)))  # revealed: Any
    reveal_type(x @ any)  # revealed: Any
    reveal_type(tf.reduce_sum(x))  # revealed: Any
    reveal_type(tf.unstack(x))  # revealed: Any
    reveal_type(tf.add(x, other))  # revealed: Any
    reveal_type(tf.shape(x))  # revealed: Any
    # bitwise_and for integers, logical_and for bools
    reveal_type(dense & x)  # revealed: Any

def one_signature(other: Other, x: Sparse) -> None:
    reveal_type(tf.add(other, x))  # revealed: case0.Other
    reveal_type(tf.abs(other))  # revealed: case0.Other
"""


def test_overloads_tell_what_an_op_gives(tmp_path: Path) -> None:
    case = Case("dispatch", CLASSES + CALLS, 1)
    check([case], tmp_path)
    assert not case.problems(), "\n".join(case.problems())
