"""tf.sparse: sparse tensors added, joined, multiplied and reduced."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import UNKNOWN, DType, Shape, ShapeMismatch, TensorType, Unknown, equal, merge

from .arguments import allow, axis_argument, rank_is
from .broadcasting import mapped, one_dtype
from .conversion import as_tensor
from .groups import NUMBERS, QUOTIENTS, REALS
from .reductions import reduced
from .rule import OpError, Unsure, rule
from .sparse import made, sparse
from .values import is_number, is_sparse, known_bool, of, total


@rule(
    "tensorflow.sparse.add",
    "tf.sparse.add(sparse(f32[2, 3]), sparse(f32[2, None])) -> sparse(f32[2, 3])",
    "tf.sparse.add(sparse(f32[2, 3]), f32[2, 3]) -> f32[2, 3]",
    "tf.sparse.add(f32[2, 3], sparse(f32[2, 3])) -> f32[2, 3]",
    "tf.sparse.add([[1, 2]], sparse(f32[1, 2])) -> f32[1, 2]",
    "tf.sparse.add(sparse(f32[2, 3]), sparse(f32[2, 4])) !! shapes [2, 3] and [2, 4] differ",
    "tf.sparse.add(sparse(f32[2, 3]), sparse(i32[2, 3])) !! expected float32 as a has, got int32",
)
def add(a: Any, b: Any, threshold: Any = 0) -> TensorType:
    if isinstance(a, Unknown) or isinstance(b, Unknown):
        raise Unsure
    if is_sparse(a) and is_sparse(b):
        return made(one_dtype(a, b, ("a", "b")), _same_shape(a, b, "b"))
    if not is_sparse(a) and not is_sparse(b):
        raise Unsure
    left = a if is_sparse(a) else as_tensor(a, like=b.dtype, argument="a")
    right = b if is_sparse(b) else as_tensor(b, like=a.dtype, argument="b")
    return TensorType(one_dtype(left, right, ("a", "b")), _same_shape(left, right, "b"))


def _same_shape(a: TensorType, b: TensorType, argument: str) -> Shape:
    try:
        return merge(a.shape, b.shape)
    except ShapeMismatch:
        raise OpError("tf-shape", f"shapes {a.shape} and {b.shape} differ", argument) from None


def _register_choice(name: str) -> None:
    def function(sp_a: Any, sp_b: Any, name: Any = None) -> TensorType:
        a, b = allow(sparse(sp_a), REALS, "sp_a"), allow(sparse(sp_b), REALS, "sp_b")
        return made(one_dtype(a, b, ("sp_a", "sp_b")), _same_shape(a, b, "sp_b"))

    rule(
        f"tensorflow.sparse.{name}",
        f"tf.sparse.{name}(sparse(f32[2, N]), sparse(f32[2, N])) -> sparse(f32[2, N])",
        f"tf.sparse.{name}(sparse(i32[2, 3]), sparse(i32[3, 3])) !! shapes [2, 3] and [3, 3] differ",
    )(function)


for _name in ("maximum", "minimum"):
    _register_choice(_name)


@rule(
    "tensorflow.sparse.concat",
    "tf.sparse.concat(0, [sparse(f32[2, 3]), sparse(f32[4, 3])]) -> sparse(f32[6, 3])",
    "tf.sparse.concat(axis=-1, sp_inputs=[sparse(f32[2, N]), sparse(f32[2, 1])]) -> sparse(f32[2, N + 1])",
    "tf.sparse.concat(0, [sparse(f32[2, 3]), sparse(f32[4, 5])], expand_nonconcat_dims=True) -> sparse(f32[6, 5])",
    "tf.sparse.concat(0, [sparse(f32[2, 3]), sparse(f32[4, 5])]) !! shapes [2, 3] and [4, 5] differ in axis 1",
    "tf.sparse.concat(2, [sparse(f32[2, 3]), sparse(f32[2, 3])]) !! axis 2 is out of range for rank 2",
    "tf.sparse.concat(0, [sparse(f32[2]), sparse(i32[2])]) !! tensors of different dtypes",
    "tf.sparse.concat([sparse(f32[2]), sparse(f32[2])], 0) !! tf.sparse.concat(sp_inputs, axis) has them in order",
)
def concat(
    axis: Any, sp_inputs: Any, expand_nonconcat_dims: Any = False, name: Any = None
) -> TensorType:
    if is_number(sp_inputs):
        hint = "tf.sparse.concat(sp_inputs, axis) has them in order"
        words = f"expected a list of sparse tensors, got {sp_inputs}"
        raise OpError("tf-value", words, "sp_inputs", hint, "builtins.TypeError")
    if not isinstance(sp_inputs, (list, tuple)) or not sp_inputs:
        raise Unsure
    parts = [sparse(value) for value in sp_inputs]
    if len(parts) == 1:
        return parts[0]
    dtype = _one_dtype(parts)
    rank = next((part.shape.rank for part in parts if part.shape.rank is not None), None)
    place = axis_argument(axis, rank)
    if rank is None or place is None or any(part.shape.rank != rank for part in parts):
        return made(dtype, Shape.unknown() if rank is None else of(*[UNKNOWN] * rank))
    size = total(part.shape[place] for part in parts)
    expands = known_bool(expand_nonconcat_dims)
    if expands is None:
        return made(dtype, of(*[UNKNOWN] * rank).replace(place, size))
    join = _widest if expands else _merged
    return made(dtype, join([part.shape for part in parts], place).replace(place, size))


def _one_dtype(parts: list[TensorType]) -> DType:
    for part in parts[1:]:
        if part.dtype.names.isdisjoint(parts[0].dtype.names):
            raise OpError(
                "tf-dtype",
                f"tensors of different dtypes {parts[0].dtype} and {part.dtype}",
                "sp_inputs",
            )
    return next((part.dtype for part in parts if part.dtype.is_known), parts[0].dtype)


def _merged(shapes: list[Shape], place: int) -> Shape:
    result = shapes[0].replace(place, UNKNOWN)
    for shape in shapes[1:]:
        try:
            result = merge(result, shape.replace(place, UNKNOWN))
        except ShapeMismatch as mismatch:
            raise OpError(
                "tf-shape",
                f"shapes {shapes[0]} and {shape} differ in axis {mismatch.axis}",
                "sp_inputs",
                "expand_nonconcat_dims=True",
            ) from None
    return result


def _widest(shapes: list[Shape], place: int) -> Shape:
    columns = zip(*(shape.dims or () for shape in shapes))
    return of(
        *(
            max(int(size) for size in column) if all(map(is_number, column)) else UNKNOWN
            for column in columns
        )
    )


@rule(
    "tensorflow.sparse.sparse_dense_matmul",
    "tf.sparse.sparse_dense_matmul(sparse(f32[2, 3]), f32[3, 4]) -> f32[2, 4]",
    "tf.sparse.sparse_dense_matmul(sparse(f32[3, N]), f32[3, 4], adjoint_a=True) -> f32[N, 4]",
    "tf.sparse.sparse_dense_matmul(f32[2, 3], sparse(f32[3, 4])) -> f32[2, 4]",
    "tf.sparse.sparse_dense_matmul(sparse(f32[2, 3]), f32[2, 3]) !! inner dims 3 and 2 differ",
    "tf.sparse.sparse_dense_matmul(sparse(f32[2, 3]), f32[3]) !! expected rank 2, got rank 1",
    "tf.sparse.sparse_dense_matmul(sparse(f32[2, 3]), f64[3, 4]) !! expected float32 as sp_a has, got float64",
    "tf.sparse.sparse_dense_matmul(f32[2, 3], f32[3, 4]) !! expected a SparseTensor, got float32[2, 3]",
)
def sparse_dense_matmul(
    sp_a: Any, b: Any, adjoint_a: Any = False, adjoint_b: Any = False, name: Any = None
) -> TensorType:
    if isinstance(sp_a, Unknown) or isinstance(b, Unknown) or is_sparse(sp_a) and is_sparse(b):
        raise Unsure
    if not is_sparse(b):
        sparse(sp_a)
    left, right = (
        value if is_sparse(value) else as_tensor(value, argument=argument)
        for value, argument in ((sp_a, "sp_a"), (b, "b"))
    )
    dtype = one_dtype(left, right, ("sp_a", "b"))
    rows, inner = _sides(left, adjoint_a, "sp_a")
    other, columns = _sides(right, adjoint_b, "b")
    if equal(inner, other) is False:
        raise OpError("tf-shape", f"inner dims {inner} and {other} differ", "b")
    return TensorType(dtype, of(rows, columns))


def _sides(value: TensorType, adjoint: Any, argument: str) -> tuple[Any, Any]:
    shape = rank_is(value, 2, argument).shape
    flips = known_bool(adjoint)
    if flips is None:
        return UNKNOWN, UNKNOWN
    return (shape[1], shape[0]) if flips else (shape[0], shape[1])


def _register_reduction(op: str) -> None:
    def function(
        sp_input: Any,
        axis: Any = None,
        keepdims: Any = None,
        output_is_sparse: Any = False,
        name: Any = None,
    ) -> TensorType:
        x = allow(sparse(sp_input), NUMBERS if op == "reduce_sum" else REALS, "sp_input")
        sparsely = known_bool(output_is_sparse)
        if sparsely is None:
            raise Unsure
        shape = reduced(x.shape, axis, keepdims)
        return TensorType(x.dtype, shape, "sparse" if sparsely else "tensor")

    rule(
        f"tensorflow.sparse.{op}",
        f"tf.sparse.{op}(sparse(f32[2, 3])) -> f32[]",
        f"tf.sparse.{op}(sparse(f32[2, N]), axis=0) -> f32[N]",
        f"tf.sparse.{op}(sparse(f32[2, 3]), axis=1, keepdims=True) -> f32[2, 1]",
        f"tf.sparse.{op}(sparse(i32[2, 3]), axis=1, output_is_sparse=True) -> sparse(i32[2])",
        f"tf.sparse.{op}(sparse(f32[2, 3]), axis=2) !! axis 2 is out of range for rank 2",
    )(function)


for _name in ("reduce_max", "reduce_sum"):
    _register_reduction(_name)


def _register_operator(name: str, by: str) -> None:
    def function(sp_x: Any, y: Any) -> TensorType:
        x = sparse(sp_x)
        other = as_tensor(y, like=x.dtype, argument="y")
        dtype = one_dtype(x, other, ("sp_x", "y"))
        if x.shape.rank is not None and (other.shape.rank or 0) > x.shape.rank:
            raise Unsure
        return made(mapped(dtype, QUOTIENTS) if by == "/" else dtype, x.shape)

    quotient = "f64" if by == "/" else "i32"
    rule(
        f"tensorflow.SparseTensor.{name}",
        f"sparse(f32[2, N]).{name}(f32[N]) -> sparse(f32[2, N])",
        f"sparse(i32[2, 3]).{name}(2) -> sparse({quotient}[2, 3])",
        f"sparse(f32[2, 3]).{name}(i32[3]) !! expected float32 as sp_x has, got int32",
    )(function)


_register_operator("__mul__", "*")
_register_operator("__truediv__", "/")
