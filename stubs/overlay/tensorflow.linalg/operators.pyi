"""Linear operators, generic in their dtype, which is that of what they are made of, and in their shape."""

import abc
from collections.abc import Sequence
from typing import Any, Generic, overload

import tensorflow as tf
import tftypes
from tensorflow._typing import DT, ArrayLike, Element, NamedDType, Sh

class LinearOperator(tf.Module, tf.__internal__.CompositeTensor, Generic[DT, Sh], metaclass=abc.ABCMeta):
    def __init__(self, dtype: tf.DType[DT] | NamedDType | None) -> None: ...  # and the rest
    @property
    def H(self) -> tf.linalg.LinearOperator[DT, Any]: ...
    @overload
    def __matmul__(self, other: tf.linalg.LinearOperator[Any, Any]) -> tf.linalg.LinearOperator[DT, Any]: ...
    @overload
    def __matmul__(self, other: ArrayLike) -> tf.Tensor[DT, Any]: ...
    def add_to_tensor(self, x) -> tf.Tensor[DT, Any]: ...  # and the rest
    def adjoint(self) -> tf.linalg.LinearOperator[DT, Any]: ...  # and the rest
    @property
    def batch_shape(self) -> tf.TensorShape[Any]: ...
    def batch_shape_tensor(self) -> tf.Tensor[tftypes.int32, Any]: ...  # and the rest
    def cholesky(self) -> tf.linalg.LinearOperator[DT, Sh]: ...  # and the rest
    def determinant(self) -> tf.Tensor[DT, Any]: ...  # and the rest
    def diag_part(self) -> tf.Tensor[DT, Any]: ...  # and the rest
    def domain_dimension_tensor(self) -> tf.Tensor[tftypes.int32, Any]: ...  # and the rest
    @property
    def dtype(self) -> tf.DType[DT]: ...
    def inverse(self) -> tf.linalg.LinearOperator[DT, Sh]: ...  # and the rest
    @overload
    def matmul(
        self, x: tf.linalg.LinearOperator[Any, Any], adjoint: bool = False, adjoint_arg: bool = False, name: str | None = "matmul"
    ) -> tf.linalg.LinearOperator[DT, Any]: ...
    @overload
    def matmul(
        self, x: ArrayLike, adjoint: bool = False, adjoint_arg: bool = False, name: str | None = "matmul"
    ) -> tf.Tensor[DT, Any]: ...
    def matvec(self) -> tf.Tensor[DT, Any]: ...  # and the rest
    def range_dimension_tensor(self) -> tf.Tensor[tftypes.int32, Any]: ...  # and the rest
    @property
    def shape(self) -> tf.TensorShape[Sh]: ...
    def shape_tensor(self) -> tf.Tensor[tftypes.int32, Any]: ...  # and the rest
    @overload
    def solve(
        self, rhs: tf.linalg.LinearOperator[Any, Any], adjoint: bool = False, adjoint_arg: bool = False, name: str | None = "solve"
    ) -> tf.linalg.LinearOperator[DT, Any]: ...
    @overload
    def solve(
        self, rhs: ArrayLike, adjoint: bool = False, adjoint_arg: bool = False, name: str | None = "solve"
    ) -> tf.Tensor[DT, Any]: ...
    def solvevec(self) -> tf.Tensor[DT, Any]: ...  # and the rest
    def tensor_rank_tensor(self) -> tf.Tensor[tftypes.int32, Any]: ...  # and the rest
    def to_dense(self) -> tf.Tensor[DT, Sh]: ...  # and the rest
    def trace(self) -> tf.Tensor[DT, Any]: ...  # and the rest
    # Private, though operators of the user's own set and use them.
    _is_non_singular: Any
    _is_positive_definite: Any
    _is_self_adjoint: Any
    _is_square: Any
    # and the rest

class LinearOperatorAdjoint(tf.linalg.LinearOperator[DT, Sh]):
    def __init__(self, operator: tf.linalg.LinearOperator[DT, Any]) -> None: ...  # and the rest
    @property
    def operator(self) -> tf.linalg.LinearOperator[DT, Any]: ...

class LinearOperatorInversion(tf.linalg.LinearOperator[DT, Sh]):
    def __init__(self, operator: tf.linalg.LinearOperator[DT, Any]) -> None: ...  # and the rest
    @property
    def operator(self) -> tf.linalg.LinearOperator[DT, Any]: ...

class LinearOperatorComposition(tf.linalg.LinearOperator[DT, Sh]):
    def __init__(self, operators: Sequence[tf.linalg.LinearOperator[DT, Any]]) -> None: ...  # and the rest
    @property
    def operators(self) -> list[tf.linalg.LinearOperator[DT, Any]]: ...

