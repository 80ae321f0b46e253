"""Eigenvalues of tridiagonal matrices."""

from typing import Any, Literal, overload

import tensorflow as tf
from tensorflow._typing import Flag, TensorLike

@overload
def eigh_tridiagonal(alpha: TensorLike, beta: TensorLike, eigvals_only: Literal[True] = True, select: str = "a", select_range: Any = None, tol: TensorLike | None = None, name: str | None = None) -> tf.Tensor[Any, Any]: ...
@overload
def eigh_tridiagonal(alpha: TensorLike, beta: TensorLike, eigvals_only: Literal[False], select: str = "a", select_range: Any = None, tol: TensorLike | None = None, name: str | None = None) -> tuple[tf.Tensor[Any, Any], tf.Tensor[Any, Any]]: ...
@overload
def eigh_tridiagonal(alpha: TensorLike, beta: TensorLike, eigvals_only: Flag = True, select: str = "a", select_range: Any = None, tol: TensorLike | None = None, name: str | None = None) -> Any: ...
