"""What ops of `tf.linalg` do with linear operators: they ask the operator (tensorflow/python/ops/linalg/linear_operator.py)."""

from __future__ import annotations

from typing import Any, Final

from .rule import RULES, OpError, Unsure, is_operator, on_operator
from .tnp import naming
from .values import known_bool


def _ask(method: str, **given: Any) -> Any:
    return RULES[f"tensorflow.linalg.LinearOperator.{method}"].call(**given)


@on_operator(
    "tensorflow.linalg.matmul",
    "tf.linalg.matmul(LinearOperator(f32[2, 3]), f32[3, 4]) -> f32[2, 4]",
    "tf.linalg.matmul(LinearOperator(f32[2, 3]), f32[2, 4], adjoint_a=True) -> f32[3, 4]",
    "tf.linalg.matmul(f32[4, 2], LinearOperator(f32[2, 3])) -> f32[4, 3]",
    "tf.linalg.matmul(LinearOperator(f32[2, 3]), tf.linalg.LinearOperatorIdentity(3)) -> LinearOperator(f32[2, 3])",
    "tf.linalg.matmul(LinearOperator(f32[2, 3]), f32[2, 3]) !! inner dims 3 and 2 differ",
    "tf.linalg.matmul(LinearOperator(f32[2, 3]), f32[4, 3], transpose_b=True) !! operators are not transposed",
)
def matmul(
    a: Any,
    b: Any,
    transpose_a: Any = False,
    transpose_b: Any = False,
    adjoint_a: Any = False,
    adjoint_b: Any = False,
    **rest: Any,
) -> Any:
    for name, value in (("transpose_a", transpose_a), ("transpose_b", transpose_b)):
        if known_bool(value) is not False:
            raise _refused(name, known_bool(value))
    if is_operator(a):
        with naming(self="a", x="b"):
            return _ask("matmul", self=a, x=b, adjoint=adjoint_a, adjoint_arg=adjoint_b)
    flips = [known_bool(value) for value in (adjoint_b, adjoint_a)]
    if None in flips:
        raise Unsure
    with naming(self="b", x="a"):
        flipped = _ask("matmul", self=b, x=a, adjoint=not flips[0], adjoint_arg=not flips[1])
    return RULES["tensorflow.linalg.adjoint"].call(matrix=flipped)


def _refused(name: str, is_sure: bool | None) -> Exception:
    return OpError("tf-value", "operators are not transposed", name) if is_sure else Unsure()


@on_operator(
    "tensorflow.linalg.matvec",
    "tf.linalg.matvec(LinearOperator(f32[2, 3]), f32[3]) -> f32[2]",
    "tf.linalg.matvec(LinearOperator(f32[2, 3]), f32[2], adjoint_a=True) -> f32[3]",
    "tf.linalg.matvec(LinearOperator(f32[2, 3]), f32[2]) !! inner dims 3 and 2 differ",
)
def matvec(a: Any, b: Any, transpose_a: Any = False, adjoint_a: Any = False, **rest: Any) -> Any:
    if known_bool(transpose_a) is not False or not is_operator(a):
        raise Unsure
    with naming(self="a", x="b"):
        return _ask("matvec", self=a, x=b, adjoint=adjoint_a)


@on_operator(
    "tensorflow.linalg.solve",
    "tf.linalg.solve(LinearOperator(f32[3, 3]), f32[3, 4]) -> f32[3, 4]",
    "tf.linalg.solve(LinearOperator(f32[3, 3]), LinearOperator(f32[3, 4])) -> LinearOperator(f32[3, 4])",
    "tf.linalg.solve(LinearOperator(f32[2, 3]), f32[2, 4]) !! expected a square operator, got 2 by 3",
    "tf.linalg.solve(f32[3, 3], LinearOperator(f32[3, 4])) !! expected no operator, since 'matrix' is none",
)
def solve(matrix: Any, rhs: Any, adjoint: Any = False, name: Any = None) -> Any:
    if not is_operator(matrix):
        raise OpError("tf-value", "expected no operator, since 'matrix' is none", "rhs")
    with naming(self="matrix"):
        return _ask("solve", self=matrix, rhs=rhs, adjoint=adjoint)


@on_operator(
    "tensorflow.linalg.inv",
    "tf.linalg.inv(LinearOperator(f32[N, 3, 3])) -> LinearOperator(f32[N, 3, 3])",
    "tf.linalg.inv(LinearOperator(f32[2, 3])) !! expected a square operator, got 2 by 3",
)
def inv(input: Any, adjoint: Any = False, name: Any = None) -> Any:
    with naming(self="input"):
        return _ask("inverse", self=input)


#: Functions of one operand: its name, the method that answers, and what that makes of a batch of square operators.
_OF_ONE: Final = (
    ("adjoint", "matrix", "adjoint", "LinearOperator(f32[2, 3, 3])"),
    ("cholesky", "input", "cholesky", "LinearOperator(f32[2, 3, 3])"),
    ("det", "input", "determinant", "f32[2]"),
    ("diag_part", "input", "diag_part", "f32[2, 3]"),
    ("logdet", "matrix", "log_abs_determinant", "f32[2]"),
    ("trace", "x", "trace", "f32[2]"),
)


def _register(function: str, operand: str, method: str, shown: str) -> None:
    def answer(**given: Any) -> Any:
        with naming(self=operand):
            return _ask(method, self=given[operand])

    call = f"tf.linalg.{function}(tf.linalg.LinearOperatorIdentity(3, [2]))"
    on_operator(f"tensorflow.linalg.{function}", f"{call} -> {shown}")(answer)


for _row in _OF_ONE:
    _register(*_row)