class LinearOperatorKronecker(tf.linalg.LinearOperator[DT, Sh]):
    def __init__(self, operators: Sequence[tf.linalg.LinearOperator[DT, Any]]) -> None: ...  # and the rest
    @property
    def operators(self) -> list[tf.linalg.LinearOperator[DT, Any]]: ...

# What is a list of tensors for these, one for each block, comes as a list.
class LinearOperatorBlockDiag(tf.linalg.LinearOperator[DT, Sh]):
    def __init__(self, operators: Sequence[tf.linalg.LinearOperator[DT, Any]]) -> None: ...  # and the rest
    def __matmul__(self, other: Any) -> Any: ...
    def matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False, name: str | None = "matmul") -> Any: ...
    def matvec(self, x: Any, adjoint: bool = False, name: str | None = "matvec") -> Any: ...
    def solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False, name: str | None = "solve") -> Any: ...
    # and the rest

class LinearOperatorBlockLowerTriangular(tf.linalg.LinearOperator[DT, Sh]):
    def __init__(self, operators: Sequence[Sequence[tf.linalg.LinearOperator[DT, Any]]]) -> None: ...  # and the rest
    def __matmul__(self, other: Any) -> Any: ...
    def matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False, name: str | None = "matmul") -> Any: ...
    def matvec(self, x: Any, adjoint: bool = False, name: str | None = "matvec") -> Any: ...
    def solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False, name: str | None = "solve") -> Any: ...
    # and the rest

class LinearOperatorCirculant(tf.linalg.LinearOperator[DT, Sh]):
    def __init__(self, input_output_dtype: tf.DType[DT] | NamedDType = ...) -> None: ...  # and the rest
    # and the rest

class LinearOperatorCirculant2D(tf.linalg.LinearOperator[DT, Sh]):
    def __init__(self, input_output_dtype: tf.DType[DT] | NamedDType = ...) -> None: ...  # and the rest
    # and the rest

class LinearOperatorCirculant3D(tf.linalg.LinearOperator[DT, Sh]):
    def __init__(self, input_output_dtype: tf.DType[DT] | NamedDType = ...) -> None: ...  # and the rest
    # and the rest

class LinearOperatorDiag(tf.linalg.LinearOperator[DT, Sh]):
    def __init__(self, diag: Element[DT]) -> None: ...  # and the rest
    @property
    def diag(self) -> tf.Tensor[DT, Any]: ...

class LinearOperatorFullMatrix(tf.linalg.LinearOperator[DT, Sh]):
    def __init__(self, matrix: Element[DT]) -> None: ...  # and the rest
    @property
    def matrix(self) -> tf.Tensor[DT, Any]: ...

class LinearOperatorHouseholder(tf.linalg.LinearOperator[DT, Sh]):
    def __init__(self, reflection_axis: Element[DT]) -> None: ...  # and the rest
    @property
    def reflection_axis(self) -> tf.Tensor[DT, Any]: ...

class LinearOperatorIdentity(tf.linalg.LinearOperator[DT, Sh]):
    def __init__(self, dtype: tf.DType[DT] | NamedDType | None = None) -> None: ...  # and the rest
    # and the rest

class LinearOperatorLowRankUpdate(tf.linalg.LinearOperator[DT, Sh]):
    def __init__(self, base_operator: tf.linalg.LinearOperator[DT, Any]) -> None: ...  # and the rest
    @property
    def base_operator(self) -> tf.linalg.LinearOperator[DT, Any]: ...
    # and the rest

class LinearOperatorLowerTriangular(tf.linalg.LinearOperator[DT, Sh]):
    def __init__(self, tril: Element[DT]) -> None: ...  # and the rest
    @property
    def tril(self) -> tf.Tensor[DT, Any]: ...

class LinearOperatorPermutation(tf.linalg.LinearOperator[DT, Sh]):
    def __init__(self, dtype: tf.DType[DT] | NamedDType = ...) -> None: ...  # and the rest
    # and the rest

class LinearOperatorScaledIdentity(tf.linalg.LinearOperator[DT, Sh]):
    def __init__(self, multiplier: Element[DT]) -> None: ...  # and the rest
    @property
    def multiplier(self) -> tf.Tensor[DT, Any]: ...
    # and the rest

class LinearOperatorToeplitz(tf.linalg.LinearOperator[DT, Sh]):
    def __init__(self, col: Element[DT]) -> None: ...  # and the rest
    @property
    def col(self) -> tf.Tensor[DT, Any]: ...
    @property
    def row(self) -> tf.Tensor[DT, Any]: ...

class LinearOperatorTridiag(tf.linalg.LinearOperator[DT, Sh]):
    def __init__(self, diagonals: Element[DT]) -> None: ...  # and the rest
    # and the rest

class LinearOperatorZeros(tf.linalg.LinearOperator[DT, Sh]):
    def __init__(self, dtype: tf.DType[DT] | NamedDType | None = None) -> None: ...  # and the rest
    # and the rest
